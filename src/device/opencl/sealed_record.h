// Bytes in the kernel cache behind a checksum: a damaged file counts as none.
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/hash.h"

namespace vgpu::opencl_device {

void store_record(const Hash128& key, std::string_view bytes);

// What store_record() was given; nothing, and the file is deleted, if it is not that any more.
std::optional<std::string> find_record(const Hash128& key);

// For a record that somebody else refused.
void drop_record(const Hash128& key);

}  // namespace vgpu::opencl_device
