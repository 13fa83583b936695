// What is known of a kernel: its arguments, and the groups it can run in.
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "api/opencl/info.h"
#include "api/opencl/kernel.h"
#include "compiler/kernel_abi.h"

namespace vgpu::opencl {

std::size_t max_group_items(const Kernel& kernel) {
  return std::min<std::size_t>(kernel.info().max_local_items, kMaxGroupItems);
}

namespace {

using compiler::ArgumentKind;
using compiler::KernelArgument;

cl_kernel_arg_address_qualifier address_of(const KernelArgument& argument) {
  switch (argument.kind) {
    case ArgumentKind::global:
    case ArgumentKind::image:
      return CL_KERNEL_ARG_ADDRESS_GLOBAL;
    case ArgumentKind::constant:
      return CL_KERNEL_ARG_ADDRESS_CONSTANT;
    case ArgumentKind::local:
      return CL_KERNEL_ARG_ADDRESS_LOCAL;
    default:
      return CL_KERNEL_ARG_ADDRESS_PRIVATE;
  }
}

cl_kernel_arg_access_qualifier access_of(const KernelArgument& argument) {
  if (argument.kind != ArgumentKind::image) return CL_KERNEL_ARG_ACCESS_NONE;
  if ((argument.flags & compiler::kArgumentReadOnly) != 0) return CL_KERNEL_ARG_ACCESS_READ_ONLY;
  if ((argument.flags & compiler::kArgumentWriteOnly) != 0) return CL_KERNEL_ARG_ACCESS_WRITE_ONLY;
  return CL_KERNEL_ARG_ACCESS_READ_WRITE;
}

// Qualifiers belong to what a pointer points to; those of the parameter itself are not the kernel's face.
cl_kernel_arg_type_qualifier type_of(const KernelArgument& argument) {
  cl_kernel_arg_type_qualifier result = CL_KERNEL_ARG_TYPE_NONE;
  if (argument.kind == ArgumentKind::value) return result;
  if ((argument.flags & compiler::kArgumentConst) != 0) result |= CL_KERNEL_ARG_TYPE_CONST;
  if ((argument.flags & compiler::kArgumentRestrict) != 0) result |= CL_KERNEL_ARG_TYPE_RESTRICT;
  if ((argument.flags & compiler::kArgumentVolatile) != 0) result |= CL_KERNEL_ARG_TYPE_VOLATILE;
  return result;
}

// An image's access is an answer of its own and no part of the type; clang alone tells a signed char from a char, which
// is signed in OpenCL C.
std::string_view type_name_of(const KernelArgument& argument) {
  std::string_view name = argument.type_name;
  for (const std::string_view access : {"__read_only ", "__write_only ", "__read_write "}) {
    if (name.starts_with(access)) name.remove_prefix(access.size());
  }
  if (name.starts_with("signed char")) name.remove_prefix(std::strlen("signed "));
  return name;
}

cl_ulong local_bytes(const Kernel& kernel) {
  cl_ulong bytes = kernel.info().static_local_bytes;
  for (std::size_t i = 0; i < kernel.arguments().size(); ++i) {
    if (kernel.arguments()[i].kind != ArgumentKind::local || !kernel.state[i].set) continue;
    std::uint64_t size = 0;
    std::memcpy(&size, kernel.block.data() + kernel.arguments()[i].offset, sizeof size);
    bytes += size;
  }
  return bytes;
}

std::vector<std::size_t> sizes(const std::array<std::uint32_t, 3>& size) {
  return {size[0], size[1], size[2]};
}

// Items of the local size that a sub-group query gives.
std::size_t items_of(std::size_t size, const void* value) {
  require(value != nullptr && size % sizeof(std::size_t) == 0 && size > 0 &&
              size <= 3 * sizeof(std::size_t),
          CL_INVALID_VALUE);
  const auto* local = static_cast<const std::size_t*>(value);
  std::size_t items = 1;
  for (std::size_t d = 0; d < size / sizeof(std::size_t); ++d) items *= local[d];
  return items;
}

// A local size of one dimension with exactly that many sub-groups; zeros if there is none.
std::vector<std::size_t> local_size_for(const Kernel& kernel, std::size_t in_size, const void* in,
                                        std::size_t out_size) {
  require(in != nullptr && in_size == sizeof(std::size_t), CL_INVALID_VALUE);
  const std::size_t items = *static_cast<const std::size_t*>(in) * compiler::kWarpSize;
  std::vector<std::size_t> local(std::clamp<std::size_t>(out_size / sizeof(std::size_t), 1, 3), 1);
  const auto& required = kernel.info().required_local_size;
  const bool fits = required[0] == 0 ? items <= max_group_items(kernel)
                                     : required[0] == items && required[1] * required[2] == 1;
  if (!fits || items == 0) std::fill(local.begin(), local.end(), 0);
  if (fits && items != 0) local[0] = items;
  return local;
}

}  // namespace
}  // namespace vgpu::opencl

using namespace vgpu::opencl;
namespace compiler = vgpu::compiler;

