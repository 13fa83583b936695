// The part of thrust that vGPU has, against the standard library.
// SPDX-License-Identifier: MIT
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/unique.h>

#include <algorithm>
#include <numeric>

#include "check.h"

struct Square {
  __device__ float operator()(float x) const { return x * x; }
};
struct Saxpy {
  float a;
  __host__ __device__ float operator()(float x, float y) const { return a * x + y; }
};
struct IsOdd {
  __host__ __device__ bool operator()(int x) const { return x % 2 != 0; }
};
struct AddTo {
  template <class Tuple>
  __device__ void operator()(Tuple t) const {
    thrust::get<2>(t) = thrust::get<0>(t) + thrust::get<1>(t);
  }
};

static std::vector<int> numbers(int count) {
  std::vector<int> values(count);
  unsigned state = 1;
  for (int& value : values) value = int((state = state * 1664525u + 1013904223u) >> 8) % 1000;
  return values;
}

CASE(vectors) {
  thrust::host_vector<int> host(4, 7);
  thrust::device_vector<int> device = host;
  device[2] = 9;
  host = device;
  EXPECT_EQ(host[2], 9);
  EXPECT_EQ(thrust::reduce(device.begin(), device.end()), 30);
  int* raw = thrust::raw_pointer_cast(device.data());
  EXPECT_EQ(thrust::reduce(thrust::device, raw, raw + 4, 100, thrust::plus<int>()), 130);
}

CASE(transforms) {
  thrust::device_vector<float> x(1000), y(1000, 2.0f);
  thrust::sequence(x.begin(), x.end());
  thrust::transform(x.begin(), x.end(), y.begin(), y.begin(), Saxpy{3.0f});
  EXPECT_EQ(float(y[999]), 2999.0f);
  const float sum = thrust::transform_reduce(x.begin(), x.begin() + 10, Square(), 0.0f,
                                             thrust::plus<float>());
  EXPECT_EQ(sum, 285.0f);
  thrust::device_vector<float> z(1000);
  thrust::for_each(
      thrust::make_zip_iterator(thrust::make_tuple(x.begin(), y.begin(), z.begin())),
      thrust::make_zip_iterator(thrust::make_tuple(x.end(), y.end(), z.end())), AddTo());
  EXPECT_EQ(float(z[10]), 42.0f);
}

CASE(sorts) {
  const std::vector<int> host = numbers(5000);
  thrust::device_vector<int> device(host), order(5000);
  thrust::sequence(order.begin(), order.end());
  thrust::sort_by_key(device.begin(), device.end(), order.begin());
  std::vector<int> wanted(5000);
  std::iota(wanted.begin(), wanted.end(), 0);
  std::stable_sort(wanted.begin(), wanted.end(), [&](int a, int b) { return host[a] < host[b]; });
  bool same = true;
  for (int i = 0; i < 5000; ++i) same = same && order[i] == wanted[i] && device[i] == host[wanted[i]];
  EXPECT(same);
  thrust::sort(device.begin(), device.end(), thrust::greater<int>());
  EXPECT_EQ(int(device[0]), *std::max_element(host.begin(), host.end()));
}

CASE(scans_and_reductions) {
  const std::vector<int> host = numbers(3000);
  thrust::device_vector<int> device(host), out(3000);
  thrust::inclusive_scan(device.begin(), device.end(), out.begin());
  EXPECT_EQ(int(out[2999]), std::accumulate(host.begin(), host.end(), 0));
  thrust::exclusive_scan(device.begin(), device.end(), out.begin());
  EXPECT_EQ(int(out[2999]), std::accumulate(host.begin(), host.end() - 1, 0));
  EXPECT_EQ(int(out[0]), 0);
  EXPECT_EQ(thrust::count_if(device.begin(), device.end(), IsOdd()),
            long(std::count_if(host.begin(), host.end(), IsOdd())));
  auto most = thrust::max_element(device.begin(), device.end());
  EXPECT_EQ(most - device.begin(), long(std::max_element(host.begin(), host.end()) - host.begin()));
}

CASE(compaction) {
  const std::vector<int> host = numbers(2000);
  thrust::device_vector<int> device(host), out(2000);
  auto end = thrust::copy_if(device.begin(), device.end(), out.begin(), IsOdd());
  std::vector<int> wanted;
  std::copy_if(host.begin(), host.end(), std::back_inserter(wanted), IsOdd());
  EXPECT_EQ(end - out.begin(), long(wanted.size()));
  EXPECT(std::equal(wanted.begin(), wanted.end(), out.data().get()));
  thrust::sort(device.begin(), device.end());
  std::vector<int> sorted = host;
  std::sort(sorted.begin(), sorted.end());
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  EXPECT_EQ(thrust::unique(device.begin(), device.end()) - device.begin(), long(sorted.size()));
}

int main() { return run_cases(); }
