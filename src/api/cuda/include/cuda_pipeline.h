// The C-like names of asynchronous copies into shared memory; they are made at once.
// SPDX-License-Identifier: MIT
#if defined(__CUDA__) && !defined(VG_CUDA_PIPELINE_H)
#define VG_CUDA_PIPELINE_H

#include <cuda/pipeline>

VG_FN void __pipeline_memcpy_async(void* to, const void* from, size_t bytes, size_t zeros = 0) {
  cuda::__vg_copy(to, from, bytes - zeros, 0, 1);
  for (size_t i = bytes - zeros; i < bytes; ++i) ((unsigned char*)to)[i] = 0;
}
VG_FN void __pipeline_commit() {}
VG_FN void __pipeline_wait_prior(size_t) {}

#endif
