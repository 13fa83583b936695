// vgpu compile: compiles a file of kernels and says what became of each of them.
//
// Always runs the compiler, never a cache: whoever asks wants to see it at work. --explain lists the
// remarks of the passes with source lines; --emit writes what the compiler made.
// SPDX-License-Identifier: MIT
#include <CLI/CLI.hpp>
#include <array>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/config.h"
#include "base/cpu_features.h"
#include "base/error.h"
#include "cli/verb.h"
#include "compiler/loader.h"

namespace vgpu::cli {
namespace {

using compiler::CodeRequest;
using compiler::CodeResult;
using compiler::FrontRequest;
using compiler::FrontResult;
using compiler::KernelInfo;
using compiler::Language;

using Size3 = std::array<std::uint32_t, 3>;

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file) fail(ErrorCode::FileNotFound, "{} cannot be read", path);
  return text.str();
}

Language language_of(const std::string& path, const std::string& chosen) {
  const std::string ending = std::filesystem::path(path).extension().string();
  if (chosen == "cuda" || (chosen.empty() && (ending == ".cu" || ending == ".cuh"))) {
    return Language::cuda;
  }
  if (chosen == "spirv" || (chosen.empty() && ending == ".spv")) return Language::spirv;
  if (chosen == "opencl" || (chosen.empty() && ending == ".cl")) return Language::opencl;
  fail(ErrorCode::InvalidValue, "{}: no language has this ending; choose one by --language", path);
}

// What the kernel demands, else what the caller said, else what most launches would be.
Size3 local_size_of(const KernelInfo& kernel, const std::vector<std::uint32_t>& wanted) {
  if (kernel.required_local_size[0] != 0) return kernel.required_local_size;
  Size3 local{1, 1, 1};
  if (!wanted.empty()) {
    std::copy(wanted.begin(), wanted.end(), local.begin());
  } else if (kernel.local_size_hint[0] != 0) {
    return kernel.local_size_hint;
  } else {
    local[0] = std::min<std::uint32_t>(256, kernel.max_local_items);
  }
  return local;
}

Json remarks_json(const CodeResult& result) {
  Json remarks = Json::array();
  for (const compiler::Remark& remark : result.remarks) {
    remarks.push_back(
        {{"pass", remark.pass}, {"text", remark.text}, {"location", remark.location}});
  }
  return remarks;
}

Json arguments_json(const KernelInfo& kernel) {
  Json arguments = Json::array();
  for (const compiler::KernelArgument& argument : kernel.arguments) {
    arguments.push_back({{"name", argument.name},
                         {"type", argument.type_name},
                         {"bytes", argument.size},
                         {"offset", argument.offset}});
  }
  return arguments;
}

Json kernel_json(const KernelInfo& kernel, const Size3& local, const CodeResult& result) {
  const compiler::CodeInfo& code = result.info;
  return {{"name", kernel.name},
          {"symbol", kernel.symbol},
          {"ok", result.ok},
          {"local_size", local},
          {"arguments", arguments_json(kernel)},
          {"width", code.width},
          {"jam", {code.jam_x, code.jam_y}},
          {"regions", code.regions},
          {"lockstep", code.lockstep},
          {"frame_bytes", code.frame_bytes},
          {"local_bytes", code.local_bytes},
          {"object_bytes", result.object.size()},
          {"remarks", remarks_json(result)},
          {"log", result.log}};
}

class CompileVerb final : public Verb {
 public:
  CompileVerb() : Verb("compile", "compile kernels and say what became of them") {}

  void options(CLI::App& app) override {
    app.add_option("file", file_, "source: .cl, .cu or .spv")->required();
    app.add_flag("--explain", explain_, "what each pass did and why, with source lines");
    app.add_option("--kernel", kernel_, "only this kernel");
    app.add_option("--local", local_, "work-group size: X,Y,Z")
        ->delimiter(',')
        ->allow_extra_args(false);  // what follows is the file
    app.add_option("--language", language_, "opencl, cuda or spirv; else by the file's ending");
    app.add_option("--options", options_, "compiler options, such as \"-DN=4 -Iinclude\"");
    app.add_option("--width", width_, "lanes of a vector; 1: scalar code");
    app.add_option("--emit", emit_, "write what was made: ir, asm or object")
        ->check(CLI::IsMember({"ir", "asm", "object"}));
    app.add_option("-o,--output", output_, "file for --emit; else the terminal");
    app.add_flag("-g,--debug-info", debug_info_, "with line numbers for debuggers");
  }

