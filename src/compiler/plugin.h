// The face of libvgpu_compiler.so: kernel text to module, module to machine code.
//
// The library holds clang and LLVM, so it is loaded at the first compile and never before
// (loader.h). Both libraries are built together from this header; no exception crosses it: a
// failure is ok = false and a log.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "compiler/module_info.h"

namespace vgpu::compiler {

enum class InstructionSet : std::uint8_t {
  baseline,
  avx2,
  avx512
};  // baseline: x86-64 with SSE4.2

struct FrontRequest {
  Language language = Language::opencl;
  std::string source;     // text, or the bytes of a SPIR-V module
  std::string file_name;  // shown in messages; empty: "kernel.cl", "kernel.cu"
  std::string options;    // as on a command line: -D -I -cl-* -std=...
  std::vector<std::pair<std::string, std::string>> headers;  // name and text, found by #include
  bool debug_info = false;
  // CUDA only: modules that clang has compiled for the device already; they are linked and `source` is not read.
  std::vector<std::string> modules;
};

struct FrontResult {
  bool ok = false;
  std::string log;  // warnings and errors as clang prints them
  ModuleInfo info;
  std::string bitcode;  // LLVM IR in the module convention (docs/compiler.md)
  // Files read from disk by #include, not those of the request or of the compiler itself: a cached
  // module is good for as long as they have not changed.
  std::vector<std::string> files;
};

// How to compile one kernel. Zeros mean: the compiler chooses.
struct CodeRequest {
  const std::string* bitcode = nullptr;
  std::string symbol;                       // the kernel's name in the IR
  std::uint32_t local_size[3] = {1, 1, 1};  // of the groups that this code runs
  std::uint32_t enqueued_size[3] = {
      0, 0, 0};  // of a full group; differs in the last group of a ragged grid
  InstructionSet instruction_set = InstructionSet::avx2;
  std::uint32_t width = 0;  // lanes; 1 = scalar code
  std::uint32_t jam_x = 0;  // vectors along x at once
  std::uint32_t jam_y = 0;
  std::int32_t lockstep = -1;  // 0 never, 1 wherever it is legal
  bool quick = false;          // compile in less time to slower code
  bool assembly = false;       // CodeResult::object gets assembler text, for people
  std::uint32_t debug =
      0;  // as VGPU_DEBUG: 4 prints the last IR, 5 the IR after each pass, into the log
};

// One line of what was done to a kernel and why, for `vgpu compile --explain`.
struct Remark {
  std::string pass;
  std::string text;
  std::string location;  // "file:line" or empty
};

struct CodeInfo {
  std::uint64_t frame_bytes = 0;  // of GroupFunction's `frame`
  std::uint64_t local_bytes = 0;  // static local memory; local-pointer arguments follow behind it
  std::uint32_t width = 1, jam_x = 1, jam_y = 1, regions = 1;
  bool lockstep = false;
  bool waits = false;  // groups may wait for each other in loops: run them by GroupFibers
};

struct CodeResult {
  bool ok = false;
  std::string log;
  CodeInfo info;
  std::string object;  // a relocatable ELF file that exports kGroupSymbol
  std::vector<Remark> remarks;
};

struct Plugin {
  std::uint32_t abi_version;  // kAbiVersion
  FrontResult (*front)(const FrontRequest&);
  CodeResult (*generate)(const CodeRequest&);
};

}  // namespace vgpu::compiler

extern "C" const vgpu::compiler::Plugin* vgpu_compiler_plugin();
