// thrust's partitions, stencils, sets of keys with values and engines of random numbers, against the standard library.
// SPDX-License-Identifier: MIT
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/merge.h>
#include <thrust/partition.h>
#include <thrust/random.h>
#include <thrust/reduce.h>
#include <thrust/remove.h>
#include <thrust/set_operations.h>
#include <thrust/sort.h>
#include <thrust/system/cuda/vector.h>
#include <thrust/transform.h>

#include <algorithm>
#include <iterator>
#include <random>

#include "check.h"

struct IsOdd {
  __host__ __device__ bool operator()(int x) const { return x % 2 != 0; }
};
struct Twice {
  __host__ __device__ int operator()(int x) const { return 2 * x; }
};

static std::vector<int> numbers(int count, unsigned state, int below) {
  std::vector<int> values(count);
  for (int& value : values) value = int((state = state * 1664525u + 1013904223u) >> 8) % below;
  return values;
}
template <class Vector>
static std::vector<int> plain(const Vector& from) {
  thrust::host_vector<int> host = from;
  return std::vector<int>(host.begin(), host.end());
}

CASE(partitions_by_stencil) {
  const std::vector<int> values = numbers(5000, 1, 1000), stencil = numbers(5000, 7, 1000);
  std::vector<int> yes, no;
  for (size_t i = 0; i < values.size(); ++i) (stencil[i] % 2 ? yes : no).push_back(values[i]);
  std::vector<int> both = yes;
  both.insert(both.end(), no.begin(), no.end());
  thrust::device_vector<int> a = values, s = stencil, left(5000), right(5000);
  const auto ends =
      thrust::partition_copy(a.begin(), a.end(), s.begin(), left.begin(), right.begin(), IsOdd());
  left.resize(ends.first - left.begin()), right.resize(ends.second - right.begin());
  EXPECT(plain(left) == yes && plain(right) == no);
  thrust::device_vector<int> rest = values;
  rest.erase(thrust::remove_if(rest.begin(), rest.end(), s.begin(), IsOdd()), rest.end());
  EXPECT(plain(rest) == no);
  EXPECT_EQ(thrust::stable_partition(a.begin(), a.end(), s.begin(), IsOdd()) - a.begin(),
            long(yes.size()));
  EXPECT(plain(a) == both);
}

CASE(halves_and_order) {
  std::vector<int> values = numbers(3000, 3, 500);
  thrust::device_vector<int> a = values;
  EXPECT(!thrust::is_partitioned(a.begin(), a.end(), IsOdd()));
  EXPECT_EQ(thrust::find_if_not(a.begin(), a.end(), IsOdd()) - a.begin(),
            std::find_if_not(values.begin(), values.end(), IsOdd()) - values.begin());
  EXPECT_EQ(thrust::is_sorted_until(a.begin(), a.end()) - a.begin(),
            std::is_sorted_until(values.begin(), values.end()) - values.begin());
  const auto middle = thrust::partition(a.begin(), a.end(), IsOdd());
  EXPECT(thrust::is_partitioned(thrust::device, a.begin(), a.end(), IsOdd()));
  EXPECT(thrust::partition_point(a.begin(), a.end(), IsOdd()) == middle);
  thrust::sort(a.begin(), a.end(), thrust::greater<int>());
  EXPECT(thrust::is_sorted_until(a.begin(), a.end(), thrust::greater<int>()) == a.end());
  EXPECT_EQ(thrust::reduce(a.rbegin(), a.rend()), thrust::reduce(a.begin(), a.end()));
  EXPECT_EQ(*a.rbegin(), a.back());
}

CASE(transforms_by_stencil) {
  const std::vector<int> values = numbers(700, 1, 100), stencil = numbers(700, 9, 100);
  thrust::cuda::vector<int> a = values, s = stencil, out(700, -1), sum(700, -1);
  thrust::cuda::pointer<int> first = a.data();
  thrust::transform_if(first, first + 700, s.begin(), out.begin(), Twice(), IsOdd());
  thrust::transform_if(a.begin(), a.end(), s.begin(), s.begin(), sum.begin(), thrust::plus<int>(),
                       IsOdd());
  for (int i = 0; i < 700; ++i) {
    EXPECT_EQ(int(out[i]), stencil[i] % 2 ? 2 * values[i] : -1);
    EXPECT_EQ(int(sum[i]), stencil[i] % 2 ? values[i] + stencil[i] : -1);
  }
}

// Values that tell where a key came from: the first range's are even, the second's odd.
CASE(sets_by_key) {
  std::vector<int> a = numbers(900, 1, 300), b = numbers(700, 5, 300);
  std::sort(a.begin(), a.end()), std::sort(b.begin(), b.end());
  thrust::device_vector<int> ka = a, kb = b, va(900), vb(700);
  thrust::transform(ka.begin(), ka.end(), va.begin(), Twice());
  for (int i = 0; i < 700; ++i) vb[i] = 2 * b[i] + 1;
  thrust::device_vector<int> k(1600), v(1600);
  const auto check = [&](const char* name, const std::vector<int>& wanted, auto ends) {
    const long count = ends.first - k.begin();
    EXPECT(count == ends.second - v.begin());
    std::vector<int> keys = plain(k), values = plain(v);
    keys.resize(count), values.resize(count);
    if (keys != wanted) std::printf("%s\n", name);
    EXPECT(keys == wanted);
    for (long i = 0; i < count; ++i) EXPECT_EQ(values[i] / 2, keys[i]);
    return std::count_if(values.begin(), values.end(), IsOdd());
  };
  std::vector<int> wanted;
#define BOTH(name, ...)                                                                   \
  wanted.clear();                                                                         \
  std::name(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(wanted));          \
  const long name##_odd =                                                                 \
      check(#name, wanted,                                                                \
            thrust::name##_by_key(ka.begin(), ka.end(), kb.begin(), kb.end(), va.begin(), \
                                  __VA_ARGS__ k.begin(), v.begin()))
  BOTH(set_intersection, );
  BOTH(set_difference, vb.begin(), );
  BOTH(set_union, vb.begin(), );
  BOTH(set_symmetric_difference, vb.begin(), );
  BOTH(merge, vb.begin(), );
#undef BOTH
  EXPECT_EQ(set_intersection_odd, 0);
  EXPECT_EQ(set_difference_odd, 0);
  EXPECT_EQ(merge_odd, 700);
  EXPECT(set_union_odd > 0 && set_union_odd == set_symmetric_difference_odd);
}

template <class Ours, class Theirs>
static void check_engine(Ours ours, Theirs theirs) {
  for (int i = 0; i < 1000; ++i) EXPECT(ours() == theirs());
  ours.discard(777), theirs.discard(777);
  EXPECT(ours() == theirs());
}

CASE(engines) {
  check_engine(thrust::minstd_rand(5), std::minstd_rand(5));
  check_engine(thrust::random::ranlux24_base(), std::ranlux24_base());
  check_engine(thrust::random::ranlux48_base(), std::ranlux48_base());
  check_engine(thrust::ranlux24(), std::ranlux24());
  check_engine(thrust::ranlux48(), std::ranlux48());
  thrust::taus88 first(42), second(42);
  second.discard(3);
  for (int i = 0; i < 3; ++i) first();
  EXPECT_EQ(first(), second());
  const thrust::project2nd<int, double> second_of;
  EXPECT_EQ(second_of(1, 2.5), 2.5);
}

int main() { return run_cases(); }
