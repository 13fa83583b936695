// Products of floats on AMX's tiles: when, blocks and threads.
// SPDX-License-Identifier: MIT
#include "engine/gemm/float_tiles.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>

#include "base/cpu_features.h"
#include "base/thread_pool.h"
#include "engine/gemm/plan.h"
#include "engine/scratch.h"

namespace vgpu::gemm {
namespace {

using engine::Scratch;

std::int64_t divide_up(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

std::int64_t round_up(std::int64_t a, std::int64_t b) { return divide_up(a, b) * b; }

// Products of parts below the smallest normal number are lost, and so are smaller parts: all six together less than a float's
// rounding of a product as small as this, of factors as small as that.
constexpr double kSmallestProduct = 0x1p-96, kSmallestFactor = 0x1p-100;
// No sum overflows, nor does a part that is rounded up.
constexpr double kLargestSum = 0x1p126;

bool in_range(const Magnitudes& a, const Magnitudes& b, std::int64_t k) {
  if (a.largest == 0 || b.largest == 0) return std::max(a.largest, b.largest) < 0x7F000000;
  const auto value = [](std::uint32_t bits) { return double{std::bit_cast<float>(bits)}; };
  const double least = std::min(value(a.smallest), value(b.smallest));
  const double most = std::max(value(a.largest), value(b.largest));
  return least >= kSmallestFactor && most <= kLargestSum &&
         value(a.smallest) * value(b.smallest) >= kSmallestProduct &&
         value(a.largest) * value(b.largest) * static_cast<double>(k) <= kLargestSum;
}

// The magnitudes of `lines` runs of `length` numbers.
Magnitudes magnitudes_of(const float* data, std::int64_t row, std::int64_t lines,
                         std::int64_t length, Threads threads) {
  const FloatTileKernels& kernels = avx512_amx::float_tile_kernels();
  if (threads == Threads::one) return kernels.magnitudes(data, row, lines, length);
  constexpr std::int64_t kGrain = 32 << 10;  // numbers that are worth a thread's visit
  std::atomic<std::uint32_t> largest = 0, smallest = ~0u;
  const std::int64_t grain = std::max<std::int64_t>(1, kGrain / length);
  ThreadPool::shared().parallel_for(
      static_cast<std::uint64_t>(lines), static_cast<std::uint64_t>(grain),
      [&](std::uint64_t begin, std::uint64_t end, unsigned) {
        const auto first = static_cast<std::int64_t>(begin);
        const Magnitudes part = kernels.magnitudes(data + first * row, row,
                                                   static_cast<std::int64_t>(end) - first, length);
        for (auto seen = largest.load(); seen < part.largest;) {
          if (largest.compare_exchange_weak(seen, part.largest)) break;
        }
        for (auto seen = smallest.load(); seen > part.smallest;) {
          if (smallest.compare_exchange_weak(seen, part.smallest)) break;
        }
      });
  return {largest, smallest};
}

// Of a matrix one of whose strides is 1.
Magnitudes magnitudes_of(Matrix<const float> x, std::int64_t rows, std::int64_t columns,
                         Threads threads) {
  return x.column == 1 ? magnitudes_of(x.data, x.row, rows, columns, threads)
                       : magnitudes_of(x.data, x.column, columns, rows, threads);
}

bool in_range(const Problem<float>& p, Threads threads) {
  const Magnitudes a = magnitudes_of(p.a, p.m, p.k, threads);
  if (p.packed_b == nullptr) {
    return in_range(a, magnitudes_of(p.b, p.k, p.n, threads), p.k);
  }
  constexpr std::int64_t kRun = 4096;
  const auto size = static_cast<std::int64_t>(p.packed_b->panels.size());
  const float* panels = p.packed_b->panels.data();
  Magnitudes b = magnitudes_of(panels, kRun, size / kRun, kRun, threads);
  const Magnitudes rest =
      magnitudes_of(panels + size / kRun * kRun, 0, 1, size % kRun, Threads::one);
  b.largest = std::max(b.largest, rest.largest), b.smallest = std::min(b.smallest, rest.smallest);
  return in_range(a, b, p.k);
}

// How many parts above each other and side by side c is cut into.
struct Cut {
  std::int64_t rows = 1, columns = 1;
};

// What a thread packs for each step of k per element of c, if c is cut so.
double packing(const Problem<float>& p, const Cut& cut) {
  return static_cast<double>(cut.rows) / static_cast<double>(p.m) +
         static_cast<double>(cut.columns) / static_cast<double>(p.n);
}

// A part for each thread with the least packing.
Cut best_cut(const Problem<float>& p, Threads threads) {
  const std::int64_t all = threads == Threads::one ? 1 : ThreadPool::shared().size();
  Cut best{all, 1};
  for (std::int64_t rows = 1; rows < all; ++rows) {
    const Cut cut{rows, divide_up(all, rows)};
    if (packing(p, cut) < packing(p, best)) best = cut;
  }
  return best;
}

// The loops of gemm.cpp over tiles: each thread packs the parts of b that it needs.
class FloatTileRun {
 public:
  FloatTileRun(const Problem<float>& problem, Threads threads)
      : p_(problem), kernels_(avx512_amx::float_tile_kernels()) {
    const Cut cut = best_cut(p_, threads);
    const auto part = [](std::int64_t whole, std::int64_t most, std::int64_t unit) {
      return round_up(divide_up(whole, divide_up(whole, most)), unit);
    };
    plan_.kc = part(p_.k, kSteps, kernels_.step);
    plan_.nc = part(p_.n, kColumns * cut.columns, kernels_.panel);
    plan_.part_columns = round_up(divide_up(std::min(p_.n, plan_.nc), cut.columns), kernels_.panel);
    const std::int64_t rows = divide_up(p_.m, cut.rows), blocks = divide_up(rows, kRows);
    plan_.mc = round_up(divide_up(rows, blocks), kernels_.panel / 2);
    plan_.pack_b = blocks > 1;
    plan_.parallel = cut.rows * cut.columns > 1;
  }

  void run() const {
    const std::int64_t columns = plan_.pack_b ? plan_.part_columns : kColumnsOnce;
    const std::int64_t slice = words(round_up(columns, kernels_.panel), plan_.kc);
    const std::int64_t slices = plan_.parallel ? ThreadPool::shared().size() : 1;
    const Scratch packed(static_cast<std::size_t>(slice * slices) * 4);
    const auto own = [&](unsigned worker) { return packed.as<std::uint32_t>() + worker * slice; };
    for (std::int64_t j = 0; j < p_.n; j += plan_.nc) {
      for (std::int64_t l = 0; l < p_.k; l += plan_.kc) {
        const std::int64_t kc = std::min(plan_.kc, p_.k - l);
        share_out(
            plan_, p_.m, std::min(plan_.nc, p_.n - j),
            [&](const Part& part, unsigned worker) {
              pack_b(l, kc, j + part.j, part.n, own(worker));
            },
            [&](Part part, unsigned worker) {
              part.j += j;
              multiply_part(part, l, kc, own(worker));
            });
      }
    }
  }

 private:
  // A block of a fills a third of the second cache, a panel of b a twentieth; long sums save visits to c.
  static constexpr std::int64_t kRows = 256, kSteps = 512, kColumns = 4096;
  // Where a thread has but one block of rows, it packs so many columns of b at a time, which are still near when they are read.
  static constexpr std::int64_t kColumnsOnce = 128;

  // Words of 32 bits of so many lines by k numbers.
  std::int64_t words(std::int64_t lines, std::int64_t k) const {
    return lines * round_up(k, kernels_.step) / 2 * kernels_.pair_words;
  }

  void pack_b(std::int64_t l, std::int64_t kc, std::int64_t j, std::int64_t n,
              std::uint32_t* out) const {
    if (p_.packed_b == nullptr) return kernels_.pack_b(p_.b.from(l, j), kc, n, out);
    const std::int64_t wide = kernels_.panel;
    for (std::int64_t x = 0; x < n; x += wide, out += words(wide, kc)) {
      const float* panel = p_.packed_b->panels.data() + (j + x) * p_.k + l * wide;
      kernels_.pack_b({panel, wide, 1}, kc, std::min(wide, n - x), out);
    }
  }

  void multiply_part(const Part& part, std::int64_t l, std::int64_t kc, std::uint32_t* b) const {
    const Scratch packed(static_cast<std::size_t>(words(round_up(part.m, kernels_.panel), kc)) * 4);
    kernels_.pack_a(p_.a.from(part.i, l), part.m, kc, packed.as<std::uint32_t>());
    FloatTileBlock block;
    block.m = part.m, block.k = round_up(kc, kernels_.step) / 2;
    block.a = packed.as<const char>(), block.a_panel = words(kernels_.panel, kc) * 4;
    block.b = b, block.b_panel = words(kernels_.panel, kc);
    block.alpha = p_.alpha, block.beta = l == 0 ? p_.beta : 1.0f;
    block.only_sums = p_.beta == 0 && l > 0;
    const bool last = l + kc == p_.k;
    block.epilogue = last && !p_.epilogue.empty() ? &p_.epilogue : nullptr;
    const std::int64_t columns = plan_.pack_b ? part.n : kColumnsOnce;
    for (std::int64_t x = 0; x < part.n; x += columns) {
      const std::int64_t j = part.j + x;
      block.n = std::min(columns, part.n - x);
      if (!plan_.pack_b) pack_b(l, kc, j, block.n, b);
      block.c = p_.c.from(part.i, j);
      block.first_row = part.i, block.first_column = j;
      kernels_.multiply(block);
    }
  }

  const Problem<float>& p_;
  const FloatTileKernels& kernels_;
  Plan plan_;
};

// Panels that were packed for vectors are as wide as those of tiles.
bool whole_panels(const PackedMatrix<float>& b) {
  const std::int64_t wide = avx512_amx::float_tile_kernels().panel;
  return static_cast<std::int64_t>(b.panels.size()) == round_up(b.n, wide) * b.k;
}

bool side_by_side(const Matrix<const float>& x) { return x.row == 1 || x.column == 1; }

}  // namespace

// What tiles take, in what vectors do, as measured: the products, those with the zeros at edges too; packing, which is paid for by as
// many rows and columns as a thread has of c; and visits to c and a look at all numbers before, paid for by long sums.
bool float_tiles_suit(const Problem<float>& p, Threads threads) {
  constexpr double kMultiply = 0.6, kPack = 20, kVisit = 10, kWorthwhile = 0.88;
  constexpr std::int64_t kFewest = 128;
  if (std::min({p.m, p.n, p.k}) < kFewest) return false;
  const auto filled = [](std::int64_t size, std::int64_t unit) {
    return static_cast<double>(round_up(size, unit)) / static_cast<double>(size);
  };
  const double products = filled(p.m, 16) * filled(p.n, 16) * filled(p.k, 32);
  const double pack = packing(p, best_cut(p, threads));
  return kMultiply * products + kPack * pack + kVisit / static_cast<double>(p.k) <= kWorthwhile;
}

bool multiply_on_tiles(const Problem<float>& p, Threads threads) {
  if (!amx_allowed() || !side_by_side(p.a)) return false;
  if (p.packed_b == nullptr ? !side_by_side(p.b) : !whole_panels(*p.packed_b)) return false;
  if (!in_range(p, threads)) return false;
  FloatTileRun(p, threads).run();
  return true;
}

}  // namespace vgpu::gemm
