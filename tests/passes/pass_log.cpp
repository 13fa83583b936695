// Cuts the compiler's log into the modules after each pass.
// SPDX-License-Identifier: MIT
#include "passes/pass_log.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <vector>

namespace vgpu::compiler {
namespace {

const Plugin& plugin() {
  static const Plugin* table = [] {
    void* library = dlopen(VGPU_COMPILER_FILE, RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
      std::fprintf(stderr, "%s\n", dlerror());
      std::exit(1);
    }
    return reinterpret_cast<decltype(&vgpu_compiler_plugin)>(
        dlsym(library, "vgpu_compiler_plugin"))();
  }();
  return *table;
}

const std::vector<std::string>& pass_names() {
  static const std::vector<std::string> names = {
#define VG_PASS(name, why) #name,
#include "compiler/passes/passes.def"
#undef VG_PASS
  };
  return names;
}

}  // namespace

PassLog::PassLog(Language language, const std::string& source, CodeRequest request) {
  FrontRequest text;
  text.language = language;
  text.source = source;
  if (language == Language::opencl) text.options = "-cl-std=CL3.0";
  const FrontResult module = plugin().front(text);
  EXPECT_TRUE(module.ok) << module.log;
  if (!module.ok) return;
  request.bitcode = &module.bitcode;
  request.symbol = module.info.kernels.at(0).symbol;
  request.debug = 5;
  result_ = plugin().generate(request);
  EXPECT_TRUE(result_.ok) << result_.log;
  const std::string& log = result_.log;
  constexpr char kHead[] = "; ---- ";
  for (std::size_t at = log.find(kHead); at != std::string::npos;) {
    const std::size_t line = log.find('\n', at), end = log.find(kHead, line);
    std::string name = log.substr(at + sizeof kHead - 1, line - at - sizeof kHead + 1);
    if (name.starts_with("after ")) name.erase(0, 6);
    modules_[name] = log.substr(line + 1, end == std::string::npos ? end : end - line - 1);
    at = end;
  }
}

std::string PassLog::after(const std::string& pass) const {
  const auto found = modules_.find(pass);
  if (found != modules_.end()) return found->second;
  ADD_FAILURE() << "pass " << pass << " left no IR";
  return {};
}

std::string PassLog::before(const std::string& pass) const {
  for (std::size_t i = 1; i < pass_names().size(); ++i) {
    if (pass_names()[i] == pass) return after(pass_names()[i - 1]);
  }
  ADD_FAILURE() << "nothing is before " << pass;
  return {};
}

bool PassLog::has_remark(const std::string& text) const {
  for (const Remark& remark : result_.remarks) {
    if (remark.text.find(text) != std::string::npos) return true;
  }
  return false;
}

CodeRequest plain_request(std::uint32_t items) {
  CodeRequest request;
  request.local_size[0] = request.enqueued_size[0] = items;
  request.enqueued_size[1] = request.enqueued_size[2] = 1;
  request.width = 8;
  request.jam_x = request.jam_y = 1;
  request.lockstep = 0;
  return request;
}

PassLog opencl_log(const std::string& source, const CodeRequest& request) {
  return PassLog(Language::opencl, source, request);
}
PassLog cuda_log(const std::string& source, const CodeRequest& request) {
  return PassLog(Language::cuda, source, request);
}

std::size_t count(const std::string& text, const std::string& piece) {
  std::size_t found = 0;
  for (std::size_t at = text.find(piece); at != std::string::npos; at = text.find(piece, at + 1)) {
    ++found;
  }
  return found;
}

std::string definition(const std::string& module, const std::string& name) {
  for (std::size_t at = module.find("define "); at != std::string::npos;
       at = module.find("\ndefine ", at + 1)) {
    const std::size_t line = module.find('\n', at + 1);
    const std::string head = module.substr(at, line - at);
    if (head.find("@" + name + "(") == std::string::npos) continue;
    return module.substr(at, module.find("\n}", line) - at);
  }
  return {};
}

}  // namespace vgpu::compiler
