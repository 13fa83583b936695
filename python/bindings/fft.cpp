// vgpu._native.fft: one transform of memory that NumPy describes.
// SPDX-License-Identifier: MIT
#include <pybind11/stl.h>

#include <array>
#include <cstdint>

#include "bindings.h"

namespace vgpu_python {
namespace {

using Dims =
    std::vector<std::array<std::int64_t, 3>>;  // n, stride of the input, stride of the output

unsigned copy_dims(const Dims& dims, vgpuFftDim* to) {
  if (dims.size() > vgpuFftMaxDims) throw py::value_error("too many dimensions");
  for (const auto& [n, in, out] : dims) *to++ = {static_cast<std::size_t>(n), in, out};
  return static_cast<unsigned>(dims.size());
}

void run_fft(int type, bool f64, bool backward, const Dims& axes, const Dims& batch, double scale,
             std::uintptr_t in, std::uintptr_t out) {
  vgpuFftDesc desc{};
  desc.type = static_cast<vgpuFftType>(type);
  desc.precision = f64 ? vgpuFftDouble : vgpuFftSingle;
  desc.direction = backward ? vgpuFftBackward : vgpuFftForward;
  desc.rank = copy_dims(axes, desc.axes);
  desc.batchRank = copy_dims(batch, desc.batch);
  desc.scale = scale;
  py::gil_scoped_release unlocked;
  vgpuFftPlan_t plan = nullptr;
  check(vgpuFftPlanCreate(&plan, &desc));
  const vgpuError_t code =
      vgpuFftExec(plan, reinterpret_cast<const void*>(in), reinterpret_cast<void*>(out), nullptr);
  vgpuFftPlanDestroy(plan);  // the stream keeps what it needs
  check(code);
  check(vgpuStreamSynchronize(nullptr));
}

}  // namespace

void bind_fft(py::module_& m) {
  m.def("fft", run_fft, py::arg("type"), py::arg("f64"), py::arg("backward"), py::arg("axes"),
        py::arg("batch"), py::arg("scale"), py::arg("input"), py::arg("output"),
        "Transforms memory; vgpu.fft is the face of it.");
}

}  // namespace vgpu_python
