// Nests of loops: merged, put in order, shared out over the thread pool.
// SPDX-License-Identifier: MIT
#include "engine/einsum/nest.h"

#include <algorithm>
#include <complex>
#include <cstdlib>
#include <optional>

#include "base/cpu_features.h"
#include "base/thread_pool.h"
#include "engine/einsum/kernels.h"
#include "engine/scratch.h"

namespace vgpu::einsum {
namespace {

constexpr std::int64_t kShort = 4;             // loops that are not worth a vector
constexpr std::int64_t kVisit = 1 << 15;       // elements that are worth a thread's visit
constexpr std::int64_t kSplitSum = 1 << 17;    // elements of a sum that are worth several threads
constexpr std::int64_t kFewResults = 1 << 12;  // so few that each thread can have its own

bool is_unit(std::int64_t step) { return step == 0 || step == 1; }

// Whether elements of the operands lie side by side along the loop, or are one for all of it.
bool suits_vectors(const Loop& loop, bool has_b) {
  return has_b ? is_unit(loop.a) && is_unit(loop.b) && loop.a + loop.b > 0 : loop.a == 1;
}

std::int64_t operand_step(const Loop& loop) { return std::max(std::abs(loop.a), std::abs(loop.b)); }

// Takes the loop out of the list that is best by `better` among those that `fits`.
template <typename Fits, typename Better>
std::optional<Loop> take(std::vector<Loop>& loops, Fits fits, Better better) {
  auto best = loops.end();
  for (auto it = loops.begin(); it != loops.end(); ++it) {
    if (fits(*it) && (best == loops.end() || better(*it, *best))) best = it;
  }
  if (best == loops.end()) return std::nullopt;
  const Loop loop = *best;
  loops.erase(best);
  return loop;
}

bool longer(const Loop& x, const Loop& y) { return x.n > y.n; }

// A copy: squares turned over where the arrays' innermost axes differ, else lines of what lies side by side in both.
Nest make_copy(std::vector<Loop> loops) {
  const auto in_order = [](const Loop& l) { return l.a == 1 && l.out == 1; };
  const auto in_a = [](const Loop& l) { return l.a == 1 && l.n >= kShort; };
  const auto in_out = [](const Loop& l) { return l.out == 1 && l.n >= kShort; };
  const auto any = [](const Loop&) { return true; };
  const auto nearer = [](const Loop& x, const Loop& y) {
    return std::abs(x.out) < std::abs(y.out);
  };
  Nest nest;
  nest.kind = Nest::Kind::copy;
  if (const auto line = take(loops, in_order, longer)) {
    nest.inner = *line;
    if (const auto lines = take(loops, any, nearer)) nest.sum = *lines;
  } else if (std::any_of(loops.begin(), loops.end(), in_a) &&
             std::any_of(loops.begin(), loops.end(), in_out)) {
    nest.kind = Nest::Kind::turn;
    nest.inner = *take(loops, in_out, longer), nest.sum = *take(loops, in_a, longer);
  } else {
    if (const auto line = take(loops, any, nearer)) nest.inner = *line;
    if (const auto lines = take(loops, any, nearer)) nest.sum = *lines;
  }
  nest.outer = std::move(loops);
  return nest;
}

// The kernel's two loops: vectors go along the result, or else along the sum.
void choose_inner(Nest& nest, std::vector<Loop>& loops, bool has_b) {
  const auto of_result = [&](const Loop& l) { return !l.is_sum && suits_vectors(l, has_b); };
  const auto score = [](const Loop& l) {
    return std::min<std::int64_t>(l.n, 64) * (l.out == 1 ? 2 : 1);
  };
  const auto of_sum = [&](const Loop& l) { return l.is_sum && suits_vectors(l, has_b); };
  const auto nearer = [](const Loop& x, const Loop& y) {
    return operand_step(x) < operand_step(y);
  };
  auto inner =
      take(loops, of_result, [&](const Loop& x, const Loop& y) { return score(x) > score(y); });
  std::optional<Loop> sum;
  if (!inner || inner->n < kShort) {
    sum = take(loops, of_sum, longer);
    if (sum && inner && sum->n <= inner->n) loops.push_back(*sum), sum.reset();
    if (sum && inner) loops.push_back(*inner), inner.reset();
  }
  if (!inner) inner = take(loops, [](const Loop& l) { return !l.is_sum; }, nearer);
  if (!sum) sum = take(loops, [](const Loop& l) { return l.is_sum; }, longer);
  if (inner) nest.inner = *inner;
  if (sum) nest.sum = *sum;
}

// One thread's part of the results: loops of the sum inside those of the result.
template <typename E>
class Serial {
 public:
  Serial(const Nest& nest, const E* a, const E* b, E* out, bool add)
      : nest_(nest), kernels_(kernels_for<E>(simd_level())), a_(a), b_(b), out_(out), add_(add) {}

