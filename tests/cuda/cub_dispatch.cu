// The classes below cub's device-wide functions, and cuda::ptx.
// SPDX-License-Identifier: MIT
#include <cub/device/dispatch/dispatch_radix_sort.cuh>
#include <cub/device/dispatch/dispatch_reduce.cuh>
#include <cub/device/dispatch/dispatch_scan.cuh>
#include <cub/device/dispatch/dispatch_select_if.cuh>
#include <cuda/ptx>

#include "check.h"

template <class T>
static T* managed(std::initializer_list<T> values, size_t count = 0) {
  T* made = nullptr;
  OK(cudaMallocManaged(&made, std::max(count, values.size()) * sizeof(T)));
  std::copy(values.begin(), values.end(), made);
  return made;
}

// Asks for the storage, then runs.
template <class Call>
static void twice(Call call) {
  size_t bytes = 0;
  OK(call(nullptr, bytes));
  void* storage = nullptr;
  OK(cudaMalloc(&storage, bytes));
  OK(call(storage, bytes));
  OK(cudaDeviceSynchronize());
  OK(cudaFree(storage));
}

CASE(sorts) {
  int *a = managed({3, 1, 2, 5}), *b = managed<int>({}, 4);
  char *x = managed({'c', 'a', 'b', 'e'}), *y = managed<char>({}, 4);
  cub::DoubleBuffer<int> keys(a, b);
  cub::DoubleBuffer<char> values(x, y);
  twice([&](void* storage, size_t& bytes) {
    return cub::DispatchRadixSort<false, int, char, int>::Dispatch(storage, bytes, keys, values, 4,
                                                                   0, 32, false, 0);
  });
  EXPECT(keys.Current() == b && b[0] == 1 && b[3] == 5 && a[0] == 3);
  EXPECT(values.Current() == y && y[0] == 'a' && y[3] == 'e');
  cub::DoubleBuffer<cub::NullType> none;
  twice([&](void* storage, size_t& bytes) {
    return cub::DispatchRadixSort<true, int, cub::NullType, unsigned>::Dispatch(
        storage, bytes, keys, none, 4u, 0, 32, true, 0);
  });
  EXPECT(keys.Current()[0] == 5 && keys.Current()[3] == 1);
}

CASE(segments) {
  float *a = managed({3.0f, 1.0f, 2.0f, 9.0f, -1.0f}), *b = managed<float>({}, 5);
  int* starts = managed({0, 3, 5});
  cub::DoubleBuffer<float> keys(a, b);
  cub::DoubleBuffer<cub::NullType> none;
  twice([&](void* storage, size_t& bytes) {
    return cub::DispatchSegmentedRadixSort<true, float, cub::NullType, int*, int*, int>::Dispatch(
        storage, bytes, keys, none, 5, 2, starts, starts + 1, 0, 32, false, 0);
  });
  EXPECT(keys.Current() == b && b[0] == 3 && b[2] == 1 && b[3] == 9 && b[4] == -1);
  float* sums = managed<float>({}, 2);
  twice([&](void* storage, size_t& bytes) {
    return cub::DispatchSegmentedReduce<float*, float*, int*, int*, int, cub::Sum>::Dispatch(
        storage, bytes, b, sums, 2, starts, starts + 1, cub::Sum(), 0.0f, 0);
  });
  EXPECT(sums[0] == 6 && sums[1] == 8);
}

