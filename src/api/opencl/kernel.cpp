// Kernel objects: how they come to be.
// SPDX-License-Identifier: MIT
#include "api/opencl/kernel.h"

#include <algorithm>
#include <memory>

#include "api/opencl/info.h"

using namespace vgpu::opencl;
namespace compiler = vgpu::compiler;

namespace {

// The same arguments in the builds of all devices: else one object could not stand for them.
bool same_signature(const compiler::KernelInfo& a, const compiler::KernelInfo& b) {
  return std::equal(a.arguments.begin(), a.arguments.end(), b.arguments.begin(), b.arguments.end(),
                    [](const auto& x, const auto& y) {
                      return x.kind == y.kind && x.size == y.size && x.offset == y.offset &&
                             x.type_name == y.type_name;
                    });
}

std::vector<const compiler::ModuleInfo*> executables(const Program& program) {
  std::vector<const compiler::ModuleInfo*> found;
  for (const auto& device : program.devices) {
    const Build* build = program.executable(device.get());
    if (build != nullptr) found.push_back(&build->module->info());
  }
  require(!found.empty(), CL_INVALID_PROGRAM_EXECUTABLE);
  return found;
}

}  // namespace

std::vector<std::string> vgpu::opencl::kernel_names(const Program& program) {
  const auto modules = executables(program);
  std::vector<std::string> names;
  for (const compiler::ModuleInfo* module : modules) {
    for (const compiler::KernelInfo& kernel : module->kernels) {
      const auto agrees = [&](const compiler::ModuleInfo* other) {
        const compiler::KernelInfo* own = other->find_kernel(kernel.name);
        return own == nullptr || same_signature(*own, kernel);
      };
      const bool listed = std::find(names.begin(), names.end(), kernel.name) != names.end();
      if (!listed && std::all_of(modules.begin(), modules.end(), agrees)) {
        names.push_back(kernel.name);
      }
    }
  }
  return names;
}

bool vgpu::opencl::ChosenSizes::take(const std::array<std::uint32_t, 3>& size) {
  constexpr std::size_t kFew = 8;
  const std::lock_guard lock(mutex_);
  if (std::find(sizes_.begin(), sizes_.end(), size) != sizes_.end()) return true;
  if (sizes_.size() == kFew) return false;
  sizes_.push_back(size);
  return true;
}

_cl_kernel::_cl_kernel(_cl_program& of_program, const std::string& name) : program(of_program) {
  const std::lock_guard lock(program->mutex);
  bool built = false;
  for (const auto& device : program->devices) {
    const Build* build = program->executable(device.get());
    if (build == nullptr) continue;
    built = true;
    const compiler::KernelInfo* found = build->module->info().find_kernel(name);
    if (found == nullptr) continue;
    require(info_ == nullptr || same_signature(*info_, *found), CL_INVALID_KERNEL_DEFINITION);
    if (info_ == nullptr) info_ = found;
    std::shared_ptr<compiler::Module> code(build->module, &build->module->code());
    kernels_.push_back({device.get(), std::make_shared<vgpu::Kernel>(std::move(code), *found)});
  }
  require(built, CL_INVALID_PROGRAM_EXECUTABLE);
  require(info_ != nullptr, CL_INVALID_KERNEL_NAME);
  block.resize(info_->argument_bytes);
  state.resize(info_->arguments.size());
  program->kernels.fetch_add(1);
}

_cl_kernel::_cl_kernel(const _cl_kernel& other, int)
    : program(*other.program),
      block(other.block),
      state(other.state),
      kernels_(other.kernels_),
      info_(other.info_) {
  program->kernels.fetch_add(1);
}

_cl_kernel::~_cl_kernel() {
  if (info_ != nullptr) program->kernels.fetch_sub(1);
}

const std::shared_ptr<const vgpu::Kernel>* _cl_kernel::on(cl_device_id device) const {
  for (const OnDevice& own : kernels_) {
    if (own.device == device) return &own.kernel;
  }
  return nullptr;
}

cl_device_id _cl_kernel::query_device(cl_device_id device) const {
  if (device == nullptr) {
    require(program->devices.size() == 1, CL_INVALID_DEVICE);
    return kernels_.front().device;
  }
  require(on(&check(device)) != nullptr, CL_INVALID_DEVICE);
  return device;
}

cl_kernel clCreateKernel(cl_program program, const char* kernel_name, cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&] {
    check(program);
    require(kernel_name != nullptr, CL_INVALID_VALUE);
    return new Kernel(*program, kernel_name);
  });
}

cl_int clCreateKernelsInProgram(cl_program program, cl_uint num_kernels, cl_kernel* kernels,
                                cl_uint* num_kernels_ret) {
  return entry(__func__, [&] {
    check(program);
    const std::vector<std::string> all = [&] {
      const std::lock_guard lock(program->mutex);
      return kernel_names(*program);
    }();
    require(kernels == nullptr || num_kernels >= all.size(), CL_INVALID_VALUE);
    if (num_kernels_ret != nullptr) *num_kernels_ret = static_cast<cl_uint>(all.size());
    if (kernels == nullptr) return;
    std::vector<std::unique_ptr<Kernel>> made;
    for (const std::string& name : all) made.push_back(std::make_unique<Kernel>(*program, name));
    for (auto& kernel : made) *kernels++ = kernel.release();
  });
}

cl_kernel clCloneKernel(cl_kernel kernel, cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&] { return new Kernel(check(kernel), 0); });
}

cl_int clRetainKernel(cl_kernel kernel) { return retain(__func__, kernel); }
cl_int clReleaseKernel(cl_kernel kernel) { return release(__func__, kernel); }
