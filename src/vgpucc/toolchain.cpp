// Where things are, and clang's command lines; see toolchain.h.
// SPDX-License-Identifier: MIT
#include "vgpucc/toolchain.h"

#include <cstdlib>
#include <filesystem>

#include "base/error.h"

namespace vgpu::vgpucc {
namespace {

namespace fs = std::filesystem;

fs::path prefix() {
  static const fs::path path = fs::read_symlink("/proc/self/exe").parent_path().parent_path();
  return path;
}

void append(Words& words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
}

// A CUDA toolkit that happens to be installed is never looked at (clang is sent to a folder that has none): what its
// version decides is said here, the same on every machine.
Words cuda_words(const Job& job) {
  Words words{"-x",
              "cuda",
              "-nocudainc",
              "-nocudalib",
              "--cuda-path=" + header_folder(),
              "-Wno-unknown-cuda-version",
              "-Xclang",
              "-target-sdk-version=12.5",
              "-Xclang",
              "-fcuda-allow-variadic-functions",
              "-fdeclspec",
              "-D__CUDACC__=1",
              "-D__NVCC__=1",
              "-D__VGPU__=1",
              "-D__CUDA_ARCH_LIST__=" + job.architecture + "0",
              "-D__CUDA_API_VER_MAJOR__=12",
              "-D__CUDA_API_VER_MINOR__=5",
              "-D__NVCC_DIAG_PRAGMA_SUPPORT__=1",
              "-D_Bool=bool",  // as in g++ with its stdbool.h
              "-isystem",
              header_folder(),
              "-idirafter",  // where programs that count on NVIDIA's samples find helper_cuda.h
              header_folder() + "/vgpu_samples",
              "-include",
              "cuda_runtime.h",
              "-fuse-cuid=none",
              job.relocatable ? "-fgpu-rdc" : "-fno-gpu-rdc"};
  if (job.relocatable) words.push_back("-D__CUDACC_RDC__=1");
  append(words, job.cuda);
  return words;
}

// What gcc lets pass, perhaps with a word, and clang would refuse: programs were written for gcc.
Words lenient_words() {
  return {"-Wno-c++11-narrowing",
          "-Wno-narrowing",
          "-Wno-register",
          "-Wno-dynamic-exception-spec",
          "-Wno-int-to-pointer-cast",
          "-Wno-empty-body",
          "-Wno-missing-template-arg-list-after-template-kw",
          "-Wno-logical-op-parentheses",
          "-Wno-reserved-user-defined-literal",
          "-Wno-writable-strings",
          "-Wno-deprecated",
          "-Wno-unknown-pragmas",
          "-Wno-unused-value",
          "-Wno-return-type",
          "-Wno-format",
          "-Wno-format-security",
          "-Wno-vla-cxx-extension",
          "-Wno-unused-result",
          "-Wno-pass-failed",
          "-Wno-unknown-warning-option",
          "-Wno-ignored-attributes",
          "-Wno-ignored-optimization-argument",
          "-Wno-unused-command-line-argument"};
}

// The same for C, where gcc knows what it knew in 1989: functions and types that nothing declares, numbers as pointers.
Words lenient_c_words() {
  return {"-Wno-implicit-function-declaration",
          "-Wno-implicit-int",
          "-Wno-int-conversion",
          "-Wno-incompatible-pointer-types",
          "-Wno-incompatible-function-pointer-types",
          "-Wno-deprecated-non-prototype",
          "-Wno-return-mismatch"};
}

// nvcc does not optimise host code unless told to, so sums that wrap, casts between pointers, functions that end without
// a value and variables without one that are handed on have always done what they say there.
Words host_words() {
  return {"-fwrapv", "-fno-strict-aliasing", "-fno-strict-return", "-Xclang",
          "-no-enable-noundef-analysis"};
}

// The headers of thrust, cub and cooperative groups need C++14; older standards mean it, the default is nvcc's.
std::string standard_word(const Job& job) {
  std::string standard = "c++17";
  for (const std::string& word : job.common)
    if (word.starts_with("-std=")) standard = word.substr(5);
  const std::size_t digits = standard.find_first_of("0123456789");
  const std::string year = digits == std::string::npos ? "" : standard.substr(digits);
  const bool old = year == "98" || year == "03" || year == "0x" || year == "11";
  return "-std=" + (old ? standard.substr(0, digits) + "14" : standard);
}

// What the job says to clang for every file; a C++ standard is not for C.
void append_common(Words& words, const Job& job, bool with_standard) {
  for (const std::string& word : job.common)
    if (with_standard || !word.starts_with("-std=")) words.push_back(word);
}

}  // namespace

std::string clang() {
  const char* chosen = std::getenv("VGPUCC_CLANG");
  return chosen != nullptr && *chosen != '\0' ? chosen : "clang++-19";
}

std::string header_folder() { return (prefix() / "include" / "vgpu_cuda").string(); }

std::string library_folder() {
  for (const char* name : {"lib", "lib64", "lib/x86_64-linux-gnu"})
    if (fs::exists(prefix() / name / "libvgpu_cudart.so")) return (prefix() / name).string();
  fail(ErrorCode::FileNotFound, "libvgpu_cudart.so is not in {}", (prefix() / "lib").string());
}

Words host_command(const Job& job) {
  Words words{clang(), "--cuda-host-only"};
  append(words, cuda_words(job));
  words.push_back(standard_word(job));
  append(words, lenient_words());
  append(words, host_words());
  words.push_back("-O" + job.optimization);
  append_common(words, job, false);
  append(words, job.host);
  return words;
}

// -O1 without passes: the kernel compiler wants clang's IR as it comes, with the marks that an optimiser needs. But not
// the mark that an argument has a value: the lanes beside a leader hand a variable without one to a shuffle.
Words device_command(const Job& job) {
  Words words{clang(), "--cuda-device-only", "--offload-arch=sm_80"};
  append(words, cuda_words(job));
  words.push_back(standard_word(job));
  append(words, lenient_words());
  append(words, {"-emit-llvm", "-c", "-O1", "-funroll-loops", "-Xclang", "-disable-llvm-passes",
                 "-Xclang", "-no-enable-noundef-analysis", "-ffp-contract=fast", "-fno-builtin",
                 "-fno-threadsafe-statics", "-fno-strict-return", "-fno-strict-aliasing", "-w",
                 "-U__CUDA_ARCH__", "-D__CUDA_ARCH__=" + job.architecture + "0"});
  if (job.debug_device) words.push_back("-gline-tables-only");
  append_common(words, job, false);
  append(words, job.device);
  return words;
}

Words object_command(const Job& job) {
  Words words{clang(),
              "-x",
              "ir",
              "-c",
              "-O" + job.optimization,
              "-Xclang",
              "-disable-llvm-passes",
              "-Wno-unused-command-line-argument"};
  for (const std::string& word : job.host)
    if (word.starts_with("-f") || word.starts_with("-m") || word.starts_with("-g"))
      words.push_back(word);
  return words;
}

Words plain_command(const Job& job, const Input& input) {
  Words words{clang(),
              "-isystem",
              header_folder(),
              "-idirafter",
              header_folder() + "/vgpu_samples",
              "-O" + job.optimization};
  append(words, lenient_words());
  if (input.kind == InputKind::c) append(words, lenient_c_words());
  append(words, host_words());
  append_common(words, job, input.kind == InputKind::cpp);
  append(words, job.host);
  return words;
}

Words link_flags(const Job& job) {
  Words words;
  for (const std::string& word : job.host)
    if (word.starts_with("-fopenmp") || word.starts_with("-fsanitize") || word == "-pthread" ||
        word == "-pg" || word == "--coverage")
      words.push_back(word);
  return words;
}

Words library_arguments() {
  const std::string folder = library_folder();
  return {"-L" + folder, "-Wl,-rpath," + folder, "-lvgpu_cudart", "-lpthread", "-ldl", "-lm"};
}

}  // namespace vgpu::vgpucc
