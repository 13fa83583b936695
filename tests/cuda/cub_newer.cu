// Forms of cub, thrust and cooperative groups that came later: scans in place and with a first value, places of extremes,
// histograms of rows, shares of a grid, sums that a group stores or adds, searches, scans of segments.
// build: --extended-lambda
// SPDX-License-Identifier: MIT
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <thrust/device_delete.h>
#include <thrust/device_new.h>
#include <thrust/device_vector.h>

#include <cub/cub.cuh>
#include <cuda/atomic>
#include <cuda/iterator>
#include <cuda/std/bit>

#include "check.h"
#include "managed.h"

namespace cg = cooperative_groups;

// Calls a function of cub as programs do: for the bytes, then for the work.
template <class Function>
void twice(Function function) {
  size_t bytes = 0;
  OK(function(nullptr, bytes));
  void* storage;
  OK(cudaMalloc(&storage, bytes));
  OK(function(storage, bytes));
  OK(cudaDeviceSynchronize());
  OK(cudaFree(storage));
}

CASE(scans_in_place_and_with_a_first_value) {
  const int count = 5000;
  Managed<int> a(count), b(count), first(1);
  first[0] = 100;
  const auto fill = [&] {
    for (int i = 0; i < count; ++i) a[i] = i % 7;
  };
  fill();
  twice([&](void* s, size_t& n) { return cub::DeviceScan::ExclusiveSum(s, n, a.get(), count); });
  EXPECT_EQ(a[8], 21);
  fill();
  int* data = a.get();
  twice([&](void* s, size_t& n) {
    return cub::DeviceScan::InclusiveScanInit(s, n, data, b.get(), cub::Sum(), 5, count);
  });
  EXPECT_EQ(b[count - 1], 5 + 4999 / 7 * 21 + 4999 % 7 * (4999 % 7 + 1) / 2);
  twice([&](void* s, size_t& n) {
    return cub::DeviceScan::ExclusiveScan(s, n, data, b.get(), cub::Sum(),
                                          cub::FutureValue<int>(first.get()), count);
  });
  EXPECT_EQ(b[0], 100);
  EXPECT_EQ(b[8], 121);
  twice([&](void* s, size_t& n) {
    return cub::DeviceScan::InclusiveSum(s, n, data, count, cudaStream_t(0));
  });
  EXPECT_EQ(a[13], 42);
  twice([&](void* s, size_t& n) {
    return cub::DeviceScan::ExclusiveScan(s, n, data, cub::Max(), -1, count);
  });
  EXPECT_EQ(a[0], -1);
  EXPECT_EQ(a[14], 42);
  thrust::device_vector<int> v(10, 2);
  thrust::inclusive_scan(v.begin(), v.end(), v.begin(), 7, thrust::plus<int>());
  EXPECT_EQ((int)v[9], 27);
}

CASE(places_of_extremes_and_histograms_of_rows) {
  const int width = 30, pitch = 40, rows = 11;
  Managed<float> image(pitch * rows), value(1);
  Managed<int> place(1), bins(5);
  for (int i = 0; i < pitch * rows; ++i) image[i] = (float)(i % pitch < width ? i % 10 : 3);
  image[77] = -4;
  twice([&](void* s, size_t& n) {
    return cub::DeviceReduce::ArgMin(s, n, image.get(), value.get(), place.get(), pitch * rows);
  });
  EXPECT_EQ(value[0], -4.0f);
  EXPECT_EQ(place[0], 77);
  twice([&](void* s, size_t& n) {
    return cub::DeviceHistogram::HistogramEven(s, n, image.get(), bins.get(), 6, 0.0f, 10.0f, width,
                                               rows, pitch * sizeof(float));
  });
  for (int bin = 0; bin < 5; ++bin) EXPECT_EQ(bins[bin], 66);  // 77 lies behind its row's end
}

__global__ void shares(int* owner, int count, cub::GridEvenShare<int> share) {
  share.BlockInit<32, cub::GRID_MAPPING_RAKE>();
  for (int tile = share.block_offset; tile < share.block_end; tile += share.block_stride)
    if (tile + (int)threadIdx.x < count) owner[tile + threadIdx.x] += 1 + blockIdx.x;
}

CASE(shares_of_a_grid) {
  const int count = 1000;
  Managed<int> owner(count);
  cub::GridEvenShare<int> share;
  share.DispatchInit(count, 5, 32);
  EXPECT_EQ(share.grid_size, 5);
  shares<<<share.grid_size, 32>>>(owner.get(), count, share);
  OK(cudaDeviceSynchronize());
  for (int i = 1; i < count; ++i) EXPECT(owner[i] >= owner[i - 1] && owner[i] - owner[i - 1] <= 1);
  EXPECT_EQ(owner[0], 1);
  EXPECT_EQ(owner[count - 1], 5);
}

__global__ void collectives(int* out, cuda::atomic<int, cuda::thread_scope_device>* sum) {
  const int t = threadIdx.x;
  const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  cg::reduce_update_async(tile, *sum, t, cg::plus<int>());
  cg::reduce_store_async(tile, out + t / 16, t, cg::greater<int>());
  typedef cub::WarpScan<int> Scan;
  __shared__ Scan::TempStorage storage[2];
  int scanned, total;
  Scan(storage[t / 32]).InclusiveScan(1, scanned, 10, cub::Sum(), total);
  int flags[1], item[1] = {t / 5};
  cub::BlockDiscontinuity<int, 64>().FlagHeads(flags, item, cub::Inequality());
  out[8 + t] = scanned + 1000 * flags[0];
  out[80 + t] = (int)cub::MatchAny<2>((unsigned)t);
}

