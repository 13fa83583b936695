// The page that trace_html.cpp fills with spans.
// SPDX-License-Identifier: MIT
#pragma once

namespace vgpu::sim {

extern const char* const kTracePage;

}  // namespace vgpu::sim
