// What a command line of vgpucc asks for.
//
// options.cpp fills it, build.cpp carries it out.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace vgpu::vgpucc {

using Words = std::vector<std::string>;

enum class Stage {
  preprocess,     // -E, -M
  device_binary,  // -ptx, -cubin, -fatbin: the device code alone
  host_source,    // -cuda: C++ for the host's compiler
  compile,        // -c
  device_link,    // -dlink
  archive,        // -lib
  link,
};

enum class InputKind { cuda, cpp, c, assembler, linked };  // linked: objects, archives, libraries

struct Input {
  std::string path;
  InputKind kind = InputKind::linked;
};

// That of the device that programs see by default.
inline constexpr char kUsualArchitecture[] = "86";

struct Job {
  Stage stage = Stage::link;
  std::vector<Input> inputs;
  std::string output;
  std::string output_folder;  // -odir
  Words common;               // to clang for both halves of a .cu and for C++ files
  Words cuda;                 // to clang for both halves of a .cu alone
  Words host;                 // to clang for host code
  Words device;               // to clang for device code
  Words link;                 // to the linker, in order with inputs of kind linked
  Words notes;                // options without effect that deserve a word
  std::string architecture = kUsualArchitecture;  // of __CUDA_ARCH__
  std::string generated;                          // the best of what -gencode named
  std::string optimization = "2";
  std::string forced_language;  // -x
  bool relocatable = false;     // -rdc=true
  bool shared = false;
  bool debug_device = false;
  bool ahead = true;  // machine code for this CPU beside the portable form
  bool dry_run = false;
  bool verbose = false;
  bool run = false;                      // -run
  Words run_arguments;                   // --run-args
  std::string binary_ending = ".cubin";  // of the device code alone
  std::string called_as;  // the program's own name, in the folder of a toolkit perhaps
};

}  // namespace vgpu::vgpucc
