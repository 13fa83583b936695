"""vgpu.Buffer with NumPy views.

SPDX-License-Identifier: MIT
"""
import numpy as np

from . import _native


class Buffer(_native.Buffer):
    """Device memory of a fixed number of bytes, or of an array's type and shape.

    NumPy sees it without a copy (`view`, `numpy.asarray`, `numpy.from_dlpack`); making a view waits for the
    device's work. A view stays valid after free(): the memory goes back when the last one is gone.

    `dtype` and `shape` are those of the array that it was made from (Device.to_device); memory of malloc is bytes.
    """

    def __init__(self, device, nbytes):
        super().__init__(device, nbytes)
        self.dtype, self.shape = np.dtype(np.uint8), (nbytes,)
        self._has_type = False

    @classmethod
    def like(cls, device, array):
        """New memory for an array of that type and shape; its contents are not copied."""
        buffer = cls(device, array.nbytes)
        buffer.dtype, buffer.shape, buffer._has_type = array.dtype, array.shape, True
        try:
            buffer._set_layout(memoryview(array).format, array.itemsize, array.shape)
        except ValueError:  # Python's buffers have no dates and the like; view() has them all the same
            pass
        return buffer

    def view(self, dtype=None, shape=None):
        """The memory as an array, without a copy: as it is, or with another type (then flat) or shape."""
        if dtype is None and shape is None:
            shape = self.shape
        dtype = np.dtype(self.dtype if dtype is None else dtype)
        flat = np.frombuffer(self, dtype=np.uint8)
        usable = flat[: len(flat) - len(flat) % dtype.itemsize].view(dtype)
        return usable if shape is None else usable[: int(np.prod(shape))].reshape(shape)

    def as_array(self, otherwise):
        """A view with the buffer's own type and shape; of type `otherwise`, and flat, if it has none (malloc)."""
        return self.view() if self._has_type else self.view(otherwise)

    @property
    def __array_interface__(self):
        return self.view().__array_interface__

    def __dlpack__(self, **options):
        return self.view().__dlpack__(**options)

    def __dlpack_device__(self):
        return (1, 0)  # the host's memory, in DLPack's numbers
