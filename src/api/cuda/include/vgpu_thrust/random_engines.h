// Engines of thrust's random numbers, for host and device: congruential ones and shift registers.
// SPDX-License-Identifier: MIT
#ifndef VGPU_THRUST_RANDOM_ENGINES_H
#define VGPU_THRUST_RANDOM_ENGINES_H

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

// A shift register of k bits in a word of w: Tausworthe's, with taps at q and a step of s.
template <class T, size_t w, size_t k, size_t q, size_t s>
class linear_feedback_shift_engine {
 public:
  typedef T result_type;
  static constexpr T mask = w < 8 * sizeof(T) ? ((T)1 << w % (8 * sizeof(T))) - 1 : ~(T)0;
  static constexpr T min = 0, max = mask;
  static constexpr T default_seed = 341u;
  VG_THRUST explicit linear_feedback_shift_engine(T value = default_seed) { seed(value); }
  VG_THRUST void seed(T value = default_seed) { x_ = (value | (T)1 << (w - k)) & mask; }
  VG_THRUST T operator()() {
    const T bits = (((x_ << q) & mask) ^ x_) >> (k - s);
    return x_ = (((x_ & (mask << (w - k))) << s) & mask) ^ bits;
  }
  VG_THRUST void discard(unsigned long long steps) {
    for (; steps != 0; --steps) (*this)();
  }

 private:
  T x_;
};

// Numbers of two engines, shifted and mixed.
template <class First, size_t shift, class Second, size_t second_shift = 0>
class xor_combine_engine {
 public:
  typedef First base1_type;
  typedef Second base2_type;
  typedef typename First::result_type result_type;
  static constexpr result_type min = 0, max = First::max << shift | Second::max << second_shift;
  static constexpr result_type default_seed = First::default_seed;
  VG_THRUST explicit xor_combine_engine(result_type value = default_seed) { seed(value); }
  VG_THRUST void seed(result_type value = default_seed) { first_.seed(value), second_.seed(value); }
  VG_THRUST result_type operator()() {
    const result_type value = first_() << shift;
    return value ^ (result_type)(second_() << second_shift);
  }
  VG_THRUST void discard(unsigned long long steps) {
    first_.discard(steps), second_.discard(steps);
  }

 private:
  First first_;
  Second second_;
};
typedef xor_combine_engine<
    linear_feedback_shift_engine<unsigned, 32, 31, 13, 12>, 0,
    xor_combine_engine<linear_feedback_shift_engine<unsigned, 32, 29, 2, 4>, 0,
                       linear_feedback_shift_engine<unsigned, 32, 28, 3, 17>>>
    taus88;

}  // namespace random
}  // namespace thrust

#endif
