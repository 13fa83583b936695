// How a matrix product is cut into blocks: by the sizes of caches and tiles, or as the tuner found best.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "base/function_ref.h"

namespace vgpu::gemm {

// Blocks that fit the caches: a packed block of a (mc x kc) half of the second or a little more, beside a panel of b (kc steps), a packed block of
// b (kc x nc) a part of the third.
struct Blocking {
  std::int64_t mc = 0, kc = 0, nc = 0;
};

// What decides about a plan, apart from the machine.
struct Shape {
  std::int64_t m = 0, n = 0, k = 0;
  bool a_direct = false;              // a can be read in place: one of its strides is 1
  bool b_direct = false;              // b can: its rows lie side by side
  std::int64_t a_row = 0, b_row = 0;  // the larger stride of each
};

struct Plan {
  std::int64_t mc = 0, kc = 0, nc = 0;  // of this product: nearly equal blocks
  std::int64_t height = 0;              // of a panel of a
  std::int64_t part_columns = 0;        // a row of blocks is shared out in parts of so many
  bool pack_a = false, pack_b = false;
  bool keep_b =
      false;  // b is read in place, by the first tile of each of its panels, which packs it for the others
  bool parallel = false;
};

// The blocks for tiles of rows x columns of elements of that size.
Blocking default_blocking(int rows, int columns, int element_bytes);

Plan make_plan(const Shape& shape, const Blocking& blocking, int rows, int columns,
               int element_bytes, unsigned threads);

// A block of c: m x n from (i, j).
struct Part {
  std::int64_t i = 0, j = 0, m = 0, n = 0;
};

// Shares m x n out over the thread pool in blocks of plan.mc rows, each as wide as a column part. Before a thread multiplies its
// first block of a column part, it packs the part of b for itself, into a slice of memory that belongs to `worker`: what
// another core has a copy of takes many times as long to write, most of all where the two share no cache.
void share_out(const Plan& plan, std::int64_t m, std::int64_t n,
               FunctionRef<void(const Part&, unsigned worker)> pack,
               FunctionRef<void(const Part&, unsigned worker)> multiply);

}  // namespace vgpu::gemm
