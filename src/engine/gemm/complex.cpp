// Complex products: parts taken apart, multiplied, put together.
// SPDX-License-Identifier: MIT
#include "engine/gemm/complex.h"

#include "base/thread_pool.h"
#include "engine/gemm/gemm.h"
#include "engine/scratch.h"

namespace vgpu::gemm {
namespace {

using engine::Scratch;

template <typename Body>
void each_row(std::int64_t rows, Threads threads, Body body) {
  if (threads == Threads::one) {
    for (std::int64_t i = 0; i < rows; ++i) body(i);
    return;
  }
  ThreadPool::shared().parallel_for(static_cast<std::uint64_t>(rows), 8,
                                    [&](std::uint64_t begin, std::uint64_t end, unsigned) {
                                      for (std::uint64_t i = begin; i < end; ++i) {
                                        body(static_cast<std::int64_t>(i));
                                      }
                                    });
}

// Real and imaginary parts as dense matrices by rows.
template <typename T>
struct Parts {
  std::int64_t rows, columns;
  Scratch memory;
  Matrix<T> real, imaginary;

  Parts(std::int64_t r, std::int64_t c)
      : rows(r), columns(c), memory(static_cast<std::size_t>(2 * r * c) * sizeof(T)) {
    real = {memory.as<T>(), columns, 1};
    imaginary = {memory.as<T>() + r * c, columns, 1};
  }
  void take(Matrix<const std::complex<T>> from, bool conjugate, Threads threads) const {
    const T sign = conjugate ? T(-1) : T(1);
    each_row(rows, threads, [&](std::int64_t i) {
      for (std::int64_t j = 0; j < columns; ++j) {
        const std::complex<T> x = *from.at(i, j);
        *real.at(i, j) = x.real();
        *imaginary.at(i, j) = sign * x.imag();
      }
    });
  }
};

template <typename T>
Matrix<const T> reading(const Matrix<T>& m) {
  return {m.data, m.row, m.column};
}

}  // namespace

template <typename T>
void multiply(const ComplexProblem<T>& p, Threads threads) {
  if (p.m == 0 || p.n == 0) return;
  const Parts<T> a(p.m, p.k), b(p.k, p.n), c(p.m, p.n);
  if (p.alpha != std::complex<T>(0)) {
    a.take(p.a, p.conjugate_a, threads), b.take(p.b, p.conjugate_b, threads);
  }
  const auto add = [&](const Matrix<T>& x, const Matrix<T>& y, const Matrix<T>& z, T alpha,
                       T beta) {
    const Problem<T> part{p.m,        p.n,        p.alpha == std::complex<T>(0) ? 0 : p.k,
                          reading(x), reading(y), z,
                          alpha,      beta,       {}};
    multiply(part, {.threads = threads});
  };
  add(a.real, b.real, c.real, 1, 0);
  add(a.imaginary, b.imaginary, c.real, -1, 1);
  add(a.real, b.imaginary, c.imaginary, 1, 0);
  add(a.imaginary, b.real, c.imaginary, 1, 1);
  each_row(p.m, threads, [&](std::int64_t i) {
    for (std::int64_t j = 0; j < p.n; ++j) {
      std::complex<T>* to = p.c.at(i, j);
      const T re = *c.real.at(i, j), im = *c.imaginary.at(i, j);
      const T x = p.alpha.real() * re - p.alpha.imag() * im;
      const T y = p.alpha.real() * im + p.alpha.imag() * re;
      std::complex<T> old(0);
      if (p.beta != std::complex<T>(0)) {
        old = {p.beta.real() * to->real() - p.beta.imag() * to->imag(),
               p.beta.real() * to->imag() + p.beta.imag() * to->real()};
      }
      *to = {x + old.real(), y + old.imag()};
    }
  });
}

template void multiply(const ComplexProblem<float>&, Threads);
template void multiply(const ComplexProblem<double>&, Threads);

}  // namespace vgpu::gemm
