// What is known of a module of kernels without looking at its code: kernels, arguments, variables.
//
// The front ends fill it, it travels in the module's archive, and everybody who launches or asks
// reads it; none of them needs LLVM for that.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace vgpu::compiler {

enum class Language : std::uint8_t { opencl, cuda, spirv };

enum class ArgumentKind : std::uint8_t {
  value,     // copied: scalars, vectors, structs
  global,    // a pointer to device memory
  constant,  // a pointer to read-only device memory
  local,     // a size in bytes; the launch gives the group that much local memory
  image,
  sampler,
};

// OpenCL's qualifiers as clGetKernelArgInfo reports them.
enum ArgumentFlags : std::uint32_t {
  kArgumentConst = 1,
  kArgumentRestrict = 2,
  kArgumentVolatile = 4,
  kArgumentReadOnly = 8,
  kArgumentWriteOnly = 16,
};

struct KernelArgument {
  std::string name;
  std::string type_name;  // as written: "float*", "uint4"
  ArgumentKind kind = ArgumentKind::value;
  std::uint32_t size =
      0;  // bytes in the packed block (8 for pointers and for local, which packs its size)
  std::uint32_t align = 1;
  std::uint32_t offset = 0;
  std::uint32_t flags = 0;
};

struct KernelInfo {
  std::string name;  // as the user asks for it (demangled base name is found too, see find_kernel)
  std::string symbol;  // in the module's IR
  std::vector<KernelArgument> arguments;
  std::uint32_t argument_bytes = 0;                    // of the packed block
  std::array<std::uint32_t, 3> required_local_size{};  // reqd_work_group_size, or zeros
  std::array<std::uint32_t, 3> local_size_hint{};      // work_group_size_hint, or zeros
  std::string vector_type_hint;
  std::uint32_t max_local_items = 1024;  // __launch_bounds__
  std::uint32_t static_local_bytes = 0;
  bool uses_barrier = false;
  bool uses_warp = false;  // shuffles, votes, sub-group functions
  bool uses_grid_barrier = false;
  std::string attributes;  // OpenCL's attribute text
};

// A program-scope variable: lives in device memory, one copy a loaded module, shared by all its
// kernels.
struct VariableInfo {
  std::string name;          // as the user asks for it
  std::string symbol;        // what kernel objects refer to
  std::uint64_t offset = 0;  // in the module's image
  std::uint64_t size = 0;
  std::uint32_t align = 1;
  bool constant = false;
  bool managed = false;
};

// At `offset` of the image stands the address of variable `symbol` plus `addend`.
struct ImageRelocation {
  std::uint64_t offset = 0;
  std::string symbol;
  std::int64_t addend = 0;
};

struct ModuleInfo {
  Language language = Language::opencl;
  std::vector<KernelInfo> kernels;
  std::vector<VariableInfo> variables;
  std::string image;  // initial bytes of the variables
  std::vector<ImageRelocation> relocations;

  // The kernel of that name or IR symbol; a name shared by several (templates, overloads) finds
  // none.
  const KernelInfo* find_kernel(const std::string& name) const;
};

}  // namespace vgpu::compiler
