// Products of bf16 and int8: packing, blocks and threads; and the way without special instructions.
// SPDX-License-Identifier: MIT
#include "engine/gemm/words.h"

#include <algorithm>

#include "base/cpu_features.h"
#include "base/thread_pool.h"
#include "engine/gemm/gemm.h"
#include "engine/gemm/kernels.h"
#include "engine/gemm/plan.h"
#include "engine/scratch.h"

namespace vgpu::gemm {
namespace {

using engine::Scratch;

std::int64_t divide_up(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

std::int64_t round_up(std::int64_t a, std::int64_t b) { return divide_up(a, b) * b; }

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
      : p_(problem),
        kernels_(kernels),
        words_(round_up(divide_up(p_.k, kernels.group), kernels.step)) {
    const std::int64_t row_bytes = p_.a.row * static_cast<std::int64_t>(sizeof(In));
    const Shape shape{p_.m,   p_.n,
                      words_, kernels.a_in_place && p_.a.column == 1 && p_.k % kernels.group == 0,
                      false,  divide_up(row_bytes, 4),
                      0};
    plan_ = make_plan(shape, default_blocking(kernels.rows, kernels.columns, 4), kernels.rows,
                      kernels.columns, 4, ThreadPool::shared().size());
    if (kernels.step == 1) return;
    // All panels are whole.
    plan_.kc = round_up(plan_.kc, kernels.step);
    plan_.mc = round_up(plan_.mc, kernels.rows);
    plan_.height = kernels.rows;
  }

  void run(const Sum* start) const {
    const std::int64_t slice =
        divide_up(plan_.part_columns, kernels_.columns) * kernels_.columns * plan_.kc;
    const std::int64_t slices = plan_.parallel ? ThreadPool::shared().size() : 1;
    const Scratch packed(static_cast<std::size_t>(slice * slices) * 4);
    for (std::int64_t j = 0; j < p_.n; j += plan_.nc) {
      for (std::int64_t l = 0; l < words_; l += plan_.kc) {
        const std::int64_t kc = std::min(plan_.kc, words_ - l);
        const auto own = [&](unsigned worker) {
          return packed.as<std::uint32_t>() + worker * slice;
        };
        share_out(
            plan_, p_.m, std::min(plan_.nc, p_.n - j),
            [&](const Part& part, unsigned worker) {
              kernels_.pack_b(p_.b.from(l * kernels_.group, j + part.j), numbers(l, kc), part.n,
                              own(worker));
            },
            [&](Part part, unsigned worker) {
              part.j += j;
              multiply_part(part, l, kc, own(worker), l == 0 ? start : nullptr);
            });
      }
    }
  }

 private:
  // Numbers in kc words from word l.
  std::int64_t numbers(std::int64_t l, std::int64_t kc) const {
    return std::min(kc * kernels_.group, p_.k - l * kernels_.group);
  }

  void multiply_part(const Part& part, std::int64_t l, std::int64_t kc, const std::uint32_t* b,
                     const Sum* start) const {
    WordBlock<Sum> block;
    block.m = part.m, block.n = part.n, block.k = kc, block.height = plan_.height;
    block.b = b, block.b_panel = kernels_.columns * kc;
    block.c = p_.c.from(part.i, part.j);
    block.alpha = p_.alpha, block.beta = l == 0 ? p_.beta : Sum(1);
    block.start = start != nullptr ? start + part.j : nullptr;
    multiply_block(block, part.i, l);
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

void multiply_vectors_s8(const WordProblem<std::int8_t, std::int32_t>& p) {
  const Scratch start(static_cast<std::size_t>(p.n) * 4);
  parallel(p.n, [&](std::int64_t j) {
    std::int32_t sum = 0;
    for (std::int64_t l = 0; l < p.k; ++l) sum += *p.b.at(l, j);
    start.as<std::int32_t>()[j] = -128 * sum;
  });
  WordRun<std::int8_t, std::int32_t>(p, avx512_vnni::kernels_s8()).run(start.as<std::int32_t>());
}

}  // namespace

std::vector<WordWay> word_ways_bf16() {
  if (!wide_cpu() || !cpu_features().avx512_bf16) return {WordWay::plain};
  if (amx_allowed()) return {WordWay::plain, WordWay::vectors, WordWay::tiles};
  // On Emerald Rapids dot products of vectors do half of what floats do.
  if (cpu_features().vendor == "GenuineIntel") return {WordWay::vectors, WordWay::plain};
  return {WordWay::plain, WordWay::vectors};
}

std::vector<WordWay> word_ways_s8() {
  if (!wide_cpu() || !cpu_features().avx512_vnni) return {WordWay::plain};
  if (amx_allowed()) return {WordWay::plain, WordWay::vectors, WordWay::tiles};
  return {WordWay::plain, WordWay::vectors};
}

void multiply(const WordProblem<std::uint16_t, float>& p, std::optional<WordWay> way) {
  static const WordWay fastest = word_ways_bf16().back();
  if (finish_empty<float>(p)) return;
  if (p.c.column != 1 && p.n != 1) return multiply(transposed(p), way);
  using Run = WordRun<std::uint16_t, float>;
  // With few steps c's traffic is all that counts, and floats have code for that.
  switch (way.value_or(p.k <= kOuterSteps ? WordWay::plain : fastest)) {
    case WordWay::plain:
      return multiply_plainly_bf16(p);
    case WordWay::vectors:
      return Run(p, avx512_bf16::kernels_bf16()).run(nullptr);
    case WordWay::tiles:
      return Run(p, avx512_amx::kernels_bf16()).run(nullptr);
  }
}

void multiply(const WordProblem<std::int8_t, std::int32_t>& p, std::optional<WordWay> way) {
  static const WordWay fastest = word_ways_s8().back();
  if (finish_empty<std::int32_t>(p)) return;
  if (p.c.column != 1 && p.n != 1) return multiply(transposed(p), way);
  using Run = WordRun<std::int8_t, std::int32_t>;
  switch (way.value_or(fastest)) {
    case WordWay::plain:
      return multiply_plainly_s8(p);
    case WordWay::vectors:
      return multiply_vectors_s8(p);
    case WordWay::tiles:
      return Run(p, avx512_amx::kernels_s8()).run(nullptr);
  }
}

}  // namespace vgpu::gemm
