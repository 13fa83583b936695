// vgpu bench runtime: what a launch, an event, an allocation and a copy cost on this machine.
//
// Each figure is the best of several batches: what the machine can do when nobody disturbs it.
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <limits>

#include "cli/call.h"
#include "cli/verb.h"

namespace vgpu::cli {
namespace {

constexpr int kBatches = 15;
constexpr std::size_t kCopyBytes = std::size_t(256) << 20;

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// Seconds of one of `count` calls, without what `finish` takes.
double seconds_each(int count, const std::function<void()>& once,
                    const std::function<void()>& finish) {
  double best = std::numeric_limits<double>::infinity();
  for (int batch = 0; batch < kBatches; ++batch) {
    const double start = now();
    for (int i = 0; i < count; ++i) once();
    best = std::min(best, (now() - start) / count);
    finish();
  }
  return best;
}

vgpuError_t empty_kernel(const vgpuNativeGroup*, void* const*, void*) { return vgpuSuccess; }

// The objects that the measurements use.
struct Bed {
  vgpuKernel_t kernel = nullptr;
  vgpuStream_t stream = nullptr, other = nullptr;
  vgpuEvent_t event = nullptr;
  void *from = nullptr, *to = nullptr;

  Bed() {
    call(vgpuRegisterNativeKernel(&kernel, "vgpu_cli_empty", "", empty_kernel, nullptr));
    call(vgpuStreamCreate(&stream));
    call(vgpuStreamCreate(&other));
    call(vgpuEventCreateWithFlags(&event, vgpuEventDisableTiming));
    call(vgpuMalloc(&from, kCopyBytes));
    call(vgpuMalloc(&to, kCopyBytes));
    call(vgpuMemset(from, 1, kCopyBytes));
    call(vgpuMemset(to, 2, kCopyBytes));
  }
  ~Bed() {
    vgpuDeviceSynchronize();
    vgpuFree(from);
    vgpuFree(to);
    vgpuEventDestroy(event);
    vgpuStreamDestroy(stream);
    vgpuStreamDestroy(other);
    vgpuUnregisterNativeKernel(kernel);
  }
  Bed(const Bed&) = delete;
  Bed& operator=(const Bed&) = delete;

  void launch() { call(vgpuLaunchKernelAsync(kernel, dim3(1), dim3(1), nullptr, 0, stream)); }
  void wait() { call(vgpuStreamSynchronize(stream)); }
};

// One row; `measure` gives seconds.
template <typename Measure>
Json figure(const char* name, Measure measure, std::size_t bytes = 0) {
  show_progress(fmt::format("measuring {}", name));
  const double seconds = measure();
  Json json = {{"name", name}, {"seconds", seconds}};
  if (bytes > 0) json["bytes_per_second"] = static_cast<double>(bytes) / seconds;
  return json;
}

Json measure_latencies(Bed& bed) {
  const auto wait = [&] { bed.wait(); };
  const auto nothing = [] {};
  Json list = Json::array();
  const auto add = [&](const char* name, int count, const std::function<void()>& once,
                       const std::function<void()>& finish) {
    list.push_back(figure(name, [&] { return seconds_each(count, once, finish); }));
  };
  const auto launch_and_wait = [&] {
    bed.launch();
    bed.wait();
  };
  add("launch, queued", 200, [&] { bed.launch(); }, wait);
  add("launch and synchronise", 200, launch_and_wait, nothing);
  add("event record", 200, [&] { call(vgpuEventRecord(bed.event, bed.stream)); }, wait);
  add(
      "stream waits for event", 200, [&] { call(vgpuStreamWaitEvent(bed.other, bed.event, 0)); },
      [&] { call(vgpuStreamSynchronize(bed.other)); });
  for (std::size_t bytes : {std::size_t(256), std::size_t(1) << 20}) {
    const auto once = [&] {
      void* pointer = nullptr;
      call(vgpuMalloc(&pointer, bytes));
      call(vgpuFree(pointer));
    };
    add(bytes < 1024 ? "malloc and free, 256 B" : "malloc and free, 1 MiB", 1000, once, nothing);
  }
  return list;
}

Json measure_bandwidths(Bed& bed) {
  Json list = Json::array();
  const auto add = [&](const char* name, const std::function<void()>& once) {
    const auto measure = [&] { return seconds_each(1, once, [] {}); };
    list.push_back(figure(name, measure, kCopyBytes));
  };
  add("copy, 256 MiB",
      [&] { call(vgpuMemcpy(bed.to, bed.from, kCopyBytes, vgpuMemcpyDeviceToDevice)); });
  add("fill, 256 MiB", [&] { call(vgpuMemset(bed.to, 3, kCopyBytes)); });
  return list;
}

class BenchRuntime final : public Verb {
 public:
  BenchRuntime() : Verb("bench runtime", "launches, events, allocation and copies") {}

  Report run() override {
    Bed bed;
    Json figures = measure_latencies(bed);
    for (Json& one : measure_bandwidths(bed)) figures.push_back(std::move(one));
    return {{{"figures", figures}}};
  }

  void show(const Report& report, Screen& screen) const override {
    Table table;
    table.column("what");
    table.column("time", Table::Align::right);
    table.column("rate", Table::Align::right);
    for (const Json& one : report.data["figures"]) {
      std::string rate;
      if (one.contains("bytes_per_second")) {
        rate = fmt::format("{:.1f} GB/s", one["bytes_per_second"].get<double>() / 1e9);
      }
      table.row({one["name"].get<std::string>(), seconds_text(one["seconds"].get<double>()), rate});
    }
    table.print(screen, "  ");
  }
};

BenchRuntime bench_runtime_verb;

}  // namespace
}  // namespace vgpu::cli
