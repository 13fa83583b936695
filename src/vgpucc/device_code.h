// Device code from clang's IR to the bytes that stand in the program.
//
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "compiler/program_plugin.h"

namespace vgpu::vgpucc {

struct DeviceRequest {
  std::vector<std::string> modules;            // clang's IR, one a file
  std::vector<compiler::LaunchSite> launches;  // what the program does with its kernels
  bool ahead = true;                           // compile for this machine's CPU
  bool debug = false;
  unsigned architecture = 0;  // of __CUDA_ARCH__, by 10
};

// One file's IR with a head, to be linked when the program runs.
std::string make_device_part(const std::string& module, unsigned architecture);

// Links, compiles kernels ahead for the block sizes of their launches, and gives the archive with its head
// (api/cuda/embedded_program.h). Throws Error with the compiler's words.
std::string make_device_code(const DeviceRequest& request);

}  // namespace vgpu::vgpucc
