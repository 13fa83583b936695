// Strassen's product without stored sums: operands are added up while they are packed, results as they leave registers.
// SPDX-License-Identifier: MIT
#include "engine/gemm/strassen.h"

#include <algorithm>
#include <array>
#include <type_traits>
#include <vector>

#include "base/cpu_features.h"
#include "base/thread_pool.h"
#include "engine/gemm/float_tiles.h"
#include "engine/gemm/gemm.h"
#include "engine/gemm/kernels.h"
#include "engine/gemm/plan.h"
#include "engine/scratch.h"

namespace vgpu::gemm {
namespace {

using engine::Scratch;

std::int64_t divide_up(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

// Factors of the quarters (11, 12, 21, 22) in one of the seven products, and of the product in the quarters of c.
struct Recipe {
  std::array<int, 4> a, b, c;
};
constexpr std::array<Recipe, 7> kRecipes = {{
    {{1, 0, 0, 1}, {1, 0, 0, 1}, {1, 0, 0, 1}},   // (A11 + A22)(B11 + B22)
    {{0, 0, 1, 1}, {1, 0, 0, 0}, {0, 0, 1, -1}},  // (A21 + A22) B11
    {{1, 0, 0, 0}, {0, 1, 0, -1}, {0, 1, 0, 1}},  // A11 (B12 - B22)
    {{0, 0, 0, 1}, {-1, 0, 1, 0}, {1, 0, 1, 0}},  // A22 (B21 - B11)
    {{1, 1, 0, 0}, {0, 0, 0, 1}, {-1, 1, 0, 0}},  // (A11 + A12) B22
    {{-1, 0, 1, 0}, {1, 1, 0, 0}, {0, 0, 0, 1}},  // (A21 - A11)(B11 + B12)
    {{0, 1, 0, -1}, {0, 0, 1, 1}, {1, 0, 0, 0}},  // (A12 - A22)(B21 + B22)
}};

template <typename T>
struct Term {
  Matrix<T> matrix;
  std::remove_const_t<T> factor;
  std::remove_const_t<T> beta = 1;  // of a result: what its matrix is multiplied with before
};
template <typename T>
using Terms = std::vector<Term<T>>;

// Each term's quarters with the recipe's factors; a quarter is rows x columns.
template <typename T>
Terms<T> quarters(const Terms<T>& whole, const std::array<int, 4>& factors, std::int64_t rows,
                  std::int64_t columns) {
  Terms<T> parts;
  for (const Term<T>& term : whole) {
    for (int q = 0; q < 4; ++q) {
      if (factors[q] == 0) continue;
      parts.push_back(
          {term.matrix.from(q / 2 * rows, q % 2 * columns), term.factor * T(factors[q])});
    }
  }
  return parts;
}

// The same of results. The first recipe that has a quarter multiplies it with the whole's beta, the others add.
template <typename T>
Terms<T> results(const Terms<T>& whole, std::size_t recipe, std::int64_t rows,
                 std::int64_t columns) {
  Terms<T> parts = quarters(whole, kRecipes[recipe].c, rows, columns);
  std::size_t part = 0;
  for (const Term<T>& term : whole) {
    for (int q = 0; q < 4; ++q) {
      if (kRecipes[recipe].c[q] == 0) continue;
      const bool first = std::none_of(kRecipes.begin(), kRecipes.begin() + recipe,
                                      [&](const Recipe& r) { return r.c[q] != 0; });
      parts[part++].beta = first ? term.beta : T(1);
    }
  }
  return parts;
}

// The sum of some matrices times the sum of others, added to several.
template <typename T>
class SumProduct {
 public:
  SumProduct(std::int64_t m, std::int64_t n, std::int64_t k, const Terms<const T>& a,
             const Terms<const T>& b, const Terms<T>& c)
      : m_(m), n_(n), k_(k), a_(a), b_(b), c_(c), kernels_(kernels<T>(simd_level())) {
    const Shape shape{m, n, k, false, false, 0, 0};
    plan_ = make_plan(shape, default_blocking(kernels_.rows, kernels_.columns, sizeof(T)),
                      kernels_.rows, kernels_.columns, sizeof(T), ThreadPool::shared().size());
    more_a_ = addends(a), more_b_ = addends(b);
  }

  void run() const {
    const std::int64_t columns = kernels_.columns;
    const Scratch packed(
        static_cast<std::size_t>(divide_up(std::min(n_, plan_.nc), columns) * columns * plan_.kc) *
        sizeof(T));
    for (std::int64_t j = 0; j < n_; j += plan_.nc) {
      for (std::int64_t l = 0; l < k_; l += plan_.kc) {
        const std::int64_t nc = std::min(plan_.nc, n_ - j), kc = std::min(plan_.kc, k_ - l);
        pack_b(j, nc, l, kc, packed.as<T>());
        multiply_rows(j, nc, l, kc, packed.as<T>());
      }
    }
  }

 private:
  static void loop(std::int64_t count, ThreadPool::Body body) {
    ThreadPool::shared().parallel_for(static_cast<std::uint64_t>(count), 1, body);
  }

  // What is added to the first of the terms; its own factor is left to the results.
  static std::vector<Addend<T>> addends(const Terms<const T>& terms) {
    std::vector<Addend<T>> more;
    for (std::size_t i = 1; i < terms.size(); ++i) {
      more.push_back(
          {terms[i].matrix.data - terms[0].matrix.data, terms[i].factor / terms[0].factor});
    }
    return more;
  }
  static Addends<T> list(const std::vector<Addend<T>>& more) {
    return {more.data(), static_cast<int>(more.size())};
  }

  void pack_b(std::int64_t j, std::int64_t nc, std::int64_t l, std::int64_t kc, T* out) const {
    const std::int64_t columns = kernels_.columns;
    loop(divide_up(nc, columns), [&](std::uint64_t begin, std::uint64_t end, unsigned) {
      const std::int64_t x = static_cast<std::int64_t>(begin) * columns;
      const std::int64_t last = std::min(static_cast<std::int64_t>(end) * columns, nc);
      kernels_.pack_b_sum(b_[0].matrix.from(l, j + x), list(more_b_), kc, last - x, out + x * kc);
    });
  }

  void multiply_rows(std::int64_t j, std::int64_t nc, std::int64_t l, std::int64_t kc,
                     const T* packed) const {
    loop(divide_up(m_, plan_.mc), [&](std::uint64_t begin, std::uint64_t end, unsigned) {
      const Scratch panel(static_cast<std::size_t>(plan_.mc * kc) * sizeof(T));
      for (std::uint64_t item = begin; item < end; ++item) {
        const std::int64_t i = static_cast<std::int64_t>(item) * plan_.mc;
        const std::int64_t rows = std::min(plan_.mc, m_ - i);
        kernels_.pack_a_sum(a_[0].matrix.from(i, l), list(more_a_), rows, kc, plan_.height,
                            panel.as<T>());
        Block<T> block;
        block.m = rows, block.n = nc, block.k = kc, block.height = plan_.height;
        block.a = panel.as<T>(), block.a_panel = plan_.height * kc;
        block.a_row = 1, block.a_packed = true;
        block.b = packed, block.b_panel = kernels_.columns * kc;
        block.b_step = kernels_.columns, block.b_packed = true;
        multiply_block(block, i, j, l == 0);
      }
    });
  }

  // To all results at once, while the sums are in registers.
  void multiply_block(Block<T>& block, std::int64_t i, std::int64_t j, bool first) const {
    const T sign = a_[0].factor * b_[0].factor;
    std::vector<Also<T>> also;
    for (std::size_t x = 1; x < c_.size(); ++x) {
      also.push_back(
          {c_[x].matrix.data - c_[0].matrix.data, sign * c_[x].factor, first ? c_[x].beta : T(1)});
    }
    block.c = c_[0].matrix.from(i, j);
    block.alpha = sign * c_[0].factor, block.beta = first ? c_[0].beta : T(1);
    block.also = also.data(), block.also_count = static_cast<int>(also.size());
    kernels_.multiply(block);
  }

  std::int64_t m_, n_, k_;
  const Terms<const T>& a_;
  const Terms<const T>& b_;
  const Terms<T>& c_;
  const Kernels<T>& kernels_;
  Plan plan_;
  std::vector<Addend<T>> more_a_, more_b_;
};

template <typename T>
void recurse(std::int64_t m, std::int64_t n, std::int64_t k, const Terms<const T>& a,
             const Terms<const T>& b, const Terms<T>& c, int levels) {
  if (levels == 0) return SumProduct<T>(m, n, k, a, b, c).run();
  m /= 2, n /= 2, k /= 2;
  for (std::size_t r = 0; r < kRecipes.size(); ++r) {
    recurse<T>(m, n, k, quarters(a, kRecipes[r].a, m, k), quarters(b, kRecipes[r].b, k, n),
               results(c, r, m, n), levels - 1);
  }
}

// A part of the product by the usual way.
template <typename T>
void multiply_part(const Problem<T>& p, std::int64_t i, std::int64_t m, std::int64_t j,
                   std::int64_t n, std::int64_t l, T beta) {
  multiply<T>({m, n, p.k - l, p.a.from(i, l), p.b.from(l, j), p.c.from(i, j), p.alpha, beta, {}});
}

}  // namespace

int strassen_levels(std::int64_t m, std::int64_t n, std::int64_t k) {
  const std::int64_t least = std::min({m, n, k});
  return least >= 6144 ? 2 : least >= 2048 ? 1 : 0;
}

template <typename T>
int strassen_levels(const Problem<T>& p) {
  if constexpr (std::is_same_v<T, float>) {
    if (amx_allowed() && float_tiles_suit(p, Threads::all)) return 0;
  }
  return strassen_levels(p.m, p.n, p.k);
}

template <typename T>
void multiply_strassen(const Problem<T>& problem, int levels) {
  if (problem.c.column != 1 && problem.n != 1) {
    return multiply_strassen(problem.transposed(), levels);
  }
  const Problem<T>& p = problem;
  const std::int64_t mask = ~((std::int64_t{1} << levels) - 1);
  const std::int64_t m = p.m & mask, n = p.n & mask, k = p.k & mask;
  if (levels == 0 || m == 0 || n == 0 || k == 0 || p.alpha == T(0)) return multiply(p);
  recurse<T>(m, n, k, {{p.a, 1}}, {{p.b, 1}}, {{p.c, p.alpha, p.beta}}, levels);
  if (k < p.k) multiply_part(p, 0, m, 0, n, k, T(1));
  multiply_part(p, 0, m, n, p.n - n, 0, p.beta);
  multiply_part(p, m, p.m - m, 0, p.n, 0, p.beta);
}

template int strassen_levels(const Problem<float>&);
template int strassen_levels(const Problem<double>&);
template void multiply_strassen(const Problem<float>&, int);
template void multiply_strassen(const Problem<double>&, int);

}  // namespace vgpu::gemm
