"""vgpu.einsum: NumPy's einsum by the engine for sums of products.

SPDX-License-Identifier: MIT
"""
import numpy as np

from . import _aligned, _native

__all__ = ["einsum", "einsum_path"]

_ORDERS = {True: 0, "greedy": 1, "dp": 2, "optimal": 2, False: 3}
_ENGINE = {"e": "f", "f": "f", "d": "d", "F": "F", "D": "D"}  # the engine's type for a type of NumPy's


def _plan(subscripts, arrays, dtype, optimize, memory_limit):
    # What is no name at all may not be looked for in a table; by its text it is refused like a wrong name.
    order = _ORDERS.get(optimize) if isinstance(optimize, (bool, str)) else None
    if order is None:
        raise ValueError(f"einsum: optimize {optimize!r} is none of True, False, 'greedy', 'dp', 'optimal'")
    return _native.EinsumPlan(subscripts, arrays, dtype, order, memory_limit or 0)


def _readable(array, dtype):
    """The array itself if the engine can read it, at any address and with any strides that count elements; else a copy."""
    if array.dtype.char == dtype and array.dtype.isnative:
        size = array.itemsize
        for stride in array.strides:
            if stride % size:
                break
        else:
            return array
    return np.array(array, dtype)


def _by_engine(subscripts, arrays, dtype, optimize, memory_limit):
    arrays = [_readable(a, dtype) for a in arrays]
    plan = _plan(subscripts, arrays, dtype, optimize, memory_limit)
    if len(arrays) == 1 and plan.products == 1:
        return _by_numpy(subscripts, arrays)  # which gives a view where nothing is summed up
    result = _aligned.empty(plan.shape, dtype)
    plan.run(arrays, result)
    return result


def _fit_floats(arrays, products):
    """Whether all sums of so many products of these whole numbers, and of some of them, are so small that doubles hold them exactly."""
    most = int(products) if products < 2**53 else 2**53
    for a in arrays:
        most *= max(1, int(a.max()), -int(a.min())) if a.size else 1
    return most <= 2**53


def _by_numpy(subscripts, arrays):
    """By NumPy's loops, which know letters of ASCII only."""
    free = [c for c in map(chr, (*range(97, 123), *range(65, 91))) if c not in subscripts]
    others = sorted(c for c in set(subscripts) if not c.isascii())
    return np.asarray(np.einsum(subscripts.translate(dict(zip(map(ord, others), free))), *arrays,
                                optimize=len(arrays) > 1))


def _whole_numbers(subscripts, arrays, optimize, memory_limit, dtype):
    """By the engine where that is exact, else by NumPy's loops, which drop the digits that do not fit the type, too."""
    plan = _plan(subscripts, arrays, "d", optimize, memory_limit)  # which also finds what is wrong with the text
    if not _fit_floats(arrays, plan.products):
        return _by_numpy(subscripts, arrays)
    # By way of the longest type: what a float beyond the shorter one becomes is nobody's promise.
    return np.rint(_by_engine(subscripts, arrays, "d", optimize, memory_limit)).astype(np.int64).astype(dtype)


def einsum(subscripts, *operands, optimize=True, memory_limit=None, out=None):
    """Sums of products by Einstein's convention, as numpy.einsum: `einsum("ij,jk->ik", a, b)`.

    Ellipses, implicit output, diagonals and broadcasting as in NumPy. `optimize` chooses the order of contractions: True (all orders
    up to eight operands, else greedy), "greedy", "dp", or False (from left to right). `memory_limit` is the most elements that an
    intermediate result should have: orders that keep it are preferred, and what does not fit is computed a part at a time.
    Whole numbers give what they give in NumPy, by the engine as long as doubles hold all sums exactly.

    >>> einsum("ij,jk", np.eye(2), np.ones((2, 3))).shape
    (2, 3)
    """
    if not operands:
        raise ValueError("einsum: no operands")
    if not isinstance(subscripts, str):
        raise TypeError(f"einsum: the first argument is a text such as 'ij,jk->ik', not {type(subscripts).__name__}")
    if memory_limit is not None and memory_limit < 1:
        raise ValueError(f"einsum: memory_limit {memory_limit} leaves room for nothing")
    arrays = [np.asarray(x) for x in operands]
    whole = np.result_type(*arrays)
    engine = _ENGINE.get(whole.char)
    if engine:
        result = _by_engine(subscripts, arrays, engine, optimize, memory_limit)
        if whole.char != engine:
            result = result.astype(whole)
    elif whole.kind in "iub":
        result = _whole_numbers(subscripts, arrays, optimize, memory_limit, whole)
    elif whole.kind in "fc":  # longer than the engine's
        _plan(subscripts, arrays, "d", optimize, memory_limit)
        result = _by_numpy(subscripts, arrays)
    else:
        raise TypeError(f"einsum: no sums of products of {whole}")
    if out is not None:
        if out.shape != result.shape:
            raise ValueError(f"einsum: out has shape {out.shape}, the result {result.shape}")
        out[...] = result
        return out
    return result[()] if result.ndim == 0 else result


def einsum_path(subscripts, *operands, optimize=True, memory_limit=None):
    """The pairs of operands in the order in which einsum would contract them; results go to the end of the list."""
    return _plan(subscripts, [np.asarray(x) for x in operands], "d", optimize, memory_limit).path
