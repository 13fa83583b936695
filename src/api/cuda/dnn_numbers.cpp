// Runs of numbers of any type; see dnn_numbers.h.
// SPDX-License-Identifier: MIT
#include "api/cuda/dnn_numbers.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "base/half.h"

namespace vgpu::cuda::dnn {
namespace {

template <typename Body>
void with_stored(cudnnDataType_t type, Body&& body) {
  switch (type) {
    case CUDNN_DATA_DOUBLE:
      return body(double{});
    case CUDNN_DATA_HALF:
      return body(Half{});
    case CUDNN_DATA_BFLOAT16:
      return body(BFloat16{});
    case CUDNN_DATA_INT8:
      return body(std::int8_t{});
    case CUDNN_DATA_UINT8:
      return body(std::uint8_t{});
    case CUDNN_DATA_INT32:
      return body(std::int32_t{});
    case CUDNN_DATA_INT64:
      return body(std::int64_t{});
    default:
      return body(float{});
  }
}

template <typename T>
constexpr bool kSmallFloat = std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>;

// The conversions of base/half.h without branches, so that loops of them become vectors. Halves below 2^-14 are small
// integers times 2^-24; infinities and NaNs keep their exponent of ones.
float from_half(std::uint16_t bits) {
  const std::uint32_t magnitude = bits & 0x7FFFu;
  const auto tiny = std::bit_cast<std::uint32_t>(
      static_cast<float>(static_cast<std::int32_t>(magnitude)) * 0x1p-24f);
  std::uint32_t value = magnitude < 0x400u ? tiny : (magnitude << 13) + 0x38000000u;
  value = magnitude >= 0x7C00u ? (magnitude << 13) | 0x7F800000u : value;
  return std::bit_cast<float>(value | static_cast<std::uint32_t>(bits & 0x8000u) << 16);
}

// Halves below 2^-14 are multiples of 2^-24, which is the last bit of a float from 0.5 to 1: adding rounds as it should.
std::uint16_t to_half(float x) {
  const auto bits = std::bit_cast<std::uint32_t>(x);
  const std::uint32_t magnitude = bits & 0x7FFFFFFFu;
  const std::uint32_t normal = (magnitude - 0x38000000u + 0xFFFu + ((magnitude >> 13) & 1u)) >> 13;
  const std::uint32_t tiny =
      std::bit_cast<std::uint32_t>(std::bit_cast<float>(magnitude) + 0.5f) - 0x3F000000u;
  const std::uint32_t nan = 0x7E00u | ((magnitude >> 13) & 0x1FFu);
  std::uint32_t value = magnitude < 0x38800000u ? tiny : normal;
  value = magnitude >= 0x477FF000u ? 0x7C00u : value;
  value = magnitude > 0x7F800000u ? nan : value;
  return static_cast<std::uint16_t>(value | ((bits >> 16) & 0x8000u));
}

template <typename A, typename T>
A widened(T x) {
  if constexpr (std::is_same_v<T, Half>)
    return static_cast<A>(from_half(x.bits));
  else if constexpr (kSmallFloat<T>)
    return static_cast<A>(static_cast<float>(x));
  else
    return static_cast<A>(x);
}

template <typename T, typename A>
T narrowed(A x) {
  if constexpr (std::is_same_v<T, Half>) {
    Half half;
    half.bits = to_half(static_cast<float>(x));
    return half;
  } else if constexpr (kSmallFloat<T>) {
    return T(static_cast<float>(x));
  } else if constexpr (std::is_integral_v<T>) {
    if (x != x) return 0;
    // The last number of 64 bits is none that a float or double has; the one above it is.
    const A least = static_cast<A>(std::numeric_limits<T>::min());
    const A above = std::ldexp(A(1), std::numeric_limits<T>::digits);
    const A rounded = std::nearbyint(x);
    if (rounded < least) return std::numeric_limits<T>::min();
    return rounded >= above ? std::numeric_limits<T>::max() : static_cast<T>(rounded);
  } else {
    return static_cast<T>(x);
  }
}

}  // namespace

template <typename A>
const A* fetch(const Numbers& from, Index at, Index step, Index count, A* room) {
  if (step == 1 && from.type == kTypeOf<A>) return static_cast<const A*>(from.data) + at;
  with_stored(from.type, [&](auto kind) {
    using T = decltype(kind);
    const T* x = static_cast<const T*>(from.data) + at;
    if (step == 1)
      for (Index i = 0; i < count; ++i) room[i] = widened<A>(x[i]);
    else if (step == 0)
      std::fill_n(room, count, widened<A>(x[0]));
    else
      for (Index i = 0; i < count; ++i) room[i] = widened<A>(x[i * step]);
  });
  return room;
}

template <typename A>
void put(const Numbers& to, Index at, Index step, Index count, const A* values) {
  with_stored(to.type, [&](auto kind) {
    using T = decltype(kind);
    T* y = static_cast<T*>(to.data) + at;
    if (step == 1)
      for (Index i = 0; i < count; ++i) y[i] = narrowed<T>(values[i]);
    else
      for (Index i = 0; i < count; ++i) y[i * step] = narrowed<T>(values[i]);
  });
}

template const float* fetch(const Numbers&, Index, Index, Index, float*);
template const double* fetch(const Numbers&, Index, Index, Index, double*);
template void put(const Numbers&, Index, Index, Index, const float*);
template void put(const Numbers&, Index, Index, Index, const double*);

}  // namespace vgpu::cuda::dnn
