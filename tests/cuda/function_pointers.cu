// Pointers to device functions that the host reads, stores in structs and tables, and hands to kernels.
// SPDX-License-Identifier: MIT
#include <vector>

#include "check.h"

typedef float (*Unary)(float);
typedef int (*WithItem)(int);

__device__ float twice(float x) { return 2 * x; }
__device__ float square(float x) { return x * x; }
__device__ float negate(float x) { return -x; }

__device__ Unary p_twice = twice;
__device__ Unary p_square = square;
__constant__ Unary table[3] = {twice, square, negate};

struct Filter {
  float bias;
  Unary steps[2];
};
__device__ Filter filters[2] = {{1.0f, {twice, square}}, {-1.0f, {square, negate}}};

// Knows its block: a pointer that one kernel stores must mean the reader's block when it is called.
__shared__ int shared_base;
__device__ int item_of(int x) { return x + (int)(blockDim.x * 1000 + threadIdx.x); }
__device__ int base_of(int x) { return x + shared_base; }
__device__ WithItem p_item = item_of;
__device__ WithItem p_base = base_of;

__global__ void apply(Unary f, float* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = f(data[i]);
}

__global__ void apply_filter(Filter filter, float* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = filter.steps[1](filter.steps[0](data[i])) + filter.bias;
}

__global__ void apply_table(float* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = table[i % 3](data[i]);
}

__global__ void apply_item(WithItem f, int* out) {
  if (threadIdx.x == 0) shared_base = 7 * (int)blockDim.x;
  __syncthreads();
  out[threadIdx.x] = f(1);
}

__global__ void choose(WithItem* slot) { *slot = item_of; }
__global__ void call_slot(const WithItem* slot, int* out) { out[threadIdx.x] = (*slot)(5); }

template <class T>
struct Buffer {
  explicit Buffer(const std::vector<T>& from) : size(from.size()) {
    cudaMalloc(&data, size * sizeof(T));
    cudaMemcpy(data, from.data(), size * sizeof(T), cudaMemcpyHostToDevice);
  }
  ~Buffer() { cudaFree(data); }
  std::vector<T> read() const {
    std::vector<T> all(size);
    cudaMemcpy(all.data(), data, size * sizeof(T), cudaMemcpyDeviceToHost);
    return all;
  }
  size_t size;
  T* data = nullptr;
};

static std::vector<float> numbers(int n) {
  std::vector<float> all;
  for (int i = 0; i < n; ++i) all.push_back(0.5f * i - 3);
  return all;
}

CASE(host_reads_a_pointer) {
  const std::vector<float> x = numbers(101);
  Unary f = nullptr, g = nullptr;
  OK(cudaMemcpyFromSymbol(&f, p_twice, sizeof f));
  OK(cudaMemcpyFromSymbol(&g, p_square, sizeof g));
  EXPECT(f != nullptr && g != nullptr && f != g);
  for (int threads : {32, 57, 256}) {
    Buffer<float> data(x);
    apply<<<(101 + threads - 1) / threads, threads>>>(f, data.data, 101);
    apply<<<(101 + threads - 1) / threads, threads>>>(g, data.data, 101);
    const std::vector<float> got = data.read();
    for (int i = 0; i < 101; ++i) EXPECT_EQ(got[i], 4 * x[i] * x[i]);
  }
}

CASE(structs_hold_pointers) {
  const std::vector<float> x = numbers(33);
  Filter all[2];
  OK(cudaMemcpyFromSymbol(all, filters, sizeof all));
  Buffer<float> data(x);
  apply_filter<<<1, 64>>>(all[0], data.data, 33);
  std::vector<float> got = data.read();
  for (int i = 0; i < 33; ++i) EXPECT_EQ(got[i], 4 * x[i] * x[i] + 1);
  Buffer<float> more(x);
  apply_filter<<<1, 64>>>(all[1], more.data, 33);
  got = more.read();
  for (int i = 0; i < 33; ++i) EXPECT_EQ(got[i], -x[i] * x[i] - 1);
}

