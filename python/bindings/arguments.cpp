// How Python values become kernel arguments.
// SPDX-License-Identifier: MIT
#include <cstring>
#include <string_view>

#include "bindings.h"

namespace vgpu_python {
namespace {

std::string place(const vgpuArgumentInfo& info, std::size_t index) {
  return "argument " + std::to_string(index) + " (" + info.typeName + " " + info.name + "): ";
}

template <class T>
std::vector<std::byte> bytes_of(T value) {
  std::vector<std::byte> bytes(sizeof value);
  std::memcpy(bytes.data(), &value, sizeof value);
  return bytes;
}

bool is_floating(std::string_view type) {
  for (std::string_view name : {"float", "double", "half", "__half"})
    if (type == name || type == "const " + std::string(name)) return true;
  return false;
}

std::vector<std::byte> pack_number(const vgpuArgumentInfo& info, std::size_t index,
                                   py::handle value) {
  bool real = is_floating(info.typeName);
  if (real && info.size == 8) return bytes_of(value.cast<double>());
  if (real && info.size == 4) return bytes_of(value.cast<float>());
  if (real || !(py::isinstance<py::int_>(value)))
    throw py::type_error(place(info, index) + "needs a NumPy value of that type");
  py::int_ number = py::reinterpret_borrow<py::int_>(value);
  bool negative = number < py::int_(0);
  py::object bytes = number.attr("to_bytes")(info.size, "little", py::arg("signed") = negative);
  std::string text = bytes.cast<std::string>();
  auto* first = reinterpret_cast<const std::byte*>(text.data());
  return {first, first + text.size()};
}

// NumPy scalars and arrays know their own bytes; they must be as many as the argument has.
std::vector<std::byte> pack_array(const vgpuArgumentInfo& info, std::size_t index,
                                  py::handle value) {
  std::string text = value.attr("tobytes")().cast<std::string>();
  if (text.size() != info.size)
    throw py::type_error(place(info, index) + "takes " + std::to_string(info.size) +
                         " bytes, the value has " + std::to_string(text.size()));
  auto* first = reinterpret_cast<const std::byte*>(text.data());
  return {first, first + text.size()};
}

}  // namespace

std::vector<std::byte> pack_argument(const vgpuArgumentInfo& info, std::size_t index,
                                     py::handle value) {
  bool pointer = info.kind == vgpuArgumentGlobal || info.kind == vgpuArgumentConstant;
  if (py::isinstance<Buffer>(value)) {
    if (!pointer) throw py::type_error(place(info, index) + "is not a pointer");
    return bytes_of(value.cast<Buffer&>().pointer());
  }
  if (pointer) {
    if (value.is_none()) return bytes_of<void*>(nullptr);
    if (py::isinstance<py::int_>(value))
      return bytes_of(value.cast<std::uintptr_t>());  // an address in a buffer
    throw py::type_error(place(info, index) + "needs a vgpu.Buffer");
  }
  if (info.kind == vgpuArgumentLocal) return bytes_of(value.cast<std::size_t>());
  if (py::hasattr(value, "tobytes")) return pack_array(info, index, value);
  return pack_number(info, index, value);
}

}  // namespace vgpu_python
