// A matrix product as the driver asks for it, and the GEMM engine as one way to compute it.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "api/driver/state.h"

namespace vgpu::driver {

// `batch` matrices c of rows x columns; a is rows x inner, b inner x columns. A stride of 0 uses the same matrix for all.
struct Product {
  std::size_t batch;
  int rows, columns, inner;
  long stride_a, stride_b;
};

enum class Order { plain, a_transposed, b_transposed };  // how a and b lie in memory

// Enqueues the product on the engine and gives true; false where there is none: on devices other than the cpu device, and
// where registers stand in front of it, which all commands must pass.
bool engine_multiplies(Gpu& gpu, const Product& product, Order order, const float* a,
                       const float* b, float* c);
bool engine_multiplies(Gpu& gpu, const Product& product, Order order, const double* a,
                       const double* b, double* c);

}  // namespace vgpu::driver
