// What the libraries beside the run time (cuBLAS, cuFFT, ...) do alike in every function.
// SPDX-License-Identifier: MIT
#pragma once

#include <library_types.h>

#include <cstddef>
#include <new>

namespace vgpu::cuda {

// Runs the body of a function, which gives the library's status; nothing may be thrown into a C program.
template <typename Status, typename Body>
Status library_call(Status no_memory, Status other_failure, Body&& body) noexcept {
  try {
    return body();
  } catch (const std::bad_alloc&) {
    return no_memory;
  } catch (...) {
    return other_failure;
  }
}

// body(T{}) for the kind of number that `type` names, real or, in the library's own types, complex.
template <typename Complex, typename DoubleComplex, typename Status, typename Body>
Status with_number(cudaDataType type, Status otherwise, Body&& body) {
  switch (type) {
    case CUDA_R_32F:
      return body(float{});
    case CUDA_R_64F:
      return body(double{});
    case CUDA_C_32F:
      return body(Complex{});
    case CUDA_C_64F:
      return body(DoubleComplex{});
    default:
      return otherwise;
  }
}

// Bytes of an element.
inline std::size_t bytes_of(cudaDataType type) {
  switch (type) {
    case CUDA_R_8I:
    case CUDA_R_8U:
    case CUDA_R_8F_E4M3:
    case CUDA_R_8F_E5M2:
      return 1;
    case CUDA_R_16F:
    case CUDA_R_16BF:
      return 2;
    case CUDA_R_64F:
    case CUDA_C_32F:
      return 8;
    case CUDA_C_64F:
      return 16;
    default:
      return 4;
  }
}

}  // namespace vgpu::cuda
