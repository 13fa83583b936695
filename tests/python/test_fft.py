"""vgpu.fft against numpy.fft: every function, odd lengths, strides, norms, precision, misuse.

SPDX-License-Identifier: MIT
"""
import numpy as np
import pytest

import vgpu

LENGTHS = [1, 2, 3, 4, 5, 7, 8, 11, 13, 15, 16, 17, 31, 32, 60, 64, 97, 100, 121, 128, 169, 243, 256, 257, 360, 509,
           512, 1000, 1009, 1024, 1331, 2048, 2197, 2310, 4096, 4099, 5040, 8192, 10007, 16384, 30030, 65536, 100003]
RANDOM = np.random.default_rng(5)


def numbers(shape, dtype):
    x = RANDOM.standard_normal(shape)
    if np.dtype(dtype).kind == "c":
        x = x + 1j * RANDOM.standard_normal(shape)
    return np.asarray(x).astype(dtype)


def assert_close(got, wanted):
    assert got.shape == wanted.shape
    limit = 1e-14 if got.dtype in (np.float64, np.complex128) else 1e-6
    error = np.linalg.norm((got - wanted).ravel()) / max(np.linalg.norm(wanted.ravel()), 1e-300)
    assert error <= limit, error


@pytest.mark.parametrize("dtype", [np.complex64, np.complex128])
def test_lengths(dtype):
    for n in LENGTHS:
        x = numbers(n, dtype)
        assert_close(vgpu.fft.fft(x), np.fft.fft(x))
        assert_close(vgpu.fft.ifft(x), np.fft.ifft(x))
        assert vgpu.fft.fft(x).dtype == dtype


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_real_lengths(dtype):
    for n in LENGTHS:
        x = numbers(n, dtype)
        wanted = np.fft.rfft(x)
        got = vgpu.fft.rfft(x)
        assert_close(got, wanted)
        assert_close(vgpu.fft.irfft(got, n), np.fft.irfft(wanted, n))


@pytest.mark.parametrize("n", [1, 6, 16, 35, 48, 64, 97, 200, 256])
@pytest.mark.parametrize("axis", [0, 1, 2, -1])
def test_axes_and_batches(n, axis):
    shape = [3, 5, 19]
    shape[axis] = n
    x = numbers(shape, np.complex64)
    assert_close(vgpu.fft.fft(x, axis=axis), np.fft.fft(x, axis=axis))
    assert_close(vgpu.fft.rfft(x.real, axis=axis), np.fft.rfft(x.real, axis=axis))


def test_many_short_lines():
    for n in (3, 12, 16, 50):
        x = numbers((1000, n), np.complex128)
        assert_close(vgpu.fft.fft(x), np.fft.fft(x))
        assert_close(vgpu.fft.ifft(x, axis=0), np.fft.ifft(x, axis=0))


@pytest.mark.parametrize("shape", [(1, 1), (5, 7), (64, 64), (100, 33), (256, 128), (17, 1024), (600, 520)])
@pytest.mark.parametrize("norm", [None, "backward", "ortho", "forward"])
def test_two_dimensions(shape, norm):
    x = numbers(shape, np.complex64)
    assert_close(vgpu.fft.fft2(x, norm=norm), np.fft.fft2(x, norm=norm))
    assert_close(vgpu.fft.ifft2(x, norm=norm), np.fft.ifft2(x, norm=norm))
    r = numbers(shape, np.float64)
    half = np.fft.rfft2(r, norm=norm)
    assert_close(vgpu.fft.rfft2(r, norm=norm), half)
    assert_close(vgpu.fft.irfft2(half, s=shape, norm=norm), np.fft.irfft2(half, s=shape, norm=norm))


@pytest.mark.parametrize("shape", [(2, 3, 4), (16, 16, 16), (31, 8, 20), (64, 32, 48), (3, 4, 5, 6)])
def test_all_dimensions(shape):
    x = numbers(shape, np.complex128)
    assert_close(vgpu.fft.fftn(x), np.fft.fftn(x))
    assert_close(vgpu.fft.ifftn(x, axes=(0, 2)), np.fft.ifftn(x, axes=(0, 2)))
    half = np.fft.rfftn(x.real)
    assert_close(vgpu.fft.rfftn(x.real), half)
    assert_close(vgpu.fft.irfftn(half, s=shape), np.fft.irfftn(half, s=shape))
    assert_close(vgpu.fft.rfftn(x.real, axes=(1, 0)), np.fft.rfftn(x.real, axes=(1, 0)))
    assert_close(vgpu.fft.irfftn(x, axes=(1, 0)), np.fft.irfftn(x, axes=(1, 0)))


