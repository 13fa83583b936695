"""Linear algebra on NumPy arrays and buffers, computed by vGPU's engines on the cpu device.

Arrays are read and written in place where their layout allows it: rows or columns side by side, any alignment of rows, any stride
between the matrices of a stack. Buffers have the type and shape of the array that they were made from; `Buffer.view(dtype, shape)`
gives others.

SPDX-License-Identifier: MIT
"""
import numpy as np

from . import _aligned, _native
from .buffer import Buffer

__all__ = ["matmul", "matmul_bf16", "matmul_int8", "strassen"]


def _common_type(*arrays):
    """float32 and complex64 stay; what they cannot hold becomes float64 or complex128, as in NumPy."""
    for array in arrays:
        if array.dtype.kind not in "fiubc":
            raise TypeError(f"matmul: no product of {array.dtype}")
    found = np.result_type(*arrays)
    if found.kind == "f":
        return np.dtype(np.float32) if found.itemsize <= 4 else np.dtype(np.float64)
    if found.kind == "c":
        return np.dtype(np.complex64) if found.itemsize <= 8 else np.dtype(np.complex128)
    return np.dtype(np.float64)


def _readable(array, dtype):
    """The array itself if an engine can read it, else a copy."""
    flags = array.flags
    if array.dtype != dtype or not flags.aligned:
        return np.array(array, dtype, order="C")
    if flags.c_contiguous:
        return array
    rows, columns = array.shape[-2:]
    row, column = (step // array.itemsize for step in array.strides[-2:])
    exact = all(step % array.itemsize == 0 and step >= 0 for step in array.strides)
    by_rows = (columns <= 1 or column == 1) and (rows <= 1 or row >= max(columns, 1))
    by_columns = (rows <= 1 or row == 1) and (columns <= 1 or column >= max(rows, 1))
    return array if exact and (by_rows or by_columns) else np.array(array, dtype, order="C")


def _writable(array, dtype):
    """Whether results can go straight into the array."""
    return (array.dtype == dtype and array.flags.aligned and array.flags.writeable
            and _readable(array, dtype) is array
            and (array.shape[-1] <= 1 or array.strides[-1] == array.itemsize))


def _stacks(array, shape):
    """The array broadcast to a stack of that shape, as 3-D parts with one stride each."""
    whole = array if array.shape[:-2] == shape else np.broadcast_to(array, shape + array.shape[-2:])
    if len(shape) == 0:
        yield whole[np.newaxis]
    elif len(shape) == 1:
        yield whole
    else:
        for index in np.ndindex(*shape[:-1]):
            yield whole[index]


def _multiply(a, b, out):
    shape = out.shape[:-2]
    if len(shape) == 1 and a.shape[:-2] == shape and b.shape[:-2] == shape:
        return _native.gemm(a, b, out)
    for left, right, result in zip(_stacks(a, shape), _stacks(b, shape), _stacks_of_result(out)):
        _native.gemm(left, right, result)


def _stacks_of_result(out):
    if out.ndim == 2:
        yield out[np.newaxis]
    elif out.ndim == 3:
        yield out
    else:
        for index in np.ndindex(*out.shape[:-3]):
            yield out[index]


def _overlaps(out, *operands):
    return any(np.may_share_memory(out, operand) for operand in operands)


def matmul(a, b, transpose_a=False, transpose_b=False, out=None):
    """The matrix product of arrays, as numpy.matmul: vectors, matrices, and stacks of matrices that broadcast.

    float32 gives float32, complex stays complex, all else float64. `transpose_a` and `transpose_b` exchange the last two axes, without a copy.
    The result goes to `out`, if given.

    >>> matmul(np.ones((2, 3), np.float32), np.ones((4, 3), np.float32), transpose_b=True).shape
    (2, 4)
    """
    a, b = np.asarray(a), np.asarray(b)
    if a.ndim == 0 or b.ndim == 0:
        raise ValueError("matmul: an operand is a scalar; use multiplication")
    dtype = _common_type(a, b)
    vector_a, vector_b = a.ndim == 1, b.ndim == 1
    left = a[np.newaxis, :] if vector_a else np.swapaxes(a, -1, -2) if transpose_a else a
    right = b[:, np.newaxis] if vector_b else np.swapaxes(b, -1, -2) if transpose_b else b
    if left.shape[-1] != right.shape[-2]:
        raise ValueError(f"matmul: shapes {a.shape} and {b.shape} do not fit")
    stack = left.shape[:-2]
    if right.shape[:-2] != stack:
        stack = np.broadcast_shapes(stack, right.shape[:-2])
    shape = (*stack, left.shape[-2], right.shape[-1])
    squeezed = stack + shape[len(stack) + vector_a:len(shape) - vector_b]
    if isinstance(out, Buffer):
        out = out.as_array(dtype)
        out = out[: int(np.prod(squeezed))].reshape(squeezed) if out.ndim == 1 and out.size >= np.prod(squeezed) else out
    if out is not None and out.shape != squeezed:
        raise ValueError(f"matmul: out has shape {out.shape}, the result {squeezed}")
    target = out.reshape(shape) if out is not None and out.flags.c_contiguous else None if out is None else (
        out if out.shape == shape else None)
    left, right = _readable(left, dtype), _readable(right, dtype)
    direct = target is not None and _writable(target, dtype) and not _overlaps(target, left, right)
    result = target if direct else _aligned.empty(shape, dtype)
    if result.size:
        _multiply(left, right, result)
    if direct:
        return out
    result = result.reshape(squeezed)
    if out is None:
        return result if squeezed else result[()]
    out[...] = result
    return out


def _small_product(a, b, name, dtype, wide):
    """The product of matrices or stacks of them of a type that results do not have."""
    a, b = np.asarray(a), np.asarray(b)
    if a.dtype != dtype or b.dtype != dtype:
        raise TypeError(f"{name}: operands of {a.dtype} and {b.dtype}, not {np.dtype(dtype)}")
    if a.ndim < 2 or b.ndim < 2 or a.shape[-1] != b.shape[-2]:
        raise ValueError(f"{name}: shapes {a.shape} and {b.shape} do not fit")
    stack = np.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    result = _aligned.empty((*stack, a.shape[-2], b.shape[-1]), wide)
    if result.size:
        _multiply(_readable(a, a.dtype), _readable(b, b.dtype), result)
    return result


def matmul_int8(a, b):
    """The product of int8 matrices, or stacks of them, with exact sums in int32."""
    return _small_product(a, b, "matmul_int8", np.int8, np.int32)


def matmul_bf16(a, b):
    """The product of bfloat16 matrices, or stacks of them, given as their bits in uint16 (the upper half of a float32); sums and
    result are float32."""
    return _small_product(a, b, "matmul_bf16", np.uint16, np.float32)


def strassen(a, b, levels=None):
    """The product of two matrices by Strassen's recursion of 0, 1 or 2 levels; None: as many as pay for their size.

    Faster for large matrices, less accurate where elements differ much in size: an error is bounded by the largest elements of
    a and b, about 12**levels times the usual bound (docs/engines.md).
    """
    a, b = np.asarray(a), np.asarray(b)
    if a.ndim != 2 or b.ndim != 2 or a.shape[1] != b.shape[0]:
        raise ValueError(f"strassen: shapes {a.shape} and {b.shape} do not fit")
    if levels not in (None, 0, 1, 2):
        raise ValueError(f"strassen: levels {levels} is none of None, 0, 1, 2")
    dtype = _common_type(a, b)
    if dtype.kind == "c":
        raise TypeError("strassen: complex matrices are not supported; use matmul")
    result = _aligned.empty((a.shape[0], b.shape[1]), dtype)
    if result.size:
        _native.strassen(_readable(a, dtype)[np.newaxis], _readable(b, dtype)[np.newaxis], result[np.newaxis],
                         -1 if levels is None else levels)
    return result
