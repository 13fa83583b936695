"""vgpu.Buffer: copies, views, DLPack, lifetime, misuse. SPDX-License-Identifier: MIT"""
import gc

import numpy as np
import pytest

import vgpu


@pytest.mark.parametrize("shape", [(1,), (7,), (1000, 1000), (3, 5, 7)])
@pytest.mark.parametrize("dtype", [np.uint8, np.float32, np.complex128])
def test_round_trip(device, shape, dtype):
    array = np.arange(np.prod(shape)).reshape(shape).astype(dtype)
    buffer = device.malloc(array.nbytes)
    device.memcpy_host_to_device(buffer, array)
    back = np.empty_like(array)
    device.memcpy_device_to_host(back, buffer)
    np.testing.assert_array_equal(array, back)


def test_a_view_is_the_memory_itself(device):
    buffer = device.to_device(np.arange(10, dtype=np.int32))
    buffer.view(np.int32)[3] = 77
    back = np.empty(10, np.int32)
    buffer.copy_to(back)
    assert back[3] == 77
    assert buffer.view(np.int32, (2, 5)).shape == (2, 5)


def test_dlpack_and_array_interface_share_the_memory(device):
    buffer = device.to_device(np.arange(16, dtype=np.uint8))
    for view in (np.from_dlpack(buffer), np.asarray(buffer), np.frombuffer(buffer, np.uint8)):
        assert view.ctypes.data == buffer.pointer
        np.testing.assert_array_equal(view, np.arange(16))


@pytest.mark.parametrize("array", [np.arange(12, dtype=np.float32).reshape(3, 4), np.float64(2.5), np.zeros((0, 3), np.int16),
                                   np.arange(6).reshape(2, 3).T, np.zeros(4, [("a", "i4"), ("b", "f8")]),
                                   np.array(["2026-01-01"], "datetime64[D]")], ids=str)
def test_a_buffer_knows_the_type_and_shape_of_its_array(device, array):
    array = np.asarray(array)
    buffer = device.to_device(array)
    assert (buffer.dtype, buffer.shape, buffer.nbytes) == (array.dtype, array.shape, array.nbytes)
    np.testing.assert_array_equal(buffer.view(), array)
    if array.dtype.kind != "M":  # a date is no element of Python's buffers
        np.testing.assert_array_equal(np.asarray(buffer), array)
    if array.dtype.kind in "fiu":
        view = np.from_dlpack(buffer)
        assert view.dtype == array.dtype and view.shape == array.shape


def test_memory_without_a_type_is_bytes(device):
    buffer = device.malloc(12)
    assert (buffer.dtype, buffer.shape) == (np.uint8, (12,))
    assert buffer.view(shape=(3, 4)).dtype == np.uint8
    assert buffer.view(np.float64).shape == (1,)


def test_a_view_outlives_free_and_the_buffer(device):
    buffer = device.to_device(np.full(1000, 5, np.uint8))
    view = np.from_dlpack(buffer)
    buffer.free()
    del buffer
    gc.collect()
    assert (view == 5).all()


def test_memory_goes_back_when_dropped(device):
    before = device.memory_stats()["allocations"]
    buffer = device.malloc(1 << 20)
    assert device.memory_stats()["allocations"] == before + 1
    del buffer
    gc.collect()
    assert device.memory_stats()["allocations"] == before


def test_use_after_free_is_an_error(device):
    buffer = device.malloc(64)
    device.free(buffer)
    for use in (buffer.free, lambda: buffer.pointer, lambda: buffer.copy_to(np.empty(64, np.uint8))):
        with pytest.raises(vgpu.Error, match="freed"):
            use()


def test_copies_must_fit(device):
    buffer = device.malloc(8)
    with pytest.raises(ValueError, match="does not fit"):
        buffer.copy_from(np.zeros(9, np.uint8))
    with pytest.raises(ValueError, match="does not fit"):
        buffer.copy_to(np.zeros(4, np.uint8), offset=5)
    with pytest.raises(ValueError, match="contiguous"):
        buffer.copy_to(np.zeros(16, np.uint8)[::2])


def test_too_much_memory_is_out_of_memory(device):
    with pytest.raises(MemoryError) as error:
        device.malloc(1 << 60)
    assert isinstance(error.value, vgpu.Error) and isinstance(error.value, vgpu.OutOfMemory)
    assert device.malloc(16).nbytes == 16


def test_zero_bytes(device):
    assert len(device.malloc(0)) == 0


def test_fill_and_copy_between_buffers(device):
    a, b = device.malloc(100), device.malloc(100)
    a.fill(9)
    device.memcpy(b, a)
    assert (b.view() == 9).all()
