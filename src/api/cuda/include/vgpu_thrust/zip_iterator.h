// zip_iterator of thrust: several iterators that go together.
// SPDX-License-Identifier: MIT
#ifndef VGPU_THRUST_ZIP_ITERATOR_H
#define VGPU_THRUST_ZIP_ITERATOR_H

#include "vgpu_thrust/computed.h"
#include "vgpu_thrust/tuple.h"
#include "vgpu_thrust/vectors.h"

namespace thrust {

namespace detail {
template <class... Its>
struct system_of_all {
  typedef any_system_tag type;
};
template <class It, class... Its>
struct system_of_all<It, Its...> {
  typedef typename join_systems<typename system_of<It>::type,
                                typename system_of_all<Its...>::type>::type type;
};
}  // namespace detail

template <class Tuple>
class zip_iterator;
template <class... Its>
class zip_iterator<tuple<Its...>>
    : public detail::Computed<zip_iterator<tuple<Its...>>,
                              tuple<typename std::iterator_traits<Its>::value_type...>,
                              tuple<typename std::iterator_traits<Its>::reference...>> {
 public:
  typedef typename detail::system_of_all<Its...>::type system_category;
  typedef tuple<typename std::iterator_traits<Its>::reference...> References;
  VG_THRUST zip_iterator() = default;
  VG_THRUST zip_iterator(tuple<Its...> bases) : bases_(bases) {}
  VG_THRUST tuple<Its...> get_iterator_tuple() const {
    return moved(std::index_sequence_for<Its...>());
  }
  VG_THRUST References at(long i) const { return pick(i, std::index_sequence_for<Its...>()); }
  VG_THRUST long offset(const zip_iterator& other) const {
    return std::get<0>(bases_) - std::get<0>(other.bases_);
  }

 private:
  template <size_t... n>
  VG_THRUST tuple<Its...> moved(std::index_sequence<n...>) const {
    return tuple<Its...>((std::get<n>(bases_) + this->index())...);
  }
  template <size_t... n>
  VG_THRUST References pick(long i, std::index_sequence<n...>) const {
    return References(std::get<n>(bases_)[i]...);
  }
  tuple<Its...> bases_;
};
template <class... Its>
VG_THRUST zip_iterator<tuple<Its...>> make_zip_iterator(tuple<Its...> bases) {
  return zip_iterator<tuple<Its...>>(bases);
}
template <class... Its>
VG_THRUST zip_iterator<tuple<Its...>> make_zip_iterator(Its... bases) {
  return zip_iterator<tuple<Its...>>(tuple<Its...>(bases...));
}

}  // namespace thrust

#endif
