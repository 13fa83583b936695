// Notes what only the syntax tree knows: names and types as the user wrote them; see source_notes.h.
// SPDX-License-Identifier: MIT
#include "compiler/front/source_notes.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/PrettyPrinter.h"
#include "clang/CodeGen/ModuleBuilder.h"

namespace vgpu::compiler {
namespace {

std::string full_name(const clang::NamedDecl& declaration, const clang::PrintingPolicy& policy) {
  std::string name;
  llvm::raw_string_ostream stream(name);
  declaration.getNameForDiagnostic(stream, policy, /*Qualified=*/true);
  return name;
}

// As clGetKernelArgInfo wants it: no address space, no blank before the star, no qualifiers of the pointee, unsigned types
// by OpenCL's short names.
std::string type_name(clang::QualType type, const clang::PrintingPolicy& policy, bool short_names) {
  std::string stars;
  while (type->isPointerType() && !type->isFunctionPointerType()) {
    stars += '*';
    type = type->getPointeeType();
  }
  std::string name = type.getUnqualifiedType().getAsString(policy);
  if (short_names && llvm::StringRef(name).starts_with("unsigned ")) name = "u" + name.substr(9);
  return name + stars;
}

std::uint32_t qualifier_flags(clang::QualType type) {
  if (!type->isPointerType()) return 0;
  const clang::QualType pointee = type->getPointeeType();
  return (pointee.isConstQualified() ? kArgumentConst : 0u) |
         (type.isRestrictQualified() ? kArgumentRestrict : 0u) |
         (pointee.isVolatileQualified() ? kArgumentVolatile : 0u);
}

KernelNote kernel_note(const clang::FunctionDecl& function, const clang::ASTContext& context,
                       const clang::PrintingPolicy& policy) {
  KernelNote note;
  note.name = full_name(function, policy);
  for (const clang::ParmVarDecl* parameter : function.parameters())
    note.parameters.push_back(
        {parameter->getNameAsString(),
         type_name(parameter->getType(), policy, context.getLangOpts().OpenCL),
         qualifier_flags(parameter->getType())});
  if (const auto* bounds = function.getAttr<clang::CUDALaunchBoundsAttr>()) {
    if (auto value = bounds->getMaxThreads()->getIntegerConstantExpr(context))
      note.max_local_items = static_cast<std::uint32_t>(value->getLimitedValue(1024));
  }
  return note;
}

bool is_kernel(const clang::FunctionDecl& function) {
  return function.hasAttr<clang::CUDAGlobalAttr>() || function.hasAttr<clang::OpenCLKernelAttr>();
}

// The CUDA headers mark __managed__ variables by an annotation.
bool is_managed(const clang::VarDecl& variable) {
  for (const auto* mark : variable.specific_attrs<clang::AnnotateAttr>())
    if (mark->getAnnotation() == "vgpu.managed") return true;
  return false;
}

}  // namespace

void take_notes(clang::CodeGenerator& generator, clang::ASTContext& context, SourceModule& result) {
  llvm::Module* module = generator.GetModule();
  if (!module) return;
  clang::PrintingPolicy policy = context.getPrintingPolicy();
  policy.SuppressTagKeyword = true;
  policy.SuppressUnwrittenScope = true;
  for (const llvm::Function& function : *module) {
    if (function.isDeclaration()) continue;
    const clang::Decl* found = generator.GetDeclForMangledName(function.getName());
    const auto* declaration = llvm::dyn_cast_or_null<clang::FunctionDecl>(found);
    if (declaration && is_kernel(*declaration))
      result.kernels[function.getName().str()] = kernel_note(*declaration, context, policy);
  }
  for (const llvm::GlobalVariable& variable : module->globals()) {
    const clang::Decl* found = generator.GetDeclForMangledName(variable.getName());
    if (const auto* declaration = llvm::dyn_cast_or_null<clang::VarDecl>(found))
      result.variables[variable.getName().str()] = {full_name(*declaration, policy),
                                                    is_managed(*declaration)};
  }
}

}  // namespace vgpu::compiler
