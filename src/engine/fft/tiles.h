// Transforms of whole tiles: all passes, from memory to memory or in place.
// SPDX-License-Identifier: MIT
#pragma once

#include "engine/fft/passes.h"

namespace vgpu::fft::VG_SIMD {

// All butterflies of one block: the first needs no twiddles.
template <typename T>
VG_INLINE void run_block(const PassTable<T>& table, int form, Run<T> run, std::size_t m) {
  run.count = 1;
  table.plain[form][0](run);
  run.source += run.source_step, run.target += run.target_step;
  run.count = m - 1;
  if (m > 1) table.twiddled[form](run);
}

template <typename T>
void transform_tile(const LanePlan<T>& plan, Form source_form, const T* source,
                    std::ptrdiff_t source_stride, Form target_form, T* target,
                    std::ptrdiff_t target_stride, T* scratch, T scale) {
  constexpr std::ptrdiff_t E = kElement<T>;
  const std::size_t n = plan.n;
  std::size_t blocks = 1, size = n;
  int form = int(source_form);
  for (int i = 0; i + 1 < plan.passes; ++i) {
    const std::size_t m = size / std::size_t(plan.radix[i]);
    const PassTable<T>& table = passes_of<T>(plan.radix[i]);
    for (std::size_t b = 0; b < blocks; ++b) {
      const T* from = source + std::ptrdiff_t(b * size) * source_stride;
      T* to = scratch + std::ptrdiff_t(b * size) * E;
      run_block(table, form,
                Run<T>{from, std::ptrdiff_t(m) * source_stride, source_stride, to,
                       std::ptrdiff_t(m) * E, E, 0, nullptr, plan.twiddles[i], T(1)},
                m);
    }
    blocks *= std::size_t(plan.radix[i]), size = m;
    source = scratch, source_stride = E, form = int(Form::split);
  }
  const PassTable<T>& table = passes_of<T>(plan.radix[plan.passes - 1]);
  const auto radix = std::ptrdiff_t(size);
  if (target == nullptr) {
    table.plain[form][0](Run<T>{source, source_stride, radix * source_stride, scratch, E, radix * E,
                                blocks, nullptr, nullptr, scale});
  } else {
    table.plain[form][int(target_form)](Run<T>{source, source_stride, radix * source_stride, target,
                                               std::ptrdiff_t(n) / radix * target_stride,
                                               target_stride, blocks, plan.first, nullptr, scale});
  }
}

}  // namespace vgpu::fft::VG_SIMD