  // Positions of the outer loops, and of the inner loop those from `from` on.
  void run(std::int64_t begin, std::int64_t end, std::int64_t from, std::int64_t n) const {
    Positions at(nest_.outer, begin);
    const Loop &inner = nest_.inner, &sum = nest_.sum;
    Loops<E> loops{nullptr,   nullptr, nullptr, n,     inner.a, inner.b,
                   inner.out, sum.n,   sum.a,   sum.b, false};
    loops.out_m = sum.out;
    const std::int64_t terms = Positions::count(nest_.sums);
    for (; begin < end; ++begin, at.next()) {
      const E *a = a_ + at.a + from * inner.a, *b = b_ + at.b + from * inner.b;
      loops.out = out_ + at.out + from * inner.out;
      loops.add = add_;
      Positions term(nest_.sums);
      for (std::int64_t left = terms; left > 0; --left, term.next()) {
        loops.a = a + term.a, loops.b = b + term.b;
        call(loops);
        loops.add = true;
      }
    }
  }

 private:
  void call(const Loops<E>& loops) const {
    if (nest_.kind == Nest::Kind::product) return kernels_.product(loops);
    if (nest_.kind == Nest::Kind::sum) return kernels_.sum(loops);
    if (!loops.add) {
      return nest_.kind == Nest::Kind::turn ? kernels_.turn(loops) : kernels_.copy(loops);
    }
    Loops<E> line = loops;
    line.m = 1;
    for (std::int64_t l = 0; l < loops.m; ++l) {
      kernels_.sum(line);
      line.a += loops.a_m, line.out += loops.out_m;
    }
  }