cl_int clGetKernelInfo(cl_kernel handle, cl_kernel_info param_name, std::size_t size, void* value,
                       std::size_t* size_ret) {
  return entry(__func__, [&] {
    const Kernel& kernel = check(handle);
    const InfoReply reply(size, value, size_ret);
    switch (param_name) {
      case CL_KERNEL_FUNCTION_NAME:
        return reply.text(kernel.info().name);
      case CL_KERNEL_NUM_ARGS:
        return reply.put(static_cast<cl_uint>(kernel.arguments().size()));
      case CL_KERNEL_REFERENCE_COUNT:
        return reply.put<cl_uint>(kernel.users.load());
      case CL_KERNEL_CONTEXT:
        return reply.put<cl_context>(kernel.program->context.get());
      case CL_KERNEL_PROGRAM:
        return reply.put<cl_program>(kernel.program.get());
      case CL_KERNEL_ATTRIBUTES:
        // A binary keeps them, but only source has them for programs to see.
        return reply.text(kernel.program->origin == Origin::binary ? "" : kernel.info().attributes);
      default:
        throw ClError{CL_INVALID_VALUE};
    }
  });
}

cl_int clGetKernelArgInfo(cl_kernel handle, cl_uint index, cl_kernel_arg_info param_name,
                          std::size_t size, void* value, std::size_t* size_ret) {
  return entry(__func__, [&] {
    const Kernel& kernel = check(handle);
    require(index < kernel.arguments().size(), CL_INVALID_ARG_INDEX);
    const KernelArgument& argument = kernel.arguments()[index];
    const InfoReply reply(size, value, size_ret);
    switch (param_name) {
      case CL_KERNEL_ARG_ADDRESS_QUALIFIER:
        return reply.put(address_of(argument));
      case CL_KERNEL_ARG_ACCESS_QUALIFIER:
        return reply.put(access_of(argument));
      case CL_KERNEL_ARG_TYPE_NAME:
        return reply.text(type_name_of(argument));
      case CL_KERNEL_ARG_TYPE_QUALIFIER:
        return reply.put(type_of(argument));
      case CL_KERNEL_ARG_NAME:
        return reply.text(argument.name);
      default:
        throw ClError{CL_INVALID_VALUE};
    }
  });
}

cl_int clGetKernelWorkGroupInfo(cl_kernel handle, cl_device_id device,
                                cl_kernel_work_group_info param_name, std::size_t size, void* value,
                                std::size_t* size_ret) {
  return entry(__func__, [&] {
    const Kernel& kernel = check(handle);
    kernel.query_device(device);
    const InfoReply reply(size, value, size_ret);
    switch (param_name) {
      case CL_KERNEL_WORK_GROUP_SIZE:
        return reply.put<std::size_t>(max_group_items(kernel));
      case CL_KERNEL_COMPILE_WORK_GROUP_SIZE:
        return reply.list(sizes(kernel.info().required_local_size));
      case CL_KERNEL_LOCAL_MEM_SIZE:
        return reply.put<cl_ulong>(local_bytes(kernel));
      case CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE:
        return reply.put<std::size_t>(compiler::kWarpSize);
      case CL_KERNEL_PRIVATE_MEM_SIZE:
        return reply.put<cl_ulong>(0);  // registers and the stack; nothing is set aside
      default:
        throw ClError{CL_INVALID_VALUE};  // also CL_KERNEL_GLOBAL_WORK_SIZE: no kernel is built in
    }
  });
}

cl_int clGetKernelSubGroupInfo(cl_kernel handle, cl_device_id device,
                               cl_kernel_sub_group_info param_name, std::size_t input_size,
                               const void* input, std::size_t size, void* value,
                               std::size_t* size_ret) {
  return entry(__func__, [&] {
    const Kernel& kernel = check(handle);
    kernel.query_device(device);
    const InfoReply reply(size, value, size_ret);
    constexpr std::size_t kWidth = compiler::kWarpSize;
    switch (param_name) {
      case CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE:
        items_of(input_size, input);  // checked; get_max_sub_group_size() says the same to all
        return reply.put<std::size_t>(kWidth);
      case CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE:
        return reply.put<std::size_t>((items_of(input_size, input) + kWidth - 1) / kWidth);
      case CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT:
        return reply.list(local_size_for(kernel, input_size, input, size));
      case CL_KERNEL_MAX_NUM_SUB_GROUPS:
        return reply.put<std::size_t>((max_group_items(kernel) + kWidth - 1) / kWidth);
      case CL_KERNEL_COMPILE_NUM_SUB_GROUPS:
        return reply.put<std::size_t>(0);
      default:
        throw ClError{CL_INVALID_VALUE};
    }
  });
}

cl_int clGetKernelSubGroupInfoKHR(cl_kernel kernel, cl_device_id device,
                                  cl_kernel_sub_group_info param_name, std::size_t input_size,
                                  const void* input, std::size_t size, void* value,
                                  std::size_t* size_ret) {
  return clGetKernelSubGroupInfo(kernel, device, param_name, input_size, input, size, value,
                                 size_ret);
}
