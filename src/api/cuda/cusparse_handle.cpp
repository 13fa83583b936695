// The functions of vgpu_sparse/handle.h: handles, modes, descriptions of matrices.
// SPDX-License-Identifier: MIT
#include "api/cuda/sparse_call.h"

using namespace vgpu::cuda;
using namespace vgpu::cuda::sparse;

namespace {

constexpr struct {
  cusparseStatus_t status;
  const char* name;
  const char* text;
} kStatuses[] = {
    {CUSPARSE_STATUS_SUCCESS, "CUSPARSE_STATUS_SUCCESS", "the operation completed"},
    {CUSPARSE_STATUS_NOT_INITIALIZED, "CUSPARSE_STATUS_NOT_INITIALIZED", "the handle is not one"},
    {CUSPARSE_STATUS_ALLOC_FAILED, "CUSPARSE_STATUS_ALLOC_FAILED", "out of memory"},
    {CUSPARSE_STATUS_INVALID_VALUE, "CUSPARSE_STATUS_INVALID_VALUE", "an argument is out of range"},
    {CUSPARSE_STATUS_ARCH_MISMATCH, "CUSPARSE_STATUS_ARCH_MISMATCH", "the device cannot do that"},
    {CUSPARSE_STATUS_MAPPING_ERROR, "CUSPARSE_STATUS_MAPPING_ERROR", "memory is out of reach"},
    {CUSPARSE_STATUS_EXECUTION_FAILED, "CUSPARSE_STATUS_EXECUTION_FAILED", "the work failed"},
    {CUSPARSE_STATUS_INTERNAL_ERROR, "CUSPARSE_STATUS_INTERNAL_ERROR", "an internal error"},
    {CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED, "CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED",
     "this type of matrix is not supported"},
    {CUSPARSE_STATUS_ZERO_PIVOT, "CUSPARSE_STATUS_ZERO_PIVOT", "a pivot is zero"},
    {CUSPARSE_STATUS_NOT_SUPPORTED, "CUSPARSE_STATUS_NOT_SUPPORTED", "this is not supported"},
    {CUSPARSE_STATUS_INSUFFICIENT_RESOURCES, "CUSPARSE_STATUS_INSUFFICIENT_RESOURCES",
     "the buffer is too small"}};

template <typename Object, typename T>
cusparseStatus_t give(const Object* object, T* out, T value) {
  if (object == nullptr) return CUSPARSE_STATUS_NOT_INITIALIZED;
  if (out == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
  *out = value;
  return CUSPARSE_STATUS_SUCCESS;
}

template <typename Object>
cusparseStatus_t make(Object** object) {
  if (object == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
  *object = new (std::nothrow) Object;
  return *object == nullptr ? CUSPARSE_STATUS_ALLOC_FAILED : CUSPARSE_STATUS_SUCCESS;
}

}  // namespace

cusparseStatus_t cusparseCreate(cusparseHandle_t* handle) { return make(handle); }

cusparseStatus_t cusparseDestroy(cusparseHandle_t handle) {
  if (handle == nullptr) return CUSPARSE_STATUS_NOT_INITIALIZED;
  delete handle;
  return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseGetVersion(cusparseHandle_t handle, int* version) {
  return give(handle, version, CUSPARSE_VERSION);
}

cusparseStatus_t cusparseGetProperty(libraryPropertyType type, int* value) {
  if (value == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
  *value = type == MAJOR_VERSION   ? CUSPARSE_VER_MAJOR
           : type == MINOR_VERSION ? CUSPARSE_VER_MINOR
                                   : CUSPARSE_VER_PATCH;
  return CUSPARSE_STATUS_SUCCESS;
}

const char* cusparseGetErrorName(cusparseStatus_t status) {
  for (const auto& row : kStatuses)
    if (row.status == status) return row.name;
  return "unrecognized error code";
}

const char* cusparseGetErrorString(cusparseStatus_t status) {
  for (const auto& row : kStatuses)
    if (row.status == status) return row.text;
  return "unrecognized error code";
}

cusparseStatus_t cusparseSetStream(cusparseHandle_t handle, cudaStream_t stream) {
  return handle == nullptr ? CUSPARSE_STATUS_NOT_INITIALIZED
                           : give(handle, &handle->stream, stream);
}
cusparseStatus_t cusparseGetStream(cusparseHandle_t handle, cudaStream_t* stream) {
  return handle == nullptr ? CUSPARSE_STATUS_NOT_INITIALIZED : give(handle, stream, handle->stream);
}
cusparseStatus_t cusparseSetPointerMode(cusparseHandle_t handle, cusparsePointerMode_t mode) {
  if (handle == nullptr) return CUSPARSE_STATUS_NOT_INITIALIZED;
  if (mode < 0 || mode > CUSPARSE_POINTER_MODE_DEVICE) return CUSPARSE_STATUS_INVALID_VALUE;
  return give(handle, &handle->pointers, mode);
}
cusparseStatus_t cusparseGetPointerMode(cusparseHandle_t handle, cusparsePointerMode_t* mode) {
  return handle == nullptr ? CUSPARSE_STATUS_NOT_INITIALIZED : give(handle, mode, handle->pointers);
}

cusparseStatus_t cusparseCreateMatDescr(cusparseMatDescr_t* description) {
  return make(description);
}
cusparseStatus_t cusparseDestroyMatDescr(cusparseMatDescr_t description) {
  delete description;
  return CUSPARSE_STATUS_SUCCESS;
}

#define VG_PROPERTY(name, type, field, last)                                          \
  cusparseStatus_t cusparseSetMat##name(cusparseMatDescr_t description, type value) { \
    if (description == nullptr || value < 0 || value > (last))                        \
      return CUSPARSE_STATUS_INVALID_VALUE;                                           \
    description->field = value;                                                       \
    return CUSPARSE_STATUS_SUCCESS;                                                   \
  }                                                                                   \
  type cusparseGetMat##name(const cusparseMatDescr_t description) {                   \
    return description == nullptr ? static_cast<type>(0) : description->field;        \
  }
VG_PROPERTY(Type, cusparseMatrixType_t, type, CUSPARSE_MATRIX_TYPE_TRIANGULAR)
VG_PROPERTY(FillMode, cusparseFillMode_t, fill, CUSPARSE_FILL_MODE_UPPER)
VG_PROPERTY(DiagType, cusparseDiagType_t, diagonal, CUSPARSE_DIAG_TYPE_UNIT)
VG_PROPERTY(IndexBase, cusparseIndexBase_t, base, CUSPARSE_INDEX_BASE_ONE)
#undef VG_PROPERTY
