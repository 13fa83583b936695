// Loads and stores of cub by a thread's rank alone, whole or of the first `count` items, the others `rest`.
// SPDX-License-Identifier: MIT
#ifndef VG_CUB_DIRECT_DATA_H
#define VG_CUB_DIRECT_DATA_H

namespace cub {
namespace detail {

// Where item i of a thread lies.
struct BlockedPlace {
  __device__ static int of(int rank, int i, int items) { return rank * items + i; }
};
template <int threads>
struct StripedPlace {
  __device__ static int of(int rank, int i, int) { return i * threads + rank; }
};
struct WarpStripedPlace {
  __device__ static int of(int rank, int i, int items) {
    return rank / 32 * 32 * items + i * 32 + rank % 32;
  }
};

template <class Place, class It, class T, int items>
__device__ void load_direct(int rank, It from, T (&data)[items]) {
  for (int i = 0; i < items; ++i) data[i] = from[Place::of(rank, i, items)];
}
template <class Place, class It, class T, int items>
__device__ void load_direct(int rank, It from, T (&data)[items], int count) {
  for (int i = 0; i < items; ++i)
    if (Place::of(rank, i, items) < count) data[i] = from[Place::of(rank, i, items)];
}
template <class Place, class It, class T, int items, class Rest>
__device__ void load_direct(int rank, It from, T (&data)[items], int count, Rest rest) {
  for (int i = 0; i < items; ++i) data[i] = rest;
  load_direct<Place>(rank, from, data, count);
}
template <class Place, class It, class T, int items>
__device__ void store_direct(int rank, It to, T (&data)[items]) {
  for (int i = 0; i < items; ++i) to[Place::of(rank, i, items)] = data[i];
}
template <class Place, class It, class T, int items>
__device__ void store_direct(int rank, It to, T (&data)[items], int count) {
  for (int i = 0; i < items; ++i)
    if (Place::of(rank, i, items) < count) to[Place::of(rank, i, items)] = data[i];
}

}  // namespace detail

#define VG_DIRECT(Name, Place)                                                           \
  template <class It, class T, int items, class... Guard>                                \
  __device__ void LoadDirect##Name(int rank, It from, T(&data)[items], Guard... guard) { \
    detail::load_direct<Place>(rank, from, data, guard...);                              \
  }                                                                                      \
  template <class It, class T, int items, class... Guard>                                \
  __device__ void StoreDirect##Name(int rank, It to, T(&data)[items], Guard... guard) {  \
    detail::store_direct<Place>(rank, to, data, guard...);                               \
  }
VG_DIRECT(Blocked, detail::BlockedPlace)
VG_DIRECT(BlockedVectorized, detail::BlockedPlace)
VG_DIRECT(WarpStriped, detail::WarpStripedPlace)
#undef VG_DIRECT

template <int threads, class It, class T, int items, class... Guard>
__device__ void LoadDirectStriped(int rank, It from, T (&data)[items], Guard... guard) {
  detail::load_direct<detail::StripedPlace<threads>>(rank, from, data, guard...);
}
template <int threads, class It, class T, int items, class... Guard>
__device__ void StoreDirectStriped(int rank, It to, T (&data)[items], Guard... guard) {
  detail::store_direct<detail::StripedPlace<threads>>(rank, to, data, guard...);
}

}  // namespace cub

#endif
