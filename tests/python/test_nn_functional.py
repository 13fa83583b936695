"""vgpu.nn.functional against plain NumPy: values, gradients, odd sizes, wrong arguments.

SPDX-License-Identifier: MIT
"""
import itertools
import os
import subprocess
import sys

import numpy as np
import pytest
from vgpu.nn import functional as F

RANDOM = np.random.default_rng(2)


def values(*shape):
    return RANDOM.uniform(-1, 1, shape).astype(np.float32)


def close(got, wanted, tolerance=2e-4):
    assert got.shape == wanted.shape
    assert np.allclose(got, wanted, rtol=tolerance, atol=tolerance)


def plain_conv(x, w, stride, padding, dilation, groups):
    """The definition, tap by tap, for any number of axes."""
    axes = x.ndim - 2
    x = np.pad(x.astype(np.float64), [(0, 0), (0, 0)] + [(p, p) for p in padding])
    out = [(n - d * (k - 1) - 1) // s + 1 for n, k, s, d in zip(x.shape[2:], w.shape[2:], stride, dilation)]
    y = np.zeros((x.shape[0], w.shape[0], *out))
    ci, co = w.shape[1], w.shape[0] // groups
    for tap in itertools.product(*map(range, w.shape[2:])):
        part = x[(slice(None), slice(None), *(slice(t * d, t * d + s * (n - 1) + 1, s)
                                              for t, d, s, n in zip(tap, dilation, stride, out)))]
        for g in range(groups):
            y[:, g * co:(g + 1) * co] += np.tensordot(
                part[:, g * ci:(g + 1) * ci], w[(slice(g * co, (g + 1) * co), slice(None), *tap)],
                ((1,), (1,))).transpose(0, axes + 1, *range(1, axes + 1))
    return y


@pytest.mark.parametrize("shape, out", [((3, 5), 7), ((2, 3, 17), 33), ((9,), 4), ((0, 4), 3), ((4, 0), 3), ((70, 64), 130)])
def test_linear(shape, out):
    x, w, bias, residual = values(*shape), values(out, shape[-1]), values(out), values(*shape[:-1], out)
    plain = x @ w.T
    close(F.linear(x, w), plain)
    close(F.linear(x, w, bias), plain + bias)
    close(F.linear(x, w, bias, "relu", residual), np.maximum(plain + bias, 0) + residual)
    gelu = plain / 2 * (1 + np.tanh(np.sqrt(2 / np.pi) * (plain + 0.044715 * plain**3)))
    close(F.linear(x, w, activation="gelu"), gelu)


def test_linear_with_wrong_arguments():
    x, w = values(3, 5), values(7, 5)
    for wrong in (dict(weight=values(5, 7)), dict(bias=values(5)), dict(activation="tanh"), dict(residual=values(3, 5))):
        with pytest.raises(ValueError, match="linear"):
            F.linear(**{"x": x, "weight": w, **wrong})


CONVOLUTIONS = [
    # batch, in, out, groups, size, kernel, stride, padding, dilation
    (2, 3, 5, 1, (7, 9), (3, 3), (1, 1), (1, 1), (1, 1)),
    (1, 4, 6, 2, (8, 8), (3, 2), (2, 1), (1, 0), (1, 2)),
    (3, 6, 6, 6, (11, 5), (3, 3), (2, 2), (1, 1), (1, 1)),
    (2, 17, 19, 1, (6, 31), (1, 1), (1, 1), (0, 0), (1, 1)),
    (1, 2, 3, 1, (13, 13), (5, 5), (3, 3), (2, 2), (2, 2)),
    (2, 2, 4, 1, (3, 5, 7), (2, 3, 3), (1, 2, 1), (1, 1, 0), (1, 1, 2)),
    # as many positions as pixels: whole planes at a time, also where the padding is wider than the image
    (2, 3, 4, 1, (5, 3), (5, 5), (1, 1), (8, 8), (4, 4)),
    (1, 2, 3, 1, (4, 6, 5), (3, 3, 3), (2, 1, 1), (1, 1, 1), (1, 1, 1)),
    (1, 4, 2, 2, (9, 6), (4, 3), (1, 1), (0, 1), (1, 1)),
    (1, 1, 1, 1, (1, 1), (1, 1), (1, 1), (0, 0), (1, 1)),
    (0, 3, 4, 1, (5, 5), (3, 3), (1, 1), (0, 0), (1, 1)),
]


@pytest.mark.parametrize("batch, cin, cout, groups, size, kernel, stride, padding, dilation", CONVOLUTIONS)
def test_convolution(batch, cin, cout, groups, size, kernel, stride, padding, dilation):
    forward = F.conv2d if len(size) == 2 else F.conv3d
    backward = F.conv2d_backward if len(size) == 2 else F.conv3d_backward
    x, w, b = values(batch, cin, *size), values(cout, cin // groups, *kernel), values(cout)
    y = forward(x, w, b, stride, padding, dilation, groups)
    close(y, plain_conv(x, w, stride, padding, dilation, groups) + b.reshape(-1, *(1,) * len(size)))
    grad = values(*y.shape)
    grad_x, grad_w, grad_b = backward(grad, x, w, stride, padding, dilation, groups)
    # A convolution is linear in x and in w: <grad, conv(x', w)> = <grad_x, x'> for all x'.
    for _ in range(3):
        other_x, other_w = values(*x.shape), values(*w.shape)
        close(np.sum(grad_x * other_x, dtype=float),
              np.sum(grad * plain_conv(other_x, w, stride, padding, dilation, groups)), 1e-3)
        close(np.sum(grad_w * other_w, dtype=float),
              np.sum(grad * plain_conv(x, other_w, stride, padding, dilation, groups)), 1e-3)
    close(grad_b, grad.sum((0, *range(2, grad.ndim))), 1e-3)


def test_larger_convolution_in_blocks():
    x, w = values(2, 32, 40, 37), values(70, 32, 3, 3)
    close(F.conv2d(x, w, padding=1), plain_conv(x, w, (1, 1), (1, 1), (1, 1), 1), 1e-3)


@pytest.mark.parametrize("stride, padding, output_padding, groups", [(1, 0, 0, 1), (2, 1, 1, 1), (3, 2, 0, 2)])
def test_transposed_convolution(stride, padding, output_padding, groups):
    x, w = values(2, 4, 5, 6), values(4, 3, 3, 3)
    y = F.conv_transpose2d(x, w, None, stride, padding, output_padding, groups)
    assert y.shape[2] == (5 - 1) * stride - 2 * padding + 2 + output_padding + 1
    other = values(*y.shape)
    wanted = np.sum(x * plain_conv(other, w, (stride,) * 2, (padding,) * 2, (1, 1), groups))
    close(np.sum(y * other, dtype=float), wanted, 1e-3)
    bias = values(y.shape[1])
    close(F.conv_transpose2d(x, w, bias, stride, padding, output_padding, groups), y + bias[:, None, None])


def test_transposed_convolution_with_more_output_padding_than_stride():
    """Zeros between the pixels, then a convolution with the kernel turned around."""
    x, w = values(2, 3, 5, 4), values(3, 2, 3, 2)
    got = F.conv_transpose2d(x, w, stride=(1, 2), padding=(1, 0), output_padding=(1, 2), dilation=(2, 3))
    spread = np.zeros((2, 3, 5, 7), np.float32)
    spread[..., ::2] = x
    turned = w[:, :, ::-1, ::-1].transpose(1, 0, 2, 3)
    whole = plain_conv(spread, turned, (1, 1), (4, 3), (2, 3), 1)
    wanted = np.pad(whole, ((0, 0), (0, 0), (0, 0), (0, 2)))[:, :, 1:9]
    close(got, wanted)
    with pytest.raises(ValueError, match="output_padding"):
        F.conv_transpose2d(x, w, stride=2, output_padding=2)


def test_data_at_odd_addresses():
    def moved(x):
        odd = np.frombuffer(bytearray(x.nbytes + 1), np.uint8)[1:].view(np.float32).reshape(x.shape)
        odd[...] = x
        return odd

    x, w, q = values(1, 2, 6, 6), values(3, 2, 3, 3), values(1, 1, 5, 7)
    assert np.array_equal(F.conv2d(moved(x), moved(w)), F.conv2d(x, w))
    assert np.array_equal(F.max_pool2d(moved(x), 2), F.max_pool2d(x, 2))
    assert np.array_equal(F.attention(moved(q), moved(q), moved(q)), F.attention(q, q, q))


def test_max_pooling():
    x = values(2, 3, 7, 8)
    y = F.max_pool2d(x, 2)
    close(y, x[:, :, :6].reshape(2, 3, 3, 2, 4, 2).max((3, 5)))
    grad = values(*y.shape)
    back = F.pool_backward(grad, x, "max", 2)
    close(back.sum(), grad.sum(), 1e-3)
    assert np.array_equal(back != 0, np.isin(x, y))
    padded = F.max_pool2d(x, 3, 2, 1)
    assert padded.shape == (2, 3, 4, 4) and padded[0, 0, 0, 0] == x[0, 0, :2, :2].max()


def test_average_pooling():
    x = values(1, 2, 4, 6, 8)
    close(F.avg_pool3d(x, 2), x.reshape(1, 2, 2, 2, 3, 2, 4, 2).mean((3, 5, 7)))
    y = F.avg_pool2d(x[0], 3, 1, 1, count_include_pad=False)
    close(y[0, 0, 0, 0], x[0, 0, 0, :2, :2].mean())
    close(F.avg_pool2d(x[0], 3, 1, 1)[0, 0, 0, 0], x[0, 0, 0, :2, :2].sum() / 9)
    grad = values(*y.shape)
    back = F.pool_backward(grad, x[0], "avg", 3, 1, 1, count_include_pad=False)
    other = values(*x[0].shape)
    close(np.sum(back * other, dtype=float), np.sum(grad * F.avg_pool2d(other, 3, 1, 1, False)), 1e-3)


def test_pooling_of_nan():
    x = values(1, 1, 4, 4)
    x[0, 0, 1, 1] = np.nan
    assert np.isnan(F.max_pool2d(x, 2)[0, 0, 0, 0]) and not np.isnan(F.max_pool2d(x, 2)[0, 0, 1, 1])


def plain_attention(q, k, v, causal, scale):
    scores = scale * np.einsum("bhqd,bhkd->bhqk", q.astype(float), k)
    if causal:
        queries, keys = scores.shape[2:]
        seen = np.arange(keys)[None] <= np.arange(queries)[:, None] + keys - queries
        scores = np.where(seen, scores, -np.inf)
    with np.errstate(invalid="ignore"):
        p = np.exp(scores - scores.max(-1, keepdims=True))
        p = np.nan_to_num(p / p.sum(-1, keepdims=True))
    return p, np.einsum("bhqk,bhkd->bhqd", p, v)


SHAPES = [(1, 1, 1, 1, 1, 1), (2, 3, 17, 29, 8, 5), (1, 2, 300, 300, 64, 64), (1, 1, 5, 700, 33, 31), (1, 2, 70, 13, 16, 16),
          (1, 1, 4, 0, 8, 8), (0, 2, 3, 3, 4, 4), (1, 2, 5, 300, 0, 3), (1, 1, 40, 40, 32, 0), (1, 1, 100, 20, 64, 64),
          (1, 2, 250, 333, 60, 50), (1, 1, 300, 200, 32, 64), (1, 1, 195, 700, 64, 33), (1, 1, 200, 200, 128, 0)]


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("b, h, tq, tk, d, dv", SHAPES)
def test_attention(b, h, tq, tk, d, dv, causal):
    q, k, v = values(b, h, tq, d), values(b, h, tk, d), values(b, h, tk, dv)
    scale = 1.7
    out, logsum = F.attention(q, k, v, causal, scale, return_logsum=True)
    if tk == 0:
        assert not out.any()
        return
    p, wanted = plain_attention(q, k, v, causal, scale)
    close(out, wanted)
    grad = values(*out.shape)
    grad_q, grad_k, grad_v = F.attention_backward(grad, q, k, v, out, logsum, causal, scale)
    slope = np.einsum("bhqd,bhkd->bhqk", grad.astype(float), v)
    ds = scale * p * (slope - (slope * p).sum(-1, keepdims=True))
    close(grad_v, np.einsum("bhqk,bhqd->bhkd", p, grad), 1e-3)
    close(grad_q, np.einsum("bhqk,bhkd->bhqd", ds, k), 1e-3)
    close(grad_k, np.einsum("bhqk,bhqd->bhkd", ds, q), 1e-3)


@pytest.mark.parametrize("tokens, size", [(50, 16), (200, 64)])
def test_attention_of_views_and_large_scores(tokens, size):
    packed = values(2, tokens, 3, 4, size)  # tokens before heads, as a layer gives them
    q, k, v = (packed[:, :, i].transpose(0, 2, 1, 3) for i in range(3))
    close(F.attention(q, k, v), plain_attention(q, k, v, False, size**-0.5)[1])
    # scores of some 1e4, whose last digit as floats is a hundredth of a power's exponent
    close(F.attention(100 * q, 100 * k, v, scale=1.0), plain_attention(100 * q, 100 * k, v, False, 1.0)[1], 2e-2)
    close(F.attention(q, k, v, scale=-2.0), plain_attention(q, k, v, False, -2.0)[1])


@pytest.mark.parametrize("queries, size", [(40, 16), (200, 64)])
def test_attention_of_scores_without_digits(queries, size):
    """Scores of 1e16, whose neighbours as floats are 1e9 apart: one key of each query wins, in both directions."""
    q, k, v = values(1, 2, queries, size), values(1, 2, 600, size), values(1, 2, 600, size)
    out, logsum = F.attention(1e8 * q, 1e8 * k, v, scale=1.0, return_logsum=True)
    close(out, plain_attention(1e8 * q, 1e8 * k, v, False, 1.0)[1])
    grad = F.attention_backward(values(*out.shape), 1e8 * q, 1e8 * k, v, out, logsum, scale=1.0)
    assert np.isfinite(grad[2]).all() and np.abs(grad[2]).max() <= queries


@pytest.mark.parametrize("size", [1, 3, 16, 31, 64])
def test_attention_does_not_count_keys_of_minus_infinity(size):
    queries = 200 if size == 64 else 20
    q, k, v = abs(values(1, 1, queries, size)) + 0.1, values(1, 1, 700, size), values(1, 1, 700, size)
    k[0, 0, :300] = -np.inf
    k[0, 0, 400:410] = -np.inf
    seen = np.r_[300:400, 410:700]
    close(F.attention(q, k, v), plain_attention(q, k[:, :, seen], v[:, :, seen], False, size**-0.5)[1])


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("tq, tk, d, dv", [(256, 256, 64, 64), (77, 1000, 40, 24), (300, 300, 128, 33), (200, 1000, 96, 90)])
def test_attention_is_as_accurate_as_floats_are(tq, tk, d, dv, causal):
    q, k, v = 2 * values(1, 2, tq, d), 2 * values(1, 2, tk, d), values(1, 2, tk, dv)
    out, logsum = F.attention(q, k, v, causal, return_logsum=True)
    wanted = plain_attention(q, k.astype(float), v.astype(float), causal, d**-0.5)[1]
    assert np.abs(out - wanted).max() < 3e-6
    scores = d**-0.5 * np.einsum("bhqd,bhkd->bhqk", q.astype(float), k)
    assert causal or np.abs(logsum - np.log(np.exp(scores).sum(-1))).max() < 4e-6


def test_attention_with_maxima_that_grow_far_and_often():
    q, k, v = values(1, 1, 250, 32), values(1, 1, 600, 32), values(1, 1, 600, 32)
    q[..., 0], k[..., 0] = 1, np.linspace(-3000, 3000, 600)
    q[0, 0, 125:, 0] = -1  # the other half of the queries sees maxima that shrink
    for causal in (False, True):
        close(F.attention(q, k, v, causal, 1.0), plain_attention(q, k, v, causal, 1.0)[1], 1e-3)


@pytest.mark.parametrize("size, factors", [(32, (1e30, 1e-30, 1)), (32, (1e-30, 1e30, 1e30)), (64, (1, 1, 1e-38)), (48, (1e-42, 1e38, 1e37)), (64, (1e-14, 1e14, 1e14))])
def test_attention_of_huge_and_tiny_numbers(size, factors):
    q, k, v = (np.float32(f) * values(1, 2, 200, size) for f in factors)
    wanted = plain_attention(q, k.astype(float), v.astype(float), False, 1.0)[1]
    assert np.abs(F.attention(q, k, v, scale=1.0) - wanted).max() <= 2e-5 * np.abs(wanted).max()


def test_attention_of_infinite_values():
    q, k, v = values(1, 1, 200, 32), values(1, 1, 300, 32), values(1, 1, 300, 32)
    v[0, 0, 7, 3] = np.inf
    out = F.attention(q, k, v)
    assert np.isposinf(out[..., 3]).all() and np.isfinite(np.delete(out, 3, -1)).all()


@pytest.mark.parametrize("isa", ["baseline", "avx2", "avx512"])
def test_attention_with_other_instruction_sets(isa):
    if isa != "baseline" and isa.replace("512", "512bw") not in open("/proc/cpuinfo").read():
        pytest.skip(f"the CPU has no {isa}")
    done = subprocess.run([sys.executable, "-m", "pytest", "-q", "-k", "attention and not sets", __file__],
                          env={**os.environ, "VGPU_ISA": isa}, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_attention_of_nan():
    for tokens, size in ((4, 8), (200, 64)):
        q, k, v = values(1, 1, tokens, size), values(1, 1, tokens, size), values(1, 1, tokens, size)
        q[0, 0, 2, 3] = np.nan
        out = F.attention(q, k, v)
        assert np.isnan(out[0, 0, 2]).all() and np.isfinite(out[0, 0, [0, 1, 3]]).all()


def test_wrong_arguments():
    with pytest.raises(ValueError, match="do not fit"):
        F.attention(values(1, 1, 2, 3), values(1, 1, 2, 4), values(1, 1, 2, 3))
    with pytest.raises(ValueError, match="not .batch, heads"):
        F.attention(values(2, 3), values(2, 3), values(2, 3))
    with pytest.raises(ValueError, match="channels"):
        F.conv2d(values(1, 3, 4, 4), values(2, 4, 3, 3))
    with pytest.raises(ValueError, match="sizes"):
        F.conv2d(values(1, 3, 4, 4), values(2, 3, 3, 3), stride=(1, 1, 1))
    with pytest.raises(Exception, match="not possible"):
        F.conv2d(values(1, 3, 4, 4), values(2, 3, 3, 3), stride=0)
    with pytest.raises(ValueError, match="gives nothing"):
        F.conv2d(values(1, 3, 2, 2), values(2, 3, 3, 3))
    with pytest.raises(ValueError, match="gives nothing"):
        F.max_pool2d(values(1, 3, 2, 2), 3)
    with pytest.raises(ValueError, match="gives nothing"):
        F.conv_transpose2d(values(1, 3, 1, 1), values(3, 2, 1, 1), padding=1)
    with pytest.raises(ValueError, match="half of the kernel"):
        F.avg_pool2d(values(1, 3, 4, 4), 2, padding=2)
    with pytest.raises(TypeError, match="integer"):
        F.conv2d(values(1, 3, 4, 4), values(2, 3, 3, 3), stride=1.5)
    with pytest.raises(TypeError, match="complex"):
        F.conv2d(values(1, 3, 4, 4) + 1j, values(2, 3, 3, 3))
    with pytest.raises(ValueError, match="kind"):
        F.pool_backward(values(1, 1, 2, 2), values(1, 1, 4, 4), "min", 2)
