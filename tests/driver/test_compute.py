"""Every compute function of driver.so against NumPy, at odd sizes.

SPDX-License-Identifier: MIT
"""
import ctypes
from math import erf, pi

import numpy as np
import pytest

rng = np.random.default_rng(7)


def real(*shape):
    return rng.standard_normal(shape).astype(np.float32)


def close(got, want, tolerance=2e-4):
    np.testing.assert_allclose(got, want, rtol=tolerance, atol=tolerance)


PRODUCTS = [(3, 33, 47, 29), (1, 1, 1, 1), (2, 8, 300, 5), (1, 65, 17, 130), (2, 5, 6, 0), (0, 4, 4, 4)]


@pytest.mark.parametrize("B, M, N, K", PRODUCTS)
def test_matmul(driver, B, M, N, K):
    a, b, c = real(B, M, K), real(K, N), driver.zeros(B, M, N)
    assert driver.call("execute_matmul_on_gpu", driver.put(a), driver.put(b), c, B, M, N, K) == 1, driver.error()
    close(c.read(), a @ b)
    da, db, dc = driver.zeros(B, M, K), driver.zeros(K, N), real(B, M, N)
    args = driver.put(a), driver.put(b), driver.put(dc), da, db, B, M, N, K
    assert driver.call("execute_matmul_backward_on_gpu", *args) == 1, driver.error()
    close(da.read(), dc @ b.T)
    close(db.read(), np.einsum("bmk,bmn->kn", a, dc), 1e-3)


@pytest.mark.parametrize("B, M, N, K", PRODUCTS)
def test_matmul_batched(driver, B, M, N, K):
    a, b, c = real(B, M, K), real(B, K, N), driver.zeros(B, M, N)
    assert driver.call("execute_matmul_batched_on_gpu", driver.put(a), driver.put(b), c, B, M, N, K) == 1, driver.error()
    close(c.read(), a @ b)
    da, db, dc = driver.zeros(B, M, K), driver.zeros(B, K, N), real(B, M, N)
    args = driver.put(a), driver.put(b), driver.put(dc), da, db, B, M, N, K
    assert driver.call("execute_matmul_batched_backward_on_gpu", *args) == 1, driver.error()
    close(da.read(), dc @ b.transpose(0, 2, 1))
    close(db.read(), a.transpose(0, 2, 1) @ dc)


def test_one_gradient_may_be_left_out(driver):
    a, b, dc, db = real(2, 3, 4), real(4, 5), real(2, 3, 5), driver.zeros(4, 5)
    assert driver.call("execute_matmul_backward_on_gpu", driver.put(a), driver.put(b), driver.put(dc), None, db,
                       2, 3, 5, 4) == 1
    close(db.read(), np.einsum("bmk,bmn->kn", a, dc))
    x, y, g, dx = real(9), real(9), real(9), driver.zeros(9)
    assert driver.call("execute_mul_backward_on_gpu", driver.put(g), driver.put(x), driver.put(y), dx, None, 9) == 1
    close(dx.read(), g * y)


@pytest.mark.parametrize("count", [1, 255, 1000])
def test_elementwise(driver, count):
    a, b = real(count), real(count)
    for name, want in (("add", a + b), ("mul", a * b)):
        c = driver.zeros(count)
        assert driver.call(f"execute_{name}_on_gpu", driver.put(a), driver.put(b), c, count) == 1
        close(c.read(), want)
    y, dx = driver.zeros(count), driver.zeros(count)
    assert driver.call("execute_gelu_on_gpu", driver.put(a), y, count) == 1
    cdf = np.array([0.5 * (1 + erf(v / 2**0.5)) for v in a.astype(float)])
    close(y.read(), a * cdf)
    assert driver.call("execute_gelu_backward_on_gpu", driver.put(a), driver.put(b), dx, count) == 1
    close(dx.read(), b * (cdf + a * np.exp(-a.astype(float) ** 2 / 2) / (2 * pi) ** 0.5))
    da, db = driver.zeros(count), driver.zeros(count)
    assert driver.call("execute_mul_backward_on_gpu", driver.put(y.read()), driver.put(a), driver.put(b), da, db,
                       count) == 1
    close(da.read(), y.read() * b)
    close(db.read(), y.read() * a)


@pytest.mark.parametrize("rows, size", [(40, 65), (1, 1), (3, 1000), (7, 63)])
def test_rows(driver, rows, size):
    x, g = real(rows, size) * 5, real(rows, size)
    exact = x.astype(np.float64)
    e = np.exp(exact - exact.max(1, keepdims=True))
    soft = e / e.sum(1, keepdims=True)
    y = driver.zeros(rows, size)
    assert driver.call("execute_softmax_on_gpu", driver.put(x), y, rows, size) == 1
    close(y.read(), soft, 1e-5)
    assert driver.call("execute_log_softmax_stable_gpu", driver.put(x), y, 1, rows, size) == 1
    close(y.read(), np.log(soft), 1e-4)
    assert driver.call("execute_softmax_backward_on_gpu", driver.put(g), driver.put(soft.astype(np.float32)), y, rows,
                       size) == 1
    close(y.read(), (g - (g * soft).sum(1, keepdims=True)) * soft)
    mean, inverse = exact.mean(1, keepdims=True), 1 / np.sqrt(exact.var(1, keepdims=True) + 1e-5)
    hat = (exact - mean) * inverse
    assert driver.call("execute_layernorm_on_gpu", driver.put(x), y, rows, size, 1e-5) == 1
    close(y.read(), hat, 1e-3)
    assert driver.call("execute_layernorm_backward_on_gpu", driver.put(g), driver.put(x), y, rows, size, 1e-5) == 1
    want = inverse * (g - g.mean(1, keepdims=True) - hat * (g * hat).mean(1, keepdims=True))
    np.testing.assert_allclose(y.read(), want, rtol=1e-3, atol=1e-3 * max(1, np.abs(inverse).max()))


