/* Functions of the program that cuFFT calls for each element that it loads or stores.
 *
 * Such a function is device code of the program's own, so the kernels that call it are compiled with the program:
 * cufftXtSetCallback is a template that hands them to the library. SPDX-License-Identifier: MIT
 */
#ifndef VGPU_CUFFT_CALLBACKS_H
#define VGPU_CUFFT_CALLBACKS_H

#include "cufft.h"

typedef enum cufftXtCallbackType_t {
  CUFFT_CB_LD_COMPLEX = 0,
  CUFFT_CB_LD_COMPLEX_DOUBLE = 1,
  CUFFT_CB_LD_REAL = 2,
  CUFFT_CB_LD_REAL_DOUBLE = 3,
  CUFFT_CB_ST_COMPLEX = 4,
  CUFFT_CB_ST_COMPLEX_DOUBLE = 5,
  CUFFT_CB_ST_REAL = 6,
  CUFFT_CB_ST_REAL_DOUBLE = 7,
  CUFFT_CB_UNDEFINED = 8
} cufftXtCallbackType;

typedef cufftComplex (*cufftCallbackLoadC)(void* data, size_t offset, void* info, void* shared);
typedef cufftDoubleComplex (*cufftCallbackLoadZ)(void* data, size_t offset, void* info,
                                                 void* shared);
typedef cufftReal (*cufftCallbackLoadR)(void* data, size_t offset, void* info, void* shared);
typedef cufftDoubleReal (*cufftCallbackLoadD)(void* data, size_t offset, void* info, void* shared);
typedef void (*cufftCallbackStoreC)(void* data, size_t offset, cufftComplex element, void* info,
                                    void* shared);
typedef void (*cufftCallbackStoreZ)(void* data, size_t offset, cufftDoubleComplex element,
                                    void* info, void* shared);
typedef void (*cufftCallbackStoreR)(void* data, size_t offset, cufftReal element, void* info,
                                    void* shared);
typedef void (*cufftCallbackStoreD)(void* data, size_t offset, cufftDoubleReal element, void* info,
                                    void* shared);

/* Where the elements of one side of a transform are: four axes, the last one fastest. */
typedef struct {
  size_t lengths[4];
  long long strides[4];
} __vgpuCufftPlaces;

VG_C_BEGIN
cufftResult __vgpuCufftSetCallback(cufftHandle plan, void* routine, cufftXtCallbackType type,
                                   void* info, const void* kernel);
cufftResult cufftXtClearCallback(cufftHandle plan, cufftXtCallbackType type);
cufftResult cufftXtSetCallbackSharedSize(cufftHandle plan, cufftXtCallbackType type, size_t bytes);
VG_C_END

#ifdef __CUDACC__
__device__ inline bool __vg_cufft_offset(const __vgpuCufftPlaces& places, size_t index,
                                         size_t* offset) {
  *offset = 0;
  for (int axis = 3; axis >= 0; --axis) {
    *offset += index % places.lengths[axis] * places.strides[axis];
    index /= places.lengths[axis];
  }
  return index == 0;
}

template <class T>
__global__ void __vg_cufft_load(T (*load)(void*, size_t, void*, void*), void* data, T* loaded,
                                void* info, __vgpuCufftPlaces places) {
  extern __shared__ char __vg_cufft_shared[];
  size_t offset;
  if (__vg_cufft_offset(places, (size_t)blockIdx.x * blockDim.x + threadIdx.x, &offset))
    loaded[offset] = load(data, offset, info, __vg_cufft_shared);
}

template <class T>
__global__ void __vg_cufft_store(void (*store)(void*, size_t, T, void*, void*), void* data,
                                 T* stored, void* info, __vgpuCufftPlaces places) {
  extern __shared__ char __vg_cufft_shared[];
  size_t offset;
  if (__vg_cufft_offset(places, (size_t)blockIdx.x * blockDim.x + threadIdx.x, &offset))
    store(data, offset, stored[offset], info, __vg_cufft_shared);
}

template <class Handle>
cufftResult cufftXtSetCallback(Handle plan, void** routine, cufftXtCallbackType type, void** info) {
  const void* kernels[] = {(const void*)&__vg_cufft_load<cufftComplex>,
                           (const void*)&__vg_cufft_load<cufftDoubleComplex>,
                           (const void*)&__vg_cufft_load<cufftReal>,
                           (const void*)&__vg_cufft_load<cufftDoubleReal>,
                           (const void*)&__vg_cufft_store<cufftComplex>,
                           (const void*)&__vg_cufft_store<cufftDoubleComplex>,
                           (const void*)&__vg_cufft_store<cufftReal>,
                           (const void*)&__vg_cufft_store<cufftDoubleReal>};
  if (routine == nullptr || type < 0 || type >= CUFFT_CB_UNDEFINED) return CUFFT_INVALID_VALUE;
  return __vgpuCufftSetCallback(plan, *routine, type, info == nullptr ? nullptr : *info,
                                kernels[type]);
}
#endif

#endif
