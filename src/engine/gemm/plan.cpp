// Plans of matrix products.
// SPDX-License-Identifier: MIT
#include "engine/gemm/plan.h"

#include <algorithm>
#include <utility>

#include "base/thread_pool.h"
#include "base/topology.h"
#include "engine/gemm/kernels.h"
#include "engine/scratch.h"

namespace vgpu::gemm {
namespace {

// Below this many multiply-adds a product takes a microsecond or two, and a second thread comes too late.
constexpr double kSerialWork = 40e3;
// An operand up to here is read in place whatever its layout: packing would cost more than the caches' misses.
constexpr std::int64_t kDirectBytes = 192 << 10;
// Panels of a that should pass by a panel of b: fewer would not pay for bringing it into the nearest cache.
constexpr std::int64_t kPanelsOfPart = 18;
// And that do so even where they fill most of the second cache.
constexpr std::int64_t kLeastPanels = 5;
// Panels of a for which it pays that the first one packs a panel of b for the others.
constexpr std::int64_t kKeepPanels = 4;

// High tiles use a vector of b so often that the second cache delivers it in time.
bool high_tile(int rows) { return rows >= 12; }

std::int64_t l2_bytes() {
  const auto known = static_cast<std::int64_t>(topology().l2_bytes);
  return known != 0 ? known : 512 << 10;
}

// Rows of a, in whole panels, that fill half of the second cache with sums of that length.
std::int64_t half_of_l2(std::int64_t k, std::int64_t rows, std::int64_t element_bytes) {
  return l2_bytes() / 2 / (std::max<std::int64_t>(k, 1) * element_bytes) / rows * rows;
}

// An operand is read in place while the second caches hold most of it, unless its rows lie in the same few sets of the
// first.
bool in_place(std::int64_t bytes, std::int64_t row_bytes, int rows) {
  const std::int64_t l2 = l2_bytes();
  const bool crowded = row_bytes % 4096 == 0;
  return bytes <= std::max(kDirectBytes, crowded ? 0 : high_tile(rows) ? l2 * 5 / 2 : l2 / 4);
}

std::int64_t divide_up(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

std::int64_t round_up(std::int64_t a, std::int64_t b) { return divide_up(a, b) * b; }

// `whole` in nearly equal parts of at most `part`, each a multiple of `unit` but the last.
std::int64_t equal_part(std::int64_t whole, std::int64_t part, std::int64_t unit) {
  const std::int64_t parts = std::max<std::int64_t>(1, divide_up(whole, part));
  return std::max(unit, round_up(divide_up(whole, parts), unit));
}

// What it takes to copy an element of an operand or just to read it, in multiply-adds.
constexpr double kPackA = 6, kPackB = 4, kRead = 1;

// What a thread spends on bringing its operands into place if c is cut into so many parts of columns.
double cost_of(const Plan& plan, const Shape& s, std::int64_t parts, unsigned threads) {
  const double rows = static_cast<double>(s.m * parts) / threads;
  const double columns = static_cast<double>(s.n) / static_cast<double>(parts);
  return rows * (plan.pack_a ? kPackA : kRead) + columns * (plan.pack_b ? kPackB : kRead);
}

// Parts of columns, as many as threads or fewer. By rows alone as long as they divide well, for then no line of c is
// written by two cores.
std::int64_t column_parts(const Plan& plan, const Shape& s, int rows, int columns,
                          unsigned threads) {
  const std::int64_t row_panels = divide_up(s.m, rows);
  const std::int64_t column_panels = divide_up(std::min(s.n, plan.nc), columns);
  std::int64_t best = 1;
  if (s.k <= kFewSteps && row_panels >= threads) return best;
  const auto divides = [&](std::int64_t panels) {
    return panels >= 8 * threads || panels % threads == 0;
  };
  if (!divides(row_panels) && divides(column_panels)) return threads;
  for (std::int64_t parts = 2; parts <= std::min<std::int64_t>(threads, column_panels); ++parts) {
    if (threads % parts != 0 || column_panels % parts != 0) continue;
    if (cost_of(plan, s, parts, threads) < cost_of(plan, s, best, threads)) best = parts;
  }
  return best;
}

// Shares c out so that all threads have the same number of rows, some spare for stealing where there are many.
void cut(Plan& plan, const Shape& s, int rows, int columns, unsigned threads) {
  const std::int64_t parts = column_parts(plan, s, rows, columns, threads);
  const std::int64_t panels = divide_up(std::min(s.n, plan.nc), columns);
  plan.part_columns = divide_up(panels, parts) * columns;
  const std::int64_t row_panels = divide_up(s.m, rows);
  const std::int64_t teams = threads / parts;          // that share the rows out
  const std::int64_t least = divide_up(s.m, plan.mc);  // blocks that fit the cache
  const std::int64_t spare = std::clamp<std::int64_t>(row_panels / kPanelsOfPart / teams, 1, 4);
  const std::int64_t blocks = round_up(std::max(least, spare * teams), teams);
  plan.mc = divide_up(s.m, std::min(blocks, row_panels));
}

}  // namespace

Blocking default_blocking(int rows, int columns, int element_bytes) {
  const Topology& machine = topology();
  const std::int64_t l1 =
      machine.l1d_bytes != 0 ? static_cast<std::int64_t>(machine.l1d_bytes) : 32 << 10;
  const std::int64_t l3 =
      machine.l3_bytes != 0 ? static_cast<std::int64_t>(machine.l3_bytes) : 8 << 20;
  Blocking b;
  // A panel of b stays in the first cache beside what passes by of a. With high tiles it may be larger: long sums save visits
  // to c, which cost more, as long as some panels of a fit the second cache.
  const std::int64_t longest =
      high_tile(rows) ? std::min({8 * l1 / columns / element_bytes,
                                  l2_bytes() * 9 / 16 / (kLeastPanels * rows * element_bytes),
                                  std::int64_t{2048}})
                      : l1 * 2 / 3 / columns / element_bytes;
  b.kc = std::max<std::int64_t>(longest / 8 * 8, 64);
  b.mc = std::max(half_of_l2(b.kc, rows, element_bytes), kLeastPanels * rows);
  // Each core has a block of b of its own.
  const std::int64_t share = l3 / std::max<std::int64_t>(machine.cores, 1);
  b.nc = std::clamp<std::int64_t>(share / (b.kc * element_bytes), 512, 4096) / columns * columns;
  return b;
}

Plan make_plan(const Shape& s, const Blocking& blocking, int rows, int columns, int element_bytes,
               unsigned threads) {
  Plan plan;
  const std::int64_t a_bytes = s.m * s.k * element_bytes, b_bytes = s.k * s.n * element_bytes;
  plan.pack_a =
      !s.a_direct || (!in_place(a_bytes, s.a_row * element_bytes, rows) && s.n > 2 * columns);
  plan.pack_b =
      !s.b_direct || (!in_place(b_bytes, s.b_row * element_bytes, rows) && s.m > 2 * rows);
  plan.kc = equal_part(s.k, blocking.kc, 1);
  plan.nc = equal_part(s.n, blocking.nc, columns);
  plan.part_columns = plan.nc;
  // With shorter sums more rows fit the cache.
  plan.mc = std::max<std::int64_t>(blocking.mc, rows);
  plan.mc = std::max(plan.mc, std::min(half_of_l2(plan.kc, rows, element_bytes),
                                       plan.mc * blocking.kc / std::max<std::int64_t>(plan.kc, 1)));
  const double work =
      static_cast<double>(s.m) * static_cast<double>(s.n) * static_cast<double>(s.k);
  plan.parallel = threads > 1 && work > kSerialWork;
  if (plan.parallel) {
    cut(plan, s, rows, columns, threads);
  } else {
    plan.mc = divide_up(s.m, divide_up(s.m, plan.mc));
  }
  // With few steps lines of c come and go all the time, and where its rows lie a multiple of 4 KiB apart, a set of the first
  // cache holds but eight of them.
  const std::int64_t most = s.k <= kFewSteps && high_tile(rows) ? rows / 2 : rows;
  plan.height = divide_up(plan.mc, divide_up(plan.mc, most));
  plan.keep_b = !plan.pack_b && plan.mc >= kKeepPanels * plan.height && s.k > kFewSteps;
  return plan;
}

void share_out(const Plan& plan, std::int64_t m, std::int64_t n,
               FunctionRef<void(const Part&, unsigned)> pack,
               FunctionRef<void(const Part&, unsigned)> multiply) {
  const std::int64_t blocks = divide_up(m, plan.mc), parts = divide_up(n, plan.part_columns);
  ThreadPool& pool = ThreadPool::shared();
  const unsigned workers = !plan.pack_b ? 0 : plan.parallel ? pool.size() : 1;
  const engine::Scratch memory(workers * sizeof(std::int64_t));
  auto* packed = memory.as<std::int64_t>();  // each worker's last
  if (workers > 0) std::fill_n(packed, workers, -1);
  const auto run = [&](std::uint64_t begin, std::uint64_t end, unsigned worker) {
    for (auto item = static_cast<std::int64_t>(begin); item < static_cast<std::int64_t>(end);
         ++item) {
      const std::int64_t i = item % blocks * plan.mc, j = item / blocks * plan.part_columns;
      const Part part{i, j, std::min(plan.mc, m - i), std::min(plan.part_columns, n - j)};
      if (workers > 0 && std::exchange(packed[worker], j) != j) pack(part, worker);
      multiply(part, worker);
    }
  };
  const auto count = static_cast<std::uint64_t>(blocks * parts);
  if (!plan.parallel || count == 1) return run(0, count, 0);
  pool.parallel_for(count, 1, run);
}

}  // namespace vgpu::gemm
