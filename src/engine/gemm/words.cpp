// Products of bf16 and int8: packing, blocks and threads; and the way without special instructions.
// SPDX-License-Identifier: MIT
#include "engine/gemm/words.h"

#include <algorithm>

#include "base/cpu_features.h"
#include "base/thread_pool.h"
#include "engine/gemm/gemm.h"
#include "engine/gemm/plan.h"
#include "engine/scratch.h"

namespace vgpu::gemm {
namespace {

using engine::Scratch;

std::int64_t divide_up(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

template <typename Body>
void parallel(std::int64_t count, Body body) {
  ThreadPool::shared().parallel_for(static_cast<std::uint64_t>(count), 1,
                                    [&](std::uint64_t begin, std::uint64_t end, unsigned) {
                                      for (std::uint64_t i = begin; i < end; ++i) {
                                        body(static_cast<std::int64_t>(i));
                                      }
                                    });
}

// The loops of gemm.cpp over words: blocks of n and k of b are packed, rows are shared out.
template <typename In, typename Sum>
class WordRun {
 public:
  WordRun(const WordProblem<In, Sum>& problem, const WordKernels<In, Sum>& kernels)
      : p_(problem), kernels_(kernels), words_(divide_up(p_.k, kernels.group)) {
    const std::int64_t row_bytes = p_.a.row * static_cast<std::int64_t>(sizeof(In));
    const Shape shape{p_.m,   p_.n,
                      words_, kernels.a_in_place && p_.a.column == 1 && p_.k % kernels.group == 0,
                      false,  divide_up(row_bytes, 4),
                      0};
    plan_ = make_plan(shape, default_blocking(kernels.rows, kernels.columns, 4), kernels.rows,
                      kernels.columns, 4, ThreadPool::shared().size());
  }

  void run(const Sum* start) const {
    const std::int64_t panels = divide_up(std::min(p_.n, plan_.nc), kernels_.columns);
    const Scratch packed(static_cast<std::size_t>(panels * kernels_.columns * plan_.kc) * 4);
    for (std::int64_t j = 0; j < p_.n; j += plan_.nc) {
      for (std::int64_t l = 0; l < words_; l += plan_.kc) {
        const Step step{j,
                        std::min(plan_.nc, p_.n - j),
                        l,
                        std::min(plan_.kc, words_ - l),
                        packed.as<std::uint32_t>(),
                        l == 0 && start != nullptr ? start + j : nullptr};
        if (plan_.pack_a) {
          multiply_by_rows(step);
        } else {
          multiply_by_columns(step);
        }
      }
    }
  }

 private:
  // A block of b and where it lies packed.
  struct Step {
    std::int64_t j, nc, l, kc;
    std::uint32_t* packed;
    const Sum* start;
  };

  // Numbers in kc words from word l.
  std::int64_t numbers(std::int64_t l, std::int64_t kc) const {
    return std::min(kc * kernels_.group, p_.k - l * kernels_.group);
  }

  // Some columns of the step's block of b.
  void pack_b(const Step& step, std::int64_t first, std::int64_t columns) const {
    kernels_.pack_b(p_.b.from(step.l * kernels_.group, step.j + first), numbers(step.l, step.kc),
                    columns, step.packed + first * step.kc);
  }

  void multiply_by_rows(const Step& step) const {
    const std::int64_t columns = kernels_.columns, parts = plan_.column_parts;
    const std::int64_t width = divide_up(divide_up(step.nc, columns), parts) * columns;
    // Several panels at a time read whole lines of b.
    const std::int64_t strip =
        step.nc >= 16 * columns * ThreadPool::shared().size() ? 8 * columns : columns;
    parallel(divide_up(step.nc, strip), [&](std::int64_t item) {
      pack_b(step, item * strip, std::min(strip, step.nc - item * strip));
    });
    parallel(divide_up(p_.m, plan_.mc) * parts, [&](std::int64_t item) {
      multiply_part(step, item / parts * plan_.mc, item % parts * width, width);
    });
  }

  // With a in place a thread can pack the columns that it needs itself: they are in its cache then, and nobody waits.
  void multiply_by_columns(const Step& step) const {
    const std::int64_t panels = divide_up(step.nc, kernels_.columns);
    const std::int64_t parts = plan_.parallel ? 2 * std::int64_t{ThreadPool::shared().size()} : 1;
    const std::int64_t width = divide_up(panels, parts) * kernels_.columns;
    parallel(divide_up(step.nc, width), [&](std::int64_t item) {
      pack_b(step, item * width, std::min(width, step.nc - item * width));
      for (std::int64_t i = 0; i < p_.m; i += plan_.mc) multiply_part(step, i, item * width, width);
    });
  }

  // mc rows from row i by `width` columns from the step's column `part`.
  void multiply_part(const Step& step, std::int64_t i, std::int64_t part,
                     std::int64_t width) const {
    if (part >= step.nc) return;
    WordBlock<Sum> block;
    block.m = std::min(plan_.mc, p_.m - i), block.n = std::min(width, step.nc - part);
    block.k = step.kc, block.height = plan_.height;
    block.b = step.packed + part * step.kc, block.b_panel = kernels_.columns * step.kc;
    block.c = p_.c.from(i, step.j + part);
    block.alpha = p_.alpha, block.beta = step.l == 0 ? p_.beta : Sum(1);
    block.start = step.start != nullptr ? step.start + part : nullptr;
    multiply_block(block, i, step.l);
  }

  void multiply_block(WordBlock<Sum>& block, std::int64_t i, std::int64_t l) const {
    const Matrix<const In> a = p_.a.from(i, l * kernels_.group);
    const std::int64_t padded = divide_up(block.m, block.height) * block.height;
    const Scratch packed(plan_.pack_a ? static_cast<std::size_t>(padded * block.k) * 4 : 0);
    if (plan_.pack_a) {
      kernels_.pack_a(a, block.m, numbers(l, block.k), block.height, packed.as<std::uint32_t>());
      block.a = packed.as<const char>();
      block.a_panel = block.height * block.k * 4;
    } else {
      block.a = reinterpret_cast<const char*>(a.data);
      block.a_row = p_.a.row * static_cast<std::int64_t>(sizeof(In));
      block.a_panel = block.height * block.a_row;
    }
    kernels_.multiply(block);
  }

  const WordProblem<In, Sum>& p_;
  const WordKernels<In, Sum>& kernels_;
  std::int64_t words_;
  Plan plan_;
};

// A dense float copy of rows x columns.
template <typename In, typename Convert>
void to_floats(Matrix<const In> from, std::int64_t rows, std::int64_t columns, float* out,
               Convert convert) {
  parallel(rows, [&](std::int64_t i) {
    for (std::int64_t j = 0; j < columns; ++j) out[i * columns + j] = convert(*from.at(i, j));
  });
}

std::size_t float_bytes(std::int64_t rows, std::int64_t columns) {
  return static_cast<std::size_t>(rows * columns) * sizeof(float);
}

template <typename In, typename Sum>
WordProblem<In, Sum> transposed(const WordProblem<In, Sum>& p) {
  return {p.n, p.m, p.k, p.b.transposed(), p.a.transposed(), p.c.transposed(), p.alpha, p.beta};
}

void multiply_plainly_bf16(const WordProblem<std::uint16_t, float>& p) {
  const Scratch a(float_bytes(p.m, p.k)), b(float_bytes(p.k, p.n));
  const auto convert = [](std::uint16_t bits) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
  };
  to_floats(p.a, p.m, p.k, a.as<float>(), convert);
  to_floats(p.b, p.k, p.n, b.as<float>(), convert);
  multiply<float>(
      {p.m, p.n, p.k, {a.as<float>(), p.k, 1}, {b.as<float>(), p.n, 1}, p.c, p.alpha, p.beta, {}});
}

// Floats hold sums of up to 1024 products of int8 exactly.
void multiply_plainly_s8(const WordProblem<std::int8_t, std::int32_t>& p) {
  constexpr std::int64_t kExact = 1024;
  const std::int64_t step = std::min(p.k, kExact);
  const Scratch a(float_bytes(p.m, step)), b(float_bytes(step, p.n)), c(float_bytes(p.m, p.n));
  const auto convert = [](std::int8_t x) { return static_cast<float>(x); };
  for (std::int64_t l = 0; l < p.k; l += step) {
    const std::int64_t k = std::min(step, p.k - l);
    to_floats(p.a.from(0, l), p.m, k, a.as<float>(), convert);
    to_floats(p.b.from(l, 0), k, p.n, b.as<float>(), convert);
    multiply<float>({p.m,
                     p.n,
                     k,
                     {a.as<float>(), k, 1},
                     {b.as<float>(), p.n, 1},
                     {c.as<float>(), p.n, 1},
                     1,
                     0,
                     {}});
    parallel(p.m, [&](std::int64_t i) {
      for (std::int64_t j = 0; j < p.n; ++j) {
        const auto sum = static_cast<std::int32_t>(c.as<float>()[i * p.n + j]);
        std::int32_t* to = p.c.at(i, j);
        *to = sum + (l == 0 && p.beta == 0 ? 0 : *to);
      }
    });
  }
}

// Without anything to add up: c = beta * c.
template <typename Sum, typename Problem>
bool finish_empty(const Problem& p) {
  if (p.m == 0 || p.n == 0) return true;
  if (p.k != 0) return false;
  for (std::int64_t i = 0; i < p.m; ++i) {
    for (std::int64_t j = 0; j < p.n; ++j) {
      *p.c.at(i, j) = p.beta == Sum(0) ? Sum(0) : p.beta * *p.c.at(i, j);
    }
  }
  return true;
}

bool wide_cpu() { return simd_level() == SimdLevel::avx512; }

}  // namespace

void multiply(const WordProblem<std::uint16_t, float>& p, std::optional<bool> plain) {
  if (finish_empty<float>(p)) return;
  if (p.c.column != 1 && p.n != 1) return multiply(transposed(p), plain);
  const bool slow = plain.value_or(cpu_features().vendor == "GenuineIntel");
  if (slow || !wide_cpu() || !cpu_features().avx512_bf16) return multiply_plainly_bf16(p);
  WordRun<std::uint16_t, float>(p, avx512_bf16::kernels_bf16()).run(nullptr);
}

void multiply(const WordProblem<std::int8_t, std::int32_t>& p, bool plain) {
  if (finish_empty<std::int32_t>(p)) return;
  if (p.c.column != 1 && p.n != 1) return multiply(transposed(p), plain);
  if (plain || !wide_cpu() || !cpu_features().avx512_vnni) return multiply_plainly_s8(p);
  const Scratch start(static_cast<std::size_t>(p.n) * 4);
  parallel(p.n, [&](std::int64_t j) {
    std::int32_t sum = 0;
    for (std::int64_t l = 0; l < p.k; ++l) sum += *p.b.at(l, j);
    start.as<std::int32_t>()[j] = -128 * sum;
  });
  WordRun<std::int8_t, std::int32_t>(p, avx512_vnni::kernels_s8()).run(start.as<std::int32_t>());
}

}  // namespace vgpu::gemm
