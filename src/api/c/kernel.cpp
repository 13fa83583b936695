// The functions of vgpu/c/kernel.h.
// SPDX-License-Identifier: MIT
#include <vgpu/c/kernel.h>

#include "api/c/entry.h"
#include "device/signature.h"

using namespace vgpu;
using namespace vgpu::api;

namespace {

std::shared_ptr<const Kernel> find(vgpuKernel_t kernel) {
  return Context::shared().kernels.get(to_number(kernel));
}

// The C enum's values are those of compiler::ArgumentKind.
static_assert(static_cast<int>(compiler::ArgumentKind::local) == vgpuArgumentLocal);
static_assert(static_cast<int>(compiler::ArgumentKind::sampler) == vgpuArgumentSampler);

}  // namespace

vgpuError_t vgpuKernelGetAttributes(vgpuKernelAttributes* attributes, vgpuKernel_t kernel) {
  return entry(__func__, [&] {
    require(attributes, "attributes");
    const std::shared_ptr<const Kernel> found = find(kernel);
    const compiler::KernelInfo& info = found->info();
    *attributes = {};
    attributes->maxThreadsPerBlock = static_cast<int>(info.max_local_items);
    for (int d = 0; d < 3; ++d) {
      attributes->requiredBlock[d] =
          static_cast<int>(info.required_local_size[static_cast<unsigned>(d)]);
    }
    attributes->sharedSizeBytes = info.static_local_bytes;
    attributes->argumentCount = static_cast<int>(info.arguments.size());
    attributes->argumentBytes = info.argument_bytes;
    attributes->preferredBlockMultiple = compiler::kWarpSize;
    attributes->usesBarrier = info.uses_barrier;
    attributes->usesWarp = info.uses_warp;
    attributes->cooperative = info.uses_grid_barrier;
    attributes->native = found->native();
  });
}

vgpuError_t vgpuKernelGetName(const char** name, vgpuKernel_t kernel) {
  return entry(__func__, [&] {
    require(name, "name");
    *name = find(kernel)->name().c_str();
  });
}

vgpuError_t vgpuKernelGetArgumentInfo(vgpuArgumentInfo* info, vgpuKernel_t kernel, int index) {
  return entry(__func__, [&] {
    require(info, "info");
    const auto& arguments = find(kernel)->info().arguments;
    if (index < 0 || static_cast<std::size_t>(index) >= arguments.size()) {
      fail(ErrorCode::InvalidValue, "index: {} of {} arguments", index, arguments.size());
    }
    const compiler::KernelArgument& argument = arguments[static_cast<std::size_t>(index)];
    info->name = argument.name.c_str();
    info->typeName = argument.type_name.c_str();
    info->kind = static_cast<vgpuArgumentKind>(argument.kind);
    info->size = argument.size;
    info->alignment = argument.align;
    info->offset = argument.offset;
    info->flags = argument.flags;
  });
}

vgpuError_t vgpuRegisterNativeKernel(vgpuKernel_t* kernel, const char* name, const char* signature,
                                     vgpuNativeFunction_t function, void* user_data) {
  return entry(__func__, [&] {
    require(kernel, "kernel");
    require(name, "name");
    require(signature, "signature");
    require(function, "function");
    auto native = std::make_shared<Kernel>(parse_signature(name, signature), function, user_data);
    Context& context = Context::shared();
    std::lock_guard lock(context.native_mutex);
    if (*name == '\0' || context.native_kernels.contains(name)) {
      fail(ErrorCode::InvalidValue, "name: \"{}\" is empty or taken", name);
    }
    const std::uint64_t handle = context.kernels.insert(std::move(native));
    context.native_kernels[name] = handle;
    *kernel = to_handle<vgpuKernel_t>(handle);
  });
}

vgpuError_t vgpuUnregisterNativeKernel(vgpuKernel_t kernel) {
  return entry(__func__, [&] {
    const std::shared_ptr<const Kernel> found = find(kernel);
    if (!found->native()) fail(ErrorCode::InvalidHandle, "kernel: {} is not native", found->name());
    Context& context = Context::shared();
    std::lock_guard lock(context.native_mutex);
    context.kernels.remove(to_number(kernel));
    context.native_kernels.erase(found->name());
  });
}

vgpuError_t vgpuGetNativeKernel(vgpuKernel_t* kernel, const char* name) {
  return entry(__func__, [&] {
    require(kernel, "kernel");
    require(name, "name");
    Context& context = Context::shared();
    std::lock_guard lock(context.native_mutex);
    const auto found = context.native_kernels.find(name);
    if (found == context.native_kernels.end()) {
      fail(ErrorCode::SymbolNotFound, "name: no native kernel \"{}\"", name);
    }
    *kernel = to_handle<vgpuKernel_t>(found->second);
  });
}
