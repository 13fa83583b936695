// What the C interface costs: launches of an empty native kernel, events, waits, allocation.
// SPDX-License-Identifier: MIT
#include <vgpu/runtime.h>

#include <stdexcept>
#include <string>

#include "measure.h"

namespace bench {
namespace {

void check(vgpuError_t error, const char* call) {
  if (error != vgpuSuccess) {
    throw std::runtime_error(std::string(call) + ": " + vgpuGetLastErrorMessage());
  }
}
#define CHECK(call) check(call, #call)

vgpuError_t nothing(const vgpuNativeGroup*, void* const*, void*) { return vgpuSuccess; }

// Seconds of one enqueued call, without the wait for the whole batch that follows. Batches are as long as
// those of real programs: the queue does not grow without bound.
template <typename Call>
double queued(vgpuStream_t stream, Call call) {
  constexpr int kBatch = 200;
  double best = 1;
  for (int round = 0; round < 200; ++round) {
    best = std::min(best, seconds(1, kBatch, call));
    CHECK(vgpuStreamSynchronize(stream));
  }
  return best;
}

struct Setup {
  vgpuKernel_t kernel = nullptr;
  vgpuStream_t stream = nullptr, other = nullptr;
  vgpuEvent_t event = nullptr;
  Setup() {
    CHECK(vgpuInit());
    CHECK(vgpuRegisterNativeKernel(&kernel, "bench_nothing", "int n", nothing, nullptr));
    CHECK(vgpuStreamCreate(&stream));
    CHECK(vgpuStreamCreate(&other));
    CHECK(vgpuEventCreate(&event));
  }
  ~Setup() {
    vgpuEventDestroy(event);
    vgpuStreamDestroy(other);
    vgpuStreamDestroy(stream);
    vgpuUnregisterNativeKernel(kernel);
  }
};

}  // namespace

void add_launch_rows(Rows& rows) {
  Setup s;
  int n = 1;
  void* args[] = {&n};
  const auto launch = [&](unsigned groups) {
    CHECK(vgpuLaunchKernelAsync(s.kernel, dim3(groups), dim3(64), args, 0, s.stream));
  };
  rows.push_back(
      {"launch, queued", queued(s.stream, [&] { launch(1); }) * 1e6, "us", Goal::at_most, 0.5});
  rows.push_back({"launch, in a batch of 200 that is waited for",
                  seconds(50, 1,
                          [&] {
                            for (int i = 0; i < 200; ++i) launch(1);
                            CHECK(vgpuStreamSynchronize(s.stream));
                          }) *
                      1e6 / 200,
                  "us"});
  const auto launch_and_wait = [&](unsigned groups) {
    launch(groups);
    CHECK(vgpuStreamSynchronize(s.stream));
  };
  rows.push_back({"launch + synchronise, 1 group",
                  seconds(50, 200, [&] { launch_and_wait(1); }) * 1e6, "us", Goal::at_most, 3});
  rows.push_back({"launch + synchronise, 256 groups",
                  seconds(50, 200, [&] { launch_and_wait(256); }) * 1e6, "us"});
  rows.push_back({"event record, queued",
                  queued(s.stream, [&] { CHECK(vgpuEventRecord(s.event, s.stream)); }) * 1e6,
                  "us"});
  rows.push_back({"stream waits for event, queued",
                  queued(s.other, [&] { CHECK(vgpuStreamWaitEvent(s.other, s.event, 0)); }) * 1e6,
                  "us"});
  rows.push_back({"vgpuMalloc + vgpuFree 4 KiB",
                  seconds(50, 1000,
                          [&] {
                            void* p = nullptr;
                            CHECK(vgpuMalloc(&p, 4096));
                            CHECK(vgpuFree(p));
                          }) *
                      1e9,
                  "ns", Goal::at_most, 100});
}

}  // namespace bench
