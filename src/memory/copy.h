// Copies and fills at the memory's rate: large ones on several threads, past the caches where they are larger.
//
// Called by devices for memcpy and memset commands. Overlapping copies give the result of memmove.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace vgpu {

void copy_memory(void* target, const void* source, std::size_t bytes);

// `height` rows of `width` bytes; pitches are the distances of rows and at least `width`.
void copy_memory_2d(void* target, std::size_t target_pitch, const void* source,
                    std::size_t source_pitch, std::size_t width, std::size_t height);

// Repeats `pattern` (1 to 128 bytes long) over `bytes`; a last incomplete repetition is cut.
void fill_memory(void* target, const void* pattern, std::size_t pattern_size, std::size_t bytes);

void fill_memory_2d(void* target, std::size_t pitch, const void* pattern, std::size_t pattern_size,
                    std::size_t width, std::size_t height);

}  // namespace vgpu
