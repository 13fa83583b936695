// Runs one kernel under every setting of the compiler and compares what it wrote with what is expected.
//
// With VGPU_TEST_DEVICE the kernel is compiled and launched by the runtime on that device instead; a test that the device
// does not support is skipped with the reason.
//
// A test is a kernel text, its arguments and a plain C++ version of the result, all in one file. The harness compiles the
// text once, makes code for each setting and runs the groups one after the other, without the runtime above it.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "compiler/plugin.h"

namespace vgpu::test {

using Size3 = std::array<std::uint32_t, 3>;

// One way to compile a kernel; zeros leave the choice to the compiler.
struct Setting {
  std::uint32_t width = 0, jam_x = 0, jam_y = 0;
  std::int32_t lockstep = -1;
  compiler::InstructionSet set = compiler::InstructionSet::baseline;
  bool quick = false;  // as CodeRequest::quick
  std::string name() const;
};

// Widths 1 to 32, several jams, lockstep off and on, and the compiler's own choice on every instruction set of this CPU.
std::vector<Setting> all_settings();

const compiler::Plugin& plugin();

// The arguments of a launch: buffers are copied for every run, so that runs do not see each other.
class Arguments {
 public:
  template <class T>
  Arguments& buffer(const std::vector<T>& data) {
    entries_.push_back({Kind::buffer, bytes_of(data.data(), data.size() * sizeof(T)), 0});
    return *this;
  }
  template <class T>
  Arguments& value(const T& data) {
    static_assert(std::is_trivially_copyable_v<T>);
    entries_.push_back({Kind::value, bytes_of(&data, sizeof(T)), 0});
    return *this;
  }
  Arguments& local(std::uint64_t bytes) {
    entries_.push_back({Kind::local, {}, bytes});
    return *this;
  }

  enum class Kind { buffer, value, local };
  struct Entry {
    Kind kind;
    std::vector<std::byte> bytes;
    std::uint64_t local_bytes;
  };
  const std::vector<Entry>& entries() const { return entries_; }

 private:
  static std::vector<std::byte> bytes_of(const void* data, std::size_t size) {
    std::vector<std::byte> bytes(size);
    if (size != 0) std::memcpy(bytes.data(), data, size);
    return bytes;
  }
  std::vector<Entry> entries_;
};

// What the buffers hold after a run, in the order of the buffer arguments.
using Buffers = std::vector<std::vector<std::byte>>;

template <class T>
std::vector<T> view(const std::vector<std::byte>& bytes) {
  std::vector<T> values(bytes.size() / sizeof(T));
  std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
  return values;
}

class Kernel {
 public:
  static Kernel opencl(const std::string& source, const std::string& options = "");
  static Kernel cuda(const std::string& source, const std::string& options = "");

  // Kernel `name` to be used; a module with one kernel needs no call.
  Kernel& use(const std::string& name);
  Kernel& shape(Size3 global, Size3 local);  // global need not be a multiple of local
  Kernel& dynamic_local(std::uint32_t bytes);
  Kernel& offset(std::array<std::uint64_t, 3> global_offset);

  // One run; a failure to compile is reported in `error` and gives no buffers.
  Buffers run(const Arguments& arguments, const Setting& setting, std::string& error) const;

  // Runs all settings and compares buffer `index` with `expected`, byte by byte.
  template <class T>
  void expect(const Arguments& arguments, std::size_t index, const std::vector<T>& expected) const {
    std::vector<std::byte> bytes(expected.size() * sizeof(T));
    std::memcpy(bytes.data(), expected.data(), bytes.size());
    compare_all(arguments, index, bytes, sizeof(T));
  }

  const compiler::FrontResult& module() const { return *module_; }

 private:
  explicit Kernel(const compiler::FrontRequest& request);
  void compare(const Buffers& buffers, std::size_t index, const std::vector<std::byte>& expected,
               std::size_t element, const std::string& where) const;
  void compare_all(const Arguments& arguments, std::size_t index,
                   const std::vector<std::byte>& expected, std::size_t element) const;
  const compiler::KernelInfo& info() const;

  compiler::FrontRequest request_;
  std::shared_ptr<compiler::FrontResult> module_;
  std::string name_;
  Size3 global_{1, 1, 1}, local_{1, 1, 1};
  std::array<std::uint64_t, 3> offset_{0, 0, 0};
  std::uint32_t dynamic_local_ = 0;
};

}  // namespace vgpu::test
