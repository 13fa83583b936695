// A stack of its own on which code runs until it gives way to another: threads that take turns on one thread.
//
// A fiber belongs to the thread that made it. Nothing is unwound when one is destroyed, so what runs on it must own
// nothing that a destructor would have to give back. Used by compiler/group_fibers.cpp for groups that wait for others.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

namespace vgpu {

class Fiber {
 public:
  using Entry =
      void (*)(void* argument);  // must not return: its last act is to switch to another fiber

  Fiber();  // what the calling thread runs on now
  // A new stack with an unmapped page below it. Throws Error if there is no memory.
  explicit Fiber(std::size_t stack_bytes);
  ~Fiber();
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;

  // Sets what the next switch to this fiber begins with.
  void prepare(Entry entry, void* argument);

  // Stops here, which must be this fiber, and goes on with `next`; returns when another one switches back.
  void switch_to(Fiber& next);

  // Whether the address lies on this fiber's own stack.
  bool contains(std::uintptr_t address) const {
    return stack_ != nullptr && address - reinterpret_cast<std::uintptr_t>(stack_) < bytes_;
  }

 private:
  [[noreturn]] static void begin();
  void left();

  std::byte* stack_ = nullptr;  // null: the thread's own
  std::size_t bytes_ = 0;
  void* pointer_ = nullptr;  // the stack pointer while it is stopped
  Entry entry_ = nullptr;
  void* argument_ = nullptr;
  // What AddressSanitizer or ThreadSanitizer keeps of a stopped fiber.
  [[maybe_unused]] void* sanitizer_ = nullptr;
};

}  // namespace vgpu
