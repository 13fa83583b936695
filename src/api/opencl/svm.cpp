// Shared virtual memory: allocation and the commands on it.
//
// Every address of the program is the kernels' too, so plain pointers are accepted wherever SVM pointers are.
// SPDX-License-Identifier: MIT
#include "api/opencl/svm.h"

#include <bit>

#include "api/opencl/map.h"
#include "api/opencl/queue.h"
#include "api/opencl/transfer.h"
#include "memory/device_memory.h"
#include "runtime/works.h"

namespace vgpu::opencl {

SvmTable& SvmTable::shared() {
  static auto* table = new SvmTable;
  return *table;
}

void SvmTable::add(void* pointer, std::size_t size, Ref<Context> context) {
  const std::lock_guard lock(mutex_);
  blocks_[static_cast<std::byte*>(pointer)] = {size, std::move(context)};
}

bool SvmTable::remove(void* pointer) {
  Ref<Context> context;  // the memory's owner; may go with the last allocation
  {
    const std::lock_guard lock(mutex_);
    const auto found = blocks_.find(static_cast<std::byte*>(pointer));
    if (found == blocks_.end()) return false;
    context = found->second.context;
    blocks_.erase(found);
  }
  context->memory_device().memory().free(pointer);
  return true;
}

bool SvmTable::holds(const void* pointer, std::size_t size) const {
  const auto* byte = static_cast<const std::byte*>(pointer);
  const std::lock_guard lock(mutex_);
  auto after = blocks_.upper_bound(byte);
  if (after == blocks_.begin()) return false;
  const auto& [first, block] = *--after;
  return byte + size <= first + block.size;
}

bool uses_svm(const MemoryObject& object) {
  return object.is_buffer() && object.host_pointer != nullptr &&
         SvmTable::shared().holds(object.host_pointer, 1);
}

bool fits_svm(const void* pointer, std::size_t size) {
  const SvmTable& table = SvmTable::shared();
  return !table.holds(pointer, 1) || table.holds(pointer, size);
}

namespace {

using FreeFunction = void(CL_CALLBACK*)(cl_command_queue, cl_uint, void*[], void*);

bool good_flags(cl_svm_mem_flags flags) {
  constexpr cl_svm_mem_flags kAccess = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY;
  constexpr cl_svm_mem_flags kFine = CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS;
  if ((flags & ~(kAccess | kFine)) != 0 || std::popcount(flags & kAccess) > 1) return false;
  return (flags & kFine) != CL_MEM_SVM_ATOMICS;
}

WorkRef task(const char* name, vgpuCommandKind kind, std::function<void()> function) {
  return std::make_shared<TaskWork>(name, kind, std::move(function));
}

void enqueue_plain(cl_command_queue queue, cl_command_type type, const EventArguments& events,
                   bool blocking = false) {
  NewCommand command{type, no_work(), {}};
  command.blocking = blocking;
  enqueue(*queue, std::move(command), events);
}

}  // namespace
}  // namespace vgpu::opencl

using namespace vgpu::opencl;

void* clSVMAlloc(cl_context context, cl_svm_mem_flags flags, std::size_t size, cl_uint alignment) {
  return create(__func__, nullptr, [&]() -> void* {
    check(context);
    require(good_flags(flags), CL_INVALID_VALUE);
    require(size > 0, CL_INVALID_VALUE);
    for (const auto& device : context->devices) {
      require(size <= max_allocation(*device), CL_INVALID_VALUE);
    }
    require(alignment <= kAddressAlignBytes && (alignment & (alignment - 1)) == 0,
            CL_INVALID_VALUE);
    void* pointer = context->memory_device().memory().allocate(size);
    SvmTable::shared().add(pointer, size, Ref<Context>(context));
    return pointer;
  });
}

// A NULL pointer is ignored, like one that is not of SVM.
void clSVMFree(cl_context context, void* pointer) {
  entry(__func__, [&] {
    check(context);
    if (pointer != nullptr) SvmTable::shared().remove(pointer);
  });
}

