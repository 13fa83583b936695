// Makes functions that come from the program's own files those of both sides; see device_bodies.h.
// SPDX-License-Identifier: MIT
#include "vgpucc/device_bodies.h"

#include <algorithm>
#include <cctype>

namespace vgpu::vgpucc {
namespace {

constexpr const char* kBegin = "#pragma clang force_cuda_host_device begin\n";
constexpr const char* kEnd = "#pragma clang force_cuda_host_device end\n";

// `# 12 "file" 1 3`: a 3 behind the name says that what follows is a system header's.
bool is_marker(const std::string& line) {
  return line.size() > 2 && line[0] == '#' && line[1] == ' ' &&
         std::isdigit(static_cast<unsigned char>(line[2])) != 0;
}
bool is_own(const std::string& marker) {
  const std::size_t flags = marker.rfind('"');
  return flags != std::string::npos && marker.find('3', flags) == std::string::npos &&
         marker.find("\"<") == std::string::npos;  // <built-in>, <command line>
}

// __device__ in preprocessed text, which becomes __device__ __host__; of variables clang drops the latter.
std::string with_host(std::string line) {
  const std::string device = "__attribute__((device))", both = device + " __attribute__((host))";
  for (std::size_t at = line.find(device); at != std::string::npos;
       at = line.find(device, at + both.size()))
    line.replace(at, device.size(), both);
  return line;
}

// Functions behind it are those of both sides. Not where the program itself says __device__: a function of both sides is
// compiled for the host too, which knows nothing of PTX.
class HostPragma {
 public:
  explicit HostPragma(std::string& text) : text_(text) {}

  void set(bool on) {
    if (on != on_) text_ += on ? kBegin : kEnd;
    on_ = on;
  }
  void add(const std::string& line) {
    if (line.find("__attribute__((device))") != std::string::npos) set(false);
    text_ += line;
    if (line.find_first_of("{;") != std::string::npos) set(true);  // the declaration's head is over
  }
  void finish() {
    if (on_) text_ += '\n';
    set(false);
  }

 private:
  std::string& text_;
  bool on_ = false;
};

}  // namespace

bool refuses_calls(const std::string& messages, Half half) {
  const std::string other = half == Half::host ? "__host__" : "__device__";
  return messages.find("call to " + other + " function from") != std::string::npos ||
         messages.find("reference to " + other + " function") != std::string::npos ||
         messages.find(" is ambiguous") != std::string::npos;
}

// In the host's half functions without attributes must be the device's too, in the device's half those of the device the
// host's.
void open_own_functions(std::string& text, Half half) {
  std::string opened;
  bool own = false;
  HostPragma pragma(opened);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    std::string line = text.substr(at, end - at);
    if (is_marker(line) && is_own(line) != own) {
      own = !own;
      if (half == Half::host) pragma.set(own);
    }
    if (own && half == Half::host)
      pragma.add(line);
    else
      opened += own ? with_host(line) : line;
    at = end;
  }
  if (half == Half::host) pragma.finish();
  text = std::move(opened);
}

}  // namespace vgpu::vgpucc
