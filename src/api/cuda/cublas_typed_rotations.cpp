// The functions of vgpu_blas/rotations.h whose types the call names, on those of one type.
// SPDX-License-Identifier: MIT
#include <initializer_list>

#include "api/cuda/blas.h"

namespace {

bool are_all(cudaDataType wanted, std::initializer_list<cudaDataType> types) {
  for (const cudaDataType type : types)
    if (type != wanted) return false;
  return true;
}

template <typename T>
T* as(void* pointer) {
  return static_cast<T*>(pointer);
}
template <typename T>
const T* as(const void* pointer) {
  return static_cast<const T*>(pointer);
}

}  // namespace

// The cosine of complex numbers is real; its type is not named.
cublasStatus_t cublasRotgEx(cublasHandle_t handle, void* a, void* b, cudaDataType abType, void* c,
                            void* s, cudaDataType csType, cudaDataType execution) {
  if (!are_all(abType, {csType, execution})) return CUBLAS_STATUS_NOT_SUPPORTED;
  switch (abType) {
    case CUDA_R_32F:
      return cublasSrotg(handle, as<float>(a), as<float>(b), as<float>(c), as<float>(s));
    case CUDA_R_64F:
      return cublasDrotg(handle, as<double>(a), as<double>(b), as<double>(c), as<double>(s));
    case CUDA_C_32F:
      return cublasCrotg(handle, as<cuComplex>(a), as<cuComplex>(b), as<float>(c),
                         as<cuComplex>(s));
    case CUDA_C_64F:
      return cublasZrotg(handle, as<cuDoubleComplex>(a), as<cuDoubleComplex>(b), as<double>(c),
                         as<cuDoubleComplex>(s));
    default:
      return CUBLAS_STATUS_NOT_SUPPORTED;
  }
}

cublasStatus_t cublasRotmEx(cublasHandle_t handle, int n, void* x, cudaDataType xType, int incx,
                            void* y, cudaDataType yType, int incy, const void* param,
                            cudaDataType paramType, cudaDataType execution) {
  if (!are_all(xType, {yType, paramType, execution})) return CUBLAS_STATUS_NOT_SUPPORTED;
  if (xType == CUDA_R_32F)
    return cublasSrotm(handle, n, as<float>(x), incx, as<float>(y), incy, as<float>(param));
  if (xType == CUDA_R_64F)
    return cublasDrotm(handle, n, as<double>(x), incx, as<double>(y), incy, as<double>(param));
  return CUBLAS_STATUS_NOT_SUPPORTED;
}

cublasStatus_t cublasRotmgEx(cublasHandle_t handle, void* d1, cudaDataType d1Type, void* d2,
                             cudaDataType d2Type, void* x1, cudaDataType x1Type, const void* y1,
                             cudaDataType y1Type, void* param, cudaDataType paramType,
                             cudaDataType execution) {
  if (!are_all(d1Type, {d2Type, x1Type, y1Type, paramType, execution}))
    return CUBLAS_STATUS_NOT_SUPPORTED;
  if (d1Type == CUDA_R_32F)
    return cublasSrotmg(handle, as<float>(d1), as<float>(d2), as<float>(x1), as<float>(y1),
                        as<float>(param));
  if (d1Type == CUDA_R_64F)
    return cublasDrotmg(handle, as<double>(d1), as<double>(d2), as<double>(x1), as<double>(y1),
                        as<double>(param));
  return CUBLAS_STATUS_NOT_SUPPORTED;
}
