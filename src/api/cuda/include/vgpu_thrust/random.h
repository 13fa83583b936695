// Random numbers of thrust: engines that skip ahead in logarithmic time, and distributions, for host and device.
// SPDX-License-Identifier: MIT
#ifndef VGPU_THRUST_RANDOM_H
#define VGPU_THRUST_RANDOM_H

#include <iostream>

#include "vgpu_thrust/system.h"

namespace thrust {
namespace random {

// x -> a x + c modulo m.
template <class T, T a, T c, T m>
class linear_congruential_engine {
 public:
  typedef T result_type;
  static constexpr T min = c == 0 ? 1 : 0;
  static constexpr T max = m - 1;
  static constexpr T default_seed = 1;
  VG_THRUST explicit linear_congruential_engine(T value = default_seed) { seed(value); }
  VG_THRUST void seed(T value = default_seed) { x_ = c == 0 && value % m == 0 ? 1 : value % m; }
  VG_THRUST T operator()() { return x_ = (T)(((unsigned long long)a * x_ + c) % m); }
  VG_THRUST void discard(unsigned long long steps) {
    unsigned long long factor = a, add = c, total_factor = 1, total_add = 0;
    for (; steps != 0; steps >>= 1) {
      if (steps & 1) {
        total_factor = total_factor * factor % m;
        total_add = (total_add * factor + add) % m;
      }
      add = (factor + 1) * add % m;
      factor = factor * factor % m;
    }
    x_ = (T)((total_factor * x_ + total_add) % m);
  }
  VG_THRUST bool operator==(const linear_congruential_engine& other) const {
    return x_ == other.x_;
  }

 private:
  T x_;
};
typedef linear_congruential_engine<unsigned, 16807u, 0u, 2147483647u> minstd_rand0;
typedef linear_congruential_engine<unsigned, 48271u, 0u, 2147483647u> minstd_rand;
typedef minstd_rand default_random_engine;

// Three shift registers.
class taus88 {
 public:
  typedef unsigned result_type;
  static constexpr unsigned min = 0, max = 0xffffffffu;
  VG_THRUST explicit taus88(unsigned value = 341u) { seed(value); }
  VG_THRUST void seed(unsigned value) { a_ = value | 16u, b_ = value | 16u, c_ = value | 16u; }
  VG_THRUST unsigned operator()() {
    a_ = ((a_ & 0xfffffffeu) << 12) ^ (((a_ << 13) ^ a_) >> 19);
    b_ = ((b_ & 0xfffffff8u) << 4) ^ (((b_ << 2) ^ b_) >> 25);
    c_ = ((c_ & 0xfffffff0u) << 17) ^ (((c_ << 3) ^ c_) >> 11);
    return a_ ^ b_ ^ c_;
  }
  VG_THRUST void discard(unsigned long long steps) {
    for (; steps != 0; --steps) (*this)();
  }

 private:
  unsigned a_, b_, c_;
};

namespace detail {
// Uniform in [0, 1).
template <class Engine>
VG_THRUST double unit(Engine& engine) {
  const double range = (double)(Engine::max - Engine::min) + 1.0;
  return ((double)(engine() - Engine::min)) / range;
}
}  // namespace detail

template <class T = int>
class uniform_int_distribution {
 public:
  typedef T result_type;
  VG_THRUST explicit uniform_int_distribution(T low = 0,
                                              T high = (T)(~0ull >> (65 - 8 * sizeof(T))))
      : low_(low), high_(high) {}
  template <class Engine>
  VG_THRUST T operator()(Engine& engine) const {
    return (T)(low_ + (long long)(detail::unit(engine) * ((double)high_ - (double)low_ + 1.0)));
  }
  VG_THRUST T a() const { return low_; }
  VG_THRUST T b() const { return high_; }

 private:
  T low_, high_;
};
template <class T = double>
class uniform_real_distribution {
 public:
  typedef T result_type;
  VG_THRUST explicit uniform_real_distribution(T low = 0, T high = 1) : low_(low), high_(high) {}
  template <class Engine>
  VG_THRUST T operator()(Engine& engine) const {
    const T value = low_ + (T)detail::unit(engine) * (high_ - low_);
    return value < high_ ? value : low_;
  }
  VG_THRUST T a() const { return low_; }
  VG_THRUST T b() const { return high_; }

 private:
  T low_, high_;
};
template <class T = double>
class normal_distribution {
 public:
  typedef T result_type;
  VG_THRUST explicit normal_distribution(T mean = 0, T deviation = 1)
      : mean_(mean), deviation_(deviation) {}
  template <class Engine>
  VG_THRUST T operator()(Engine& engine) const {
    const double u = 1.0 - detail::unit(engine), v = detail::unit(engine);
    return mean_ + deviation_ * (T)(::sqrt(-2.0 * ::log(u)) * ::cos(6.283185307179586477 * v));
  }

 private:
  T mean_, deviation_;
};

}  // namespace random

using random::default_random_engine;
using random::minstd_rand;
using random::minstd_rand0;
using random::normal_distribution;
using random::taus88;
using random::uniform_int_distribution;
using random::uniform_real_distribution;

}  // namespace thrust

#endif
