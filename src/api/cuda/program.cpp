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

int Program::architecture() const { return static_cast<int>(head_of(parts_[0]).architecture); }

cudaError_t Program::load(vgpuModule_t* module) {
  std::vector<const void*> data;
  std::vector<std::size_t> sizes;
  bool complete = true;
  for (const void* part : parts_) {
    const ProgramHead head = head_of(part);
    if (!has_magic(head, kProgramMagic) && !has_magic(head, kPartMagic))
      return cudaErrorInvalidKernelImage;
    complete = has_magic(head, kProgramMagic);
    data.push_back(static_cast<const char*>(part) + sizeof head);
    sizes.push_back(head.bytes);
  }
  const vgpuError_t error = complete ? vgpuModuleLoadBinary(module, data[0], sizes[0])
                                     : vgpuModuleLinkParts(module, static_cast<int>(data.size()),
                                                           data.data(), sizes.data());
  if (error != vgpuSuccess) return to_cuda(error);
  for (const Shadow& shadow : shadows_) {
    void* initial = nullptr;
    std::size_t size = 0;
    if (vgpuModuleGetGlobal(&initial, &size, *module, shadow.name) != vgpuSuccess) continue;
    if (vgpuModuleMoveManaged(*module, shadow.name, shadow.address) != vgpuSuccess) continue;
    if (started_) continue;
    std::memcpy(shadow.address, initial, size);
    managed_variables().add(shadow.address, size, current_device());
  }
  started_ = true;
  return cudaSuccess;
}

void Program::start() {
  vgpuModule_t module = nullptr;
  if (head_of(parts_[0]).managed != 0) this->module(current_device(), &module);
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

// Files compiled with -rdc=true: all of them are one program, linked at the first use.
void __vgpuRegisterLinkedBinary(void (*register_all)(void**), const void* wrapper, const void*,
                                void*) {
  static Program* program = nullptr;
  const void* bytes = static_cast<const Wrapper*>(wrapper)->bytes;
  if (program == nullptr) {
    program = new Program(bytes);
    const std::lock_guard lock(registry().mutex);
    registry().programs.push_back(program);
  } else {
    program->add_part(bytes);
  }
  register_all(reinterpret_cast<void**>(program));
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
