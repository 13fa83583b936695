// Matrices of expansion.h, in the kernels' layout, cached.
// SPDX-License-Identifier: MIT
#include "engine/fmm/operators.h"

#include <array>
#include <map>
#include <mutex>
#include <utility>

#include "base/thread_pool.h"
#include "engine/fmm/expansion.h"

namespace vgpu::fmm {
namespace {

template <typename T>
std::vector<T> by_columns(const Matrix& matrix, std::size_t rows) {
  std::vector<T> values(rows * static_cast<std::size_t>(matrix.columns));
  for (int c = 0; c < matrix.columns; ++c) {
    for (int r = 0; r < matrix.rows; ++r) {
      values[c * rows + r] = static_cast<T>(matrix.values[r * matrix.columns + c]);
    }
  }
  return values;
}

template <typename T>
std::vector<T> padded(const std::vector<double>& from, std::size_t count, T rest) {
  std::vector<T> to(from.begin(), from.end());
  to.resize(count, rest);
  return to;
}

std::size_t round_up(int count, std::size_t width) {
  return (static_cast<std::size_t>(count) + width - 1) / width * width;
}

Vector3 octant_shift(int octant) {
  return {octant & 4 ? 0.25 : -0.25, octant & 2 ? 0.25 : -0.25, octant & 1 ? 0.25 : -0.25};
}

}  // namespace

template <typename T>
Operators<T>::Operators(int dimensions, int order, std::size_t width) : p(order) {
  const Expansion& kind = dimensions == 2 ? complex_powers() : solid_harmonics();
  coefficients = static_cast<std::size_t>(kind.size(p));
  rows = round_up(kind.size(p), width), wide_rows = round_up(kind.size(p + 1), width);
  recurrence = padded(kind.recurrence(p), kind.recurrence(p).size(), T(0));
  wide_recurrence = padded(kind.recurrence(p + 1), kind.recurrence(p + 1).size(), T(0));
  weight = padded(kind.weights(p), rows, T(1));
  wide_weight = padded(kind.weights(p + 1), wide_rows, T(1));
  for (int o = 0; o < 8; ++o) {
    to_parent[o] = by_columns<T>(kind.to_parent(p, octant_shift(o)), rows);
    to_child[o] = by_columns<T>(kind.to_child(p, octant_shift(o)), rows);
    mirror[o] = padded(kind.mirror(p, o), rows, T(1));
  }
  for (int a = 0; a < dimensions; ++a) {
    local_gradient[a] = by_columns<T>(kind.local_gradient(p, a), rows);
    multipole_gradient[a] = by_columns<T>(kind.multipole_gradient(p, a), wide_rows);
  }
  to_local.resize(64);
  ThreadPool::shared().parallel_for(64, 1, [&](std::uint64_t begin, std::uint64_t end, unsigned) {
    for (int i = static_cast<int>(begin); i < static_cast<int>(end); ++i) {
      const int x = i / 16, y = i / 4 % 4, z = i % 4;
      if ((x < 2 && y < 2 && z < 2) || (dimensions == 2 && z != 0)) continue;
      to_local[i] = by_columns<T>(kind.to_local(p, {double(x), double(y), double(z)}), rows);
    }
  });
}

template <typename T>
std::shared_ptr<const Operators<T>> Operators<T>::get(int dimensions, int p, std::size_t width) {
  static std::mutex mutex;
  static auto* known = new std::map<std::array<std::size_t, 3>, std::shared_ptr<const Operators>>;
  const std::array key{static_cast<std::size_t>(dimensions), static_cast<std::size_t>(p), width};
  {
    std::lock_guard lock(mutex);
    const auto found = known->find(key);
    if (found != known->end()) return found->second;
  }
  // Made without the lock, since it runs on the pool's threads; of two at once one is dropped.
  std::shared_ptr<const Operators> made(new Operators(dimensions, p, width));
  std::lock_guard lock(mutex);
  return known->try_emplace(key, std::move(made)).first->second;
}

template struct Operators<float>;
template struct Operators<double>;

}  // namespace vgpu::fmm
