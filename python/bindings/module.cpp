// vgpu.Module and vgpu.Kernel: compile, look up, launch.
// SPDX-License-Identifier: MIT
#include <pybind11/stl.h>

#include "bindings.h"

namespace vgpu_python {
namespace {

constexpr std::size_t kLogBytes = 1 << 16;

vgpuLanguage language_of(const std::string& name) {
  if (name == "opencl") return vgpuLanguageOpenCL;
  if (name == "cuda") return vgpuLanguageCUDA;
  if (name == "spirv") return vgpuLanguageSPIRV;
  throw py::value_error("language '" + name + "' is not one of 'opencl', 'cuda', 'spirv'");
}

// (x,), (x, y), (x, y, z) or a plain number.
dim3 to_dim3(py::handle value, const char* what) {
  unsigned sizes[3] = {1, 1, 1};
  if (py::isinstance<py::int_>(value)) {
    sizes[0] = value.cast<unsigned>();
  } else {
    auto list = py::reinterpret_borrow<py::sequence>(value);
    if (list.size() < 1 || list.size() > 3)
      throw py::value_error(std::string(what) + " must have one to three numbers");
    for (std::size_t i = 0; i < list.size(); ++i) sizes[i] = list[i].cast<unsigned>();
  }
  return dim3(sizes[0], sizes[1], sizes[2]);
}

void launch(const Kernel& kernel, py::handle grid, py::handle block, const py::sequence& args,
            std::size_t shared_bytes, const Stream* stream, bool cooperative) {
  const auto& infos = kernel.arguments();
  if (args.size() != infos.size())
    throw py::type_error("kernel " + kernel.name() + " takes " + std::to_string(infos.size()) +
                         " arguments, not " + std::to_string(args.size()));
  std::vector<std::vector<std::byte>> values;
  std::vector<void*> pointers;
  for (std::size_t i = 0; i < infos.size(); ++i)
    values.push_back(pack_argument(infos[i], i, args[i]));
  for (auto& value : values) pointers.push_back(value.data());
  dim3 groups = to_dim3(grid, "grid"), items = to_dim3(block, "block");
  py::gil_scoped_release unlocked;
  kernel.module().device().select();
  vgpuStream_t on = stream ? stream->handle() : nullptr;
  auto start = cooperative ? vgpuLaunchCooperativeKernel : vgpuLaunchKernelAsync;
  check(start(kernel.handle(), groups, items, pointers.data(), shared_bytes, on));
}

std::vector<std::string> kernel_names(const Module& module) {
  int count = 0;
  check(vgpuModuleGetKernelCount(&count, module.handle()));
  std::vector<std::string> names;
  for (int i = 0; i < count; ++i) {
    const char* name = "";
    check(vgpuModuleGetKernelName(&name, module.handle(), i));
    names.push_back(name);
  }
  return names;
}

py::bytes binary_of(const Module& module) {
  std::size_t size = 0;
  check(vgpuModuleGetBinary(module.handle(), nullptr, &size));
  std::string data(size, '\0');
  check(vgpuModuleGetBinary(module.handle(), data.data(), &size));
  return py::bytes(data.data(), size);
}

py::list argument_list(const Kernel& kernel) {
  static const char* const kKinds[] = {"value", "global", "constant", "local", "image", "sampler"};
  py::list result;
  for (const auto& info : kernel.arguments())
    result.append(py::make_tuple(info.name, info.typeName, kKinds[info.kind], info.size));
  return result;
}

void bind_kernel(py::module_& m) {
  py::class_<Kernel>(m, "Kernel", "A kernel of a module.")
      .def_property_readonly("name", &Kernel::name)
      .def_property_readonly("arguments", argument_list,
                             "(name, type, kind, bytes) of each argument.")
      .def("launch", launch, py::arg("grid"), py::arg("block"), py::arg("args"),
           py::arg("shared_bytes") = 0, py::arg("stream") = nullptr, py::arg("cooperative") = false,
           "Enqueues the kernel: grid counts groups, block the items of one. Buffers must live "
           "until it is done.")
      .def("__repr__", [](const Kernel& k) { return "<vgpu.Kernel " + k.name() + ">"; });
}

}  // namespace

Module::Module(const Device& device, const std::string& source, const std::string& language,
               const std::string& options, const std::string& file_name,
               const std::vector<std::pair<std::string, std::string>>& headers)
    : device_(device), log_(kLogBytes, '\0') {
  std::vector<const char*> names, texts;
  for (const auto& [name, text] : headers)
    names.push_back(name.c_str()), texts.push_back(text.c_str());
  vgpuBuildOptions build = {};
  build.options = options.c_str(), build.fileName = file_name.empty() ? nullptr : file_name.c_str();
  build.headerCount = int(names.size()), build.headerNames = names.data(),
  build.headerTexts = texts.data();
  build.log = log_.data(), build.logSize = log_.size(), build.sourceSize = source.size();
  vgpuLanguage kind = language_of(language);
  vgpuError_t code;
  {
    py::gil_scoped_release unlocked;
    device.select();
    code = vgpuModuleLoadSource(&handle_, source.c_str(), kind, &build);
  }
  log_.resize(std::string(log_.c_str()).size());
  check(code, code == vgpuErrorCompilationFailed ? log_ : "");
}

Module::Module(const Device& device, const std::string& binary) : device_(device) {
  device.select();
  check(vgpuModuleLoadBinary(&handle_, binary.data(), binary.size()));
}

Module::~Module() {
  py::gil_scoped_release unlocked;  // it waits for the module's launches
  vgpuModuleUnload(handle_);
}

Kernel::Kernel(std::shared_ptr<Module> module, const std::string& name)
    : module_(std::move(module)), name_(name) {
  check(vgpuModuleGetKernel(&handle_, module_->handle(), name.c_str()));
  vgpuKernelAttributes attributes;
  check(vgpuKernelGetAttributes(&attributes, handle_));
  arguments_.resize(attributes.argumentCount);
  for (int i = 0; i < attributes.argumentCount; ++i)
    check(vgpuKernelGetArgumentInfo(&arguments_[i], handle_, i));
}

void bind_module(py::module_& m) {
  bind_kernel(m);
  using Headers = std::vector<std::pair<std::string, std::string>>;
  py::class_<Module, std::shared_ptr<Module>>(m, "Module", "Compiled kernels.")
      .def(py::init<const Device&, const std::string&, const std::string&, const std::string&,
                    const std::string&, const Headers&>(),
           py::arg("device"), py::arg("source"), py::arg("language") = "opencl",
           py::arg("options") = "", py::arg("file_name") = "", py::arg("headers") = Headers{})
      .def_static(
          "from_binary",
          [](const Device& device, const py::bytes& data) {
            return std::make_shared<Module>(device, data);
          },
          py::arg("device"), py::arg("data"), "Loads what binary() gave.")
      .def(
          "kernel",
          [](std::shared_ptr<Module> m, const std::string& name) { return Kernel(m, name); },
          py::arg("name"))
      .def("__getitem__",
           [](std::shared_ptr<Module> m, const std::string& name) { return Kernel(m, name); })
      .def("binary", binary_of, "The module as bytes.")
      .def_property_readonly("kernels", kernel_names)
      .def_property_readonly("log", &Module::log, "The compiler's warnings.");
}

}  // namespace vgpu_python
