// libcu++: types of the standard library and CUDA's own on both sides.
// build: --extended-lambda
// SPDX-License-Identifier: MIT
#include <thrust/device_vector.h>
#include <thrust/reduce.h>
#include <thrust/transform.h>
#include <cuda/annotated_ptr>
#include <cuda/cmath>
#include <cuda/functional>
#include <cuda/latch>
#include <cuda/semaphore>
#include <cuda/std/array>
#include <cuda/std/bit>
#include <cuda/std/chrono>
#include <cuda/std/mdspan>
#include <cuda/std/numeric>
#include <cuda/std/optional>
#include <cuda/std/span>
#include <cuda/stream_ref>
#include <nv/target>

#include "both_sides.h"
#include <cuda/atomic>

#include "check.h"
#include "managed.h"

struct Counted {
  int* count;
  __host__ __device__ Counted(int* place) : count(place) { ++*count; }
  __host__ __device__ Counted(const Counted& other) : count(other.count) { ++*count; }
  __host__ __device__ ~Counted() { --*count; }
};
__host__ __device__ cuda::std::optional<int> half_of(int x) {
  if (x % 2 != 0) return cuda::std::nullopt;
  return x / 2;
}

CASE(optionals) {
  both(
      [] __host__ __device__(int* out) {
        cuda::std::optional<int> none, some = 4;
        out[0] = none.has_value() + 2 * some.has_value();
        out[1] = half_of(7).value_or(-1) + *half_of(8);
        none = some;
        some.reset();
        out[2] = *none + (some == cuda::std::nullopt) + (none == 4);
        out[3] = 0;
        {
          cuda::std::optional<Counted> one(cuda::std::in_place, out + 3), two = one;
          one = cuda::std::nullopt;
          out[4] = out[3];
        }
      },
      {2, 3, 6, 0, 1});
}

CASE(spans) {
  both(
      [] __host__ __device__(int* out) {
        int values[5] = {1, 2, 3, 4, 5};
        cuda::std::array<int, 3> array{7, 8, 9};
        cuda::std::span<int> all(values), of(array);
        cuda::std::span<const int> two = all.subspan(1, 2);
        out[0] = cuda::std::accumulate(all.begin(), all.end(), 0) + (int)all.size();
        out[1] = two.front() * 10 + two.back();
        out[2] = of.last(1)[0] + all.first<2>()[1];
      },
      {20, 23, 11});
}

// Writes 100 i + j through a view of known rows, and the sum of each column through a transposed one.
__global__ void views(int* data, int* sums, int* facts) {
  namespace md = cuda::std;
  md::mdspan<int, md::extents<int, 4, md::dynamic_extent>> a(data, 6);
  const int i = threadIdx.x / 6, j = threadIdx.x % 6;
  a(i, j) = 100 * i + j;
  __syncthreads();
  md::mdspan<int, md::dextents<size_t, 2>, md::layout_left> turned(data, 6, 4);
  if (threadIdx.x < 6)
    for (int k = 0; k < 4; ++k) sums[threadIdx.x] += turned(threadIdx.x, k);
  const md::array<int, 2> steps{12, 2};  // every second row and column
  md::layout_stride::mapping<md::dextents<int, 2>> map(md::dextents<int, 2>(2, 3), steps);
  md::mdspan few(data, map);
  if (threadIdx.x != 0) return;
  facts[0] = few[md::array<int, 2>{1, 2}];
  facts[1] = int(a.extent(0) * 10 + a.extent(1)), facts[2] = int(a.size()), facts[3] = a.stride(0);
  facts[4] = int(few.mapping().required_span_size());
  facts[5] = int(decltype(a)::rank_dynamic() * 10 + decltype(a)::static_extent(0));
}

