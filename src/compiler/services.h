// What a running kernel may ask of the host: printing, failing, device-side malloc, clocks.
//
// A device makes one LaunchServices a launch and hands its address to the compiled code, which
// passes it back to the functions below (services.def binds their names). They are called from
// worker threads in the middle of a kernel, so they never throw and never abort; what went wrong is
// recorded and read after the launch.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace vgpu::compiler {

class DeviceHeap;

// Collects what kernels print, in whole calls. flush() writes it to the process's standard output;
// the runtime does so when it synchronises, so that lines are never mixed with each other.
class PrintSink {
 public:
  static PrintSink& shared();
  void append(std::string_view text);
  void flush();
  // Everything printed so far, and forgets it: for tests and for callers with an output of their
  // own.
  std::string take();

 private:
  std::mutex mutex_;
  std::string text_;
  std::atomic<bool> empty_{true};  // most synchronisations have nothing to print
};

enum class Fault : std::uint8_t { none, assertion, trap, address, arithmetic, stack, timeout };

// A launch that a kernel has made. It runs when the kernel's own grid has ended.
struct ChildLaunch {
  std::string kernel;                    // its symbol
  std::array<std::uint32_t, 6> sizes{};  // of the grid in groups, then of a group
  std::uint64_t local_bytes = 0;
  std::vector<std::byte> arguments;  // the packed block
};

struct LaunchServices {
  PrintSink* sink = &PrintSink::shared();
  DeviceHeap* heap = nullptr;  // null: the process-wide one
  std::atomic<Fault> fault{Fault::none};
  std::atomic<std::size_t> frame_bytes{0};  // behind a group's local memory, for memory_kind

  void add_child(ChildLaunch child);
  // Those made so far, which are forgotten.
  std::vector<ChildLaunch> take_children();

  // Records the first fault of a launch; later ones are dropped.
  void fail(Fault kind, std::string text);
  // What fail() recorded; valid once the launch has ended.
  const std::string& fault_text() const { return fault_text_; }

 private:
  std::mutex mutex_;
  std::string fault_text_;
  std::vector<ChildLaunch> children_;
};

// Text of one printf call. `arguments` is the packed block of the module convention: each argument
// aligned to its size, integers below 32 bits widened to int, half and float to double, vectors
// element by element.
std::string format_printf(const char* format, const std::byte* arguments, std::size_t bytes);

// Address of a row of services.def; nullptr if there is none.
void* find_service(std::string_view symbol);

}  // namespace vgpu::compiler

extern "C" {
std::int32_t vgpu_service_printf(void* services, const char* format, const void* arguments,
                                 std::int32_t bytes) noexcept;
void vgpu_service_assert_fail(void* services, const char* expression, const char* file,
                              std::int32_t line, const char* function) noexcept;
void vgpu_service_trap(void* services) noexcept;
void* vgpu_service_malloc(void* services, std::int64_t bytes) noexcept;
void vgpu_service_free(void* services, void* pointer) noexcept;
void vgpu_service_launch(void* services, const char* kernel, const void* sizes,
                         std::int64_t local_bytes, const void* arguments,
                         std::int32_t bytes) noexcept;
std::int64_t vgpu_service_clock(void* services) noexcept;
std::int64_t vgpu_service_timer_ns(void* services) noexcept;
// Where a generic pointer points to: 0 global memory, 1 private, 2 local. The group's local memory is given; private
// are its frame and the thread's stack.
std::int32_t vgpu_service_memory_kind(void* services, const void* pointer, const void* local_begin,
                                      const void* local_end) noexcept;
}
