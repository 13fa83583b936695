"""vgpu.Buffer with NumPy views.

SPDX-License-Identifier: MIT
"""
import numpy as np

from . import _native


class Buffer(_native.Buffer):
    """Device memory of a fixed number of bytes.

    NumPy sees it without a copy (`view`, `numpy.asarray`, `numpy.from_dlpack`); making a view waits for the
    device's work. A view stays valid after free(): the memory goes back when the last one is gone.
    """

    def view(self, dtype=np.uint8, shape=None):
        """The memory as an array of that type and shape, without a copy."""
        flat = np.frombuffer(self, dtype=np.uint8)
        usable = flat[: len(flat) - len(flat) % np.dtype(dtype).itemsize].view(dtype)
        return usable if shape is None else usable[: int(np.prod(shape))].reshape(shape)

    @property
    def __array_interface__(self):
        view = np.frombuffer(self, dtype=np.uint8)
        return {"version": 3, "shape": view.shape, "typestr": "|u1", "data": (view.ctypes.data, False)}
