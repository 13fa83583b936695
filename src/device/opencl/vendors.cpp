// Reads the files that tell an ICD loader its drivers.
// SPDX-License-Identifier: MIT
#include "device/opencl/vendors.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>
#include <vector>

namespace vgpu::opencl_device {
namespace {

namespace fs = std::filesystem;

void add_file(Hasher& hasher, const std::string& path) {
  struct stat status{};
  if (stat(path.c_str(), &status) != 0) return;
  hasher.add(path).add(status.st_size).add(status.st_mtim.tv_sec).add(status.st_mtim.tv_nsec);
}

// The driver that a vendor's file names; a name without a folder is where the system's linker looks first.
void add_driver(Hasher& hasher, const std::string& name) {
  if (name.starts_with("/")) return add_file(hasher, name);
  for (const char* folder :
       {"/usr/lib/x86_64-linux-gnu/", "/usr/lib64/", "/usr/lib/", "/usr/local/lib/"}) {
    add_file(hasher, folder + name);
  }
}

void add_vendor(Hasher& hasher, const std::string& path) {
  std::ifstream file(path);
  std::string name;
  std::getline(file, name);
  add_file(hasher, path);
  hasher.add(name);
  add_driver(hasher, name);
}

std::vector<std::string> vendor_files(const std::string& place) {
  std::error_code error;
  if (!fs::is_directory(place, error)) return {place};
  std::vector<std::string> files;
  for (const auto& entry : fs::directory_iterator(place, error)) {
    if (entry.path().extension() == ".icd") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

// Devices come and go with these: which are visible, which drivers exist at all.
void add_environment(Hasher& hasher) {
  std::vector<std::string> relevant;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string text = *entry;
    for (const char* start : {"OCL_", "OPENCL_", "POCL_", "CL_", "CUDA_VISIBLE", "ROCR_", "HIP_",
                              "GPU_", "RUSTICL_", "ZE_", "NEO"}) {
      if (text.starts_with(start)) relevant.push_back(text);
    }
  }
  std::sort(relevant.begin(), relevant.end());
  for (const std::string& text : relevant) hasher.add(text);
  std::error_code error;
  std::vector<std::string> nodes;
  for (const auto& entry : fs::directory_iterator("/dev/dri", error)) nodes.push_back(entry.path());
  std::sort(nodes.begin(), nodes.end());
  for (const std::string& node : nodes) hasher.add(node);
  hasher.add(fs::exists("/dev/nvidia0", error)).add(sysconf(_SC_NPROCESSORS_ONLN));
}

}  // namespace

std::optional<Hash128> vendors_key() {
  constexpr char kDefault[] = "/etc/OpenCL/vendors";
  Hasher hasher;
  hasher.add("opencl vendors").add(1);
  std::size_t count = 0;
  std::vector<std::string> places;
  for (const char* name : {"OCL_ICD_VENDORS", "OPENCL_VENDOR_PATH"}) {
    if (!variable(name).empty()) places.push_back(variable(name));
  }
  if (places.empty()) places.push_back(kDefault);
  for (const std::string& place : places) {
    for (const std::string& file : vendor_files(place)) {
      add_vendor(hasher, file);
      ++count;
    }
  }
  if (count == 0 && variable("OCL_ICD_FILENAMES").empty()) return std::nullopt;
  add_environment(hasher);
  return hasher.finish();
}

}  // namespace vgpu::opencl_device
