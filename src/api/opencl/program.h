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

  explicit _cl_program(_cl_context& of_context) : context(of_context) {}

  // Index in devices and builds; throws CL_INVALID_DEVICE.
  std::size_t index_of(cl_device_id device) const;
  // The build of a device that can run kernels, or null.
  const vgpu::opencl::Build* executable(cl_device_id device) const;
  void set_devices(const std::vector<cl_device_id>& list);

  const vgpu::opencl::Ref<_cl_context> context;
  std::vector<vgpu::opencl::Ref<_cl_device_id>> devices;
  std::vector<vgpu::opencl::Build> builds;   // one a device
  std::string source;                        // empty: from binaries, linked or il
  std::string il;                            // a SPIR-V module
  vgpu::compiler::SpirvOutline outline;      // of il
  std::map<cl_uint, std::string> constants;  // bytes that the program set in il
  bool from_source = false;                  // text or il: it can be compiled
  std::atomic<int> kernels{0};               // objects made of it

  // Bytes for each device. They grow as kernels are compiled, so what a program asks for after their sizes is what
  // they were then: `fresh` makes them anew.
  std::vector<std::string> binaries(bool fresh) const;
  void forget_binaries();

 private:
  mutable std::mutex binaries_mutex_;
  mutable std::vector<std::string> binaries_;
};

namespace vgpu::opencl {

using Program = ::_cl_program;
using ProgramNotify = void(CL_CALLBACK*)(cl_program, void*);

// The devices that a building call means: those given and what is part of them, else all of `all`.
std::vector<cl_device_id> chosen_devices(cl_uint count, const cl_device_id* list,
                                         const std::vector<Ref<Device>>& all);

// Bytes of a build that read_binary understands, with the code that was made so far.
std::string write_binary(const Build& build);
// Throws CL_INVALID_BINARY. The build can be built (an executable) or linked (object, library).
Build read_binary(std::string_view bytes, Device& device);

}  // namespace vgpu::opencl
