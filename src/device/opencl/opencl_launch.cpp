// Sets arguments, launches, waits; or hands over to the cpu device.
// SPDX-License-Identifier: MIT
#include "device/opencl/opencl_launch.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/config.h"

namespace vgpu::opencl_device {
namespace {

using compiler::ArgumentKind;
using compiler::KernelArgument;

bool is_uneven(const GridShape& shape) {
  for (unsigned d = 0; d < 3; ++d) {
    if (shape.global_size[d] % shape.local_size[d] != 0) return true;
  }
  return false;
}

bool is_newer_c(const std::string& options) {
  return options.find("-cl-std=CL2") != options.npos || options.find("-cl-std=CL3") != options.npos;
}

// Why the driver is not even asked; empty: it is.
std::string why_not(const Kernel& kernel, const GridShape& shape, const DeviceRecord& record) {
  if (kernel.native()) return "it is a native function";
  const compiler::Module& module = *kernel.module();
  if (module.text().source.empty()) return "it is not OpenCL C or SPIR-V";
  if (module.info().language == compiler::Language::spirv && record.il.empty()) {
    return "the device takes no SPIR-V";
  }
  for (const compiler::VariableInfo& variable : module.info().variables) {
    if (!variable.constant) return "its module has variables";
  }
  for (const KernelArgument& argument : kernel.info().arguments) {
    if (argument.kind == ArgumentKind::image || argument.kind == ArgumentKind::sampler) {
      return "it takes images";
    }
  }
  if (shape.cooperative) return "its groups wait for each other";
  if (shape.dynamic_local_bytes != 0) return "it has local memory of a size given by the launch";
  const bool may_be_uneven =
      shape.any_local_size || (record.uneven_groups && is_newer_c(module.text().options));
  if (is_uneven(shape) && !may_be_uneven) return "its last groups are smaller than the others";
  return {};
}

}  // namespace

OpenclLaunch::OpenclLaunch(DeviceParts& parts, std::shared_ptr<const Kernel> kernel,
                           const GridShape& shape, const std::byte* arguments)
    : parts_(parts), kernel_(std::move(kernel)), shape_(shape) {
  arguments_.assign(arguments, arguments + kernel_->info().argument_bytes);
  const std::string reason = why_not(*kernel_, shape, parts.connection.record());
  if (!reason.empty()) replacement(reason);
}

// Made once; a launch that a graph runs again stays where it is.
const Launch& OpenclLaunch::replacement(const std::string& reason) const {
  std::call_once(once_, [&] {
    if (!config().opencl_fallback && !kernel_->native()) {
      fail(ErrorCode::NotSupported, "kernel: {} cannot run on the OpenCL device: {}",
           kernel_->name(), reason);
    }
    parts_.log_replacement(kernel_->name(), reason);
    replacement_ = parts_.cpu->prepare(kernel_, shape_, arguments_.data());
    replaced_.store(true, std::memory_order_release);
  });
  return *replacement_;
}

bool OpenclLaunch::is_ready() const {
  if (replaced_.load(std::memory_order_acquire)) return replacement_->is_ready();
  const auto program = parts_.find_program(*kernel_->module());
  return program != nullptr && program->is_built();
}

void OpenclLaunch::wait_until_ready() const {
  if (replaced_.load(std::memory_order_acquire)) return replacement_->wait_until_ready();
  Session* session = parts_.connection.session();
  if (session == nullptr) return;
  try {
    parts_.program(*session, kernel_->module())->build();
  } catch (const Error&) {
    // run() meets the same error and does something about it.
  }
}

void OpenclLaunch::run() const {
  if (shape_.group_count() == 0) return;
  if (replaced_.load(std::memory_order_acquire)) return fall_back({});
  Session* session = parts_.connection.session();
  if (session == nullptr) return fall_back("the device is lost");
  MemoryObjects keep(session->api());
  cl_event event = nullptr;
  std::optional<Queue> queue;
  try {
    ProgramKernel& kernel = parts_.program(*session, kernel_->module())->kernel(kernel_->name());
    queue.emplace(*session);
    const std::lock_guard lock(kernel.mutex);
    start(*session, *queue, kernel, keep, &event);
  } catch (const ClError& error) {
    session->note_failure(error);
    return fall_back(error.message());  // nothing has begun
  } catch (const Error& error) {
    return fall_back(error.message());
  }
  Pending pending(*session, event, kernel_->name().c_str());
  check(session->api().clFlush(*queue), "clFlush");
  pending.wait();
}

void OpenclLaunch::start(Session& session, cl_command_queue queue, ProgramKernel& kernel,
                         MemoryObjects& keep, cl_event* event) const {
  const bool choose = shape_.any_local_size && is_uneven(shape_);
  if (!choose && shape_.local_items() > kernel.max_group) {
    fail(ErrorCode::InvalidConfiguration, "{} work-items in a group, the driver allows {}",
         shape_.local_items(), kernel.max_group);
  }
  bind(session, kernel.object, keep);
  std::size_t offset[3], global[3], local[3];
  std::copy_n(shape_.global_offset.data(), 3, offset);
  std::copy_n(shape_.global_size.data(), 3, global);
  std::copy_n(shape_.local_size.data(), 3, local);
  check(session.api().clEnqueueNDRangeKernel(queue, kernel.object, shape_.work_dim, offset, global,
                                             choose ? nullptr : local, 0, nullptr, event),
        "clEnqueueNDRangeKernel");
}

void OpenclLaunch::bind(Session& session, cl_kernel kernel, MemoryObjects& keep) const {
  const auto& arguments = kernel_->info().arguments;
  for (cl_uint i = 0; i < arguments.size(); ++i) {
    const KernelArgument& argument = arguments[i];
    const std::byte* value = arguments_.data() + argument.offset;
    if (argument.kind == ArgumentKind::value) {
      check(session.api().clSetKernelArg(kernel, i, argument.size, value), "clSetKernelArg");
    } else if (argument.kind == ArgumentKind::local) {
      std::uint64_t bytes = 0;
      std::memcpy(&bytes, value, sizeof bytes);
      // Nothing at all is not allowed.
      check(session.api().clSetKernelArg(kernel, i, std::max<std::uint64_t>(bytes, 1), nullptr),
            "clSetKernelArg");
    } else {
      bind_pointer(session, kernel, i, argument, keep);
    }
  }
}

void OpenclLaunch::bind_pointer(Session& session, cl_kernel kernel, cl_uint index,
                                const KernelArgument& argument, MemoryObjects& keep) const {
  void* pointer = nullptr;
  std::memcpy(&pointer, arguments_.data() + argument.offset, sizeof pointer);
  if (pointer == nullptr) {
    return check(session.api().clSetKernelArg(kernel, index, sizeof(cl_mem), nullptr),
                 "clSetKernelArg");
  }
  const auto block = parts_.memory.find(pointer);
  if (!block) {
    fail(ErrorCode::NotSupported, "argument {} ({}) is not in the device's memory", index,
         argument.name);
  }
  const auto offset = static_cast<std::size_t>(static_cast<std::byte*>(pointer) -
                                               static_cast<std::byte*>(block->base));
  parts_.arena->set_argument(session, kernel, index, pointer, block->size - offset, keep);
}

// Every word of the arguments may be a pointer, also inside a structure.
void OpenclLaunch::fall_back(const std::string& reason) const {
  const Launch& launch = replacement(reason);
  HostAccess access(parts_);
  for (std::size_t at = 0; at + sizeof(void*) <= arguments_.size(); at += sizeof(void*)) {
    const void* pointer = nullptr;
    std::memcpy(&pointer, arguments_.data() + at, sizeof pointer);
    access.add(pointer);
  }
  if (kernel_->module() != nullptr) {
    for (const compiler::VariableInfo& variable : kernel_->module()->info().variables) {
      access.add(kernel_->module()->variable(variable.name, nullptr));
    }
  }
  launch.run();
}

}  // namespace vgpu::opencl_device
