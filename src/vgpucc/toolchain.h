// Where things are: clang, this project's CUDA headers and libraries; and the arguments that name them.
//
// A build tree and an installed one look alike: bin/vgpucc, include/vgpu_cuda, lib.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "vgpucc/job.h"

namespace vgpu::vgpucc {

// clang++ 19 by its Debian name, or what VGPUCC_CLANG names.
std::string clang();
std::string header_folder();
std::string library_folder();

// Clang's command line for the host's or the device's half of a .cu file, up to and without input and output.
Words host_command(const Job& job);
Words device_command(const Job& job);
// From the host half's IR, optimised already, to an object.
Words object_command(const Job& job);
// The same for C++ and C files, which may call the run time.
Words plain_command(const Job& job, const Input& input);

// What a program needs to find the run time.
// Those of the host compiler's options that its linker must know too.
Words link_flags(const Job& job);
Words library_arguments();

}  // namespace vgpu::vgpucc
