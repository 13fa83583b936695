// Iterators that programs write by thrust's facade and adaptor, and thrust::shuffle.
// SPDX-License-Identifier: MIT
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/iterator_adaptor.h>
#include <thrust/iterator/iterator_facade.h>
#include <thrust/random.h>
#include <thrust/reduce.h>
#include <thrust/sequence.h>
#include <thrust/shuffle.h>
#include <thrust/sort.h>

#include <algorithm>

#include "check.h"

// Every element of another sequence several times.
template <class It>
class Repeated : public thrust::iterator_adaptor<Repeated<It>, It> {
 public:
  typedef thrust::iterator_adaptor<Repeated<It>, It> super_t;
  __host__ __device__ Repeated(const It& it, int times) : super_t(it), begin_(it), times_(times) {}
  friend class thrust::iterator_core_access;

 private:
  __host__ __device__ typename super_t::reference dereference() const {
    return *(begin_ + (this->base() - begin_) / times_);
  }
  It begin_;
  int times_;
};

CASE(an_adaptor_with_an_element_of_its_own) {
  thrust::device_vector<int> values(3);
  thrust::sequence(values.begin(), values.end(), 10);
  const Repeated<thrust::device_vector<int>::iterator> repeated(values.begin(), 4);
  thrust::device_vector<int> out(12);
  thrust::copy(repeated, repeated + 12, out.begin());
  for (int i = 0; i < 12; ++i) EXPECT_EQ((int)out[i], 10 + i / 4);
  EXPECT_EQ((repeated + 7) - repeated, 7);
  EXPECT_EQ(thrust::reduce(repeated, repeated + 12), 4 * 33);
}

class Squares : public thrust::iterator_facade<Squares, long, thrust::any_system_tag,
                                               thrust::random_access_traversal_tag, long> {
 public:
  __host__ __device__ explicit Squares(long i) : i_(i) {}

 private:
  friend class thrust::iterator_core_access;
  __host__ __device__ long dereference() const { return i_ * i_; }
  __host__ __device__ void advance(long n) { i_ += n; }
  __host__ __device__ long distance_to(const Squares& other) const { return other.i_ - i_; }
  long i_;
};

CASE(a_facade) {
  Squares it(3);
  EXPECT_EQ(*it++, 9);
  EXPECT_EQ(*--it, 9);
  EXPECT_EQ(it[4], 49);
  EXPECT(it < it + 1 && it != it + 1 && it == Squares(3));
  thrust::device_vector<long> out(5);
  thrust::copy(it, it + 5, out.begin());
  EXPECT_EQ((long)out[4], 49);
}

template <class Vector>
static bool is_shuffled(const Vector& vector) {
  thrust::host_vector<int> values = vector;
  const bool moved = !std::is_sorted(values.begin(), values.end());
  std::sort(values.begin(), values.end());
  for (int i = 0; i < (int)values.size(); ++i)
    if (values[i] != i) return false;
  return moved;
}

CASE(shuffles_keep_every_element_once) {
  thrust::device_vector<int> device(1000), copy(1000);
  thrust::host_vector<int> host(1000);
  thrust::sequence(device.begin(), device.end());
  thrust::sequence(host.begin(), host.end());
  thrust::default_random_engine engine(7);
  thrust::shuffle_copy(device.begin(), device.end(), copy.begin(), engine);
  thrust::shuffle(device.begin(), device.end(), engine);
  thrust::shuffle(host.begin(), host.end(), engine);
  EXPECT(is_shuffled(device) && is_shuffled(copy) && is_shuffled(host));
  EXPECT(thrust::host_vector<int>(device) != thrust::host_vector<int>(copy));
  int* raw = thrust::raw_pointer_cast(device.data());
  thrust::sequence(thrust::device, raw, raw + 1000);
  thrust::shuffle(thrust::device, raw, raw + 1000, engine);
  EXPECT(is_shuffled(device));
}

// Each thread shuffles its own ten pairs, whose halves must stay together.
__global__ void shuffle_rows(int* values, int* doubles) {
  const int row = threadIdx.x * 10;
  thrust::default_random_engine engine(threadIdx.x + 1);
  auto pairs = thrust::make_zip_iterator(thrust::make_tuple(values + row, doubles + row));
  thrust::shuffle(thrust::seq, pairs, pairs + 10, engine);
}

CASE(kernels_shuffle_pairs) {
  thrust::device_vector<int> values(320), doubles(320), copy(320);
  thrust::sequence(values.begin(), values.end());
  thrust::sequence(doubles.begin(), doubles.end(), 0, 2);
  shuffle_rows<<<1, 32>>>(values.data().get(), doubles.data().get());
  OK(cudaDeviceSynchronize());
  EXPECT(is_shuffled(values));
  for (int i = 0; i < 320; ++i) {
    EXPECT_EQ(values[i] / 10, i / 10);
    EXPECT_EQ((int)doubles[i], 2 * values[i]);
  }
  thrust::default_random_engine engine(7);
  const int* raw = values.data().get();
  thrust::shuffle_copy(thrust::device, raw, raw + 320, copy.data().get(), engine);
  EXPECT(is_shuffled(copy));
}

int main() { return run_cases(); }
