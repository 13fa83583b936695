// Running programs with this installation's libraries.
// SPDX-License-Identifier: MIT
#include "cli/child.h"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include "base/error.h"
#include "cli/installation.h"

namespace vgpu::cli {
namespace fs = std::filesystem;

TemporaryFolder::TemporaryFolder() {
  std::string name = (fs::temp_directory_path() / "vgpu-run-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) {
    fail(ErrorCode::FileSystem, "{}: {}", name, std::strerror(errno));
  }
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

void use_this_installation(const fs::path& vendors) {
  const fs::path libraries = installed_library("libvgpu_opencl.so").parent_path();
  std::ofstream(vendors / "vgpu.icd") << (libraries / "libvgpu_opencl.so").string() << '\n';
  // ocl-icd reads the first name, Khronos' loader the second.
  setenv("OCL_ICD_VENDORS", vendors.c_str(), 1);
  setenv("OPENCL_VENDOR_PATH", vendors.c_str(), 1);
  unsetenv("OCL_ICD_FILENAMES");
  const char* path = getenv("LD_LIBRARY_PATH");
  const std::string all = libraries.string() + (path && *path ? ":" + std::string(path) : "");
  setenv("LD_LIBRARY_PATH", all.c_str(), 1);
}

int run_program(const std::vector<std::string>& words) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  const pid_t child = fork();
  if (child < 0) fail(ErrorCode::Unknown, "fork: {}", std::strerror(errno));
  if (child == 0) {
    execvp(arguments[0], arguments.data());
    fmt::print(stderr, "vgpu: {}: {}\n", words[0], std::strerror(errno));
    _exit(127);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace vgpu::cli
