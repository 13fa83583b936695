// Runs clang in this process: text in, LLVM module out, nothing on disk.
//
// Headers come from memory (embedded ones, then the request's), after them from the folders named by -I. What the
// syntax tree alone knows about kernels and variables is noted on the way. Called by front.cpp.
// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "compiler/front/language.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

namespace vgpu::compiler {

struct ParameterNote {
  std::string name, type_name;
  std::uint32_t flags = 0;  // ArgumentFlags
};

// A kernel as its declaration reads.
struct KernelNote {
  std::string name;  // "ns::scale<float>"
  std::vector<ParameterNote> parameters;
  std::uint32_t max_local_items = 0;
};

struct VariableNote {
  std::string name;
  bool managed = false;
};

struct SourceModule {
  std::unique_ptr<llvm::Module> module;           // null: failed, the log says why
  std::map<std::string, KernelNote> kernels;      // by IR symbol
  std::map<std::string, VariableNote> variables;  // by IR symbol
  std::vector<std::string> files;                 // read from disk by #include
  std::string second_text;                        // failed, but this may compile; else empty
};

SourceModule compile_text(llvm::LLVMContext& context, const FrontRequest& request,
                          const LanguageSetup& setup, std::string& log);

}  // namespace vgpu::compiler
