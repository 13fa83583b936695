// The host half of a CUDA program as LLVM IR: launches are read from it, device code is put into it.
//
// The entry that program_plugin.h describes. SPDX-License-Identifier: MIT
#include <deque>
#include <map>

#include "compiler/front/guard.h"
#include "compiler/kernel_abi.h"
#include "compiler/program_plugin.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

namespace vgpu::compiler {
namespace {

constexpr char kConfigure[] = "__cudaPushCallConfiguration";
constexpr char kRegister[] = "__cudaRegisterFunction";
// Relocatable code calls a function that the device link makes, one a file; clang numbers it by the file's name, which
// two files of a program may share.
constexpr char kRegisterLinked[] = "__cudaRegisterLinkedBinary";
constexpr char kLinkedWrapper[] = "__fatbinwrap";
constexpr char kWrapper[] = "__cuda_fatbin_wrapper";
constexpr unsigned kMaxBlocks = 64;  // how far a launch may stand behind its configuration

using Stubs = std::map<const llvm::Value*, std::string>;  // host stub to device symbol

std::string text_of(const llvm::Value* value) {
  const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(value->stripPointerCasts());
  if (!global || !global->hasInitializer()) return {};
  const auto* text = llvm::dyn_cast<llvm::ConstantDataArray>(global->getInitializer());
  return text && text->isCString() ? text->getAsCString().str() : std::string();
}

Stubs find_stubs(const llvm::Module& module) {
  Stubs stubs;
  const llvm::Function* registers = module.getFunction(kRegister);
  if (!registers) return stubs;
  for (const llvm::User* user : registers->users())
    if (const auto* call = llvm::dyn_cast<llvm::CallInst>(user); call && call->arg_size() > 3)
      stubs[call->getArgOperand(1)->stripPointerCasts()] = text_of(call->getArgOperand(3));
  return stubs;
}

// The stub that an instruction calls, or launches when the stub was inlined.
const std::string* launched_kernel(const llvm::Instruction& instruction, const Stubs& stubs) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (!call) return nullptr;
  auto found = stubs.find(call->getCalledOperand()->stripPointerCasts());
  if (found == stubs.end() && call->arg_size() > 0)
    found = stubs.find(call->getArgOperand(0)->stripPointerCasts());
  return found == stubs.end() ? nullptr : &found->second;
}

// The nearest launch behind a configuration.
std::string kernel_behind(const llvm::CallBase& configuration, const Stubs& stubs) {
  std::deque<const llvm::BasicBlock*> blocks{configuration.getParent()};
  llvm::DenseSet<const llvm::BasicBlock*> seen;
  while (!blocks.empty() && seen.size() < kMaxBlocks) {
    const llvm::BasicBlock* block = blocks.front();
    blocks.pop_front();
    if (!seen.insert(block).second) continue;
    bool behind = block != configuration.getParent();
    for (const llvm::Instruction& instruction : *block) {
      if (behind)
        if (const std::string* kernel = launched_kernel(instruction, stubs)) return *kernel;
      behind |= &instruction == &configuration;
    }
    for (const llvm::BasicBlock* next : llvm::successors(block)) blocks.push_back(next);
  }
  return {};
}

// dim3 travels in two registers: x and y in the first, z in the second.
std::array<std::uint32_t, 3> block_size(const llvm::CallBase& configuration) {
  if (configuration.arg_size() < 4) return {};
  const auto* xy = llvm::dyn_cast<llvm::ConstantInt>(configuration.getArgOperand(2));
  const auto* z = llvm::dyn_cast<llvm::ConstantInt>(configuration.getArgOperand(3));
  if (!xy || !z) return {};
  const std::uint64_t both = xy->getZExtValue();
  return {static_cast<std::uint32_t>(both), static_cast<std::uint32_t>(both >> 32),
          static_cast<std::uint32_t>(z->getZExtValue())};
}

std::unique_ptr<llvm::Module> parse(llvm::LLVMContext& context, const std::string& bitcode,
                                    HostModule& result) {
  auto read = llvm::parseBitcodeFile(llvm::MemoryBufferRef(bitcode, "host code"), context);
  if (read) return std::move(*read);
  result.log = "error: " + llvm::toString(read.takeError()) + "\n";
  return nullptr;
}

void read_launches(const std::string& bitcode, HostModule& result) {
  llvm::LLVMContext context;
  const auto module = parse(context, bitcode, result);
  if (!module) return;
  const Stubs stubs = find_stubs(*module);
  if (const llvm::Function* configures = module->getFunction(kConfigure))
    for (const llvm::User* user : configures->users())
      if (const auto* call = llvm::dyn_cast<llvm::CallBase>(user))
        if (std::string kernel = kernel_behind(*call, stubs); !kernel.empty())
          result.launches.push_back({std::move(kernel), block_size(*call)});
  result.ok = true;
}

void name_for_the_device_link(llvm::Module& module, const std::string& link_name) {
  for (llvm::Function& function : module) {
    if (!function.getName().starts_with(kRegisterLinked)) continue;
    function.setName(kRegisterLinked + link_name);
    function.setVisibility(llvm::GlobalValue::HiddenVisibility);
  }
  for (llvm::GlobalAlias& alias : module.aliases())
    if (alias.getName().starts_with(kLinkedWrapper))
      alias.setLinkage(llvm::GlobalValue::InternalLinkage);
}

void embed_code(const std::string& bitcode, const std::string& code, const std::string& link_name,
                HostModule& result) {
  llvm::LLVMContext context;
  const auto module = parse(context, bitcode, result);
  if (!module) return;
  llvm::GlobalVariable* wrapper = module->getNamedGlobal(kWrapper);
  if (wrapper) {
    auto* parts = llvm::cast<llvm::ConstantStruct>(wrapper->getInitializer());
    auto* old = llvm::cast<llvm::GlobalVariable>(parts->getOperand(2)->stripPointerCasts());
    auto* bytes = llvm::ConstantDataArray::getString(context, code, /*AddNull=*/false);
    auto* place = new llvm::GlobalVariable(*module, bytes->getType(), true,
                                           llvm::GlobalValue::InternalLinkage, bytes, "vgpu.code");
    place->setSection(old->getSection());
    place->setAlignment(llvm::Align(16));
    old->replaceAllUsesWith(place);
    old->eraseFromParent();
  }
  name_for_the_device_link(*module, link_name);
  llvm::raw_string_ostream stream(result.bitcode);
  llvm::WriteBitcodeToFile(*module, stream);
  result.ok = true;
}

HostModule guarded_read(const std::string& bitcode) {
  HostModule result;
  const std::string death = run_guarded([&] { read_launches(bitcode, result); });
  if (!death.empty()) result = {false, death + "\n", {}, {}};
  return result;
}

HostModule guarded_embed(const std::string& bitcode, const std::string& code,
                         const std::string& link_name) {
  HostModule result;
  const std::string death = run_guarded([&] { embed_code(bitcode, code, link_name, result); });
  if (!death.empty()) result = {false, death + "\n", {}, {}};
  return result;
}

}  // namespace
}  // namespace vgpu::compiler

extern "C" __attribute__((visibility("default"))) const vgpu::compiler::ProgramPlugin*
vgpu_compiler_program_plugin() {
  using namespace vgpu::compiler;
  static constexpr ProgramPlugin plugin{kAbiVersion, guarded_read, guarded_embed};
  return &plugin;
}
