"""What callers by ctypes get wrong, and the parts of driver.so that do not compute.

SPDX-License-Identifier: MIT
"""
import ctypes
import os
import subprocess
import sys
import threading

import numpy as np
import pytest

import aethercl
from conftest import LIBRARY

HERE = os.path.dirname(os.path.abspath(__file__))


def pair(*values):
    return (ctypes.c_int * 2)(*values)


def test_nothing_works_before_initialisation():
    program = f"""
import ctypes
lib = ctypes.CDLL({str(LIBRARY)!r})
lib.allocate_gpu_memory.restype = ctypes.c_void_p
lib.get_last_driver_error.restype = ctypes.c_char_p
assert lib.allocate_gpu_memory(0, ctypes.c_size_t(16)) is None
assert b"initialize_gpu" in lib.get_last_driver_error()
assert lib.finish_gpu(0) == 0 and lib.execute_add_on_gpu(0, None, None, None, 1) == 0
assert lib.simulated_get_compute_unit_count(0) == 16 and lib.get_compute_unit_count(0) == 0
assert lib.initialize_gpu(0) == 1 and lib.initialize_gpu(0) == 1 and lib.initialize_gpu(77) == 1
assert lib.get_compute_unit_count(0) == lib.get_compute_unit_count(77) >= 1
assert lib.allocate_gpu_memory(77, ctypes.c_size_t(16))
lib.shutdown_driver()
lib.shutdown_driver()
assert lib.allocate_gpu_memory(0, ctypes.c_size_t(16)) is None
"""
    for level, lines in (("0", 0), ("1", 1)):
        environment = dict(os.environ, VGPU_DEBUG=level)
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=environment)
        assert done.returncode == 0, done.stderr
        said = [line for line in done.stderr.splitlines() if line.startswith("driver: allocate_gpu_memory")]
        assert len(said) == 2 * lines, done.stderr


def test_wrong_buffers_are_errors(driver):
    x, y = driver.put(np.ones(10, np.float32)), driver.zeros(10)
    assert driver.call("execute_add_on_gpu", x, x, y, 11) == 0
    assert "40 bytes" in driver.error()
    assert driver.call("execute_add_on_gpu", x, None, y, 10) == 0
    assert driver.call("execute_add_on_gpu", x, x, y, -1) == 0
    assert "negative" in driver.error()
    assert driver.call("execute_gelu_on_gpu", ctypes.c_void_p(12345), y, 1) == 0
    assert driver.call("execute_matmul_on_gpu", x, x, y, 2**30, 2**30, 2**30, 2**30) == 0
    assert driver.call("execute_softmax_on_gpu", x, y, 2**31 - 1, 2**31 - 1) == 0
    assert driver.call("execute_adam_update_on_gpu", x, x, x, x, 10, 0, 0.1, 0.9, 0.9, 1e-8, 0.0) == 0
    assert driver.call("execute_add_on_gpu", x, x, y, 0) == 1
    assert driver.call("execute_cross_entropy_loss_grad_gpu", x, x, y, None, 1, 1, 10) == 0
    assert driver.call("execute_mul_backward_on_gpu", None, x, x, None, None, 10) == 0


def test_memory(driver):
    lib = driver.lib
    assert lib.allocate_gpu_memory(0, 0) is None
    assert lib.allocate_gpu_memory(0, 2**60) is None
    handle = lib.allocate_gpu_memory(0, 64)
    data = np.arange(16, dtype=np.float32)
    assert lib.write_host_to_gpu_blocking(0, handle, 60, 8, data.ctypes.data) == 0
    assert lib.write_host_to_gpu_blocking(0, handle, 0, 64, None) == 0
    assert lib.write_to_gpu(0, handle, data.ctypes.data, 0, 64) == 1
    out = np.zeros(4, np.float32)
    assert lib.read_gpu_to_host_blocking(0, handle, 16, 16, out.ctypes.data) == 1
    np.testing.assert_array_equal(out, data[4:8])
    lib.zero_gpu_buffer.argtypes = [ctypes.c_int, ctypes.c_void_p, ctypes.c_size_t]
    assert lib.zero_gpu_buffer(0, handle, 32) == 1 and lib.zero_gpu_buffer(0, handle, 65) == 0
    assert lib.read_gpu_to_host_blocking(0, handle, 16, 16, out.ctypes.data) == 1
    assert not out.any()
    lib.free_gpu_memory(0, handle)
    lib.free_gpu_memory(0, handle)
    assert "freed already" in driver.error()
    lib.free_gpu_memory(0, None)
    assert lib.read_gpu_to_host_blocking(0, handle, 0, 4, out.ctypes.data) == 0


def test_devices(driver):
    assert driver.lib.get_gpu_count() >= 2
    assert driver.lib.get_gpu_name(0).startswith(b"vGPU") and driver.lib.get_gpu_name(99) is None
    assert driver.lib.get_driver_version()


