// CUDA C++: the arguments that make clang compile its device side with this project's own headers.
//
// The triple is nvptx64, so that clang's CUDA mode behaves as users expect (one-pass kernels, 32-wide warps,
// vprintf); nothing of a CUDA toolkit is used. Called by front.cpp.
// SPDX-License-Identifier: MIT
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

bool read_cuda_option(const std::string& option, Arguments& out) {
  if (is_architecture(option)) return true;
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
                      {{"-D", with_value},
                       {"-U", with_value},
                       {"-I", with_value},
                       {"-include", with_value},
                       {"-w", pass},
                       {"-Werror", pass},
                       {"--fmad=true", ignore},
                       {"-fmad=true", ignore},
                       {"--ftz=*", ignore},
                       {"-ftz=*", ignore},
                       {"--prec-div=*", ignore},
                       {"-prec-div=*", ignore},
                       {"--prec-sqrt=*", ignore},
                       {"-prec-sqrt=*", ignore},
                       {"--maxrregcount=*", ignore},
                       {"-maxrregcount=*", ignore},
                       {"--expt-*", ignore},
                       {"-expt-*", ignore},
                       {"--extended-lambda", ignore},
                       {"-extended-lambda", ignore},
                       {"--extra-device-vectorization", ignore},
                       {"-lineinfo", ignore},
                       {"--generate-line-info", ignore},
                       {"-default-device", ignore},
                       {"--device-debug", ignore},
                       {"-rdc=*", ignore},
                       {"--relocatable-device-code=*", ignore},
                       {"-Xptxas", ignore_value},
                       {"-x", ignore_value},
                       {"-G", ignore},
                       {"-g", ignore},
                       {"-O*", ignore}},
                      read_cuda_option, out);
}

// Instances of kernel templates that the user wants: a host function that names them makes clang emit them.
std::string instance_requests(const std::string& options) {
  std::string names;
  for (const std::string& word : split_options(options))
    if (word.starts_with(kNameExpression))
      names += "(void)&" + word.substr(sizeof kNameExpression - 1) + ";";
  if (names.empty()) return names;
  return "\n# 1 \"name expressions\"\nvoid __vg_name_expressions() { " + names + " }\n";
}

}  // namespace

LanguageSetup setup_cuda(const FrontRequest& request) {
  LanguageSetup setup;
  setup.file_name = request.file_name.empty() ? "kernel.cu" : request.file_name;
  setup.arguments = {"-triple",
                     "nvptx64-nvidia-cuda",
                     "-aux-triple",
                     "x86_64-pc-linux-gnu",
                     "-target-cpu",
                     "sm_80",
                     "-target-feature",
                     "+ptx80",
                     "-fcuda-is-device",
                     "-fcuda-allow-variadic-functions",
                     "-fdeclspec",
                     "-fno-threadsafe-statics",
                     "-fgnuc-version=4.2.1",
                     "-ffp-contract=fast",
                     "-std=c++17",
                     "-x",
                     "cuda",
                     "-internal-isystem",
                     kCudaHeaders,
                     "-include",
                     "vgpu_cuda.h",
                     "-D__vgpu__=1",
                     "-D__CUDACC_RTC__=1"};
  setup.error = read_cuda_options(request, setup.arguments).message;
  setup.appendix = instance_requests(request.options);
  return setup;
}

}  // namespace vgpu::compiler
