// Objects as arguments of device functions: those with destructors are the caller's own, plain ones are copies.
// SPDX-License-Identifier: MIT
#include <utility>

#include "check.h"
#include "managed.h"

// Owns what it points to, and says how often something was destroyed.
class Owner {
 public:
  __device__ Owner(int value, int* destroyed) : value_(new int(value)), destroyed_(destroyed) {}
  __device__ Owner(Owner&& other) : value_(other.value_), destroyed_(other.destroyed_) {
    other.value_ = nullptr;
  }
  __device__ ~Owner() {
    if (value_ == nullptr) return;
    *destroyed_ += *value_;
    delete value_;
  }
  __device__ int value() const { return *value_; }

 private:
  int* value_;
  int* destroyed_;
};
__device__ int use(Owner owner) { return owner.value(); }
__device__ int move_on(Owner owner) { return use(std::move(owner)) + 1; }
__noinline__ __device__ int move_far(Owner owner, int times) {
  return times == 0 ? move_on(std::move(owner)) : move_far(std::move(owner), times - 1) + 1;
}

// Knows where it lies.
struct Rooted {
  Rooted* self = this;
  __device__ Rooted() {}
  __device__ Rooted(const Rooted&) {}
  __device__ ~Rooted() { self = nullptr; }
};
__device__ bool is_at_home(Rooted rooted) { return rooted.self == &rooted; }

struct Plain {
  int values[6];
};
__noinline__ __device__ int change(Plain plain, int i) {
  plain.values[i] += 100;
  return plain.values[i];
}
__device__ int (*const kMoves[2])(Owner) = {use, move_on};

__global__ void pass(int* out) {
  int* mine = out + threadIdx.x * 6;
  const int t = threadIdx.x;
  mine[0] = move_on(Owner(t + 1, &mine[1]));
  mine[2] = move_far(Owner(10, &mine[3]), t % 4) + kMoves[t % 2](Owner(5, &mine[3]));
  Rooted rooted;
  mine[4] = is_at_home(rooted) + 2 * is_at_home(Rooted());
  Plain plain = {{t, t, t, t, t, t}};
  mine[5] = change(plain, t % 6) + plain.values[t % 6];
}

CASE(objects_as_arguments) {
  constexpr int kThreads = 45;
  int* out = managed<int>(6 * kThreads);
  pass<<<1, kThreads>>>(out);
  OK(cudaDeviceSynchronize());
  for (int t = 0; t < kThreads; ++t) {
    const int wanted[6] = {t + 2, t + 1, 11 + t % 4 + 5 + t % 2, 15, 3, 100 + 2 * t};
    for (int i = 0; i < 6; ++i) EXPECT_EQ(out[6 * t + i], wanted[i]);
  }
}

int main() { return run_cases(); }
