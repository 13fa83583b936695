// vgpu._native.EinsumPlan: sums of products of arrays as NumPy lays them out.
// SPDX-License-Identifier: MIT
#include <pybind11/numpy.h>
#include <pybind11/stl.h>
#include <vgpu/c/einsum.h>

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "bindings.h"

namespace vgpu_python {
namespace {

vgpuEinsumType type_of(char type) {
  switch (type) {
    case 'f':
      return vgpuEinsumFloat;
    case 'd':
      return vgpuEinsumDouble;
    case 'F':
      return vgpuEinsumComplexFloat;
    case 'D':
      return vgpuEinsumComplexDouble;
    default:
      throw py::value_error("no type of einsum's engine");
  }
}

// A wrong text or shape is a ValueError, as NumPy's is, without the C function's name.
void check_plan(vgpuError_t code) {
  if (code != vgpuErrorInvalidValue) return check(code);
  std::string text = vgpuGetLastErrorMessage();
  vgpuGetLastError();
  if (const std::size_t name = text.find("] "); name != std::string::npos) text.erase(0, name + 2);
  constexpr std::string_view kUsual = "subscripts: ";
  if (text.starts_with(kUsual)) text.erase(0, kUsual.size());
  throw py::value_error("einsum: " + text);
}

class EinsumPlan {
 public:
  EinsumPlan(const std::string& subscripts, const std::vector<py::array>& arrays, char type,
             int optimize, std::size_t memory_limit) {
    std::vector<vgpuEinsumArray> in;
    std::vector<std::int64_t> strides;
    std::size_t axes = 0;
    for (const py::array& array : arrays) axes += static_cast<std::size_t>(array.ndim());
    strides.reserve(axes);  // so that addresses stay
    for (const py::array& array : arrays) {
      const auto rank = static_cast<unsigned>(array.ndim());
      in.push_back({rank, reinterpret_cast<const std::size_t*>(array.shape()),
                    strides.data() + strides.size()});
      for (unsigned i = 0; i < rank; ++i) {
        // Types without a size are asked for their order only.
        strides.push_back(array.strides(i) / std::max<py::ssize_t>(array.itemsize(), 1));
      }
    }
    const vgpuEinsumDesc desc{subscripts.c_str(),
                              type_of(type),
                              static_cast<unsigned>(in.size()),
                              in.data(),
                              0,
                              nullptr,
                              static_cast<vgpuEinsumOptimize>(optimize),
                              memory_limit};
    check_plan(vgpuEinsumPlanCreate(&plan_, &desc));
  }
  ~EinsumPlan() { vgpuEinsumPlanDestroy(plan_); }
  EinsumPlan(const EinsumPlan&) = delete;
  EinsumPlan& operator=(const EinsumPlan&) = delete;

  py::tuple shape() const {
    unsigned rank = 0;
    check(vgpuEinsumPlanOutput(plan_, &rank));
    std::vector<std::size_t> n(rank);
    check(vgpuEinsumPlanOutput(plan_, &rank, n.data()));
    py::tuple shape(rank);
    for (std::size_t i = 0; i < n.size(); ++i) shape[i] = n[i];
    return shape;
  }
  std::vector<std::pair<unsigned, unsigned>> path() const {
    std::size_t count = 0;
    check(vgpuEinsumPlanPath(plan_, &count));
    std::vector<vgpuEinsumPair> pairs(count);
    check(vgpuEinsumPlanPath(plan_, &count, pairs.data()));
    std::vector<std::pair<unsigned, unsigned>> path;
    for (const vgpuEinsumPair& pair : pairs) path.emplace_back(pair.first, pair.second);
    return path;
  }
  double products() const {
    double products = 0;
    check(vgpuEinsumPlanCost(plan_, nullptr, &products));
    return products;
  }

  // The arrays that the plan was made for, or others of their type, shapes and strides; `out` without gaps.
  void run(const std::vector<py::array>& arrays, py::array& out) const {
    std::vector<const void*> in;
    for (const py::array& array : arrays) in.push_back(array.data());
    void* const to = out.mutable_data();
    const py::gil_scoped_release unlocked;
    check(vgpuEinsumExec(plan_, in.data(), to, nullptr));
    check(vgpuStreamSynchronize(nullptr));
  }

 private:
  vgpuEinsumPlan_t plan_ = nullptr;
};

}  // namespace

void bind_einsum(py::module_& m) {
  py::class_<EinsumPlan>(m, "EinsumPlan", "A plan for arrays of certain shapes and strides.")
      .def(py::init<const std::string&, const std::vector<py::array>&, char, int, std::size_t>(),
           py::arg("subscripts"), py::arg("arrays"), py::arg("type"), py::arg("optimize"),
           py::arg("memory_limit"))
      .def_property_readonly("shape", &EinsumPlan::shape)
      .def_property_readonly("path", &EinsumPlan::path)
      .def_property_readonly("products", &EinsumPlan::products)
      .def("run", &EinsumPlan::run, py::arg("arrays"), py::arg("out"));
}

}  // namespace vgpu_python
