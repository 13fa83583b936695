// Engines of thrust's random numbers that subtract earlier ones: ranlux, for host and device.
// SPDX-License-Identifier: MIT
#ifndef VGPU_THRUST_RANDOM_LAGGED_H
#define VGPU_THRUST_RANDOM_LAGGED_H

#include "vgpu_thrust/random_engines.h"

namespace thrust {
namespace random {

// x[n] = x[n - s] - x[n - r] - carry, modulo 2^w.
template <class T, size_t w, size_t s, size_t r>
class subtract_with_carry_engine {
 public:
  typedef T result_type;
  static constexpr T mask = w < 8 * sizeof(T) ? ((T)1 << w % (8 * sizeof(T))) - 1 : ~(T)0;
  static constexpr T min = 0, max = mask;
  static constexpr T default_seed = 19780503u;
  VG_THRUST explicit subtract_with_carry_engine(T value = default_seed) { seed(value); }
  VG_THRUST void seed(T value = default_seed) {
    linear_congruential_engine<unsigned, 40014u, 0u, 2147483563u> start(
        (unsigned)((value == 0 ? default_seed : value) % 2147483563u));
    for (size_t i = 0; i < r; ++i) {
      x_[i] = 0;
      for (size_t part = 0; part < (w + 31) / 32; ++part) x_[i] |= (T)start() << 32 * part % 64;
      x_[i] &= mask;
    }
    carry_ = x_[r - 1] == 0, at_ = 0;
  }
  VG_THRUST T operator()() {
    const T from = x_[(at_ + r - s) % r], take = x_[at_] + carry_;
    carry_ = from < take;
    x_[at_] = (from - take) & mask;
    const T result = x_[at_];
    at_ = (at_ + 1) % r;
    return result;
  }
  VG_THRUST void discard(unsigned long long steps) {
    for (; steps != 0; --steps) (*this)();
  }

 private:
  T x_[r], carry_;
  size_t at_;
};

// Of every p numbers the first `used`.
template <class Engine, size_t p, size_t used>
class discard_block_engine {
 public:
  typedef Engine base_type;
  typedef typename Engine::result_type result_type;
  static constexpr result_type min = Engine::min, max = Engine::max;
  static constexpr result_type default_seed = Engine::default_seed;
  VG_THRUST explicit discard_block_engine(result_type value = default_seed) : engine_(value) {}
  VG_THRUST void seed(result_type value = default_seed) { engine_.seed(value), taken_ = 0; }
  VG_THRUST result_type operator()() {
    if (taken_ == used) engine_.discard(p - used), taken_ = 0;
    ++taken_;
    return engine_();
  }
  VG_THRUST void discard(unsigned long long steps) {
    for (; steps != 0; --steps) (*this)();
  }

 private:
  Engine engine_;
  size_t taken_ = 0;
};
typedef subtract_with_carry_engine<unsigned, 24, 10, 24> ranlux24_base;
typedef subtract_with_carry_engine<unsigned long long, 48, 5, 12> ranlux48_base;
typedef discard_block_engine<ranlux24_base, 223, 23> ranlux24;
typedef discard_block_engine<ranlux48_base, 389, 11> ranlux48;

}  // namespace random
}  // namespace thrust

#endif
