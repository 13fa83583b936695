// What thrust's vectors, pointers and iterators can do beside holding elements; replacing and comparing ranges.
// build: -std=c++14
// SPDX-License-Identifier: MIT
#include <thrust/copy.h>
#include <thrust/device_delete.h>
#include <thrust/device_new.h>
#include <thrust/device_vector.h>
#include <thrust/equal.h>
#include <thrust/functional.h>
#include <thrust/generate.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/reverse_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/memory.h>
#include <thrust/mismatch.h>
#include <thrust/mr/allocator.h>
#include <thrust/mr/new.h>
#include <thrust/replace.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/tuple.h>
#include <thrust/uninitialized_fill.h>
#include <thrust/unique.h>

#include <list>
#include <sstream>
#include <vector>

#include "check.h"

struct IsOdd {
  __host__ __device__ bool operator()(int x) const { return x % 2 != 0; }
};
struct SameTens {
  __host__ __device__ bool operator()(int a, int b) const { return a / 10 == b / 10; }
};
typedef thrust::device_vector<int> Ints;

CASE(vectors_of_both_sides_are_compared_and_converted) {
  const Ints d = {1, 2, 3};
  const thrust::host_vector<int> h = d;
  EXPECT(h == d && d == h && !(d != h) && d == std::vector<int>({1, 2, 3}));
  Ints other = d;
  EXPECT(other == d);
  other[1] = 7;
  EXPECT(other != d && other != h && h != other);
  const thrust::device_vector<double> wide = d;
  thrust::device_vector<float> narrow;
  narrow = wide;
  EXPECT_EQ((float)narrow[2], 3.f);
  other = {4, 5};
  EXPECT_EQ(other.size(), 2u);
  swap(other, *std::make_unique<Ints>(d));
  EXPECT_EQ(other.size(), 3u);
}

CASE(vectors_have_the_names_of_containers) {
  Ints d = {1, 2, 3};
  Ints::difference_type distance = d.end() - d.begin();
  Ints::const_reference first = d.front();
  Ints::reverse_iterator back = d.rbegin();
  EXPECT_EQ(distance, 3);
  EXPECT_EQ(first, 1);
  EXPECT_EQ((int)*back, 3);
  EXPECT_EQ((int)d.crbegin()[2], 1);
  EXPECT_EQ((int)*(back + 1).base(), 3);
  EXPECT(d.max_size() > 1000);
}

CASE(pointers_are_compared_and_printed) {
  Ints d(4);
  thrust::device_ptr<int> p = &d[0], none = nullptr;
  thrust::device_ptr<const int> q = p + 2;
  EXPECT(p < q && q > p && p <= p && q >= p && p != q && none == nullptr && nullptr != p);
  EXPECT(p && !none);
  EXPECT_EQ(q - p, 2);
  EXPECT(2 + p == q);
  std::ostringstream text, wanted;
  text << p;
  wanted << thrust::raw_pointer_cast(p);
  EXPECT_EQ(text.str(), wanted.str());
}

CASE(copies_from_a_list_and_back) {
  const std::list<int> list = {5, 6, 7};
  Ints d(3);
  EXPECT(thrust::copy(list.begin(), list.end(), d.begin()) == d.end());
  EXPECT(d == std::vector<int>({5, 6, 7}));
  std::list<int> back(3);
  thrust::copy(d.begin(), d.end(), back.begin());
  EXPECT(back == list);
}

CASE(values_are_replaced) {
  Ints d(6), out(6);
  thrust::sequence(d.begin(), d.end(), 1);
  thrust::replace_copy(d.begin(), d.end(), out.begin(), 3, 30);
  EXPECT(out == std::vector<int>({1, 2, 30, 4, 5, 6}));
  const Ints stencil = {1, 0, 0, 0, 0, 1};
  thrust::replace_copy_if(d.begin(), d.end(), stencil.begin(), out.begin(), IsOdd(), 0);
  EXPECT(out == std::vector<int>({0, 2, 3, 4, 5, 0}));
  thrust::replace_if(thrust::device, d.begin(), d.end(), stencil.begin(), IsOdd(), -1);
  EXPECT(d == std::vector<int>({-1, 2, 3, 4, 5, -1}));
  thrust::replace_if(d.begin(), d.end(), thrust::not1(IsOdd()), 8);
  EXPECT(d == std::vector<int>({-1, 8, 3, 8, 5, -1}));
  thrust::replace(d.begin(), d.end(), 8, 9);
  EXPECT_EQ((int)d[3], 9);
  thrust::uninitialized_fill_n(d.begin() + 1, 2, 4);
  EXPECT(d == std::vector<int>({-1, 4, 4, 9, 5, -1}));
}

