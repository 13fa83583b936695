// Modules of kernels as the rest of libvgpu sees them: from text or a binary, ready to launch.
//
// A Module is one loaded instance: what is known of its kernels, its variables in device memory,
// and the machine code made so far, one Code per (kernel, local size). Text and code are looked up
// in the disk cache first, and only a miss loads libvgpu_compiler.so. All members may be called
// from any thread. Called by runtime/ and api/.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "compiler/code_task.h"
#include "compiler/kernel_abi.h"
#include "compiler/module_info.h"
#include "compiler/module_text.h"
#include "compiler/plugin.h"

namespace vgpu::compiler {

class CodeImage;

using Size3 = std::array<std::uint32_t, 3>;

// Machine code of one kernel for one local size. Keep the shared_ptr for as long as a launch runs.
struct Code {
  GroupFunction entry = nullptr;
  GroupsFunction several = nullptr;  // null: groups run one by one
  CodeInfo info;
  std::vector<Remark> remarks;  // empty when the code came from a cache
  std::shared_ptr<const CodeImage> image;
  // What a group took in earlier launches; 0: not known. Devices decide by it how to divide a grid.
  mutable std::atomic<std::uint64_t> group_ns{0};
};

class Module {
 public:
  // Compiles kernel text. `log` (may be null) gets warnings and errors as clang prints them, also
  // when this throws Error (CompilationFailed).
  static std::shared_ptr<Module> compile(const FrontRequest& request, std::string* log);

  // A module from the bytes that save() made. Throws Error for any other bytes.
  static std::shared_ptr<Module> load(std::string_view binary);
  std::string save() const;

  ~Module();

  const ModuleInfo& info() const;

  // What it was compiled from, and a key of that with all the files it included: for devices with compilers of their own.
  const ModuleText& text() const;
  Hash128 text_key() const;

  // Where the module's variables live: `image` must hold image_bytes(), aligned to
  // image_alignment(), and outlive the module. Writes their initial values. Without this call the
  // module keeps them in memory of its own; to be called before the first code() or variable(),
  // else it throws.
  void bind_variables(void* image);
  std::size_t image_bytes() const;
  std::size_t image_alignment() const;

  // A variable's address; nullptr if there is none of that name. `size` (may be null) gets its
  // bytes.
  void* variable(const std::string& name, std::size_t* size);

  // Makes a managed variable live at `address`; false if there is none of that name. To be called before code()
  // of a kernel that uses it.
  bool move_managed(const std::string& name, void* address);

  // Code of a kernel (an element of info().kernels) for groups of `local` work-items in a grid
  // whose full groups have `enqueued`; compiles when it is not in a cache. Throws Error.
  std::shared_ptr<const Code> code(const KernelInfo& kernel, const Size3& local,
                                   const Size3& enqueued);
  // The same where all groups are full.
  std::shared_ptr<const Code> code(const KernelInfo& kernel, const Size3& local) {
    return code(kernel, local, local);
  }

  // Begins to make it on threads of the compiler's own, where no cache has it. Throws Error where that is known to fail.
  std::shared_ptr<CodeTask> start_code(const KernelInfo& kernel, const Size3& local,
                                       const Size3& enqueued);

  // Slower code that is made in a fraction of the time, for as long as the real one is not there. Never cached on disk.
  std::shared_ptr<const Code> quick_code(const KernelInfo& kernel, const Size3& local,
                                         const Size3& enqueued);

  struct State;

 private:
  explicit Module(std::shared_ptr<State> state);
  std::shared_ptr<CodeTask> task(const KernelInfo& kernel, const Size3& local,
                                 const Size3& enqueued, bool* is_new);
  std::shared_ptr<State> state_;  // tasks keep it alive until they are done
};

}  // namespace vgpu::compiler
