// The second face of libvgpu_compiler.so: the host half of a program, for vgpucc alone.
//
// clang compiles the host half to LLVM IR before the device code is ready. From it one reads with which block sizes
// kernels are launched, so that these can be compiled ahead, and into it the finished device code is put. As in
// plugin.h no exception crosses it.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace vgpu::compiler {

// A <<<>>> of the program.
struct LaunchSite {
  std::string kernel;                    // its symbol on the device
  std::array<std::uint32_t, 3> block{};  // zeros: not a constant
};

struct HostModule {
  bool ok = false;
  std::string log;
  std::vector<LaunchSite> launches;  // of read
  std::string bitcode;               // of embed
};

struct ProgramPlugin {
  std::uint32_t abi_version;  // kAbiVersion
  HostModule (*read)(const std::string& bitcode);
  // `link_name`: what the file is called by the object that its device code is linked in; empty: it is complete.
  HostModule (*embed)(const std::string& bitcode, const std::string& device_code,
                      const std::string& link_name);
};

}  // namespace vgpu::compiler

extern "C" const vgpu::compiler::ProgramPlugin* vgpu_compiler_program_plugin();
