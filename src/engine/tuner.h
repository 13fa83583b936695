// What `vgpu tune` found best on this machine, kept in ~/.vgpu_tuner.json.
//
// The file says for which CPU, instruction set and version of vGPU it was made; a foreign or damaged one is ignored, with a
// warning in the log. Engines ask for their sizes once and use their own defaults where there is nothing.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace vgpu::engine {

using TunedSizes = std::map<std::string, std::int64_t>;  // {"kc": 256, "mc": 672, ...}

// Sizes for "gemm.f32" and the like from the user's file, which is read once.
std::optional<TunedSizes> tuned_sizes(const std::string& what);

std::string tuner_path();  // empty where there is no home folder

// All entries of a file; nothing if it is missing, foreign or damaged.
std::map<std::string, TunedSizes> read_tuner_file(const std::string& path);

// Writes the file for this machine. Error(FileSystem).
void write_tuner_file(const std::string& path, const std::map<std::string, TunedSizes>& entries);

}  // namespace vgpu::engine
