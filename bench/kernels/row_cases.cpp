// Benchmark cases: softmax and layer norm over rows, a row an item, a group or a warp.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "case.h"

namespace bench {
namespace {

constexpr int kRows = 4096, kColumns = 512;

void softmax(Buffers& b) {
#pragma omp parallel for
  for (int row = 0; row < kRows; ++row) {
    const float* x = b[0].as<float>() + std::size_t(row) * kColumns;
    float *y = b[1].as<float>() + std::size_t(row) * kColumns, top = x[0], sum = 0;
#pragma omp simd reduction(max : top)
    for (int i = 0; i < kColumns; ++i) top = std::max(top, x[i]);
#pragma omp simd reduction(+ : sum)
    for (int i = 0; i < kColumns; ++i) sum += y[i] = std::exp(x[i] - top);
    float scale = 1.0f / sum;
#pragma omp simd
    for (int i = 0; i < kColumns; ++i) y[i] *= scale;
  }
}

void layer_norm(Buffers& b) {
#pragma omp parallel for
  for (int row = 0; row < kRows; ++row) {
    const float* x = b[0].as<float>() + std::size_t(row) * kColumns;
    float *y = b[1].as<float>() + std::size_t(row) * kColumns, mean = 0, variance = 0;
#pragma omp simd reduction(+ : mean)
    for (int i = 0; i < kColumns; ++i) mean += x[i];
    mean /= kColumns;
#pragma omp simd reduction(+ : variance)
    for (int i = 0; i < kColumns; ++i) variance += (x[i] - mean) * (x[i] - mean);
    float scale = 1.0f / std::sqrt(variance / kColumns + 1e-5f);
#pragma omp simd
    for (int i = 0; i < kColumns; ++i) y[i] = (x[i] - mean) * scale;
  }
}

}  // namespace

void add_row_cases(std::vector<Case>& cases) {
  using A = Argument;
  std::size_t cells = std::size_t(kRows) * kColumns;
  Case c{.buffers = {filled<float>(cells, [](std::size_t i) { return 6 * noise(i) - 3; }),
                     zeros<float>(cells)}};
  auto add = [&](std::string name, std::size_t global, std::size_t local,
                 std::vector<Argument> rest) {
    c.name = name, c.cuda = name.ends_with("_warp");
    c.file = c.cuda ? "cuda/kernels.cu" : "opencl/rows.cl";
    c.openmp = name.starts_with("softmax") ? softmax : layer_norm;
    c.opencl_twin = c.cuda ? name.substr(0, name.size() - 4) + "group" : "";
    std::vector<Argument> arguments = {A::buffer(0), A::buffer(1)};
    arguments.insert(arguments.end(), rest.begin(), rest.end());
    c.launches = {{name, {global, 1, 1}, {local, 1, 1}, arguments}};
    cases.push_back(c);
  };
  auto rows = A::of(kRows), columns = A::of(kColumns);
  add("softmax_item", kRows, 64, {rows, columns});
  add("softmax_group", kRows * 128, 128, {columns, A::local(128 * 4)});
  add("softmax_warp", kRows * 32, 128, {rows, columns});
  add("layer_norm_item", kRows, 64, {rows, columns});
  add("layer_norm_group", kRows * 128, 128, {columns, A::local(128 * 8)});
  add("layer_norm_warp", kRows * 32, 128, {rows, columns});
}

}  // namespace bench
