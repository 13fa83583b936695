// Launches: checks an index space, chooses a local size where the program has none, enqueues the kernel.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <bit>
#include <cstring>

#include "api/opencl/kernel.h"
#include "api/opencl/queue.h"
#include "base/error.h"
#include "runtime/launch.h"
#include "runtime/works.h"

namespace vgpu::opencl {
namespace {

struct IndexSpace {
  cl_uint dimensions;
  const std::size_t *offset, *global, *local;
};

// The largest power of two, or else the largest number, that divides a size and is no more than `most`: few different
// sizes mean few compilations.
std::uint32_t divisor(std::uint64_t size, std::uint64_t most) {
  if (size <= most) return static_cast<std::uint32_t>(size);
  const std::uint64_t power = std::uint64_t{1} << std::countr_zero(size);
  if (const std::uint64_t even = std::min(power, std::bit_floor(most)); even >= most / 8) {
    return static_cast<std::uint32_t>(even);
  }
  for (std::uint64_t candidate = most; candidate > 1; --candidate) {
    if (size % candidate == 0) return static_cast<std::uint32_t>(candidate);
  }
  return 1;
}

constexpr std::uint64_t kUsualItems = 256;

// What suits this range best.
void fit_local_size(GridShape& shape, std::uint64_t room, bool uniform) {
  for (unsigned d = 0; d < shape.work_dim; ++d) {
    const std::uint64_t size = shape.global_size[d];
    shape.local_size[d] = uniform || size <= room
                              ? divisor(size, room)
                              : static_cast<std::uint32_t>(std::bit_floor(room));
    room /= shape.local_size[d];
  }
}

// Programs that launch a kernel over ranges of ever new sizes would wait for a compilation each time: after the first
// few, sizes that many ranges share are taken where they cost little.
void choose_local_size(GridShape& shape, Kernel& kernel, bool uniform) {
  const auto& required = kernel.info().required_local_size;
  if (required[0] != 0) {
    shape.local_size = required;
    return;
  }
  const std::uint64_t room = std::min<std::uint64_t>(kUsualItems, max_group_items(kernel));
  fit_local_size(shape, room, uniform);
  if (kernel.chosen_sizes.take(shape.local_size)) return;
  constexpr std::uint64_t kFewItems = 4096;  // a range that is done at once with any groups
  const auto& global = shape.global_size;
  const std::uint64_t shared =
      std::min(std::uint64_t{1} << std::countr_zero(global[0]), std::bit_floor(room));
  const bool few = global[0] <= kFewItems && global[1] <= kFewItems && global[2] <= kFewItems &&
                   global[0] * global[1] * global[2] <= kFewItems;
  if (few || shared * 8 >= shape.local_items()) {
    shape.local_size = {static_cast<std::uint32_t>(shared), 1, 1};
  }
}

void check_local_size(const GridShape& shape, const Kernel& kernel, bool uniform) {
  const auto& required = kernel.info().required_local_size;
  require(required[0] == 0 || shape.local_size == required, CL_INVALID_WORK_GROUP_SIZE);
  require(shape.local_items() <= max_group_items(kernel), CL_INVALID_WORK_GROUP_SIZE);
  for (unsigned d = 0; uniform && d < 3; ++d) {
    require(shape.global_size[d] % shape.local_size[d] == 0, CL_INVALID_WORK_GROUP_SIZE);
  }
}

void read_local_size(const IndexSpace& space, GridShape& shape) {
  for (unsigned d = 0; d < shape.work_dim; ++d) {
    require(space.local[d] > 0, CL_INVALID_WORK_GROUP_SIZE);
    require(space.local[d] <= kMaxGroupItems, CL_INVALID_WORK_ITEM_SIZE);
    shape.local_size[d] = static_cast<std::uint32_t>(space.local[d]);
  }
}

GridShape read_space(const IndexSpace& space) {
  require(space.dimensions >= 1 && space.dimensions <= 3, CL_INVALID_WORK_DIMENSION);
  GridShape shape;
  shape.work_dim = space.dimensions;
  for (unsigned d = 0; d < shape.work_dim; ++d) {
    shape.global_size[d] = space.global == nullptr ? 0 : space.global[d];
    if (space.offset == nullptr) continue;
    shape.global_offset[d] = space.offset[d];
    require(shape.global_size[d] <= UINT64_MAX - space.offset[d], CL_INVALID_GLOBAL_OFFSET);
  }
  return shape;
}

Uses used_memory(const Kernel& kernel) {
  Uses uses;
  for (const auto& argument : kernel.state) {
    if (argument.memory == nullptr) continue;
    require(argument.memory->magic == MemoryObject::kMagic, CL_INVALID_MEM_OBJECT);
    uses.emplace_back(*argument.memory);
  }
  return uses;
}

WorkRef launch_work(const Kernel& kernel, Device& device, const GridShape& shape) {
  const auto& on_device = *kernel.on(&device);
  try {
    return prepare_launch(on_device, shape, kernel.block.data(), device.runtime);
  } catch (const Error& error) {
    // Kernels are compiled for a local size when they are first launched with it.
    require(error.code() != ErrorCode::CompilationFailed, CL_OUT_OF_RESOURCES);
    throw;
  }
}

// The kernel's build for the queue's device, when it could be launched there.
const Build& launchable(const Queue& queue, const Kernel& kernel) {
  check_same_context(kernel.program->context.get(), queue.context.get());
  const Build* build = kernel.program->executable(queue.device.get());
  require(build != nullptr && kernel.on(queue.device.get()) != nullptr,
          CL_INVALID_PROGRAM_EXECUTABLE);
  return *build;
}

void check_arguments(const Kernel& kernel) {
  for (const auto& argument : kernel.state) require(argument.set, CL_INVALID_KERNEL_ARGS);
}

bool is_empty(const GridShape& shape) {
  return std::find(shape.global_size.begin(), shape.global_size.end(), 0u) !=
         shape.global_size.end();
}

void enqueue_kernel(Queue& queue, Kernel& kernel, const IndexSpace& space, cl_command_type type,
                    const EventArguments& events) {
  const Build& build = launchable(queue, kernel);
  GridShape shape = read_space(space);
  if (queue.device->parent) shape.units = queue.device->units;
  check_arguments(kernel);
  check_waits(queue, events);
  if (is_empty(shape)) return enqueue(queue, {type, no_work(), {}}, events);
  if (space.local != nullptr) {
    read_local_size(space, shape);
  } else {
    choose_local_size(shape, kernel, build.uniform_groups);
  }
  check_local_size(shape, kernel, build.uniform_groups);
  enqueue(queue, {type, launch_work(kernel, *queue.device, shape), used_memory(kernel)}, events);
}

}  // namespace
}  // namespace vgpu::opencl

