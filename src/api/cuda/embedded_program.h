// Device code inside a program: how vgpucc writes it and the run time finds it again.
//
// clang's host code registers a pointer to these bytes and no size, so a head stands before the module's archive.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace vgpu::cuda {

inline constexpr char kProgramMagic[8] = {'v', 'g', 'p', 'u', 'c', 'o', 'd', 'e'};
// LLVM IR of one file that is linked with the others' (-rdc=true).
inline constexpr char kPartMagic[8] = {'v', 'g', 'p', 'u', 'p', 'a', 'r', 't'};
// Text that NVRTC has checked and that is linked with the others' (--relocatable-device-code=true): units of compiler/units.h.
inline constexpr char kUnitMagic[8] = {'v', 'g', 'p', 'u', 'u', 'n', 'i', 't'};
// Stands behind a part: a line for each of the file's launches, kernel and block size. Only the link reads it.
inline constexpr char kLaunchesMagic[8] = {'v', 'g', 'p', 'u', 's', 'i', 't', 'e'};

struct ProgramHead {
  char magic[8];
  std::uint64_t bytes;         // of the archive or the IR that follows
  std::uint32_t managed;       // not 0: it has managed variables
  std::uint32_t architecture;  // 86: __CUDA_ARCH__ was 860; 0: not known
};

// What the object of a device link has: the code of all its files, and a place for the run time.
struct LinkedCode {
  const void* bytes;  // with a ProgramHead
  void* program;      // null before the first file is registered
};

}  // namespace vgpu::cuda
