// Addresses that are not linear in the lane, but at known distances from lane 0: what becomes of `i / 4 * 8 + i % 4`.
//
// A tile starts at a multiple of its width, so the low bits of an id are the lane's number, and shifts, masks and sums
// of constants keep them known. Loads and stores of such addresses touch a window of memory that a few whole vectors
// cover (vectorizer_windows.cpp). SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include "compiler/passes/shapes.h"
#include "llvm/ADT/SmallVector.h"

namespace vgpu::compiler {

// Elements from lane to lane, on average, up to which whole vectors serve; beyond, a gather or scatter is as good.
inline constexpr unsigned kWidestSpread = 4;

// The elements that the lanes of an access touch, counted from the lowest of them.
struct LaneWindow {
  llvm::SmallVector<unsigned, 16> at;  // of each lane
  std::int64_t start = 0;              // the lowest, in elements from that of lane 0
  unsigned span = 0;                   // up to the highest, inclusive
};

// The window of a load or store of `type`, if all its distances are known and whole vectors serve it.
std::optional<LaneWindow> lane_window(const llvm::Value* address, llvm::Type* type,
                                      const ShapeAnalysis& shapes, unsigned width);

}  // namespace vgpu::compiler
