// Notes what only the syntax tree knows: names and types as the user wrote them.
//
// Called by source_module.cpp when clang has emitted the module and the tree still lives.
// SPDX-License-Identifier: MIT
#pragma once

#include "compiler/front/source_module.h"

namespace clang {
class ASTContext;
class CodeGenerator;
}  // namespace clang

namespace vgpu::compiler {

void take_notes(clang::CodeGenerator& generator, clang::ASTContext& context, SourceModule& result);

}  // namespace vgpu::compiler
