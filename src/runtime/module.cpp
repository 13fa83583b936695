// Loaded modules.
// SPDX-License-Identifier: MIT
#include "runtime/module.h"

#include <utility>

#include "base/error.h"
#include "runtime/clock.h"
#include "runtime/context.h"
#include "runtime/profile.h"

namespace vgpu {

LoadedModule::LoadedModule(std::shared_ptr<compiler::Module> code, DeviceContext& device)
    : code_(std::move(code)), device_(device) {
  if (code_->image_bytes() == 0) return;
  image_ = device.memory().allocate(code_->image_bytes(),
                                    std::max(code_->image_alignment(), DeviceMemory::kAlignment));
  try {
    const auto access = device.device().open_to_host(image_);
    code_->bind_variables(image_);
  } catch (...) {
    device.memory().free(image_);
    throw;
  }
}

LoadedModule::~LoadedModule() {
  code_.reset();
  try {
    device_.memory().free(image_);
  } catch (const Error&) {
    // The program has freed the variables' memory itself; nothing is left to do.
  }
}

std::uint64_t LoadedModule::kernel(const std::string& name) {
  const compiler::KernelInfo* found = info().find_kernel(name);
  if (found == nullptr) {
    std::string names;
    for (const auto& kernel : info().kernels) names += (names.empty() ? "" : ", ") + kernel.name;
    fail(ErrorCode::SymbolNotFound, "name: no kernel \"{}\"; there is: {}", name,
         names.empty() ? "none" : names);
  }
  std::lock_guard lock(mutex_);
  std::uint64_t& handle = kernels_[found];
  if (handle == 0) {
    std::shared_ptr<compiler::Module> shared(shared_from_this(), code_.get());
    handle = Context::shared().kernels.insert(std::make_shared<Kernel>(std::move(shared), *found));
  }
  return handle;
}

void LoadedModule::remove_kernels() {
  std::lock_guard lock(mutex_);
  for (const auto& [info, handle] : std::exchange(kernels_, {})) {
    Context::shared().kernels.remove(handle);
  }
}

std::shared_ptr<compiler::Module> compile_module(const compiler::FrontRequest& request,
                                                 std::string* log, DeviceContext& device) {
  const std::uint64_t started = now_ns();
  std::shared_ptr<compiler::Module> module = compiler::Module::compile(request, log);
  if (Profile::shared().on()) {
    vgpuProfileRecord record{};
    set_record_name(record, request.file_name.empty() ? "compile" : request.file_name);
    record.kind = vgpuCommandCompile;
    record.device = device.index();
    record.enqueued = record.started = started;
    record.ended = now_ns();
    Profile::shared().add(record);
  }
  return module;
}

}  // namespace vgpu
