// Vectors of one register, and the shuffles that transforms need, in the compiler's own vector types.
//
// Included by the files that are compiled once an instruction set (kernels_*.cpp). The build gives each its
// VG_SIMD, the name of its namespace: the same template compiled with different flags must not be merged by
// the linker. For the same reason nothing here calls an inline function of another header.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#define VG_INLINE __attribute__((always_inline)) inline
#define VG_LAMBDA __attribute__((always_inline))

namespace vgpu::fft::VG_SIMD {

#if defined(__AVX512F__)
constexpr int kVectorBytes = 64;
#elif defined(__AVX2__)
constexpr int kVectorBytes = 32;
#else
constexpr int kVectorBytes = 16;
#endif

template <typename T, int kBytes>
struct VectorOf {
  typedef T type __attribute__((vector_size(kBytes)));
  typedef T unaligned __attribute__((vector_size(kBytes), aligned(sizeof(T)), may_alias));
};

// The register of this instruction set: W numbers of type T.
template <typename T>
struct Simd {
  static constexpr int W = kVectorBytes / int(sizeof(T));
  using V = typename VectorOf<T, kVectorBytes>::type;
  using Loose = typename VectorOf<T, kVectorBytes>::unaligned;

  static VG_INLINE V load(const T* p) { return *reinterpret_cast<const Loose*>(p); }
  static VG_INLINE void store(T* p, V v) { *reinterpret_cast<Loose*>(p) = v; }
  // Past the caches, which neither fetch the old line nor keep the new one; p is aligned. finish_streams() before others look.
  static VG_INLINE void stream(T* p, V v) {
    __builtin_nontemporal_store(v, reinterpret_cast<V*>(p));
  }
  static VG_INLINE void finish_streams() { __builtin_ia32_sfence(); }
  static VG_INLINE bool aligned(const T* p) {
    return reinterpret_cast<std::uintptr_t>(p) % kVectorBytes == 0;
  }
};

// A complex number a lane, split.
template <typename T>
struct Complex {
  typename Simd<T>::V re, im;
};

template <auto kIndex, typename V, int... I>
VG_INLINE V shuffle_indexed(V a, V b, std::integer_sequence<int, I...>) {
  return __builtin_shufflevector(a, b, kIndex(I)...);
}
// Lane i of the result is lane kIndex(i) of a followed by b.
template <typename T, auto kIndex>
VG_INLINE typename Simd<T>::V shuffle(typename Simd<T>::V a, typename Simd<T>::V b) {
  return shuffle_indexed<kIndex>(a, b, std::make_integer_sequence<int, Simd<T>::W>{});
}

// W complex numbers re, im, re, im, ... in two registers; `kSwap` exchanges the parts, which turns a forward
// transform into a backward one.
template <typename T, bool kSwap>
VG_INLINE Complex<T> split_pairs(typename Simd<T>::V a, typename Simd<T>::V b) {
  const auto even = shuffle<T, [](int i) { return 2 * i; }>(a, b);
  const auto odd = shuffle<T, [](int i) { return 2 * i + 1; }>(a, b);
  return kSwap ? Complex<T>{odd, even} : Complex<T>{even, odd};
}
template <typename T, bool kSwap>
VG_INLINE Complex<T> load_pairs(const T* p) {
  return split_pairs<T, kSwap>(Simd<T>::load(p), Simd<T>::load(p + Simd<T>::W));
}
template <typename T, bool kSwap, bool kStream = false>
VG_INLINE void store_pairs(T* p, Complex<T> x) {
  constexpr int W = Simd<T>::W;
  const auto first = kSwap ? x.im : x.re, second = kSwap ? x.re : x.im;
  const auto low = shuffle<T, [](int i) { return i / 2 + (i % 2) * Simd<T>::W; }>(first, second);
  const auto high = shuffle<T, [](int i) { return Simd<T>::W / 2 + i / 2 + (i % 2) * Simd<T>::W; }>(
      first, second);
  kStream ? Simd<T>::stream(p, low) : Simd<T>::store(p, low);
  kStream ? Simd<T>::stream(p + W, high) : Simd<T>::store(p + W, high);
}

// Transposes W vectors of W numbers in place: first inside the 128-bit parts, then the parts themselves.
template <typename T>
struct Transpose {
  static constexpr int W = Simd<T>::W, Q = 16 / int(sizeof(T)), B = W / Q;
  using V = typename Simd<T>::V;

  // Numbers of two rows alternate, in runs of S inside each 128-bit part; kHigh: of its upper half.
  template <int S, int kHigh>
  static VG_INLINE V zip(V a, V b) {
    return shuffle<T, [](int i) {
      const int part = i / Q * Q, in = i % Q, run = in / S;
      return part + kHigh * Q / 2 + run / 2 * S + in % S + (run % 2) * W;
    }>(a, b);
  }
  // Parts kOdd, kOdd + 2, ... of a, then those of b.
  template <int kOdd>
  static VG_INLINE V parts(V a, V b) {
    return shuffle<T, [](int i) {
      const int part = i / Q, from = part < B / 2 ? 0 : W;
      return from + (2 * (part % (B / 2)) + kOdd) * Q + i % Q;
    }>(a, b);
  }
  // The first half of run() and the second, in any order: inside 128-bit parts, between rows that are side by side; and of
  // the parts, between rows i, i + Q, i + 2 Q, ...
  static VG_INLINE void inside(V* v) {
    for (int i = 0; i < W; i += Q) {
      if constexpr (Q == 2) {
        const V a = v[i], b = v[i + 1];
        v[i] = zip<1, 0>(a, b), v[i + 1] = zip<1, 1>(a, b);
      } else {
        const V a = zip<1, 0>(v[i], v[i + 1]), b = zip<1, 1>(v[i], v[i + 1]);
        const V c = zip<1, 0>(v[i + 2], v[i + 3]), d = zip<1, 1>(v[i + 2], v[i + 3]);
        v[i] = zip<2, 0>(a, c), v[i + 1] = zip<2, 1>(a, c);
        v[i + 2] = zip<2, 0>(b, d), v[i + 3] = zip<2, 1>(b, d);
      }
    }
  }
  static VG_INLINE void across(V* v, int i) {
    if constexpr (B == 2) {
      const V a = v[i], b = v[Q + i];
      v[i] = parts<0>(a, b), v[Q + i] = parts<1>(a, b);
    } else if constexpr (B == 4) {
      const V a = parts<0>(v[i], v[Q + i]), b = parts<1>(v[i], v[Q + i]);
      const V c = parts<0>(v[2 * Q + i], v[3 * Q + i]), d = parts<1>(v[2 * Q + i], v[3 * Q + i]);
      v[i] = parts<0>(a, c), v[2 * Q + i] = parts<1>(a, c);
      v[Q + i] = parts<0>(b, d), v[3 * Q + i] = parts<1>(b, d);
    }
  }
  static VG_INLINE void run(V* v) {
    inside(v);
    for (int i = 0; i < Q; ++i) across(v, i);
  }
};

}  // namespace vgpu::fft::VG_SIMD
