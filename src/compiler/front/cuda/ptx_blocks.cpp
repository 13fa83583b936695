// Labels, branches and exits of inline PTX, and instructions under a guard that must not run without it: basic blocks;
// see ptx_statement.h.
//
// "{ .reg .pred p; AGAIN: ld.acquire.gpu.u32 %0, [%1]; setp.eq.u32 p, %0, 0; @p bra AGAIN; }". Between blocks registers
// are variables of the function, which the optimiser makes registers of.
// SPDX-License-Identifier: MIT
#include <set>

#include "compiler/front/cuda/ptx_statement.h"

namespace vgpu::compiler {
namespace {

// Threads wait for each other in these, or look at each other's values: no thread may take part that is not asked to.
constexpr std::string_view kNotAlone =
    " bar barrier shfl vote redux match elect trap exit bra mma ldmatrix stmatrix movmatrix "
    "activemask nanosleep ";

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
    std::set<std::string> names;
    for (const auto& [name, value] : state_.registers) names.insert(name);
    for (const Line& line : lines_) {
      const PtxStatement statement = read_ptx(line.rest);
      for (const std::string& name : declared_registers(statement)) names.insert(name);
      for (const std::string& operand : statement.operands)
        for (const std::string& part : ptx_parts(operand))
          if (part.starts_with("$")) names.insert(part);
    }
    llvm::BasicBlock& entry = function_.getEntryBlock();
    llvm::IRBuilder<> first(&entry, entry.begin());
    for (const std::string& name : names) {
      places_[name] = first.CreateAlloca(first.getInt64Ty());
      b_.CreateStore(b_.getInt64(0), places_[name]);
    }
  }

  void store_places() {
    for (const auto& [name, value] : state_.registers)
      if (const auto place = places_.find(name); place != places_.end())
        b_.CreateStore(state_.fit(value, 64), place->second);
    state_.keep_carry();
  }
  void load_places() {
    state_.registers.clear();
    state_.carry = nullptr;
    for (const auto& [name, place] : places_)
      state_.registers[name] = b_.CreateLoad(b_.getInt64Ty(), place);
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
