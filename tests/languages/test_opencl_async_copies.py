"""async_work_group_copy and its strided kin: counts, types, strides, events that are handed on. SPDX-License-Identifier: MIT"""
import numpy as np
import pytest


@pytest.mark.parametrize("count", [0, 1, 13, 64, 65, 200])
def test_any_number_of_elements(opencl, count):
    source = f"""__kernel void k(__global int* out, __global const int* in) {{ __local int a[256]; int t = get_local_id(0);
      for (int i = t; i < 256; i += get_local_size(0)) a[i] = -1; barrier(CLK_LOCAL_MEM_FENCE);
      event_t e = async_work_group_copy(a, in, {count}, 0); wait_group_events(1, &e);
      e = async_work_group_copy(out, a, 256, 0); wait_group_events(1, &e); }}"""
    x = np.arange(256, dtype=np.int32) * 3
    np.testing.assert_array_equal(opencl(source, "k", np.zeros(256, np.int32), x, block=64), np.where(np.arange(256) < count, x, -1))


@pytest.mark.parametrize("kind,dtype,width", [("char", np.int8, 1), ("ushort2", np.uint16, 2), ("float4", np.float32, 4), ("double", np.float64, 1), ("long8", np.int64, 8)])
def test_types(opencl, kind, dtype, width):
    source = f"""__kernel void k(__global {kind}* out, __global const {kind}* in) {{ __local {kind} a[48]; int t = get_local_id(0);
      event_t e = async_work_group_copy(a, in, 48, 0); wait_group_events(1, &e); for (int i = t; i < 48; i += get_local_size(0)) a[i] += ({kind})(1);
      barrier(CLK_LOCAL_MEM_FENCE); e = async_work_group_copy(out, a, 48, 0); wait_group_events(1, &e); }}"""
    x = np.arange(48 * width).astype(dtype)
    np.testing.assert_array_equal(opencl(source, "k", np.zeros_like(x), x, block=20), (x + 1).astype(dtype))


@pytest.mark.parametrize("stride", [1, 2, 7])
def test_strides_gather_and_scatter(opencl, stride):
    source = f"""__kernel void k(__global float* out, __global const float* in) {{ __local float a[50];
      event_t e = async_work_group_strided_copy(a, in, 50, {stride}, 0); wait_group_events(1, &e);
      e = async_work_group_strided_copy(out, a, 50, {stride}, 0); wait_group_events(1, &e); }}"""
    x = np.arange(50 * 7, dtype=np.float32) + 1
    want = np.zeros_like(x)
    want[: 50 * stride : stride] = x[: 50 * stride : stride]
    np.testing.assert_array_equal(opencl(source, "k", np.zeros_like(x), x, block=32), want)


def test_events_are_handed_on_and_groups_have_their_own_copies(opencl):
    source = """__kernel void k(__global int* out, __global const int* in) { __local int a[32], b[32]; int g = get_group_id(0), t = get_local_id(0);
      event_t e = async_work_group_copy(a, in + g * 64, 32, 0); e = async_work_group_copy(b, in + g * 64 + 32, 32, e);
      prefetch(in, 64); wait_group_events(1, &e); if (t < 32) out[g * 32 + t] = a[31 - t] * b[t]; }"""
    x = np.arange(256, dtype=np.int32)
    parts = x.reshape(4, 2, 32)
    want = (parts[:, 0, ::-1] * parts[:, 1]).ravel()
    np.testing.assert_array_equal(opencl(source, "k", np.zeros(128, np.int32), x, grid=4, block=40), want)
