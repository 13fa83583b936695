// Benchmark cases: sparse matrix times vector, and n bodies.
// SPDX-License-Identifier: MIT
#include <cmath>

#include "case.h"

namespace bench {
namespace {

constexpr int kRows = 1 << 16, kBodies = 4096;

void spmv(Buffers& b) {
  const int *starts = b[0].as<int>(), *columns = b[1].as<int>();
  const float *values = b[2].as<float>(), *x = b[3].as<float>();
  float* y = b[4].as<float>();
#pragma omp parallel for
  for (int row = 0; row < kRows; ++row) {
    float sum = 0;
    for (int i = starts[row]; i < starts[row + 1]; ++i) sum += values[i] * x[columns[i]];
    y[row] = sum;
  }
}

void bodies(Buffers& b) {
  struct Body {
    float x, y, z, w;
  };
  const Body* in = b[0].as<Body>();
  Body* out = b[1].as<Body>();
#pragma omp parallel for
  for (int i = 0; i < kBodies; ++i) {
    float fx = 0, fy = 0, fz = 0;
#pragma omp simd reduction(+ : fx, fy, fz)
    for (int j = 0; j < kBodies; ++j) {
      float dx = in[j].x - in[i].x, dy = in[j].y - in[i].y, dz = in[j].z - in[i].z;
      float inverse = 1.0f / std::sqrt(dx * dx + dy * dy + dz * dz + 1e-4f);
      float s = in[j].w * inverse * inverse * inverse;
      fx += s * dx, fy += s * dy, fz += s * dz;
    }
    out[i] = {fx, fy, fz, 0};
  }
}

// Rows of 4 to 36 entries in random columns.
Case sparse_case() {
  using A = Argument;
  Case c{.name = "spmv_csr", .file = "opencl/sparse_bodies.cl", .openmp = spmv};
  std::vector<int> starts(kRows + 1);
  for (int i = 0; i < kRows; ++i) starts[i + 1] = starts[i] + 4 + int(32 * noise(i));
  std::size_t entries = starts[kRows];
  c.buffers = {filled<int>(kRows + 1, [&](std::size_t i) { return starts[i]; }),
               filled<int>(entries, [](std::size_t i) { return int(kRows * noise(i + 99)); }),
               filled<float>(entries, noise), filled<float>(kRows, noise), zeros<float>(kRows)};
  c.launches = {
      {"spmv_csr",
       {kRows, 1, 1},
       {128, 1, 1},
       {A::buffer(0), A::buffer(1), A::buffer(2), A::buffer(3), A::buffer(4), A::of(kRows)}}};
  return c;
}

}  // namespace

void add_sparse_and_body_cases(std::vector<Case>& cases) {
  using A = Argument;
  cases.push_back(sparse_case());
  for (bool cuda : {false, true}) {
    Case c{.name = "nbody",
           .cuda = cuda,
           .file = cuda ? "cuda/kernels.cu" : "opencl/sparse_bodies.cl",
           .openmp = bodies};
    c.buffers = {filled<float>(4 * kBodies, noise), zeros<float>(4 * kBodies)};
    c.launches = {
        {"nbody", {kBodies, 1, 1}, {256, 1, 1}, {A::buffer(0), A::buffer(1), A::of(kBodies)}}};
    c.flops = 20.0 * kBodies * kBodies;
    cases.push_back(c);
  }
}

}  // namespace bench
