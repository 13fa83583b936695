"""driver.so of the build tree, with buffers as objects. SPDX-License-Identifier: MIT"""
import ctypes
import os
import pathlib

import numpy as np
import pytest

LIBRARY = pathlib.Path(os.environ["VGPU_BUILD_DIR"]) / "lib" / "vgpu" / "driver.so"


class Buffer:
    def __init__(self, driver, data):
        data = np.ascontiguousarray(data)
        self.driver, self.shape, self.dtype = driver, data.shape, data.dtype
        self.handle = driver.lib.allocate_gpu_memory(0, max(data.nbytes, 1))
        assert self.handle
        assert driver.lib.write_host_to_gpu_blocking(0, self.handle, 0, data.nbytes, data.ctypes.data) == 1

    def read(self):
        out = np.empty(self.shape, self.dtype)
        assert self.driver.lib.finish_gpu(0) == 1
        assert self.driver.lib.read_gpu_to_host_blocking(0, self.handle, 0, out.nbytes, out.ctypes.data) == 1
        return out


class Driver:
    """Calls by name; the types of arguments follow from the values."""

    def __init__(self):
        self.lib = lib = ctypes.CDLL(str(LIBRARY))
        pointer, size, u64, i32 = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_uint64, ctypes.c_int
        lib.allocate_gpu_memory.argtypes, lib.allocate_gpu_memory.restype = [i32, size], pointer
        lib.free_gpu_memory.argtypes, lib.free_gpu_memory.restype = [i32, pointer], None
        for name in ("write_host_to_gpu_blocking", "read_gpu_to_host_blocking"):
            getattr(lib, name).argtypes = [i32, pointer, size, size, pointer]
        lib.write_to_gpu.argtypes = [i32, pointer, u64, size, size]
        lib.zero_gpu_buffer.argtypes = lib.execute_clone_on_gpu.argtypes = None
        lib.get_last_driver_error.restype = lib.get_gpu_name.restype = ctypes.c_char_p
        lib.get_driver_version.restype = ctypes.c_char_p
        lib.simulated_kernel_allocate.argtypes, lib.simulated_kernel_allocate.restype = [i32, size], u64
        lib.simulated_kernel_free.argtypes = [i32, u64, size]
        lib.simulated_kernel_write.argtypes = lib.simulated_kernel_read.argtypes = [i32, u64, size, pointer]
        lib.simulated_matrix_multiply.argtypes = [i32, u64, u64, size, size, ctypes.POINTER(i32), ctypes.POINTER(i32)]
        lib.simulated_matrix_multiply.restype = u64
        lib.get_last_kernel_time_ms.restype = ctypes.c_float
        lib.enqueue_async.restype = pointer
        lib.wait_event.argtypes = [pointer]
        assert lib.initialize_gpu(0) == 1

    def put(self, data):
        return Buffer(self, data)

    def zeros(self, *shape):
        return Buffer(self, np.full(shape, np.nan, np.float32))  # results must overwrite all of it

    def call(self, name, *args):
        values = [ctypes.c_int(0)]
        for a in args:
            if isinstance(a, Buffer):
                values.append(ctypes.c_void_p(a.handle))
            elif a is None:
                values.append(ctypes.c_void_p(None))
            elif isinstance(a, float):
                values.append(ctypes.c_float(a))
            else:
                values.append(a if isinstance(a, ctypes._SimpleCData) else ctypes.c_int(a))
        return getattr(self.lib, name)(*values)

    def error(self):
        return self.lib.get_last_driver_error().decode()


@pytest.fixture(scope="session")
def driver():
    return Driver()
