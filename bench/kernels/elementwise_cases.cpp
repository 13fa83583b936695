// Benchmark cases: vadd, saxpy, gelu, Black-Scholes, mandelbrot, each with its OpenMP loop.
// SPDX-License-Identifier: MIT
#include <cmath>

#include "case.h"

namespace bench {
namespace {

constexpr std::size_t kElements = 1 << 20;
using A = Argument;

void vadd(Buffers& b) {
  const float *x = b[0].as<float>(), *y = b[1].as<float>();
  float* z = b[2].as<float>();
#pragma omp parallel for simd
  for (std::size_t i = 0; i < kElements; ++i) z[i] = x[i] + y[i];
}

void saxpy(Buffers& b) {
  const float* x = b[0].as<float>();
  float* y = b[1].as<float>();
#pragma omp parallel for simd
  for (std::size_t i = 0; i < kElements; ++i) y[i] = 1e-3f * x[i] + y[i];
}

void gelu(Buffers& b) {
  const float* x = b[0].as<float>();
  float* y = b[1].as<float>();
#pragma omp parallel for simd
  for (std::size_t i = 0; i < kElements; ++i)
    y[i] = 0.5f * x[i] * (1.0f + std::erf(x[i] * 0.70710678f));
}

float normal(float x) { return 0.5f * std::erfc(-x * 0.70710678f); }

void black_scholes(Buffers& b) {
  const float *spot = b[0].as<float>(), *strike = b[1].as<float>(), *years = b[2].as<float>();
  float *call = b[3].as<float>(), *put = b[4].as<float>();
  const float rate = 0.02f, volatility = 0.3f;
#pragma omp parallel for simd
  for (std::size_t i = 0; i < kElements; ++i) {
    float spread = volatility * std::sqrt(years[i]);
    float d1 =
        (std::log(spot[i] / strike[i]) + (rate + 0.5f * volatility * volatility) * years[i]) /
        spread;
    float d2 = d1 - spread, discounted = strike[i] * std::exp(-rate * years[i]);
    call[i] = spot[i] * normal(d1) - discounted * normal(d2);
    put[i] = discounted * normal(-d2) - spot[i] * normal(-d1);
  }
}

constexpr int kSide = 1024, kLimit = 256;

void mandelbrot(Buffers& b) {
  int* out = b[0].as<int>();
#pragma omp parallel for schedule(dynamic, 8)
  for (int py = 0; py < kSide; ++py)
#pragma omp simd
    for (int px = 0; px < kSide; ++px) {
      float cx = -2.0f + 3.0f * px / kSide, cy = -1.5f + 3.0f * py / kSide, x = 0, y = 0;
      int k = 0;
      while (k < kLimit && x * x + y * y < 4.0f) {
        float next = x * x - y * y + cx;
        y = 2.0f * x * y + cy;
        x = next;
        ++k;
      }
      out[py * kSide + px] = k;
    }
}

Launch over_elements(const char* kernel, std::vector<Argument> arguments) {
  return {kernel, {kElements, 1, 1}, {256, 1, 1}, std::move(arguments)};
}

}  // namespace

void add_elementwise_cases(std::vector<Case>& cases) {
  auto wave = [](std::size_t i) { return 4.0f * noise(i) - 2.0f; };
  auto count = A::of(unsigned(kElements));
  for (bool cuda : {false, true}) {
    std::string file = cuda ? "cuda/kernels.cu" : "opencl/elementwise.cl";
    Case c{.cuda = cuda, .file = file};
    c.name = "vadd", c.openmp = vadd;
    c.buffers = {filled<float>(kElements, wave), filled<float>(kElements, wave),
                 zeros<float>(kElements)};
    c.launches = {over_elements("vadd", {A::buffer(0), A::buffer(1), A::buffer(2)})};
    cases.push_back(c);
    c.name = "saxpy", c.openmp = saxpy;
    c.buffers = {filled<float>(kElements, wave), filled<float>(kElements, wave, true)};
    c.launches = {over_elements("saxpy", {A::buffer(0), A::buffer(1), A::of(1e-3f), count})};
    cases.push_back(c);
    c.name = "gelu", c.openmp = gelu;
    c.buffers = {filled<float>(kElements, wave), zeros<float>(kElements)};
    c.launches = {over_elements("gelu", {A::buffer(0), A::buffer(1), count})};
    cases.push_back(c);
  }
  Case options{.name = "black_scholes", .file = "opencl/elementwise.cl"};
  options.buffers = {
      filled<float>(kElements, [](std::size_t i) { return 5 + 25 * noise(i); }),
      filled<float>(kElements, [](std::size_t i) { return 1 + 99 * noise(i + 7); }),
      filled<float>(kElements, [](std::size_t i) { return 0.25f + 9.75f * noise(i + 13); }),
      zeros<float>(kElements), zeros<float>(kElements)};
  options.launches = {
      over_elements("black_scholes", {A::buffer(0), A::buffer(1), A::buffer(2), A::buffer(3),
                                      A::buffer(4), A::of(0.02f), A::of(0.3f), count})};
  options.openmp = black_scholes;
  cases.push_back(options);
  Case fractal{.name = "mandelbrot", .file = "opencl/elementwise.cl"};
  fractal.buffers = {zeros<int>(std::size_t(kSide) * kSide)};
  fractal.launches = {{"mandelbrot",
                       {kSide, kSide, 1},
                       {64, 4, 1},
                       {A::buffer(0), A::of(kSide), A::of(kSide), A::of(kLimit)}}};
  fractal.openmp = mandelbrot;
  fractal.tolerance = -0.01;  // rounding moves a few pixels at the border: at most 1 % may differ
  cases.push_back(fractal);
}

}  // namespace bench
