// Moves a module's program-scope variables out of its code, into an image of bytes; see variables.h.
// SPDX-License-Identifier: MIT
#include "compiler/front/variables.h"

#include "compiler/front/number_functions.h"
#include "compiler/front/source_place.h"
#include "compiler/function_numbers.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

namespace vgpu::compiler {
namespace {

constexpr unsigned kLocalSpace = 3;
constexpr std::uint64_t kMaxImageBytes = std::uint64_t{1} << 30;

// Writes initialisers into the image. Anything that is not bytes or an address is an error.
class ImageWriter {
 public:
  ImageWriter(const llvm::DataLayout& layout, ModuleInfo& info) : layout_(layout), info_(info) {}

  std::string error;

  void write(const llvm::Constant& value, std::uint64_t at) {
    if (value.isNullValue() || llvm::isa<llvm::UndefValue>(value))
      return;  // the image starts as zeros
    if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(&value)) {
      write_bits(number->getValue(), layout_.getTypeStoreSize(value.getType()), at);
    } else if (const auto* real = llvm::dyn_cast<llvm::ConstantFP>(&value)) {
      write_bits(real->getValueAPF().bitcastToAPInt(), layout_.getTypeStoreSize(value.getType()),
                 at);
    } else if (value.getType()->isPointerTy()) {
      write_pointer(value, at);
    } else if (const auto* type = llvm::dyn_cast<llvm::StructType>(value.getType())) {
      const llvm::StructLayout& fields =
          *layout_.getStructLayout(const_cast<llvm::StructType*>(type));
      for (unsigned i = 0; i < type->getNumElements(); ++i)
        write(*value.getAggregateElement(i), at + fields.getElementOffset(i));
    } else {
      write_elements(value, at);
    }
  }

 private:
  void write_elements(const llvm::Constant& value, std::uint64_t at) {
    llvm::Type* element = nullptr;
    std::uint64_t count = 0;
    if (auto* array = llvm::dyn_cast<llvm::ArrayType>(value.getType())) {
      element = array->getElementType(), count = array->getNumElements();
    } else if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(value.getType())) {
      element = vector->getElementType(), count = vector->getNumElements();
    }
    if (!element) return refuse();
    const std::uint64_t step = layout_.getTypeAllocSize(element);
    for (std::uint64_t i = 0; i < count; ++i) {
      const llvm::Constant* part = value.getAggregateElement(static_cast<unsigned>(i));
      if (!part) return refuse();
      write(*part, at + i * step);
    }
  }

  void write_bits(const llvm::APInt& bits, std::uint64_t bytes, std::uint64_t at) {
    for (std::uint64_t i = 0; i < bytes && i * 8 < bits.getBitWidth(); ++i) {
      const unsigned width = std::min<unsigned>(8, bits.getBitWidth() - unsigned(i) * 8);
      info_.image[at + i] = static_cast<char>(bits.extractBitsAsZExtValue(width, unsigned(i) * 8));
    }
  }

  void write_pointer(const llvm::Constant& value, std::uint64_t at) {
    llvm::APInt offset(64, 0);
    const llvm::Value* base =
        value.stripAndAccumulateConstantOffsets(layout_, offset, /*AllowNonInbounds=*/true);
    while (const auto* cast = llvm::dyn_cast<llvm::AddrSpaceCastOperator>(base))
      base = cast->getOperand(0)->stripAndAccumulateConstantOffsets(layout_, offset, true);
    if (const auto* function = llvm::dyn_cast<llvm::Function>(base))
      return write_function(*function, at);
    const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(base);
    if (!global || global->getAddressSpace() == kLocalSpace) return refuse();
    info_.relocations.push_back({at, global->getName().str(), offset.getSExtValue()});
  }

  void write_function(const llvm::Function& function, std::uint64_t at) {
    const std::optional<std::uint64_t> number = function_number(function);
    if (!number) return refuse();
    info_.relocations.push_back(
        {at, kFunctionTable, static_cast<std::int64_t>(*number * kFunctionStep)});
  }

  void refuse() { error = "an initialiser is not a constant of the device"; }

  const llvm::DataLayout& layout_;
  ModuleInfo& info_;
};

// Code of every kernel may have its own copy of what neither kernels nor the host can write.
bool stays_in_code(const llvm::GlobalVariable& variable) {
  return variable.isConstant() && !variable.isExternallyInitialized();
}

void keep_in_code(llvm::GlobalVariable& variable) {
  variable.setConstant(true);
  variable.setExternallyInitialized(false);
  if (!variable.hasLocalLinkage()) variable.setLinkage(llvm::GlobalValue::InternalLinkage);
}

// Constants stay in code unless an image's relocation names them: then they need an address that all share.
void collect_pointed_constants(const llvm::Constant& value,
                               llvm::SmallVectorImpl<llvm::GlobalVariable*>& out) {
  for (const llvm::Use& use : value.operands()) {
    if (auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(use.get()))
      out.push_back(variable);
    else if (!llvm::isa<llvm::GlobalValue>(use.get()))
      collect_pointed_constants(*llvm::cast<llvm::Constant>(use.get()), out);
  }
}

