// Devices, memory and transfers.
// SPDX-License-Identifier: MIT
#include <vgpu/driver.h>

#include <algorithm>
#include <memory>
#include <string>

#include "api/driver/state.h"

using namespace vgpu::driver;

namespace {

constexpr unsigned kUnitsBeforeInitialisation = 16;

unsigned units(int device) {
  vgpuDeviceProp properties{};
  check(vgpuGetDeviceProperties(&properties, device));
  return static_cast<unsigned>(properties.multiProcessorCount);
}

void* pointer(unsigned long long address) { return reinterpret_cast<void*>(address); }

std::byte* at(void* buffer, std::size_t offset) { return static_cast<std::byte*>(buffer) + offset; }

void copy(Gpu& gpu, void* target, const void* source, std::size_t size) {
  check(vgpuMemcpyAsync(target, source, size, vgpuMemcpyDefault, gpu.stream()));
}

void require(const void* pointer, const char* name) {
  if (pointer == nullptr) refuse(std::string(name) + ": is NULL");
}

// What a readback calls when its data is there.
struct Arrival {
  void (*done)(void*, std::size_t, void*);
  void* target;
  std::size_t size;
  void* user;
};

}  // namespace

int initialize_gpu(int gpu) {
  return guarded(__func__, 0, [&] {
    initialize(gpu);
    return 1;
  });
}

void shutdown_driver() {
  guarded(__func__, 0, [] {
    shut_down();
    return 1;
  });
}

int get_gpu_count() {
  return guarded(__func__, 0, [] {
    int count = 0;
    check(vgpuGetDeviceCount(&count));
    return count;
  });
}

const char* get_gpu_name(int gpu) {
  return guarded(__func__, static_cast<const char*>(nullptr), [&] {
    thread_local std::string name;
    vgpuDeviceProp properties{};
    check(vgpuGetDeviceProperties(&properties, gpu));
    name = properties.name;
    return name.c_str();
  });
}

unsigned int get_compute_unit_count(int gpu) {
  return guarded(__func__, 0u, [&] {
    Call call(gpu);
    return units(call.gpu().device());
  });
}

unsigned int simulated_get_compute_unit_count(int gpu) {
  return guarded(__func__, kUnitsBeforeInitialisation, [&] {
    const auto found = find_gpu(gpu);
    return found == nullptr ? kUnitsBeforeInitialisation : units(found->device());
  });
}

int finish_gpu(int gpu) {
  return guarded(__func__, 0, [&] {
    Call call(gpu);
    call.gpu().finish();
    return 1;
  });
}

const char* get_last_driver_error() { return last_error(); }
const char* get_driver_version() { return vgpuGetVersionString(); }

void* allocate_gpu_memory(int gpu, size_t size) {
  return guarded(__func__, static_cast<void*>(nullptr), [&] {
    Call call(gpu);
    return call.gpu().allocate(size);
  });
}

void free_gpu_memory(int gpu, void* buffer) {
  if (buffer == nullptr) return;
  guarded(__func__, 0, [&] {
    Call call(gpu);
    call.gpu().free(buffer);
    return 1;
  });
}

int zero_gpu_buffer(int gpu, void* buffer, size_t size) {
  return guarded(__func__, 0, [&] {
    Call call(gpu);
    void* target = call.gpu().buffer(buffer, size, "buffer");
    if (size != 0) check(vgpuMemsetAsync(target, 0, size, call.gpu().stream()));
    call.gpu().finish();
    return 1;
  });
}

int write_host_to_gpu_blocking(int gpu, void* buffer, size_t offset, size_t size,
                               const void* source) {
  return guarded(__func__, 0, [&] {
    Call call(gpu);
    require(source, "source");
    copy(call.gpu(), at(call.gpu().buffer(buffer, size, "buffer", offset), offset), source, size);
    call.gpu().finish();
    return 1;
  });
}

int read_gpu_to_host_blocking(int gpu, void* buffer, size_t offset, size_t size, void* target) {
  return guarded(__func__, 0, [&] {
    Call call(gpu);
    require(target, "target");
    copy(call.gpu(), target, at(call.gpu().buffer(buffer, size, "buffer", offset), offset), size);
    call.gpu().finish();
    return 1;
  });
}

int write_to_gpu(int gpu, void* buffer, unsigned long long host_address, size_t offset,
                 size_t size) {
  return write_host_to_gpu_blocking(gpu, buffer, offset, size, pointer(host_address));
}

int read_gpu_to_host_async(int gpu, void* buffer, size_t offset, size_t size, void* target,
                           void (*done)(void*, size_t, void*), void* user) {
  return guarded(__func__, 0, [&] {
    Call call(gpu);
    require(target, "target");
    copy(call.gpu(), target, at(call.gpu().buffer(buffer, size, "buffer", offset), offset), size);
    if (done == nullptr) return 1;
    auto arrival = std::make_unique<Arrival>(Arrival{done, target, size, user});
    check(vgpuLaunchHostFunc(
        call.gpu().stream(),
        [](void* data) {
          const std::unique_ptr<Arrival> arrived(static_cast<Arrival*>(data));
          arrived->done(arrived->target, arrived->size, arrived->user);
        },
        arrival.get()));
    (void)arrival.release();
    return 1;
  });
}

unsigned long long simulated_kernel_allocate(int gpu, size_t size) {
  return reinterpret_cast<unsigned long long>(allocate_gpu_memory(gpu, size));
}

void simulated_kernel_free(int gpu, unsigned long long address, size_t) {
  free_gpu_memory(gpu, pointer(address));
}

void simulated_kernel_write(int gpu, unsigned long long address, size_t size, const void* source) {
  write_host_to_gpu_blocking(gpu, pointer(address), 0, size, source);
}

void simulated_kernel_read(int gpu, unsigned long long address, size_t size, void* target) {
  read_gpu_to_host_blocking(gpu, pointer(address), 0, size, target);
}
