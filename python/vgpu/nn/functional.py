"""Linear layers, convolution, pooling and attention with their gradients; float32 arrays, computed by vGPU's engines on the cpu device.

Tensors are [batch, channels, height, width] (or with depth before height), as in PyTorch; attention takes
[batch, heads, tokens, size]. Other types are converted.

SPDX-License-Identifier: MIT
"""
import operator

import numpy as np

from .. import _aligned, _native

__all__ = [
    "attention", "attention_backward", "avg_pool2d", "avg_pool3d", "conv2d", "conv2d_backward", "conv3d", "conv3d_backward",
    "conv_transpose2d", "conv_transpose3d", "linear", "max_pool2d", "max_pool3d", "pool_backward",
]

_MAX, _AVERAGE, _AVERAGE_INSIDE = 0, 1, 2


def _floats(array):
    array = np.asarray(array)
    if array.dtype.kind not in "fiub":
        raise TypeError(f"nn.functional: an array of {array.dtype}, not of real numbers")
    return np.require(array, np.float32, "CA")


def _some(sizes, name, x, kernel):
    """Sizes of a result, which must not be empty."""
    if min(sizes) < 1:
        raise ValueError(f"{name}: with a kernel of {tuple(kernel)} an image of {tuple(x[2:])} gives nothing")
    return tuple(sizes)


def _sizes(value, axes, name):
    """One number for all axes or one for each, filled up to three axes."""
    values = tuple(value) if np.ndim(value) else (value,) * axes
    if len(values) != axes:
        raise ValueError(f"{name}: {value} has not {axes} sizes")
    return (1,) * (3 - axes) + tuple(operator.index(v) for v in values)


def _paddings(value, axes):
    return (0,) * (3 - axes) + _sizes(value, axes, "padding")[3 - axes:]


def _shape(x, out_channels, groups, kernel, stride, padding, dilation, axes):
    spatial = (1,) * (3 - axes) + x[2:]
    return (x[0], x[1], out_channels, groups, *spatial, *_sizes(kernel, axes, "kernel"),
            *_sizes(stride, axes, "stride"), *_paddings(padding, axes), *_sizes(dilation, axes, "dilation"))


def _checked(x, weight, axes, groups, name):
    x, weight = _floats(x), _floats(weight)
    if x.ndim != axes + 2 or weight.ndim != axes + 2:
        raise ValueError(f"{name}: shapes {x.shape} and {weight.shape} are not {axes + 2}-dimensional")
    if groups < 1 or x.shape[1] != weight.shape[1] * groups:
        raise ValueError(f"{name}: {x.shape[1]} channels, weights for {weight.shape[1]} in {groups} groups")
    return x, weight


def _conv(x, weight, bias, stride, padding, dilation, groups, axes):
    x, weight = _checked(x, weight, axes, groups, f"conv{axes}d")
    shape = _shape(x.shape, weight.shape[0], groups, weight.shape[2:], stride, padding, dilation, axes)
    out = _some(_native.convolution_output(shape)[3 - axes:], f"conv{axes}d", x.shape, weight.shape[2:])
    y = _aligned.empty((x.shape[0], weight.shape[0], *out), np.float32)
    _native.convolution(shape, x, weight, None if bias is None else _floats(bias), y)
    return y


def _conv_backward(grad, x, weight, stride, padding, dilation, groups, axes):
    x, weight = _checked(x, weight, axes, groups, f"conv{axes}d_backward")
    grad = _floats(grad)
    shape = _shape(x.shape, weight.shape[0], groups, weight.shape[2:], stride, padding, dilation, axes)
    grad_x, grad_w = np.empty_like(x), np.empty_like(weight)
    grad_bias = np.empty(weight.shape[0], np.float32)
    _native.convolution_backward_data(shape, grad, weight, grad_x)
    _native.convolution_backward_weights(shape, x, grad, grad_w, grad_bias)
    return grad_x, grad_w, grad_bias


