// Where thrust's vectors have their memory from: allocators of programs, memory resources, pools; and tuples, whose
// elements are members too.
// build: --extended-lambda
// SPDX-License-Identifier: MIT
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/for_each.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/mr/allocator.h>
#include <thrust/mr/disjoint_pool.h>
#include <thrust/mr/new.h>
#include <thrust/mr/pool.h>
#include <thrust/reduce.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/system/cuda/experimental/pinned_allocator.h>
#include <thrust/system/omp/vector.h>
#include <thrust/transform.h>
#include <thrust/tuple.h>

#include "check.h"

struct Dot {
  template <class Tuple>
  __host__ __device__ float operator()(const Tuple& t) const {
    return t.template get<0>() * thrust::get<1>(t) + t.template get<2>();
  }
};
struct Move {
  template <class Tuple>
  __host__ __device__ void operator()(Tuple t) const {
    t.template get<0>() += t.template get<1>();
    thrust::get<1>(t) = 0;
  }
};

CASE(tuples_have_their_elements_as_members) {
  thrust::device_vector<float> a(4), b(4, 2.0f), c(4), out(4);
  thrust::sequence(a.begin(), a.end(), 1.0f);
  thrust::sequence(c.begin(), c.end(), 10.0f);
  auto first = thrust::make_zip_iterator(thrust::make_tuple(a.begin(), b.begin(), c.begin()));
  thrust::transform(first, first + 4, out.begin(), Dot());
  for (int i = 0; i < 4; ++i) EXPECT_EQ(out[i], 2.0f * (i + 1) + 10 + i);
  auto pairs = thrust::make_zip_iterator(thrust::make_tuple(a.begin(), c.begin()));
  thrust::for_each(thrust::device, pairs, pairs + 4, Move());
  EXPECT_EQ(a[3], 17.0f);
  EXPECT_EQ(c[3], 0.0f);
  thrust::tuple<int, double> t = thrust::make_tuple(3, 1.5), same(t), none;
  int x = 0;
  double y = 0;
  thrust::tie(x, y) = t;
  none = same;
  EXPECT(x == 3 && y == 1.5 && none == t && t.get<0>() == 3 && none.get<1>() == 1.5);
  t.get<0>() = 5;
  auto [head, tail] = t;
  EXPECT(head == 5 && tail == 1.5 && same < t && thrust::tuple_size<decltype(t)>::value == 2);
  thrust::device_vector<thrust::tuple<int, float>> rows(3);
  for (int i = 0; i < 3; ++i) rows[i] = thrust::make_tuple(3 - i, 0.5f * i);
  thrust::sort(rows.begin(), rows.end());
  const thrust::tuple<int, float> least = rows[0];
  EXPECT(least.get<0>() == 1 && least.get<1>() == 1.0f);
  thrust::device_vector<int> keys(3);
  thrust::device_vector<float> values(3);
  thrust::copy(rows.begin(), rows.end(),
               thrust::make_zip_iterator(thrust::make_tuple(keys.begin(), values.begin())));
  EXPECT(keys[2] == 3 && values[2] == 0.0f);
}

static int taken = 0, given = 0;
template <class T>
struct Counting : thrust::device_malloc_allocator<T> {
  typedef thrust::device_malloc_allocator<T> Base;
  typedef typename Base::pointer pointer;
  pointer allocate(size_t count) {
    ++taken;
    return Base::allocate(count);
  }
  void deallocate(pointer memory, size_t count) {
    ++given;
    Base::deallocate(memory, count);
  }
};
template <class T>
struct Unfilled : thrust::device_malloc_allocator<T> {
  void construct(T*) {}
};

CASE(allocators_of_programs_are_asked) {
  {
    thrust::device_vector<int, Counting<int>> v(100, 3);
    EXPECT_EQ(thrust::reduce(v.begin(), v.end()), 300);
    EXPECT_EQ(taken, 1);
    v.resize(200);
    EXPECT_EQ(v[199], 0);
  }
  EXPECT(taken == given && taken >= 2);
  thrust::device_vector<int, Unfilled<int>> raw(1000);
  thrust::sequence(raw.begin(), raw.end());
  EXPECT_EQ(raw[999], 999);
}

