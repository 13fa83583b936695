// Labels, branches and exits of inline PTX, and instructions under a guard that must not run without it: basic blocks;
// see ptx_statement.h.
//
// "{ .reg .pred p; AGAIN: ld.acquire.gpu.u32 %0, [%1]; setp.eq.u32 p, %0, 0; @p bra AGAIN; }". Between blocks registers
// are variables of the function, which the optimiser makes registers of.
// SPDX-License-Identifier: MIT
#include "compiler/front/cuda/ptx_statement.h"

namespace vgpu::compiler {
namespace {

// Threads wait for each other in these, or look at each other's values: no thread may take part that is not asked to.
constexpr std::string_view kNotAlone =
    " bar barrier shfl vote redux match elect trap exit bra mma ldmatrix stmatrix movmatrix "
    "activemask nanosleep call ";

struct Line {
  std::string text;   // as written
  std::string guard;  // "p" of @p and @!p
  bool negated = false;
  std::string rest;  // without the guard

  std::string name() const { return rest.substr(0, rest.find_first_of(" \t\n.")); }
  bool is_label() const { return rest.ends_with(':'); }
  std::string label() const { return rest.substr(0, rest.find_first_of(" \t\n:")); }
  bool is_branch() const { return name() == "bra"; }
  bool is_exit() const { return name() == "exit"; }
  std::string target() const {
    const auto blank = rest.find_last_of(" \t\n");
    return blank == std::string::npos ? std::string() : rest.substr(blank + 1);
  }
  bool needs_blocks() const {
    const bool alone = kNotAlone.find(" " + name() + " ") == std::string_view::npos;
    return is_label() || is_branch() || is_exit() || (!guard.empty() && !alone);
  }
};

Line read_line(const std::string& text) {
  Line line{text, {}, false, text};
  const auto blank = text.find_first_of(" \t\n");
  if (text[0] != '@' || blank == std::string::npos) return line;
  line.negated = text[1] == '!';
  line.guard = text.substr(line.negated ? 2 : 1, blank - (line.negated ? 2 : 1));
  line.rest = text.substr(text.find_first_not_of(" \t\n", blank));
  return line;
}

class Blocks {
 public:
  Blocks(llvm::CallInst& call, const std::vector<std::string>& texts, PtxState& state)
      : call_(call), function_(*call.getFunction()), state_(state), b_(state.builder) {
    for (const std::string& text : texts) lines_.push_back(read_line(text));
  }

  std::string emit() {
    if (std::string error = find_labels(); !error.empty()) return error;
    make_places();
    llvm::BasicBlock* head = call_.getParent();
    llvm::BasicBlock* end = head->splitBasicBlock(&call_, "ptx.end");
    head->getTerminator()->eraseFromParent();
    b_.SetInsertPoint(head);
    for (const Line& line : lines_) {
      emit_line(line);
      if (!error_.empty()) return error_;
    }
    go_to(end);
    b_.SetInsertPoint(&call_);
    load_places();
    return {};
  }

 private:
  llvm::BasicBlock* new_block(const char* name) {
    return llvm::BasicBlock::Create(b_.getContext(), name, &function_, nullptr);
  }

  std::string find_labels() {
    for (const Line& line : lines_)
      if (line.is_label() && !labels_.emplace(line.label(), nullptr).second)
        return "inline PTX: there are two labels " + line.label();
    for (const Line& line : lines_)
      if (line.is_branch() && !labels_.contains(line.target()))
        return "inline PTX '" + line.text + "': there is no label " + line.target();
    for (const Line& line : lines_)
      if (line.is_branch())
        if (const std::string word = refused_modifier(read_ptx(line.rest), " uni "); !word.empty())
          return "inline PTX '" + line.text + "': there is no ." + word + " here";
    for (auto& [name, block] : labels_) block = new_block("ptx.label");
    return {};
  }

  // Outputs are "$0" and so on; a program names no others that it has not declared.
  void make_places() {
    const bool has_outputs = !call_.getType()->isVoidTy();
    std::map<std::string, llvm::Type*> types;
    for (const auto& [name, value] : state_.registers)
      if (has_outputs || !name.starts_with("$"))
        types.emplace(name, b_.getInt64Ty());
      else
        inputs_.emplace(name, value);
    for (const Line& line : lines_) {
      const PtxStatement statement = read_ptx(line.rest);
      for (const std::string& name : declared_registers(statement))
        types.emplace(name, type_of(statement));
      for (const std::string& operand : statement.operands)
        for (const std::string& part : ptx_parts(operand))
          if (has_outputs && part.starts_with("$")) types.emplace(part, b_.getInt64Ty());
    }
    llvm::BasicBlock& entry = function_.getEntryBlock();
    llvm::IRBuilder<> first(&entry, entry.begin());
    for (const auto& [name, type] : types) {
      places_[name] = first.CreateAlloca(type);
      b_.CreateStore(llvm::Constant::getNullValue(type), places_[name]);
    }
  }

