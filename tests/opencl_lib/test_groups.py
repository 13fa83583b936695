"""Sub-groups, work-group collectives, atomics and asynchronous copies. SPDX-License-Identifier: MIT"""
import numpy as np
import pytest


@pytest.mark.parametrize("block", [32, 37, 64, 100, 256])
def test_sub_groups(run, block):
    text = """__kernel void k(__global int* out, __global const int* x) { int i = get_local_id(0), v = x[i]; __global int* o = out + i * 10;
      o[0] = get_sub_group_size(); o[1] = get_sub_group_id(); o[2] = get_sub_group_local_id(); o[3] = get_num_sub_groups();
      o[4] = sub_group_reduce_add(v); o[5] = sub_group_scan_inclusive_max(v); o[6] = sub_group_scan_exclusive_add(v);
      o[7] = sub_group_broadcast(v, 1); o[8] = sub_group_any(v > 95); o[9] = sub_group_all(v > 3); }"""
    x = (np.arange(block, dtype=np.int32) * 37 + 11) % 101
    got = run(text, np.zeros(block * 10, np.int32), x, items=block).reshape(block, 10)
    for i in range(block):
        first = i // 32 * 32
        mine = x[first:first + 32]
        upto = x[first:i + 1]
        want = [len(mine), i // 32, i % 32, (block + 31) // 32, mine.sum(), upto.max(), upto.sum() - x[i], mine[1], (mine > 95).any(),
                (mine > 3).all()]
        assert list(got[i]) == [int(w) for w in want], i


@pytest.mark.parametrize("block", [7, 33, 64, 201])
def test_clusters_are_of_active_items_only(run, block):
    text = """__kernel void k(__global int* out, __global const int* x) { int i = get_local_id(0), v = x[i]; __global int* o = out + i * 6;
      o[0] = sub_group_clustered_reduce_min(v, 8u); o[1] = sub_group_clustered_reduce_mul(v, 4u); o[2] = sub_group_clustered_reduce_and(v, 32u);
      if (v % 3) { o[3] = sub_group_clustered_reduce_add(v, 16u); o[4] = sub_group_clustered_reduce_max(-v, 2u);
                   o[5] = sub_group_clustered_reduce_logical_and(v & 1, 4u); } }"""
    x = (np.arange(block, dtype=np.int32) * 37 + 11) % 101 + 1
    got = run(text, np.zeros(block * 6, np.int32), x, items=block).reshape(block, 6)
    for i in range(block):
        def mine(size, some=False):
            cluster = x[i // size * size:i // size * size + size]
            return cluster[cluster % 3 != 0] if some else cluster
        want = [mine(8).min(), mine(4).prod(), np.bitwise_and.reduce(mine(32)), 0, 0, 0]
        if x[i] % 3:
            want[3:] = [mine(16, True).sum(), -mine(2, True).min(), (mine(4, True) & 1).all()]
        assert list(got[i]) == [int(w) for w in want], i


@pytest.mark.parametrize("block", [1, 32, 50, 128, 512])
@pytest.mark.parametrize("name,dtype", [("int", np.int32), ("double", np.float64)])
def test_work_group_collectives(run, block, name, dtype):
    text = f"""__kernel void k(__global {name}* out, __global const {name}* x) {{ int i = get_local_id(0), g = get_global_id(0); {name} v = x[g];
      __global {name}* o = out + g * 7; o[0] = work_group_reduce_add(v); o[1] = work_group_reduce_min(v); o[2] = work_group_scan_inclusive_add(v);
      o[3] = work_group_scan_exclusive_max(v); o[4] = work_group_broadcast(v, get_local_size(0) - 1); o[5] = work_group_all(v > 1);
      o[6] = work_group_any(v > 90); }}"""
    x = ((np.arange(2 * block) * 29 + 7) % 97).astype(dtype)
    got = run(text, np.zeros(2 * block * 7, dtype), x, items=2 * block, block=block).reshape(2, block, 7)
    for group in range(2):
        mine = x[group * block:(group + 1) * block]
        least = np.iinfo(dtype).min if dtype == np.int32 else -np.inf
        for i in range(block):
            before = mine[:i].max() if i else least
            want = [mine.sum(), mine.min(), mine[:i + 1].sum(), before, mine[-1], (mine > 1).all(), (mine > 90).any()]
            assert list(got[group, i]) == [float(w) for w in want], (group, i)


def test_atomics(run):
    text = """__kernel void k(__global int* out, __global const int* x) { int i = get_global_id(0), v = x[i]; __local atomic_int best; __local int all;
      if (i == 0) { atomic_init(&best, -1000); all = 0; } barrier(CLK_LOCAL_MEM_FENCE);
      atomic_fetch_max_explicit(&best, v, memory_order_relaxed, memory_scope_work_group); atomic_or(&all, 1 << (v & 31));
      atomic_add(out, v); atomic_sub(out + 1, v); atomic_inc(out + 2); atomic_min(out + 3, v); atomic_xor(out + 4, v);
      volatile __global atomic_float* f = (volatile __global atomic_float*)(out + 5); float old = atomic_load(f);
      while (!atomic_compare_exchange_weak(f, &old, old + 0.5f)) {}
      atom_add((__global long*)(out + 6), (long)v << 20);
      barrier(CLK_LOCAL_MEM_FENCE); if (i == 0) { out[8] = atomic_load(&best); out[9] = all; } }"""
    x = ((np.arange(64, dtype=np.int32) * 31) % 83) - 20
    got = run(text, np.zeros(10, np.int32), x, items=64)
    bits = 0
    for v in x:
        bits |= 1 << (int(v) & 31)
    assert list(got[:5]) == [x.sum(), -x.sum(), 64, min(0, x.min()), np.bitwise_xor.reduce(x)]
    assert got[5:6].view(np.float32)[0] == 32.0
    assert got[6:8].view(np.int64)[0] == int(x.sum()) << 20
    assert got[8] == x.max() and int(got[9]) % 2**32 == bits


def test_async_copies(run):
    text = """__kernel void k(__global float* out, __global const float* x) { __local float4 a[20]; __local float b[40];
      event_t e = async_work_group_copy(a, (__global const float4*)x, 20, 0); e = async_work_group_strided_copy(b, x, 40, 2, e);
      wait_group_events(1, &e); int i = get_local_id(0); if (i < 20) a[i] *= 2.0f; else b[i - 20] += 1; if (i + 12 < 40) b[i + 12] += i == 7;
      barrier(CLK_LOCAL_MEM_FENCE); e = async_work_group_copy((__global float4*)out, a, 20, 0); e = async_work_group_copy(out + 80, b, 40, e);
      wait_group_events(1, &e); }"""
    x = np.arange(80, dtype=np.float32)
    got = run(text, np.zeros(120, np.float32), x, items=32)
    b = x[::2].copy()
    b[:12] += 1
    b[19] += 1
    np.testing.assert_array_equal(got, np.concatenate([x * 2, b]))
