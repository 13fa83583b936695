// The functions of vgpu/c/profile.h.
// SPDX-License-Identifier: MIT
#include "runtime/profile.h"

#include <vgpu/c/profile.h>

#include <algorithm>
#include <cstdio>

#include "api/c/entry.h"
#include "base/config.h"
#include "base/log.h"
#include "runtime/trace.h"

#define VG_TEXT_OF(value) #value
#define VG_TEXT(value) VG_TEXT_OF(value)

using namespace vgpu;
using namespace vgpu::api;

vgpuError_t vgpuRuntimeGetVersion(int* version) {
  return entry(__func__, [&] {
    require(version, "version");
    *version = VGPU_VERSION;
  });
}

vgpuError_t vgpuGetOption(const char* name, char* text, size_t size) {
  return entry(__func__, [&] {
    require(name, "name");
    require(text, "text");
    if (size == 0) fail(ErrorCode::InvalidValue, "size: is 0");
    for (const OptionInfo& option : config_report().options) {
      if (option.name != name) continue;
      std::snprintf(text, size, "%s", option.value.c_str());
      return;
    }
    fail(ErrorCode::InvalidValue, "name: there is no option \"{}\"", name);
  });
}

const char* vgpuGetVersionString() {
  return VG_TEXT(VGPU_VERSION_MAJOR) "." VG_TEXT(VGPU_VERSION_MINOR) "." VG_TEXT(
      VGPU_VERSION_PATCH);
}

vgpuError_t vgpuProfilerStart() {
  return entry(__func__, [] { Profile::shared().start(Profile::kProfiler); });
}

vgpuError_t vgpuProfilerStop() {
  return entry(__func__, [] { Profile::shared().stop(Profile::kProfiler); });
}

vgpuError_t vgpuProfilerGetRecords(vgpuProfileRecord* records, size_t* count) {
  return entry(__func__, [&] {
    require(count, "count");
    const std::vector<vgpuProfileRecord> all = Profile::shared().records();
    std::copy_n(all.begin(), fit_count(count, records != nullptr, all.size()), records);
  });
}

vgpuError_t vgpuTraceStart(const char* path) {
  return entry(__func__, [&] {
    require(path, "path");
    Context::shared();  // whose end writes a trace that nobody has stopped
    Trace::shared().start(path);
  });
}

vgpuError_t vgpuTraceStop() {
  return entry(__func__, [] { Trace::shared().stop(); });
}

vgpuError_t vgpuSetLogCallback(vgpuLogCallback_t callback, void* user_data) {
  return entry(__func__, [&] { set_log_callback(callback, user_data); });
}
