// Stands in for target/ where a build has none: says so instead of failing to load.
//
// SPDX-License-Identifier: MIT
#include "compiler/target/generate.h"

namespace vgpu::compiler {

__attribute__((weak)) CodeResult generate(const CodeRequest&) {
  CodeResult result;
  result.log = "error: this build has no code generator\n";
  return result;
}

}  // namespace vgpu::compiler
