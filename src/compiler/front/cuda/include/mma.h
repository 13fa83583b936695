// nvcuda::wmma: matrix products of a warp.
//
// Where a fragment's elements lie is nobody's business, as on the hardware. Here the lanes of a sum and of B hold columns and
// those of A rows, each a part of one: then a product is rows of B times numbers of A, and which lane gives them is known
// when the kernel is compiled. SPDX-License-Identifier: MIT
#if defined(__CUDA__) && !defined(VG_MMA_H)
#define VG_MMA_H

#include "cuda_bf16.h"
#include "cuda_fp16.h"

namespace nvcuda {
namespace wmma {

struct row_major {};
struct col_major {};
struct matrix_a {};
struct matrix_b {};
struct accumulator {};
enum layout_t { mem_row_major, mem_col_major };
namespace precision {
struct tf32 {};
}  // namespace precision

// What an element is kept as: a tf32 is a float whose last bits do not count.
template <class T>
struct __vg_storage {
  typedef T type;
};
template <>
struct __vg_storage<precision::tf32> {
  typedef float type;
};
// A matrix of which each lane holds `own` elements of a column, or of a row.
template <int Rows, int Columns>
struct __vg_by_columns {
  static constexpr int rows = Rows, columns = Columns, own = Rows * Columns / 32;
  VG_MEMBER static int row(int lane, int i) { return lane / columns * own + i; }
  VG_MEMBER static int column(int lane, int) { return lane % columns; }
};
template <int Rows, int Columns>
struct __vg_by_rows {
  static constexpr int rows = Rows, columns = Columns, own = Rows * Columns / 32;
  VG_MEMBER static int row(int lane, int) { return lane % rows; }
  VG_MEMBER static int column(int lane, int i) { return lane / rows * own + i; }
};
template <class Use, int m, int n, int k>
struct __vg_shape : __vg_by_columns<m, n> {};
template <int m, int n, int k>
struct __vg_shape<matrix_a, m, n, k> : __vg_by_rows<m, k> {};
template <int m, int n, int k>
struct __vg_shape<matrix_b, m, n, k> : __vg_by_columns<k, n> {};

template <class Use, int m, int n, int k, class T, class Layout = void>
struct fragment : __vg_shape<Use, m, n, k> {
  typedef typename __vg_storage<T>::type element_type;
  typedef element_type storage_element_type;
  static constexpr int num_elements = __vg_shape<Use, m, n, k>::own;
  static constexpr int num_storage_elements = num_elements;
  element_type x[num_elements];
};

template <class Layout>
struct __vg_is_column_major {
  static constexpr bool value = false;
};
template <>
struct __vg_is_column_major<col_major> {
  static constexpr bool value = true;
};

template <class Fragment, class Visit>
VG_FN void __vg_each_element(Fragment& fragment, unsigned step, bool by_column, Visit visit) {
  for (int i = 0; i < Fragment::num_elements; ++i) {
    const int lane = (int)__vg_lane();
    const unsigned row = Fragment::row(lane, i), column = Fragment::column(lane, i);
    visit(fragment.x[i], by_column ? column * step + row : row * step + column);
  }
}
template <class Use, int m, int n, int k, class T, class Layout, class U>
VG_FN void load_matrix_sync(fragment<Use, m, n, k, T, Layout>& to, const U* from, unsigned step) {
  typedef typename __vg_storage<T>::type E;
  __vg_each_element(to, step, __vg_is_column_major<Layout>::value,
                    [=]
                    __attribute__((device)) (E & element, unsigned at) { element = (E)from[at]; });
}
template <int m, int n, int k, class T, class U>
VG_FN void load_matrix_sync(fragment<accumulator, m, n, k, T>& to, const U* from, unsigned step,
                            layout_t layout) {
  __vg_each_element(to, step, layout == mem_col_major,
                    [=] __attribute__((device)) (T & element, unsigned at) { element = from[at]; });
}
template <int m, int n, int k, class T, class U>
VG_FN void store_matrix_sync(U* to, const fragment<accumulator, m, n, k, T>& from, unsigned step,
                             layout_t layout) {
  __vg_each_element(from, step, layout == mem_col_major,
                    [=]
                    __attribute__((device)) (const T& element, unsigned at) { to[at] = element; });
  __vg_warp_barrier();
}
template <class Use, int m, int n, int k, class T, class Layout, class U>
VG_FN void fill_fragment(fragment<Use, m, n, k, T, Layout>& to, const U& value) {
  for (auto& element : to.x) element = (typename __vg_storage<T>::type)value;
}

// In what sums are made: floats for the small types, whole numbers and doubles as they are.
template <class T>
struct __vg_sum {
  typedef float type;
};
template <>
struct __vg_sum<int> {
  typedef int type;
};
template <>
struct __vg_sum<double> {
  typedef double type;
};

// Each lane makes its part of a column: row j of B, as wide as the sums, times element j of the rows that its part has.
template <int m, int n, int k, class T, class A, class LayoutA, class LayoutB>
VG_FN void mma_sync(fragment<accumulator, m, n, k, T>& d,
                    const fragment<matrix_a, m, n, k, A, LayoutA>& a,
                    const fragment<matrix_b, m, n, k, A, LayoutB>& b,
                    const fragment<accumulator, m, n, k, T>& c) {
  typedef typename __vg_sum<T>::type Sum;
  constexpr int own = m * n / 32, own_a = m * k / 32, own_b = k * n / 32;
  const int lane = (int)__vg_lane(), column = lane % n, first_row = lane / n * own;
  Sum left[own_a], right[own_b], sums[own];
  for (int i = 0; i < own_a; ++i) left[i] = (Sum)a.x[i];
  for (int i = 0; i < own_b; ++i) right[i] = (Sum)b.x[i];
  for (int i = 0; i < own; ++i) sums[i] = (Sum)c.x[i];
#pragma unroll
  for (int j = 0; j < k; ++j) {
    const Sum row = __vg_shuffle(right[j % own_b], j / own_b * n + column);
#pragma unroll
    for (int i = 0; i < own; ++i)
      sums[i] += __vg_shuffle(left[j % own_a], j / own_a * m + first_row + i) * row;
  }
  for (int i = 0; i < own; ++i) d.x[i] = (T)sums[i];
}

VG_FN float __float_to_tf32(float x) {
  return __builtin_bit_cast(float, (__builtin_bit_cast(unsigned, x) + 0x1000u) & 0xffffe000u);
}

}  // namespace wmma
}  // namespace nvcuda
#include "vgpu_mma_bits.h"
#endif
