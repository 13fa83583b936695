// Attention forward on AMX tiles (tiles.h), and by vectors where a head has numbers that tiles do not like.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "engine/attention/tiles.h"
#include "engine/attention/vector_forward.h"

namespace vgpu::attention {

class TileForward {
 public:
  explicit TileForward(const Request& request);

  // Whether the CPU has tiles and they are no waste.
  static bool suits(const Shape& shape);

  std::int64_t block_rows() const { return kTilePair; }
  std::size_t head_bytes() const;
  void prepare(std::int64_t x, void* memory) const;
  void run_block(std::int64_t x, std::int64_t i0, const void* memory) const;

 private:
  bool in_range(std::int64_t x) const;
  std::int64_t rows_wanted(std::int64_t x, std::int64_t i0, std::int64_t rows,
                           const float** soon) const;

  const Request& r_;
  VectorForward vectors_;
  const TileKernels& kernels_;
};

}  // namespace vgpu::attention
