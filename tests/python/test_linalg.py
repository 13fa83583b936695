"""vgpu.linalg against NumPy.

SPDX-License-Identifier: MIT
"""
import numpy as np
import pytest
import vgpu
from vgpu import linalg

RANDOM = np.random.default_rng(1)


def values(*shape, dtype=np.float32):
    return RANDOM.uniform(-1, 1, shape).astype(dtype)


def close(got, wanted):
    assert got.shape == wanted.shape
    assert np.allclose(got, wanted, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("m, k, n", [(1, 1, 1), (7, 13, 31), (64, 64, 64), (101, 1, 3), (0, 4, 5), (3, 0, 5)])
def test_shapes(m, k, n, dtype):
    a, b = values(m, k, dtype=dtype), values(k, n, dtype=dtype)
    c = linalg.matmul(a, b)
    assert c.dtype == dtype
    close(c, a @ b)


def test_a_product_is_the_devices_last_kernel():
    device = vgpu.Device(0)
    module = device.compile("__kernel void nothing() {}")
    module["nothing"].launch(grid=1, block=1, args=[])
    device.synchronize()
    before = device.last_kernel_time()
    device.matmul(values(300, 200), values(200, 100))
    assert device.last_kernel_time() > before


def test_transposes():
    a, b = values(13, 7), values(31, 13)
    close(linalg.matmul(a, b, transpose_a=True, transpose_b=True), a.T @ b.T)
    close(linalg.matmul(a.T, b.T), a.T @ b.T)
    close(linalg.matmul(np.asfortranarray(a.T), b, transpose_b=True), a.T @ b.T)


@pytest.mark.parametrize("left, right", [((5, 3, 4), (5, 4, 2)), ((3, 4), (5, 4, 2)), ((2, 1, 3, 4), (6, 4, 5)),
                                         ((4,), (4,)), ((4,), (4, 3)), ((2, 3, 4), (4,)), ((0, 3, 4), (4, 5))])
def test_stacks_and_vectors(left, right):
    a, b = values(*left), values(*right)
    got, wanted = linalg.matmul(a, b), a @ b
    close(np.asarray(got), np.asarray(wanted))


def test_strange_layouts():
    a, b = values(20, 30), values(30, 40)
    close(linalg.matmul(a[::2, ::3], b[:10, ::-1]), a[::2, ::3] @ b[:10, ::-1])
    close(linalg.matmul(a[:, 3:10], b[2:9, 5:8]), a[:, 3:10] @ b[2:9, 5:8])
    unaligned = np.frombuffer(bytes(1) + a.tobytes(), np.float32, offset=1).reshape(a.shape)
    close(linalg.matmul(unaligned, b), a @ b)


def test_out():
    a, b = values(5, 6), values(6, 7)
    out = np.full((5, 7), np.nan, np.float32)
    assert linalg.matmul(a, b, out=out) is out
    close(out, a @ b)
    wide = np.zeros((5, 20), np.float32)
    linalg.matmul(a, b, out=wide[:, 3:10])
    close(wide[:, 3:10], a @ b)
    assert not wide[:, :3].any() and not wide[:, 10:].any()
    columns = np.zeros((7, 5), np.float32)
    linalg.matmul(a, b, out=columns.T)
    close(columns.T, a @ b)
    double = np.zeros((5, 7))
    linalg.matmul(a, b, out=double)
    close(double, a @ b)


def test_out_may_be_an_operand():
    a = values(9, 9)
    wanted = a @ a
    linalg.matmul(a, a, out=a)
    close(a, wanted)


def test_buffers_are_operands_as_their_arrays_are():
    device = vgpu.Device("cpu")
    a, b = values(33, 17), values(17, 9)
    da, db, dc = device.to_device(a), device.to_device(b), device.malloc(33 * 9 * 4)
    close(linalg.matmul(da, db), a @ b)
    close(device.matmul(da, db), a @ b)
    close(linalg.matmul(da, db, out=dc), a @ b)
    close(dc.view(np.float32, (33, 9)), a @ b)
    close(vgpu.einsum("ij,jk->ik", da, db), a @ b)
    with pytest.raises(ValueError, match="out has shape"):
        linalg.matmul(da, db, out=device.malloc(8))


def test_views_of_buffers():
    device = vgpu.Device(0)
    a, b = values(33, 17), values(17, 9)
    da, db, dc = device.to_device(a), device.to_device(b), device.malloc(33 * 9 * 4)
    out = dc.view(np.float32, (33, 9))
    linalg.matmul(da.view(np.float32, (33, 17)), db.view(np.float32, (17, 9)), out=out)
    close(out, a @ b)


def test_types():
    assert linalg.matmul(values(2, 2), values(2, 2, dtype=np.float64)).dtype == np.float64
    assert linalg.matmul(np.eye(2, dtype=np.float16), np.eye(2, dtype=np.float16)).dtype == np.float32
    assert linalg.matmul(np.eye(2, dtype=int), np.eye(2, dtype=int)).dtype == np.float64


def test_wrong_arguments():
    with pytest.raises(ValueError, match="do not fit"):
        linalg.matmul(values(2, 3), values(2, 3))
    with pytest.raises(ValueError, match="scalar"):
        linalg.matmul(3.0, values(2, 3))
    with pytest.raises(ValueError, match="out has shape"):
        linalg.matmul(values(2, 3), values(3, 4), out=np.zeros((2, 3), np.float32))
    with pytest.raises(TypeError, match="no product"):
        linalg.matmul(np.array([["a"]]), np.array([["b"]]))


def test_nan_and_infinity():
    a, b = values(5, 5), values(5, 5)
    a[1, 2], a[3, 0] = np.nan, np.inf
    got, wanted = linalg.matmul(a, b), a @ b
    assert np.array_equal(np.isnan(got), np.isnan(wanted)) and np.array_equal(np.isinf(got), np.isinf(wanted))


@pytest.mark.parametrize("dtype", [np.complex64, np.complex128])
def test_complex(dtype):
    a = (values(3, 7, 13) + 1j * values(3, 7, 13)).astype(dtype)
    b = (values(13, 5) + 1j * values(13, 5)).astype(dtype)
    got = linalg.matmul(a, b)
    assert got.dtype == dtype
    close(got, a @ b)
    close(linalg.matmul(a.real, b), a.real @ b)


def test_stacks_of_complex_matrices():
    a = (values(40, 5, 6) + 1j * values(40, 5, 6)).astype(np.complex64)
    b = (values(40, 7, 6) + 1j * values(40, 7, 6)).astype(np.complex64)
    close(linalg.matmul(a, b, transpose_b=True), a @ b.transpose(0, 2, 1))


@pytest.mark.parametrize("left, right", [((1, 1), (1, 1)), ((7, 300), (300, 33)), ((3, 5, 64), (64, 17)), ((40, 4, 9), (40, 9, 4)),
                                         ((0, 3), (3, 2)), ((2, 0), (0, 3))])
def test_small_types(left, right):
    a, b = (RANDOM.integers(-128, 128, shape).astype(np.int8) for shape in (left, right))
    got = linalg.matmul_int8(a, b)
    assert got.dtype == np.int32 and np.array_equal(got, a.astype(int) @ b.astype(int))
    a, b = ((RANDOM.uniform(-1, 1, shape).astype(np.float32).view(np.uint32) >> 16).astype(np.uint16) for shape in (left, right))
    got = linalg.matmul_bf16(a, b)
    assert got.dtype == np.float32
    close(got, (a.astype(np.uint32) << 16).view(np.float32) @ (b.astype(np.uint32) << 16).view(np.float32))
    turned = linalg.matmul_bf16(np.swapaxes(b, -1, -2), np.swapaxes(a, -1, -2)) if len(left) == len(right) else None
    assert turned is None or np.allclose(np.swapaxes(turned, -1, -2), got, rtol=1e-4, atol=1e-4)


def test_small_types_with_wrong_arguments():
    with pytest.raises(TypeError, match="int8"):
        linalg.matmul_int8(np.eye(2), np.eye(2))
    with pytest.raises(ValueError, match="do not fit"):
        linalg.matmul_bf16(np.zeros((2, 3), np.uint16), np.zeros((2, 3), np.uint16))


@pytest.mark.parametrize("levels", [None, 0, 1, 2])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_strassen(levels, dtype):
    for m, k, n in [(100, 101, 99), (64, 64, 64), (1, 5, 3), (0, 2, 2)]:
        a, b = values(m, k, dtype=dtype), values(k, n, dtype=dtype)
        close(linalg.strassen(a, b, levels), a @ b)
        close(linalg.strassen(a, np.asfortranarray(b), levels), a @ b)


def test_strassen_keeps_its_bound():
    a, b = values(256, 256), values(256, 256)
    exact = a.astype(np.float64) @ b.astype(np.float64)
    for levels in (1, 2):
        half = 256 / 2**levels
        bound = (12**levels * (half**2 + 5 * half) - 5 * 256) * 2.0**-24 * np.abs(a).max() * np.abs(b).max()
        assert np.abs(linalg.strassen(a, b, levels) - exact).max() <= bound


def test_strassen_with_wrong_arguments():
    with pytest.raises(ValueError, match="levels"):
        linalg.strassen(values(2, 2), values(2, 2), levels=3)
    with pytest.raises(TypeError, match="complex"):
        linalg.strassen(np.eye(2, dtype=complex), np.eye(2))
    with pytest.raises(ValueError, match="do not fit"):
        linalg.strassen(values(2, 3), values(2, 3))
