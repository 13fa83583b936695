// The einsum engine: a plan for a text, arrays of certain shapes and strides, and a type.
//
//     subscripts -> path (the order of pairs) -> program (steps) -> run
//
// Plans are cached, so making one again is a look into a table. run() returns when the result is there; it uses the thread pool
// and is meant to be called by commands on streams (engine/engine_work.h). Called by src/api/c/einsum.cpp.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/einsum/path.h"
#include "engine/einsum/program.h"

namespace vgpu::einsum {

enum class Type : std::uint8_t { f32, f64, c32, c64 };

struct ArrayLayout {
  Shape shape;
  std::vector<std::int64_t> strides;  // in elements; any sign
};

struct Request {
  std::string subscripts;
  Type type = Type::f32;
  std::vector<ArrayLayout> operands;
  std::optional<std::vector<std::int64_t>> out_strides;  // else in C's order without gaps
  Optimize optimize = Optimize::automatic;
  std::int64_t memory_limit = 0;  // elements of the largest intermediate result; 0: any number
};

// Strides in C's order without gaps. Error(InvalidValue) where no memory could hold the array.
std::vector<std::int64_t> contiguous(const Shape& shape);

class Plan {
 public:
  // Bytes from the element at the beginning of all axes, of which `behind` is 0 for an empty array.
  struct Extent {
    std::ptrdiff_t before = 0, behind = 0;
  };

  static std::shared_ptr<const Plan> get(const Request& request);
  explicit Plan(const Request& request);

  const Shape& shape() const { return output_.shape; }
  const std::vector<std::int64_t>& strides() const { return output_.strides; }
  const Path& path() const { return path_; }
  double operations() const { return operations_; }
  // How many products each element of the output is the sum of.
  double products() const { return products_; }
  std::size_t operands() const { return in_extents_.size(); }
  Extent in_extent(std::size_t operand) const { return in_extents_[operand]; }
  Extent out_extent() const { return out_extent_; }

  // Data may begin at any address; the output must not overlap an operand.
  void run(const void* const* in, void* out) const;

 private:
  Type type_;
  ArrayLayout output_;
  Path path_;
  double operations_ = 0, products_ = 1;
  std::vector<Extent> in_extents_;
  Extent out_extent_;
  Program program_;
};

}  // namespace vgpu::einsum
