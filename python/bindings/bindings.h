// What the binding files share: the error that becomes vgpu.Error, and the classes Python sees.
//
// Everything goes through the public C interface; there is no second way into the library.
// SPDX-License-Identifier: MIT
#pragma once

#include <pybind11/pybind11.h>
#include <vgpu/runtime.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace vgpu_python {

namespace py = pybind11;

// Becomes vgpu.Error (or MemoryError's subclass vgpu.OutOfMemory) with the code as an attribute.
struct Failure {
  vgpuError_t code;
  std::string message;
};

// Throws Failure with the library's text, or `message` if given, when the code is not vgpuSuccess.
void check(vgpuError_t code, const std::string& message = "");

class Device {
 public:
  explicit Device(int index);
  explicit Device(const std::string& name);

  int index() const { return index_; }
  void select() const { check(vgpuSetDevice(index_)); }  // for calls that act on the current device

 private:
  int index_;
};

// Device memory. Freed by free(), or when Python drops the last reference to it and to all views of it.
// The elements of a buffer, in the words of Python's buffer protocol.
struct BufferLayout {
  std::string format;
  py::ssize_t item_bytes;
  std::vector<py::ssize_t> shape;
};

class Buffer {
 public:
  Buffer(const Device& device, std::size_t bytes);
  ~Buffer();
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  std::size_t bytes() const { return bytes_; }
  const Device& device() const { return device_; }
  bool freed() const { return freed_; }
  const BufferLayout& layout() const { return layout_; }
  void set_layout(BufferLayout layout) { layout_ = std::move(layout); }
  void* pointer() const;  // throws after free()
  void* share();  // for a view: waits for the device; from then on free() cannot release at once
  void free();

 private:
  Device device_;
  std::size_t bytes_;
  BufferLayout layout_;
  void* pointer_ = nullptr;
  bool freed_ = false, shared_ = false;
};

class Stream {
 public:
  Stream(const Device& device, bool blocking, int priority);
  ~Stream();
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  vgpuStream_t handle() const { return handle_; }

 private:
  vgpuStream_t handle_{};
};

class Event {
 public:
  Event(const Device& device, bool timing);
  ~Event();
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  vgpuEvent_t handle() const { return handle_; }

 private:
  vgpuEvent_t handle_{};
};

class Module {
 public:
  Module(const Device& device, const std::string& source, const std::string& language,
         const std::string& options, const std::string& file_name,
         const std::vector<std::pair<std::string, std::string>>& headers);
  Module(const Device& device, const std::string& binary);
  ~Module();
  Module(const Module&) = delete;
  Module& operator=(const Module&) = delete;

  vgpuModule_t handle() const { return handle_; }
  const Device& device() const { return device_; }
  const std::string& log() const { return log_; }

 private:
  Device device_;
  vgpuModule_t handle_{};
  std::string log_;
};

class Kernel {
 public:
  Kernel(std::shared_ptr<Module> module, const std::string& name);
  vgpuKernel_t handle() const { return handle_; }
  const Module& module() const { return *module_; }
  const std::string& name() const { return name_; }
  const std::vector<vgpuArgumentInfo>& arguments() const { return arguments_; }

 private:
  std::shared_ptr<Module> module_;  // a kernel keeps its module alive
  std::string name_;
  vgpuKernel_t handle_{};
  std::vector<vgpuArgumentInfo> arguments_;
};

void bind_errors(py::module_& m);
void bind_device(py::module_& m);
void bind_buffer(py::module_& m);
void bind_stream(py::module_& m);
void bind_module(py::module_& m);
void bind_blas(py::module_& m);
void bind_einsum(py::module_& m);
void bind_fft(py::module_& m);
void bind_sim(py::module_& m);
void bind_nn(py::module_& m);
void bind_fmm(py::module_& m);

// Packs a Python value as kernel argument i: a Buffer, a NumPy scalar or array of one, an int, float or bool.
std::vector<std::byte> pack_argument(const vgpuArgumentInfo& info, std::size_t index,
                                     py::handle value);

}  // namespace vgpu_python
