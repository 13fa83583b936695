// memcpy_async and wait: the copy is made at once by the group's threads, so waiting is a barrier of theirs.
// SPDX-License-Identifier: MIT
#if defined(__CUDA__) && !defined(VG_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H)
#define VG_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H

#include "cooperative_groups.h"
#include "cuda/vgpu_copy.h"

namespace cooperative_groups {

template <class Group, class T, class U, class Size>
VG_FN void memcpy_async(const Group& group, T* to, const U* from, const Size& bytes) {
  cuda::__vg_copy(to, from, (size_t)bytes, group.thread_rank(), group.size());
}
// Two layouts: the shorter one counts, in elements.
template <class Group, class T, class U, class Size>
VG_FN void memcpy_async(const Group& group, T* to, const Size& room, const U* from,
                        const Size& count) {
  const size_t elements = (size_t)room < (size_t)count ? (size_t)room : (size_t)count;
  cuda::__vg_copy(to, from, elements * sizeof(T), group.thread_rank(), group.size());
}
template <class Group>
VG_FN void wait(const Group& group) {
  group.sync();
}
template <unsigned Stages, class Group>
VG_FN void wait_prior(const Group& group) {
  group.sync();
}

}  // namespace cooperative_groups

#endif
