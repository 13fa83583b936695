// Sample arguments for the accuracy test, the same in every run.
//
// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include "references.h"

namespace {

struct Random {
  uint64_t state;
  uint64_t next() {  // splitmix64
    uint64_t z = state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
  }
  double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }
};

template <class Real>
Real any_bits(Random& random) {
  std::conditional_t<sizeof(Real) == 4, uint32_t, uint64_t> bits =
      static_cast<decltype(bits)>(random.next());
  Real x;
  std::memcpy(&x, &bits, sizeof x);
  return x;
}

template <class Real>
void add_special(std::vector<Real>& list) {
  using Limits = std::numeric_limits<Real>;
  std::vector<Real> positive = {0,
                                Limits::denorm_min(),
                                Limits::denorm_min() * 2,
                                Limits::denorm_min() * 3,
                                Limits::min(),
                                Limits::max(),
                                Limits::infinity(),
                                Limits::min() * Real(0.75),
                                Limits::epsilon(),
                                Real(0.1),
                                Real(0.25),
                                Real(1) - Limits::epsilon() / 2,
                                Real(1) + Limits::epsilon(),
                                Real(0.70710678118654752),
                                Real(1.4142135623730951),
                                Real(88.8),
                                Real(103.9),
                                Real(709.8),
                                Real(745.2),
                                Real(1e6),
                                Real(1048576),
                                Real(1e15),
                                Real(1e22)};
  for (int i = 1; i < 40; i++) positive.push_back(Real(i) / 2);
  for (int i = 1; i < 200; i += 7) positive.push_back(Real(i * 1.5707963267948966));
  for (Real x : positive) {
    list.push_back(x);
    list.push_back(-x);
  }
  list.push_back(Limits::quiet_NaN());
}

}  // namespace

template <class Real>
std::vector<Real> sample_numbers(int count, unsigned seed) {
  Random random{seed};
  std::vector<Real> list;
  add_special(list);
  for (int i = 0; i < count; i++) {
    const double range = i % 8 == 1 ? 1 : i % 8 == 2 ? 2 : i % 8 == 3 ? 10 : i % 8 == 4 ? 120 : 800;
    const double sign = random.next() & 1 ? -1 : 1;
    if (i % 8 == 0)
      list.push_back(any_bits<Real>(random));
    else if (i % 8 == 7)
      list.push_back(Real(sign * std::exp2(random.unit() * 60 - 40)));
    else if (i % 8 == 6)
      list.push_back(Real(1 + sign * std::exp2(random.unit() * -30)));
    else
      list.push_back(Real(sign * random.unit() * range));
  }
  return list;
}
template std::vector<float> sample_numbers<float>(int, unsigned);
template std::vector<double> sample_numbers<double>(int, unsigned);

std::vector<int> sample_integers(int count, unsigned seed) {
  Random random{seed};
  std::vector<int> list = {0, 1, -1, 2, -2, 3, -3, 5, 100, -100, INT32_MAX, INT32_MIN};
  for (int i = 0; i < count; i++) {
    const int n = static_cast<int>(random.next());
    list.push_back(i % 3 == 0 ? n >> 8 : i % 3 == 1 ? n >> 20 : n >> 27);
  }
  return list;
}
