// What `vgpu healthcheck` looks at: one function a check, one row in its list.
//
// A finding is ok, a note (works, but something is worth knowing) or a problem (healthcheck fails), with what
// to do about it.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace vgpu::cli {

enum class Health { ok, note, problem };

struct Finding {
  Health health = Health::ok;
  std::string text;
  std::string fix;  // a command or a sentence; empty when there is nothing to do
};

// Machine.
Finding check_processor();
Finding check_memory();
Finding check_huge_pages();
Finding check_cpu_limit();
// Settings.
Finding check_options();
Finding check_cache_folder();
Finding check_trace_file();
// vGPU itself.
Finding check_devices();
Finding check_compiler();
Finding check_basic_tests();

}  // namespace vgpu::cli
