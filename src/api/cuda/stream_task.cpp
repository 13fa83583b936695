// Stream tasks as launches of one native kernel, a group for each part.
// SPDX-License-Identifier: MIT
#include "api/cuda/stream_task.h"

#include <vgpu/c/graph.h>
#include <vgpu/c/kernel.h>
#include <vgpu/c/launch.h>

#include <algorithm>
#include <atomic>
#include <memory>

#include "api/cuda/call.h"

namespace vgpu::cuda {
namespace {

struct Running {
  StreamTask task;
  std::size_t parts;
  bool again;  // part of a graph, which may be launched any number of times
  std::atomic<std::size_t> left;
};

void run_part(Running& running, std::size_t part) {
  const StreamTask& task = running.task;
  const std::size_t begin = part * task.part;
  task.body(begin, std::min(begin + task.part, task.count));
}

vgpuError_t run_group(const vgpuNativeGroup* group, void* const* arguments, void*) {
  auto* running = reinterpret_cast<Running*>(*static_cast<std::size_t*>(arguments[0]));
  try {
    if (running->task.count > 0) run_part(*running, group->blockIdx.x);
    if (running->left.fetch_sub(1, std::memory_order_acq_rel) > 1) return vgpuSuccess;
    if (running->task.finish) running->task.finish();
  } catch (...) {
    return vgpuErrorLaunchFailure;
  }
  running->left = running->parts;
  if (!running->again) delete running;
  return vgpuSuccess;
}

vgpuKernel_t task_kernel() {
  static const vgpuKernel_t kernel = [] {
    vgpuKernel_t made = nullptr;
    vgpuRegisterNativeKernel(&made, "vgpu.cuda.stream_task", "size_t task", run_group, nullptr);
    return made;
  }();
  return kernel;
}

}  // namespace

vgpuError_t enqueue(StreamTask task, cudaStream_t stream) {
  vgpuStreamCaptureStatus capture = vgpuStreamCaptureStatusNone;
  if (const vgpuError_t error = vgpuStreamIsCapturing(to_vgpu(stream), &capture)) return error;
  // No more than a launch has room for; never none, for the end of an empty task is work too.
  constexpr std::size_t kMostParts = 1u << 20;
  task.part = std::max({task.part, std::size_t{1}, (task.count + kMostParts - 1) / kMostParts});
  const std::size_t parts = std::max<std::size_t>(1, (task.count + task.part - 1) / task.part);
  const bool again = capture != vgpuStreamCaptureStatusNone;
  auto running = std::make_unique<Running>(std::move(task), parts, again, parts);
  auto address = reinterpret_cast<std::size_t>(running.get());
  void* arguments[] = {&address};
  const vgpuError_t error = vgpuLaunchKernelAsync(task_kernel(), dim3(static_cast<unsigned>(parts)),
                                                  dim3(1), arguments, 0, to_vgpu(stream));
  if (error == vgpuSuccess)
    running.release();  // the last part deletes it; a graph keeps it for good
  return error;
}

}  // namespace vgpu::cuda
