"""Threads that work together in CUDA: barriers, shared memory, warps, cooperative groups. SPDX-License-Identifier: MIT"""
import numpy as np
import pytest

ALL = "0xffffffffu"


def warp_kernel(body, parameters="int* out", before=""):
    return f"""{before}
    extern "C" __global__ void k({parameters}) {{ int t = threadIdx.x, lane = t % 32; {body} }}"""


def ints(n):
    return np.zeros(n, np.int32)


@pytest.mark.parametrize("threads", [1, 31, 64, 100, 256])
def test_shared_memory_and_barriers_in_loops(cuda, threads):
    source = """extern "C" __global__ void k(int* out) { __shared__ int a[256]; int t = threadIdx.x, n = blockDim.x; a[t] = t;
      for (int step = 1; step < n; step *= 2) { __syncthreads(); int v = t >= step ? a[t - step] : 0; __syncthreads(); a[t] += v; }
      out[t] = a[t]; }"""
    np.testing.assert_array_equal(cuda(source, "k", ints(threads), block=threads), np.cumsum(np.arange(threads)))


def test_dynamic_shared_memory(cuda):
    source = """extern "C" __global__ void k(int* out) { extern __shared__ int a[]; int t = threadIdx.x; a[t] = t * t;
      __syncthreads(); out[t] = a[blockDim.x - 1 - t]; }"""
    np.testing.assert_array_equal(cuda(source, "k", ints(100), block=100, shared_bytes=400), np.arange(100)[::-1] ** 2)


def test_early_return_before_a_barrier(cuda):
    source = """extern "C" __global__ void k(int* out) { __shared__ int a[128]; int t = threadIdx.x; if (t >= 100) return;
      a[t] = t; __syncthreads(); out[t] = a[99 - t]; }"""
    got = cuda(source, "k", ints(128), block=128)
    np.testing.assert_array_equal(got[:100], np.arange(100)[::-1])


def test_barriers_with_counts(cuda):
    body = "out[t] = __syncthreads_count(t % 3 == 0) * 100 + __syncthreads_and(t < 96) * 10 + __syncthreads_or(t == 95);"
    np.testing.assert_array_equal(cuda(warp_kernel(body), "k", ints(96), block=96), np.full(96, 3211))