def _conv_transpose(x, weight, bias, stride, padding, output_padding, groups, dilation, axes):
    x, weight = _floats(x), _floats(weight)
    if x.ndim != axes + 2 or weight.ndim != axes + 2 or x.shape[1] != weight.shape[0]:
        raise ValueError(f"conv_transpose{axes}d: shapes {x.shape} and {weight.shape} do not fit")
    steps, edges = _sizes(stride, axes, "stride")[3 - axes:], _paddings(padding, axes)[3 - axes:]
    more, gaps = _paddings(output_padding, axes)[3 - axes:], _sizes(dilation, axes, "dilation")[3 - axes:]
    if any(m >= max(s, d) for m, s, d in zip(more, steps, gaps)):
        raise ValueError(f"conv_transpose{axes}d: output_padding {more} is neither below the stride nor the dilation")
    full = tuple((n - 1) * s + d * (k - 1) + 1 for n, s, d, k in zip(x.shape[2:], steps, gaps, weight.shape[2:]))
    out = _some([n - 2 * p + m for n, p, m in zip(full, edges, more)], f"conv_transpose{axes}d", x.shape, weight.shape[2:])
    if all(m < s for m, s in zip(more, steps)):
        y = _untransposed(x, weight, out, stride, padding, dilation, groups, axes)
    else:  # a convolution of such a result would have more than x: its part of the whole, with zeros behind
        whole = _untransposed(x, weight, full, stride, 0, dilation, groups, axes)
        y = np.zeros((*whole.shape[:2], *out), np.float32)
        part = whole[(..., *(slice(p, p + n) for p, n in zip(edges, out)))]
        y[tuple(slice(n) for n in part.shape)] = part
    if bias is not None:
        y += _floats(bias).reshape(-1, *(1,) * axes)
    return y


def _untransposed(x, weight, out, stride, padding, dilation, groups, axes):
    y = _aligned.empty((x.shape[0], weight.shape[1] * groups, *out), np.float32)
    shape = _shape(y.shape, x.shape[1], groups, weight.shape[2:], stride, padding, dilation, axes)
    _native.convolution_backward_data(shape, x, weight, y)
    return y


