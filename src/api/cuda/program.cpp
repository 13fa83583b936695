// Kernels and variables of the running program; see program.h. The __cuda* functions are what clang's code calls.
// SPDX-License-Identifier: MIT
#include "api/cuda/program.h"

#include <cstring>
#include <shared_mutex>
#include <unordered_map>

#include "api/cuda/advice.h"
#include "api/cuda/call.h"
#include "api/cuda/embedded_program.h"
#include "api/cuda/ranges.h"

namespace vgpu::cuda {
namespace {

// What clang hands to __cudaRegisterFatBinary.
struct Wrapper {
  std::int32_t magic, version;
  const void* bytes;
  void* unused;
};

struct Registry {
  std::shared_mutex mutex;
  std::unordered_map<const void*, std::unique_ptr<Function>> functions;
  std::unordered_map<const void*, std::unique_ptr<Variable>> variables;
  std::vector<Program*> programs;  // they live for good
};

Registry& registry() {
  static auto* all = new Registry;  // programs unregister while they end
  return *all;
}

template <class Map>
auto find(Map& map, const void* key) -> decltype(map.begin()->second.get()) {
  const std::shared_lock lock(registry().mutex);
  const auto found = map.find(key);
  return found == map.end() ? nullptr : found->second.get();
}

ProgramHead head_of(const void* part) {
  ProgramHead head;
  std::memcpy(&head, part, sizeof head);
  return head;
}

bool has_magic(const ProgramHead& head, const char (&magic)[8]) {
  return std::memcmp(head.magic, magic, sizeof magic) == 0;
}

}  // namespace

int Program::architecture() const { return static_cast<int>(head_of(bytes_).architecture); }

void Program::place(vgpuModule_t module, Shadow& shadow) {
  void* initial = nullptr;
  std::size_t size = 0;
  if (vgpuModuleGetGlobal(&initial, &size, module, shadow.name) != vgpuSuccess) return;
  if (vgpuModuleMoveManaged(module, shadow.name, shadow.address) != vgpuSuccess) return;
  if (shadow.filled) return;
  std::memcpy(shadow.address, initial, size);
  managed_variables().add(shadow.address, size, current_device());
  shadow.filled = true;
}

cudaError_t Program::load(vgpuModule_t* module) {
  const ProgramHead head = head_of(bytes_);
  if (!has_magic(head, kProgramMagic)) return cudaErrorInvalidKernelImage;
  const vgpuError_t error =
      vgpuModuleLoadBinary(module, static_cast<const char*>(bytes_) + sizeof head, head.bytes);
  if (error != vgpuSuccess) return to_cuda(error);
  for (Shadow& shadow : shadows_) place(*module, shadow);
  return cudaSuccess;
}

// Of the files of a device link the first one loads the module, and each brings shadows.
void Program::start() {
  vgpuModule_t module = nullptr;
  if (head_of(bytes_).managed == 0) return;
  if (this->module(current_device(), &module) != cudaSuccess) return;
  const std::lock_guard lock(mutex_);
  for (Shadow& shadow : shadows_)
    if (!shadow.filled) place(module, shadow);
}

cudaError_t Program::module(int device, vgpuModule_t* module) {
  auto& slot = modules_[static_cast<std::size_t>(device)];
  *module = slot.load(std::memory_order_acquire);
  if (*module != nullptr) return cudaSuccess;
  const std::lock_guard lock(mutex_);
  *module = slot.load(std::memory_order_acquire);
  if (*module != nullptr) return cudaSuccess;
  const cudaError_t error = load(module);
  if (error == cudaSuccess) slot.store(*module, std::memory_order_release);
  return error;
}

void Program::unload(int device) {
  const std::lock_guard lock(mutex_);
  auto& slot = modules_[static_cast<std::size_t>(device)];
  if (const vgpuModule_t module = slot.exchange(nullptr); module != nullptr)
    vgpuModuleUnload(module);
}

void Program::forget_managed() {
  const std::lock_guard lock(mutex_);
  for (const Shadow& shadow : shadows_) {
    managed_variables().remove(shadow.address);
    forget_advice(shadow.address);
  }
}

void reset_programs(int device) {
  Registry& all = registry();
  const std::lock_guard lock(all.mutex);
  for (const auto& [stub, function] : all.functions)
    function->kernels[static_cast<std::size_t>(device)] = nullptr;
  for (Program* program : all.programs) program->unload(device);
}

Function* find_function(const void* stub) { return find(registry().functions, stub); }
const Variable* find_variable(const void* shadow) { return find(registry().variables, shadow); }

const void* find_named_variable(const char* name) {
  const std::shared_lock lock(registry().mutex);
  for (const auto& [shadow, variable] : registry().variables)
    if (variable->name == name) return shadow;
  return nullptr;
}

cudaError_t find_kernel(const void* stub, vgpuKernel_t* kernel) {
  Function* function = find_function(stub);
  if (function == nullptr) return cudaErrorInvalidDeviceFunction;
  const int device = current_device();
  auto& slot = function->kernels[static_cast<std::size_t>(device)];
  *kernel = slot.load(std::memory_order_acquire);
  if (*kernel != nullptr) return cudaSuccess;
  vgpuModule_t module = nullptr;
  if (const cudaError_t error = function->program->module(device, &module); error != cudaSuccess)
    return error;
  const vgpuError_t error = vgpuModuleGetKernel(kernel, module, function->name.c_str());
  if (error == vgpuErrorSymbolNotFound) return cudaErrorInvalidDeviceFunction;
  if (error != vgpuSuccess) return to_cuda(error);
  slot.store(*kernel, std::memory_order_release);
  return cudaSuccess;
}

const void* find_stub(vgpuKernel_t kernel) {
  const auto device = static_cast<std::size_t>(current_device());
  const std::shared_lock lock(registry().mutex);
  for (const auto& [stub, function] : registry().functions)
    if (function->kernels[device].load(std::memory_order_acquire) == kernel) return stub;
  return nullptr;
}

cudaError_t find_symbol(const void* shadow, void** address, std::size_t* size) {
  const Variable* variable = find_variable(shadow);
  if (variable == nullptr) return cudaErrorInvalidSymbol;
  vgpuModule_t module = nullptr;
  const cudaError_t loaded = variable->program->module(current_device(), &module);
  if (loaded != cudaSuccess) return loaded;
  const vgpuError_t error = vgpuModuleGetGlobal(address, size, module, variable->name.c_str());
  return error == vgpuErrorSymbolNotFound ? cudaErrorInvalidSymbol : to_cuda(error);
}

}  // namespace vgpu::cuda

