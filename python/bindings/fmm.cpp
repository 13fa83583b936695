// vgpu._native.laplace: one sum over points that NumPy holds.
// SPDX-License-Identifier: MIT
#include <cstdint>

#include "bindings.h"

namespace vgpu_python {
namespace {

template <typename T>
T* at(std::uintptr_t address) {
  return reinterpret_cast<T*>(address);
}

// Addresses of doubles; 0 is none. digits 0: over all pairs.
py::tuple run_laplace(int dimensions, std::uintptr_t sources, std::uintptr_t charges,
                      std::size_t source_count, std::uintptr_t targets, std::size_t target_count,
                      int digits, std::uintptr_t potential, std::uintptr_t gradient) {
  vgpuFmmTimes times{};
  const auto direct = dimensions == 2 ? vgpuFmmLaplace2dDirect : vgpuFmmLaplace3dDirect;
  const auto fast = dimensions == 2 ? vgpuFmmLaplace2d : vgpuFmmLaplace3d;
  {
    py::gil_scoped_release unlocked;
    check(digits == 0
              ? direct(at<double>(sources), at<double>(charges), source_count, at<double>(targets),
                       target_count, at<double>(potential), at<double>(gradient), nullptr)
              : fast(at<double>(sources), at<double>(charges), source_count, at<double>(targets),
                     target_count, digits, at<double>(potential), at<double>(gradient), &times,
                     nullptr));
    check(vgpuStreamSynchronize(nullptr));
  }
  return py::make_tuple(times.tree, times.lists, times.up, times.across, times.down, times.leaves);
}

}  // namespace

void bind_fmm(py::module_& m) {
  m.def("laplace", run_laplace, py::arg("dimensions"), py::arg("sources"), py::arg("charges"),
        py::arg("source_count"), py::arg("targets"), py::arg("target_count"), py::arg("digits"),
        py::arg("potential"), py::arg("gradient"), "Sums over points; vgpu.fmm is the face of it.");
}

}  // namespace vgpu_python