def conv2d(x, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """y[n, o] = sum over c of x[n, c] correlated with weight[o, c], plus bias[o]."""
    return _conv(x, weight, bias, stride, padding, dilation, groups, 2)


def conv3d(x, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """conv2d with a depth before height and width."""
    return _conv(x, weight, bias, stride, padding, dilation, groups, 3)


def conv2d_backward(grad, x, weight, stride=1, padding=0, dilation=1, groups=1):
    """Gradients of x, weight and bias from that of conv2d's result."""
    return _conv_backward(grad, x, weight, stride, padding, dilation, groups, 2)


def conv3d_backward(grad, x, weight, stride=1, padding=0, dilation=1, groups=1):
    """Gradients of x, weight and bias from that of conv3d's result."""
    return _conv_backward(grad, x, weight, stride, padding, dilation, groups, 3)


def conv_transpose2d(x, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
    """The gradient of conv2d as a function of its own; weight is [in, out / groups, height, width]."""
    return _conv_transpose(x, weight, bias, stride, padding, output_padding, groups, dilation, 2)


def conv_transpose3d(x, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
    """conv_transpose2d with a depth before height and width."""
    return _conv_transpose(x, weight, bias, stride, padding, output_padding, groups, dilation, 3)


def _pool_shape(x, kernel_size, stride, padding, dilation, axes):
    if x.ndim != axes + 2:
        raise ValueError(f"pooling: shape {x.shape} is not {axes + 2}-dimensional")
    if any(2 * p > k for p, k in zip(_paddings(padding, axes)[3 - axes:], _sizes(kernel_size, axes, "kernel")[3 - axes:])):
        raise ValueError(f"pooling: padding {padding} is more than half of the kernel {kernel_size}")
    return _shape(x.shape, x.shape[1], 1, kernel_size, kernel_size if stride is None else stride, padding, dilation, axes)


def _pool(x, kind, kernel_size, stride, padding, dilation, axes):
    x = _floats(x)
    shape = _pool_shape(x, kernel_size, stride, padding, dilation, axes)
    out = _some(_native.convolution_output(shape)[3 - axes:], "pooling", x.shape, _sizes(kernel_size, axes, "kernel")[3 - axes:])
    y = _aligned.empty((*x.shape[:2], *out), np.float32)
    _native.pooling(shape, kind, x, y)
    return y


def max_pool2d(x, kernel_size, stride=None, padding=0, dilation=1):
    """The maximum of each window; windows lie side by side unless `stride` says otherwise."""
    return _pool(x, _MAX, kernel_size, stride, padding, dilation, 2)


def max_pool3d(x, kernel_size, stride=None, padding=0, dilation=1):
    """max_pool2d with a depth before height and width."""
    return _pool(x, _MAX, kernel_size, stride, padding, dilation, 3)


def avg_pool2d(x, kernel_size, stride=None, padding=0, count_include_pad=True):
    """The mean of each window."""
    return _pool(x, _AVERAGE if count_include_pad else _AVERAGE_INSIDE, kernel_size, stride, padding, 1, 2)


def avg_pool3d(x, kernel_size, stride=None, padding=0, count_include_pad=True):
    """avg_pool2d with a depth before height and width."""
    return _pool(x, _AVERAGE if count_include_pad else _AVERAGE_INSIDE, kernel_size, stride, padding, 1, 3)


def pool_backward(grad, x, kind, kernel_size, stride=None, padding=0, dilation=1, count_include_pad=True):
    """The gradient of x for kind "max" or "avg"; two or three dimensions, as x has."""
    if kind not in ("max", "avg"):
        raise ValueError(f'pool_backward: kind {kind!r} is none of "max", "avg"')
    x, grad = _floats(x), _floats(grad)
    shape = _pool_shape(x, kernel_size, stride, padding, dilation, x.ndim - 2)
    number = _MAX if kind == "max" else _AVERAGE if count_include_pad else _AVERAGE_INSIDE
    result = np.empty_like(x)
    _native.pooling_backward(shape, number, x, grad, result)
    return result


_ACTIVATIONS = {None: 0, "relu": 1, "gelu": 2}


def linear(x, weight, bias=None, activation=None, residual=None):
    """activation(x @ weight.T + bias) + residual in one walk over the result; weight is [out, in], activation None, "relu" or "gelu"
    (in the form with tanh)."""
    x, weight = _floats(x), _floats(weight)
    if weight.ndim != 2 or x.ndim < 1 or x.shape[-1] != weight.shape[1]:
        raise ValueError(f"linear: shapes {x.shape} and {weight.shape} do not fit")
    if activation not in _ACTIVATIONS:
        raise ValueError(f'linear: activation {activation!r} is none of None, "relu", "gelu"')
    bias = None if bias is None else _floats(bias)
    if bias is not None and bias.shape != weight.shape[:1]:
        raise ValueError(f"linear: a bias of shape {bias.shape} for {weight.shape[0]} results")
    y = _aligned.empty((*x.shape[:-1], weight.shape[0]), np.float32)
    if residual is not None:
        residual = _floats(residual)
        if residual.shape != y.shape:
            raise ValueError(f"linear: a residual of shape {residual.shape} for results of {y.shape}")
        residual = residual.reshape(1, -1, weight.shape[0])
    if y.size:
        _native.fused_gemm(x.reshape(1, -1, x.shape[-1]) if x.size else x.reshape(1, y.size // weight.shape[0], 0),
                           weight.T[np.newaxis], y.reshape(1, -1, weight.shape[0]), bias, _ACTIVATIONS[activation], residual)
    return y


def _heads(array):
    array = np.asarray(array)
    if array.ndim != 4:
        raise ValueError(f"attention: shape {array.shape} is not [batch, heads, tokens, size]")
    in_place = (array.dtype == np.float32 and array.flags.aligned and all(s >= 0 and s % 4 == 0 for s in array.strides)
                and (array.shape[3] <= 1 or array.strides[3] == 4))
    return array if in_place else _floats(array)


def attention(q, k, v, causal=False, scale=None, return_logsum=False):
    """softmax(scale * q k^T) v for [batch, heads, tokens, size], without the matrix of all pairs in memory.

    scale is 1 / sqrt(size) unless given. With `causal` query i sees the keys up to i + keys - queries. `return_logsum` gives
    log(sum(exp(scores))) too, which attention_backward needs.
    """
    q, k, v = _heads(q), _heads(k), _heads(v)
    if k.shape != (*q.shape[:2], k.shape[2], q.shape[3]) or v.shape[:3] != k.shape[:3]:
        raise ValueError(f"attention: shapes {q.shape}, {k.shape} and {v.shape} do not fit")
    out = _aligned.empty((*q.shape[:3], v.shape[3]), np.float32)
    logsum = np.empty(q.shape[:3], np.float32) if return_logsum else None
    _native.attention(q, k, v, out, logsum, _scale(scale, q), bool(causal))
    return (out, logsum) if return_logsum else out


def attention_backward(grad, q, k, v, out, logsum, causal=False, scale=None):
    """Gradients of q, k and v from that of attention's result; `out` and `logsum` are what attention gave."""
    q, k, v, out, grad = (_floats(_heads(x)) for x in (q, k, v, out, grad))
    if grad.shape != out.shape or out.shape != (*q.shape[:3], v.shape[3]) or np.shape(logsum) != q.shape[:3]:
        raise ValueError(f"attention_backward: shapes {grad.shape}, {out.shape} and {np.shape(logsum)} do not fit")
    results = np.empty_like(q), np.empty_like(k), np.empty_like(v)
    _native.attention_backward(q, k, v, out, _floats(logsum), grad, *results, _scale(scale, q), bool(causal))
    return results


def _scale(scale, q):
    return float(1 / np.sqrt(max(q.shape[3], 1)) if scale is None else scale)
