// A thread with a large stack, for one call (see compile_thread.h).
// SPDX-License-Identifier: MIT
#include "compiler/compile_thread.h"

#include <pthread.h>

#include <exception>

namespace vgpu::compiler {
namespace {

constexpr std::size_t kStackBytes = std::size_t{256}
                                    << 20;  // address space; memory only where it is touched

struct Call {
  FunctionRef<void()> work;
  std::exception_ptr error;
};

void* run(void* argument) {
  auto& call = *static_cast<Call*>(argument);
  try {
    call.work();
  } catch (...) {
    call.error = std::current_exception();
  }
  return nullptr;
}

}  // namespace

void run_with_large_stack(FunctionRef<void()> work) {
  Call call{work, nullptr};
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_t thread;
  const bool started = pthread_attr_setstacksize(&attributes, kStackBytes) == 0 &&
                       pthread_create(&thread, &attributes, run, &call) == 0;
  pthread_attr_destroy(&attributes);
  if (started) {
    pthread_join(thread, nullptr);
  } else {
    run(&call);  // no room for another thread: the caller's stack has to do
  }
  if (call.error) std::rethrow_exception(call.error);
}

}  // namespace vgpu::compiler
