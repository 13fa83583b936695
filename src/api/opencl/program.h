// A program: source, compiled objects or binaries, and what was built of it for each device.
//
// What clCompileProgram makes is source that has been checked, with its options and headers: linking compiles all units
// together, so that what is inlined does not depend on where it was written.
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "api/opencl/context.h"
#include "compiler/plugin.h"
#include "compiler/spirv_outline.h"
#include "runtime/module.h"

namespace vgpu::opencl {

// Where a program comes from, which says what can be done with it.
enum class Origin { source, il, binary, linked };

// What a program has for one device.
struct Build {
  cl_build_status status = CL_BUILD_NONE;
  cl_program_binary_type type = CL_PROGRAM_BINARY_TYPE_NONE;
  std::string options, log;
  bool uniform_groups =
      true;  // launches must have groups of one size: OpenCL C before 2.0, or asked for
  std::vector<compiler::FrontRequest> units;  // of an object or library
  std::shared_ptr<LoadedModule> module;       // of an executable
};

}  // namespace vgpu::opencl

struct _cl_program : vgpu::opencl::Object<_cl_program> {
  static constexpr std::uint32_t kMagic = 0x76470007;
  static constexpr cl_int kInvalid = CL_INVALID_PROGRAM;

  _cl_program(_cl_context& of_context, vgpu::opencl::Origin from)
      : context(of_context), origin(from) {}

  // Has it text or a module that can be compiled?
  bool can_compile() const {
    return origin == vgpu::opencl::Origin::source || origin == vgpu::opencl::Origin::il;
  }

  // Index in devices and builds; throws CL_INVALID_DEVICE.
  std::size_t index_of(cl_device_id device) const;
  // The build of a device that can run kernels, or null. With the mutex, or while there is a kernel.
  const vgpu::opencl::Build* executable(cl_device_id device) const;
  void set_devices(const std::vector<cl_device_id>& list);

  const vgpu::opencl::Ref<_cl_context> context;
  const vgpu::opencl::Origin origin;
  std::vector<vgpu::opencl::Ref<_cl_device_id>> devices;
  mutable std::mutex
      mutex;  // of builds and is_building: programs may ask while another thread builds
  std::vector<vgpu::opencl::Build> builds;  // one a device
  bool is_building = false;
  std::string source;                        // empty: from binaries, linked or il
  std::string il;                            // a SPIR-V module
  vgpu::compiler::SpirvOutline outline;      // of il
  std::map<cl_uint, std::string> constants;  // bytes that the program set in il
  std::atomic<int> kernels{0};               // objects made of it

  // Bytes for each device. They grow as kernels are compiled, so what a program asks for after their sizes is what
  // they were then: `fresh` makes them anew. With the mutex, like the next.
  const std::vector<std::string>& binaries(bool fresh) const;
  void forget_binaries() { binaries_.clear(); }

 private:
  mutable std::vector<std::string> binaries_;
};

namespace vgpu::opencl {

using Program = ::_cl_program;
using ProgramNotify = void(CL_CALLBACK*)(cl_program, void*);

// The devices that a building call means: those given and what is part of them, else all of `all`.
std::vector<cl_device_id> chosen_devices(cl_uint count, const cl_device_id* list,
                                         const std::vector<Ref<Device>>& all);

// The kernels that objects can be made of: those that are the same on all devices that have them. With the mutex. Throws
// CL_INVALID_PROGRAM_EXECUTABLE.
std::vector<std::string> kernel_names(const Program& program);

// Bytes of a build that read_binary understands, with the code that was made so far.
std::string write_binary(const Build& build);
// Throws CL_INVALID_BINARY. The build can be built (an executable) or linked (object, library).
Build read_binary(std::string_view bytes, Device& device);

}  // namespace vgpu::opencl
