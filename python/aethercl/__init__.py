"""The names of the aethercl module: a GPU with a driver one can look into; all behaviour is driver.so's and vgpu.sim's.

    gpu = aethercl.GPU(0)
    a, b = gpu.write_data(A), gpu.write_data(B)                       # NumPy matrices of doubles
    c = gpu.simulated_matrix_multiply(a, b, A.nbytes, B.nbytes, A.shape, B.shape)
    C = gpu.read_data(c, shape=(5, 6), dtype=np.float64)
    gpu.mmio.read32("FENCE"); gpu.trace()                             # what happened below

SPDX-License-Identifier: MIT
"""
import ctypes

import numpy as np
import vgpu
import vgpu.sim

from ._driver import ARRIVAL, load

__all__ = ["GPU", "Error"]

Error = vgpu.Error


class GPU:
    """A device by number. Its commands go through the registers and rings that `mmio` shows."""

    def __init__(self, index=0):
        self._lib, self._index = load(), index
        if self._lib.initialize_gpu(index) != 1:
            self._fail()
        self.device = vgpu.Device(index)
        self._sim = vgpu.sim.Sim(self.device)
        self.mmio = self._sim.mmio
        self._pending = []

    def _fail(self):
        raise RuntimeError(self._lib.get_last_driver_error().decode())

    def compute_units(self):
        """How many compute units the device has."""
        return self._lib.get_compute_unit_count(self._index)

    def allocate(self, size):
        """The address of `size` bytes of device memory."""
        return self._lib.simulated_kernel_allocate(self._index, size) or self._fail()

    def free(self, address, size=0):
        """Gives memory back."""
        self._lib.simulated_kernel_free(self._index, address, size)

    def write_data(self, array):
        """The address of a new buffer with the array's contents."""
        array = np.ascontiguousarray(array)
        address = self.allocate(array.nbytes)
        if self._lib.write_host_to_gpu_blocking(self._index, address, 0, array.nbytes, array.ctypes.data) != 1:
            self._fail()
        return address

    def read_data(self, address, shape, dtype=np.float64):
        """An array of that shape with what stands at the address."""
        result = np.empty(shape, dtype)
        if self._lib.read_gpu_to_host_blocking(self._index, address, 0, result.nbytes, result.ctypes.data) != 1:
            self._fail()
        return result

    def read_async(self, address, shape, dtype=np.float64, callback=None):
        """Starts a readback; `callback(array)` is called when the data has arrived."""
        result = np.empty(shape, dtype)
        arrived = ARRIVAL(lambda target, size, user: callback(result) if callback else None)
        self._pending.append((result, arrived))  # both must live until the device is done with them
        if self._lib.read_gpu_to_host_async(self._index, address, 0, result.nbytes, result.ctypes.data, arrived,
                                            None) != 1:
            self._fail()
        return result

    def finish(self):
        """Waits for all that was started; raises what went wrong."""
        if self._lib.finish_gpu(self._index) != 1:
            self._fail()
        self._pending.clear()

    def simulated_matrix_multiply(self, a, b, size_a, size_b, shape_a, shape_b):
        """The address of a new buffer with the product of two matrices of doubles."""
        pair = ctypes.c_int * 2
        address = self._lib.simulated_matrix_multiply(self._index, a, b, size_a, size_b, pair(*shape_a), pair(*shape_b))
        return address or self._fail()

    def trace(self):
        """What happened so far, in simulated time: a list of dicts with name, lane, start_ps, end_ps and more."""
        return self._sim.trace()

    def save_trace(self, path):
        """The trace as text, .json (Perfetto) or .html (a page)."""
        self._sim.save_trace(str(path))
