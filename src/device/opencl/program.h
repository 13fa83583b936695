// A module's kernels as the OpenCL driver compiles them: from its text, or from a binary that an earlier process kept.
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "compiler/service.h"
#include "device/opencl/arena.h"

namespace vgpu::opencl_device {

// A kernel object holds arguments, so one thread at a time sets them and launches it.
struct ProgramKernel {
  std::mutex mutex;
  cl_kernel object = nullptr;
  std::size_t max_group = 0;  // work-items
};

class Program {
 public:
  Program(Session& session, Arena& arena, const compiler::Module& module);
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
  ~Program();

  bool is_built() const { return built_.load(std::memory_order_acquire); }

  // Builds it if nobody has. Throws Error(CompilationFailed) with the driver's words, each time the same.
  void build();

  // The kernel of that name. Throws Error.
  ProgramKernel& kernel(const std::string& name);

 private:
  void make();
  bool load_binary(const Hash128& key);
  void store_binary(const Hash128& key) const;
  void build_source();
  void compile_with_headers();
  void build_il();
  void check_build(cl_int status, cl_program program) const;
  std::string build_log(cl_program program) const;
  Hash128 cache_key() const;

  Session& session_;
  Arena& arena_;
  const compiler::ModuleText text_;
  const compiler::Language language_;
  const Hash128 text_key_;
  cl_program program_ = nullptr;
  std::mutex mutex_;
  std::atomic<bool> built_{false};
  std::optional<Error> error_;
  std::map<std::string, std::unique_ptr<ProgramKernel>> kernels_;
};

}  // namespace vgpu::opencl_device
