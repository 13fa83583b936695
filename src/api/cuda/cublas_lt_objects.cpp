// The functions of cublasLt.h that make and describe objects.
// SPDX-License-Identifier: MIT
#include <cstring>
#include <new>

#include "api/cuda/blas_lt.h"

struct cublasLtContext {};
struct cublasLtMatmulPreferenceOpaque {};

namespace {

template <typename Object>
cublasStatus_t make(Object** out, const Object& contents = {}) {
  if (out == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  *out = new (std::nothrow) Object(contents);
  return *out == nullptr ? CUBLAS_STATUS_ALLOC_FAILED : CUBLAS_STATUS_SUCCESS;
}

template <typename Object>
cublasStatus_t destroy(Object* object) {
  delete object;
  return CUBLAS_STATUS_SUCCESS;
}

// Attributes come as bytes of the field's own size.
template <typename T>
cublasStatus_t take(T& field, const void* value, std::size_t bytes) {
  if (bytes != sizeof(T)) return CUBLAS_STATUS_INVALID_VALUE;
  std::memcpy(&field, value, sizeof field);
  return CUBLAS_STATUS_SUCCESS;
}

template <typename T>
cublasStatus_t take(std::optional<T>& field, const void* value, std::size_t bytes) {
  T taken;
  const cublasStatus_t error = take(taken, value, bytes);
  if (error == CUBLAS_STATUS_SUCCESS) field = taken;
  return error;
}

cublasStatus_t set_scale(cublasLtMatmulDescOpaque& desc, cublasLtMatmulDescAttributes_t attribute,
                         const void* value, std::size_t bytes) {
  switch (attribute) {
    case CUBLASLT_MATMUL_DESC_A_SCALE_POINTER:
      return take(desc.a_scale, value, bytes);
    case CUBLASLT_MATMUL_DESC_B_SCALE_POINTER:
      return take(desc.b_scale, value, bytes);
    case CUBLASLT_MATMUL_DESC_C_SCALE_POINTER:
      return take(desc.c_scale, value, bytes);
    case CUBLASLT_MATMUL_DESC_D_SCALE_POINTER:
      return take(desc.d_scale, value, bytes);
    case CUBLASLT_MATMUL_DESC_AMAX_D_POINTER:
      return take(desc.largest, value, bytes);
    default:
      return CUBLAS_STATUS_NOT_SUPPORTED;
  }
}

cublasStatus_t set(cublasLtMatmulDescOpaque& desc, cublasLtMatmulDescAttributes_t attribute,
                   const void* value, std::size_t bytes) {
  switch (attribute) {
    case CUBLASLT_MATMUL_DESC_COMPUTE_TYPE:
      return take(desc.compute, value, bytes);
    case CUBLASLT_MATMUL_DESC_SCALE_TYPE:
      return take(desc.scale, value, bytes);
    case CUBLASLT_MATMUL_DESC_POINTER_MODE:
      return take(desc.pointers, value, bytes);
    case CUBLASLT_MATMUL_DESC_TRANSA:
      return take(desc.op_a, value, bytes);
    case CUBLASLT_MATMUL_DESC_TRANSB:
      return take(desc.op_b, value, bytes);
    case CUBLASLT_MATMUL_DESC_EPILOGUE:
      return take(desc.epilogue, value, bytes);
    case CUBLASLT_MATMUL_DESC_BIAS_POINTER:
      return take(desc.bias, value, bytes);
    case CUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE:
      return take(desc.bias_stride, value, bytes);
    case CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER:
      return take(desc.aux, value, bytes);
    case CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD:
      return take(desc.aux_leading, value, bytes);
    case CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE:
      return take(desc.aux_stride, value, bytes);
    case CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_DATA_TYPE:
      return take(desc.aux_type, value, bytes);
    case CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE:
      return take(desc.bias_type, value, bytes);
    case CUBLASLT_MATMUL_DESC_SM_COUNT_TARGET:
    case CUBLASLT_MATMUL_DESC_FAST_ACCUM:
      return CUBLAS_STATUS_SUCCESS;  // wishes about speed
    default:
      return set_scale(desc, attribute, value, bytes);
  }
}

cublasStatus_t set(cublasLtMatrixLayoutOpaque& layout, cublasLtMatrixLayoutAttribute_t attribute,
                   const void* value, std::size_t bytes) {
  switch (attribute) {
    case CUBLASLT_MATRIX_LAYOUT_TYPE:
      return take(layout.type, value, bytes);
    case CUBLASLT_MATRIX_LAYOUT_ORDER:
      return take(layout.order, value, bytes);
    case CUBLASLT_MATRIX_LAYOUT_ROWS:
      return take(layout.rows, value, bytes);
    case CUBLASLT_MATRIX_LAYOUT_COLS:
      return take(layout.columns, value, bytes);
    case CUBLASLT_MATRIX_LAYOUT_LD:
      return take(layout.leading, value, bytes);
    case CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT:
      return take(layout.batches, value, bytes);
    case CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET:
      return take(layout.stride, value, bytes);
  }
  return CUBLAS_STATUS_NOT_SUPPORTED;
}

}  // namespace

cublasStatus_t cublasLtCreate(cublasLtHandle_t* handle) { return make(handle); }
cublasStatus_t cublasLtDestroy(cublasLtHandle_t handle) { return destroy(handle); }
size_t cublasLtGetVersion(void) { return CUBLAS_VERSION; }

cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t* desc, cublasComputeType_t computeType,
                                        cudaDataType scaleType) {
  cublasLtMatmulDescOpaque contents;
  contents.compute = computeType;
  contents.scale = scaleType;
  return make(desc, contents);
}
cublasStatus_t cublasLtMatmulDescDestroy(cublasLtMatmulDesc_t desc) { return destroy(desc); }
cublasStatus_t cublasLtMatmulDescSetAttribute(cublasLtMatmulDesc_t desc,
                                              cublasLtMatmulDescAttributes_t attribute,
                                              const void* value, size_t bytes) {
  if (desc == nullptr || value == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  return set(*desc, attribute, value, bytes);
}

cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t* layout, cudaDataType type,
                                          uint64_t rows, uint64_t cols, int64_t ld) {
  cublasLtMatrixLayoutOpaque contents;
  contents.type = type;
  contents.rows = rows;
  contents.columns = cols;
  contents.leading = ld;
  return make(layout, contents);
}
cublasStatus_t cublasLtMatrixLayoutDestroy(cublasLtMatrixLayout_t layout) {
  return destroy(layout);
}
cublasStatus_t cublasLtMatrixLayoutSetAttribute(cublasLtMatrixLayout_t layout,
                                                cublasLtMatrixLayoutAttribute_t attribute,
                                                const void* value, size_t bytes) {
  if (layout == nullptr || value == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  return set(*layout, attribute, value, bytes);
}

// There is one way to make a product, so wishes about the choice change nothing.
cublasStatus_t cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t* preference) {
  return make(preference);
}
cublasStatus_t cublasLtMatmulPreferenceDestroy(cublasLtMatmulPreference_t preference) {
  return destroy(preference);
}
cublasStatus_t cublasLtMatmulPreferenceSetAttribute(cublasLtMatmulPreference_t preference,
                                                    cublasLtMatmulPreferenceAttributes_t,
                                                    const void* value, size_t) {
  return preference == nullptr || value == nullptr ? CUBLAS_STATUS_INVALID_VALUE
                                                   : CUBLAS_STATUS_SUCCESS;
}
