// vgpu.Error and vgpu.OutOfMemory, and how a failing C function becomes one of them.
// SPDX-License-Identifier: MIT
#include "bindings.h"

namespace vgpu_python {
namespace {

PyObject* error_class = nullptr;
PyObject* memory_class = nullptr;

void raise(const Failure& failure) {
  PyObject* type = failure.code == vgpuErrorMemoryAllocation ? memory_class : error_class;
  py::object error = py::reinterpret_borrow<py::object>(type)(failure.message);
  error.attr("code") = int(failure.code);
  error.attr("code_name") = vgpuGetErrorName(failure.code);
  PyErr_SetObject(type, error.ptr());
}

PyObject* new_class(py::module_& m, const char* name, const char* doc, py::object bases) {
  std::string full = std::string("vgpu.") + name;
  PyObject* type = PyErr_NewExceptionWithDoc(full.c_str(), doc, bases.ptr(), nullptr);
  if (!type) throw py::error_already_set();
  m.add_object(name, py::reinterpret_borrow<py::object>(type));
  return type;
}

}  // namespace

void check(vgpuError_t code, const std::string& message) {
  if (code == vgpuSuccess) return;
  std::string text = !message.empty() ? message : vgpuGetLastErrorMessage();
  vgpuGetLastError();  // reported here; the next C call starts clean
  throw Failure{code, text.empty() ? vgpuGetErrorString(code) : text};
}

void bind_errors(py::module_& m) {
  auto base = py::reinterpret_borrow<py::object>(PyExc_RuntimeError);
  error_class = new_class(m, "Error", "A call to vGPU failed; code and code_name say how.", base);
  auto both = py::make_tuple(py::reinterpret_borrow<py::object>(error_class),
                             py::reinterpret_borrow<py::object>(PyExc_MemoryError));
  memory_class =
      new_class(m, "OutOfMemory", "Not enough device memory; the text has the sizes.", both);
  py::register_exception_translator([](std::exception_ptr pointer) {
    try {
      if (pointer) std::rethrow_exception(pointer);
    } catch (const Failure& failure) {
      raise(failure);
    }
  });
}

}  // namespace vgpu_python
