// Benchmark cases: SGEMM of 1024 rows, naive, tiled and register-blocked, with a blocked OpenMP
// loop. SPDX-License-Identifier: MIT
#include "case.h"

namespace bench {
namespace {

constexpr int kRows = 1024;

// Four rows at a time, the inner loop over columns in vectors: what one writes by hand without
// intrinsics.
void sgemm(Buffers& b) {
  const float *a = b[0].as<float>(), *m = b[1].as<float>();
  float* c = b[2].as<float>();
  constexpr int kDepth = 128, kColumns = 256;
#pragma omp parallel for collapse(2)
  for (int row = 0; row < kRows; row += 4)
    for (int col = 0; col < kRows; col += kColumns) {
      float sum[4][kColumns] = {};
      for (int k0 = 0; k0 < kRows; k0 += kDepth)
        for (int k = k0; k < k0 + kDepth; ++k)
#pragma omp simd
          for (int j = 0; j < kColumns; ++j)
            for (int i = 0; i < 4; ++i)
              sum[i][j] += a[(row + i) * kRows + k] * m[k * kRows + col + j];
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < kColumns; ++j) c[(row + i) * kRows + col + j] = sum[i][j];
    }
}

}  // namespace

void add_sgemm_cases(std::vector<Case>& cases) {
  using A = Argument;
  auto value = [](std::size_t i) { return noise(i) - 0.5f; };
  std::size_t n = kRows, cells = n * n;
  Case c{.file = "opencl/sgemm.cl", .openmp = sgemm, .flops = 2.0 * n * n * n};
  c.buffers = {filled<float>(cells, value), filled<float>(cells, value), zeros<float>(cells)};
  std::vector<Argument> arguments = {A::buffer(0), A::buffer(1), A::buffer(2), A::of(kRows)};
  auto add = [&](const char* name, bool cuda, std::array<std::size_t, 3> global,
                 std::array<std::size_t, 3> local, double of_peak) {
    c.name = name, c.cuda = cuda, c.of_peak = of_peak;
    c.file = cuda ? "cuda/kernels.cu" : "opencl/sgemm.cl";
    c.launches = {{name, global, local, arguments}};
    cases.push_back(c);
  };
  for (bool cuda : {false, true}) {
    add("sgemm_naive", cuda, {n, n, 1}, {64, 8, 1}, 0.75);
    add("sgemm_tiled", cuda, {n, n, 1}, {16, 16, 1}, 0.45);
  }
  add("sgemm_blocked", false, {n / 4, n / 4, 1}, {16, 16, 1}, 0.6);
}

}  // namespace bench
