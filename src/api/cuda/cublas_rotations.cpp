// The functions of vgpu_blas/rotations.h: plane rotations, made and applied.
//
// The formulas are those of the reference BLAS, whose results programs compare with. SPDX-License-Identifier: MIT
#include "api/cuda/blas_vectors.h"

using namespace vgpu::cuda;
using namespace vgpu::cuda::blas;

namespace {

// A few scalars: at once if they are the host's, in the stream's order if they are the device's.
template <typename Body>
cublasStatus_t with_scalars(cublasHandle_t handle, Body body) {
  if (handle->pointers == CUBLAS_POINTER_MODE_HOST) {
    body();
    return CUBLAS_STATUS_SUCCESS;
  }
  StreamTask task;
  task.finish = body;
  return start(handle, std::move(task));
}

// c and s with (c s; -s c)(a; b) = (r; 0). a becomes r, b the number from which both can be made again.
template <typename T>
void make_rotation(T& a, T& b, T& c, T& s) {
  const T scale = std::abs(a) + std::abs(b);
  if (scale == 0) {
    c = 1, s = 0, a = 0, b = 0;
    return;
  }
  const bool first = std::abs(a) > std::abs(b);
  const T length = scale * std::sqrt((a / scale) * (a / scale) + (b / scale) * (b / scale));
  const T r = std::copysign(length, first ? a : b);
  c = a / r, s = b / r;
  a = r;
  b = first ? s : c != 0 ? 1 / c : T(1);
}
// Of complex numbers only a changes.
template <typename T>
void make_rotation(std::complex<T>& a, const std::complex<T>& b, T& c, std::complex<T>& s) {
  const T size = std::abs(a);
  if (size == 0) {
    c = 0, s = 1, a = b;
    return;
  }
  const T scale = size + std::abs(b);
  const T length = scale * std::sqrt(std::norm(a / scale) + std::norm(b / scale));
  const std::complex<T> direction = a / size;
  c = size / length;
  s = direction * std::conj(b) / length;
  a = direction * length;
}

// x' = c x + s y, y' = c y - conj(s) x.
template <typename T, typename Sine, typename Real>
cublasStatus_t rotate(cublasHandle_t handle, int n, T* x, int incx, T* y, int incy, const Real* c,
                      const Sine* s) {
  Real cosine;
  Sine sine;
  if (const cublasStatus_t error = read(handle, c, cosine)) return error;
  if (const cublasStatus_t error = read(handle, s, sine)) return error;
  const Vector<T> a(x, n, incx), b(y, n, incy);
  return each(handle, n, [=](Index i) {
    const T old = a[i];
    a[i] = cosine * old + sine * b[i];
    b[i] = cosine * b[i] - conjugate(sine) * old;
  });
}

// The matrix of a modified rotation; the flag, the first parameter, says which of its elements are 1 or -1.
template <typename T>
struct Modified {
  T flag = -2, h11 = 0, h21 = 0, h12 = 0, h22 = 0;

  explicit Modified(const T* p) : flag(p[0]), h11(p[1]), h21(p[2]), h12(p[3]), h22(p[4]) {
    if (flag == -1) return;
    if (flag != 1) h11 = h22 = 1;
    if (flag == 1) h12 = 1, h21 = -1;
    if (flag == -2) h12 = h21 = 0;
  }
  Modified() = default;

