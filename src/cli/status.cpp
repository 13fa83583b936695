// vgpu status: the machine's devices at one glance.
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "cli/device_facts.h"
#include "cli/host_facts.h"
#include "cli/verb.h"
#include "vgpu/runtime.h"

namespace vgpu::cli {
namespace {

Json host_json() {
  const HostMemory memory = host_memory();
  return {{"load", load_average()},
          {"memory_total_bytes", memory.total},
          {"memory_available_bytes", memory.available}};
}

Json cache_json() {
  const CacheFacts cache = cache_facts();
  return {{"folder", cache.folder}, {"files", cache.files}, {"bytes", cache.bytes}};
}

std::string memory_text(const Json& device) {
  const auto total = device["memory_total_bytes"].get<std::uint64_t>();
  const auto free = device["memory_free_bytes"].get<std::uint64_t>();
  return bytes_text(free) + " free of " + bytes_text(total);
}

std::string units_text(const Json& device) {
  const int bits = device["simd_bits"].get<int>();
  if (bits == 0) return "-";
  return fmt::format("{} x {} bit {}", device["compute_units"].get<int>(), bits,
                     device["instruction_set"].get<std::string>());
}

std::string clock_text(const Json& device) {
  const double ghz = device["clock_khz"].get<double>() / 1e6;
  return ghz > 0 ? fmt::format("{:.2f} GHz", ghz) : "-";
}

class Status final : public Verb {
 public:
  Status() : Verb("status", "all devices at one glance") {}

  Report run() override {
    return {{{"devices", all_device_facts()},
             {"host", host_json()},
             {"compiler", {{"library", compiler_library()}}},
             {"cache", cache_json()}}};
  }

  void show(const Report& report, Screen& screen) const override {
    const Json& data = report.data;
    Table table;
    table.column("ID", Table::Align::right);
    table.column("Device");
    table.column("Kind");
    table.column("Compute units");
    table.column("Clock", Table::Align::right);
    table.column("Memory", Table::Align::right);
    for (const Json& device : data["devices"]) {
      table.row({device["id"].dump(), screen.paint(Color::bold, device["name"].get<std::string>()),
                 device["kind"].get<std::string>(), units_text(device), clock_text(device),
                 memory_text(device)});
    }
    table.print_framed(screen, title(data, screen));
  }

 private:
  static std::vector<std::string> title(const Json& data, const Screen& screen) {
    const Json &host = data["host"], &cache = data["cache"];
    const bool compiler = !data["compiler"]["library"].get<std::string>().empty();
    return {screen.paint(Color::bold, fmt::format("vGPU {}", vgpuGetVersionString())) +
                fmt::format("    host load {:.2f}, {} of {} memory available",
                            host["load"].get<double>(),
                            bytes_text(host["memory_available_bytes"].get<std::uint64_t>()),
                            bytes_text(host["memory_total_bytes"].get<std::uint64_t>())),
            fmt::format("kernels: {}; cache: {} files, {}",
                        compiler ? screen.paint(Color::green, "CUDA C++, OpenCL C, SPIR-V, native")
                                 : screen.paint(Color::yellow, "native only (compiler not found)"),
                        cache["files"].get<std::uint64_t>(),
                        bytes_text(cache["bytes"].get<std::uint64_t>()))};
  }
};

Status status_verb;

}  // namespace
}  // namespace vgpu::cli
