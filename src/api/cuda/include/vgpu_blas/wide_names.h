// cuBLAS's names with _64: the same functions with sizes of 64 bits, of which those are taken that 32 bits hold.
//
// Each is a constant that is called like a function. SPDX-License-Identifier: MIT
#ifndef VGPU_BLAS_WIDE_NAMES_H
#define VGPU_BLAS_WIDE_NAMES_H

#include <limits.h>
#include <stdint.h>

#include <type_traits>

template <class T>
struct __vg_blas_parameter {
  // int becomes int64_t; all else stays.
  typedef typename std::conditional<std::is_same<T, int>::value, int64_t, T>::type type;
  static bool fits(type) { return true; }
  static T narrow(type value) { return value; }
};
template <>
struct __vg_blas_parameter<int> {
  typedef int64_t type;
  static bool fits(int64_t value) { return value >= INT_MIN && value <= INT_MAX; }
  static int narrow(int64_t value) { return (int)value; }
};

template <class Function, Function* function>
struct __vg_blas_wide;
template <class... Parameters, cublasStatus_t (*function)(Parameters...)>
struct __vg_blas_wide<cublasStatus_t(Parameters...), function> {
  static cublasStatus_t call(typename __vg_blas_parameter<Parameters>::type... values) {
    const bool fit[] = {__vg_blas_parameter<Parameters>::fits(values)...};
    for (const bool one : fit)
      if (!one) return CUBLAS_STATUS_NOT_SUPPORTED;
    return function(__vg_blas_parameter<Parameters>::narrow(values)...);
  }
};

#define VG_WIDE(name) static constexpr auto name##_64 = &__vg_blas_wide<decltype(name), name>::call;
#define VG_WIDE_2(a, b, name) VG_WIDE(cublas##a##name) VG_WIDE(cublas##b##name)
#define VG_WIDE_REAL(name) VG_WIDE_2(S, D, name)
#define VG_WIDE_COMPLEX(name) VG_WIDE_2(C, Z, name)
#define VG_WIDE_ALL(name) VG_WIDE_REAL(name) VG_WIDE_COMPLEX(name)
VG_WIDE_ALL(axpy)
VG_WIDE_ALL(copy)
VG_WIDE_ALL(scal)
VG_WIDE_ALL(swap)
VG_WIDE_ALL(rot)
VG_WIDE_REAL(asum)
VG_WIDE_REAL(dot)
VG_WIDE_REAL(nrm2)
VG_WIDE_REAL(rotm)
VG_WIDE_COMPLEX(dotc)
VG_WIDE_COMPLEX(dotu)
VG_WIDE_2(Sc, Dz, asum)
VG_WIDE_2(Sc, Dz, nrm2)
VG_WIDE_2(Cs, Zd, scal)
VG_WIDE_2(Cs, Zd, rot)

VG_WIDE_ALL(gemv)
VG_WIDE_ALL(gbmv)
VG_WIDE_ALL(symv)
VG_WIDE_ALL(syr)
VG_WIDE_ALL(syr2)
VG_WIDE_ALL(trmv)
VG_WIDE_ALL(trsv)
VG_WIDE_ALL(tbmv)
VG_WIDE_ALL(tbsv)
VG_WIDE_ALL(tpmv)
VG_WIDE_ALL(tpsv)
VG_WIDE_REAL(ger)
VG_WIDE_REAL(sbmv)
VG_WIDE_REAL(spmv)
VG_WIDE_REAL(spr)
VG_WIDE_REAL(spr2)
VG_WIDE_COMPLEX(gerc)
VG_WIDE_COMPLEX(geru)
VG_WIDE_COMPLEX(hemv)
VG_WIDE_COMPLEX(hbmv)
VG_WIDE_COMPLEX(hpmv)
VG_WIDE_COMPLEX(her)
VG_WIDE_COMPLEX(her2)
VG_WIDE_COMPLEX(hpr)
VG_WIDE_COMPLEX(hpr2)
VG_WIDE_ALL(gemvBatched)
VG_WIDE_ALL(gemvStridedBatched)

VG_WIDE_ALL(gemm)
VG_WIDE_ALL(gemmBatched)
VG_WIDE_ALL(gemmStridedBatched)
VG_WIDE_ALL(symm)
VG_WIDE_ALL(syrk)
VG_WIDE_ALL(syr2k)
VG_WIDE_ALL(syrkx)
VG_WIDE_ALL(trmm)
VG_WIDE_ALL(trsm)
VG_WIDE_ALL(trsmBatched)
VG_WIDE_ALL(dgmm)
VG_WIDE_ALL(geam)
VG_WIDE_COMPLEX(gemm3m)
VG_WIDE_COMPLEX(hemm)
VG_WIDE_COMPLEX(herk)
VG_WIDE_COMPLEX(her2k)
VG_WIDE_COMPLEX(herkx)
VG_WIDE(cublasHgemm)
VG_WIDE(cublasHgemmBatched)
VG_WIDE(cublasHgemmStridedBatched)
VG_WIDE(cublasSgemmEx)
VG_WIDE(cublasGemmEx)
VG_WIDE(cublasCgemmEx)
VG_WIDE(cublasCgemm3mEx)
VG_WIDE(cublasCgemm3mBatched)
VG_WIDE(cublasCgemm3mStridedBatched)
VG_WIDE(cublasCsyrkEx)
VG_WIDE(cublasCsyrk3mEx)
VG_WIDE(cublasCherkEx)
VG_WIDE(cublasCherk3mEx)
VG_WIDE(cublasGemmBatchedEx)
VG_WIDE(cublasGemmStridedBatchedEx)
VG_WIDE(cublasAxpyEx)
VG_WIDE(cublasDotEx)
VG_WIDE(cublasDotcEx)
VG_WIDE(cublasNrm2Ex)
VG_WIDE(cublasScalEx)
VG_WIDE(cublasCopyEx)
VG_WIDE(cublasSwapEx)
VG_WIDE(cublasAsumEx)
VG_WIDE(cublasRotEx)
VG_WIDE(cublasSetVector)
VG_WIDE(cublasGetVector)
VG_WIDE(cublasSetMatrix)
VG_WIDE(cublasGetMatrix)

#undef VG_WIDE
#undef VG_WIDE_2
#undef VG_WIDE_REAL
#undef VG_WIDE_COMPLEX
#undef VG_WIDE_ALL

#endif