// A resource that counts what it hands out.
struct Upstream : thrust::mr::memory_resource<thrust::device_ptr<void>> {
  int blocks = 0, most = 0;
  size_t bytes = 0;
  pointer do_allocate(size_t size, size_t alignment) override {
    ++blocks, ++most, bytes += size;
    return real.do_allocate(size, alignment);
  }
  void do_deallocate(pointer memory, size_t size, size_t alignment) override {
    --blocks, bytes -= size;
    real.do_deallocate(memory, size, alignment);
  }
  thrust::device_memory_resource real;
};

CASE(pools_keep_blocks) {
  Upstream upstream;
  {
    thrust::mr::unsynchronized_pool_resource<Upstream> pool(&upstream);
    typedef thrust::mr::allocator<int, thrust::mr::unsynchronized_pool_resource<Upstream>>
        Allocator;
    Allocator allocator(&pool);
    for (int round = 0; round < 10; ++round) {
      thrust::device_vector<int, Allocator> v(1000, round, allocator);
      EXPECT_EQ(thrust::reduce(v.begin(), v.end()), 1000 * round);
      EXPECT(v.get_allocator() == allocator);
    }
    EXPECT_EQ(upstream.most, 1);
    EXPECT(upstream.bytes == 4096 && upstream.blocks == 1);
    pool.release();
    EXPECT_EQ(upstream.blocks, 0);
    const auto large = pool.allocate(5 << 20), small = pool.allocate(3);
    EXPECT_EQ(upstream.bytes, (size_t(5) << 20) + 16);
    pool.deallocate(large, 5 << 20);
    pool.deallocate(small, 3);
    EXPECT(pool.allocate(5 << 20) == large);
    EXPECT_EQ(upstream.blocks, 2);
  }
  EXPECT(upstream.blocks == 0 && upstream.bytes == 0);
}

CASE(resources_of_host_and_device) {
  typedef thrust::mr::new_delete_resource Host;
  thrust::mr::disjoint_unsynchronized_pool_resource<Host, Host> pool(
      thrust::mr::get_global_resource<Host>(), thrust::mr::get_global_resource<Host>());
  thrust::host_vector<int, thrust::mr::allocator<int, decltype(pool)>> host(
      10, 4, thrust::mr::allocator<int, decltype(pool)>(&pool));
  EXPECT_EQ(host[9], 4);
  typedef thrust::device_ptr_memory_resource<thrust::cuda::memory_resource> Device;
  thrust::device_vector<float, thrust::mr::stateless_resource_allocator<float, Device>> v(3, 1.5f);
  EXPECT_EQ(v[2], 1.5f);
  auto& mine = thrust::mr::tls_pool<thrust::universal_memory_resource>();
  EXPECT(&mine == &thrust::mr::tls_pool<thrust::universal_memory_resource>());
  mine.deallocate(mine.allocate(64), 64);
}

CASE(host_vectors_in_page_locked_memory) {
  thrust::host_vector<int, thrust::cuda::experimental::pinned_allocator<int>> pinned(100, 7);
  thrust::device_vector<int> device(pinned);
  cudaPointerAttributes found;
  OK(cudaPointerGetAttributes(&found, pinned.data()));
  EXPECT_EQ((int)found.type, (int)cudaMemoryTypeHost);
  pinned[3] = 5;
  thrust::copy(pinned.begin(), pinned.end(), device.begin());
  EXPECT_EQ(thrust::reduce(device.begin(), device.end()), 698);
  const thrust::omp::vector<int> host(device.begin(), device.end());
  EXPECT_EQ(thrust::reduce(thrust::omp::par, host.begin(), host.end()), 698);
}

int main() { return run_cases(); }
