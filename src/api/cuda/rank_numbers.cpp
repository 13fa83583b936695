// Numbers of several ranks combined; see rank_numbers.h.
// SPDX-License-Identifier: MIT
#include "api/cuda/rank_numbers.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "base/half.h"

namespace vgpu::cuda::ranks {
namespace {

template <typename T>
constexpr bool kSmallFloat = std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>;

// Sums of small floats are rounded once; sums of integers wrap around.
template <typename T>
struct Wide {
  using Type = T;
};
template <>
struct Wide<Half> {
  using Type = float;
};
template <>
struct Wide<BFloat16> {
  using Type = float;
};

template <typename A>
A wrapped(A x, A y, auto operation) {
  if constexpr (std::is_integral_v<A>) {
    // As 64 bits: products of shorter unsigned numbers would be computed as int.
    return static_cast<A>(operation(static_cast<std::uint64_t>(x), static_cast<std::uint64_t>(y)));
  } else {
    return operation(x, y);
  }
}

template <typename A>
A combined(ncclRedOp_t op, A x, A y) {
  switch (op) {
    case ncclProd:
      return wrapped(x, y, [](auto a, auto b) { return a * b; });
    case ncclMax:
      return std::max(x, y);
    case ncclMin:
      return std::min(x, y);
    default:
      return wrapped(x, y, [](auto a, auto b) { return a + b; });
  }
}

template <typename T>
typename Wide<T>::Type factor_of(const Factor& factor) {
  T value;
  const void* const from = factor.place != nullptr ? factor.place : &factor.bits;
  std::memcpy(&value, from, sizeof value);
  return static_cast<typename Wide<T>::Type>(value);
}

template <typename T>
void reduce(const Job& job, std::size_t first, std::size_t count) {
  using A = typename Wide<T>::Type;
  constexpr std::size_t kRun = 1024;
  A sum[kRun];
  T result[kRun];
  for (const std::size_t end = first + count; first < end; first += kRun) {
    const std::size_t run = std::min(kRun, end - first);
    for (std::size_t s = 0; s < job.sources.size(); ++s) {
      const T* from = reinterpret_cast<const T*>(job.sources[s]) + first;
      const A factor = job.factors.empty() ? A(1) : factor_of<T>(job.factors[s]);
      const auto times = [](auto a, auto b) { return a * b; };
      for (std::size_t i = 0; i < run; ++i) {
        const A x = wrapped(static_cast<A>(from[i]), factor, times);
        sum[i] = s == 0 ? x : combined(job.op, sum[i], x);
      }
    }
    const A ranks = static_cast<A>(job.sources.size());
    for (std::size_t i = 0; i < run; ++i)
      result[i] = static_cast<T>(job.op == ncclAvg ? static_cast<A>(sum[i] / ranks) : sum[i]);
    for (char* to : job.targets) std::memcpy(to + first * sizeof(T), result, run * sizeof(T));
  }
}

void copy(const Job& job, std::size_t first, std::size_t count) {
  const std::size_t size = bytes_of(job.type);
  for (char* to : job.targets)
    if (to != job.sources[0])
      std::memmove(to + first * size, job.sources[0] + first * size, count * size);
}

}  // namespace

std::size_t bytes_of(ncclDataType_t type) {
  static constexpr std::size_t kBytes[] = {1, 1, 4, 4, 8, 8, 2, 4, 8, 2};
  return type < 0 || type >= ncclNumTypes ? 0 : kBytes[type];
}

void Job::run(std::size_t block) const {
  const std::size_t first = block * kBlock, part = std::min(kBlock, count - first);
  if (sources.size() == 1 && factors.empty()) return copy(*this, first, part);
  switch (type) {
    case ncclInt8:
      return reduce<std::int8_t>(*this, first, part);
    case ncclUint8:
      return reduce<std::uint8_t>(*this, first, part);
    case ncclInt32:
      return reduce<std::int32_t>(*this, first, part);
    case ncclUint32:
      return reduce<std::uint32_t>(*this, first, part);
    case ncclInt64:
      return reduce<std::int64_t>(*this, first, part);
    case ncclUint64:
      return reduce<std::uint64_t>(*this, first, part);
    case ncclFloat16:
      return reduce<Half>(*this, first, part);
    case ncclFloat32:
      return reduce<float>(*this, first, part);
    case ncclFloat64:
      return reduce<double>(*this, first, part);
    default:
      return reduce<BFloat16>(*this, first, part);
  }
}

}  // namespace vgpu::cuda::ranks
