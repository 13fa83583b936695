"""Kernels that crash are reported by name, and the program goes on. SPDX-License-Identifier: MIT"""
import numpy as np
import pytest

import vgpu

FAULTS = {
    "endless_recursion": (
        "int deeper(int n, global int* o) { return n == -1 ? 0 : deeper(n + 1, o) * 3 + o[n & 7]; }"
        "kernel void endless_recursion(global int* o) { o[get_global_id(0)] = deeper(o[0] & 1, o); }",
        "vgpuErrorLaunchFailure",
        "stack",
    ),
    "bad_address": (
        "kernel void bad_address(global int* o) { volatile global int* p = (global int*)(16L + o[0]); *p = 1; }",
        "vgpuErrorIllegalAddress",
        "address",
    ),
    "division": (
        "kernel void division(global int* o) { o[1] = 7 / o[0]; }",
        "vgpuErrorLaunchFailure",
        "zero",
    ),
    "trap": ("kernel void trap(global int* o) { if (o[0] == 0) __builtin_trap(); }", "vgpuErrorTrap", "trap"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_fault_is_an_error(name):
    source, code, word = FAULTS[name]
    device = vgpu.Device("cpu")
    kernel = device.compile(source)[name]
    for _ in range(2):  # what catches the fault must work again
        data = device.to_device(np.zeros(64, np.int32))
        with pytest.raises(vgpu.Error) as caught:
            kernel.launch(4, 16, [data])
            device.synchronize()
        assert caught.value.code_name == code
        assert name in str(caught.value) and word in str(caught.value)
    good = device.compile("kernel void k(global int* o) { o[get_global_id(0)] = 5; }")["k"]
    data, out = device.to_device(np.zeros(64, np.int32)), np.zeros(64, np.int32)
    good.launch(4, 16, [data])
    device.synchronize()
    data.copy_to(out)
    assert (out == 5).all()
