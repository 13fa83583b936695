// What cub tells of types, its operators on pairs, searches of a thread and the less usual exchanges.
// SPDX-License-Identifier: MIT
#include <cub/cub.cuh>
#include <cub/iterator/tex_obj_input_iterator.cuh>
#include <cub/thread/thread_search.cuh>
#include <cub/util_type.cuh>

#include <cmath>

#include "check.h"

struct Fixed {  // a number of the program's own
  unsigned short bits;
};
template <>
struct cub::FpLimits<Fixed> {
  static __host__ __device__ Fixed Max() { return {65000}; }
  static __host__ __device__ Fixed Lowest() { return {7}; }
};
template <>
struct cub::NumericTraits<Fixed>
    : cub::BaseTraits<cub::FLOATING_POINT, true, false, unsigned short, Fixed> {};

CASE(limits_and_kinds) {
  EXPECT_EQ(cub::Traits<int>::Max(), 2147483647);
  EXPECT_EQ(cub::Traits<int>::Lowest(), -2147483647 - 1);
  EXPECT_EQ(cub::Traits<const unsigned char>::Max(), 255);
  EXPECT_EQ(cub::Traits<double>::Lowest(), -1.79769313486231570815e308);
  EXPECT_EQ(float(cub::Traits<__half>::Max()), 65504.0f);
  EXPECT_EQ(cub::Traits<Fixed>::Lowest().bits, 7);
  EXPECT(cub::Traits<Fixed>::CATEGORY == cub::FLOATING_POINT);
  EXPECT(cub::Traits<short>::CATEGORY == cub::SIGNED_INTEGER);
  EXPECT(cub::Traits<std::string>::CATEGORY == cub::NOT_A_NUMBER);
  EXPECT(cub::Traits<cub::NullType>::NULL_TYPE);
  EXPECT((cub::Equals<cub::If<true, int, char>::Type, int>::VALUE));
}

struct Pixel {
  short red, green, blue;
};
CASE(words_that_a_type_is_moved_by) {
  EXPECT((std::is_same<cub::UnitWord<float4>::DeviceWord, ulonglong2>::value));
  EXPECT((std::is_same<cub::UnitWord<double>::DeviceWord, unsigned long long>::value));
  EXPECT((std::is_same<cub::UnitWord<Pixel>::VolatileWord, unsigned short>::value));
  EXPECT((std::is_same<cub::UnitWord<const float2>::ShuffleWord, unsigned>::value));
}

// A sum that only the empty braces begin.
struct Total {
  int count;
  float sum;
};
__host__ __device__ Total operator+(const Total& a, const Total& b) {
  return {a.count + b.count, a.sum + b.sum};
}
CASE(sums_of_classes_that_no_number_makes) {
  Total *in, *out;
  int* ends;
  OK(cudaMallocManaged(&in, 8 * sizeof(Total)));
  OK(cudaMallocManaged(&out, 2 * sizeof(Total)));
  OK(cudaMallocManaged(&ends, 3 * sizeof(int)));
  for (int i = 0; i < 8; ++i) in[i] = {1, (float)i};
  ends[0] = 0, ends[1] = 3, ends[2] = 8;
  size_t bytes = 0;
  void* storage = nullptr;
  for (int pass = 0; pass < 2; ++pass) {
    OK(cub::DeviceSegmentedReduce::Sum(storage, bytes, in, out, 2, ends, ends + 1));
    if (pass == 0) OK(cudaMalloc(&storage, bytes));
  }
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(out[0].count, 3);
  EXPECT_EQ(out[1].sum, 25.0f);
  for (void* memory : {(void*)in, (void*)out, (void*)ends, storage}) OK(cudaFree(memory));
}

CASE(keys_are_ordered_by_their_bits) {
  using Traits = cub::Traits<float>;
  const auto key = [](float value) {
    unsigned bits;
    memcpy(&bits, &value, sizeof bits);
    return Traits::TwiddleIn(bits);
  };
  EXPECT(key(-2.0f) < key(-1.0f) && key(-1.0f) < key(0.0f) && key(0.0f) < key(0.5f));
  for (unsigned bits : {0u, 1u, 0x7f800000u, 0x80000000u, 0xc0000000u})
    EXPECT_EQ(Traits::TwiddleOut(Traits::TwiddleIn(bits)), bits);
  EXPECT(cub::Traits<int>::TwiddleIn(-3) < cub::Traits<int>::TwiddleIn(2));
}