CASE(ranges_are_compared_by_what_the_program_says) {
  const Ints a = {11, 25, 38}, b = {17, 21, 41};
  EXPECT(!thrust::equal(a.begin(), a.end(), b.begin()));
  EXPECT(thrust::equal(a.begin(), a.begin() + 2, b.begin(), SameTens()));
  EXPECT(thrust::equal(thrust::device, a.begin(), a.end(), b.begin(), thrust::not2(SameTens())) ==
         false);
  EXPECT_EQ(thrust::mismatch(a.begin(), a.end(), b.begin(), SameTens()).first - a.begin(), 2);
  const Ints down = {9, 7, 7, 3};
  const auto sevens = thrust::equal_range(down.begin(), down.end(), 7, thrust::greater<int>());
  EXPECT_EQ(sevens.first - down.begin(), 1);
  EXPECT_EQ(sevens.second - down.begin(), 3);
  const Ints keys = {10, 12, 25, 27}, values = {1, 2, 3, 4};
  Ints out_keys(4), out_values(4);
  const auto end = thrust::unique_by_key_copy(keys.begin(), keys.end(), values.begin(),
                                              out_keys.begin(), out_values.begin(), SameTens());
  EXPECT_EQ(end.first - out_keys.begin(), 2);
  EXPECT_EQ((int)out_values[1], 3);
}

struct Twice {
  __host__ __device__ int operator()(int x) const { return 2 * x; }
};

CASE(iterators_tell_what_they_are_made_of) {
  Ints d = {1, 2, 3, 4};
  auto zipped = thrust::make_zip_iterator(thrust::make_tuple(d.begin(), d.begin() + 1));
  EXPECT(thrust::get<1>((zipped + 2).get_iterator_tuple()) == d.begin() + 3);
  thrust::transform_iterator<Twice, Ints::iterator> twice(d.begin());
  EXPECT_EQ(twice[2], 6);
  EXPECT((twice + 3).base() == d.begin() + 3);
  thrust::counting_iterator<int, thrust::device_system_tag> count(
      thrust::counting_iterator<int>(5));
  EXPECT_EQ((count + 2).base(), 7);
  thrust::constant_iterator<int, int> seven(7);
  EXPECT_EQ(seven[100], 7);
  thrust::discard_iterator<thrust::device_system_tag> nowhere;
  const auto after = thrust::copy(d.begin(), d.end(), nowhere);
  EXPECT_EQ(after - nowhere, 4);
  auto picked = thrust::make_permutation_iterator(d.begin(), count);
  EXPECT_EQ((picked + 1).base()[0], 6);
}

// A function that takes any policy.
template <class Derived>
void sort_with(const thrust::detail::execution_policy_base<Derived>& policy, int* values, int n) {
  thrust::sort(policy, values, values + n);
}

CASE(policies_are_handed_on_and_tags_are_policies) {
  Ints d = {3, 1, 2};
  sort_with(thrust::cuda::par, thrust::raw_pointer_cast(d.data()), 3);
  EXPECT(d == std::vector<int>({1, 2, 3}));
  thrust::sort(thrust::device_system_tag(), d.begin(), d.end(), thrust::greater<int>());
  EXPECT(d == std::vector<int>({3, 2, 1}));
  const auto memory = thrust::malloc<int>(thrust::device_system_tag(), 8);
  thrust::fill(thrust::device, memory, memory + 8, 6);
  EXPECT_EQ((int)memory[7], 6);
  thrust::free(thrust::device_system_tag(), memory);
  thrust::device_ptr<char> bytes = thrust::cuda::malloc<char>(16);
  bytes[15] = 'x';
  thrust::cuda::free(bytes);
  int* const own = thrust::malloc<int>(thrust::host_system_tag(), 8);
  own[7] = 1;
  thrust::free(thrust::host_system_tag(), own);
}

CASE(objects_of_the_device) {
  const thrust::device_ptr<int> numbers = thrust::device_new<int>(5);
  EXPECT_EQ((int)numbers[4], 0);
  thrust::device_new(numbers, 8, 5);
  EXPECT_EQ((int)numbers[4], 8);
  thrust::device_delete(numbers, 5);
}

CASE(resources_behind_one_face) {
  thrust::mr::new_delete_resource plain;
  thrust::mr::polymorphic_adaptor_resource<void*> adaptor(&plain);
  typedef thrust::mr::polymorphic_allocator<int, void*> Allocator;
  thrust::host_vector<int, Allocator> values((Allocator(&adaptor)));
  values.push_back(3);
  EXPECT_EQ(values.back(), 3);
}

int main() { return run_cases(); }
