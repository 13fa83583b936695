// The list of guarded objects and the handlers that fork() calls.
// SPDX-License-Identifier: MIT
#include "base/fork_guard.h"

#include <pthread.h>

#include <algorithm>
#include <mutex>
#include <vector>

namespace vgpu {
namespace {

struct Registry {
  std::mutex mutex;
  std::vector<ForkGuard*> guards;
};

// Never destroyed: handlers run until the process ends.
Registry& registry() {
  static Registry& instance = *new Registry;
  return instance;
}

// Locks are taken in the order of registration and released in the opposite one.
void prepare() {
  Registry& all = registry();
  all.mutex.lock();
  for (ForkGuard* guard : all.guards) guard->before_fork();
}

void in_parent() {
  Registry& all = registry();
  std::for_each(all.guards.rbegin(), all.guards.rend(), [](auto* g) { g->after_fork_in_parent(); });
  all.mutex.unlock();
}

void in_child() {
  Registry& all = registry();
  std::for_each(all.guards.rbegin(), all.guards.rend(), [](auto* g) { g->after_fork_in_child(); });
  all.mutex.unlock();
}

}  // namespace

void ForkGuard::watch_forks() {
  static const int installed = pthread_atfork(&prepare, &in_parent, &in_child);
  static_cast<void>(installed);
  Registry& all = registry();
  std::lock_guard lock(all.mutex);
  all.guards.push_back(this);
}

void ForkGuard::forget_forks() noexcept {
  Registry& all = registry();
  std::lock_guard lock(all.mutex);
  std::erase(all.guards, this);
}

}  // namespace vgpu
