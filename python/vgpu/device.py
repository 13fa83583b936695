"""vgpu.Device: what the bindings give, and what is natural from Python.

SPDX-License-Identifier: MIT
"""
from pathlib import Path

import numpy as np

from . import _native, linalg
from .buffer import Buffer

_MATMUL_TILE = (64, 8)


def _as_bytes(array):
    """The bytes of an array of any type: Python's buffers know fewer types than NumPy."""
    return np.ascontiguousarray(array).reshape(-1).view(np.uint8)


class Device(_native.Device):
    """A device by index (0 is the default) or by name ("cpu").

    >>> device = Device("cpu")
    >>> device.matmul(np.ones((2, 3), np.float32), np.ones((3, 4), np.float32)).shape
    (2, 4)
    """

    def __init__(self, index_or_name=0):
        super().__init__(index_or_name)
        self._modules = {}

    def malloc(self, nbytes):
        """Device memory. Raises vgpu.OutOfMemory (a MemoryError) with the sizes when there is not enough."""
        return Buffer(self, nbytes)

    def free(self, buffer):
        """Gives a buffer's memory back; using the buffer afterwards is an error."""
        buffer.free()

    def to_device(self, array):
        """A new buffer with the array's contents, type and shape."""
        array = np.asarray(array, order="C")
        buffer = Buffer.like(self, array)
        buffer.copy_from(_as_bytes(array))
        return buffer

    def memcpy_host_to_device(self, buffer, array):
        """Copies a NumPy array into a buffer."""
        buffer.copy_from(_as_bytes(array))

    def memcpy_device_to_host(self, array, buffer):
        """Fills a contiguous NumPy array from a buffer."""
        buffer.copy_to(array)

    def memcpy(self, destination, source):
        """Copies between arrays and buffers; their types say in which direction."""
        if isinstance(destination, _native.Buffer):
            destination.copy_from(source if isinstance(source, _native.Buffer) else _as_bytes(source))
        elif isinstance(source, _native.Buffer):
            source.copy_to(destination)
        else:
            np.copyto(destination, source)

    def stream(self, blocking=True, priority=0):
        """A new stream; see vgpu.Stream."""
        return _native.Stream(self, blocking, priority)

    def event(self, timing=True):
        """A new event; see vgpu.Event."""
        return _native.Event(self, timing)

    def compile(self, source, language="opencl", options="", file_name="", headers=None):
        """Compiles kernels from OpenCL C ("opencl") or CUDA C++ ("cuda"); a vgpu.Error carries the messages."""
        return _native.Module(self, source, language, options, file_name, list((headers or {}).items()))

    def matmul(self, a, b):
        """The matrix product of two 2-D float32 or float64 arrays, computed on this device."""
        a, b = np.asarray(a), np.asarray(b)
        if a.ndim != 2 or b.ndim != 2 or a.shape[1] != b.shape[0]:
            raise ValueError(f"matmul: shapes {a.shape} and {b.shape} do not fit")
        dtype = np.float64 if np.result_type(a, b) == np.float64 else np.float32
        a, b = a.astype(dtype, copy=False), b.astype(dtype, copy=False)
        if self.properties().kind == "cpu":
            return linalg.matmul(a, b)
        result = np.zeros((a.shape[0], b.shape[1]), dtype)
        if 0 not in (*a.shape, *b.shape):
            self._run_matmul(a, b, result)
        return result

    def _run_matmul(self, a, b, result):
        (rows, inner), columns = a.shape, b.shape[1]
        block = _MATMUL_TILE
        grid = (-(-columns // block[0]), -(-rows // block[1]))
        kernel = self._shipped("matmul", result.dtype)
        with self.to_device(a) as da, self.to_device(b) as db, self.malloc(result.nbytes) as dc:
            kernel.launch(grid, block, [da, db, dc, np.int32(rows), np.int32(columns), np.int32(inner)])
            dc.copy_to(result)

    def _shipped(self, name, dtype):
        """A kernel of the package, compiled once a device and type."""
        key = name, np.dtype(dtype)
        if key not in self._modules:
            text = (Path(__file__).parent / "kernels" / f"{name}.cl").read_text()
            real = "double" if key[1] == np.float64 else "float"
            self._modules[key] = self.compile(text, options=f"-DREAL={real}", file_name=f"{name}.cl")
        return self._modules[key][name]
