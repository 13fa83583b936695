// FFTW's few functions that the benchmark calls, loaded at run time: it is neither linked nor are its headers used.
// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <vector>

namespace bench {

// A transform of single-precision complex arrays in C's order that FFTW has planned by measuring, or nothing where it is
// not installed. Planning destroys what the arrays hold.
std::function<void()> fftw_transform(const std::vector<int>& n, float* in, float* out, int threads);

// The same array done by SciPy in a Python process of its own, whose pocketfft has one thread by default; nothing where it is
// missing. Each call costs the time of two short messages through pipes besides.
std::function<void()> scipy_transform(const std::vector<int>& n);

}  // namespace bench
