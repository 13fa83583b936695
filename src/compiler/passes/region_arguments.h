// The parameters of a region function, by position (see make_item).
// SPDX-License-Identifier: MIT
#pragma once

namespace vgpu::compiler {

enum RegionArgument : unsigned {
  kArgumentLaunch,
  kArgumentGroup,
  kArgumentLocal,
  kArgumentFrame,
  kArgumentX,
  kArgumentY,
  kArgumentZ,
  kRegionArguments,
};

}  // namespace vgpu::compiler
