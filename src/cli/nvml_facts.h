// What NVML of this installation tells of the GPUs that CUDA programs see.
//
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "cli/verb.h"

namespace vgpu::cli {

// {"driver_version", "cuda_version", "gpus": [{field: {"value", "unit"}}]}. Fields have the names by which nvidia-smi is
// asked for them; a value that there is none of is null.
Json nvml_facts();

// The name under which the facts have a field, which has others; null if there is no such field.
const std::string* nvml_field(const std::string& name);

}  // namespace vgpu::cli