using namespace vgpu::cuda;

extern "C" {

void** __cudaRegisterFatBinary(void* wrapper) {
  auto* program = new Program(static_cast<const Wrapper*>(wrapper)->bytes);
  const std::lock_guard lock(registry().mutex);
  registry().programs.push_back(program);
  return reinterpret_cast<void**>(program);
}

// Called for each file of a device link: they are one program.
void __vgpuRegisterLinkedBinary(LinkedCode* linked, void (*register_all)(void**)) {
  if (linked->program == nullptr) {
    auto* program = new Program(linked->bytes);
    const std::lock_guard lock(registry().mutex);
    registry().programs.push_back(program);
    linked->program = program;
  }
  register_all(static_cast<void**>(linked->program));
  static_cast<Program*>(linked->program)->start();
}

void __cudaRegisterFatBinaryEnd(void** handle) { reinterpret_cast<Program*>(handle)->start(); }

// A library that is unloaded takes its stubs with it. Launches under way keep the code, so the module stays.
void __cudaUnregisterFatBinary(void** handle) {
  Registry& all = registry();
  const std::lock_guard lock(all.mutex);
  auto* program = reinterpret_cast<Program*>(handle);
  program->forget_managed();
  std::erase_if(all.functions, [&](const auto& row) { return row.second->program == program; });
  std::erase_if(all.variables, [&](const auto& row) { return row.second->program == program; });
}

void __cudaRegisterFunction(void** handle, const void* stub, char*, const char* name, int, void*,
                            void*, void*, void*, int*) {
  auto function = std::make_unique<Function>();
  function->program = reinterpret_cast<Program*>(handle);
  function->name = name;
  const std::lock_guard lock(registry().mutex);
  registry().functions[stub] = std::move(function);
}

void __cudaRegisterVar(void** handle, char* shadow, char*, const char* name, int, size_t size, int,
                       int) {
  auto* program = reinterpret_cast<Program*>(handle);
  program->add_shadow(name, shadow);
  auto variable = std::make_unique<Variable>(Variable{program, name, size});
  const std::lock_guard lock(registry().mutex);
  registry().variables[shadow] = std::move(variable);
}

// The device's side of a reference is a variable that holds a handle.
void __cudaRegisterTexture(void** handle, const void* reference, const void**, const char* name,
                           int, int, int) {
  auto variable = std::make_unique<Variable>(
      Variable{reinterpret_cast<Program*>(handle), name, sizeof(cudaTextureObject_t)});
  const std::lock_guard lock(registry().mutex);
  registry().variables[reference] = std::move(variable);
}

void __cudaRegisterSurface(void** handle, const void* reference, const void** address,
                           const char* name, int dimensions, int extended) {
  __cudaRegisterTexture(handle, reference, address, name, dimensions, 0, extended);
}
}