  Report run() override {
    check_local_size();
    const std::string text = read_file(file_);
    FrontRequest request;
    request.language = language_of(file_, language_);
    request.source = text;
    request.file_name = file_;
    request.options = options_;
    request.debug_info = debug_info_ || explain_;  // remarks name the lines
    FrontResult module;
    module = compiler::load_compiler().front(request);
    Json kernels = Json::array();
    bool ok = module.ok;
    if (module.ok) ok = compile_kernels(module, kernels);
    return {{{"file", file_}, {"ok", ok}, {"log", module.log}, {"kernels", kernels}}, ok ? 0 : 1};
  }

  void show(const Report& report, Screen& screen) const override {
    if (!report.data["log"].get<std::string>().empty())
      screen.line(report.data["log"].get<std::string>());
    if (!emit_.empty() && output_.empty()) return screen.line(emitted_);
    for (const Json& kernel : report.data["kernels"]) show_kernel(kernel, screen);
  }

 private:
  void check_local_size() const {
    if (local_.size() > 3) fail(ErrorCode::InvalidValue, "--local: more than three sizes");
  }

  bool compile_kernels(const FrontResult& module, Json& kernels) {
    bool ok = true, found = kernel_.empty();
    for (const KernelInfo& kernel : module.info.kernels) {
      if (!kernel_.empty() && kernel.name != kernel_ && kernel.symbol != kernel_) continue;
      found = true;
      const Size3 local = local_size_of(kernel, local_);
      const CodeResult result = generate(module, kernel, local);
      ok = ok && result.ok;
      kernels.push_back(kernel_json(kernel, local, result));
      if (!emit_.empty() && result.ok) emit(result);
    }
    if (!found) fail(ErrorCode::SymbolNotFound, "{} has no kernel {}", file_, kernel_);
    return ok;
  }

  CodeResult generate(const FrontResult& module, const KernelInfo& kernel, const Size3& local) {
    CodeRequest request;
    request.bitcode = &module.bitcode;
    request.symbol = kernel.symbol;
    for (int d = 0; d < 3; ++d) request.local_size[d] = request.enqueued_size[d] = local[d];
    request.instruction_set = static_cast<compiler::InstructionSet>(simd_level());
    request.width = width_ != 0 ? width_ : static_cast<std::uint32_t>(config().width);
    request.debug = emit_ == "ir" ? std::max(4, static_cast<int>(config().debug)) : 0;
    request.assembly = emit_ == "asm";
    CodeResult result;
    result = compiler::load_compiler().generate(request);
    return result;
  }

  // With several kernels: one after another for text, the last one for objects.
  void emit(const CodeResult& result) {
    const std::string& made = emit_ == "ir" ? result.log : result.object;
    if (emit_ == "object") {
      emitted_ = made;
    } else {
      emitted_ += made + "\n";
    }
    if (output_.empty()) return;
    std::ofstream file(output_, std::ios::binary);
    file << emitted_;
    if (!file.flush()) fail(ErrorCode::FileSystem, "{} cannot be written", output_);
  }

  void show_kernel(const Json& kernel, Screen& screen) const {
    const auto number = [&](const char* field) { return kernel[field].get<std::uint64_t>(); };
    const Json& local = kernel["local_size"];
    const std::string size = fmt::format("{}x{}x{}", local[0].get<unsigned>(),
                                         local[1].get<unsigned>(), local[2].get<unsigned>());
    const std::string name = screen.paint(Color::bold, kernel["name"].get<std::string>());
    if (!kernel["ok"].get<bool>()) {
      return screen.line(name + " " + size + ": " + screen.paint(Color::red, "failed: ") +
                         kernel["log"].get<std::string>());
    }
    screen.line(fmt::format(
        "{} {}: {} lanes, {}x{} vectors at once, {} {}{}, frame {}, local memory {}, object {}",
        name, size, number("width"), kernel["jam"][0].get<unsigned>(),
        kernel["jam"][1].get<unsigned>(), number("regions"),
        number("regions") == 1 ? "region" : "regions",
        kernel["lockstep"].get<bool>() ? ", lockstep" : "", bytes_text(number("frame_bytes")),
        bytes_text(number("local_bytes")), bytes_text(number("object_bytes"))));
    if (!explain_) return;
    for (const Json& remark : kernel["remarks"]) {
      const std::string location = remark["location"].get<std::string>();
      screen.line("  " + remark["pass"].get<std::string>() + ": " +
                  remark["text"].get<std::string>() +
                  (location.empty() ? "" : screen.paint(Color::dim, "  " + location)));
    }
  }

  std::string file_, kernel_, language_, options_, emit_, output_;
  std::vector<std::uint32_t> local_;
  std::uint32_t width_ = 0;
  bool explain_ = false, debug_info_ = false;
  std::string emitted_;
};

CompileVerb compile_verb;

}  // namespace
}  // namespace vgpu::cli