CASE(the_host_changes_a_table) {
  const std::vector<float> x = numbers(50);
  Unary host[3];
  OK(cudaMemcpyFromSymbol(host, table, sizeof host));
  Buffer<float> data(x);
  apply_table<<<2, 25>>>(data.data, 50);
  std::vector<float> got = data.read();
  for (int i = 0; i < 50; ++i)
    EXPECT_EQ(got[i], i % 3 == 0 ? 2 * x[i] : i % 3 == 1 ? x[i] * x[i] : -x[i]);
  std::swap(host[0], host[2]);
  OK(cudaMemcpyToSymbol(table, host, sizeof host));
  Buffer<float> swapped(x);
  apply_table<<<2, 25>>>(swapped.data, 50);
  got = swapped.read();
  for (int i = 0; i < 50; ++i)
    EXPECT_EQ(got[i], i % 3 == 2 ? 2 * x[i] : i % 3 == 1 ? x[i] * x[i] : -x[i]);
}

CASE(functions_know_the_block_that_calls) {
  WithItem item = nullptr, base = nullptr;
  OK(cudaMemcpyFromSymbol(&item, p_item, sizeof item));
  OK(cudaMemcpyFromSymbol(&base, p_base, sizeof base));
  for (int threads : {16, 40}) {
    Buffer<int> out(std::vector<int>(threads, 0));
    apply_item<<<1, threads>>>(item, out.data);
    const std::vector<int> items = out.read();
    apply_item<<<1, threads>>>(base, out.data);
    const std::vector<int> bases = out.read();
    for (int i = 0; i < threads; ++i) {
      EXPECT_EQ(items[i], 1 + threads * 1000 + i);
      EXPECT_EQ(bases[i], 1 + 7 * threads);
    }
  }
}

CASE(kernels_hand_pointers_on) {
  Buffer<WithItem> slot({nullptr});
  choose<<<1, 1>>>(slot.data);
  Buffer<int> out(std::vector<int>(24, 0));
  call_slot<<<1, 24>>>(slot.data, out.data);
  const std::vector<int> got = out.read();
  for (int i = 0; i < 24; ++i) EXPECT_EQ(got[i], 5 + 24000 + i);
  WithItem read = nullptr, known = nullptr;
  OK(cudaMemcpyFromSymbol(&known, p_item, sizeof known));
  cudaMemcpy(&read, slot.data, sizeof read, cudaMemcpyDeviceToHost);
  EXPECT(read == known);
}

template <int N>
__device__ float plus(float x) {
  return x + N;
}
__device__ Unary many[12] = {plus<0>, plus<1>, plus<2>, plus<3>, plus<4>,  plus<5>,
                             plus<6>, plus<7>, plus<8>, plus<9>, plus<10>, plus<11>};

CASE(many_functions) {
  Unary all[12];
  OK(cudaMemcpyFromSymbol(all, many, sizeof all));
  const std::vector<float> x = numbers(37);
  for (int n = 0; n < 12; ++n) {
    Buffer<float> data(x);
    apply<<<1, 37>>>(all[n], data.data, 37);
    const std::vector<float> got = data.read();
    for (int i = 0; i < 37; ++i) EXPECT_EQ(got[i], x[i] + n);
  }
}

struct Shape {
  __device__ virtual int area() const = 0;
};
struct Box : Shape {
  int side;
  __device__ explicit Box(int s) : side(s) {}
  __device__ int area() const override { return side * side + (int)threadIdx.x; }
};
__global__ void make_shape(Shape** shape) { *shape = new Box(6); }
__global__ void measure(Shape* const* shape, int* out) { out[threadIdx.x] = (*shape)->area(); }

CASE(objects_of_other_kernels) {
  Buffer<Shape*> shape({nullptr});
  make_shape<<<1, 1>>>(shape.data);
  Buffer<int> out(std::vector<int>(20, 0));
  measure<<<1, 20>>>(shape.data, out.data);
  const std::vector<int> got = out.read();
  for (int i = 0; i < 20; ++i) EXPECT_EQ(got[i], 36 + i);
}

// The last case: the error stays.
CASE(null_is_an_error) {
  Buffer<float> data(numbers(8));
  apply<<<1, 8>>>(nullptr, data.data, 8);
  EXPECT(cudaDeviceSynchronize() != cudaSuccess);
}

int main() { return run_cases(); }
