// A stand-in for libvgpu_compiler.so: understands a toy language and counts its calls.
//
// Source is lines of words: "kernel NAME", "variable NAME VALUE", "pointer NAME TO", "include PATH",
// "warning TEXT", "error TEXT". The code of every kernel adds 1 to the number at its argument;
// a kernel called "bad" has none, one called "slow" is ready when the file $FAKE_COMPILER_GATE exists. A letter per call
// (f, g, q for quick code) is added to the file $FAKE_COMPILER_CALLS.
// SPDX-License-Identifier: MIT
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <thread>

#include "compiler/kernel_abi.h"
#include "compiler/plugin.h"
#include "compiler/test_object.h"

namespace vgpu::compiler {
namespace {

void count(char letter) {
  if (const char* path = std::getenv("FAKE_COMPILER_CALLS")) {
    std::ofstream(path, std::ios::app) << letter;
  }
}

void add_kernel(ModuleInfo& info, const std::string& name) {
  KernelInfo kernel;
  kernel.name = kernel.symbol = name;
  kernel.arguments.push_back({"p", "ulong*", ArgumentKind::global, 8, 8, 0, 0});
  kernel.argument_bytes = 8;
  info.kernels.push_back(kernel);
}

void add_variable(ModuleInfo& info, const std::string& name, std::uint64_t value) {
  info.variables.push_back({name, "symbol_" + name, info.image.size(), 8, 8, false, false});
  info.image.append(reinterpret_cast<const char*>(&value), sizeof value);
}

FrontResult front(const FrontRequest& request) {
  count('f');
  FrontResult result;
  result.ok = true;
  result.bitcode = "bitcode of " + request.source + request.options;
  std::istringstream lines(request.source);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string word, name;
    words >> word >> name;
    if (word == "kernel") add_kernel(result.info, name);
    if (word == "include") result.files.push_back(name);
    if (word == "variable") {
      std::uint64_t value = 0;
      words >> value;
      add_variable(result.info, name, value);
    }
    if (word == "pointer") {
      std::string target;
      words >> target;
      add_variable(result.info, name, 0);
      result.info.relocations.push_back({result.info.image.size() - 8, "symbol_" + target, 0});
    }
    if (word == "warning" || word == "error") result.log += request.file_name + ": " + line + "\n";
    if (word == "error") result.ok = false;
  }
  return result;
}

void wait_at_gate() {
  const char* path = std::getenv("FAKE_COMPILER_GATE");
  while (path && !std::ifstream(path)) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

CodeResult generate(const CodeRequest& request) {
  count(request.quick ? 'q' : 'g');
  if (request.symbol == "slow" && !request.quick) wait_at_gate();
  CodeResult result;
  result.ok = request.symbol != "bad";
  result.log = result.ok ? "" : "this kernel is bad";
  result.info.width = request.local_size[0];
  result.info.lockstep = request.quick;  // so that tests can tell them apart
  result.object = counting_object();
  result.remarks.push_back({"toy", "did nothing", "toy:1"});
  return result;
}

}  // namespace
}  // namespace vgpu::compiler

extern "C" __attribute__((visibility("default"))) const vgpu::compiler::Plugin*
vgpu_compiler_plugin() {
  using namespace vgpu::compiler;
  static constexpr Plugin plugin{kAbiVersion, front, generate};
  return &plugin;
}
