// The loops around the kernels: blocks of n and k, packing, and blocks of m shared out over the thread pool.
// SPDX-License-Identifier: MIT
#include "engine/gemm/gemm.h"

#include <algorithm>
#include <type_traits>

#include "base/thread_pool.h"
#include "base/topology.h"
#include "engine/by_level.h"
#include "engine/gemm/float_tiles.h"
#include "engine/gemm/kernels.h"
#include "engine/gemm/plain.h"
#include "engine/gemm/plan.h"
#include "engine/scratch.h"
#include "engine/tuner.h"

namespace vgpu::gemm {
namespace {

using engine::Scratch;

std::int64_t divide_up(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

template <typename T>
const Kernels<T>& chosen_kernels(const How& how) {
  return kernels<T>(how.level ? *how.level : simd_level());
}

// The tuner's sizes, where it has been here.
template <typename T>
Blocking machine_blocking() {
  Blocking blocking = usual_blocking<T>();
  const auto tuned = engine::tuned_sizes(sizeof(T) == 4 ? "gemm.f32" : "gemm.f64");
  if (!tuned) return blocking;
  const auto take = [&](const char* name, std::int64_t& size) {
    if (const auto found = tuned->find(name); found != tuned->end()) size = found->second;
  };
  take("mc", blocking.mc), take("kc", blocking.kc), take("nc", blocking.nc);
  return blocking;
}

template <typename T>
Blocking chosen_blocking(const How& how) {
  if (how.blocking) return *how.blocking;
  static const Blocking usual = machine_blocking<T>();
  if (!how.level) return usual;
  const Kernels<T>& k = chosen_kernels<T>(how);
  return default_blocking(k.rows, k.columns, sizeof(T));
}

// One product on its way: the loops of Goto and van de Geijn.
template <typename T>
class Run {
 public:
  Run(const Problem<T>& problem, const How& how) : p_(problem), kernels_(chosen_kernels<T>(how)) {
    const bool b_direct = p_.packed_b == nullptr && p_.b.column == 1;
    const Shape shape{p_.m,     p_.n,
                      p_.k,     p_.a.row == 1 || p_.a.column == 1,
                      b_direct, std::max(p_.a.row, p_.a.column),
                      p_.b.row};
    plan_ = make_plan(shape, chosen_blocking<T>(how), kernels_.rows, kernels_.columns, sizeof(T),
                      how.threads == Threads::one ? 1 : ThreadPool::shared().size());
  }

  void run() const {
    const bool must_pack = plan_.pack_b && p_.packed_b == nullptr;
    const std::int64_t slice =
        must_pack ? divide_up(plan_.part_columns, kernels_.columns) * kernels_.columns * plan_.kc
                  : 0;
    const std::int64_t slices = plan_.parallel ? ThreadPool::shared().size() : 1;
    const Scratch packed(static_cast<std::size_t>(slice * slices) * sizeof(T));
    for (std::int64_t j = 0; j < p_.n; j += plan_.nc) {
      for (std::int64_t l = 0; l < p_.k; l += plan_.kc) {
        const Block<T> step = block_of(l, std::min(plan_.kc, p_.k - l));
        const auto own = [&](unsigned worker) { return packed.as<T>() + worker * slice; };
        share_out(
            plan_, p_.m, std::min(plan_.nc, p_.n - j),
            [&](const Part& part, unsigned worker) {
              if (must_pack) {
                kernels_.pack_b(p_.b.from(l, j + part.j), step.k, part.n, own(worker));
              }
            },
            [&](Part part, unsigned worker) {
              part.j += j;
              multiply_part(step, part, l, own(worker));
            });
      }
    }
  }

 private:
  void multiply_part(Block<T> block, const Part& part, std::int64_t l, const T* packed_b) const {
    const Scratch packed_a(plan_.pack_a ? static_cast<std::size_t>(part.m * block.k) * sizeof(T)
                                        : 0);
    const Scratch panel(
        plan_.keep_b ? static_cast<std::size_t>(kernels_.columns * block.k) * sizeof(T) : 0);
    block.m = part.m, block.n = part.n, block.keep = panel.template as<T>();
    block.first_row = part.i, block.first_column = part.j;
    block.c = p_.c.from(part.i, part.j);
    place_a(block, part.i, l, packed_a.template as<T>());
    place_b(block, part.j, l, packed_b);
    kernels_.multiply(block);
  }

  // What all blocks of one step through k have in common.
  Block<T> block_of(std::int64_t l, std::int64_t kc) const {
    Block<T> block;
    block.k = kc;
    block.height = plan_.height;
    block.alpha = p_.alpha;
    block.beta = l == 0 ? p_.beta : T(1);
    const bool last = l + kc == p_.k;
    block.epilogue = last && !p_.epilogue.empty() ? &p_.epilogue : nullptr;
    return block;
  }

  void place_b(Block<T>& block, std::int64_t j, std::int64_t l, const T* packed) const {
    const std::int64_t columns = kernels_.columns;
    block.b_packed = plan_.pack_b;
    block.b_step = plan_.pack_b ? columns : p_.b.row;
    if (p_.packed_b != nullptr) {
      block.b = p_.packed_b->panels.data() + j * p_.k + l * columns;
      block.b_panel = columns * p_.k;
    } else {
      block.b = plan_.pack_b ? packed : p_.b.at(l, j);
      block.b_panel = plan_.pack_b ? columns * block.k : columns;
    }
  }

  void place_a(Block<T>& block, std::int64_t i, std::int64_t l, T* packed) const {
    block.a_packed = plan_.pack_a;
    if (plan_.pack_a) {
      kernels_.pack_a(p_.a.from(i, l), block.m, block.k, plan_.height, packed);
      block.a = packed;
      block.a_panel = plan_.height * block.k;
      block.a_row = 1;
    } else {
      block.a = p_.a.at(i, l);
      block.a_panel = plan_.height * p_.a.row;
      block.a_row = p_.a.row, block.a_step = p_.a.column;
    }
  }

  const Problem<T>& p_;
  const Kernels<T>& kernels_;
  Plan plan_;
};

// Few rows: a product that reads b once and therefore must not pack it.
constexpr std::int64_t kFewRows = 16;

template <typename T>
bool few_rows(const Problem<T>& p) {
  return p.m <= kFewRows && p.packed_b == nullptr && p.b.row == 1 && p.b.column != 1 && p.k >= 16 &&
         (p.c.column == 1 || p.epilogue.empty());
}
template <typename T>
bool few_rows_by_strips(const Problem<T>& p) {
  return p.m <= 2 && p.packed_b == nullptr && p.b.column == 1 && p.n >= 128 && p.c.column == 1;
}

std::int64_t second_caches() {
  return static_cast<std::int64_t>(topology().l2_bytes) * ThreadPool::shared().size();
}

template <typename T>
constexpr std::int64_t kLine = 64 / static_cast<std::int64_t>(sizeof(T));  // elements

// Elements from the line's beginning to where the data stands in it.
template <typename T>
std::int64_t place_in_line(const T* data) {
  return static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(data) / sizeof(T)) % kLine<T>;
}

// Whether columns of b all stand alike in their lines and rows of a differ from them, so that vectors of one or the other would
// lie in two lines; and there are columns enough to make a copy of a worthwhile.
template <typename T>
bool lines_differ(const Problem<T>& p) {
  constexpr std::int64_t kWorthwhile = 64;
  if (p.n < kWorthwhile || p.b.column % kLine<T> != 0) return false;
  return (p.m > 1 && p.a.row % kLine<T> != 0) || place_in_line(p.a.data) != place_in_line(p.b.data);
}

template <typename T>
void multiply_few_rows(const Problem<T>& p, bool strips, const How& how) {
  const Kernels<T>& kernels = chosen_kernels<T>(how);
  const bool copies = p.a.column != 1 || (!strips && lines_differ(p));
  const std::int64_t row = divide_up(p.k, kLine<T>) * kLine<T>, shift = place_in_line(p.b.data);
  const Scratch rows(copies ? static_cast<std::size_t>(p.m * row + kLine<T>) * sizeof(T) : 0);
  Dots<T> all{p.m, p.n,     p.k,   p.a.data, p.a.row, p.b.data, strips ? p.b.row : p.b.column,
              p.c, p.alpha, p.beta};
  all.far = p.k * p.n * static_cast<std::int64_t>(sizeof(T)) > second_caches();
  if (copies) {
    T* const to = rows.as<T>() + shift;
    for (std::int64_t i = 0; i < p.m; ++i) {
      for (std::int64_t l = 0; l < p.k; ++l) to[i * row + l] = *p.a.at(i, l);
    }
    all.a = to, all.a_row = row;
  }
  const auto part = [&](std::uint64_t begin, std::uint64_t end, unsigned) {
    Dots<T> d = all;
    const auto j = static_cast<std::int64_t>(begin);
    d.n = static_cast<std::int64_t>(end) - j;
    d.b = p.b.at(0, j), d.c = p.c.from(0, j);
    (strips ? kernels.strips : kernels.dots)(d);
    if (p.epilogue.empty()) return;
    Block<T> block;
    block.m = d.m, block.n = d.n, block.c = d.c, block.beta = 1, block.epilogue = &p.epilogue;
    block.first_column = j;
    kernels.finish(block);
  };
  constexpr std::int64_t kBytes = 48 << 10;  // of b that are worth a thread's visit
  const std::int64_t grain =
      std::max<std::int64_t>(strips ? 256 : 16, kBytes / (p.k * 4) / 16 * 16);
  if (how.threads == Threads::one) return part(0, static_cast<std::uint64_t>(p.n), 0);
  ThreadPool::shared().parallel_for(static_cast<std::uint64_t>(p.n),
                                    static_cast<std::uint64_t>(grain), part);
}

// Few steps: a sum of outer products.
template <typename T>
bool few_steps(const Problem<T>& p) {
  constexpr std::int64_t kWorthwhile = 1024;  // elements of c
  return p.k <= kOuterSteps && p.m * p.n >= kWorthwhile && p.packed_b == nullptr &&
         p.epilogue.empty();
}

template <typename T>
void multiply_few_steps(const Problem<T>& p, const How& how) {
  const Kernels<T>& kernels = chosen_kernels<T>(how);
  const bool dense = p.b.column == 1 || p.n == 1;
  const Scratch rows(dense ? 0 : static_cast<std::size_t>(p.k * p.n) * sizeof(T));
  Problem<T> all = p;
  if (!dense) {
    all.b = {rows.as<T>(), p.n, 1};
    for (std::int64_t j = 0; j < p.n; ++j) {
      for (std::int64_t l = 0; l < p.k; ++l) rows.as<T>()[l * p.n + j] = *p.b.at(l, j);
    }
  }
  constexpr std::int64_t kRows = 12;            // a visit's unit, whatever the tile's rows
  constexpr std::int64_t kElements = 64 << 10;  // of c that are worth a thread's visit
  const auto part = [&](std::uint64_t begin, std::uint64_t end, unsigned) {
    Problem<T> some = all;
    const auto first = static_cast<std::int64_t>(begin) * kRows;
    some.m = std::min(static_cast<std::int64_t>(end) * kRows, p.m) - first;
    some.a = all.a.from(first, 0), some.c = all.c.from(first, 0);
    kernels.outer(some);
  };
  const auto units = static_cast<std::uint64_t>(divide_up(p.m, kRows));
  if (how.threads == Threads::one) return part(0, units, 0);
  const std::int64_t grain = std::max<std::int64_t>(1, kElements / (kRows * p.n));
  ThreadPool::shared().parallel_for(units, static_cast<std::uint64_t>(grain), part);
}

// Products so small that a plan would take longer than they do.
template <typename T>
bool tiny(const Problem<T>& p) {
  constexpr std::int64_t kSize = 16;
  return p.m <= kSize && p.n <= kSize && p.k <= kSize && p.k > 0 && p.alpha != T(0) &&
         p.packed_b == nullptr && p.epilogue.empty() && p.b.column == 1 && p.c.column == 1;
}

// Nothing to multiply: beta and the epilogue alone.
template <typename T>
void finish_only(const Problem<T>& p, const How& how) {
  Block<T> block;
  block.m = p.m, block.n = p.n, block.c = p.c, block.beta = p.beta;
  block.epilogue = p.epilogue.empty() ? nullptr : &p.epilogue;
  chosen_kernels<T>(how).finish(block);
}

// Whether tiles have done it, the fastest way where they can (float_tiles.h). Who names vectors or blocks of them gets those.
template <typename T>
bool on_tiles(const Problem<T>& p, const How& how) {
  if constexpr (std::is_same_v<T, float>) {
    return !how.level && !how.blocking && float_tiles_suit(p, how.threads) &&
           multiply_on_tiles(p, how.threads);
  }
  return false;
}

// c with two strides: into a dense copy first.
template <typename T>
void multiply_scattered(const Problem<T>& p, const How& how) {
  const Scratch dense(static_cast<std::size_t>(p.m * p.n) * sizeof(T));
  Problem<T> inner = p;
  inner.c = {dense.as<T>(), p.n, 1};
  for (std::int64_t i = 0; p.beta != T(0) && i < p.m; ++i) {
    for (std::int64_t j = 0; j < p.n; ++j) *inner.c.at(i, j) = *p.c.at(i, j);
  }
  multiply(inner, how);
  for (std::int64_t i = 0; i < p.m; ++i) {
    for (std::int64_t j = 0; j < p.n; ++j) *p.c.at(i, j) = *inner.c.at(i, j);
  }
}

}  // namespace

template <typename T>
Blocking usual_blocking() {
  const Kernels<T>& k = kernels<T>(simd_level());
  return default_blocking(k.rows, k.columns, sizeof(T));
}

template <typename T>
void multiply(const Problem<T>& problem, const How& how) {
  if (problem.m == 0 || problem.n == 0) return;
  const bool real = problem.k > 0 && problem.alpha != T(0) && how.variant == Variant::simd;
  if (real && few_rows(problem)) return multiply_few_rows(problem, false, how);
  if (real && problem.n <= kFewRows && problem.packed_b == nullptr &&
      few_rows(problem.transposed())) {
    return multiply_few_rows(problem.transposed(), false, how);
  }
  if (real && few_rows_by_strips(problem)) return multiply_few_rows(problem, true, how);
  if (problem.c.column != 1 && problem.n != 1) {
    if ((problem.c.row == 1 || problem.m == 1) && problem.packed_b == nullptr) {
      return multiply(problem.transposed(), how);
    }
    return multiply_scattered(problem, how);
  }
  if (problem.k == 0 || problem.alpha == T(0)) return finish_only(problem, how);
  if (real && few_steps(problem)) return multiply_few_steps(problem, how);
  if (real && on_tiles(problem, how)) return;
  if (how.variant == Variant::simd) return Run<T>(problem, how).run();
  multiply_plainly(problem, how.variant == Variant::blocked);
  if (problem.epilogue.empty()) return;
  Problem<T> rest = problem;
  rest.beta = 1;
  finish_only(rest, how);
}

template <typename T>
PackedMatrix<T> pack(Matrix<const T> b, std::int64_t k, std::int64_t n) {
  const Kernels<T>& kernels = chosen_kernels<T>({});
  const std::int64_t columns = kernels.columns, panels = divide_up(n, columns);
  PackedMatrix<T> packed{k, n, {}};
  packed.panels.resize(static_cast<std::size_t>(panels * columns * k));
  ThreadPool::shared().parallel_for(
      static_cast<std::uint64_t>(panels), 1, [&](std::uint64_t begin, std::uint64_t end, unsigned) {
        const std::int64_t j = static_cast<std::int64_t>(begin) * columns;
        const std::int64_t last = std::min(static_cast<std::int64_t>(end) * columns, n);
        kernels.pack_b(b.from(0, j), k, last - j, packed.panels.data() + j * k);
      });
  return packed;
}

template <typename T>
void multiply_batch(const Problem<T>& first, std::int64_t count, const BatchStrides& strides,
                    const How& how) {
  const auto nth = [&](std::int64_t i) {
    Problem<T> p = first;
    p.a.data += i * strides.a, p.b.data += i * strides.b, p.c.data += i * strides.c;
    if (p.epilogue.residual.data != nullptr) p.epilogue.residual.data += i * strides.residual;
    return p;
  };
  ThreadPool& pool = ThreadPool::shared();
  How alone = how;
  alone.threads = Threads::one;
  const double work = 2.0 * static_cast<double>(first.m) * static_cast<double>(first.n) *
                      static_cast<double>(first.k);
  constexpr double kLarge = 200e6;  // one product alone is enough for all threads
  if (count < pool.size() || work > kLarge || how.threads == Threads::one) {
    for (std::int64_t i = 0; i < count; ++i) multiply(nth(i), how);
    return;
  }
  constexpr double kGrain = 100e3;  // operations that are worth a thread's visit
  const auto grain = static_cast<std::uint64_t>(std::max(1.0, kGrain / std::max(work, 1.0)));
  const bool small = how.variant == Variant::simd && tiny(first);
  pool.parallel_for(static_cast<std::uint64_t>(count), grain,
                    [&](std::uint64_t begin, std::uint64_t end, unsigned) {
                      if (small) {
                        return chosen_kernels<T>(how).tiny(nth(static_cast<std::int64_t>(begin)),
                                                           static_cast<std::int64_t>(end - begin),
                                                           strides);
                      }
                      for (std::uint64_t i = begin; i < end; ++i) {
                        multiply(nth(static_cast<std::int64_t>(i)), alone);
                      }
                    });
}

template <>
const Kernels<float>& kernels<float>(SimdLevel level) {
  return engine::by_level(level, portable::kernels_f32, avx2::kernels_f32, avx512::kernels_f32)();
}
template <>
const Kernels<double>& kernels<double>(SimdLevel level) {
  return engine::by_level(level, portable::kernels_f64, avx2::kernels_f64, avx512::kernels_f64)();
}

template Blocking usual_blocking<float>();
template Blocking usual_blocking<double>();
template PackedMatrix<float> pack(Matrix<const float>, std::int64_t, std::int64_t);
template PackedMatrix<double> pack(Matrix<const double>, std::int64_t, std::int64_t);
template void multiply(const Problem<float>&, const How&);
template void multiply(const Problem<double>&, const How&);
template void multiply_batch(const Problem<float>&, std::int64_t, const BatchStrides&, const How&);
template void multiply_batch(const Problem<double>&, std::int64_t, const BatchStrides&, const How&);

}  // namespace vgpu::gemm
