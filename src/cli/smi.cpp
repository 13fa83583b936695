// vgpu smi: what nvidia-smi tells of the GPUs that CUDA programs see here, in the forms that scripts ask for.
//
// `vgpu nvcc-shim` puts it beside nvcc under nvidia-smi's name. Everything comes from NVML in libvgpu_cudart.so, as it would
// for any other program; what a virtual GPU has no value for is [N/A], as there.
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <sstream>

#include "base/error.h"
#include "cli/nvml_facts.h"

namespace vgpu::cli {
namespace {

std::vector<std::string> parted(const std::string& list) {
  std::vector<std::string> result;
  std::istringstream stream(list);
  for (std::string word; std::getline(stream, word, ',');) {
    const auto begin = word.find_first_not_of(' ');
    if (begin != std::string::npos) result.push_back(word.substr(begin));
  }
  return result;
}

std::string or_none(const Json& value) {
  return value["value"].is_null() ? "[N/A]" : value["value"].get<std::string>();
}

class Smi final : public Verb {
 public:
  Smi() : Verb("smi", "the GPUs that CUDA programs see, as nvidia-smi tells") {}

  void options(CLI::App& app) override {
    app.add_flag("-L,--list-gpus", list_, "one line a GPU");
    app.add_option("-i,--id", id_, "this GPU only: its number, UUID or place on the bus");
    app.add_option("--query-gpu", query_, "these fields only, with commas between")
        ->check([](const std::string& names) -> std::string {
          for (const std::string& name : parted(names)) {
            if (nvml_field(name) == nullptr) return "there is no field \"" + name + "\"";
          }
          return {};
        });
    app.add_option("--format", format_, "csv, with noheader and nounits if wanted")
        ->check([](const std::string& words) -> std::string {
          for (const std::string& word : parted(words)) {
            if (word != "csv" && word != "noheader" && word != "nounits")
              return "\"" + word + "\" is no word of a format";
          }
          return {};
        });
    app.add_flag("-q,--query", details_, "all that is known, a line each");
  }

  Report run() override {
    Report report{nvml_facts()};
    Json chosen = Json::array();
    for (Json& gpu : report.data["gpus"]) {
      if (is_meant(gpu)) chosen.push_back(std::move(gpu));
    }
    if (chosen.empty() && !id_.empty()) fail(ErrorCode::InvalidDevice, "no GPU is {}", id_);
    report.data["gpus"] = std::move(chosen);
    return report;
  }

  void show(const Report& report, Screen& screen) const override {
    if (list_) return show_list(report, screen);
    if (!query_.empty()) return show_rows(report, screen);
    details_ ? show_details(report, screen) : show_table(report, screen);
  }

 private:
  bool is_meant(const Json& gpu) const {
    if (id_.empty()) return true;
    for (const char* name : {"index", "uuid", "pci.bus_id"}) {
      if (or_none(gpu[name]) == id_) return true;
    }
    return false;
  }

  static void show_list(const Report& report, Screen& screen) {
    for (const Json& gpu : report.data["gpus"]) {
      screen.line(fmt::format("GPU {}: {} (UUID: {})", or_none(gpu["index"]), or_none(gpu["name"]),
                              or_none(gpu["uuid"])));
    }
  }

  void show_rows(const Report& report, Screen& screen) const {
    const std::vector<std::string> words = parted(format_), names = parted(query_);
    const auto has = [&](const char* word) {
      return std::find(words.begin(), words.end(), word) != words.end();
    };
    const bool units = !has("nounits");
    if (!has("noheader")) {
      std::string heading;
      for (const std::string& name : names) {
        const std::string unit =
            report.data["gpus"].empty() ? "" : report.data["gpus"][0][*nvml_field(name)]["unit"];
        heading += (heading.empty() ? "" : ", ") + name;
        if (units && !unit.empty()) heading += " [" + unit + "]";
      }
      screen.line(heading);
    }
    for (const Json& gpu : report.data["gpus"]) {
      std::string row;
      for (const std::string& name : names) {
        if (&name != names.data()) row += ", ";
        row += with_unit(gpu[*nvml_field(name)], units);
      }
      screen.line(row);
    }
  }

  static std::string with_unit(const Json& value, bool units) {
    const std::string unit = value["unit"];
    const bool shown = units && !unit.empty() && !value["value"].is_null();
    return or_none(value) + (shown ? " " + unit : "");
  }

  static void show_details(const Report& report, Screen& screen) {
    screen.line("Driver Version : " + report.data["driver_version"].get<std::string>());
    screen.line("CUDA Version   : " + report.data["cuda_version"].get<std::string>());
    for (const Json& gpu : report.data["gpus"]) {
      screen.line();
      screen.line("GPU " + or_none(gpu["pci.bus_id"]));
      for (const auto& [name, value] : gpu.items())
        screen.line(fmt::format("    {:<20} : {}", name, with_unit(value, true)));
    }
  }

  static void show_table(const Report& report, Screen& screen) {
    Table table;
    table.column("GPU", Table::Align::right);
    for (const char* heading : {"Name", "Bus-Id", "Compute"}) table.column(heading);
    table.column("Memory used / total", Table::Align::right);
    for (const Json& gpu : report.data["gpus"]) {
      table.row({or_none(gpu["index"]), or_none(gpu["name"]), or_none(gpu["pci.bus_id"]),
                 or_none(gpu["compute_cap"]),
                 or_none(gpu["memory.used"]) + "MiB / " + or_none(gpu["memory.total"]) + "MiB"});
    }
    table.print_framed(screen, {fmt::format("vGPU in place of NVIDIA-SMI    Driver Version: {}    "
                                            "CUDA Version: {}",
                                            report.data["driver_version"].get<std::string>(),
                                            report.data["cuda_version"].get<std::string>())});
  }

  bool list_ = false, details_ = false;
  std::string id_, query_, format_;
};

Smi smi_verb;

}  // namespace
}  // namespace vgpu::cli