def test_shuffles(cuda):
    body = f"""int v = lane * 10; out[t] = __shfl_sync({ALL}, v, 5); out[64 + t] = __shfl_up_sync({ALL}, v, 3);
    out[128 + t] = __shfl_down_sync({ALL}, v, 4); out[192 + t] = __shfl_xor_sync({ALL}, v, 1);
    out[256 + t] = __shfl_sync({ALL}, v, 2, 8); out[320 + t] = __shfl_down_sync({ALL}, v, 2, 8);"""
    lane = np.arange(64) % 32
    got = cuda(warp_kernel(body), "k", ints(384), block=64).reshape(6, 64)
    want = [np.full(64, 5), np.where(lane >= 3, lane - 3, lane), np.where(lane < 28, lane + 4, lane), lane ^ 1,
            lane // 8 * 8 + 2, np.where(lane % 8 < 6, lane + 2, lane)]
    np.testing.assert_array_equal(got, np.array(want) * 10)


@pytest.mark.parametrize("kind,dtype", [("double", np.float64), ("float", np.float32), ("long long", np.int64), ("unsigned", np.uint32)])
def test_shuffles_of_every_type(cuda, kind, dtype):
    source = warp_kernel(f"{kind} v = lane * 3; for (int s = 16; s; s /= 2) v += __shfl_xor_sync({ALL}, v, s); out[t] = v;", f"{kind}* out")
    np.testing.assert_array_equal(cuda(source, "k", np.zeros(32, dtype), block=32), np.full(32, 3 * 496, dtype))


def test_votes_and_masks(cuda):
    body = f"""out[t] = __ballot_sync({ALL}, lane % 2); out[64 + t] = __any_sync({ALL}, lane == 7); out[128 + t] = __all_sync({ALL}, lane < 32);
    if (lane < 5) out[192 + t] = __activemask(); out[256 + t] = __popc(__match_any_sync({ALL}, lane / 8));"""
    got = cuda(warp_kernel(body, "unsigned* out"), "k", np.zeros(320, np.uint32), block=64).reshape(5, 64)
    lane = np.arange(64) % 32
    np.testing.assert_array_equal(got[0], np.full(64, 0xAAAAAAAA))
    assert (got[1] == 1).all() and (got[2] == 1).all() and (got[4] == 8).all()
    np.testing.assert_array_equal(got[3], np.where(lane < 5, 31, 0))


def test_warp_reductions(cuda):
    body = f"""out[t] = __reduce_add_sync({ALL}, lane); out[32 + t] = __reduce_max_sync({ALL}, lane * 2); out[64 + t] = __reduce_min_sync({ALL}, lane - 9);
    out[96 + t] = __reduce_or_sync({ALL}, 1u << lane) == 0xffffffffu;"""
    got = cuda(warp_kernel(body), "k", ints(128), block=32).reshape(4, 32)
    np.testing.assert_array_equal(got, np.array([[496], [62], [-9], [1]]).repeat(32, 1))


def test_warps_in_a_two_dimensional_block(cuda):
    source = f"""extern "C" __global__ void k(int* out) {{ int t = threadIdx.y * blockDim.x + threadIdx.x, v = t;
      for (int s = 16; s; s /= 2) v += __shfl_down_sync({ALL}, v, s); out[t] = v; }}"""
    got = cuda(source, "k", ints(64), block=(8, 8))
    assert got[0] == sum(range(32)) and got[32] == sum(range(32, 64))


def test_warps_with_a_partial_last_one(cuda):
    body = "unsigned m = __activemask(); out[t] = __popc(m); out[40 + t] = __shfl_sync(m, t, 0);"
    got = cuda(warp_kernel(body), "k", ints(80), block=40).reshape(2, 40)
    np.testing.assert_array_equal(got[0], [32] * 32 + [8] * 8)
    np.testing.assert_array_equal(got[1], [0] * 32 + [32] * 8)


def test_cooperative_groups(cuda):
    before = "#include <cooperative_groups.h>\n#include <cooperative_groups/reduce.h>\nnamespace cg = cooperative_groups;"
    body = """cg::thread_block block = cg::this_thread_block(); auto tile = cg::tiled_partition<16>(block);
    int v = t; for (int s = tile.size() / 2; s; s /= 2) v += tile.shfl_xor(v, s); block.sync();
    out[t] = v; out[64 + t] = tile.thread_rank(); out[128 + t] = cg::reduce(tile, t, cg::plus<int>());
    if (t % 2) { auto g = cg::coalesced_threads(); out[192 + t] = g.size(); }"""
    t = np.arange(64)
    got = cuda(warp_kernel(body, before=before), "k", ints(256), block=64).reshape(4, 64)
    sums = t.reshape(4, 16).sum(1).repeat(16)
    np.testing.assert_array_equal(got, [sums, t % 16, sums, np.where(t % 2, 16, 0)])


def test_grid_synchronisation(cuda):
    source = """#include <cooperative_groups.h>
    extern "C" __global__ void k(int* out, int* scratch) { auto grid = cooperative_groups::this_grid();
      int i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x; scratch[i] = i * 3; grid.sync();
      int v = scratch[n - 1 - i]; grid.sync(); scratch[i] = v + 1; grid.sync(); out[i] = scratch[(i + 1) % n]; }"""
    n = 8 * 32
    got = cuda(source, "k", ints(n), ints(n), grid=8, block=32, cooperative=True)
    np.testing.assert_array_equal(got, (n - 1 - (np.arange(n) + 1) % n) * 3 + 1)


def test_atomics(cuda):
    source = """extern "C" __global__ void k(int* out, float* f, double* d, unsigned long long* u) { int t = blockIdx.x * blockDim.x + threadIdx.x;
      atomicAdd(out, 1); atomicMax(out + 1, t); atomicMin(out + 2, -t); atomicOr(out + 3, 1 << t % 8); atomicXor(out + 4, t); atomicSub(out + 5, 2);
      atomicAdd(f, 0.5f); atomicAdd(d, 0.25); atomicAdd(u, 1ull << 33); atomicCAS(out + 6, 0, 7); atomicExch(out + 7, 5);
      atomicInc((unsigned*)out + 8, 9); atomicAdd_block(out + 9, 1); atomicAdd_system(out + 10, 1);
      __shared__ int s; if (threadIdx.x == 0) s = 0; __syncthreads(); int old = atomicAdd(&s, 1); atomicAdd(out + 11, old); }"""
    device = cuda.device
    f, d, u = (np.zeros(1, t) for t in (np.float32, np.float64, np.uint64))
    buffers = [device.to_device(a) for a in (ints(12), f, d, u)]
    device.compile(source, language="cuda")["k"].launch(4, 64, buffers)
    want = [256, 255, -255, 255, 0, -512, 7, 5, 6, 256, 256, 4 * (63 * 64 // 2)]
    for t in range(256):
        want[4] ^= t
    np.testing.assert_array_equal(buffers[0].view(np.int32), want)
    assert buffers[1].view(np.float32)[0] == 128 and buffers[2].view(np.float64)[0] == 64
    assert buffers[3].view(np.uint64)[0] == 256 << 33


def test_compare_and_swap_loop(cuda):
    source = """extern "C" __global__ void k(float* out) { int* p = (int*)out; int old = *p, seen;
      do { seen = old; old = atomicCAS(p, seen, __float_as_int(__int_as_float(seen) + 1.0f)); } while (old != seen); }"""
    assert cuda(source, "k", np.zeros(1, np.float32), grid=8, block=32)[0] == 256
