// Fourier transforms for C++: plans that clean up, and one call for arrays without gaps.
//
// Header-only over <vgpu/c/fft.h>, which says what transforms there are and where data may lie.
// SPDX-License-Identifier: MIT
#pragma once

#include <vgpu/c/fft.h>
#include <vgpu/cpp/error.hpp>
#include <vgpu/cpp/handle.hpp>
#include <vgpu/cpp/stream.hpp>

#include <complex>
#include <cstddef>
#include <type_traits>
#include <vector>

namespace vgpu {

// A plan for arrays in C's order without gaps, or for what a description says. T is float or double.
template <typename T>
class FftPlan {
  static_assert(std::is_same_v<T, float> || std::is_same_v<T, double>);

 public:
  static constexpr vgpuFftPrecision kPrecision =
      std::is_same_v<T, float> ? vgpuFftSingle : vgpuFftDouble;

  explicit FftPlan(const std::vector<std::size_t>& n, vgpuFftType type = vgpuFftComplex,
                   vgpuFftDirection direction = vgpuFftForward, std::size_t batch = 1) {
    check(vgpuFftPlanContiguous(plan_.out(), type, kPrecision, direction,
                                static_cast<unsigned>(n.size()), n.data(), batch));
  }
  explicit FftPlan(vgpuFftDesc desc) {
    desc.precision = kPrecision;
    check(vgpuFftPlanCreate(plan_.out(), &desc));
  }
  vgpuFftPlan_t get() const { return plan_.get(); }

  // Enqueue a transform of the plan's type; data must live until the stream has done it.
  void run(const std::complex<T>* in, std::complex<T>* out, vgpuStream_t stream = nullptr) const {
    check(vgpuFftExec(get(), in, out, stream));
  }
  void run(const T* in, std::complex<T>* out, vgpuStream_t stream = nullptr) const {
    check(vgpuFftExec(get(), in, out, stream));
  }
  void run(const std::complex<T>* in, T* out, vgpuStream_t stream = nullptr) const {
    check(vgpuFftExec(get(), in, out, stream));
  }

 private:
  UniqueHandle<vgpuFftPlan_t, vgpuFftPlanDestroy> plan_;
};

// The transform of a vector, as NumPy's fft and ifft: the backward one is divided by n.
template <typename T>
std::vector<std::complex<T>> fft(const std::vector<std::complex<T>>& x,
                                 vgpuFftDirection direction = vgpuFftForward) {
  std::vector<std::complex<T>> y(x.size());
  vgpuFftDesc desc{};
  desc.direction = direction, desc.rank = 1;
  desc.axes[0] = {x.size(), 1, 1};
  desc.scale = direction == vgpuFftBackward && !x.empty() ? 1.0 / static_cast<double>(x.size()) : 1;
  FftPlan<T>(desc).run(x.data(), y.data());
  check(vgpuStreamSynchronize(nullptr));
  return y;
}

}  // namespace vgpu
