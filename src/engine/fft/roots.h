// Roots of unity as constants of the compiler, for the butterflies.
// SPDX-License-Identifier: MIT
#pragma once

namespace vgpu::fft::VG_SIMD {

// cos and sin of 2 pi k / n by their series: the compiler must know the constants, and has no constexpr cos.
constexpr double kPi = 3.14159265358979323846264338327950288;
constexpr double series(double x, int first) {
  double term = first == 0 ? 1 : x, sum = term;
  for (int i = first + 2; i < 40; i += 2) {
    term *= -x * x / (i * (i - 1));
    sum += term;
  }
  return sum;
}
// The angle is brought into [0, 1/4] turn, where the series is exact to the last bit or so.
constexpr double turn_cos(int k, int n);
constexpr double turn_sin(int k, int n) {
  k %= n;
  if (2 * k > n) return -turn_sin(n - k, n);
  if (4 * k > n) return turn_cos(4 * k - n, 4 * n);
  return 8 * k > n ? series(kPi * (n - 4 * k) / (2.0 * n), 0) : series(2 * kPi * k / n, 1);
}
constexpr double turn_cos(int k, int n) {
  k %= n;
  if (2 * k > n) k = n - k;
  if (4 * k > n) return -turn_sin(4 * k - n, 4 * n);
  return 8 * k > n ? series(kPi * (n - 4 * k) / (2.0 * n), 1) : series(2 * kPi * k / n, 0);
}

// exp(-2 pi i k / n) for all k, as constants.
template <typename T, int N>
struct Roots {
  T re[N], im[N];
  constexpr Roots() : re(), im() {
    for (int k = 0; k < N; ++k) re[k] = T(turn_cos(k, N)), im[k] = T(-turn_sin(k, N));
  }
};
template <typename T, int N>
constexpr Roots<T, N> kRoots;

}  // namespace vgpu::fft::VG_SIMD
