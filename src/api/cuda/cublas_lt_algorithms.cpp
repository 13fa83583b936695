// The functions of vgpu_blas/lt_algorithms.h: one algorithm, which can do everything and has nothing to be set.
// SPDX-License-Identifier: MIT
#include <cstring>
#include <vector>

#include "api/cuda/blas_lt.h"

namespace {

constexpr int kOnlyId = 0;

// Gives `contents` to a caller who may ask for the size first, with no place for the value.
template <typename T>
cublasStatus_t give(const std::vector<T>& contents, void* value, std::size_t bytes,
                    std::size_t* written) {
  const std::size_t size = contents.size() * sizeof(T);
  if (written != nullptr) *written = size;
  if (bytes == 0) return written == nullptr ? CUBLAS_STATUS_INVALID_VALUE : CUBLAS_STATUS_SUCCESS;
  if (value == nullptr || bytes < size) return CUBLAS_STATUS_INVALID_VALUE;
  std::memcpy(value, contents.data(), size);
  return CUBLAS_STATUS_SUCCESS;
}

// Settings of how a GPU would make the product, each a 32-bit number in the algorithm's data; nothing reads them but
// the program.
bool is_setting(cublasLtMatmulAlgoConfigAttributes_t attribute) {
  return attribute >= CUBLASLT_ALGO_CONFIG_ID && attribute <= CUBLASLT_ALGO_CONFIG_INNER_SHAPE_ID;
}

bool is_a_half(cublasLtMatmulAlgoConfigAttributes_t attribute) {
  return attribute == CUBLASLT_ALGO_CONFIG_INNER_SHAPE_ID;
}

}  // namespace

cublasStatus_t cublasLtMatmulAlgoGetIds(cublasLtHandle_t handle, cublasComputeType_t, cudaDataType,
                                        cudaDataType, cudaDataType, cudaDataType, cudaDataType,
                                        int requested, int ids[], int* returned) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (requested < 1 || ids == nullptr || returned == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  ids[0] = kOnlyId;
  *returned = 1;
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulAlgoInit(cublasLtHandle_t handle, cublasComputeType_t, cudaDataType,
                                      cudaDataType, cudaDataType, cudaDataType, cudaDataType,
                                      int id, cublasLtMatmulAlgo_t* algo) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (id != kOnlyId || algo == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  *algo = {};
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulAlgoCheck(cublasLtHandle_t handle, cublasLtMatmulDesc_t desc,
                                       cublasLtMatrixLayout_t A, cublasLtMatrixLayout_t B,
                                       cublasLtMatrixLayout_t C, cublasLtMatrixLayout_t D,
                                       const cublasLtMatmulAlgo_t* algo,
                                       cublasLtMatmulHeuristicResult_t* result) {
  if (algo == nullptr || result == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  int returned = 0;
  const cublasLtMatmulAlgo_t given = *algo;  // which may be a part of the result
  const cublasStatus_t error =
      cublasLtMatmulAlgoGetHeuristic(handle, desc, A, B, C, D, nullptr, 1, result, &returned);
  if (error == CUBLAS_STATUS_SUCCESS) result->algo = given;
  return error;
}

cublasStatus_t cublasLtMatmulAlgoCapGetAttribute(const cublasLtMatmulAlgo_t* algo,
                                                 cublasLtMatmulAlgoCapAttributes_t attribute,
                                                 void* value, size_t bytes, size_t* written) {
  if (algo == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  const auto number = [&](std::int32_t x) {
    return give(std::vector<std::int32_t>{x}, value, bytes, written);
  };
  switch (attribute) {
    case CUBLASLT_ALGO_CAP_TILE_IDS:
    case CUBLASLT_ALGO_CAP_STAGES_IDS:
      return give(std::vector<std::uint32_t>{}, value, bytes, written);
    case CUBLASLT_ALGO_CAP_SPLITK_SUPPORT:
    case CUBLASLT_ALGO_CAP_CTA_SWIZZLING_SUPPORT:
    case CUBLASLT_ALGO_CAP_UPLO_SUPPORT:
    case CUBLASLT_ALGO_CAP_CUSTOM_OPTION_MAX:
    case CUBLASLT_ALGO_CAP_REDUCTION_SCHEME_MASK:
      return number(0);
    case CUBLASLT_ALGO_CAP_STRIDED_BATCH_SUPPORT:
    case CUBLASLT_ALGO_CAP_OUT_OF_PLACE_RESULT_SUPPORT:
    case CUBLASLT_ALGO_CAP_CUSTOM_MEMORY_ORDER:
    case CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_A_BYTES:
    case CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_B_BYTES:
    case CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_C_BYTES:
    case CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_D_BYTES:
      return number(1);
    case CUBLASLT_ALGO_CAP_POINTER_MODE_MASK:
      return number(3);  // of the host and of the device
    case CUBLASLT_ALGO_CAP_EPILOGUE_MASK:
      return number(0x3ff);  // the bits of all that cublasLtEpilogue_t has
  }
  return CUBLAS_STATUS_NOT_SUPPORTED;
}

cublasStatus_t cublasLtMatmulAlgoConfigSetAttribute(cublasLtMatmulAlgo_t* algo,
                                                    cublasLtMatmulAlgoConfigAttributes_t attribute,
                                                    const void* value, size_t bytes) {
  const std::size_t size = is_a_half(attribute) ? 2 : 4;
  if (algo == nullptr || value == nullptr || bytes != size || !is_setting(attribute) ||
      attribute == CUBLASLT_ALGO_CONFIG_ID)
    return CUBLAS_STATUS_INVALID_VALUE;
  std::memcpy(&algo->data[attribute], value, size);
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulAlgoConfigGetAttribute(const cublasLtMatmulAlgo_t* algo,
                                                    cublasLtMatmulAlgoConfigAttributes_t attribute,
                                                    void* value, size_t bytes, size_t* written) {
  if (algo == nullptr || !is_setting(attribute)) return CUBLAS_STATUS_INVALID_VALUE;
  const std::uint64_t kept = algo->data[attribute];
  if (is_a_half(attribute))
    return give(std::vector<std::uint16_t>{std::uint16_t(kept)}, value, bytes, written);
  return give(std::vector<std::uint32_t>{std::uint32_t(kept)}, value, bytes, written);
}
