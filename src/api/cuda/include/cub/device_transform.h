// DeviceTransform of cub: functions of the elements of one or several sequences, into one or several.
// SPDX-License-Identifier: MIT
#ifndef VG_CUB_DEVICE_TRANSFORM_H
#define VG_CUB_DEVICE_TRANSFORM_H

#include <vgpu_std.h>

#include "cub/device.h"

namespace cub {
namespace detail {
// A tuple's members as arguments.
template <class Op>
struct Spread {
  mutable std::remove_const_t<Op> op;
  template <class Tuple>
  __host__ __device__ decltype(auto) operator()(const Tuple& all) const {
    return call(all, std::make_index_sequence<std::tuple_size<Tuple>::value>());
  }
  template <class Tuple, size_t... n>
  __host__ __device__ decltype(auto) call(const Tuple& all, std::index_sequence<n...>) const {
    return op(std::get<n>(all)...);
  }
};

template <class Ins, class Outs, class Op, size_t... in, size_t... out>
void transform_to_several(Ins ins, Outs outs, long count, Op op, std::index_sequence<in...>,
                          std::index_sequence<out...>) {
  thrust::for_each_n(thrust::device, thrust::counting_iterator<long>(0), count,
                     [=] __host__ __device__(long i) mutable {
                       const auto made = op(std::get<in>(ins)[i]...);
                       ((std::get<out>(outs)[i] = std::get<out>(made)), ...);
                     });
}
}  // namespace detail

struct DeviceTransform {
  // Of several sequences.
  template <class... Ins, class Out, class Count, class Op>
  static cudaError_t Transform(std::tuple<Ins...> ins, Out out, Count count, Op op,
                               cudaStream_t stream = 0) {
    const auto zip = [](auto... in) { return thrust::make_zip_iterator(in...); };
    const auto all = detail::Spread<decltype(zip)>{zip}(ins);
    return Transform(all, out, count, detail::Spread<Op>{op}, stream);
  }
  // Into several: op gives a tuple of what goes to each.
  template <class... Ins, class... Outs, class Count, class Op>
  static cudaError_t Transform(std::tuple<Ins...> ins, std::tuple<Outs...> outs, Count count, Op op,
                               cudaStream_t stream = 0) {
    cudaStreamSynchronize(stream);
    const auto place = [](auto... all) { return std::make_tuple(detail::on_device(all)...); };
    const auto from = detail::Spread<decltype(place)>{place}(ins);
    const auto to = detail::Spread<decltype(place)>{place}(outs);
    detail::transform_to_several(from, to, (long)count, op,
                                 std::make_index_sequence<sizeof...(Ins)>(),
                                 std::make_index_sequence<sizeof...(Outs)>());
    return detail::done();
  }
  template <class In, class Out, class Count, class Op>
  static cudaError_t Transform(In in, Out out, Count count, Op op, cudaStream_t stream = 0) {
    cudaStreamSynchronize(stream);
    VG_FIRST;
    thrust::transform(first, first + (long)count, detail::on_device(out), op);
    return detail::done();
  }
  template <class Out, class Count, class T>
  static cudaError_t Fill(Out out, Count count, T value, cudaStream_t stream = 0) {
    cudaStreamSynchronize(stream);
    thrust::fill_n(detail::on_device(out), (long)count, value);
    return detail::done();
  }
  template <class Out, class Count, class Op>
  static cudaError_t Generate(Out out, Count count, Op op, cudaStream_t stream = 0) {
    cudaStreamSynchronize(stream);
    thrust::generate_n(detail::on_device(out), (long)count, op);
    return detail::done();
  }
};

}  // namespace cub

#endif
