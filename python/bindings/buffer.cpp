// vgpu.Buffer: device memory as Python sees it, with the buffer protocol, through which NumPy makes views.
//
// On the cpu device memory is the host's, so views need no copy. A view outlives free(): the memory goes back
// only when the last view has gone, since NumPy would otherwise read memory that is somebody else's by then.
// SPDX-License-Identifier: MIT
#include <pybind11/stl.h>

#include <cstdint>
#include <utility>

#include "bindings.h"

namespace vgpu_python {
namespace {

py::buffer_info host_view(Buffer& buffer) {
  const BufferLayout& layout = buffer.layout();
  void* data = buffer.share();
  return py::buffer_info(data, layout.item_bytes, layout.format, py::ssize_t(layout.shape.size()),
                         layout.shape, py::detail::c_strides(layout.shape, layout.item_bytes));
}

void set_layout(Buffer& buffer, std::string format, py::ssize_t item_bytes,
                std::vector<py::ssize_t> shape) {
  std::size_t bytes = std::size_t(item_bytes);
  for (py::ssize_t extent : shape) bytes *= std::size_t(extent);
  if (bytes != buffer.bytes()) throw py::value_error("the shape does not fit the buffer");
  buffer.set_layout({std::move(format), item_bytes, std::move(shape)});
}

py::buffer_info contiguous(const py::buffer& array, bool writable) {
  py::buffer_info info = array.request(writable);
  py::ssize_t expected = info.itemsize;
  for (py::ssize_t i = info.ndim - 1; i >= 0; --i) {
    if (info.shape[i] > 1 && info.strides[i] != expected)
      throw py::value_error("the array is not contiguous: use numpy.ascontiguousarray");
    expected *= info.shape[i];
  }
  return info;
}

void check_range(const Buffer& buffer, std::size_t offset, std::size_t bytes) {
  if (offset > buffer.bytes() || bytes > buffer.bytes() - offset)
    throw py::value_error("the copy of " + std::to_string(bytes) + " bytes at offset " +
                          std::to_string(offset) + " does not fit the buffer of " +
                          std::to_string(buffer.bytes()) + " bytes");
}

void copy_from(Buffer& buffer, const py::buffer& array, std::size_t offset) {
  py::buffer_info info = contiguous(array, false);
  std::size_t bytes = std::size_t(info.size) * info.itemsize;
  check_range(buffer, offset, bytes);
  if (bytes == 0) return;  // memory of nothing has no address
  void* to = static_cast<std::byte*>(buffer.pointer()) + offset;
  py::gil_scoped_release unlocked;
  buffer.device().select();
  check(vgpuMemcpy(to, info.ptr, bytes, vgpuMemcpyHostToDevice));
}

void copy_to(const Buffer& buffer, const py::buffer& array, std::size_t offset) {
  py::buffer_info info = contiguous(array, true);
  std::size_t bytes = std::size_t(info.size) * info.itemsize;
  check_range(buffer, offset, bytes);
  if (bytes == 0) return;
  const void* from = static_cast<const std::byte*>(buffer.pointer()) + offset;
  py::gil_scoped_release unlocked;
  buffer.device().select();
  check(vgpuMemcpy(info.ptr, from, bytes, vgpuMemcpyDeviceToHost));
}

void copy_between(Buffer& to, const Buffer& from) {
  check_range(to, 0, from.bytes());
  void *target = to.pointer(), *source = from.pointer();
  py::gil_scoped_release unlocked;
  to.device().select();
  check(vgpuMemcpy(target, source, from.bytes(), vgpuMemcpyDeviceToDevice));
}

void fill(Buffer& buffer, int value) {
  void* pointer = buffer.pointer();
  py::gil_scoped_release unlocked;
  buffer.device().select();
  check(vgpuMemset(pointer, value, buffer.bytes()));
}

std::string describe(const Buffer& buffer) {
  return "<vgpu.Buffer of " + std::to_string(buffer.bytes()) + " bytes" +
         (buffer.freed() ? ", freed>" : ">");
}

}  // namespace

Buffer::Buffer(const Device& device, std::size_t bytes)
    : device_(device), bytes_(bytes), layout_{"B", 1, {py::ssize_t(bytes)}} {
  device.select();
  if (bytes > 0)
    check(vgpuMalloc(&pointer_, bytes));  // an empty array is natural in Python, an error in C
}

Buffer::~Buffer() {
  if (pointer_) vgpuFree(pointer_);
}

void* Buffer::pointer() const {
  if (freed_)
    throw Failure{vgpuErrorInvalidDevicePointer, "[vgpu.Buffer] the buffer has been freed"};
  return pointer_;
}

void* Buffer::share() {
  void* result = pointer();
  py::gil_scoped_release unlocked;
  device_.select();
  check(vgpuDeviceSynchronize());
  shared_ = true;
  return result;
}

void Buffer::free() {
  void* memory = pointer();
  freed_ = true;
  if (shared_ || !memory) return;
  pointer_ = nullptr;
  check(vgpuFree(memory));
}

void bind_buffer(py::module_& m) {
  py::class_<Buffer, std::shared_ptr<Buffer>>(m, "Buffer", py::buffer_protocol(),
                                              "Device memory of a fixed number of bytes.")
      .def(py::init<const Device&, std::size_t>(), py::arg("device"), py::arg("nbytes"))
      .def_property_readonly("nbytes", &Buffer::bytes)
      .def_property_readonly("device", &Buffer::device)
      .def_property_readonly("freed", &Buffer::freed)
      .def_property_readonly("pointer", [](const Buffer& b) { return std::uintptr_t(b.pointer()); })
      .def("copy_from", copy_from, py::arg("array"), py::arg("offset") = 0,
           "Copies an array into the buffer.")
      .def("copy_from", copy_between, py::arg("buffer"))
      .def("copy_to", copy_to, py::arg("array"), py::arg("offset") = 0,
           "Copies the buffer's bytes into an array.")
      .def("fill", fill, py::arg("value"), "Sets every byte.")
      .def("free", &Buffer::free, "Gives the memory back; views of it stay valid.")
      .def("__len__", &Buffer::bytes)
      .def("__repr__", describe)
      .def("__enter__", [](py::object self) { return self; })
      .def("__exit__",
           [](Buffer& b, const py::args&) {
             if (!b.freed()) b.free();
           })
      .def("_set_layout", set_layout, py::arg("format"), py::arg("item_bytes"), py::arg("shape"),
           "What the buffer protocol says of the elements.")
      .def_buffer(host_view);
}

}  // namespace vgpu_python
