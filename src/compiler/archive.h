// A module of kernels as bytes, with version and checksum: what is known of it, its IR, its code.
//
// These bytes are the user's module binaries and the records of the disk cache. They come back from
// files that anybody may have damaged, so reading checks every length and every reference between
// the parts before anything is used. Also linked into libvgpu_compiler.so; depends on nothing but
// the two structs.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/module_info.h"
#include "compiler/module_text.h"
#include "compiler/plugin.h"

namespace vgpu::compiler {

// Machine code of one kernel for one local size and instruction set.
struct CodeRecord {
  std::string symbol;
  std::array<std::uint32_t, 3> local{1, 1, 1};
  std::array<std::uint32_t, 3> enqueued{1, 1, 1};
  InstructionSet instruction_set = InstructionSet::baseline;
  CodeInfo info;
  std::string object;
};

// A file that the module's text included, as it was then.
struct IncludedFile {
  std::string path;
  std::array<std::uint64_t, 2> hash{};
};

struct ModuleArchive {
  ModuleInfo info;
  ModuleText text;
  std::string bitcode;
  std::array<std::uint64_t, 2> bitcode_hash{};  // names the module's code in the disk cache
  std::vector<IncludedFile> files;
  std::string log;  // what the front end had to say, so that warnings come from the cache too
  std::vector<CodeRecord> code;
};

std::string write_archive(const ModuleArchive& archive);
std::string write_code(const CodeRecord& code);

// Changes whenever bytes that were written before can no longer be read.
std::string archive_version();

// Return false and a text for any bytes that the functions above have not written.
bool read_archive(std::string_view bytes, ModuleArchive* archive, std::string* error);
bool read_code(std::string_view bytes, CodeRecord* code, std::string* error);

// A change of any single 64-bit word always changes it; not made against an adversary.
std::uint64_t checksum(std::string_view bytes, std::uint64_t seed = 0);

}  // namespace vgpu::compiler
