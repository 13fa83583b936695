// Numbers for the tests of libraries: the same in every run, as what a library takes and as std::complex to compare.
// SPDX-License-Identifier: MIT
#pragma once

#include <cuComplex.h>

#include <cmath>
#include <complex>
#include <cstdio>

#include "noise.h"

typedef std::complex<double> Complex;

inline Complex value(float v) { return v; }
inline Complex value(double v) { return v; }
inline Complex value(cuComplex v) { return {v.x, v.y}; }
inline Complex value(cuDoubleComplex v) { return {v.x, v.y}; }
inline void set(float& v, Complex x) { v = float(x.real()); }
inline void set(double& v, Complex x) { v = x.real(); }
inline void set(cuComplex& v, Complex x) { v = make_cuComplex(float(x.real()), float(x.imag())); }
inline void set(cuDoubleComplex& v, Complex x) { v = make_cuDoubleComplex(x.real(), x.imag()); }

inline bool near(Complex got, Complex wanted, double tolerance) {
  if (std::abs(got - wanted) <= tolerance * (1 + std::abs(wanted))) return true;
  std::printf("%g%+gi is not near %g%+gi\n", got.real(), got.imag(), wanted.real(), wanted.imag());
  return false;
}
