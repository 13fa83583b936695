// vgpu.Buffer: device memory as Python sees it, with the buffer protocol and DLPack.
//
// On the cpu device memory is the host's, so views need no copy. A view outlives free(): the memory goes back
// only when the last view has gone, since NumPy would otherwise read memory that is somebody else's by then.
// SPDX-License-Identifier: MIT
#include <cstdint>

#include "bindings.h"

namespace vgpu_python {
namespace {

// DLPack's structures (version 0.8), as its specification lays them out.
struct DlTensor {
  void* data;
  std::int32_t device_type, device_id, dimensions;
  std::uint8_t type_code, type_bits;
  std::uint16_t type_lanes;
  std::int64_t* shape;
  std::int64_t* strides;
  std::uint64_t byte_offset;
};
struct DlManaged {
  DlTensor tensor;
  void* context;
  void (*deleter)(DlManaged*);
};
constexpr std::int32_t kDlCpu = 1;
constexpr std::uint8_t kDlUnsigned = 1;

// The tensor that a consumer holds, with what keeps the memory alive.
struct Lent {
  DlManaged managed;
  std::int64_t size;
  py::object owner;
};

void return_lent(DlManaged* managed) {
  py::gil_scoped_acquire locked;
  delete static_cast<Lent*>(managed->context);
}

// A consumer that took the tensor has renamed the capsule; else nobody else will return it.
void drop_capsule(PyObject* capsule) {
  if (!PyCapsule_IsValid(capsule, "dltensor")) return;
  auto* managed = static_cast<DlManaged*>(PyCapsule_GetPointer(capsule, "dltensor"));
  managed->deleter(managed);
}

py::object to_dlpack(py::object self, py::object, py::kwargs) {
  auto& buffer = self.cast<Buffer&>();
  auto* lent = new Lent{{}, std::int64_t(buffer.bytes()), self};
  lent->managed = {{buffer.share(), kDlCpu, 0, 1, kDlUnsigned, 8, 1, &lent->size, nullptr, 0},
                   lent,
                   return_lent};
  return py::reinterpret_steal<py::object>(PyCapsule_New(&lent->managed, "dltensor", drop_capsule));
}

py::buffer_info host_view(Buffer& buffer) {
  void* data = buffer.share();
  return py::buffer_info(data, 1, py::format_descriptor<std::uint8_t>::format(),
                         py::ssize_t(buffer.bytes()));
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
  void* to = static_cast<std::byte*>(buffer.pointer()) + offset;
  py::gil_scoped_release unlocked;
  buffer.device().select();
  check(vgpuMemcpy(to, info.ptr, bytes, vgpuMemcpyHostToDevice));
}

void copy_to(const Buffer& buffer, const py::buffer& array, std::size_t offset) {
  py::buffer_info info = contiguous(array, true);
  std::size_t bytes = std::size_t(info.size) * info.itemsize;
  check_range(buffer, offset, bytes);
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

Buffer::Buffer(const Device& device, std::size_t bytes) : device_(device), bytes_(bytes) {
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
      .def("__dlpack__", to_dlpack, py::arg("stream") = py::none())
      .def("__dlpack_device__", [](const Buffer&) { return py::make_tuple(kDlCpu, 0); })
      .def_buffer(host_view);
}

}  // namespace vgpu_python