def test_softmax_keeps_nan_and_large_values_apart(driver):
    x = np.array([[1e30, 1e30, -1e30, 0], [np.nan, 1, 2, 3]], np.float32)
    y = driver.zeros(2, 4)
    assert driver.call("execute_softmax_on_gpu", driver.put(x), y, 2, 4) == 1
    np.testing.assert_allclose(y.read()[0], [0.5, 0.5, 0, 0])
    assert np.isnan(y.read()[1]).any()


def test_cross_entropy(driver):
    B, S, V = 2, 5, 11
    logits = real(B, S, V)
    log_probs = logits - np.log(np.exp(logits).sum(-1, keepdims=True))
    targets = rng.integers(0, V, (B, S)).astype(np.int32)
    targets[0, 0], targets[1, 4] = -1, V  # padding
    grad, loss = driver.zeros(B, S, V), driver.zeros(B, S)
    assert driver.call("execute_cross_entropy_loss_grad_gpu", driver.put(log_probs), driver.put(targets), grad, loss,
                       B, S, V) == 1
    valid = (targets >= 0) & (targets < V)
    one_hot = np.eye(V)[np.where(valid, targets, 0)]
    close(grad.read(), np.where(valid[..., None], np.exp(log_probs) - one_hot, 0))
    close(loss.read(), np.where(valid, -(log_probs * one_hot).sum(-1), 0))


def test_shapes(driver):
    x = real(3, 17, 40)
    y = driver.zeros(3, 40, 17)
    assert driver.call("execute_transpose_batched_gpu", driver.put(x), y, 3, 17, 40) == 1
    close(y.read(), x.transpose(0, 2, 1))
    y = driver.zeros(40, 17)
    assert driver.call("execute_transpose_on_gpu", driver.put(x[0]), y, 17, 40) == 1
    close(y.read(), x[0].T)
    y = driver.zeros(17, 40)
    assert driver.call("execute_transpose_backward_on_gpu", driver.put(x[0].T), y, 17, 40) == 1
    close(y.read(), x[0])
    x = real(2, 3, 5, 7)
    y = driver.zeros(2, 5, 3, 7)
    assert driver.call("execute_transpose_12_batched_gpu", driver.put(x), y, 2, 3, 5, 7) == 1
    close(y.read(), x.transpose(0, 2, 1, 3))
    y = driver.zeros(2, 3, 5, 7)
    assert driver.call("execute_clone_on_gpu", driver.put(x), y, ctypes.c_size_t(x.nbytes)) == 1
    close(y.read(), x)


def test_broadcasts_and_sums(driver):
    x, bias, pe = real(3, 5, 70), real(70), real(5, 70)
    y = driver.zeros(3, 5, 70)
    assert driver.call("execute_broadcast_add_gpu", driver.put(x), driver.put(bias), y, 3, 5, 70) == 1
    close(y.read(), x + bias)
    assert driver.call("execute_add_broadcast_pe_gpu", driver.put(x), driver.put(pe), y, 3, 5, 70) == 1
    close(y.read(), x + pe)
    total = driver.zeros(70)
    assert driver.call("execute_reduce_sum_gpu", driver.put(x), total, 3, 5, 70) == 1
    close(total.read(), x.sum((0, 1)))


def test_more_rows_than_a_grid_has_groups(driver):
    x, bias, y = real(70001, 1, 3), real(3), driver.zeros(70001, 1, 3)
    assert driver.call("execute_broadcast_add_gpu", driver.put(x), driver.put(bias), y, 70001, 1, 3) == 1, driver.error()
    close(y.read(), x + bias)
    x, y = real(70001, 2, 1), driver.zeros(70001, 1, 2)
    assert driver.call("execute_transpose_batched_gpu", driver.put(x), y, 70001, 2, 1) == 1
    close(y.read(), x.transpose(0, 2, 1))


def test_embedding(driver):
    b, s, d, v = 2, 9, 33, 10
    indices = rng.integers(0, v, (b, s)).astype(np.int32)
    indices[0, 0] = -5
    weights, out = real(v, d), driver.zeros(b, s, d)
    assert driver.call("execute_embedding_lookup_gpu", driver.put(indices), driver.put(weights), out, b, s, d, v) == 1
    want = weights[indices]
    want[0, 0] = 0
    close(out.read(), want)
    g, dw = real(b, s, d), driver.put(np.ones((v, d), np.float32))
    assert driver.call("execute_embedding_backward_gpu", driver.put(g), driver.put(indices), dw, b, s, d, v) == 1
    want = np.ones((v, d), np.float32)
    np.add.at(want, indices.ravel()[1:], g.reshape(-1, d)[1:])
    close(dw.read(), want)


def test_adam_with_weight_decay(driver):
    p, g, m, v = real(300), real(300), np.zeros(300), np.zeros(300)
    hp, hm, hv = driver.put(p), driver.put(m.astype(np.float32)), driver.put(v.astype(np.float32))
    p = p.astype(float)
    for t in (1, 2):
        assert driver.call("execute_adam_update_on_gpu", hp, driver.put(g), hm, hv, 300, t, 1e-2, 0.9, 0.999, 1e-8,
                           0.1) == 1
        step = g + 0.1 * p
        m, v = 0.9 * m + 0.1 * step, 0.999 * v + 0.001 * step**2
        p = p - 1e-2 * (m / (1 - 0.9**t)) / (np.sqrt(v / (1 - 0.999**t)) + 1e-8)
    close(hp.read(), p, 1e-4)
