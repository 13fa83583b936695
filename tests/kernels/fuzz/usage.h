// What a random program mentions.
// SPDX-License-Identifier: MIT
#pragma once

#include "kernels/fuzz/program.h"

namespace vgpu::test {

// The rest is neither declared nor part of the results, since it would only cost time.
struct Usage {
  bool variables[kVariables] = {};
  bool floats[kFloats] = {};
  bool array = false;
  bool pairs = false;
  bool fields = false;
  bool vectors[kVectors] = {};
  bool table = false;
};
Usage usage_of(const Program& program);

}  // namespace vgpu::test
