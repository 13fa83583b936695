// The part of thrust that vGPU has, against the standard library.
// SPDX-License-Identifier: MIT
#include <thrust/async/copy.h>
#include <thrust/async/reduce.h>
#include <thrust/async/transform.h>
#include <thrust/complex.h>
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/reverse_iterator.h>
#include <thrust/iterator/transform_output_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/optional.h>
#include <thrust/random.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/set_operations.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/unique.h>
#include <thrust/universal_vector.h>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <sstream>

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

__global__ void write_late(int* out, int rounds) {
  long sum = 0;
  for (int i = 0; i < rounds; ++i) sum += clock64() & 1;
  *out = sum < 0 ? 0 : 7;
}

// The host's access to elements comes behind the kernels that write them.
// Bools have an address each.
CASE(vectors_of_flags) {
  thrust::device_vector<bool> flags(5, true);
  const std::vector<bool> bits{false, true, true};
  thrust::host_vector<bool> here(bits);
  flags[3] = false;
  bool* raw = thrust::raw_pointer_cast(flags.data());
  EXPECT(raw[2] && !raw[3] && &flags[4] == raw + 4 && flags.back());
  EXPECT_EQ(thrust::count(flags.begin(), flags.end(), true), 4);
  here = flags;
  EXPECT(here.size() == 5 && here[2] && !here[3] && here.data()[4]);
  flags = here;
  flags.push_back(false);
  const thrust::device_vector<bool> copy(here), listed{true, true, true, false, true};
  EXPECT(copy == listed && flags.size() == 6 && !flags.back());
}

CASE(vectors_wait_for_kernels) {
  const int rounds = 300000;
  thrust::device_vector<int> device(2, 1);
  int* raw = thrust::raw_pointer_cast(device.data());
  write_late<<<1, 1>>>(raw, rounds);
  const thrust::host_vector<int> host(device);
  EXPECT_EQ(host[0], 7);
  write_late<<<1, 1>>>(raw + 1, rounds);
  EXPECT_EQ(int(device[1]), 7);
  device.assign(2, 3);
  write_late<<<1, 1>>>(raw, rounds);
  EXPECT_EQ(int(*device.begin()), 7);
  write_late<<<1, 1>>>(raw + 1, rounds);
  const thrust::device_vector<int> copy = device;
  EXPECT_EQ(int(copy[1]), 7);
}

CASE(pointers_to_untyped_memory) {
  thrust::device_ptr<void> memory = thrust::device_malloc(12 * sizeof(int));
  thrust::device_ptr<int> numbers(static_cast<int*>(memory.get()));
  thrust::sequence(numbers, numbers + 12);
  EXPECT_EQ(thrust::reduce(numbers, numbers + 12), 66);
  thrust::device_free(memory);
}

