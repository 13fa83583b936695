// Copies shared out over the threads of a group, for the asynchronous copies of several headers.
// SPDX-License-Identifier: MIT
#ifndef VG_CUDA_COPY_H
#define VG_CUDA_COPY_H

#include "vgpu_cuda.h"

namespace cuda {

// A size that is known to be a multiple of Alignment.
template <size_t Alignment>
struct aligned_size_t {
  static constexpr size_t align = Alignment;
  size_t value;
  VG_BOTH constexpr explicit aligned_size_t(size_t bytes) : value(bytes) {}
  VG_BOTH constexpr operator size_t() const { return value; }
};

#ifdef __CUDA__
template <class Word>
VG_FN void __vg_copy_words(void* to, const void* from, size_t count, size_t rank, size_t threads) {
  for (size_t i = rank; i < count; i += threads) ((Word*)to)[i] = ((const Word*)from)[i];
}
VG_FN void __vg_copy(void* to, const void* from, size_t bytes, size_t rank, size_t threads) {
  const size_t bits = (size_t)to | (size_t)from | bytes;
  if (bits % 4 == 0)
    __vg_copy_words<unsigned>(to, from, bytes / 4, rank, threads);
  else
    __vg_copy_words<unsigned char>(to, from, bytes, rank, threads);
}
#endif

}  // namespace cuda

#endif
