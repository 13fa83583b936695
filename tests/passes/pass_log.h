// What every pass made of a kernel, as text: the IR that VGPU_DEBUG=5 prints.
//
// Goes through the compiler's plug-in, so that the tests of passes need neither link LLVM nor know its classes.
// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>

#include "compiler/plugin.h"

namespace vgpu::compiler {

class PassLog {
 public:
  // Compiles the first kernel of the text for groups of `request.local_size`; bitcode, symbol and debug are filled in.
  PassLog(Language language, const std::string& source, CodeRequest request);

  // The module after the pass of that name; empty (and a failure) if it did not run.
  std::string after(const std::string& pass) const;

  // The module before it, which is that after the one before.
  std::string before(const std::string& pass) const;

  const CodeResult& result() const { return result_; }
  bool has_remark(const std::string& text) const;

 private:
  CodeResult result_;
  std::map<std::string, std::string> modules_;
};

// A request for one-dimensional groups of `items` with AVX2, one vector of 8 at a time.
CodeRequest plain_request(std::uint32_t items);

PassLog opencl_log(const std::string& source, const CodeRequest& request);
PassLog cuda_log(const std::string& source, const CodeRequest& request);

// How often a piece of text occurs; the definition of a function, from its head to its closing brace.
std::size_t count(const std::string& text, const std::string& piece);
std::string definition(const std::string& module, const std::string& name);

}  // namespace vgpu::compiler
