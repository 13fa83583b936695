// Shuffles, votes and ballots between the 32 lanes of a warp, as vectors and item by item.
//
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "kernels/harness.h"
#include "kernels/numbers.h"

namespace vgpu::test {
namespace {

TEST(Warp, ReductionByShuffles) {
  Kernel kernel = Kernel::cuda(R"(
      __global__ void k(const int* a, int* o, int n) {
        int v = 0;
        for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
          v += a[i];
        for (int d = 16; d; d >>= 1) v += __shfl_down_sync(~0u, v, d);
        __shared__ int s[4];
        if ((threadIdx.x & 31) == 0) s[threadIdx.x >> 5] = v;
        __syncthreads();
        if (threadIdx.x == 0) {
          int sum = 0;
          for (int w = 0; w < (int)blockDim.x / 32; ++w) sum += s[w];
          atomicAdd(o, sum);
        }
      })");
  std::vector<int> a = some_numbers(1000), o(1);
  for (int x : a) o[0] += x;
  kernel.shape({192, 1, 1}, {96, 1, 1});
  kernel.expect(Arguments().buffer(a).buffer(std::vector<int>(1)).value(1000), 1, o);
}

TEST(Warp, BallotsUnderDivergence) {
  Kernel kernel = Kernel::cuda(R"(
      __global__ void k(const int* a, unsigned* o) {
        int i = threadIdx.x;
        unsigned odd = __ballot_sync(~0u, a[i] & 1);
        unsigned r = 0;
        if (a[i] & 1) {
          unsigned active = __activemask();
          r = __popc(active & ((1u << (i & 31)) - 1));
        } else {
          r = 100 + __shfl_sync(~odd, a[i], __ffs(~odd) - 1);
        }
        o[i] = r;
        o[64 + i] = odd;
        o[128 + i] = __any_sync(~0u, a[i] > 990) + 2 * __all_sync(~0u, a[i] >= 0);
      })");
  std::vector<int> a = some_numbers(64);
  std::vector<unsigned> o(192);
  for (int w = 0; w < 64; w += 32) {
    unsigned odd = 0, any = 0;
    int first = -1;
    for (int t = 0; t < 32; ++t) {
      if (a[w + t] & 1) odd |= 1u << t;
      if ((a[w + t] & 1) == 0 && first < 0) first = t;
      any |= a[w + t] > 990;
    }
    for (int t = 0; t < 32; ++t) {
      unsigned below = static_cast<unsigned>(__builtin_popcount(odd & ((1u << t) - 1)));
      o[w + t] = a[w + t] & 1 ? below : 100 + static_cast<unsigned>(a[w + first]);
      o[64 + w + t] = odd;
      o[128 + w + t] = any + 2;
    }
  }
  kernel.shape({64, 1, 1}, {64, 1, 1});
  kernel.expect(Arguments().buffer(a).buffer(std::vector<unsigned>(192)), 1, o);
}

TEST(Warp, LanesInLoopsComeBeforeThoseBehindThem) {
  Kernel kernel = Kernel::cuda(R"(
      __device__ int place_of(int* places, int key, unsigned size) {
        unsigned place = key * 7u % size;
        while (true) {
          int old = atomicCAS(&places[place], -1, key);
          unsigned same = __match_any_sync(__activemask(), place);
          __syncwarp(same);
          if (old == -1 || old == key) return place;
          place = (place + 1) % size;
        }
      }
      __device__ void count_keys(int* places, int* counts, int* seen, unsigned size,
                                 const int* keys, const int* lengths, unsigned& rows) {
        const int lane = threadIdx.x % 32;
        unsigned begin = 0;
        for (int row = 0; row < rows; ++row) {
          const int* first = keys + begin;
          int length = lengths[row];
          for (int i = lane; i < length; i += 32)
            atomicAdd(&counts[place_of(places, first[i], size)], 1);
          __syncwarp();
          begin += length;
        }
        __syncwarp();
        for (int i = lane; i < size; i += 32) seen[i] = counts[i];
      }
      __global__ void k(const int* keys, const int* lengths, const int* row_counts, int* places,
                        int* counts, int* seen, unsigned size) {
        const int warp = threadIdx.x / 32;
        unsigned rows = row_counts[warp];
        places += warp * size;
        for (unsigned i = threadIdx.x % 32; i < size; i += 32) places[i] = -1;
        __syncwarp();
        count_keys(places, counts + warp * size, seen + warp * size, size, keys, lengths, rows);
      })");
  constexpr int size = 100;
  const std::vector<int> lengths = {40, 7, 5, 10, 9, 10}, rows = {6, 3};
  std::vector<int> keys, wanted(2 * size);
  for (int i = 0; i < 81; ++i) keys.push_back(i * i % 31);
  for (int i = 0; i < 81; ++i) ++wanted[keys[i] * 7 % size];
  for (int i = 0; i < 52; ++i) ++wanted[size + keys[i] * 7 % size];
  kernel.shape({64, 1, 1}, {64, 1, 1});
  const std::vector<int> none(2 * size);
  kernel.expect(Arguments()
                    .buffer(keys)
                    .buffer(lengths)
                    .buffer(rows)
                    .buffer(none)
                    .buffer(none)
                    .buffer(none)
                    .value(unsigned{size}),
                5, wanted);
}

}  // namespace
}  // namespace vgpu::test
