// The one exported function of libvgpu_compiler.so: the table of what it can do.
//
// Everything behind it runs guarded, so neither an exception nor an LLVM abort reaches libvgpu.
// SPDX-License-Identifier: MIT
#include "compiler/plugin.h"

#include "compiler/front/front.h"
#include "compiler/front/guard.h"
#include "compiler/kernel_abi.h"
#include "compiler/target/generate.h"

namespace vgpu::compiler {
namespace {

template <class Result, class Request>
Result run_entry(Result (*entry)(const Request&), const Request& request) {
  Result result;
  const std::string death = run_guarded([&] { result = entry(request); });
  if (death.empty()) return result;
  Result failed;
  failed.log = death + "\n";
  return failed;
}

FrontResult guarded_front(const FrontRequest& request) {
  return run_entry(compile_source, request);
}

// Where the vectoriser dies, the plain path still gives right code, if slower.
CodeResult generate_thoroughly(const CodeRequest& request) {
  CodeResult result;
  const std::string death = run_guarded([&] { result = generate(request); });
  if (death.empty()) return result;
  CodeResult second;
  second.log = death + "\n";
  if (request.width == 1) return second;
  CodeRequest scalar = request;
  scalar.width = 1;
  second = run_entry(generate, scalar);
  second.remarks.push_back({"vectorize", "runs item by item: " + death, ""});
  return second;
}

// Code to start with that takes longer than this is none; LLVM's fast way has met kernels at which it does not end.
constexpr std::uint32_t kQuickSeconds = 20;

// The thorough way gives the same code in the end, so it is taken where the fast one dies.
CodeResult generate_quickly(const CodeRequest& request) {
  CodeResult result;
  const std::string death = run_guarded([&] { result = generate(request); }, kQuickSeconds);
  if (death.empty()) return result;
  CodeRequest thorough = request;
  thorough.quick = false;
  result = generate_thoroughly(thorough);
  result.remarks.push_back({"quick", "made thoroughly: " + death, ""});
  return result;
}

CodeResult guarded_generate(const CodeRequest& request) {
  return request.quick ? generate_quickly(request) : generate_thoroughly(request);
}

}  // namespace
}  // namespace vgpu::compiler

extern "C" __attribute__((visibility("default"))) const vgpu::compiler::Plugin*
vgpu_compiler_plugin() {
  using namespace vgpu::compiler;
  static constexpr Plugin plugin{kAbiVersion, guarded_front, guarded_generate};
  return &plugin;
}
