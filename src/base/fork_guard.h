// Objects with locks or threads that must survive fork().
//
// A child of fork() has one thread; a lock that another one held stays locked forever. Such an object derives
// from ForkGuard, takes its locks before a fork and repairs itself in the child. Only what the library owns
// for good, or destroys before its threads end, registers itself.
// SPDX-License-Identifier: MIT
#pragma once

namespace vgpu {

class ForkGuard {
 public:
  virtual void before_fork() noexcept = 0;
  virtual void after_fork_in_parent() noexcept = 0;
  virtual void after_fork_in_child() noexcept = 0;

 protected:
  ForkGuard() = default;
  ForkGuard(const ForkGuard&) = delete;
  ForkGuard& operator=(const ForkGuard&) = delete;
  ~ForkGuard() = default;

  // To be called at the end of the constructor and at the start of the destructor of the final class.
  void watch_forks();
  void forget_forks() noexcept;
};

}  // namespace vgpu
