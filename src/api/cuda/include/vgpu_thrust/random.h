// Random numbers of thrust: distributions, for host and device.
// SPDX-License-Identifier: MIT
#ifndef VGPU_THRUST_RANDOM_H
#define VGPU_THRUST_RANDOM_H

#include <cmath>

#include "vgpu_thrust/random_lagged.h"

namespace thrust {
namespace random {

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
using random::ranlux24;
using random::ranlux48;
using random::taus88;
using random::uniform_int_distribution;
using random::uniform_real_distribution;

}  // namespace thrust

#endif
