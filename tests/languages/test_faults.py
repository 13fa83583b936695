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


@pytest.mark.parametrize("kind", ["int", "ulong"])
def test_division_by_zero_is_no_fault(kind):
    """As on a GPU it gives some number, and only to the item that does it."""
    device = vgpu.Device("cpu")
    source = f"kernel void divide(global int* o) {{ int i = get_global_id(0); o[i] = ({kind})100 / ({kind})o[i]; }}"
    data, out = device.to_device(np.arange(64, dtype=np.int32)), np.zeros(64, np.int32)
    device.compile(source)["divide"].launch(4, 16, [data])
    device.synchronize()
    data.copy_to(out)
    assert (out[1:] == 100 // np.arange(1, 64)).all()
