// Devices, buffers and errors of driver.so.
// SPDX-License-Identifier: MIT
#include "api/driver/state.h"

#include <cstdio>
#include <cstdlib>
#include <exception>

#include "api/driver/kernels.h"

namespace vgpu::driver {
namespace {

std::mutex gpus_mutex;
std::map<int, std::shared_ptr<Gpu>>& gpus() {
  static auto* all =
      new std::map<int, std::shared_ptr<Gpu>>;  // calls may come while the program ends
  return *all;
}
thread_local std::string error_text;

constexpr std::size_t kLogBytes = 1 << 16;

}  // namespace

void check(vgpuError_t result) {
  if (result != vgpuSuccess) throw Failure{vgpuGetLastErrorMessage()};
}

void refuse(const std::string& text) { throw Failure{text}; }

Gpu::Gpu(int device) : device_(device) {
  check(vgpuStreamCreateWithFlags(&stream_, vgpuStreamNonBlocking));
}

Gpu::~Gpu() {
  vgpuStreamSynchronize(stream_);
  vgpuStreamDestroy(stream_);
  free_all();
  vgpuFree(scratch_);
  if (module_ != nullptr) vgpuModuleUnload(module_);
  if (program_ != nullptr) vgpuModuleUnload(program_);
}

void* Gpu::allocate(std::size_t bytes) {
  if (bytes == 0) refuse("size: 0 bytes");
  void* pointer = nullptr;
  check(vgpuMalloc(&pointer, bytes));
  std::lock_guard lock(mutex_);
  buffers_[reinterpret_cast<std::uintptr_t>(pointer)] = bytes;
  return pointer;
}

void Gpu::free(void* buffer) {
  {
    std::lock_guard lock(mutex_);
    if (buffers_.erase(reinterpret_cast<std::uintptr_t>(buffer)) == 0) {
      refuse("buffer: is not allocated, or was freed already");
    }
  }
  check(vgpuFreeAsync(buffer, stream_));
}

void Gpu::free_all() {
  std::lock_guard lock(mutex_);
  for (const auto& [start, bytes] : buffers_) vgpuFree(reinterpret_cast<void*>(start));
  buffers_.clear();
}

void* Gpu::buffer(void* handle, std::size_t bytes, const char* name, std::size_t offset) const {
  if (handle == nullptr) refuse(std::string(name) + ": is NULL");
  std::lock_guard lock(mutex_);
  const auto address = reinterpret_cast<std::uintptr_t>(handle);
  auto found = buffers_.upper_bound(address);
  if (found == buffers_.begin() || address - (--found)->first >= found->second) {
    refuse(std::string(name) + ": is no living buffer of this device");
  }
  const std::size_t room = found->second - (address - found->first);
  if (offset > room || bytes > room - offset) {
    refuse(std::string(name) + ": has " + std::to_string(room) + " bytes, " +
           std::to_string(bytes) + " are needed from " + std::to_string(offset) + " on");
  }
  return handle;
}

vgpuKernel_t Gpu::kernel(const char* name) {
  std::lock_guard lock(mutex_);
  if (module_ == nullptr) {
    check(vgpuModuleLoadSource(&module_, kKernels, vgpuLanguageOpenCL, nullptr));
  }
  vgpuKernel_t found{};
  check(vgpuModuleGetKernel(&found, module_, name));
  return found;
}

vgpuKernel_t Gpu::program_kernel(const char* name) const {
  if (name == nullptr) refuse("name: is NULL");
  std::lock_guard lock(mutex_);
  if (program_ == nullptr) refuse("name: no kernels were compiled; call compile_kernels first");
  vgpuKernel_t found{};
  check(vgpuModuleGetKernel(&found, program_, name));
  return found;
}

void Gpu::compile(const char* source, std::string& log) {
  if (source == nullptr) refuse("source: is NULL");
  log.assign(kLogBytes, '\0');
  vgpuBuildOptions options{};
  options.log = log.data();
  options.logSize = log.size();
  vgpuModule_t made{};
  const vgpuError_t result = vgpuModuleLoadSource(&made, source, vgpuLanguageOpenCL, &options);
  log.resize(log.find('\0'));
  check(result);
  std::lock_guard lock(mutex_);
  if (program_ != nullptr) vgpuModuleUnload(program_);
  program_ = made;
}

void* Gpu::scratch(std::size_t bytes) {
  std::lock_guard lock(mutex_);
  if (bytes > scratch_bytes_) {
    if (scratch_ != nullptr) check(vgpuFreeAsync(scratch_, stream_));
    scratch_ = nullptr;
    scratch_bytes_ = 0;
    check(vgpuMalloc(&scratch_, bytes));
    scratch_bytes_ = bytes;
  }
  return scratch_;
}

Call::Call(int number) : gpu_(find_gpu(number)) {
  if (gpu_ == nullptr) {
    refuse("gpu: " + std::to_string(number) + " is not initialised; call initialize_gpu first");
  }
  check(vgpuGetDevice(&previous_));
  if (previous_ != gpu_->device()) check(vgpuSetDevice(gpu_->device()));
}

Call::~Call() {
  if (previous_ >= 0 && previous_ != gpu_->device()) vgpuSetDevice(previous_);
}

std::shared_ptr<Gpu> find_gpu(int number) {
  std::lock_guard lock(gpus_mutex);
  const auto found = gpus().find(number);
  return found == gpus().end() ? nullptr : found->second;
}

void initialize(int number) {
  int count = 1, previous = 0;
  if (number > 0) check(vgpuGetDeviceCount(&count));  // which may have to look for devices
  const int device = number >= 0 && number < count ? number : 0;
  std::lock_guard lock(gpus_mutex);
  if (gpus().contains(number)) return;
  check(vgpuGetDevice(&previous));
  check(vgpuSetDevice(device));
  std::shared_ptr<Gpu> made;
  for (const auto& [other, gpu] : gpus()) {
    if (gpu->device() == device) made = gpu;  // two numbers of one device share its buffers
  }
  if (made == nullptr) made = std::make_shared<Gpu>(device);
  gpus()[number] = std::move(made);
  check(vgpuSetDevice(previous));
}

void shut_down() {
  std::map<int, std::shared_ptr<Gpu>> gone;
  std::lock_guard lock(gpus_mutex);
  gone.swap(gpus());
}

void remember_error(const char* function) noexcept {
  try {
    try {
      throw;
    } catch (const Failure& failure) {
      error_text = std::string(function) + ": " + failure.text;
    } catch (const std::exception& error) {
      error_text = std::string(function) + ": " + error.what();
    }
    const char* level = std::getenv("VGPU_DEBUG");
    if (level != nullptr && std::atoi(level) > 0) {
      std::fprintf(stderr, "driver: %s\n", error_text.c_str());
    }
  } catch (...) {  // no memory for a text
  }
}

const char* last_error() noexcept { return error_text.c_str(); }

std::size_t elements(std::initializer_list<int> dimensions) {
  std::size_t product = 1;
  for (int size : dimensions) {
    if (size < 0) refuse("dimensions: " + std::to_string(size) + " is negative");
    if (__builtin_mul_overflow(product, static_cast<std::size_t>(size), &product) ||
        product > (std::size_t{1} << 60)) {
      refuse("dimensions: more elements than there can be");
    }
  }
  return product;
}

}  // namespace vgpu::driver
