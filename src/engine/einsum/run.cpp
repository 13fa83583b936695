// Steps of einsums one after another: products by the engine for them, the rest by nests of loops.
// SPDX-License-Identifier: MIT
#include "engine/einsum/run.h"

#include <algorithm>
#include <complex>
#include <memory>
#include <type_traits>

#include "base/thread_pool.h"
#include "engine/einsum/arrange.h"
#include "engine/gemm/complex.h"
#include "engine/gemm/gemm.h"
#include "engine/scratch.h"

namespace vgpu::einsum {
namespace {

template <typename E>
struct RealOf {
  using type = E;
};
template <typename T>
struct RealOf<std::complex<T>> {
  using type = T;
};

template <typename E>
constexpr bool kIsComplex = !std::is_same_v<E, typename RealOf<E>::type>;

double operations(const ProductStep& s) {
  return 2.0 * static_cast<double>(s.m) * static_cast<double>(s.n) * static_cast<double>(s.k);
}

// One matrix product, or a line of real ones.
template <typename E>
void multiply(const ProductStep& s, const E* a, const E* b, E* c, bool add, const Loop& line,
              gemm::Threads threads = gemm::Threads::all) {
  const auto fill = [&](auto&& problem) {
    problem.m = s.m, problem.n = s.n, problem.k = s.k;
    problem.a = {a, s.a_row, s.a_column}, problem.b = {b, s.b_row, s.b_column};
    problem.c = {c, s.c_row, 1};
    problem.beta = add ? E(1) : E(0);
    return problem;
  };
  if constexpr (kIsComplex<E>) {
    gemm::multiply(fill(gemm::ComplexProblem<typename RealOf<E>::type>{}), threads);
  } else {
    const auto problem = fill(gemm::Problem<E>{});
    if (line.n == 1) return gemm::multiply(problem, {.threads = threads});
    // Lines of tiny ones are split up where that pays, whoever calls.
    const bool tiny = std::max({s.m, s.n, s.k}) <= kTiny;
    gemm::multiply_batch(problem, line.n, {line.a, line.b, line.out, 0},
                         {.threads = tiny ? gemm::Threads::all : threads});
  }
}

template <typename E>
void run_product(const ProductStep& s, const E* a, const E* b, E* c, bool add) {
  std::vector<Loop> outer = s.batch;
  Loop line;
  if (!kIsComplex<E> && !outer.empty()) line = outer.back(), outer.pop_back();
  const std::int64_t count = Positions::count(outer);
  if (count == 1) return multiply(s, a, b, c, add, line);
  constexpr double kVisit = 1e5;   // operations that are worth a thread's visit
  constexpr double kLarge = 50e6;  // a line that keeps all threads busy
  const double work = operations(s) * static_cast<double>(line.n);
  const auto run = [&](std::uint64_t begin, std::uint64_t end, gemm::Threads threads) {
    Positions at(outer, static_cast<std::int64_t>(begin));
    for (std::uint64_t i = begin; i < end; ++i, at.next()) {
      multiply(s, a + at.a, b + at.b, c + at.out, add, line, threads);
    }
  };
  const auto total = static_cast<std::uint64_t>(count);
  if (work > kLarge || total < ThreadPool::shared().size()) {
    return run(0, total, gemm::Threads::all);
  }
  ThreadPool::shared().parallel_for(total, static_cast<std::uint64_t>(1 + kVisit / work),
                                    [&](std::uint64_t begin, std::uint64_t end, unsigned) {
                                      run(begin, end, gemm::Threads::one);
                                    });
}

// The arrays of one run of a program.
template <typename E>
class Run {
 public:
  Run(const Program& program, const E* const* in, E* out, bool add)
      : program_(program), in_(in), out_(out), add_(add), memory_(program.temporaries.size()) {}

  void step(const Step& step) {
    if (step.out.kind == Place::Kind::temporary) {
      const auto number = static_cast<std::size_t>(step.out.number);
      memory_[number] = std::make_unique<engine::Scratch>(
          static_cast<std::size_t>(program_.temporaries[number]) * sizeof(E));
    }
    const bool is_output = step.out.kind == Place::Kind::output;
    E* const out = is_output ? out_ : temporary(step.out);
    const E *a = source(step.a), *b = source(step.b);
    if (const auto* product = std::get_if<ProductStep>(&step.what)) {
      run_product(*product, a, b, out, is_output && add_);
    } else {
      run(std::get<LoopStep>(step.what).nest, a, b, out, is_output && add_);
    }
    release(step.a), release(step.b);
  }

 private:
  E* temporary(const Place& place) const {
    return memory_[static_cast<std::size_t>(place.number)]->template as<E>();
  }
  const E* source(const Place& place) const {
    static const E zero{};
    switch (place.kind) {
      case Place::Kind::operand:
        return in_[place.number];
      case Place::Kind::temporary:
        return temporary(place);
      case Place::Kind::zero:
        return &zero;
      default:
        return nullptr;
    }
  }
  // Each temporary is read once.
  void release(const Place& place) {
    if (place.kind == Place::Kind::temporary) {
      memory_[static_cast<std::size_t>(place.number)].reset();
    }
  }

  const Program& program_;
  const E* const* in_;
  E* out_;
  bool add_;
  std::vector<std::unique_ptr<engine::Scratch>> memory_;
};

}  // namespace

template <typename E>
void run_program(const Program& program, const E* const* in, E* out, bool add) {
  if (program.parts == nullptr) {
    Run<E> run(program, in, out, add);
    for (const Step& step : program.steps) run.step(step);
    return;
  }
  const Program::Parts& parts = *program.parts;
  std::vector<const E*> at(in, in + parts.in_steps.size());
  for (std::int64_t i = 0; i < parts.count + (parts.rest != nullptr ? 1 : 0); ++i) {
    run_program(i < parts.count ? *parts.whole : *parts.rest, at.data(), out + i * parts.out_step,
                add || (parts.sums && i > 0));
    for (std::size_t x = 0; x < at.size(); ++x) at[x] += parts.in_steps[x];
  }
}

template void run_program(const Program&, const float* const*, float*, bool);
template void run_program(const Program&, const double* const*, double*, bool);
template void run_program(const Program&, const std::complex<float>* const*, std::complex<float>*,
                          bool);
template void run_program(const Program&, const std::complex<double>* const*, std::complex<double>*,
                          bool);

}  // namespace vgpu::einsum
