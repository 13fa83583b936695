// Reads /proc, /sys and the kernel cache's folder.
// SPDX-License-Identifier: MIT
#include "cli/host_facts.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "compiler/disk_cache.h"
#include "compiler/loader.h"

namespace vgpu::cli {
namespace {

namespace fs = std::filesystem;

// The folder itself or, where it does not exist yet, the nearest one above it that does.
bool can_write(fs::path folder) {
  std::error_code ignored;
  while (!folder.empty() && !fs::exists(folder, ignored) && folder.has_parent_path() &&
         folder != folder.parent_path()) {
    folder = folder.parent_path();
  }
  return fs::is_directory(folder, ignored) && access(folder.c_str(), W_OK | X_OK) == 0;
}

}  // namespace

HostMemory host_memory() {
  HostMemory memory;
  std::ifstream file("/proc/meminfo");
  std::string key, unit;
  std::uint64_t kib = 0;
  while (file >> key >> kib && std::getline(file, unit)) {
    if (key == "MemTotal:") memory.total = kib * 1024;
    if (key == "MemAvailable:") memory.available = kib * 1024;
  }
  return memory;
}

double load_average() {
  double load = 0;
  return getloadavg(&load, 1) == 1 ? load : 0;
}

CacheFacts cache_facts() {
  CacheFacts facts;
  const compiler::DiskCache& cache = compiler::DiskCache::shared();
  facts.folder = cache.folder();
  if (facts.folder.empty()) return facts;
  const auto usage = cache.usage();
  facts.files = usage.files;
  facts.bytes = usage.bytes;
  facts.writable = can_write(facts.folder);
  return facts;
}

std::string compiler_library() {
  return fs::path(compiler::compiler_path()).lexically_normal().string();
}

std::string first_line(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

}  // namespace vgpu::cli
