// fork() handlers: nobody changes the scheduler or the profile while the process is copied.
// SPDX-License-Identifier: MIT
#include "runtime/fork.h"

#include <pthread.h>

#include <vector>

#include "runtime/context.h"
#include "runtime/profile.h"
#include "runtime/scheduler.h"
#include "runtime/trace.h"

namespace vgpu {
namespace {

Context* watched = nullptr;

void before() {
  Profile::shared().before_fork();
  Scheduler::shared().before_fork();
}

void in_parent() {
  Scheduler::shared().after_fork_in_parent();
  Profile::shared().after_fork();
}

void in_child() {
  std::vector<DeviceContext*> devices;
  for (const auto& device : watched->devices()) devices.push_back(device.get());
  Scheduler::shared().after_fork_in_child(devices);
  Profile::shared().after_fork();
  Trace::shared().forget();
}

}  // namespace

void watch_forks(Context& context) {
  watched = &context;
  pthread_atfork(before, in_parent, in_child);
}

}  // namespace vgpu