CASE(transforms) {
  thrust::device_vector<float> x(1000), y(1000, 2.0f);
  thrust::sequence(x.begin(), x.end());
  thrust::transform(x.begin(), x.end(), y.begin(), y.begin(), Saxpy{3.0f});
  EXPECT_EQ(float(y[999]), 2999.0f);
  const float sum =
      thrust::transform_reduce(x.begin(), x.begin() + 10, Square(), 0.0f, thrust::plus<float>());
  EXPECT_EQ(sum, 285.0f);
  thrust::device_vector<float> z(1000);
  thrust::for_each(thrust::make_zip_iterator(thrust::make_tuple(x.begin(), y.begin(), z.begin())),
                   thrust::make_zip_iterator(thrust::make_tuple(x.end(), y.end(), z.end())),
                   AddTo());
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
  for (int i = 0; i < 5000; ++i)
    same = same && order[i] == wanted[i] && device[i] == host[wanted[i]];
  EXPECT(same);
  // Zipped iterators are of namespace std as well, whose algorithms of the same names must stay out.
  thrust::device_vector<int> again(host), places(5000);
  thrust::sequence(places.begin(), places.end());
  const auto zipped = thrust::make_zip_iterator(thrust::make_tuple(again.begin(), places.begin()));
  thrust::sort(zipped, zipped + 5000);
  EXPECT(again == device && places == order);
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

// An operator that is not const, as in many programs.
struct Careless {
  __host__ __device__ int operator()(int x) { return x + 1; }
};

CASE(placeholders_and_careless_functions) {
  using namespace thrust::placeholders;
  thrust::device_vector<int> x(100), y(100);
  thrust::sequence(x.begin(), x.end());
  thrust::transform(x.begin(), x.end(), x.begin(), y.begin(), 2 * _1 + _2 - 1);
  EXPECT_EQ(y[7], 20);
  EXPECT_EQ(thrust::count_if(y.begin(), y.end(), _1 % 2 == 0), 50);
  thrust::transform(x.begin(), x.end(), y.begin(), Careless());
  EXPECT_EQ(y[99], 100);
}

struct Store {
  int* out;
  __device__ void operator()(int i) const { atomicAdd(&out[i], i); }
};

// Counters live nowhere; without a policy the device takes them.
CASE(functions_of_the_device_over_counters) {
  thrust::device_vector<int> out(300, 0);
  Store store{thrust::raw_pointer_cast(out.data())};
  const auto first = thrust::make_counting_iterator(0);
  thrust::for_each(first, first + 300, store);
  thrust::for_each_n(thrust::device, first, 300, store);
  EXPECT_EQ(out[299], 598);
  int sum = 0;
  thrust::for_each(thrust::host, first, first + 5, [&](int i) { sum += i; });
  EXPECT_EQ(sum, 10);
}

CASE(scans_by_key) {
  const std::vector<int> keys{0, 0, 1, 1, 1, 2, 3, 3}, values{1, 2, 3, 4, 5, 6, 7, 8};
  thrust::device_vector<int> k(keys), v(values), out(8);
  thrust::inclusive_scan_by_key(k.begin(), k.end(), v.begin(), out.begin());
  EXPECT((std::vector<int>(out.begin().get(), out.end().get()) ==
          std::vector<int>{1, 3, 3, 7, 12, 6, 7, 15}));
  thrust::exclusive_scan_by_key(k.begin(), k.end(), v.begin(), out.begin(), 10);
  EXPECT((std::vector<int>(out.begin().get(), out.end().get()) ==
          std::vector<int>{10, 11, 10, 13, 17, 10, 10, 17}));
  const auto end =
      thrust::reduce_by_key(k.begin(), k.end(), v.begin(), thrust::make_discard_iterator(),
                            out.begin(), thrust::equal_to<int>(), thrust::maximum<int>());
  EXPECT_EQ(end.second - out.begin(), 4);
  EXPECT_EQ(out[1], 5);
}

CASE(sorted_ranges) {
  const std::vector<int> a{1, 3, 3, 5, 7}, b{2, 3, 5, 5, 8};
  thrust::device_vector<int> x(a), y(b), out(10);
  const auto text = [&](auto end) {
    std::ostringstream stream;
    thrust::copy(out.begin(), end, std::ostream_iterator<int>(stream, " "));
    return stream.str();
  };
#define TWO x.begin(), x.end(), y.begin(), y.end(), out.begin()
  EXPECT_EQ(text(thrust::merge(TWO)), "1 2 3 3 3 5 5 5 7 8 ");
  EXPECT_EQ(text(thrust::set_union(TWO)), "1 2 3 3 5 5 7 8 ");
  EXPECT_EQ(text(thrust::set_intersection(TWO)), "3 5 ");
  EXPECT_EQ(text(thrust::set_difference(TWO)), "1 3 7 ");
  EXPECT_EQ(text(thrust::set_symmetric_difference(TWO)), "1 2 3 5 7 8 ");
#undef TWO
  EXPECT_EQ(thrust::lower_bound(x.begin(), x.end(), 3) - x.begin(), 1);
  EXPECT_EQ(thrust::upper_bound(x.begin(), x.end(), 3) - x.begin(), 3);
  EXPECT(thrust::binary_search(x.begin(), x.end(), 7) &&
         !thrust::binary_search(x.begin(), x.end(), 4));
  EXPECT_EQ(text(thrust::copy(thrust::make_reverse_iterator(x.end()),
                              thrust::make_reverse_iterator(x.begin()), out.begin())),
            "7 5 3 3 1 ");
  thrust::copy(x.begin(), x.end(), thrust::make_transform_output_iterator(out.begin(), Careless()));
  EXPECT_EQ(out[4], 8);
}

struct Throw {
  __host__ __device__ float operator()(unsigned i) const {
    thrust::default_random_engine engine(7);
    engine.discard(i);
    return thrust::uniform_real_distribution<float>(2.0f, 4.0f)(engine);
  }
};

CASE(random_numbers) {
  thrust::device_vector<float> x(2000);
  thrust::transform(thrust::counting_iterator<unsigned>(0),
                    thrust::counting_iterator<unsigned>(2000), x.begin(), Throw());
  const auto ends = thrust::minmax_element(x.begin(), x.end());
  EXPECT(*ends.first >= 2.0f && *ends.first < 2.1f && *ends.second > 3.9f && *ends.second < 4.0f);
  thrust::default_random_engine steps(7), jump(7);
  for (int i = 0; i < 100; ++i) steps();
  jump.discard(100);
  EXPECT_EQ(steps(), jump());
}

__global__ void in_one_thread(int* values, int count, int* results) {
  thrust::sort(thrust::seq, values, values + count);
  results[0] = (int)thrust::count_if(thrust::device, values, values + count, IsOdd());
  results[1] = thrust::reduce(thrust::seq, values, values + count);
  results[2] = (int)(thrust::unique(thrust::seq, values, values + count) - values);
}

CASE(algorithms_in_kernels) {
  thrust::device_vector<int> x(std::vector<int>{5, 3, 9, 3, 8, 5}), results(3);
  in_one_thread<<<1, 1>>>(thrust::raw_pointer_cast(x.data()), 6,
                          thrust::raw_pointer_cast(results.data()));
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(results[0], 5);
  EXPECT_EQ(results[1], 33);
  EXPECT_EQ(results[2], 4);
  EXPECT_EQ(x[3], 9);
}

__global__ void of_complex(thrust::complex<double>* z) {
  const thrust::complex<double> i(0, 1);
  z[0] = exp(i * 3.14159265358979323846) + 1.0;
  z[1] = (z[4] * conj(z[4]) - norm(z[4])) / i;
  z[2] = pow(z[4], 3) - z[4] * z[4] * z[4];
  z[3] = sqrt(z[4]) * sqrt(z[4]) - z[4] + sin(z[4]) * sin(z[4]) + cos(z[4]) * cos(z[4]) - 1.0;
}

// Numbers are sorted by their bits, everything else by comparing.
template <class T>
static void check_sort(std::vector<T> values) {
  thrust::device_vector<T> x(values);
  thrust::device_vector<int> places(values.size());
  thrust::sequence(places.begin(), places.end());
  std::vector<int> order(values.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return values[a] > values[b]; });
  thrust::stable_sort_by_key(x.begin(), x.end(), places.begin(), thrust::greater<T>());
  for (size_t i = 0; i < order.size(); ++i) EXPECT_EQ((int)places[i], order[i]);
  thrust::sort(x.begin(), x.end());
  std::sort(values.begin(), values.end());
  EXPECT(std::equal(values.begin(), values.end(), x.data().get()));
}

