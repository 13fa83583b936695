// The switch of stacks, and what sanitizers want to know about it (see fiber.h).
// SPDX-License-Identifier: MIT
#include "base/fiber.h"

#include <sys/mman.h>

#include <cstring>

#include "base/error.h"

#if defined(__SANITIZE_ADDRESS__)
#define VG_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define VG_ASAN 1
#endif
#endif
#if defined(__SANITIZE_THREAD__)
#define VG_TSAN 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define VG_TSAN 1
#endif
#endif

#ifdef VG_ASAN
#include <pthread.h>
#include <sanitizer/common_interface_defs.h>
#endif
#ifdef VG_TSAN
#include <sanitizer/tsan_interface.h>
#endif

namespace vgpu {
namespace {

constexpr std::size_t kPage = 4096;

thread_local Fiber* t_next = nullptr;  // to whom the last switch on this thread went

// Registers that a function must keep, on the old stack and from the new one. All else the caller has saved; the mode
// of floating-point arithmetic is the same for all fibers of a thread.
__attribute__((naked, noinline)) void switch_stacks(void** /*save*/, void* /*restore*/) {
  asm("pushq %rbp\n pushq %rbx\n pushq %r12\n pushq %r13\n pushq %r14\n pushq %r15\n"
      "movq %rsp, (%rdi)\n movq %rsi, %rsp\n"
      "popq %r15\n popq %r14\n popq %r13\n popq %r12\n popq %rbx\n popq %rbp\n ret");
}

}  // namespace

Fiber::Fiber() {
#ifdef VG_TSAN
  sanitizer_ = __tsan_get_current_fiber();
#endif
#ifdef VG_ASAN
  pthread_attr_t attributes;
  void* stack = nullptr;
  if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
    pthread_attr_getstack(&attributes, &stack, &bytes_);
    pthread_attr_destroy(&attributes);
  }
  argument_ = stack;
#endif
}

Fiber::Fiber(std::size_t stack_bytes) : bytes_((stack_bytes + kPage - 1) / kPage * kPage + kPage) {
  void* memory = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (memory == MAP_FAILED) fail(ErrorCode::MemoryAllocation, "no memory for the stack of a fiber");
  stack_ = static_cast<std::byte*>(memory);
  mprotect(stack_, kPage, PROT_NONE);
#ifdef VG_TSAN
  sanitizer_ = __tsan_create_fiber(0);
#endif
}

Fiber::~Fiber() {
  if (stack_ == nullptr) return;
#ifdef VG_TSAN
  __tsan_destroy_fiber(sanitizer_);
#endif
  munmap(stack_, bytes_);
}

void Fiber::prepare(Entry entry, void* argument) {
  entry_ = entry;
  argument_ = argument;
  constexpr std::size_t kKept = 6;  // registers that switch_stacks takes from the stack
  void* frame[kKept + 2] = {};
  frame[kKept] = reinterpret_cast<void*>(&Fiber::begin);  // and no address to return to behind it
  pointer_ = stack_ + bytes_ - sizeof frame;
  std::memcpy(pointer_, frame, sizeof frame);
}

void Fiber::begin() {
  Fiber* self = t_next;
  self->left();
  self->entry_(self->argument_);
  __builtin_trap();
}

// What the one that comes has to say about the one that went.
void Fiber::left() {
#ifdef VG_ASAN
  __sanitizer_finish_switch_fiber(sanitizer_, nullptr, nullptr);
#endif
}

void Fiber::switch_to(Fiber& next) {
  t_next = &next;
#ifdef VG_ASAN
  const void* bottom = next.stack_ != nullptr ? next.stack_ : next.argument_;
  __sanitizer_start_switch_fiber(&sanitizer_, bottom, next.bytes_);
#endif
#ifdef VG_TSAN
  __tsan_switch_to_fiber(next.sanitizer_, 0);
#endif
  switch_stacks(&pointer_, next.pointer_);
  left();
}

}  // namespace vgpu
