// Describes a module's kernels: arguments, attributes, what they use; see kernel_info.h.
// SPDX-License-Identifier: MIT
#include "compiler/front/kernel_info.h"

#include "compiler/front/reach.h"
#include "compiler/front/retarget.h"
#include "compiler/passes/argument_layout.h"
#include "llvm/IR/Constants.h"

namespace vgpu::compiler {
namespace {

constexpr unsigned kLocalSpace = 3;
constexpr unsigned kOpenClConstantSpace = 2;

std::string metadata_text(const llvm::Function& kernel, const char* kind, unsigned index) {
  const llvm::MDNode* node = kernel.getMetadata(kind);
  if (!node || index >= node->getNumOperands()) return {};
  const auto* text = llvm::dyn_cast<llvm::MDString>(node->getOperand(index));
  return text ? text->getString().str() : std::string();
}

std::uint32_t metadata_number(const llvm::MDNode& node, unsigned index) {
  if (index >= node.getNumOperands()) return 0;
  const auto* value = llvm::mdconst::dyn_extract<llvm::ConstantInt>(node.getOperand(index));
  return value ? static_cast<std::uint32_t>(value->getZExtValue()) : 0;
}

std::array<std::uint32_t, 3> metadata_size(const llvm::Function& kernel, const char* kind) {
  const llvm::MDNode* node = kernel.getMetadata(kind);
  if (!node) return {};
  return {metadata_number(*node, 0), metadata_number(*node, 1), metadata_number(*node, 2)};
}

ArgumentKind argument_kind(const llvm::Argument& argument, const std::string& base_type) {
  if (base_type.starts_with("image")) return ArgumentKind::image;
  if (base_type == "sampler_t") return ArgumentKind::sampler;
  if (!argument.getType()->isPointerTy() || argument.hasByValAttr()) return ArgumentKind::value;
  const unsigned space = argument.getType()->getPointerAddressSpace();
  if (space == kLocalSpace) return ArgumentKind::local;
  return space == kOpenClConstantSpace ? ArgumentKind::constant : ArgumentKind::global;
}

void describe_arguments(const llvm::Function& kernel, const KernelNote& note, KernelInfo& info) {
  const ArgumentLayout layout = argument_layout(kernel);
  info.argument_bytes = layout.bytes;
  for (const llvm::Argument& argument : kernel.args()) {
    const unsigned index = argument.getArgNo();
    KernelArgument result;
    if (index < note.parameters.size()) {
      result.name = note.parameters[index].name;
      result.type_name = note.parameters[index].type_name;
      result.flags = note.parameters[index].flags;
    }
    result.kind = argument_kind(argument, metadata_text(kernel, "kernel_arg_base_type", index));
    if (result.kind == ArgumentKind::constant) result.flags |= kArgumentConst;
    const std::string access = metadata_text(kernel, "kernel_arg_access_qual", index);
    if (access == "read_only") result.flags |= kArgumentReadOnly;
    if (access == "write_only") result.flags |= kArgumentWriteOnly;
    result.size = layout.slots[index].size;
    result.align = layout.slots[index].align;
    result.offset = layout.slots[index].offset;
    info.arguments.push_back(std::move(result));
  }
}

// "reqd_work_group_size(8,8,1)" and so on, as CL_KERNEL_ATTRIBUTES wants it: what stands inside __attribute__(()).
std::string attribute_text(const KernelInfo& info) {
  std::string text;
  const auto add = [&](const char* name, const std::array<std::uint32_t, 3>& size) {
    if (!size[0]) return;
    if (!text.empty()) text += ' ';
    text += std::string(name) + "(" + std::to_string(size[0]) + "," + std::to_string(size[1]) +
            "," + std::to_string(size[2]) + ")";
  };
  add("reqd_work_group_size", info.required_local_size);
  add("work_group_size_hint", info.local_size_hint);
  if (!info.vector_type_hint.empty()) {
    if (!text.empty()) text += ' ';
    text += "vec_type_hint(" + info.vector_type_hint + ")";
  }
  return text;
}

std::string hint_name(const llvm::Function& kernel) {
  const llvm::MDNode* node = kernel.getMetadata("vec_type_hint");
  if (!node || node->getNumOperands() < 2) return {};
  const auto* value = llvm::dyn_cast<llvm::ValueAsMetadata>(node->getOperand(0));
  if (!value) return {};
  llvm::Type* type = value->getType();
  const bool is_signed = metadata_number(*node, 1) != 0;
  std::string count;
  if (const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
    count = std::to_string(vector->getNumElements());
    type = vector->getElementType();
  }
  if (type->isHalfTy()) return "half" + count;
  if (type->isFloatTy()) return "float" + count;
  if (type->isDoubleTy()) return "double" + count;
  const unsigned bits = type->isIntegerTy() ? type->getIntegerBitWidth() : 32;
  const char* name = bits == 8 ? "char" : bits == 16 ? "short" : bits == 64 ? "long" : "int";
  return (is_signed ? "" : "u") + std::string(name) + count;
}

std::uint32_t local_bytes(const Reached& reached, const llvm::DataLayout& layout) {
  std::uint64_t bytes = 0;
  for (const llvm::GlobalValue* value : reached) {
    const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(value);
    if (!variable || variable->getAddressSpace() != kLocalSpace) continue;
    bytes = llvm::alignTo(bytes, layout.getPreferredAlign(variable));
    bytes += layout.getTypeAllocSize(variable->getValueType());
  }
  return static_cast<std::uint32_t>(bytes);
}

void describe_use(const llvm::Function& kernel, KernelInfo& info) {
  Reached reached;
  add_reached(kernel, reached);
  const llvm::Module& module = *kernel.getParent();
  const auto calls = [&](const char* name) {
    const llvm::Function* function = module.getFunction(name);
    return function && reached.contains(function);
  };
  info.static_local_bytes = local_bytes(reached, module.getDataLayout());
  info.uses_barrier = calls("__vg_barrier");
  info.uses_grid_barrier = calls("__vg_grid_barrier");
  for (const char* name :
       {"__vg_ballot", "__vg_active_mask", "__vg_shuffle32", "__vg_shuffle64", "__vg_warp_barrier"})
    info.uses_warp |= calls(name);
}

}  // namespace

void describe_kernels(const SourceModule& source, ModuleInfo& info) {
  static const KernelNote kNoNote;
  for (const llvm::Function& function : *source.module) {
    if (function.isDeclaration() || !function.hasFnAttribute(kKernelAttribute)) continue;
    const auto note = source.kernels.find(function.getName().str());
    const KernelNote& kernel_note = note == source.kernels.end() ? kNoNote : note->second;
    KernelInfo kernel;
    kernel.symbol = function.getName().str();
    kernel.name = kernel_note.name.empty() ? kernel.symbol : kernel_note.name;
    if (kernel_note.max_local_items) kernel.max_local_items = kernel_note.max_local_items;
    kernel.required_local_size = metadata_size(function, "reqd_work_group_size");
    kernel.local_size_hint = metadata_size(function, "work_group_size_hint");
    kernel.vector_type_hint = hint_name(function);
    kernel.attributes = attribute_text(kernel);
    describe_arguments(function, kernel_note, kernel);
    describe_use(function, kernel);
    info.kernels.push_back(std::move(kernel));
  }
}

}  // namespace vgpu::compiler
