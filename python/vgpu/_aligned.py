"""Memory for results, as the engines like it.

SPDX-License-Identifier: MIT
"""
import math

import numpy as np

_LINE = 64
_LARGE = 1 << 18


def empty(shape, dtype):
    """numpy.empty, but large arrays start at a line of the cache.

    NumPy's own start 16 bytes behind a page, so that every vector of a row is written to two lines; with results beyond the
    caches that costs a tenth of a product's time.
    """
    dtype = np.dtype(dtype)
    size = math.prod(shape) * dtype.itemsize
    if size < _LARGE:
        return np.empty(shape, dtype)
    space = np.empty(size + _LINE, np.uint8)
    start = -space.__array_interface__["data"][0] % _LINE
    return space[start:start + size].view(dtype).reshape(shape)
