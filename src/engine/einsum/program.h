// An einsum as steps: matrix products, nests of loops, and copies between them.
//
// make_program() knows sizes, strides and the order of contractions and decides what each pair becomes; run_program() (run.h)
// does it on memory. Nothing here depends on the elements' type but for whether they are complex.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <variant>
#include <vector>

#include "engine/einsum/nest.h"
#include "engine/einsum/path.h"
#include "engine/einsum/subscripts.h"

namespace vgpu::einsum {

// An array: an index and a step in elements for each of its axes.
struct View {
  Term term;
  std::vector<std::int64_t> strides;

  std::int64_t stride_of(Index index) const {  // 0 for an index that it has not
    std::int64_t stride = 0;
    for (std::size_t i = 0; i < term.size(); ++i) {
      if (term[i] == index) stride = strides[i];
    }
    return stride;
  }
};

// Where an array lies.
struct Place {
  enum class Kind : std::uint8_t { none, operand, temporary, output, zero };
  Kind kind = Kind::none;
  int number = 0;
};

struct LoopStep {
  Nest nest;
};
// c = a * b for each position of the batch; strides of rows and columns (those of a row of c are 1).
struct ProductStep {
  std::int64_t m = 1, n = 1, k = 1;
  std::int64_t a_row = 1, a_column = 1, b_row = 1, b_column = 1, c_row = 1;
  std::vector<Loop> batch;  // the longest last
};
struct Step {
  Place a, b, out;
  std::variant<LoopStep, ProductStep> what;
};

struct Program {
  std::vector<Step> steps;
  std::vector<std::int64_t> temporaries;  // elements

  // Instead of steps: over one index a part at a time, where the memory limit does not suffice.
  struct Parts {
    std::int64_t count = 0;              // whole ones
    std::vector<std::int64_t> in_steps;  // of each operand from part to part
    std::int64_t out_step = 0;
    bool sums = false;                     // the index is summed over: parts add up
    std::unique_ptr<Program> whole, rest;  // rest: shorter than the others, or null
  };
  std::unique_ptr<Parts> parts;
};

struct ProgramRequest {
  std::vector<View> operands;  // each index once, none of size 1
  View output;
  Shape sizes;
  Path path;
  std::int64_t limit = 0;  // elements of an intermediate result; 0: any number
  bool is_complex = false;
};

Program make_program(const ProgramRequest& request);

}  // namespace vgpu::einsum