std::vector<llvm::GlobalVariable*> choose_variables(llvm::Module& module) {
  std::vector<llvm::GlobalVariable*> chosen;
  llvm::DenseSet<llvm::GlobalVariable*> known;
  for (llvm::GlobalVariable& variable : module.globals())
    if (variable.getAddressSpace() != kLocalSpace && variable.hasInitializer() &&
        !stays_in_code(variable) && known.insert(&variable).second)
      chosen.push_back(&variable);
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    llvm::SmallVector<llvm::GlobalVariable*, 4> pointed;
    collect_pointed_constants(*chosen[i]->getInitializer(), pointed);
    if (auto* direct = llvm::dyn_cast<llvm::GlobalVariable>(chosen[i]->getInitializer()))
      pointed.push_back(direct);
    for (llvm::GlobalVariable* variable : pointed)
      if (variable->hasInitializer() && known.insert(variable).second) chosen.push_back(variable);
  }
  return chosen;
}

// Lists of clang (llvm.used and its kin, what the host uses of linked files) have no meaning here.
void drop_lists(llvm::Module& module) {
  for (const char* name : {"llvm.used", "llvm.compiler.used", "llvm.global.annotations"})
    if (llvm::GlobalVariable* list = module.getNamedGlobal(name)) list->eraseFromParent();
  for (llvm::GlobalVariable& variable : llvm::make_early_inc_range(module.globals())) {
    if (!variable.getName().starts_with("__clang_gpu_used_external")) continue;
    variable.removeDeadConstantUsers();
    if (variable.use_empty()) variable.eraseFromParent();
  }
}

std::string check_definitions(llvm::Module& module) {
  for (llvm::GlobalVariable& variable : module.globals()) {
    variable.removeDeadConstantUsers();
    if (variable.getName() == "llvm.global_ctors")
      return "error: a program-scope variable needs code to be initialised\n";
    if (variable.isDeclaration() && !variable.use_empty())
      return place_of_use(variable) + "error: undefined variable '" +
             llvm::demangle(variable.getName()) + "'\n";
  }
  return {};
}

VariableInfo describe(const SourceModule& source, llvm::GlobalVariable& variable,
                      ModuleInfo& info) {
  const llvm::DataLayout& layout = source.module->getDataLayout();
  if (!variable.hasName()) variable.setName("vgpu.constant");
  if (variable.hasPrivateLinkage()) variable.setName("vgpu.constant." + variable.getName());
  VariableInfo result;
  result.symbol = variable.getName().str();
  const auto note = source.variables.find(result.symbol);
  result.name = note == source.variables.end() ? result.symbol : note->second.name;
  result.managed = note != source.variables.end() && note->second.managed;
  result.size = layout.getTypeAllocSize(variable.getValueType());
  result.align = static_cast<std::uint32_t>(layout.getPreferredAlign(&variable).value());
  result.constant = variable.isConstant() || variable.getAddressSpace() == 4;
  result.offset = llvm::alignTo(info.image.size(), result.align);
  return result;
}

}  // namespace

std::string extract_variables(SourceModule& source, ModuleInfo& info) {
  llvm::Module& module = *source.module;
  drop_lists(module);
  number_functions(module);
  if (std::string error = check_definitions(module); !error.empty()) return error;
  const auto chosen = choose_variables(module);
  for (llvm::GlobalVariable* variable : chosen) {
    VariableInfo entry = describe(source, *variable, info);
    if (entry.offset + entry.size > kMaxImageBytes)
      return "error: program-scope variables are too large\n";
    info.image.resize(entry.offset + entry.size);
    info.variables.push_back(std::move(entry));
  }
  ImageWriter writer(module.getDataLayout(), info);
  for (std::size_t i = 0; i < chosen.size(); ++i)
    writer.write(*chosen[i]->getInitializer(), info.variables[i].offset);
  if (!writer.error.empty()) return "error: " + writer.error + "\n";
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    chosen[i]->setInitializer(nullptr);
    chosen[i]->setLinkage(llvm::GlobalValue::ExternalLinkage);
    chosen[i]->setVisibility(llvm::GlobalValue::DefaultVisibility);
    chosen[i]->setExternallyInitialized(false);
    chosen[i]->setConstant(info.variables[i].constant);
    chosen[i]->setDSOLocal(false);
  }
  for (llvm::GlobalVariable& variable : module.globals())
    if (variable.hasInitializer() && variable.getAddressSpace() == kLocalSpace) {
      variable.setInitializer(llvm::UndefValue::get(variable.getValueType()));
      variable.setLinkage(llvm::GlobalValue::InternalLinkage);
    } else if (variable.hasInitializer()) {
      keep_in_code(variable);
    }
  return {};
}

}  // namespace vgpu::compiler
