// CUDA C++: the arguments that make clang compile its device side with this project's own headers.
//
// The triple is nvptx64, so that clang's CUDA mode behaves as users expect (one-pass kernels, 32-wide warps,
// vprintf); nothing of a CUDA toolkit is used. Called by front.cpp.
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "compiler/front/embedded_headers.h"
#include "compiler/front/language.h"

namespace vgpu::compiler {
namespace {

constexpr char kNameExpression[] = "--name-expression=";

// Accepted in all spellings and ignored: the headers are written for one architecture.
bool is_architecture(const std::string& option) {
  for (const char* name : {"-arch=", "--arch=", "--gpu-architecture=", "-gencode="})
    if (option.starts_with(name)) return true;
  return false;
}

// NVRTC's long names of the preprocessor's options.
bool read_long_option(const std::string& option, Arguments& out) {
  static constexpr std::pair<std::string_view, const char*> kNames[] = {
      {"--define-macro=", "-D"},
      {"--undefine-macro=", "-U"},
      {"--include-path=", "-I"},
      {"--pre-include=", "-include"}};
  for (const auto& [name, short_name] : kNames) {
    if (!option.starts_with(name)) continue;
    out.insert(out.end(), {short_name, option.substr(name.size())});
    return true;
  }
  return false;
}

// Options of nvcc and NVRTC that mean nothing here, with one dash or two; a star stands for any end.
constexpr std::string_view kIgnored[] = {"-fmad=true",
                                         "-ftz=*",
                                         "-prec-div=*",
                                         "-prec-sqrt=*",
                                         "-maxrregcount=*",
                                         "-expt-*",
                                         "-extended-lambda",
                                         "-extra-device-vectorization",
                                         "-lineinfo",
                                         "-generate-line-info",
                                         "-disable-warnings",
                                         "-diag-*",
                                         "-display-error-number",
                                         "-no-display-error-number",
                                         "-no-source-include",
                                         "-dopt=*",
                                         "-restrict",
                                         "-builtin-*",
                                         "-ptxas-options=*",
                                         "-modify-stack-limit=*",
                                         "-version-ident=*",
                                         "-device-c",
                                         "-dc",
                                         "-device-w",
                                         "-dw",
                                         "-device-debug",
                                         "-rdc=*",
                                         "-relocatable-device-code=*",
                                         "-extensible-whole-program",
                                         "-ewp",
                                         "-dlink-time-opt",
                                         "-dlto",
                                         "-gen-opt-lto",
                                         "-minimal",
                                         "-device-int128",
                                         "-device-float128",
                                         "-brief-diagnostics=*",
                                         "-jump-table-density=*",
                                         "-split-compile=*",
                                         "-time=*",
                                         "-no-cache",
                                         "-frandom-seed=*",
                                         "-device-stack-protector=*",
                                         "-Wreorder",
                                         "-default-stream=*",
                                         "-G",
                                         "-g",
                                         "-O*"};

bool is_ignored(std::string_view option) {
  if (option.starts_with("--")) option.remove_prefix(1);
  for (const std::string_view name : kIgnored) {
    const bool open = name.ends_with('*');
    if (open ? option.starts_with(name.substr(0, name.size() - 1)) : option == name) return true;
  }
  return false;
}

// NVRTC's option by which functions and variables without an execution space are the device's.
bool is_default_device(std::string_view option) {
  if (option.starts_with("--")) option.remove_prefix(1);
  return option == "-default-device" || option == "-device-as-default-execution-space";
}

bool read_cuda_option(const std::string& option, Arguments& out) {
  if (is_architecture(option) || is_ignored(option) || is_default_device(option) ||
      read_long_option(option, out))
    return true;
  if (option.starts_with("-std=") || option.starts_with("--std=")) {
    out.push_back(option.starts_with("--") ? option.substr(1) : option);
  } else if (option == "-use_fast_math" || option == "--use_fast_math" || option == "-ffast-math") {
    out.insert(out.end(), {"-D__USE_FAST_MATH__=1", "-fapprox-func"});
  } else if (option == "--fmad=false" || option == "-fmad=false") {
    out.push_back("-ffp-contract=off");
  } else if (option.starts_with("-ffp-contract=")) {
    out.push_back(option);
  } else {
    return option.starts_with(kNameExpression);
  }
  return true;
}

OptionError read_cuda_options(const FrontRequest& request, Arguments& out) {
  using enum OptionUse;
  return read_options(request.options,
                      {
                          {"-D", with_value},
                          {"-U", with_value},
                          {"-I", with_value},
                          {"-include", with_value},
                          {"-w", pass},
                          {"-Werror", pass},
                          {"-dopt", ignore_value},
                          {"-Xptxas", ignore_value},
                          {"-x", ignore_value},
                      },
                      read_cuda_option, out);
}

// Of what vgpu_default_device.h begins.
constexpr char kDefaultDeviceEnds[] =
    "\n#pragma clang attribute pop\n#pragma clang force_cuda_host_device end\n";

// Instances of kernel templates that the user wants: a host function that names them makes clang emit them.
std::string instance_requests(const std::string& options) {
  std::string names;
  for (const std::string& word : split_options(options))
    if (word.starts_with(kNameExpression))
      names += "(void)&" + word.substr(sizeof kNameExpression - 1) + ";";
  if (names.empty()) return names;
  return "\n# 1 \"name expressions\"\nvoid __vg_name_expressions() { " + names + " }\n";
}

// The prelude as clang reads it fastest. One was made for each standard that is common; options that change the
// language or the prelude's text need the text itself.
std::string precompiled_prelude(const Arguments& options) {
  std::string standard = "c++17";
  for (const std::string& option : options) {
    if (option.starts_with("-std=")) standard = option.substr(5);
    if (option == "-fapprox-func") return {};
  }
  const std::string path = std::string(kCudaHeaders) + "/" + standard + ".pch";
  for (const EmbeddedHeader& header : embedded_headers())
    if (header.path == path) return path;
  return {};
}

}  // namespace

LanguageSetup setup_cuda(const FrontRequest& request) {
  LanguageSetup setup;
  setup.file_name = request.file_name.empty() ? "kernel.cu" : request.file_name;
  setup.arguments = {
#include "compiler/front/cuda/cuda_arguments.def"
  };
  Arguments options;
  setup.error = read_cuda_options(request, options).message;
  const std::string prelude = precompiled_prelude(options);
  if (prelude.empty())
    setup.arguments.insert(setup.arguments.end(), {"-include", "vgpu_cuda.h"});
  else
    setup.arguments.insert(setup.arguments.end(), {"-include-pch", prelude, "-fno-validate-pch"});
  const std::vector<std::string> words = split_options(request.options);
  if (std::any_of(words.begin(), words.end(), is_default_device)) {
    setup.arguments.insert(setup.arguments.end(), {"-include", "vgpu_default_device.h"});
    setup.appendix = kDefaultDeviceEnds;
  }
  setup.arguments.insert(setup.arguments.end(), options.begin(), options.end());
  setup.appendix += instance_requests(request.options);
  return setup;
}

}  // namespace vgpu::compiler