def test_doubles(driver):
    lib = driver.lib
    a, b = np.random.rand(9, 4), np.random.rand(4, 11)
    addresses = []
    for m in (a, b):
        addresses.append(lib.simulated_kernel_allocate(0, m.nbytes))
        lib.simulated_kernel_write(0, addresses[-1], m.nbytes, m.ctypes.data)
    c = lib.simulated_matrix_multiply(0, *addresses, a.nbytes, b.nbytes, pair(9, 4), pair(4, 11))
    out = np.empty((9, 11))
    lib.simulated_kernel_read(0, c, out.nbytes, out.ctypes.data)
    np.testing.assert_allclose(out, a @ b, rtol=1e-12)
    bad = [(*addresses, a.nbytes, b.nbytes, pair(9, 4), pair(5, 11)), (*addresses, 8, b.nbytes, pair(9, 4), pair(4, 11)),
           (0, addresses[1], a.nbytes, b.nbytes, pair(9, 4), pair(4, 11)),
           (*addresses, a.nbytes, b.nbytes, pair(-9, 4), pair(4, 11)), (*addresses, a.nbytes, b.nbytes, None, pair(4, 11))]
    for arguments in bad:
        assert lib.simulated_matrix_multiply(0, *arguments) == 0

    class Command(ctypes.Structure):
        _fields_ = [(n, ctypes.c_void_p) for n in "abc"] + [(f"size_{n}", ctypes.c_size_t) for n in "abc"] + [
            (n, ctypes.c_int) for n in ("cols_a", "cols_b", "rows", "cols")]

    command = Command(addresses[0], addresses[1], c, a.nbytes, b.nbytes, out.nbytes, 4, 11, 9, 11)
    assert lib.submit_command(0, 1, ctypes.byref(command)) == 1
    assert lib.submit_command(0, 2, ctypes.byref(command)) == 0 and lib.submit_command(0, 1, None) == 0
    for address in (*addresses, c):
        lib.simulated_kernel_free(0, address, 0)


def test_kernels_of_ones_own(driver):
    lib, log = driver.lib, ctypes.c_char_p()
    assert lib.compile_kernels(0, b"__kernel void broken( {", ctypes.byref(log)) == 0
    assert b"error" in log.value
    source = b"__kernel void scale(__global float* x, float a, __local float* t) { int i = get_global_id(0); x[i] *= a; }"
    assert lib.compile_kernels(0, source, ctypes.byref(log)) == 1, driver.error()
    x = driver.put(np.ones(100, np.float32))
    handle, factor = ctypes.c_void_p(x.handle), ctypes.c_float(3)
    args = (ctypes.c_void_p * 3)(ctypes.addressof(handle), ctypes.addressof(factor), None)
    sizes, gws, lws = (ctypes.c_size_t * 3)(8, 4, 256), (ctypes.c_size_t * 1)(100), (ctypes.c_size_t * 1)(10)
    assert lib.run_kernel(0, b"scale", args, sizes, 3, 1, gws, lws) == 1, driver.error()
    event = lib.enqueue_async(0, b"scale", args, sizes, 3, 1, gws, None)
    assert event and lib.wait_event(event) == 1 and lib.wait_event(event) == 0
    np.testing.assert_array_equal(x.read(), np.full(100, 9, np.float32))
    for bad in ((b"none", args, sizes, 3, 1, gws, lws), (b"scale", args, sizes, 2, 1, gws, lws),
                (b"scale", None, sizes, 3, 1, gws, lws), (b"scale", args, sizes, 3, 4, gws, lws),
                (b"scale", args, sizes, 3, 1, None, lws), (None, args, sizes, 3, 1, gws, lws),
                (b"scale", args, (ctypes.c_size_t * 3)(8, 8, 4), 3, 1, gws, lws)):
        assert lib.run_kernel(0, *bad) == 0
    assert lib.get_last_kernel_time_ms(0) >= 0


def test_threads(driver):
    wrong = []

    def work():
        for _ in range(10):
            a, b = np.random.rand(2, 9, 7).astype(np.float32), np.random.rand(2, 7, 5).astype(np.float32)
            dc = np.random.rand(2, 9, 5).astype(np.float32)
            da, db = driver.zeros(2, 9, 7), driver.zeros(2, 7, 5)
            ok = driver.call("execute_matmul_batched_backward_on_gpu", driver.put(a), driver.put(b), driver.put(dc), da,
                             db, 2, 9, 5, 7)
            if ok != 1 or not np.allclose(da.read(), dc @ b.transpose(0, 2, 1), atol=1e-4):
                wrong.append(driver.error())

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_aethercl():
    gpu = aethercl.GPU(0)
    a, b = np.random.rand(5, 4), np.random.rand(4, 6)
    pa, pb = gpu.write_data(a), gpu.write_data(b)
    before = gpu.mmio["FENCE"]
    c = gpu.simulated_matrix_multiply(pa, pb, a.nbytes, b.nbytes, a.shape, b.shape)
    done = []
    gpu.read_async(c, shape=(5, 6), callback=done.append)
    gpu.finish()
    np.testing.assert_allclose(done[0], a @ b, rtol=1e-12)
    assert gpu.mmio["FENCE"] > before and gpu.compute_units() >= 1
    assert any("launch matrix_multiply_double" in event["name"] for event in gpu.trace())
    with pytest.raises(RuntimeError, match="do not fit"):
        gpu.simulated_matrix_multiply(pa, pa, a.nbytes, a.nbytes, a.shape, a.shape)
    with pytest.raises(RuntimeError):
        gpu.read_data(c, shape=(500, 600))
    gpu.free(c)
