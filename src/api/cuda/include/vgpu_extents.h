// Sizes of an array of several dimensions, of which some are known to the compiler, and where its elements lie.
//
// Used by cuda/std/mdspan. SPDX-License-Identifier: MIT
#ifndef VG_VGPU_EXTENTS_H
#define VG_VGPU_EXTENTS_H

#include "cuda/std/span"

namespace cuda {
namespace std {

template <class Index, size_t... Extents>
class extents {
 public:
  typedef Index index_type;
  typedef ::std::make_unsigned_t<Index> size_type;
  typedef size_t rank_type;
  VG_BOTH static constexpr size_t rank() { return sizeof...(Extents); }
  VG_BOTH static constexpr size_t rank_dynamic() {
    return (size_t(0) + ... + size_t(Extents == dynamic_extent));
  }
  VG_BOTH static constexpr size_t static_extent(size_t r) {
    constexpr size_t all[] = {Extents..., 0};
    return all[r];
  }
  VG_BOTH constexpr Index extent(size_t r) const { return sizes_[r]; }

  VG_BOTH constexpr extents() : sizes_{known(Extents)..., 0} {}
  // All sizes, or those that the compiler does not know.
  template <class... Sizes,
            class = ::std::enable_if_t<(sizeof...(Sizes) > 0) &&
                                       (::std::is_convertible_v<Sizes, Index> && ...)>>
  VG_BOTH constexpr explicit extents(Sizes... sizes) : extents() {
    static_assert(sizeof...(Sizes) == rank() || sizeof...(Sizes) == rank_dynamic(), "");
    const Index given[] = {static_cast<Index>(sizes)...};
    size_t next = 0;
    for (size_t r = 0; r < rank(); ++r)
      if (sizeof...(Sizes) == rank() || static_extent(r) == dynamic_extent)
        sizes_[r] = given[next++];
  }
  template <class Other, size_t... Theirs,
            class = ::std::enable_if_t<sizeof...(Theirs) == sizeof...(Extents)>>
  VG_BOTH constexpr extents(const extents<Other, Theirs...>& other) {
    for (size_t r = 0; r < rank(); ++r) sizes_[r] = static_cast<Index>(other.extent(r));
  }
  template <class Other, size_t... Theirs>
  VG_BOTH constexpr bool operator==(const extents<Other, Theirs...>& other) const {
    bool same = sizeof...(Theirs) == rank();
    for (size_t r = 0; same && r < rank(); ++r) same = sizes_[r] == Index(other.extent(r));
    return same;
  }

 private:
  VG_BOTH static constexpr Index known(size_t extent) {
    return extent == dynamic_extent ? 0 : static_cast<Index>(extent);
  }
  Index sizes_[sizeof...(Extents) + 1] = {};
};

namespace detail {
template <class Index, class>
struct all_dynamic;
template <class Index, size_t... r>
struct all_dynamic<Index, ::std::index_sequence<r...>> {
  typedef extents<Index, (r, dynamic_extent)...> type;
};
}  // namespace detail
template <class Index, size_t rank>
using dextents = typename detail::all_dynamic<Index, ::std::make_index_sequence<rank>>::type;

namespace detail {
// A mapping by strides: those of an order from the last dimension or from the first, or given ones.
template <class Extents, class Layout>
class strided {
 public:
  typedef Extents extents_type;
  typedef typename Extents::index_type index_type;
  typedef Layout layout_type;
  VG_BOTH constexpr strided(const Extents& sizes = {}) : extents_(sizes) {
    index_type step = 1;
    for (size_t i = 0; i < Extents::rank(); ++i) {
      const size_t r = Layout::first_is_last ? Extents::rank() - 1 - i : i;
      strides_[r] = step;
      step *= sizes.extent(r);
    }
  }
  template <class Strides>
  VG_BOTH constexpr strided(const Extents& sizes, const Strides& strides) : extents_(sizes) {
    for (size_t r = 0; r < Extents::rank(); ++r) strides_[r] = static_cast<index_type>(strides[r]);
  }
  VG_BOTH constexpr const Extents& extents() const { return extents_; }
  VG_BOTH constexpr index_type stride(size_t r) const { return strides_[r]; }
  template <class... Indices>
  VG_BOTH constexpr index_type operator()(Indices... indices) const {
    const index_type all[] = {static_cast<index_type>(indices)..., 0};
    index_type place = 0;
    for (size_t r = 0; r < Extents::rank(); ++r) place += all[r] * strides_[r];
    return place;
  }
  // One behind the place of the last element.
  VG_BOTH constexpr index_type required_span_size() const {
    index_type last = 0;
    for (size_t r = 0; r < Extents::rank(); ++r) {
      if (extents_.extent(r) == 0) return 0;
      last += (extents_.extent(r) - 1) * strides_[r];
    }
    return last + 1;
  }

 private:
  Extents extents_;
  index_type strides_[Extents::rank() + 1] = {};
};
}  // namespace detail

#define VG_LAYOUT(name, backwards)                   \
  struct name {                                      \
    static constexpr bool first_is_last = backwards; \
    template <class Extents>                         \
    using mapping = detail::strided<Extents, name>;  \
  };
VG_LAYOUT(layout_right, true)
VG_LAYOUT(layout_left, false)
VG_LAYOUT(layout_stride, true)
#undef VG_LAYOUT

}  // namespace std
}  // namespace cuda

#endif
