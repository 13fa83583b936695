// The functions of vgpu_sparse/interleaved.h: Gauss's elimination of a band with rows exchanged, a system a thread.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <vector>

#include "api/cuda/sparse_call.h"

using namespace vgpu::cuda;
using namespace vgpu::cuda::sparse;

namespace {

// kWidth diagonals below the main one and as many above; exchanged rows reach 2 kWidth above.
template <typename T, int kWidth>
class Band {
 public:
  // diagonals[k] is the one k - kWidth above the main diagonal.
  Band(Index size, Index step, const std::array<const T*, 2 * kWidth + 1>& diagonals)
      : size_(size), rows_(static_cast<std::size_t>(size)) {
    for (Index i = 0; i < size; ++i)
      for (int k = 0; k <= 2 * kWidth; ++k)
        if (const Index j = i + k - kWidth; j >= 0 && j < size)
          at(i, j) = diagonals[static_cast<std::size_t>(k)][i * step];
  }

  void solve(T* x, Index step) {
    for (Index k = 0; k < size_; ++k) eliminate(k, x, step);
    for (Index k = size_ - 1; k >= 0; --k) {
      for (Index j = k + 1; j < end_of(k, 2 * kWidth); ++j) x[k * step] -= at(k, j) * x[j * step];
      x[k * step] /= at(k, k);
    }
  }

 private:
  using Row = std::array<T, 3 * kWidth + 1>;

  T& at(Index i, Index j) {
    return rows_[static_cast<std::size_t>(i)][static_cast<std::size_t>(j - i + kWidth)];
  }
  Index end_of(Index i, Index beyond) const { return std::min(i + beyond + 1, size_); }

  void eliminate(Index k, T* x, Index step) {
    Index best = k;
    for (Index i = k + 1; i < end_of(k, kWidth); ++i)
      if (std::abs(at(i, k)) > std::abs(at(best, k))) best = i;
    if (best != k) {
      for (Index j = k; j < end_of(k, 2 * kWidth); ++j) std::swap(at(k, j), at(best, j));
      std::swap(x[k * step], x[best * step]);
    }
    for (Index i = k + 1; i < end_of(k, kWidth); ++i) {
      const T factor = at(i, k) / at(k, k);
      for (Index j = k; j < end_of(k, 2 * kWidth); ++j) at(i, j) -= factor * at(k, j);
      x[i * step] -= factor * x[k * step];
    }
  }

  Index size_;
  std::vector<Row> rows_;
};

template <int kWidth, typename T>
cusparseStatus_t solve_each(cusparseHandle_t handle, int m,
                            const std::array<const T*, 2 * kWidth + 1>& diagonals, T* x,
                            int count) {
  return call(handle, [&] {
    if (m < 1 || count < 1 || x == nullptr ||
        std::find(diagonals.begin(), diagonals.end(), nullptr) != diagonals.end())
      return CUSPARSE_STATUS_INVALID_VALUE;
    return start_each(handle, count, 8, [=](Index system) {
      using N = Number<T>;
      std::array<const N*, 2 * kWidth + 1> own;
      std::transform(diagonals.begin(), diagonals.end(), own.begin(), [&](const T* diagonal) {
        return reinterpret_cast<const N*>(diagonal) + system;
      });
      Band<N, kWidth>(m, count, own).solve(reinterpret_cast<N*>(x) + system, count);
    });
  });
}

}  // namespace

#define VG_INTERLEAVED(L, T)                                                                     \
  cusparseStatus_t cusparse##L##gtsvInterleavedBatch_bufferSizeExt(                              \
      cusparseHandle_t handle, int, int, const T*, const T*, const T*, const T*, int,            \
      size_t* bytes) {                                                                           \
    return give_size(handle, bytes);                                                             \
  }                                                                                              \
  cusparseStatus_t cusparse##L##gtsvInterleavedBatch(cusparseHandle_t handle, int, int m, T* dl, \
                                                     T* d, T* du, T* x, int count, void*) {      \
    return solve_each<1, T>(handle, m, {dl, d, du}, x, count);                                   \
  }                                                                                              \
  cusparseStatus_t cusparse##L##gpsvInterleavedBatch_bufferSizeExt(                              \
      cusparseHandle_t handle, int, int, const T*, const T*, const T*, const T*, const T*,       \
      const T*, int, size_t* bytes) {                                                            \
    return give_size(handle, bytes);                                                             \
  }                                                                                              \
  cusparseStatus_t cusparse##L##gpsvInterleavedBatch(cusparseHandle_t handle, int, int m, T* ds, \
                                                     T* dl, T* d, T* du, T* dw, T* x, int count, \
                                                     void*) {                                    \
    return solve_each<2, T>(handle, m, {ds, dl, d, du, dw}, x, count);                           \
  }
VG_INTERLEAVED(S, float)
VG_INTERLEAVED(D, double)
VG_INTERLEAVED(C, cuComplex)
VG_INTERLEAVED(Z, cuDoubleComplex)
#undef VG_INTERLEAVED
