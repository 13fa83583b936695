"""Fourier transforms with NumPy's names and arguments.

Single precision stays single: complex64 and float32 (and float16) give complex64, everything else complex128.
Arrays may have any strides and lie anywhere; a vgpu.Buffer without a type counts as a line of complex64 (float32 for
rfft). `out` may be an array or a buffer, also the input itself where their shapes are the same.

SPDX-License-Identifier: MIT
"""
import math
import operator

import numpy as np

from . import _native
from .buffer import Buffer

__all__ = ["fft", "ifft", "rfft", "irfft", "fft2", "ifft2", "rfft2", "irfft2", "fftn", "ifftn", "rfftn", "irfftn"]

_COMPLEX, _REAL_FORWARD, _REAL_BACKWARD = 0, 1, 2
_MAX_DIMS = 8
_NORMS = {None: "backward", "backward": "backward", "ortho": "ortho", "forward": "forward"}


def _as_array(a, kind):
    if isinstance(a, Buffer):
        a = a.as_array(np.float32 if kind == _REAL_FORWARD else np.complex64)
    a = np.asarray(a)
    if a.dtype.kind not in "biufc":
        raise TypeError(f"cannot transform an array of {a.dtype}")
    if kind == _REAL_FORWARD and a.dtype.kind == "c":
        raise TypeError("rfft takes real numbers: use fft for complex ones")
    single = a.dtype in (np.float16, np.float32, np.complex64)
    if kind == _REAL_FORWARD:
        wanted = np.float32 if single else np.float64
    else:
        wanted = np.complex64 if single else np.complex128
    a = a.astype(wanted, copy=False)
    aligned = a.flags.aligned and all(stride % a.itemsize == 0 for stride in a.strides)
    return a if aligned and a.dtype.isnative else np.array(a, dtype=wanted, order="C")


def _resized(a, axes, lengths):
    """The array cut or padded with zeros to these lengths along the axes."""
    shape = list(a.shape)
    for axis, length in zip(axes, lengths):
        shape[axis] = length
    a = a[tuple(slice(min(old, new)) for old, new in zip(a.shape, shape))]
    if list(a.shape) == shape:
        return a
    padded = np.zeros(shape, a.dtype)
    padded[tuple(slice(n) for n in a.shape)] = a
    return padded


def _normalized(axis, ndim):
    axis = operator.index(axis)
    if not -ndim <= axis < ndim:
        raise IndexError(f"axis {axis} is out of bounds for array of dimension {ndim}")
    return axis % ndim


def _lengths_and_axes(a, s, axes, kind):
    if axes is None:
        axes = range(a.ndim) if s is None else range(-len(s), 0)
    axes = [_normalized(axis, a.ndim) for axis in axes]
    if len(set(axes)) != len(axes):
        raise ValueError(f"axes {axes} are not all different")
    if s is None:
        s = [a.shape[axis] for axis in axes]
        if kind == _REAL_BACKWARD and axes:
            s[-1] = 2 * (s[-1] - 1)
    s = [operator.index(n) for n in s]
    if len(s) != len(axes):
        raise ValueError("shape and axes have different lengths")
    for n in s:
        if n < 1:
            raise ValueError(f"Invalid number of FFT data points ({n}) specified.")
    return s, axes


def _scale(count, norm, backward):
    if norm not in _NORMS:
        raise ValueError(f'Invalid norm value {norm}; should be "backward", "ortho" or "forward".')
    norm = _NORMS[norm]
    if norm == "ortho":
        return 1 / math.sqrt(count)
    return 1 / count if (norm == "backward") == backward else 1.0


def _out_array(out, shape, dtype):
    if out is None:
        return np.empty(shape, dtype)
    if isinstance(out, Buffer):
        if out.nbytes < int(np.prod(shape)) * dtype.itemsize:
            raise ValueError(f"out: {out.nbytes} bytes are too few for {shape} of {dtype}")
        return out.view(dtype, shape)
    if not isinstance(out, np.ndarray) or out.shape != tuple(shape) or out.dtype != dtype:
        raise ValueError(f"out: must be an array of {dtype} with shape {tuple(shape)}")
    if not (out.flags.writeable and out.flags.aligned and all(n % out.itemsize == 0 for n in out.strides)):
        raise ValueError("out: must be writeable and aligned")
    return out