cl_int clEnqueueSVMFree(cl_command_queue queue, cl_uint num_pointers, void* pointers[],
                        FreeFunction function, void* user_data, cl_uint count, const cl_event* list,
                        cl_event* event) {
  return entry(__func__, [&] {
    check(queue);
    require((num_pointers == 0) == (pointers == nullptr), CL_INVALID_VALUE);
    std::vector<void*> all(pointers, pointers + num_pointers);
    auto free_all = [queue = Ref(queue), all, function, user_data]() mutable {
      if (function != nullptr) {
        return function(queue.get(), static_cast<cl_uint>(all.size()), all.data(), user_data);
      }
      for (void* pointer : all) SvmTable::shared().remove(pointer);
    };
    enqueue(*queue, {CL_COMMAND_SVM_FREE, task("free", vgpuCommandHost, free_all), {}},
            {count, list, event});
  });
}

cl_int clEnqueueSVMMemcpy(cl_command_queue queue, cl_bool blocking, void* target,
                          const void* source, std::size_t size, cl_uint count, const cl_event* list,
                          cl_event* event) {
  return entry(__func__, [&] {
    check(queue);
    require(target != nullptr && source != nullptr, CL_INVALID_VALUE);
    const auto* from = static_cast<const std::byte*>(source);
    auto* to = static_cast<std::byte*>(target);
    require(size == 0 || from + size <= to || to + size <= from, CL_MEM_COPY_OVERLAP);
    NewCommand command{CL_COMMAND_SVM_MEMCPY, copy_work(target, source, size), {}};
    command.blocking = blocking != CL_FALSE;
    enqueue(*queue, std::move(command), {count, list, event});
  });
}

cl_int clEnqueueSVMMemFill(cl_command_queue queue, void* pointer, const void* pattern,
                           std::size_t pattern_size, std::size_t size, cl_uint count,
                           const cl_event* list, cl_event* event) {
  return entry(__func__, [&] {
    check(queue);
    require(pointer != nullptr && pattern != nullptr, CL_INVALID_VALUE);
    require(pattern_size <= 128 && std::has_single_bit(pattern_size), CL_INVALID_VALUE);
    require(
        reinterpret_cast<std::uintptr_t>(pointer) % pattern_size == 0 && size % pattern_size == 0,
        CL_INVALID_VALUE);
    enqueue(*queue, {CL_COMMAND_SVM_MEMFILL, fill_work(pointer, size, pattern, pattern_size), {}},
            {count, list, event});
  });
}

cl_int clEnqueueSVMMap(cl_command_queue queue, cl_bool blocking, cl_map_flags flags, void* pointer,
                       std::size_t size, cl_uint count, const cl_event* list, cl_event* event) {
  return entry(__func__, [&] {
    check(queue);
    require(pointer != nullptr && size > 0, CL_INVALID_VALUE);
    check_map_flags(flags);
    enqueue_plain(queue, CL_COMMAND_SVM_MAP, {count, list, event}, blocking != CL_FALSE);
  });
}

cl_int clEnqueueSVMUnmap(cl_command_queue queue, void* pointer, cl_uint count, const cl_event* list,
                         cl_event* event) {
  return entry(__func__, [&] {
    check(queue);
    require(pointer != nullptr, CL_INVALID_VALUE);
    enqueue_plain(queue, CL_COMMAND_SVM_UNMAP, {count, list, event});
  });
}

cl_int clEnqueueSVMMigrateMem(cl_command_queue queue, cl_uint num_pointers, const void** pointers,
                              const std::size_t* sizes, cl_mem_migration_flags flags, cl_uint count,
                              const cl_event* list, cl_event* event) {
  return entry(__func__, [&] {
    check(queue);
    require(num_pointers > 0 && pointers != nullptr, CL_INVALID_VALUE);
    require((flags & ~(CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED)) == 0,
            CL_INVALID_VALUE);
    for (cl_uint i = 0; i < num_pointers; ++i) {
      const std::size_t size = sizes == nullptr || sizes[i] == 0 ? 1 : sizes[i];
      require(SvmTable::shared().holds(pointers[i], size), CL_INVALID_VALUE);
    }
    enqueue_plain(queue, CL_COMMAND_SVM_MIGRATE_MEM, {count, list, event});
  });
}