CASE(sorts_of_numbers) {
  std::vector<double> mixed;
  for (int i = 0; i < 777; ++i) mixed.push_back((i * 7919 % 1009 - 500) / 3 * 1e3);
  mixed.push_back(-0.0);
  check_sort(mixed);
  check_sort(std::vector<float>(mixed.begin(), mixed.end()));
  check_sort(std::vector<int>(mixed.begin(), mixed.end()));
  check_sort(std::vector<short>{300, -300, 0, 7, -1});
  check_sort(std::vector<unsigned char>{3, 200, 0, 200, 255});
  check_sort(std::vector<unsigned long long>{1ull << 63, 5, ~0ull, 0});
  check_sort(std::vector<int>{});
}

CASE(complex_numbers) {
  thrust::device_vector<thrust::complex<double>> z(5);
  z[4] = thrust::complex<double>(2, -3);
  of_complex<<<1, 1>>>(thrust::raw_pointer_cast(z.data()));
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < 4; ++i) EXPECT(thrust::abs(z[i]) < 1e-12);
  EXPECT_EQ(std::complex<double>(z[4] / thrust::complex<double>(0, 1)),
            std::complex<double>(-3, -2));
}

// Host and kernels see the same vector, and a kernel may ask by the host library's names what a number is.
__global__ void classify(double* x) {
  const double value = x[threadIdx.x];
  x[threadIdx.x] = (__isnanf((float)value) ? 1 : 0) + (__isinf(value) ? 2 : 0) +
                   (finite(value) ? 4 : 0) + (__signbitd(value) ? 8 : 0);
}
CASE(universal_vectors) {
  thrust::universal_vector<double> x(4, -1.0);
  x[1] = NAN, x[2] = INFINITY, x[3] = 0;
  classify<<<1, 4>>>(thrust::raw_pointer_cast(x.data()));
  OK(cudaDeviceSynchronize());
  EXPECT_EQ((double)x[0], 12.0);
  EXPECT_EQ((int)x[1] & 7, 1);
  EXPECT_EQ((double)x[2], 2.0);
  thrust::universal_ptr<double> first = x.data();
  EXPECT_EQ((double)first[3], 4.0);
}