  // Elements that were 1 or -1 are about to be scaled.
  void make_general() {
    if (flag == 0) h11 = h22 = 1;
    if (flag == 1) h12 = 1, h21 = -1;
    flag = -1;
  }
  void store(T* p) const {
    p[0] = flag;
    if (flag == -1 || flag == 1) p[1] = h11, p[4] = h22;
    if (flag == -1 || flag == 0) p[2] = h21, p[3] = h12;
  }
};

template <typename T>
cublasStatus_t rotate_modified(cublasHandle_t handle, int n, T* x, int incx, T* y, int incy,
                               const T* param) {
  if (param == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  T given[5];
  for (int i = 0; i < 5; ++i)
    if (const cublasStatus_t error = read(handle, param + i, given[i])) return error;
  const Modified<T> h(given);
  if (h.flag == -2) return CUBLAS_STATUS_SUCCESS;
  const Vector<T> a(x, n, incx), b(y, n, incy);
  return each(handle, n, [=](Index i) {
    const T old = a[i];
    a[i] = h.h11 * old + h.h12 * b[i];
    b[i] = h.h21 * old + h.h22 * b[i];
  });
}

// Keeps a weight within [2^-24, 2^24] by powers of 4096, which the row of the matrix takes over.
template <typename T>
void rescale(Modified<T>& h, T& weight, T& one, T& other, T* length) {
  constexpr T kStep = 4096, kMost = kStep * kStep;
  while (weight != 0 && (std::abs(weight) <= 1 / kMost || std::abs(weight) >= kMost)) {
    h.make_general();
    const T factor = std::abs(weight) >= kMost ? kStep : 1 / kStep;
    weight /= factor * factor;
    one *= factor, other *= factor;
    if (length != nullptr) *length *= factor;
  }
}

template <typename T>
Modified<T> make_modified(T& d1, T& d2, T& x1, T y1) {
  Modified<T> h;
  const auto fail = [&] {
    h = {}, h.flag = -1;
    d1 = d2 = x1 = 0;
    return h;
  };
  if (d1 < 0) return fail();
  const T p2 = d2 * y1;
  if (p2 == 0) return h;
  const T p1 = d1 * x1;
  if (std::abs(p1 * x1) > std::abs(p2 * y1)) {
    h.flag = 0, h.h21 = -y1 / x1, h.h12 = p2 / p1;
    const T u = 1 - h.h12 * h.h21;
    if (u <= 0) return fail();
    d1 /= u, d2 /= u, x1 *= u;
  } else {
    if (p2 * y1 < 0) return fail();
    h.flag = 1, h.h11 = p1 / p2, h.h22 = x1 / y1;
    const T u = 1 + h.h11 * h.h22, first = d2 / u;
    d2 = d1 / u, d1 = first, x1 = y1 * u;
  }
  rescale(h, d1, h.h11, h.h12, &x1);
  rescale(h, d2, h.h21, h.h22, static_cast<T*>(nullptr));
  return h;
}

}  // namespace

#define VG_MAKE(L, T, R)                                                                           \
  cublasStatus_t cublas##L##rotg(cublasHandle_t handle, T* a, T* b, R* c, T* s) {                  \
    return call(handle, [&] {                                                                      \
      if (a == nullptr || b == nullptr || c == nullptr || s == nullptr)                            \
        return CUBLAS_STATUS_INVALID_VALUE;                                                        \
      return with_scalars(handle, [=] { make_rotation(*number(a), *number(b), *c, *number(s)); }); \
    });                                                                                            \
  }
VG_MAKE(S, float, float)
VG_MAKE(D, double, double)
VG_MAKE(C, cuComplex, float)
VG_MAKE(Z, cuDoubleComplex, double)
#undef VG_MAKE

#define VG_ROTATE(L, T, R, S)                                                                 \
  cublasStatus_t cublas##L##rot(cublasHandle_t handle, int n, T* x, int incx, T* y, int incy, \
                                const R* c, const S* s) {                                     \
    return call(handle, [&] {                                                                 \
      return rotate(handle, n, number(x), incx, number(y), incy, c, number(s));               \
    });                                                                                       \
  }
VG_ROTATE(S, float, float, float)
VG_ROTATE(D, double, double, double)
VG_ROTATE(C, cuComplex, float, cuComplex)
VG_ROTATE(Cs, cuComplex, float, float)
VG_ROTATE(Z, cuDoubleComplex, double, cuDoubleComplex)
VG_ROTATE(Zd, cuDoubleComplex, double, double)
#undef VG_ROTATE

#define VG_MODIFIED(L, T)                                                                      \
  cublasStatus_t cublas##L##rotm(cublasHandle_t handle, int n, T* x, int incx, T* y, int incy, \
                                 const T* param) {                                             \
    return call(handle, [&] { return rotate_modified(handle, n, x, incx, y, incy, param); });  \
  }                                                                                            \
  cublasStatus_t cublas##L##rotmg(cublasHandle_t handle, T* d1, T* d2, T* x1, const T* y1,     \
                                  T* param) {                                                  \
    return call(handle, [&] {                                                                  \
      if (d1 == nullptr || d2 == nullptr || x1 == nullptr || y1 == nullptr || !param)          \
        return CUBLAS_STATUS_INVALID_VALUE;                                                    \
      return with_scalars(handle, [=] { make_modified(*d1, *d2, *x1, *y1).store(param); });    \
    });                                                                                        \
  }
VG_MODIFIED(S, float)
VG_MODIFIED(D, double)
#undef VG_MODIFIED