  const Nest& nest_;
  const Kernels<E>& kernels_;
  const E *a_, *b_;
  E* out_;
  bool add_;
};

struct Work {
  std::int64_t outer, each;  // positions of the outer loops; elements that one of them reads
};
Work work_of(const Nest& nest) {
  return {Positions::count(nest.outer), nest.inner.n * nest.sum.n * Positions::count(nest.sums)};
}

// The results shared out; the inner loop in pieces where the outer ones are few.
template <typename E>
void share_results(const Nest& nest, const Work& work, const Serial<E>& serial) {
  const std::int64_t threads = ThreadPool::shared().size(), n = nest.inner.n;
  constexpr std::int64_t kPiece = 64;
  std::int64_t piece = n;
  if (work.outer < 4 * threads && work.outer * work.each > 2 * kVisit) {
    piece = std::max<std::int64_t>(1, n / (4 * threads));
    piece = (piece + kPiece - 1) / kPiece * kPiece;
  }
  const std::int64_t pieces = (n + piece - 1) / piece, items = work.outer * pieces;
  const std::int64_t grain =
      std::max<std::int64_t>(1, kVisit / std::max<std::int64_t>(1, work.each / pieces));
  if (items <= grain && pieces == 1) return serial.run(0, items, 0, n);
  ThreadPool::shared().parallel_for(
      static_cast<std::uint64_t>(items), static_cast<std::uint64_t>(grain),
      [&](std::uint64_t begin, std::uint64_t end, unsigned) {
        auto item = static_cast<std::int64_t>(begin);
        const auto last = static_cast<std::int64_t>(end);
        if (pieces == 1) return serial.run(item, last, 0, n);
        for (; item < last; ++item) {
          const std::int64_t from = item % pieces * piece;
          serial.run(item / pieces, item / pieces + 1, from, std::min(piece, n - from));
        }
      });
}

// The same with results side by side, each thread's own.
Nest dense_results(const Nest& nest, std::int64_t& count) {
  Nest dense = nest;
  count = 1;
  dense.inner.out = 1, count = dense.inner.n;
  for (Loop& loop : dense.outer) loop.out = count, count *= loop.n;
  return dense;
}

// Few results of long sums: threads take parts of the longest sum, and the parts are added up.
template <typename E>
void share_sum(const Nest& nest, const E* a, const E* b, E* out, bool add) {
  std::int64_t results = 1;
  const Nest dense = dense_results(nest, results);
  const std::int64_t threads = ThreadPool::shared().size(), n = nest.sum.n;
  const std::int64_t part = (n + threads - 1) / threads;
  const std::int64_t parts = (n + part - 1) / part;
  const engine::Scratch memory(static_cast<std::size_t>(results * parts) * sizeof(E));
  const auto run_part = [&](std::uint64_t begin, std::uint64_t end, unsigned) {
    for (auto p = static_cast<std::int64_t>(begin); p < static_cast<std::int64_t>(end); ++p) {
      Nest mine = dense;
      mine.sum.n = std::min(part, n - p * part);
      const Serial<E> serial(mine, a + p * part * nest.sum.a, b + p * part * nest.sum.b,
                             memory.as<E>() + p * results, false);
      serial.run(0, Positions::count(mine.outer), 0, mine.inner.n);
    }
  };
  ThreadPool::shared().parallel_for(static_cast<std::uint64_t>(parts), 1, run_part);
  Nest total{Nest::Kind::sum, nest.inner, {parts, results, 0, 0, true}, nest.outer, {}};
  total.inner.a = dense.inner.out;
  for (std::size_t i = 0; i < total.outer.size(); ++i) total.outer[i].a = dense.outer[i].out;
  Serial<E>(total, memory.as<E>(), memory.as<E>(), out, add)
      .run(0, Positions::count(total.outer), 0, total.inner.n);
}

}  // namespace

void merge(std::vector<Loop>& loops) {
  std::erase_if(loops, [](const Loop& l) { return l.n == 1; });
  const auto joins = [](const Loop& outer, const Loop& inner) {
    return outer.is_sum == inner.is_sum && outer.a == inner.a * inner.n &&
           outer.b == inner.b * inner.n && outer.out == inner.out * inner.n;
  };
  for (std::size_t i = 0; i < loops.size();) {
    const auto inner = std::find_if(loops.begin(), loops.end(), [&](const Loop& other) {
      return &other != &loops[i] && joins(loops[i], other);
    });
    if (inner == loops.end()) {
      ++i;
      continue;
    }
    inner->n *= loops[i].n;
    loops.erase(loops.begin() + static_cast<std::ptrdiff_t>(i));
    i = 0;
  }
}

Nest make_nest(std::vector<Loop> loops, bool has_b) {
  merge(loops);
  Nest nest;
  if (!has_b && std::none_of(loops.begin(), loops.end(), [](const Loop& l) { return l.is_sum; })) {
    nest = make_copy(std::move(loops));
  } else {
    nest.kind = has_b ? Nest::Kind::product : Nest::Kind::sum;
    choose_inner(nest, loops, has_b);
    for (const Loop& loop : loops) (loop.is_sum ? nest.sums : nest.outer).push_back(loop);
  }
  // Small steps inside, so that caches see neighbours.
  const auto farther = [](const Loop& x, const Loop& y) {
    return operand_step(x) > operand_step(y);
  };
  sort_stably(nest.outer, farther);
  sort_stably(nest.sums, farther);
  return nest;
}

template <typename E>
void run(const Nest& nest, const E* a, const E* b, E* out, bool add) {
  if (b == nullptr) b = a;  // so that offsets of 0 are added to an address
  const Work work = work_of(nest);
  const bool is_sum = nest.sum.is_sum && nest.sum.n >= kShort;
  if (is_sum && work.outer * nest.inner.n <= kFewResults && work.outer * work.each >= kSplitSum &&
      ThreadPool::shared().size() > 1 &&
      work.each / nest.inner.n >= 4 * kShort * ThreadPool::shared().size()) {
    return share_sum(nest, a, b, out, add);
  }
  share_results(nest, work, Serial<E>(nest, a, b, out, add));
}

Positions::Positions(const std::vector<Loop>& loops, std::int64_t first)
    : loops_(loops), at_(loops.size()) {
  for (std::size_t i = loops.size(); i-- > 0;) {
    at_[i] = first % loops[i].n;
    first /= loops[i].n;
    a += at_[i] * loops[i].a, b += at_[i] * loops[i].b, out += at_[i] * loops[i].out;
  }
}

std::int64_t Positions::count(const std::vector<Loop>& loops) {
  std::int64_t count = 1;
  for (const Loop& loop : loops) count *= loop.n;
  return count;
}

void Positions::next() {
  for (std::size_t i = loops_.size(); i-- > 0;) {
    const Loop& loop = loops_[i];
    a += loop.a, b += loop.b, out += loop.out;
    if (++at_[i] < loop.n) return;
    at_[i] = 0;
    a -= loop.n * loop.a, b -= loop.n * loop.b, out -= loop.n * loop.out;
  }
}

template void run(const Nest&, const float*, const float*, float*, bool);
template void run(const Nest&, const double*, const double*, double*, bool);
template void run(const Nest&, const std::complex<float>*, const std::complex<float>*,
                  std::complex<float>*, bool);
template void run(const Nest&, const std::complex<double>*, const std::complex<double>*,
                  std::complex<double>*, bool);

}  // namespace vgpu::einsum
