// nvcuda::experimental::awbarrier, the class over cuda_awbarrier_primitives.h.
// SPDX-License-Identifier: MIT
#ifndef VG_CUDA_AWBARRIER_H
#define VG_CUDA_AWBARRIER_H

#include "cuda_awbarrier_primitives.h"

#ifdef __CUDACC__
namespace nvcuda {
namespace experimental {

class awbarrier {
 public:
  class arrival_token {
   public:
    arrival_token() = default;
    __device__ uint32_t pending_count() const { return __mbarrier_token_pending_count(token_); }

   private:
    friend class awbarrier;
    __device__ explicit arrival_token(uint64_t token) : token_(token) {}
    uint64_t token_;
  };

  awbarrier() = default;
  awbarrier(const awbarrier&) = delete;
  awbarrier& operator=(const awbarrier&) = delete;

  __device__ arrival_token arrive() { return arrival_token(__mbarrier_arrive(&barrier_)); }
  __device__ arrival_token arrive_and_drop() {
    return arrival_token(__mbarrier_arrive_and_drop(&barrier_));
  }
  // Both wait as long as it takes.
  __device__ bool timed_wait(arrival_token token, uint32_t) {
    wait(token);
    return true;
  }
  __device__ void wait(arrival_token token) {
    while (!__mbarrier_test_wait(&barrier_, token.token_)) {
    }
  }
  __device__ void arrive_and_wait() { wait(arrive()); }
  static __device__ constexpr uint32_t max() { return (uint32_t)__vg_mbarrier_count; }

 private:
  friend __device__ void init(awbarrier* barrier, uint32_t expected);
  __mbarrier_t barrier_;
};

inline __device__ void init(awbarrier* barrier, uint32_t expected) {
  __mbarrier_init(&barrier->barrier_, expected);
}

}  // namespace experimental
}  // namespace nvcuda
#endif

#endif
