// Device code from clang's IR to the bytes that stand in the program.
//
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "compiler/program_plugin.h"
#include "vgpucc/object_parts.h"

namespace vgpu::vgpucc {

struct DeviceRequest {
  std::vector<std::string> modules;            // clang's IR, one a file
  std::vector<compiler::LaunchSite> launches;  // what the program does with its kernels
  bool ahead = true;                           // compile for this machine's CPU
  bool debug = false;
  unsigned architecture = 0;  // of __CUDA_ARCH__, by 10
};

// The section of an object that holds parts: where clang puts device code of -fgpu-rdc.
inline constexpr char kPartSection[] = "__nv_relfatbin";

// One file's IR with a head, to be linked, and its launches. Throws Error for what cannot be compiled in it.
std::string make_device_part(const DeviceRequest& wanted);
// All parts that stand one behind another in such a section.
ObjectParts read_device_parts(const std::string& section);

// Links, compiles kernels ahead for the block sizes of their launches, and gives the archive with its head
// (api/cuda/embedded_program.h). Throws Error with the compiler's words.
std::string make_device_code(const DeviceRequest& request);

}  // namespace vgpu::vgpucc
