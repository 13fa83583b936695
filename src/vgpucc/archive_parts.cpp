// Finds members with device code in archives; see archive_parts.h.
// SPDX-License-Identifier: MIT
#include "vgpucc/archive_parts.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string_view>

#include "vgpucc/command.h"

namespace vgpu::vgpucc {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kArchive = "!<arch>\n";
constexpr std::size_t kHead = 60, kSizeAt = 48, kSizeLength = 10;
// Stands in a member that calls or defines a function of the device link.
constexpr std::string_view kHook = "__cudaRegisterLinkedBinary";

// libname.a, unless a shared library of the name comes first as linkers take it.
std::string find_library(const std::string& name, const Words& folders) {
  for (const std::string& folder : folders) {
    const fs::path base = fs::path(folder) / ("lib" + name);
    if (fs::exists(base.string() + ".so")) return {};
    if (fs::exists(base.string() + ".a")) return base.string() + ".a";
  }
  return {};
}

}  // namespace

Words static_libraries(const Words& words) {
  Words folders, found;
  for (const std::string& word : words)
    if (word.starts_with("-L")) folders.push_back(word.substr(2));
  for (const std::string& word : words) {
    std::string path = word.ends_with(".a") ? word : std::string();
    if (word.starts_with("-l")) path = find_library(word.substr(2), folders);
    if (path.empty() || path[0] == '-' || !fs::exists(path)) continue;
    if (std::find(found.begin(), found.end(), path) == found.end()) found.push_back(path);
  }
  return found;
}

std::vector<std::string> device_members(const std::string& archive) {
  std::vector<std::string> members;
  const std::string bytes = read_file(archive);
  if (!bytes.starts_with(kArchive)) return members;
  for (std::size_t at = kArchive.size(); at + kHead <= bytes.size();) {
    const std::string digits = bytes.substr(at + kSizeAt, kSizeLength);
    const std::size_t size = std::strtoull(digits.c_str(), nullptr, 10);
    const bool special = bytes[at] == '/' && (bytes[at + 1] == ' ' || bytes[at + 1] == '/');
    at += kHead;
    std::string member = bytes.substr(at, size);
    if (!special && member.find(kHook) != std::string::npos) members.push_back(std::move(member));
    at += size + size % 2;
  }
  return members;
}

}  // namespace vgpu::vgpucc
