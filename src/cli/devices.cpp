// vgpu devices: every device with all its properties.
// SPDX-License-Identifier: MIT
#include "cli/device_facts.h"
#include "cli/verb.h"

namespace vgpu::cli {
namespace {

class Devices final : public Verb {
 public:
  Devices() : Verb("devices", "every device and its properties") {}

  Report run() override { return {{{"devices", all_device_facts()}}}; }

  void show(const Report& report, Screen& screen) const override {
    for (const Json& device : report.data["devices"]) {
      screen.line(screen.paint(
          Color::bold, "device " + device["id"].dump() + ": " + device["name"].get<std::string>()));
      for (const auto& [key, value] : device.items()) {
        if (key != "id" && key != "name") screen.line("  " + fact_text(key, value));
      }
    }
  }
};

Devices devices_verb;

}  // namespace
}  // namespace vgpu::cli
