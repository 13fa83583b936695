// Collectives of cub in which a thread looks at the items beside its own: BlockDiscontinuity,
// BlockAdjacentDifference, BlockShuffle.
// SPDX-License-Identifier: MIT
#ifndef VG_CUB_NEIGHBOURS_H
#define VG_CUB_NEIGHBOURS_H

#include "cub/block.h"

namespace cub {
namespace detail {

// The first and last item of every thread, for those beside it.
template <class T, int threads>
class Edges {
 public:
  struct TempStorage {
    Uninitialized<T[threads]> first, last;
  };
  __device__ explicit Edges(TempStorage& storage) : storage_(storage) {}
  __device__ Edges() : storage_(of_the_block()) {}

 protected:
  __device__ static int rank() { return (int)__vg_linear_id(); }
  template <int items>
  __device__ void publish(T (&in)[items]) {
    storage_.first.Alias()[rank()] = in[0];
    storage_.last.Alias()[rank()] = in[items - 1];
    __syncthreads();
  }
  // What stands before and behind this thread's items; at the block's ends nothing does.
  __device__ T before() { return storage_.last.Alias()[rank() > 0 ? rank() - 1 : 0]; }
  __device__ T behind() {
    return storage_.first.Alias()[rank() + 1 < threads ? rank() + 1 : threads - 1];
  }

 private:
  __device__ static TempStorage& of_the_block() {
    __shared__ TempStorage storage;
    return storage;
  }
  TempStorage& storage_;
};

// Flag functions may take the item's index as well.
template <class Op, class T>
__device__ auto flag_of(Op& op, const T& a, const T& b, int) -> decltype((bool)op(a, b)) {
  return op(a, b);
}
template <class Op, class T>
__device__ auto flag_of(Op& op, const T& a, const T& b, int index)
    -> decltype((bool)op(a, b, index)) {
  return op(a, b, index);
}

}  // namespace detail

template <class T, int X, int Y = 1, int Z = 1>
class BlockDiscontinuity : detail::Edges<T, X * Y * Z> {
  typedef detail::Edges<T, X * Y * Z> Base;

 public:
  using Base::Base;
  using typename Base::TempStorage;
  __device__ BlockDiscontinuity() {}
  template <int items, class Flag, class Op>
  __device__ void FlagHeads(Flag (&flags)[items], T (&in)[items], Op op) {
    heads(flags, in, op, nullptr);
  }
  template <int items, class Flag, class Op>
  __device__ void FlagHeads(Flag (&flags)[items], T (&in)[items], Op op, T before_block) {
    heads(flags, in, op, &before_block);
  }
  template <int items, class Flag, class Op>
  __device__ void FlagTails(Flag (&flags)[items], T (&in)[items], Op op) {
    tails(flags, in, op, nullptr);
  }
  template <int items, class Flag, class Op>
  __device__ void FlagTails(Flag (&flags)[items], T (&in)[items], Op op, T behind_block) {
    tails(flags, in, op, &behind_block);
  }
  template <int items, class Flag, class Op>
  __device__ void FlagHeadsAndTails(Flag (&head_flags)[items], Flag (&tail_flags)[items],
                                    T (&in)[items], Op op) {
    heads(head_flags, in, op, nullptr);
    __syncthreads();
    tails(tail_flags, in, op, nullptr);
  }

 private:
  template <int items, class Flag, class Op>
  __device__ void heads(Flag (&flags)[items], T (&in)[items], Op op, const T* before_block) {
    this->publish(in);
    const bool first = this->rank() == 0;
    const T before = first && before_block != nullptr ? *before_block : this->before();
    for (int i = items - 1; i > 0; --i)
      flags[i] = detail::flag_of(op, in[i - 1], in[i], this->rank() * items + i);
    flags[0] = (first && before_block == nullptr) ||
               detail::flag_of(op, before, in[0], this->rank() * items);
  }
  template <int items, class Flag, class Op>
  __device__ void tails(Flag (&flags)[items], T (&in)[items], Op op, const T* behind_block) {
    this->publish(in);
    const bool last = this->rank() == X * Y * Z - 1;
    const T behind = last && behind_block != nullptr ? *behind_block : this->behind();
    for (int i = 0; i + 1 < items; ++i)
      flags[i] = detail::flag_of(op, in[i], in[i + 1], this->rank() * items + i + 1);
    flags[items - 1] = (last && behind_block == nullptr) ||
                       detail::flag_of(op, in[items - 1], behind, (this->rank() + 1) * items);
  }
};

}  // namespace cub

#include "cub/differences.h"

#endif