def test_cut_and_padded():
    x = numbers((6, 10), np.complex128)
    for n in (1, 4, 10, 25):
        assert_close(vgpu.fft.fft(x, n), np.fft.fft(x, n))
        assert_close(vgpu.fft.rfft(x.real, n, axis=0), np.fft.rfft(x.real, n, axis=0))
        assert_close(vgpu.fft.irfft(x, n), np.fft.irfft(x, n))
    assert_close(vgpu.fft.fft2(x, s=(8, 3)), np.fft.fft2(x, s=(8, 3)))
    assert_close(vgpu.fft.fftn(x, s=(7,)), np.fft.fftn(x, s=(7,), axes=(-1,)))


def test_strides_and_types():
    x = numbers((20, 30, 12), np.complex64)
    for view in (x[::2, ::-3, 1:], x.T, np.asfortranarray(x), x[:, 5:6], np.broadcast_to(x[:1], x.shape)):
        for axis in range(3):
            assert_close(vgpu.fft.fft(view, axis=axis), np.fft.fft(view, axis=axis))
        assert_close(vgpu.fft.fftn(view), np.fft.fftn(view))
    whole = np.arange(60).reshape(5, 12)
    assert_close(vgpu.fft.fft(whole), np.fft.fft(whole))
    assert vgpu.fft.rfft(whole.astype(np.float16)).dtype == np.complex64
    assert_close(vgpu.fft.fft([1, 2, 3]), np.fft.fft([1, 2, 3]))
    odd = np.frombuffer(b"x" + x.tobytes(), np.uint8)[1:].view(np.complex64)  # not aligned
    assert_close(vgpu.fft.fft(odd), np.fft.fft(x.ravel()))


def test_out_and_buffers():
    x = numbers((8, 64), np.complex64)
    wanted = np.fft.fft(x)
    out = np.empty_like(x)
    assert vgpu.fft.fft(x, out=out) is out
    assert_close(out, wanted)
    copy = x.copy()
    vgpu.fft.fft(copy, out=copy)
    assert_close(copy, wanted)
    device = vgpu.Device(0)
    source, target = device.to_device(x.ravel()), device.to_device(np.zeros(512, np.complex64))
    vgpu.fft.fft(source, out=target)
    assert_close(target.view(np.complex64), np.fft.fft(x.ravel()))


def test_overlapping_out():
    memory = numbers(130, np.complex128)
    wanted = np.fft.fft(memory[:128])
    vgpu.fft.fft(memory[:128], out=memory[2:])
    assert_close(memory[2:], wanted)


def test_special_values():
    for n in (5, 64, 97, 300, 4096):
        x = numbers(n, np.complex128)
        x[n // 2] = np.nan
        assert np.isnan(vgpu.fft.fft(x)).all()
        x[n // 2] = np.inf
        assert not np.isfinite(vgpu.fft.fft(x)).any()
        tiny = numbers(n, np.complex128) * 1e-280
        assert_close(vgpu.fft.fft(tiny), np.fft.fft(tiny))
    assert not vgpu.fft.fft(np.zeros((3, 8))).any()


def test_empty_batches():
    assert vgpu.fft.fft(np.zeros((0, 8))).shape == (0, 8)
    assert vgpu.fft.rfftn(np.zeros((0, 4, 6)), axes=(1, 2)).shape == (0, 4, 4)


@pytest.mark.parametrize("call, error", [
    (lambda: vgpu.fft.fft(np.zeros(0)), ValueError),
    (lambda: vgpu.fft.fft(np.zeros(4), 0), ValueError),
    (lambda: vgpu.fft.fft(np.zeros(4), -1), ValueError),
    (lambda: vgpu.fft.fft(np.zeros(4), 2.5), TypeError),
    (lambda: vgpu.fft.fft(np.zeros(4), axis=1), IndexError),
    (lambda: vgpu.fft.fft(np.float64(3)), IndexError),
    (lambda: vgpu.fft.fft(np.zeros(4), norm="big"), ValueError),
    (lambda: vgpu.fft.fftn(np.zeros((4, 4)), axes=(0, 0)), ValueError),
    (lambda: vgpu.fft.fftn(np.zeros((4, 4)), s=(4,), axes=(0, 1)), ValueError),
    (lambda: vgpu.fft.irfft(np.zeros(1)), ValueError),
    (lambda: vgpu.fft.rfft(np.zeros(4, complex)), TypeError),
    (lambda: vgpu.fft.fft(np.array(["a"])), TypeError),
    (lambda: vgpu.fft.fft(np.zeros(4), out=np.zeros(4)), ValueError),
    (lambda: vgpu.fft.fft(np.zeros(4), out=np.zeros(5, complex)), ValueError),
])
def test_misuse(call, error):
    with pytest.raises(error):
        call()