CASE(collectives_of_warps_and_blocks) {
  Managed<int> out(144);
  cuda::atomic<int, cuda::thread_scope_device>* sum;
  OK(cudaMallocManaged(&sum, sizeof *sum));
  sum->store(1);
  collectives<<<1, 64>>>(out.get(), sum);
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(sum->load(), 1 + 63 * 32);
  EXPECT_EQ(out[2], 47);
  EXPECT_EQ(out[8 + 10], 1021);
  EXPECT_EQ(out[8 + 41], 20);
  EXPECT_EQ(out[80 + 6], 0x44444444);
  EXPECT_EQ(cuda::std::byteswap(0x01020304u), 0x04030201u);
  OK(cudaFree(sum));
}

CASE(objects_in_memory_of_the_device) {
  const thrust::device_ptr<int> made = thrust::device_new<int>(3);
  thrust::device_vector<int> from(3, 8), to(3);
  EXPECT_EQ((int)made[2], 0);
  thrust::uninitialized_copy_n(from.begin(), 2, to.begin());
  thrust::uninitialized_fill_n(made, 3, 6);
  EXPECT_EQ((int)to[1], 8);
  EXPECT_EQ((int)to[2], 0);
  EXPECT_EQ((int)made[1], 6);
  thrust::device_delete(made, 3);
}

struct IsLarge {
  __host__ __device__ bool operator()(int x) const { return x > 40; }
};

CASE(places_in_a_range) {
  thrust::device_vector<int> range{1, 3, 3, 3, 50}, wanted{0, 3, 60}, place(1), low(3), high(3);
  size_t bytes = 0;
  OK(cub::DeviceFind::FindIf(nullptr, bytes, range.begin(), place.begin(), IsLarge(), 5));
  thrust::device_vector<char> room(bytes);
  void* storage = thrust::raw_pointer_cast(room.data());
  OK(cub::DeviceFind::FindIf(storage, bytes, range.begin(), place.begin(), IsLarge(), 5));
  EXPECT_EQ((int)place[0], 4);
  OK(cub::DeviceFind::FindIf(storage, bytes, range.begin(), place.begin(), IsLarge(), 4));
  EXPECT_EQ((int)place[0], 4);
  OK(cub::DeviceFind::LowerBound(storage, bytes, range.begin(), 5, wanted.begin(), 3, low.begin(),
                                 thrust::less<int>()));
  OK(cub::DeviceFind::UpperBound(storage, bytes, range.begin(), 5, wanted.begin(), 3, high.begin(),
                                 thrust::less<int>()));
  const int lower[] = {0, 1, 5}, upper[] = {0, 4, 5};
  for (int i = 0; i < 3; ++i) EXPECT_EQ((int)low[i], lower[i]);
  for (int i = 0; i < 3; ++i) EXPECT_EQ((int)high[i], upper[i]);
}

// The second segment is empty.
CASE(scans_of_segments) {
  thrust::device_vector<int> in{3, 1, 2, 10, 20}, out(5, -1), begins{0, 3, 3, 5}, places{1, 0, 0};
  size_t bytes = 1;
  char storage[1];
  const auto expect = [&](std::vector<int> all) {
    for (int i = 0; i < 5; ++i) EXPECT_EQ((int)out[i], all[i]);
  };
  const auto first = begins.begin();
  OK(cub::DeviceSegmentedScan::ExclusiveSegmentedSum(storage, bytes, in.begin(), out.begin(), first,
                                                     first + 1, 3));
  expect({0, 3, 4, 0, 10});
  OK(cub::DeviceSegmentedScan::InclusiveSegmentedSum(storage, bytes, in.begin(), out.begin(), first,
                                                     first + 1, 3));
  expect({3, 4, 6, 10, 30});
  OK(cub::DeviceSegmentedScan::InclusiveSegmentedScan(storage, bytes, in.begin(), out.begin(),
                                                      first, first + 1, 3, cub::Min()));
  expect({3, 1, 1, 10, 10});
  OK(cub::DeviceSegmentedScan::ExclusiveSegmentedScan(storage, bytes, in.begin(), out.begin(),
                                                      first, first + 1, 3, cub::Max(), 2));
  expect({2, 3, 3, 2, 10});
  OK(cub::DeviceSegmentedScan::InclusiveSegmentedSum(storage, bytes, in.begin(), out.begin(), first,
                                                     first + 1, places.begin(), 1));
  expect({2, 3, 4, 6, 10});
}

CASE(several_in_and_several_out) {
  thrust::device_vector<int> a{7, 8, 9}, rest(3);
  thrust::device_vector<float> half(3);
  const auto split = [] __host__ __device__(int x, int by)
      -> cuda::std::tuple<float, int> { return {x / 2.0f, x % by}; };
  OK(cub::DeviceTransform::Transform(cuda::std::tuple{a.begin(), cuda::counting_iterator<int>{4}},
                                     cuda::std::tuple{half.begin(), rest.begin()}, 3, split));
  for (int i = 0; i < 3; ++i) EXPECT_EQ((float)half[i], (7 + i) / 2.0f);
  for (int i = 0; i < 3; ++i) EXPECT_EQ((int)rest[i], (7 + i) % (4 + i));
  OK(cub::DeviceTransform::Fill(rest.begin(), 2, 11));
  EXPECT_EQ((int)rest[1], 11);
  EXPECT_EQ((int)rest[2], 3);
}

int main() { return run_cases(); }
