// BlockAdjacentDifference and BlockShuffle of cub. Included by cub/neighbours.h.
// SPDX-License-Identifier: MIT
#ifndef VG_CUB_DIFFERENCES_H
#define VG_CUB_DIFFERENCES_H

namespace cub {

// Where nothing stands beside an item it stays as it is. Operations get variables: some take references to change.
template <class T, int X, int Y = 1, int Z = 1>
class BlockAdjacentDifference : detail::Edges<T, X * Y * Z> {
  typedef detail::Edges<T, X * Y * Z> Base;

 public:
  using Base::Base;
  using typename Base::TempStorage;
  template <int items, class Out, class Op>
  __device__ void SubtractLeft(T (&in)[items], Out (&out)[items], Op op) {
    left(in, out, op, nullptr, X * Y * Z * items);
  }
  template <int items, class Out, class Op>
  __device__ void SubtractLeft(T (&in)[items], Out (&out)[items], Op op, T before_block) {
    left(in, out, op, &before_block, X * Y * Z * items);
  }
  template <int items, class Out, class Op>
  __device__ void SubtractLeftPartialTile(T (&in)[items], Out (&out)[items], Op op, int valid) {
    left(in, out, op, nullptr, valid);
  }
  template <int items, class Out, class Op>
  __device__ void SubtractRight(T (&in)[items], Out (&out)[items], Op op) {
    right(in, out, op, nullptr, X * Y * Z * items);
  }
  template <int items, class Out, class Op>
  __device__ void SubtractRight(T (&in)[items], Out (&out)[items], Op op, T behind_block) {
    right(in, out, op, &behind_block, X * Y * Z * items);
  }
  template <int items, class Out, class Op>
  __device__ void SubtractRightPartialTile(T (&in)[items], Out (&out)[items], Op op, int valid) {
    right(in, out, op, nullptr, valid);
  }

 private:
  template <int items, class Out, class Op>
  __device__ void left(T (&in)[items], Out (&out)[items], Op op, const T* before_block, int valid) {
    this->publish(in);
    const bool first = this->rank() == 0;
    T before = first && before_block != nullptr ? *before_block : this->before();
    for (int i = items - 1; i >= 0; --i) {
      const bool alone = i == 0 && first && before_block == nullptr;
      const bool joins = !alone && this->rank() * items + i < valid;
      out[i] = joins ? op(in[i], i > 0 ? in[i - 1] : before) : in[i];
    }
  }
  template <int items, class Out, class Op>
  __device__ void right(T (&in)[items], Out (&out)[items], Op op, const T* behind_block,
                        int valid) {
    this->publish(in);
    const bool last = this->rank() == X * Y * Z - 1;
    T behind = last && behind_block != nullptr ? *behind_block : this->behind();
    for (int i = 0; i < items; ++i) {
      const bool alone = i == items - 1 && last && behind_block == nullptr;
      const bool joins = !alone && this->rank() * items + i + (behind_block == nullptr) < valid;
      out[i] = joins ? op(in[i], i + 1 < items ? in[i + 1] : behind) : in[i];
    }
  }
};

template <class T, int X, int Y = 1, int Z = 1>
class BlockShuffle {
 public:
  struct TempStorage : Uninitialized<T[X * Y * Z]> {};
  __device__ explicit BlockShuffle(TempStorage& storage) : values_(storage.Alias()) {}

  // The value of the thread `distance` further; where there is none `out` stays.
  __device__ void Offset(T in, T& out, int distance = 1) {
    publish(in);
    const int from = rank() + distance;
    if (from >= 0 && from < X * Y * Z) out = values_[from];
  }
  __device__ void Rotate(T in, T& out, unsigned distance = 1) {
    publish(in);
    out = values_[(rank() + distance) % (X * Y * Z)];
  }
  // All items of the block move one place on, or back; those at the ends are free, or tell what fell off.
  template <int items>
  __device__ void Up(T (&in)[items], T (&out)[items]) {
    publish(in[items - 1]);
    for (int i = items - 1; i > 0; --i) out[i] = in[i - 1];
    if (rank() > 0) out[0] = values_[rank() - 1];
  }
  template <int items>
  __device__ void Up(T (&in)[items], T (&out)[items], T& last) {
    Up(in, out);
    last = values_[X * Y * Z - 1];
  }
  template <int items>
  __device__ void Down(T (&in)[items], T (&out)[items]) {
    publish(in[0]);
    for (int i = 0; i + 1 < items; ++i) out[i] = in[i + 1];
    if (rank() + 1 < X * Y * Z) out[items - 1] = values_[rank() + 1];
  }
  template <int items>
  __device__ void Down(T (&in)[items], T (&out)[items], T& first) {
    Down(in, out);
    first = values_[0];
  }

 private:
  __device__ static int rank() { return (int)__vg_linear_id(); }
  __device__ void publish(T value) {
    values_[rank()] = value;
    __syncthreads();
  }
  T* values_;
};

}  // namespace cub

#endif