  // What a .reg says its registers hold; small integers have room for their sign.
  llvm::Type* type_of(const PtxStatement& declaration) {
    const auto says = [&](const char* type) {
      return declaration.text.find(type) != std::string::npos;
    };
    return says(".pred")  ? b_.getInt1Ty()
           : says(".f32") ? b_.getFloatTy()
           : says(".f64") ? b_.getDoubleTy()
                          : static_cast<llvm::Type*>(b_.getInt64Ty());
  }

  void store_places() {
    for (const auto& [name, value] : state_.registers) {
      const auto place = places_.find(name);
      if (place == places_.end() || loaded_[name] == value) continue;
      llvm::Type* type = place->second->getAllocatedType();
      b_.CreateStore(type->isIntegerTy(1) ? state_.predicate(name) : state_.as_type(value, type),
                     place->second);
    }
    state_.keep_carry();
  }
  void load_places() {
    state_.registers = inputs_;
    state_.carry = nullptr;
    for (const auto& [name, place] : places_)
      state_.registers[name] = loaded_[name] = b_.CreateLoad(place->getAllocatedType(), place);
  }

  void begin(llvm::BasicBlock* block) {
    b_.SetInsertPoint(block);
    load_places();
  }
  void go_to(llvm::BasicBlock* block) {
    store_places();
    b_.CreateBr(block);
  }

  void emit_line(const Line& line) {
    if (line.is_label()) {
      go_to(labels_[line.label()]);
      return begin(labels_[line.label()]);
    }
    if (!line.needs_blocks()) return emit_here(line.text);
    llvm::BasicBlock *inside = nullptr, *behind = new_block("ptx.next");
    if (!line.guard.empty()) {
      inside = line.is_branch() ? labels_[line.target()] : new_block("ptx.guarded");
      llvm::Value* taken = state_.predicate(line.guard);
      if (line.negated) taken = b_.CreateNot(taken);
      store_places();
      b_.CreateCondBr(taken, inside, behind);
      if (!line.is_branch()) begin(inside);
    } else if (line.is_branch()) {
      go_to(labels_[line.target()]);
    }
    if (line.is_exit()) {
      end_thread();
    } else if (!line.is_branch()) {
      emit_here(line.rest);
      go_to(behind);
    }
    begin(behind);
  }

  void emit_here(const std::string& text) {
    const bool known = emit_ptx_line(text, state_);
    if (!known)
      error_ = "inline PTX '" + text + "' is not supported";
    else if (!state_.error.empty())
      error_ = "inline PTX '" + text + "': " + state_.error;
  }

  // In a function that others still call, by pointer or by itself, nothing less than the kernel can end.
  void end_thread() {
    if (function_.getReturnType()->isVoidTy() && function_.use_empty()) {
      b_.CreateRetVoid();
      return;
    }
    state_.call("__vg_trap", b_.getVoidTy(), {});
    b_.CreateUnreachable();
  }

  llvm::CallInst& call_;
  llvm::Function& function_;
  PtxState& state_;
  llvm::IRBuilder<>& b_;
  std::vector<Line> lines_;
  std::map<std::string, llvm::BasicBlock*> labels_;
  std::map<std::string, llvm::AllocaInst*> places_;
  std::map<std::string, llvm::Value*> inputs_;  // where there are no outputs they never change
  std::map<std::string, llvm::Value*> loaded_;  // what the places hold, as this block has it
  std::string error_;
};

}  // namespace

bool ptx_needs_blocks(const std::vector<std::string>& texts) {
  return std::any_of(texts.begin(), texts.end(),
                     [](const std::string& text) { return read_line(text).needs_blocks(); });
}

bool ptx_exits(const std::vector<std::string>& texts) {
  return std::any_of(texts.begin(), texts.end(),
                     [](const std::string& text) { return read_line(text).is_exit(); });
}

std::string emit_ptx_blocks(llvm::CallInst& call, const std::vector<std::string>& texts,
                            PtxState& state) {
  return Blocks(call, texts, state).emit();
}

}  // namespace vgpu::compiler
