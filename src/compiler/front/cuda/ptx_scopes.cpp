// Registers of inline PTX whose scope one assembly opens and another one closes; see ptx_statement.h.
//
// asm("{ .reg.pred %p; setp.ne.u32 %p, %0, 0;" ...); asm("@%p mov.b32 %0, %1;" ...); asm("}"); They are variables of the
// function, which the optimiser makes registers of.
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "compiler/front/cuda/ptx_statement.h"

namespace vgpu::compiler {
namespace {

constexpr char kMark[] = "vgpu.ptx.register";  // on the variable, with the register's name

llvm::BasicBlock& entry_of(llvm::IRBuilder<>& builder) {
  return builder.GetInsertBlock()->getParent()->getEntryBlock();
}

llvm::StringRef name_of(const llvm::Instruction& place) {
  const llvm::MDNode* mark = place.getMetadata(kMark);
  return mark ? llvm::cast<llvm::MDString>(mark->getOperand(0))->getString() : llvm::StringRef();
}

llvm::AllocaInst* place_of(llvm::IRBuilder<>& builder, const std::string& name) {
  for (llvm::Instruction& place : entry_of(builder))
    if (name_of(place) == name) return llvm::cast<llvm::AllocaInst>(&place);
  return nullptr;
}

llvm::AllocaInst* make_place(llvm::IRBuilder<>& builder, const std::string& name, bool predicate) {
  llvm::BasicBlock& entry = entry_of(builder);
  llvm::IRBuilder<> first(&entry, entry.begin());
  llvm::Type* type = predicate ? first.getInt1Ty() : first.getInt64Ty();
  llvm::AllocaInst* place = first.CreateAlloca(type);
  llvm::LLVMContext& context = builder.getContext();
  place->setMetadata(kMark, llvm::MDNode::get(context, llvm::MDString::get(context, name)));
  first.CreateStore(llvm::Constant::getNullValue(type), place);
  return place;
}

}  // namespace

// `.reg.pred %p, %q`, `.reg .u32 x` and `.reg .b32 r<4>`: the names behind what may be a type.
std::vector<std::string> declared_registers(const PtxStatement& statement) {
  std::vector<std::string> names;
  if (!statement.name().empty()) return names;
  for (const std::string& operand : statement.operands) {
    const std::string name = operand.substr(operand.find_last_of(" \t\n") + 1);
    const auto bracket = name.find('<');
    const unsigned long count =
        bracket == std::string::npos ? 0 : std::strtoul(name.c_str() + bracket + 1, nullptr, 10);
    for (unsigned long i = 0; i < count; ++i)
      names.push_back(name.substr(0, bracket) + std::to_string(i));
    if (bracket == std::string::npos) names.push_back(name);
  }
  return names;
}

void PtxState::read_kept() {
  for (llvm::Instruction& place : entry_of(builder))
    if (const llvm::StringRef name = name_of(place); !name.empty())
      registers[name.str()] = kept[name.str()] =
          builder.CreateLoad(llvm::cast<llvm::AllocaInst>(place).getAllocatedType(), &place);
}

void PtxState::write_kept(const std::string& text) {
  if (std::count(text.begin(), text.end(), '{') > std::count(text.begin(), text.end(), '}'))
    for (const std::string& one : split_ptx(text))
      for (const std::string& name : declared_registers(read_ptx(one))) {
        if (place_of(builder, name) == nullptr)
          make_place(builder, name, one.find("pred") != std::string::npos);
        kept[name] = nullptr;
      }
  for (const auto& [name, before] : kept) {
    const auto now = registers.find(name);
    if (now == registers.end() || now->second == before) continue;
    llvm::AllocaInst* place = place_of(builder, name);
    builder.CreateStore(
        place->getAllocatedType()->isIntegerTy(1) ? predicate(name) : fit(now->second, 64), place);
  }
}

}  // namespace vgpu::compiler