CASE(scans_and_sums) {
  int *in = managed({1, 2, 3, 4}), *out = managed<int>({}, 4);
  twice([&](void* storage, size_t& bytes) {
    return cub::DispatchScan<int*, int*, cub::Sum, cub::NullType, int>::Dispatch(
        storage, bytes, in, out, cub::Sum(), cub::NullType(), 4, 0);
  });
  EXPECT_EQ(out[3], 10);
  twice([&](void* storage, size_t& bytes) {
    return cub::DispatchScan<int*, int*, cub::Sum, int, size_t>::Dispatch(storage, bytes, in, out,
                                                                          cub::Sum(), 100, 4, 0);
  });
  EXPECT(out[0] == 100 && out[3] == 106);
  twice([&](void* storage, size_t& bytes) {
    return cub::DispatchReduce<int*, int*, int, cub::Max>::Dispatch(storage, bytes, in, out, 4,
                                                                    cub::Max(), -5, 0);
  });
  EXPECT_EQ(out[0], 4);
  int *groups = managed({7, 7, 8, 8}), *unique = managed<int>({}, 4), *runs = managed<int>({}, 1);
  twice([&](void* storage, size_t& bytes) {
    return cub::DispatchScanByKey<int*, int*, int*, cub::Equality, cub::Sum, cub::NullType,
                                  int>::Dispatch(storage, bytes, groups, in, out, cub::Equality(),
                                                 cub::Sum(), cub::NullType(), 4, 0);
  });
  EXPECT(out[1] == 3 && out[3] == 7);
  twice([&](void* storage, size_t& bytes) {
    return cub::DispatchReduceByKey<int*, int*, int*, int*, int*, cub::Equality, cub::Sum,
                                    int>::Dispatch(storage, bytes, groups, unique, in, out, runs,
                                                   cub::Equality(), cub::Sum(), 4, 0);
  });
  EXPECT(*runs == 2 && unique[1] == 8 && out[0] == 3 && out[1] == 7);
}

struct Odd {
  __host__ __device__ bool operator()(int x) const { return x % 2 != 0; }
};

CASE(selections) {
  int *in = managed({1, 1, 2, 3}), *out = managed<int>({}, 4), *count = managed<int>({}, 1);
  bool* flags = managed({true, false, false, true});
  cub::NullType* none = nullptr;
  twice([&](void* storage, size_t& bytes) {
    return cub::DispatchSelectIf<int*, cub::NullType*, int*, int*, Odd, cub::NullType, int,
                                 false>::Dispatch(storage, bytes, in, none, out, count, Odd(),
                                                  cub::NullType(), 4, 0);
  });
  EXPECT(*count == 3 && out[2] == 3);
  twice([&](void* storage, size_t& bytes) {
    return cub::DispatchSelectIf<int*, bool*, int*, int*, cub::NullType, cub::NullType, int,
                                 false>::Dispatch(storage, bytes, in, flags, out, count,
                                                  cub::NullType(), cub::NullType(), 4, 0);
  });
  EXPECT(*count == 2 && out[1] == 3);
  twice([&](void* storage, size_t& bytes) {
    return cub::DispatchSelectIf<int*, cub::NullType*, int*, int*, cub::NullType, cub::Equality,
                                 int, false>::Dispatch(storage, bytes, in, none, out, count,
                                                       cub::NullType(), cub::Equality(), 4, 0);
  });
  EXPECT(*count == 3 && out[1] == 2);
}

__global__ void read_registers(unsigned* out, unsigned long long* times) {
  namespace ptx = cuda::ptx;
  unsigned* mine = out + 4 * threadIdx.x;
  mine[0] = ptx::get_sreg_laneid();
  mine[1] = ptx::get_sreg_warpid();
  mine[2] = ptx::get_sreg_lanemask_lt();
  mine[3] = ptx::get_sreg_ctaid_x() * ptx::get_sreg_ntid_x() + ptx::get_sreg_tid_x();
  ptx::fence(ptx::sem_acq_rel, ptx::scope_gpu);
  times[0] = ptx::get_sreg_globaltimer() >> 32;
  times[1] = ptx::get_sreg_globaltimer_hi();
  times[2] = ptx::get_sreg_globaltimer_lo();
  times[3] = ptx::get_sreg_clock_hi();
}

CASE(registers) {
  unsigned* out = managed<unsigned>({}, 4 * 64);
  unsigned long long* times = managed<unsigned long long>({}, 4);
  read_registers<<<1, 64>>>(out, times);
  OK(cudaDeviceSynchronize());
  EXPECT(out[4 * 35] == 3 && out[4 * 35 + 1] == 1 && out[4 * 35 + 2] == 7 && out[4 * 35 + 3] == 35);
  EXPECT(times[1] - times[0] <= 1);  // the time may have gone over
  EXPECT_EQ(times[2] >> 32, 0u);
}

int main() { return run_cases(); }