CASE(runs_are_counted) {
  const int values[] = {3, 3, 1, 1, 1, 7, 3};
  thrust::device_vector<int> on_device(values, values + 7);
  thrust::host_vector<int> on_host(values, values + 7);
  EXPECT_EQ(thrust::unique_count(on_device.begin(), on_device.end()), 4);
  EXPECT_EQ(thrust::unique_count(thrust::host, on_host.begin(), on_host.end()), 4);
  EXPECT_EQ(thrust::unique_count(on_device.begin(), on_device.begin()), 0);
}

CASE(pointers_as_values) {
  int** places;
  OK(cudaMallocManaged(&places, 3 * sizeof(int*)));
  int target = 0;
  thrust::fill(thrust::cuda::par.on(0), places, places + 3, &target);
  EXPECT(places[0] == &target && places[2] == &target);
  thrust::device_vector<void*> nothing(5, &target);
  thrust::fill(thrust::device, nothing.begin(), nothing.end(), nullptr);
  EXPECT(nothing[4] == nullptr);
  OK(cudaFree(places));
}

// The operation says in which type it adds; the start's is that of the result.
struct Half {
  __host__ __device__ float operator()(int x) const { return 0.5f * x; }
};
CASE(sums_of_other_types_than_their_start) {
  thrust::device_vector<float> halves(1000, 0.5f);
  thrust::device_vector<int> ones(1000, 1), keys(1000, 7), out(1000);
  thrust::device_vector<bool> flags(1000, true);
  const thrust::plus<float> plus;
  EXPECT_EQ(thrust::reduce(halves.begin(), halves.end(), 0, plus), 500);
  EXPECT_EQ(thrust::transform_reduce(ones.begin(), ones.end(), Half(), 0, plus), 500);
  thrust::exclusive_scan_by_key(keys.begin(), keys.end(), flags.begin(), out.begin(), 3);
  EXPECT_EQ((int)out[999], 1002);
}

CASE(futures) {
  thrust::device_vector<int> values(1000, 2), sum(1);
  auto copied = thrust::async::copy(values.begin(), values.end(), values.begin());
  thrust::device_future<int> total = thrust::async::reduce(
      thrust::device.after(copied), values.begin(), values.end(), 1, thrust::plus<int>());
  EXPECT_EQ(total.get(), 2001);
  thrust::async::reduce_into(values.begin(), values.end(), sum.begin(), 0).wait();
  EXPECT_EQ((int)sum[0], 2000);
  thrust::when_all(copied, thrust::async::transform(values.begin(), values.end(), values.begin(),
                                                    thrust::negate<int>()))
      .wait();
  EXPECT_EQ(thrust::async::reduce(values.begin(), values.end()).get(), -2000);
  thrust::optional<int> none;
  EXPECT_EQ(none.value_or(3), 3);
}

// As programs teach thrust's comparisons their own order.
struct Turned {
  int value;
};
template <>
__host__ __device__ bool thrust::less<Turned>::operator()(const Turned& a, const Turned& b) const {
  return b.value < a.value;
}

CASE(specialised_comparisons) {
  thrust::device_vector<Turned> x(3);
  for (int i = 0; i < 3; ++i) x[i] = Turned{i};
  thrust::sort(x.begin(), x.end(), thrust::less<Turned>());
  EXPECT_EQ(Turned(x[0]).value, 2);
  EXPECT_EQ(THRUST_DEVICE_SYSTEM, THRUST_DEVICE_SYSTEM_CUDA);
}

int main() { return run_cases(); }
