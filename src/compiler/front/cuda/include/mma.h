// nvcuda::wmma: matrix products of a warp.
//
// Where a fragment's elements lie is nobody's business, as on the hardware: here lane l holds elements l * n to l * n + n - 1 of
// the matrix, row by row. SPDX-License-Identifier: MIT
#ifndef VG_MMA_H
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
template <class Use, int m, int n, int k>
struct __vg_shape {
  static constexpr int rows = m, columns = n;
};
template <int m, int n, int k>
struct __vg_shape<matrix_a, m, n, k> {
  static constexpr int rows = m, columns = k;
};
template <int m, int n, int k>
struct __vg_shape<matrix_b, m, n, k> {
  static constexpr int rows = k, columns = n;
};

template <class Use, int m, int n, int k, class T, class Layout = void>
struct fragment : __vg_shape<Use, m, n, k> {
  typedef typename __vg_storage<T>::type element_type;
  typedef element_type storage_element_type;
  using __vg_shape<Use, m, n, k>::rows;
  using __vg_shape<Use, m, n, k>::columns;
  static constexpr int num_elements = rows * columns / 32, num_storage_elements = num_elements;
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
    const int at = (int)__vg_lane() * Fragment::num_elements + i;
    const unsigned row = (unsigned)(at / Fragment::columns),
                   column = (unsigned)(at % Fragment::columns);
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

// Rows and columns come from the lanes that hold them.
template <int m, int n, int k, class T, class A, class LayoutA, class LayoutB>
VG_FN void mma_sync(fragment<accumulator, m, n, k, T>& d,
                    const fragment<matrix_a, m, n, k, A, LayoutA>& a,
                    const fragment<matrix_b, m, n, k, A, LayoutB>& b,
                    const fragment<accumulator, m, n, k, T>& c) {
  typedef typename __vg_sum<T>::type Sum;
  constexpr int own = m * n / 32, own_a = m * k / 32, own_b = k * n / 32;
  Sum left[m * k], right[k * n];
  for (int i = 0; i < m * k; ++i) left[i] = __vg_shuffle((Sum)a.x[i % own_a], i / own_a);
  for (int i = 0; i < k * n; ++i) right[i] = __vg_shuffle((Sum)b.x[i % own_b], i / own_b);
  for (int i = 0; i < own; ++i) {
    const int at = (int)__vg_lane() * own + i, row = at / n, column = at % n;
    Sum sum = (Sum)c.x[i];
    for (int j = 0; j < k; ++j) sum += left[row * k + j] * right[j * n + column];
    d.x[i] = (T)sum;
  }
}

VG_FN float __float_to_tf32(float x) {
  return __builtin_bit_cast(float, (__builtin_bit_cast(unsigned, x) + 0x1000u) & 0xffffe000u);
}

}  // namespace wmma
}  // namespace nvcuda

#endif
