// What the policy in front of thrust's algorithms decides: where raw pointers and iterators made of them are.
// SPDX-License-Identifier: MIT
#include <thrust/execution_policy.h>
#include <thrust/for_each.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/reduce.h>
#include <thrust/remove.h>
#include <thrust/sort.h>
#include <thrust/transform_reduce.h>
#include <thrust/unique.h>
#include <cub/cub.cuh>

#include "check.h"
#include "managed.h"

typedef thrust::tuple<int, int> Two;

struct Sum {
  __device__ int operator()(const Two& two) const {
    return thrust::get<0>(two) + thrust::get<1>(two);
  }
};
struct IsEven {
  __device__ bool operator()(const Two& two) const { return thrust::get<0>(two) % 2 == 0; }
};
struct Descends {
  __device__ bool operator()(const Two& a, const Two& b) const {
    return thrust::get<0>(a) > thrust::get<0>(b);
  }
};
struct AddToFirst {
  __device__ void operator()(thrust::tuple<int&, int&> two) const {
    thrust::get<0>(two) += thrust::get<1>(two);
  }
};
struct Twice {
  __device__ int operator()(int x) const { return 2 * x; }
};

__global__ void count_slowly(int* out, int n) {
  const int i = threadIdx.x;
  float x = i;
  for (int k = 0; k < 100000; ++k) x = x * 0.999f + 1;
  if (i < n) out[i] = x > 0 ? i : -1;
}

CASE(pairs_of_raw_pointers_are_the_devices) {
  Managed<int> a(100), b(100);
  auto both = thrust::make_zip_iterator(thrust::make_tuple(a.get(), b.get()));
  count_slowly<<<1, 128>>>(a.get(), 100);  // what kernels still write is waited for
  count_slowly<<<1, 128>>>(b.get(), 100);
  EXPECT_EQ(
      thrust::transform_reduce(thrust::device, both, both + 100, Sum(), 0, thrust::plus<int>()),
      9900);
  auto end = thrust::remove_if(thrust::device, both, both + 100, IsEven());
  EXPECT_EQ(end - both, 50);
  int* first = thrust::get<0>(end.get_iterator_tuple());
  EXPECT_EQ(first - a.get(), 50);
  thrust::sort(thrust::device, both, end, Descends());
  EXPECT_EQ(a[0], 99);
  EXPECT_EQ(b[49], 1);
  thrust::for_each(thrust::device, both, end, AddToFirst());
  EXPECT_EQ(a[0], 198);
}

CASE(iterators_over_raw_pointers) {
  Managed<int> a(100), order(10);
  count_slowly<<<1, 128>>>(a.get(), 100);
  auto doubled = thrust::make_transform_iterator(a.get(), Twice());
  EXPECT_EQ(thrust::reduce(thrust::device, doubled, doubled + 100), 9900);
  for (int i = 0; i < 10; ++i) order[i] = 9 - i;
  auto chosen = thrust::make_permutation_iterator(a.get(), order.get());
  thrust::fill(thrust::device, chosen, chosen + 5, 7);
  EXPECT_EQ(a[5], 7);
  EXPECT_EQ(a[4], 4);
  Managed<int> sum(1);
  size_t bytes = 0;
  cub::DeviceReduce::Sum(nullptr, bytes, doubled, sum.get(), 10);
  EXPECT_EQ(cub::DeviceReduce::Sum(order.get(), bytes, doubled, sum.get(), 10), cudaSuccess);
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(sum[0], 2 * (10 + 5 * 7));
}

CASE(pairs_of_results_are_raw_pointers_again) {
  Managed<int> keys(100), values(100), sums(100), heads(100);
  for (int i = 0; i < 100; ++i) keys[i] = i / 10, values[i] = i;
  thrust::pair<int*, int*> end = thrust::reduce_by_key(thrust::device, keys.get(), keys.get() + 100,
                                                       values.get(), heads.get(), sums.get());
  EXPECT_EQ(end.first - heads.get(), 10);
  EXPECT_EQ(end.second - sums.get(), 10);
  EXPECT_EQ(sums[1], 145);
  const thrust::pair<int*, int*> extrema =
      thrust::minmax_element(thrust::device, values.get(), values.get() + 100);
  EXPECT_EQ(*extrema.second - *extrema.first, 99);
  auto counts = thrust::reduce_by_key(thrust::device, keys.get(), keys.get() + 100,
                                      thrust::make_constant_iterator(1),
                                      thrust::make_discard_iterator(), sums.get());
  EXPECT_EQ(counts.second - sums.get(), 10);
  int* left =
      thrust::unique_by_key(thrust::device, keys.get(), keys.get() + 100, values.get()).first;
  EXPECT_EQ(left - keys.get(), 10);
}

CASE(the_hosts_policy_walks_itself) {
  int seen[10] = {};
  int* at = seen;
  thrust::for_each_n(thrust::host, thrust::make_counting_iterator(0), 10,
                     [=](int i) { at[i] = i; });
  EXPECT_EQ(seen[9], 9);
  auto end = thrust::copy(thrust::host, seen, seen + 10, thrust::make_discard_iterator());
  EXPECT_EQ(end - thrust::make_discard_iterator(), 10);
}

int main() { return run_cases(); }