CASE(arrays_of_several_dimensions) {
  int *data, *sums, *facts;
  OK(cudaMallocManaged(&data, 24 * sizeof(int)));
  OK(cudaMallocManaged(&sums, 6 * sizeof(int)));
  OK(cudaMallocManaged(&facts, 6 * sizeof(int)));
  for (int i = 0; i < 6; ++i) sums[i] = 0;
  views<<<1, 24>>>(data, sums, facts);
  OK(cudaDeviceSynchronize());
  for (int j = 0; j < 6; ++j) EXPECT_EQ(sums[j], 600 + 4 * j);
  const int wanted[] = {204, 46, 24, 6, 17, 14};
  for (int i = 0; i < 6; ++i) EXPECT_EQ(facts[i], wanted[i]);
  cuda::std::mdspan host(data, 2, 3, 4);
  EXPECT(host.rank() == 3 && host.size() == 24 && &host(1, 2, 3) == data + 23);
  EXPECT(cuda::ceil_div(10, 4) == 3 && cuda::ceil_div(8u, 4) == 2u);
  EXPECT(cuda::round_up(10, 4) == 12 && cuda::round_down(10, 4) == 8);
  EXPECT(cuda::ilog2(9u) == 3 && cuda::ceil_ilog2(9u) == 4 && cuda::is_power_of_two(64));
  for (int* memory : {data, sums, facts}) OK(cudaFree(memory));
}

CASE(bits) {
  both(
      [] __host__ __device__(int* out) {
        out[0] = cuda::std::popcount(0xff00ffu) + cuda::std::countl_zero((unsigned short)1);
        out[1] = cuda::std::countr_zero(0u) + cuda::std::bit_width(255ull);
        out[2] = cuda::std::bit_ceil(17u) + cuda::std::bit_floor(17u);
        out[3] = cuda::std::rotl((unsigned char)0x81, 1) + cuda::std::rotr(3u, 33) % 7;
        out[4] = cuda::std::bit_cast<int>(1.0f) == 0x3f800000;
      },
      {31, 40, 48, 3 + (int)(0x80000001u % 7), 1});
}

CASE(sums) {
  both(
      [] __host__ __device__(int* out) {
        int values[4];
        cuda::std::iota(values, values + 4, 2);
        out[0] = cuda::std::inner_product(values, values + 4, values, 0);
        out[1] = cuda::std::gcd(84, -36) + cuda::std::lcm(4, 6);
        cuda::std::partial_sum(values, values + 4, values);
        out[2] = values[3];
        cuda::std::adjacent_difference(values, values + 4, values);
        out[3] = values[3];
      },
      {54, 24, 14, 5});
}

CASE(targets) {
  int* out = managed<int>(4);
  auto function = [] __host__ __device__(int* out) {
    NV_IF_TARGET(NV_IS_DEVICE, (out[0] = 1, out[1] = blockDim.x;), (out[0] = 2; out[1] = 3;))
    NV_IF_TARGET(NV_IS_HOST, (out[2] = 4;))
    NV_IF_ELSE_TARGET(NV_IS_HOST, out[2] += 1;, out[2] = 0;)
    NV_DISPATCH_TARGET(NV_PROVIDES_SM_90, (out[3] = 90;), NV_IS_EXACTLY_SM_80, (out[3] = 80;),
                       NV_IS_DEVICE, (out[3] = 1;), NV_ANY_TARGET, (out[3] = 0;))
  };
  call<<<1, 1>>>(function, out);
  OK(cudaDeviceSynchronize());
  EXPECT(out[0] == 1 && out[1] == 1 && out[2] == 0);
  EXPECT(out[3] == 1 || out[3] == 80);
  function(out);
  EXPECT(out[0] == 2 && out[1] == 3 && out[2] == 5 && out[3] == 0);
}

CASE(proclaimed_functions) {
  thrust::device_vector<int> values(100, 3);
  auto square = cuda::proclaim_return_type<int>([] __device__(int x) { return x * x; });
  thrust::transform(values.begin(), values.end(), values.begin(), square);
  EXPECT_EQ(thrust::reduce(values.begin(), values.end(), 0, cuda::maximum<>()), 9);
  EXPECT_EQ(thrust::reduce(values.begin(), values.end()), 900);
}

