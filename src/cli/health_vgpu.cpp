// Checks of vGPU itself: devices, compiler, the short tests.
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "cli/basic_tests.h"
#include "cli/call.h"
#include "cli/health.h"
#include "cli/host_facts.h"

namespace vgpu::cli {

Finding check_devices() {
  int count = 0;
  call(vgpuGetDeviceCount(&count));
  std::string names;
  for (int id = 0; id < count; ++id) {
    vgpuDeviceProp prop = {};
    call(vgpuGetDeviceProperties(&prop, id));
    names += fmt::format("{}{}", names.empty() ? "" : ", ", prop.name);
  }
  if (count == 0) return {Health::problem, "there is no device", "unset VGPU_DEVICES"};
  return {Health::ok, names, ""};
}

Finding check_compiler() {
  const std::string library = compiler_library();
  if (!library.empty()) return {Health::ok, library, ""};
  return {Health::problem, "libvgpu_compiler.so was not found: only native kernels can run",
          "install it beside libvgpu.so, or set VGPU_COMPILER to its path"};
}

Finding check_basic_tests() {
  const bool compiler = !compiler_library().empty();
  int passed = 0;
  for (const BasicTest& test : basic_tests()) {
    if (test.needs_compiler && !compiler) continue;
    const BasicResult result = run_basic_test(test);
    if (!result.passed) {
      return {Health::problem, result.name + ": " + result.text,
              "`vgpu test-basic` runs all of them; VGPU_DEBUG=3 shows what happens"};
    }
    ++passed;
  }
  return {Health::ok, fmt::format("{} passed", passed), ""};
}

}  // namespace vgpu::cli