def _dims(lengths, a, out, axes):
    return [(n, a.strides[i] // a.itemsize, out.strides[i] // out.itemsize) for n, i in zip(lengths, axes)]


def _transform(a, s, axes, norm, out, kind, backward):
    a = _as_array(a, kind)
    lengths, axes = _lengths_and_axes(a, s, axes, kind)
    if not axes:
        raise ValueError("at least one axis must be transformed")
    stored = list(lengths)  # of the input
    if kind == _REAL_BACKWARD:
        stored[-1] = lengths[-1] // 2 + 1
    a = _resized(a, axes, stored)
    shape = list(a.shape)
    if kind != _COMPLEX:
        shape[axes[-1]] = lengths[-1] // 2 + 1 if kind == _REAL_FORWARD else lengths[-1]
    f64 = a.dtype in (np.complex128, np.float64)
    types = (np.float64, np.complex128) if f64 else (np.float32, np.complex64)
    scale = _scale(math.prod(lengths), norm, backward)
    target = _out_array(out, shape, np.dtype(types[kind != _REAL_BACKWARD]))
    if target.size:
        _run(a, target, kind, f64, backward, lengths, axes, scale)
    return target if out is None else out


def _run(a, target, kind, f64, backward, lengths, axes, scale):
    same = a.ctypes.data == target.ctypes.data and a.strides == target.strides
    if np.may_share_memory(a, target) and not same:
        a = a.copy()
    others = [i for i in range(a.ndim) if i not in axes and a.shape[i] != 1]
    if len(others) > _MAX_DIMS or len(axes) > _MAX_DIMS:
        raise ValueError(f"more than {_MAX_DIMS} axes of each kind")
    _native.fft(kind, f64, backward, _dims(lengths, a, target, axes),
                _dims([a.shape[i] for i in others], a, target, others), scale, a.ctypes.data, target.ctypes.data)


def fft(a, n=None, axis=-1, norm=None, out=None):
    """The transform along one axis."""
    return _transform(a, None if n is None else [n], [axis], norm, out, _COMPLEX, False)


def ifft(a, n=None, axis=-1, norm=None, out=None):
    """The inverse of fft."""
    return _transform(a, None if n is None else [n], [axis], norm, out, _COMPLEX, True)


def rfft(a, n=None, axis=-1, norm=None, out=None):
    """The transform of real numbers: the n // 2 + 1 results that the others follow from."""
    return _transform(a, None if n is None else [n], [axis], norm, out, _REAL_FORWARD, False)


def irfft(a, n=None, axis=-1, norm=None, out=None):
    """The inverse of rfft; n is the number of real results, 2 * (len - 1) if not given."""
    return _transform(a, None if n is None else [n], [axis], norm, out, _REAL_BACKWARD, True)


def fftn(a, s=None, axes=None, norm=None, out=None):
    """The transform along several axes, all if none are given."""
    return _transform(a, s, axes, norm, out, _COMPLEX, False)


def ifftn(a, s=None, axes=None, norm=None, out=None):
    """The inverse of fftn."""
    return _transform(a, s, axes, norm, out, _COMPLEX, True)


def rfftn(a, s=None, axes=None, norm=None, out=None):
    """The transform of real numbers along several axes; the last one is the one that is halved."""
    return _transform(a, s, axes, norm, out, _REAL_FORWARD, False)


def irfftn(a, s=None, axes=None, norm=None, out=None):
    """The inverse of rfftn."""
    return _transform(a, s, axes, norm, out, _REAL_BACKWARD, True)


def fft2(a, s=None, axes=(-2, -1), norm=None, out=None):
    """fftn along two axes."""
    return _transform(a, s, axes, norm, out, _COMPLEX, False)


def ifft2(a, s=None, axes=(-2, -1), norm=None, out=None):
    """The inverse of fft2."""
    return _transform(a, s, axes, norm, out, _COMPLEX, True)


def rfft2(a, s=None, axes=(-2, -1), norm=None, out=None):
    """rfftn along two axes."""
    return _transform(a, s, axes, norm, out, _REAL_FORWARD, False)


def irfft2(a, s=None, axes=(-2, -1), norm=None, out=None):
    """The inverse of rfft2."""
    return _transform(a, s, axes, norm, out, _REAL_BACKWARD, True)
