// clSetKernelArg and its like: checks a value and packs it.
// SPDX-License-Identifier: MIT
#include <cstring>

#include "api/opencl/image.h"
#include "api/opencl/kernel.h"

namespace vgpu::opencl {
namespace {

using compiler::ArgumentKind;
using compiler::KernelArgument;

void pack(Kernel& kernel, cl_uint index, const void* value) {
  const KernelArgument& argument = kernel.arguments()[index];
  std::memcpy(kernel.block.data() + argument.offset, value, argument.size);
  kernel.state[index].set = true;
}

void set_value(Kernel& kernel, cl_uint index, std::size_t size, const void* value) {
  require(value != nullptr, CL_INVALID_ARG_VALUE);
  require(size == kernel.arguments()[index].size, CL_INVALID_ARG_SIZE);
  pack(kernel, index, value);
}

void set_local(Kernel& kernel, cl_uint index, std::size_t size, const void* value) {
  require(value == nullptr, CL_INVALID_ARG_VALUE);
  require(size > 0, CL_INVALID_ARG_SIZE);
  const std::uint64_t bytes = size;
  pack(kernel, index, &bytes);
}

// The object that the argument's value points to; NULL is a pointer to nothing.
cl_mem memory_of(const Kernel& kernel, std::size_t size, const void* value) {
  require(size == sizeof(cl_mem), CL_INVALID_ARG_SIZE);
  cl_mem memory = nullptr;
  if (value != nullptr) std::memcpy(&memory, value, sizeof memory);
  if (memory != nullptr) {
    require(check(memory).context.get() == kernel.program->context.get(), CL_INVALID_MEM_OBJECT);
  }
  return memory;
}

void set_pointer(Kernel& kernel, cl_uint index, std::size_t size, const void* value) {
  const cl_mem memory = memory_of(kernel, size, value);
  if (memory != nullptr) check_buffer(memory);
  const void* address = memory == nullptr ? nullptr : memory->data;
  kernel.state[index].memory = memory;
  pack(kernel, index, &address);
}

void set_image(Kernel& kernel, cl_uint index, std::size_t size, const void* value) {
  const cl_mem memory = memory_of(kernel, size, value);
  require(memory != nullptr, CL_INVALID_MEM_OBJECT);
  const void* descriptor = image_argument(*memory, kernel.arguments()[index]);
  kernel.state[index].memory = memory;
  pack(kernel, index, &descriptor);
}

void set_sampler(Kernel& kernel, cl_uint index, std::size_t size, const void* value) {
  require(size == sizeof(cl_sampler), CL_INVALID_ARG_SIZE);
  require(value != nullptr, CL_INVALID_SAMPLER);
  const std::uint64_t bits = sampler_argument(*static_cast<const cl_sampler*>(value));
  pack(kernel, index, &bits);
}

}  // namespace
}  // namespace vgpu::opencl

using namespace vgpu::opencl;

cl_int clSetKernelArg(cl_kernel handle, cl_uint index, std::size_t size, const void* value) {
  return entry(__func__, [&] {
    Kernel& kernel = check(handle);
    require(index < kernel.arguments().size(), CL_INVALID_ARG_INDEX);
    switch (kernel.arguments()[index].kind) {
      case ArgumentKind::value:
        return set_value(kernel, index, size, value);
      case ArgumentKind::local:
        return set_local(kernel, index, size, value);
      case ArgumentKind::global:
      case ArgumentKind::constant:
        return set_pointer(kernel, index, size, value);
      case ArgumentKind::image:
        return set_image(kernel, index, size, value);
      case ArgumentKind::sampler:
        return set_sampler(kernel, index, size, value);
    }
  });
}

cl_int clSetKernelArgSVMPointer(cl_kernel handle, cl_uint index, const void* value) {
  return entry(__func__, [&] {
    Kernel& kernel = check(handle);
    require(index < kernel.arguments().size(), CL_INVALID_ARG_INDEX);
    const ArgumentKind kind = kernel.arguments()[index].kind;
    require(kind == ArgumentKind::global || kind == ArgumentKind::constant, CL_INVALID_ARG_VALUE);
    kernel.state[index].memory = nullptr;
    pack(kernel, index, &value);
  });
}

// Kernels reach all memory of the process, so what else they use needs no declaration.
cl_int clSetKernelExecInfo(cl_kernel kernel, cl_kernel_exec_info param_name, std::size_t size,
                           const void* value) {
  return entry(__func__, [&] {
    check(kernel);
    require((value == nullptr) == (size == 0), CL_INVALID_VALUE);
    switch (param_name) {
      case CL_KERNEL_EXEC_INFO_SVM_PTRS:  // which may be none
        return require(size % sizeof(void*) == 0, CL_INVALID_VALUE);
      case CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM:
        return require(size == sizeof(cl_bool), CL_INVALID_VALUE);
      default:
        throw ClError{CL_INVALID_VALUE};
    }
  });
}
