// nvcuda::wmma::experimental: matrix products of a warp whose elements are 4 bits or one.
//
// Eight rows of A and eight columns of B, each of four words: a lane holds one word, as its only element. mma.h includes
// this. SPDX-License-Identifier: MIT
#ifndef VGPU_MMA_BITS_H
#define VGPU_MMA_BITS_H

namespace nvcuda {
namespace wmma {
namespace experimental {

namespace precision {
struct u4 {};
struct s4 {};
struct b1 {};
}  // namespace precision
enum bmmaBitOp { bmmaBitOpXOR = 1, bmmaBitOpAND = 2 };
enum bmmaAccumulateOp { bmmaAccumulateOpPOPC = 1 };

}  // namespace experimental

template <class T>
struct __vg_bits_of {
  static constexpr int value = 4;
};
template <>
struct __vg_bits_of<experimental::precision::b1> {
  static constexpr int value = 1;
};

template <class T>
struct __vg_packed {
  typedef unsigned element_type;
  typedef unsigned storage_element_type;
  static constexpr int num_elements = 32 / __vg_bits_of<T>::value, num_storage_elements = 1;
  unsigned x[1];
};
// The lane's word of a line (a row of A, a column of B); lines lie `step` elements apart.
template <class T>
VG_FN unsigned __vg_packed_word(const void* from, unsigned step) {
  const unsigned lane = __vg_lane();
  return ((const unsigned*)from)[lane / 4 * (step * __vg_bits_of<T>::value / 32) + lane % 4];
}
#define VG_PACKED_FRAGMENT(use, layout, k, precision)                                      \
  template <>                                                                              \
  struct fragment<use, 8, 8, k, experimental::precision, layout>                           \
      : __vg_packed<experimental::precision> {};                                           \
  template <class U>                                                                       \
  VG_FN void load_matrix_sync(fragment<use, 8, 8, k, experimental::precision, layout>& to, \
                              const U* from, unsigned step) {                              \
    to.x[0] = __vg_packed_word<experimental::precision>(from, step);                       \
  }
#define VG_PACKED_FACTORS(k, precision)                 \
  VG_PACKED_FRAGMENT(matrix_a, row_major, k, precision) \
  VG_PACKED_FRAGMENT(matrix_b, col_major, k, precision)
VG_PACKED_FACTORS(32, precision::u4)
VG_PACKED_FACTORS(32, precision::s4)
VG_PACKED_FACTORS(128, precision::b1)
#undef VG_PACKED_FACTORS
#undef VG_PACKED_FRAGMENT

// Each element of the sum: words of its row with words of its column, as `product` takes them.
template <int k, class Product>
VG_FN void __vg_multiply_packed(fragment<accumulator, 8, 8, k, int>& d, unsigned a, unsigned b,
                                const fragment<accumulator, 8, 8, k, int>& c, Product product) {
  typedef fragment<accumulator, 8, 8, k, int> Sums;
  const int lane = (int)__vg_lane();
  for (int i = 0; i < Sums::num_elements; ++i) {
    int sum = c.x[i];
    for (int word = 0; word < 4; ++word) {
      sum += product(__vg_shuffle(a, Sums::row(lane, i) * 4 + word),
                     __vg_shuffle(b, Sums::column(lane, i) * 4 + word));
    }
    d.x[i] = sum;
  }
}

#define VG_PACKED_PRODUCT(precision, number)                                                     \
  VG_FN void mma_sync(fragment<accumulator, 8, 8, 32, int>& d,                                   \
                      const fragment<matrix_a, 8, 8, 32, experimental::precision, row_major>& a, \
                      const fragment<matrix_b, 8, 8, 32, experimental::precision, col_major>& b, \
                      const fragment<accumulator, 8, 8, 32, int>& c) {                           \
    __vg_multiply_packed(                                                                        \
        d, a.x[0], b.x[0], c, [] __attribute__((device)) (unsigned left, unsigned right) {       \
          int sum = 0;                                                                           \
          for (int bit = 0; bit < 32; bit += 4)                                                  \
            sum += ((number)(left << (28 - bit)) >> 28) * ((number)(right << (28 - bit)) >> 28); \
          return sum;                                                                            \
        });                                                                                      \
  }
VG_PACKED_PRODUCT(precision::u4, unsigned)
VG_PACKED_PRODUCT(precision::s4, int)
#undef VG_PACKED_PRODUCT

VG_FN void bmma_sync(fragment<accumulator, 8, 8, 128, int>& d,
                     const fragment<matrix_a, 8, 8, 128, experimental::precision::b1, row_major>& a,
                     const fragment<matrix_b, 8, 8, 128, experimental::precision::b1, col_major>& b,
                     const fragment<accumulator, 8, 8, 128, int>& c,
                     experimental::bmmaBitOp operation = experimental::bmmaBitOpXOR,
                     experimental::bmmaAccumulateOp = experimental::bmmaAccumulateOpPOPC) {
  __vg_multiply_packed(
      d, a.x[0], b.x[0], c, [=] __attribute__((device)) (unsigned left, unsigned right) {
        return __popc(operation == experimental::bmmaBitOpAND ? left & right : left ^ right);
      });
}

}  // namespace wmma
}  // namespace nvcuda

#endif