__global__ void count_in(cuda::latch<cuda::thread_scope_device>* latch,
                         cuda::binary_semaphore<cuda::thread_scope_device>* lock, int* sum) {
  lock->acquire();
  *sum += 1;
  lock->release();
  latch->count_down();
}
__global__ void take_time(long long* taken) {
  const auto begin = cuda::std::chrono::system_clock::now();
  while (cuda::std::chrono::system_clock::now() - begin < cuda::std::chrono::microseconds(50)) {
  }
  *taken = (cuda::std::chrono::system_clock::now() - begin).count();
}

CASE(latches_semaphores_clocks) {
  int* sum = managed<int>(1);
  *sum = 0;
  auto* latch = managed<cuda::latch<cuda::thread_scope_device>>(1);
  auto* lock = managed<cuda::binary_semaphore<cuda::thread_scope_device>>(1);
  new (latch) cuda::latch<cuda::thread_scope_device>(20);
  new (lock) cuda::binary_semaphore<cuda::thread_scope_device>(1);
  count_in<<<20, 1>>>(latch, lock, sum);
  cuda::stream_ref(cudaStream_t(0)).wait();
  latch->wait();
  EXPECT_EQ(sum[0], 20);
  long long* taken = managed<long long>(1);
  take_time<<<1, 1>>>(taken);
  OK(cudaDeviceSynchronize());
  EXPECT(taken[0] >= 50000);
}

CASE(wishes_about_caches) {
  int* values = managed<int>(4);
  values[2] = 5;
  cuda::annotated_ptr<int, cuda::access_property::persisting> pointer(values);
  EXPECT_EQ(pointer[2], 5);
  EXPECT_EQ(cuda::associate_access_property(values, cuda::access_property::streaming{}), values);
}

// Nodes that threads take from a list of free ones, each once.
struct Node {
  cuda::atomic<Node*, cuda::thread_scope_device> next = LIBCUDACXX_ATOMIC_VAR_INIT(nullptr);
  cuda::std::atomic_flag taken = LIBCUDACXX_ATOMIC_FLAG_INIT;
  int owner = -1;
};
__global__ void take_nodes(cuda::std::atomic<Node*>* bump, Node* root, int* twice) {
  const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  Node* mine = bump->fetch_add(1, cuda::std::memory_order_relaxed);
  mine->owner = i;
  if (mine->taken.test_and_set()) atomicAdd(twice, 1);
  Node* head = root->next.load();
  do mine->next.store(head);
  while (!root->next.compare_exchange_weak(head, mine));
}

CASE(atomic_pointers) {
  const int count = 256;
  Node* nodes;
  cuda::std::atomic<Node*>* bump;
  int* twice;
  OK(cudaMallocManaged(&nodes, (count + 1) * sizeof(Node)));
  OK(cudaMallocManaged(&bump, sizeof *bump));
  OK(cudaMallocManaged(&twice, sizeof(int)));
  for (int i = 0; i <= count; ++i) new (nodes + i) Node;
  new (bump) cuda::std::atomic<Node*>(nodes + 1);
  *twice = 0;
  take_nodes<<<4, count / 4>>>(bump, nodes, twice);
  OK(cudaDeviceSynchronize());
  EXPECT(bump->load() == nodes + 1 + count);
  EXPECT_EQ(*twice, 0);
  int length = 0;
  for (Node* node = nodes->next.load(); node != nullptr; node = node->next.load()) ++length;
  EXPECT_EQ(length, count);
  cuda::atomic<int*> place(twice);
  ++place;
  place -= 1;
  EXPECT(place.load() == twice);
  for (void* memory : {(void*)nodes, (void*)bump, (void*)twice}) OK(cudaFree(memory));
}

int main() { return run_cases(); }
