// AMX's eight tile registers for as long as a block of work needs them, each 16 rows of 64 bytes.
//
// Released at its end, so that a thread of the pool never carries them into other work. Included by kernel files only (see
// simd.h). SPDX-License-Identifier: MIT
#pragma once

#include <immintrin.h>

#include <cstdint>

namespace vgpu::engine::VG_SIMD {
namespace {

class TileRegisters {
 public:
  TileRegisters() {
    struct alignas(64) {
      std::uint8_t palette = 1, start_row = 0, reserved[14] = {};
      std::uint16_t row_bytes[16] = {64, 64, 64, 64, 64, 64, 64, 64};
      std::uint8_t rows[16] = {16, 16, 16, 16, 16, 16, 16, 16};
    } config;
    _tile_loadconfig(&config);
  }
  ~TileRegisters() { _tile_release(); }
  TileRegisters(const TileRegisters&) = delete;
  TileRegisters& operator=(const TileRegisters&) = delete;
};

}  // namespace
}  // namespace vgpu::engine::VG_SIMD
