// Matrices from harmonics.h, in the kernels' layout, cached.
// SPDX-License-Identifier: MIT
#include "engine/fmm/operators.h"

#include <cmath>
#include <map>
#include <mutex>
#include <utility>

#include "base/thread_pool.h"
#include "engine/fmm/harmonics.h"
#include "engine/fmm/kernels.h"

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

// What kernels.h says: for each m its diagonal factor (none for 0), then two factors for each n > m.
template <typename T>
std::vector<T> recurrence_of(int p) {
  std::vector<T> factors;
  for (int m = 0; m < p; ++m) {
    if (m > 0) factors.push_back(static_cast<T>(std::sqrt((2.0 * m - 1) / (2.0 * m))));
    for (int n = m + 1; n < p; ++n) {
      const double span = double(n * n - m * m), before = double((n - 1) * (n - 1) - m * m);
      factors.push_back(static_cast<T>((2.0 * n - 1) / std::sqrt(span)));
      factors.push_back(static_cast<T>(std::sqrt(before / span)));
    }
  }
  return factors;
}

template <typename T>
std::vector<T> weights_of(int p, std::size_t rows) {
  std::vector<T> weights(rows, T(2));
  for (int n = 0; n < p; ++n) weights[index_of(n, 0)] = 1;
  return weights;
}

Vector3 octant_shift(int octant) {
  return {octant & 4 ? 0.25 : -0.25, octant & 2 ? 0.25 : -0.25, octant & 1 ? 0.25 : -0.25};
}

}  // namespace

template <typename T>
Operators<T>::Operators(int order, std::size_t width)
    : p(order),
      coefficients(static_cast<std::size_t>(order * order)),
      rows((coefficients + width - 1) / width * width),
      wide_rows((static_cast<std::size_t>((order + 1) * (order + 1)) + width - 1) / width * width),
      recurrence(recurrence_of<T>(order)),
      wide_recurrence(recurrence_of<T>(order + 1)),
      to_local(64),
      weight(weights_of<T>(order, rows)),
      wide_weight(weights_of<T>(order + 1, wide_rows)) {
  for (int o = 0; o < 8; ++o) {
    to_parent[o] = by_columns<T>(fmm::multipole_to_parent(p, octant_shift(o)), rows);
    to_child[o] = by_columns<T>(fmm::local_to_child(p, octant_shift(o)), rows);
  }
  for (int a = 0; a < 3; ++a) {
    local_gradient[a] = by_columns<T>(fmm::local_gradient(p, a), rows);
    multipole_gradient[a] = by_columns<T>(fmm::multipole_gradient(p, a), wide_rows);
  }
  ThreadPool::shared().parallel_for(64, 1, [&](std::uint64_t begin, std::uint64_t end, unsigned) {
    for (int i = static_cast<int>(begin); i < static_cast<int>(end); ++i) {
      const int x = i / 16, y = i / 4 % 4, z = i % 4;
      if (x < 2 && y < 2 && z < 2) continue;
      to_local[i] = by_columns<T>(multipole_to_local(p, {double(x), double(y), double(z)}), rows);
    }
  });
  fill_signs();
}

// Under x -> -x the harmonic e^(i m phi) becomes (-1)^m e^(-i m phi), under y -> -y its conjugate, and z -> -z gives (-1)^(n + m).
template <typename T>
void Operators<T>::fill_signs() {
  for (int mask = 0; mask < 8; ++mask) {
    mirror[mask].assign(rows, T(1));
    for (int n = 0; n < p; ++n) {
      for (int m = 0; m <= n; ++m) {
        const int odd = ((mask & 4) != 0 ? m : 0) + ((mask & 1) != 0 ? n + m : 0);
        const int turned = ((mask & 4) != 0) + ((mask & 2) != 0);
        mirror[mask][index_of(n, m)] = odd % 2 == 0 ? 1 : -1;
        if (m > 0) mirror[mask][index_of(n, m) + 1] = (odd + turned) % 2 == 0 ? 1 : -1;
      }
    }
  }
}

template <typename T>
std::shared_ptr<const Operators<T>> Operators<T>::get(int p, std::size_t width) {
  static std::mutex mutex;
  static auto* known = new std::map<std::pair<int, std::size_t>, std::shared_ptr<const Operators>>;
  {
    std::lock_guard lock(mutex);
    const auto found = known->find({p, width});
    if (found != known->end()) return found->second;
  }
  // Made without the lock, since it runs on the pool's threads; of two at once one is dropped.
  std::shared_ptr<const Operators> made(new Operators(p, width));
  std::lock_guard lock(mutex);
  return known->try_emplace({p, width}, std::move(made)).first->second;
}

template struct Operators<float>;
template struct Operators<double>;

}  // namespace vgpu::fmm
