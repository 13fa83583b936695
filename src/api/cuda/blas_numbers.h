// Real numbers of a type that is known at run time, read and written as floats: those of 32, 16 and 8 bits.
//
// Used by cublas_typed_vectors.cpp, cublas_gemm.cpp and cublas_lt_matmul.cpp. SPDX-License-Identifier: MIT
#pragma once

#include <cuda_fp8.h>

#include <cstdint>
#include <cstring>

#include "api/cuda/blas.h"
#include "base/half.h"

namespace vgpu::cuda::blas {

inline bool is_small_float(cudaDataType type) { return type == CUDA_R_16F || type == CUDA_R_16BF; }
inline bool is_tiny_float(cudaDataType type) {
  return type == CUDA_R_8F_E4M3 || type == CUDA_R_8F_E5M2;
}

struct Numbers {
  char* data;
  cudaDataType type;

  char* at(Index i) const { return data + i * static_cast<Index>(bytes_of(type)); }
  float get(Index i) const {
    switch (type) {
      case CUDA_R_16F:
        return static_cast<float>(stored<Half>(i));
      case CUDA_R_16BF:
        return static_cast<float>(stored<BFloat16>(i));
      case CUDA_R_8F_E4M3:
        return static_cast<float>(stored<__nv_fp8_e4m3>(i));
      case CUDA_R_8F_E5M2:
        return static_cast<float>(stored<__nv_fp8_e5m2>(i));
      case CUDA_R_8I:
        return stored<std::int8_t>(i);
      default:
        return stored<float>(i);
    }
  }
  // Numbers of eight bits that are too large become the largest.
  void set(Index i, float value) const {
    switch (type) {
      case CUDA_R_16F:
        return store(i, Half(value));
      case CUDA_R_16BF:
        return store(i, BFloat16(value));
      case CUDA_R_8F_E4M3:
        return store(i, __nv_fp8_e4m3(value));
      case CUDA_R_8F_E5M2:
        return store(i, __nv_fp8_e5m2(value));
      default:
        return store(i, value);
    }
  }

 private:
  template <typename T>
  T stored(Index i) const {
    T value;
    std::memcpy(&value, data + i * static_cast<Index>(sizeof value), sizeof value);
    return value;
  }
  template <typename T>
  void store(Index i, T value) const {
    std::memcpy(data + i * static_cast<Index>(sizeof value), &value, sizeof value);
  }
};

inline Numbers numbers_at(const void* data, cudaDataType type, Index offset = 0) {
  char* begin = static_cast<char*>(const_cast<void*>(data));
  return {begin == nullptr ? nullptr : begin + offset * static_cast<Index>(bytes_of(type)), type};
}

}  // namespace vgpu::cuda::blas
