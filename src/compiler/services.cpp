// The host functions that compiled kernels call, and the table of their names (see services.h).
// SPDX-License-Identifier: MIT
#include "compiler/services.h"

#include <fmt/core.h>
#include <pthread.h>
#include <x86intrin.h>

#include <bit>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <utility>

#include "base/half.h"
#include "compiler/device_heap.h"
#include "compiler/group_fibers.h"
#include "compiler/item_states.h"

namespace vgpu::compiler {
namespace {

constexpr std::size_t kSinkBytes = 1 << 20;

struct Service {
  std::string_view symbol;
  void* address;
};

// What LLVM calls for halves where the processor has no instruction for them. They come and go in the low 16 bits of a
// vector register, which not every C++ compiler has a type for.
float extend_half(__m128i half) {
  return half_bits_to_float(static_cast<std::uint16_t>(_mm_extract_epi16(half, 0)));
}
__m128i truncate_to_half(float value) { return _mm_cvtsi32_si128(float_to_half_bits(value)); }

// Integers of 128 bits, for which processors have no division.
__extension__ using Wide = __int128;
__extension__ using UnsignedWide = unsigned __int128;
template <typename T>
T quotient(T a, T b) {
  return a / b;
}
template <typename T>
T rest(T a, T b) {
  return a % b;
}
template <typename To, typename From>
To converted(From value) {
  return static_cast<To>(value);
}

template <typename Function>
void* address_of(Function* function) {
  return reinterpret_cast<void*>(function);
}

const Service kServices[] = {
#define VG_SERVICE(symbol, function) {symbol, address_of(function)},
#include "compiler/services.def"
#undef VG_SERVICE
};

LaunchServices& of(void* services) { return *static_cast<LaunchServices*>(services); }

DeviceHeap& heap_of(void* services) {
  DeviceHeap* heap = of(services).heap;
  return heap ? *heap : DeviceHeap::shared();
}

const char* shown(const char* text) { return text ? text : "?"; }

struct StackRange {
  std::uintptr_t begin = 0, end = 0;
};

StackRange this_stack() {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return {};
  void* begin = nullptr;
  std::size_t size = 0;
  pthread_attr_getstack(&attributes, &begin, &size);
  pthread_attr_destroy(&attributes);
  const auto first = reinterpret_cast<std::uintptr_t>(begin);
  return {first, first + size};
}

bool on_this_stack(std::uintptr_t address) {
  const GroupFibers* fibers = GroupFibers::current();
  if (fibers != nullptr && fibers->on_stack(address)) return true;
  thread_local const StackRange stack = this_stack();
  return address >= stack.begin && address < stack.end;
}

}  // namespace

PrintSink& PrintSink::shared() {
  static PrintSink* const sink = new PrintSink;  // kernels may outlive main
  return *sink;
}

void PrintSink::append(std::string_view text) {
  bool full = false;
  {
    const std::lock_guard lock(mutex_);
    text_ += text;
    empty_.store(text_.empty(), std::memory_order_release);
    full = text_.size() > kSinkBytes;
  }
  if (full) flush();
}

void PrintSink::flush() {
  if (empty_.load(std::memory_order_acquire)) return;
  const std::lock_guard lock(mutex_);
  std::fwrite(text_.data(), 1, text_.size(), stdout);
  std::fflush(stdout);
  text_.clear();
  empty_.store(true, std::memory_order_release);
}

std::string PrintSink::take() {
  const std::lock_guard lock(mutex_);
  empty_.store(true, std::memory_order_release);
  return std::exchange(text_, {});
}

void LaunchServices::fail(Fault kind, std::string text) {
  const std::lock_guard lock(mutex_);
  if (fault.load(std::memory_order_relaxed) != Fault::none) return;
  fault_text_ = std::move(text);
  fault.store(kind, std::memory_order_release);
}

void LaunchServices::add_child(ChildLaunch child) {
  const std::lock_guard lock(mutex_);
  children_.push_back(std::move(child));
}

std::vector<ChildLaunch> LaunchServices::take_children() {
  const std::lock_guard lock(mutex_);
  return std::exchange(children_, {});
}

void* find_service(std::string_view symbol) {
  for (const Service& service : kServices) {
    if (service.symbol == symbol) return service.address;
  }
  return nullptr;
}

}  // namespace vgpu::compiler

using vgpu::compiler::Fault;

// Only memory can run out in them, and then the kernel's text is lost rather than the process.
extern "C" {

std::int32_t vgpu_service_printf(void* services, const char* format, const void* arguments,
                                 std::int32_t bytes) noexcept {
  try {
    const std::string text =
        vgpu::compiler::format_printf(format, static_cast<const std::byte*>(arguments),
                                      bytes > 0 ? static_cast<std::size_t>(bytes) : 0);
    vgpu::compiler::of(services).sink->append(text);
    return static_cast<std::int32_t>(text.size());
  } catch (...) {
    return -1;
  }
}

void vgpu_service_assert_fail(void* services, const char* expression, const char* file,
                              std::int32_t line, const char* function) noexcept {
  using vgpu::compiler::shown;
  try {
    vgpu::compiler::of(services).fail(
        Fault::assertion, fmt::format("{}:{}: {}: assertion `{}` failed", shown(file), line,
                                      shown(function), shown(expression)));
  } catch (...) {
    vgpu::compiler::of(services).fault.store(Fault::assertion);
  }
}

void vgpu_service_trap(void* services) noexcept {
  vgpu::compiler::of(services).fail(Fault::trap, {});
}

void* vgpu_service_malloc(void* services, std::int64_t bytes) noexcept {
  if (bytes <= 0) return nullptr;
  return vgpu::compiler::heap_of(services).allocate(static_cast<std::uint64_t>(bytes));
}

void vgpu_service_free(void* services, void* pointer) noexcept {
  vgpu::compiler::heap_of(services).free(pointer);
}

std::int32_t vgpu_service_memory_kind(void* services, const void* pointer, const void* local_begin,
                                      const void* local_end) noexcept {
  const auto at = reinterpret_cast<std::uintptr_t>(pointer);
  const auto local = reinterpret_cast<std::uintptr_t>(local_begin);
  const auto frame = reinterpret_cast<std::uintptr_t>(local_end);
  if (at >= local && at < frame) return 2;
  if (at >= frame && at < frame + vgpu::compiler::of(services).frame_bytes.load()) return 1;
  return vgpu::compiler::on_this_stack(at) ? 1 : 0;
}

// The arguments live on the stack of the work-item that launches, so they are copied.
void vgpu_service_launch(void* services, const char* kernel, const void* sizes,
                         std::int64_t local_bytes, const void* arguments,
                         std::int32_t bytes) noexcept {
  try {
    vgpu::compiler::ChildLaunch child;
    child.kernel = kernel;
    std::memcpy(child.sizes.data(), sizes, sizeof child.sizes);
    child.local_bytes = static_cast<std::uint64_t>(local_bytes);
    const auto* block = static_cast<const std::byte*>(arguments);
    child.arguments.assign(block, block + bytes);
    vgpu::compiler::of(services).add_child(std::move(child));
  } catch (...) {
    vgpu::compiler::of(services).fault.store(Fault::trap);
  }
}

std::int64_t vgpu_service_clock(void*) noexcept { return static_cast<std::int64_t>(__rdtsc()); }

std::int64_t vgpu_service_timer_ns(void*) noexcept {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
}
}
