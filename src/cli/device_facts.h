// What is known of the devices, as JSON: shared by the verbs that show devices.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "cli/verb.h"

namespace vgpu::cli {

Json all_device_facts();

// "l2_cache           512 KiB": one fact for people.
std::string fact_text(const std::string& key, const Json& value);

}  // namespace vgpu::cli
