// nvstd::function, which calls what only the run says, on the host and in kernels.
// build: --extended-lambda
// SPDX-License-Identifier: MIT
#include <nvfunctional>

#include "check.h"
#include "managed.h"

__host__ __device__ int twice(int x) { return 2 * x; }
struct Scale {
  int factor;
  __host__ __device__ int operator()(int x) const { return factor * x; }
};
// Too big for the object, and counts how many of it there are.
struct Table {
  int values[40];
  int* alive;
  __host__ __device__ explicit Table(int* count) : alive(count) {
    for (int i = 0; i < 40; ++i) values[i] = i * i;
    ++*alive;
  }
  __host__ __device__ Table(const Table& other) : alive(other.alive) {
    for (int i = 0; i < 40; ++i) values[i] = other.values[i];
    ++*alive;
  }
  __host__ __device__ ~Table() { --*alive; }
  __host__ __device__ int operator()(int i) { return values[i]++; }
};

typedef nvstd::function<int(int)> Function;
__host__ __device__ int apply_twice(const Function& function, int x) {
  return function(function(x));
}

constexpr int kAnswers = 12;
__host__ __device__ void ask(int* out, int item) {
  Function f = twice;
  out[0] = apply_twice(f, item);
  f = Scale{5};
  out[1] = apply_twice(f, item);
  f = [=](int x) { return x + item; };
  out[2] = f(1);
  out[3] = 0;
  {
    Function table{Table(&out[3])}, copy = table;  // a copy counts on its own
    out[4] = table(7) + table(7) + copy(7);
    f = std::move(table);
    out[5] = f(7) + !table;
    f.swap(copy);
    out[6] = f(7) + 10 * out[3];
    f = nullptr;
  }  // all of them are gone
  Function none, null = static_cast<int (*)(int)>(nullptr);
  out[7] = (none == nullptr) + 2 * (nullptr == null) + 4 * !f + 8 * (Function(twice) != nullptr);
  Function choices[3] = {twice, Scale{3}, [](int x) { return -x; }};
  out[8] = choices[item % 3](100);
  nvstd::function<void(int&, const char*)> change = [](int& x, const char* text) { x = text[1]; };
  change(out[9], "ab");
  nvstd::function<double()> real = [=] { return item; };
  out[10] = real() / 2 == item * 0.5;
  swap(choices[0], choices[2]);
  out[11] = choices[0](item);
}
__global__ void ask_all(int* out) { ask(out + threadIdx.x * kAnswers, threadIdx.x); }

CASE(functions_hold_whatever_can_be_called) {
  int* out = managed<int>(40 * kAnswers);
  ask_all<<<1, 40>>>(out);
  OK(cudaDeviceSynchronize());
  const int chosen[3] = {200, 300, -100};
  for (int i = 0; i < 40; ++i) {
    int here[kAnswers];
    ask(here, i);
    const int wanted[kAnswers] = {4 * i,         25 * i, i + 1, 0, 49 + 50 + 49, 51 + 1, 70, 15,
                                  chosen[i % 3], 98,     1,     -i};
    for (int k = 0; k < kAnswers; ++k) {
      EXPECT_EQ(here[k], wanted[k]);
      EXPECT_EQ(out[i * kAnswers + k], wanted[k]);
    }
  }
}

CASE(calls_of_nothing_fail) {
  Function none;
  bool thrown = false;
  try {
    none(1);
  } catch (const std::bad_function_call&) {
    thrown = true;
  }
  EXPECT(thrown);
}

__global__ void of_the_device_alone(int* out) {
  Function f = [] __device__(int x) { return __popc(x); };
  *out = f(7);
}

CASE(functions_of_the_device_alone) {
  int* out = managed<int>(1);
  of_the_device_alone<<<1, 1>>>(out);
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(*out, 3);
}

int main() { return run_cases(); }
