// The arguments of matrix products as C programs give them: checked, and turned into strides.
// SPDX-License-Identifier: MIT
#pragma once

#include <vgpu/c/blas.h>

#include <cstdint>

#include "base/error.h"
#include "engine/gemm/problem.h"
#include "runtime/memory.h"

namespace vgpu::api {

template <typename T, typename In = T, typename Out = T>
struct GemmArguments {
  vgpuLayout layout;
  vgpuTranspose trans_a, trans_b;
  std::int64_t m, n, k;
  T alpha, beta;
  const In* a;
  std::int64_t lda;
  const In* b;
  std::int64_t ldb;
  Out* c;
  std::int64_t ldc;
  std::int64_t count = 1, stride_a = 0, stride_b = 0, stride_c = 0;
};

inline void check_size(std::int64_t size, const char* name) {
  if (size < 0) fail(ErrorCode::InvalidValue, "{}: {} is negative", name, size);
}

inline bool transposes(vgpuTranspose transpose, const char* name) {
  if (transpose < vgpuNoTrans || transpose > vgpuConjTrans) {
    fail(ErrorCode::InvalidValue, "{}: {} is none of vgpuNoTrans, vgpuTrans, vgpuConjTrans", name,
         static_cast<int>(transpose));
  }
  return transpose != vgpuNoTrans;
}

// How a matrix lies in memory: `runs` of `length` elements, `ld` apart; `count` of such matrices `stride` apart.
struct Stored {
  std::int64_t runs, length, ld, count, stride;
};

// Throws unless all elements can lie in one piece of memory there; gives nothing for empty matrices.
void check_stored(const void* data, const Stored& stored, std::size_t element, const char* name,
                  const char* ld_name);

// A rows x columns matrix whose storage is `by_rows` (or by columns), as strides.
template <typename T>
gemm::Matrix<T> strided(T* data, std::int64_t ld, bool by_rows) {
  return by_rows ? gemm::Matrix<T>{data, ld, 1} : gemm::Matrix<T>{data, 1, ld};
}

// Checks op(x), rows x columns, and gives it as strides.
template <typename T>
gemm::Matrix<T> checked_matrix(T* data, std::int64_t rows, std::int64_t columns, std::int64_t ld,
                               bool by_rows, std::int64_t count, std::int64_t stride,
                               const char* name, const char* ld_name) {
  const Stored stored{by_rows ? rows : columns, by_rows ? columns : rows, ld, count, stride};
  check_stored(data, stored, sizeof(T), name, ld_name);
  return strided(data, ld, by_rows);
}

// The operands of a product of In to Out, checked.
template <typename In, typename Out>
struct Operands {
  gemm::Matrix<const In> a, b;
  gemm::Matrix<Out> c;
};

inline bool by_rows(vgpuLayout layout) {
  if (layout != vgpuRowMajor && layout != vgpuColumnMajor) {
    fail(ErrorCode::InvalidValue, "layout: {} is none of vgpuRowMajor, vgpuColumnMajor",
         static_cast<int>(layout));
  }
  return layout == vgpuRowMajor;
}

template <typename T, typename In = T, typename Out = T>
Operands<In, Out> checked_operands(const GemmArguments<T, In, Out>& x) {
  const bool rows = by_rows(x.layout);
  const bool ta = transposes(x.trans_a, "transA"), tb = transposes(x.trans_b, "transB");
  check_size(x.m, "m"), check_size(x.n, "n"), check_size(x.k, "k"), check_size(x.count, "count");
  Operands<In, Out> p;
  p.a = checked_matrix(x.a, x.m, x.k, x.lda, rows != ta, x.count, x.stride_a, "a", "lda");
  p.b = checked_matrix(x.b, x.k, x.n, x.ldb, rows != tb, x.count, x.stride_b, "b", "ldb");
  p.c = checked_matrix(x.c, x.m, x.n, x.ldc, rows, x.count, x.stride_c, "c", "ldc");
  if (x.count > 1 && x.m > 0 && x.n > 0 && x.stride_c == 0) {
    fail(ErrorCode::InvalidValue, "strideC: is 0, so that {} results would lie in one place",
         x.count);
  }
  return p;
}

template <typename T>
gemm::Problem<T> to_problem(const GemmArguments<T>& x) {
  const Operands<T, T> o = checked_operands(x);
  return {x.m, x.n, x.k, o.a, o.b, o.c, x.alpha, x.beta, {}, nullptr};
}

// About how many multiplications and additions a product takes.
template <typename Arguments>
double operations_of(const Arguments& x) {
  return 2.0 * static_cast<double>(x.m) * static_cast<double>(x.n) * static_cast<double>(x.k) *
         static_cast<double>(x.count);
}

}  // namespace vgpu::api
