// Strassen's product without stored sums: operands are added up while they are packed, results while they leave the cache.
// SPDX-License-Identifier: MIT
#include "engine/gemm/strassen.h"

#include <algorithm>
#include <array>
#include <vector>

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
  T factor;
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

// The sum of some matrices times the sum of others, added to several.
template <typename T>
class SumProduct {
 public:
  SumProduct(std::int64_t m, std::int64_t n, std::int64_t k, const Terms<const T>& a,
             const Terms<const T>& b, const Terms<T>& c)
      : m_(m), n_(n), k_(k), a_(a), b_(b), c_(c), kernels_(kernels<T>(simd_level())) {
    const Blocking blocking = default_blocking(kernels_.rows, kernels_.columns, sizeof(T));
    kc_ = divide_up(k, divide_up(k, blocking.kc));
    // The same number of rows for all threads.
    const std::int64_t threads = ThreadPool::shared().size();
    const std::int64_t most = std::max<std::int64_t>(blocking.mc, kernels_.rows);
    mc_ = divide_up(m, divide_up(divide_up(m, most), threads) * threads);
    height_ = divide_up(mc_, divide_up(mc_, kernels_.rows));
    nc_ = blocking.nc;
  }

  void run() const {
    const std::int64_t columns = kernels_.columns;
    const Scratch packed(
        static_cast<std::size_t>(divide_up(std::min(n_, nc_), columns) * columns * kc_) *
        sizeof(T));
    for (std::int64_t j = 0; j < n_; j += nc_) {
      for (std::int64_t l = 0; l < k_; l += kc_) {
        pack_b(j, std::min(nc_, n_ - j), l, std::min(kc_, k_ - l), packed.as<T>());
        multiply_rows(j, std::min(nc_, n_ - j), l, std::min(kc_, k_ - l), packed.as<T>());
      }
    }
  }

 private:
  static void loop(std::int64_t count, ThreadPool::Body body) {
    ThreadPool::shared().parallel_for(static_cast<std::uint64_t>(count), 1, body);
  }

  // Packs the first term and adds the others; `pack` packs one matrix into `size` elements.
  template <typename Pack>
  void pack_sum(const Terms<const T>& terms, std::int64_t size, T* out, Pack pack) const {
    pack(terms[0].matrix, out);
    if (terms.size() == 1) return;
    const Scratch other(static_cast<std::size_t>(size) * sizeof(T));
    for (std::size_t i = 1; i < terms.size(); ++i) {
      pack(terms[i].matrix, other.as<T>());
      kernels_.add(out, other.as<T>(), terms[i].factor / terms[0].factor, size);
    }
  }

  void pack_b(std::int64_t j, std::int64_t nc, std::int64_t l, std::int64_t kc, T* out) const {
    const std::int64_t columns = kernels_.columns;
    loop(divide_up(nc, columns), [&](std::uint64_t begin, std::uint64_t end, unsigned) {
      for (std::uint64_t q = begin; q < end; ++q) {
        const std::int64_t x = static_cast<std::int64_t>(q) * columns;
        pack_sum(b_, columns * kc, out + x * kc, [&](Matrix<const T> b, T* to) {
          kernels_.pack_b(b.from(l, j + x), kc, std::min(columns, nc - x), to);
        });
      }
    });
  }

  void multiply_rows(std::int64_t j, std::int64_t nc, std::int64_t l, std::int64_t kc,
                     const T* packed) const {
    loop(divide_up(m_, mc_), [&](std::uint64_t begin, std::uint64_t end, unsigned) {
      const Scratch panel(static_cast<std::size_t>(mc_ * kc) * sizeof(T));
      for (std::uint64_t item = begin; item < end; ++item) {
        const std::int64_t i = static_cast<std::int64_t>(item) * mc_;
        const std::int64_t rows = std::min(mc_, m_ - i);
        pack_sum(a_, rows * kc, panel.as<T>(), [&](Matrix<const T> a, T* to) {
          kernels_.pack_a(a.from(i, l), rows, kc, height_, to);
        });
        multiply_block(i, rows, j, nc, kc, panel.as<T>(), packed);
      }
    });
  }

  void multiply_block(std::int64_t i, std::int64_t rows, std::int64_t j, std::int64_t nc,
                      std::int64_t kc, const T* panel, const T* packed) const {
    const std::int64_t wide = 4 * kernels_.columns;
    const Scratch strip(static_cast<std::size_t>(rows * wide) * sizeof(T));
    const T sign = a_[0].factor * b_[0].factor;
    for (std::int64_t x = 0; x < nc; x += wide) {
      Block<T> block;
      block.m = rows, block.n = std::min(wide, nc - x), block.k = kc;
      block.height = height_;
      block.a = panel, block.a_panel = height_ * kc, block.a_row = 1, block.a_packed = true;
      block.b = packed + x * kc, block.b_panel = kernels_.columns * kc;
      block.b_step = kernels_.columns, block.b_packed = true;
      block.c = {strip.as<T>(), wide, 1};
      kernels_.multiply(block);
      for (const Term<T>& to : c_) {
        for (std::int64_t r = 0; r < rows; ++r) {
          kernels_.add(to.matrix.at(i + r, j + x), strip.as<T>() + r * wide, sign * to.factor,
                       block.n);
        }
      }
    }
  }

  std::int64_t m_, n_, k_;
  const Terms<const T>& a_;
  const Terms<const T>& b_;
  const Terms<T>& c_;
  const Kernels<T>& kernels_;
  std::int64_t mc_, kc_, nc_;
  std::int64_t height_;  // of a panel of a
};

template <typename T>
void recurse(std::int64_t m, std::int64_t n, std::int64_t k, const Terms<const T>& a,
             const Terms<const T>& b, const Terms<T>& c, int levels) {
  if (levels == 0) return SumProduct<T>(m, n, k, a, b, c).run();
  m /= 2, n /= 2, k /= 2;
  for (const Recipe& recipe : kRecipes) {
    recurse<T>(m, n, k, quarters(a, recipe.a, m, k), quarters(b, recipe.b, k, n),
               quarters(c, recipe.c, m, n), levels - 1);
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
void multiply_strassen(const Problem<T>& problem, int levels) {
  if (problem.c.column != 1 && problem.n != 1) {
    return multiply_strassen(problem.transposed(), levels);
  }
  const Problem<T>& p = problem;
  const std::int64_t mask = ~((std::int64_t{1} << levels) - 1);
  const std::int64_t m = p.m & mask, n = p.n & mask, k = p.k & mask;
  if (levels == 0 || m == 0 || n == 0 || k == 0 || p.alpha == T(0)) return multiply(p);
  // beta and what remains of k first, so that everything else adds.
  multiply_part(p, 0, m, 0, n, k, p.beta);
  recurse<T>(m, n, k, {{p.a, 1}}, {{p.b, 1}}, {{p.c, p.alpha}}, levels);
  multiply_part(p, 0, m, n, p.n - n, 0, p.beta);
  multiply_part(p, m, p.m - m, 0, p.n, 0, p.beta);
}

template void multiply_strassen(const Problem<float>&, int);
template void multiply_strassen(const Problem<double>&, int);

}  // namespace vgpu::gemm
