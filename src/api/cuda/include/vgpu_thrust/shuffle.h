// thrust::shuffle: elements in an order that random keys give, on the host and in kernels.
// SPDX-License-Identifier: MIT
#ifndef VGPU_THRUST_SHUFFLE_H
#define VGPU_THRUST_SHUFFLE_H

#include "vgpu_thrust/ordering.h"

namespace thrust {
namespace detail {

// A key for each place that depends on nothing but the place and the seed.
struct ShuffleKey {
  unsigned long long seed;
  __host__ __device__ unsigned long long operator()(long i) const {
    unsigned long long x = seed + 0x9e3779b97f4a7c15ull * (unsigned long long)(i + 1);
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
    return x ^ (x >> 31);
  }
};

}  // namespace detail

VG_ALL_BOTH_BEGIN
// Engines come by reference: a second shuffle with the same one gives another order.
template <class It, class Engine, std::enable_if_t<!detail::is_policy<It>::value, int> = 0>
void shuffle(It first, It last, Engine&& engine) {
  const long count = last - first;
  const unsigned long long high = engine(), seed = high << 32 ^ engine();
  detail::Temporary<unsigned long long> memory(count);
  const auto keys = detail::owned<typename detail::system_of<It>::type>(memory.get());
  thrust::tabulate(keys, keys + count, detail::ShuffleKey{seed});
  thrust::sort_by_key(keys, keys + count, first);
}
template <class Policy, class It, class Engine,
          std::enable_if_t<detail::is_policy<Policy>::value, int> = 0>
void shuffle(const Policy&, It first, It last, Engine&& engine) {
  typedef typename detail::policy_system<Policy>::found::system System;
  thrust::shuffle(detail::place<System>(first), detail::place<System>(last), engine);
}
template <class In, class Out, class Engine,
          std::enable_if_t<!detail::is_policy<In>::value, int> = 0>
void shuffle_copy(In first, In last, Out out, Engine&& engine) {
  thrust::shuffle(out, thrust::copy(first, last, out), engine);
}
template <class Policy, class In, class Out, class Engine,
          std::enable_if_t<detail::is_policy<Policy>::value, int> = 0>
void shuffle_copy(const Policy& policy, In first, In last, Out out, Engine&& engine) {
  thrust::shuffle(policy, out, thrust::copy(policy, first, last, out), engine);
}
VG_ALL_BOTH_END

}  // namespace thrust

#endif