CASE(pairs_of_segments) {
  using Pair = cub::KeyValuePair<int, int>;
  cub::ReduceBySegmentOp<cub::Sum> by_segment;
  EXPECT_EQ(by_segment(Pair(1, 10), Pair(0, 5)).value, 15);
  EXPECT_EQ(by_segment(Pair(1, 10), Pair(2, 5)).value, 5);
  EXPECT_EQ(by_segment(Pair(1, 10), Pair(2, 5)).key, 3);
  cub::ReduceByKeyOp<cub::Max> by_key;
  EXPECT_EQ(by_key(Pair(4, 10), Pair(4, 5)).value, 10);
  EXPECT_EQ(by_key(Pair(3, 10), Pair(4, 5)).value, 5);
  EXPECT((cub::InequalityWrapper<cub::Equality>(cub::Equality())(1, 2)));
}

__global__ void search(const int* sorted, int* out) {
  out[0] = cub::LowerBound(sorted, 8, 3);
  out[1] = cub::UpperBound(sorted, 8, 3);
  out[2] = cub::UpperBound(sorted, 8, 99);
  int values[3] = {4, 5, 6}, sums[3];
  out[3] = cub::ThreadScanInclusive(values, sums, cub::Sum());
  out[4] = sums[1];
  out[5] = cub::ThreadScanExclusive(values, sums, cub::Sum(), 100);
  out[6] = sums[2];
}
CASE(a_thread_searches_and_scans) {
  int* data;
  OK(cudaMallocManaged(&data, 16 * sizeof(int)));
  const int sorted[] = {1, 2, 3, 3, 3, 5, 6, 9}, wanted[] = {2, 5, 8, 15, 9, 115, 109};
  std::copy(sorted, sorted + 8, data);
  search<<<1, 1>>>(data, data + 8);
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < 7; ++i) EXPECT_EQ(data[8 + i], wanted[i]);
  OK(cudaFree(data));
}

constexpr int kThreads = 80, kItems = 3;  // the last warp is half a one
__global__ void exchange(int* striped, int* back, int* flagged) {
  using Exchange = cub::BlockExchange<int, kThreads, kItems>;
  __shared__ Exchange::TempStorage storage;
  const int t = threadIdx.x;
  int items[kItems], ranks[kItems];
  for (int i = 0; i < kItems; ++i) items[i] = t * kItems + i;
  Exchange(storage).BlockedToWarpStriped(items);
  for (int i = 0; i < kItems; ++i) striped[t * kItems + i] = items[i];
  Exchange(storage).WarpStripedToBlocked(items);
  for (int i = 0; i < kItems; ++i) back[t * kItems + i] = items[i];
  for (int i = 0; i < kItems; ++i) ranks[i] = items[i] % 2 == 0 ? items[i] / 2 : -1;
  Exchange(storage).ScatterToStripedGuarded(items, ranks);
  flagged[t] = items[0];  // even numbers went to the first half
}
CASE(exchanges_between_warps) {
  int* data;
  const int count = kThreads * kItems;
  OK(cudaMallocManaged(&data, 3 * count * sizeof(int)));
  exchange<<<1, kThreads>>>(data, data + count, data + 2 * count);
  OK(cudaDeviceSynchronize());
  for (int n = 0; n < count; ++n) {
    const int t = n / kItems, i = n % kItems, first = t / 32 * 32;
    EXPECT_EQ(data[n], first * kItems + t - first + i * std::min(32, kThreads - first));
    EXPECT_EQ(data[count + n], n);
  }
  for (int t = 0; t < kThreads; ++t) EXPECT_EQ(data[2 * count + t], 2 * t);
  OK(cudaFree(data));
}

CASE(sums_through_a_texture_and_facts_of_the_device) {
  int* data;
  OK(cudaMallocManaged(&data, 101 * sizeof(int)));
  for (int i = 0; i < 100; ++i) data[i] = i;
  cub::TexObjInputIterator<int> in;
  OK(in.BindTexture(data, 100 * sizeof(int)));
  size_t bytes = 0;
  OK(cub::DeviceReduce::Sum(nullptr, bytes, in, data + 100, 100));
  void* room;
  OK(cudaMalloc(&room, bytes));
  OK(cub::DeviceReduce::Sum(room, bytes, in, data + 100, 100));
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(data[100], 4950);
  OK(in.UnbindTexture());
  int version = 0, blocks = 0;
  OK(cub::PtxVersion(version));
  OK(cub::MaxSmOccupancy(blocks, search, 128));
  EXPECT(version >= 300 && blocks > 0);
  OK(cudaFree(room));
  OK(cudaFree(data));
}

// As programs teach cub's operators what they think of a number that is none.
template <>
__host__ __device__ float cub::Max::operator()(const float& a, const float& b) const {
  return a != a ? a : b != b ? b : a < b ? b : a;
}

CASE(specialised_operators) {
  EXPECT(std::isnan(cub::Max()(1.0f, NAN)));
  EXPECT_EQ(cub::Max()(1, 2.5), 2.5);
  EXPECT_EQ(cub::Min()(3, 2), 2);
}

int main() { return run_cases(); }