using namespace vgpu::opencl;

cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint work_dim,
                              const std::size_t* global_offset, const std::size_t* global_size,
                              const std::size_t* local_size, cl_uint count, const cl_event* list,
                              cl_event* event) {
  return entry(__func__, [&] {
    check(queue);
    enqueue_kernel(*queue, check(kernel), {work_dim, global_offset, global_size, local_size},
                   CL_COMMAND_NDRANGE_KERNEL, {count, list, event});
  });
}

// The choice is remembered, so that the launch over that range makes the same one.
cl_int clGetKernelSuggestedLocalWorkSizeKHR(cl_command_queue queue, cl_kernel kernel,
                                            cl_uint work_dim, const std::size_t* global_offset,
                                            const std::size_t* global_size,
                                            std::size_t* suggested) {
  return entry(__func__, [&] {
    const Build& build = launchable(check(queue), check(kernel));
    vgpu::GridShape shape = read_space({work_dim, global_offset, global_size, nullptr});
    require(!is_empty(shape), CL_INVALID_GLOBAL_WORK_SIZE);
    require(suggested != nullptr, CL_INVALID_VALUE);
    check_arguments(*kernel);
    choose_local_size(shape, *kernel, build.uniform_groups);
    std::copy_n(shape.local_size.begin(), work_dim, suggested);
  });
}

cl_int clEnqueueTask(cl_command_queue queue, cl_kernel kernel, cl_uint count, const cl_event* list,
                     cl_event* event) {
  return entry(__func__, [&] {
    check(queue);
    const std::size_t one = 1;
    enqueue_kernel(*queue, check(kernel), {1, nullptr, &one, &one}, CL_COMMAND_TASK,
                   {count, list, event});
  });
}

cl_int clEnqueueNativeKernel(cl_command_queue queue, void(CL_CALLBACK* function)(void*),
                             void* arguments, std::size_t bytes, cl_uint num_objects,
                             const cl_mem* objects, const void** places, cl_uint count,
                             const cl_event* list, cl_event* event) {
  return entry(__func__, [&] {
    check(queue);
    require(function != nullptr, CL_INVALID_VALUE);
    require((arguments == nullptr) == (bytes == 0), CL_INVALID_VALUE);
    require(arguments != nullptr || num_objects == 0, CL_INVALID_VALUE);
    require((num_objects == 0) == (objects == nullptr) && (num_objects == 0) == (places == nullptr),
            CL_INVALID_VALUE);
    std::vector<std::byte> block(bytes);
    if (bytes != 0) std::memcpy(block.data(), arguments, bytes);
    Uses uses;
    for (cl_uint i = 0; i < num_objects; ++i) {
      const void* address = nullptr;  // of an object that is none
      if (objects[i] != nullptr) {
        uses.emplace_back(check_buffer(objects[i]));
        address = objects[i]->data;
      }
      const auto offset =
          static_cast<const std::byte*>(places[i]) - static_cast<const std::byte*>(arguments);
      std::memcpy(block.data() + offset, &address, sizeof address);
    }
    auto call = [function, block = std::move(block)]() mutable { function(block.data()); };
    enqueue(*queue,
            {CL_COMMAND_NATIVE_KERNEL,
             std::make_shared<TaskWork>("native kernel", vgpuCommandKernel, std::move(call)),
             std::move(uses)},
            {count, list, event});
  });
}
