// cudaIpc*EventHandle, and what events of several processes do (see interprocess_events.h).
// SPDX-License-Identifier: MIT
#include "api/cuda/interprocess_events.h"

#include <sys/mman.h>
#include <unistd.h>
#include <vgpu/c/stream.h>

#include <chrono>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <thread>

#include "api/cuda/call.h"
#include "api/cuda/shared_pages.h"

namespace vgpu::cuda {
namespace {

struct Known {
  SharedEvent* pages = nullptr;
  SharedPagesName name;
};

struct Table {
  std::mutex mutex;
  std::map<cudaEvent_t, Known> events;
  std::atomic<bool> used{false};  // nearly no program has such events
};

Table& table() {
  static auto* all = new Table;
  return *all;
}

// What a stream has to do when it comes there.
struct Turn {
  SharedEvent* event;
  std::uint64_t number;
};

// Other processes cannot wake this one; they are looked at less and less often.
void wait_until(const SharedEvent& event, std::uint64_t number) {
  for (int round = 0; event.reached.load() < number; ++round) {
    if (round < 1000) {
      std::this_thread::yield();
    } else {
      std::this_thread::sleep_for(std::chrono::microseconds(100));
    }
  }
}

void tell_reached(void* data) {
  const std::unique_ptr<Turn> turn(static_cast<Turn*>(data));
  std::uint64_t seen = turn->event->reached.load();
  while (seen < turn->number && !turn->event->reached.compare_exchange_weak(seen, turn->number)) {
  }
}

void wait_for_turn(void* data) {
  const std::unique_ptr<Turn> turn(static_cast<Turn*>(data));
  wait_until(*turn->event, turn->number);
}

cudaError_t enqueue(void (*function)(void*), std::unique_ptr<Turn> turn, cudaStream_t stream) {
  const vgpuError_t error = vgpuLaunchHostFunc(to_vgpu(stream), function, turn.get());
  if (error == vgpuSuccess) static_cast<void>(turn.release());
  return to_cuda(error);
}

void keep(cudaEvent_t event, const Known& known) {
  const std::lock_guard lock(table().mutex);
  table().events[event] = known;
  table().used.store(true);
}

}  // namespace

SharedEvent* find_shared_event(cudaEvent_t event) {
  if (!table().used.load(std::memory_order_relaxed)) return nullptr;
  const std::lock_guard lock(table().mutex);
  const auto found = table().events.find(event);
  return found == table().events.end() ? nullptr : found->second.pages;
}

// The pages stay: a stream may not have come to its turn yet.
void forget_shared_event(cudaEvent_t event) {
  if (!table().used.load(std::memory_order_relaxed)) return;
  const std::lock_guard lock(table().mutex);
  table().events.erase(event);
}

cudaError_t record_shared_event(SharedEvent& event, cudaStream_t stream) {
  return enqueue(tell_reached, std::make_unique<Turn>(Turn{&event, ++event.recorded}), stream);
}

cudaError_t wait_for_shared_event(SharedEvent& event, cudaStream_t stream) {
  const std::uint64_t number = event.recorded.load();
  if (event.reached.load() >= number) return cudaSuccess;
  return enqueue(wait_for_turn, std::make_unique<Turn>(Turn{&event, number}), stream);
}

void wait_on_host(const SharedEvent& event) { wait_until(event, event.recorded.load()); }

}  // namespace vgpu::cuda

using namespace vgpu::cuda;

cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t* handle, cudaEvent_t event) {
  return call([&] {
    if (handle == nullptr) return cudaErrorInvalidValue;
    if (cudaEventQuery(event) == cudaErrorInvalidResourceHandle)
      return cudaErrorInvalidResourceHandle;
    std::unique_lock lock(table().mutex);
    Known known = table().events[event];
    lock.unlock();
    if (known.pages == nullptr) {
      known.name = {kSharedEvent, getpid(), make_shared_file(sizeof(SharedEvent)),
                    sizeof(SharedEvent), 0};
      void* const pages =
          known.name.file < 0 ? nullptr : map_shared_file(known.name.file, known.name.bytes);
      if (pages == nullptr) return cudaErrorMemoryAllocation;
      known.pages = static_cast<SharedEvent*>(pages);  // of zeros, as new counters are
      keep(event, known);
    }
    std::memset(handle, 0, sizeof *handle);
    std::memcpy(handle, &known.name, sizeof known.name);
    return cudaSuccess;
  });
}

cudaError_t cudaIpcOpenEventHandle(cudaEvent_t* event, cudaIpcEventHandle_t handle) {
  return call([&] {
    Known known;
    std::memcpy(&known.name, &handle, sizeof known.name);
    if (event == nullptr || known.name.magic != kSharedEvent) return cudaErrorInvalidValue;
    void* const pages = map_shared_pages(known.name);
    if (pages == nullptr) return cudaErrorMapBufferObjectFailed;
    known.pages = static_cast<SharedEvent*>(pages);
    const cudaError_t error = cudaEventCreateWithFlags(event, cudaEventDisableTiming);
    if (error != cudaSuccess) {
      munmap(pages, known.name.bytes);
      return error;
    }
    keep(*event, known);
    return cudaSuccess;
  });
}
