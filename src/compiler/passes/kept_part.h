// The part of the frame that groups keep for each other: who wants one, and where it lies.
// SPDX-License-Identifier: MIT
#pragma once

#include "compiler/kept_frame.h"
#include "compiler/passes/unit.h"

namespace vgpu::compiler {

// Metadata of atomics that may be made later (defer_atomics).
inline constexpr char kDeferredMark[] = "vgpu.deferred";

// A variable that stands for the panels' part of the frame until that is laid out (keep_panels): the integer of its
// address is the offset, its type has the size, an attribute KeptFrame::band.
inline constexpr char kPanelsName[] = "vgpu.panels";
inline constexpr char kBandAttribute[] = "band";

// Adds `size` bytes to the end of the frame and exports `kept`, completed by their offset, for the device. The result is
// the offset. Once a kernel, when the frame is laid out otherwise.
std::uint64_t keep_part(Unit& unit, std::uint64_t size, KeptFrame kept);

}  // namespace vgpu::compiler
