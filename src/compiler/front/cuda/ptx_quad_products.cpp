// Volta's matrix products in inline PTX: mma.m8n8k4 of halves, one for each of the four quad pairs of a warp.
//
// A quad pair is four neighbouring lanes below 16 and those 16 further on. Its lanes hold four elements of each factor, along
// k or across it as the layout says, and eight sums. ptx_matrices.cpp asks this first. SPDX-License-Identifier: MIT
#include "compiler/front/cuda/ptx_families.h"

namespace vgpu::compiler {
namespace {

using llvm::Value;
using S = const PtxStatement&;

constexpr unsigned kLines = 8, kSteps = 4;

class QuadProduct {
 public:
  QuadProduct(S s, PtxState& state) : s_(s), state_(state), b_(state.builder) {
    lane_ = state.integer("%laneid", 32);
    quad_ = b_.CreateAnd(lane_, 12);
    upper_ = b_.CreateLShr(lane_, 4);
    const std::size_t types = s.opcode.size() - 4;
    wide_result_ = s.opcode[types] == "f32";
    wide_start_ = s.opcode[types + 3] == "f32";
    left_by_rows_ = s.opcode[types - 2] == "row";
    right_by_rows_ = s.opcode[types - 1] == "row";
  }

  bool has_all_registers() const {
    const auto count = [&](unsigned operand) { return ptx_parts(s_.operands[operand]).size(); };
    return count(0) == (wide_result_ ? 8u : 4u) && count(1) == 2 && count(2) == 2 &&
           count(3) == (wide_start_ ? 8u : 4u);
  }

  void emit() {
    Value* sums[kLines];
    for (unsigned i = 0; i < kLines; ++i) sums[i] = dot(i);
    const auto results = ptx_parts(s_.operands[0]);
    for (unsigned i = 0; i < results.size(); ++i)
      state_.set(results[i], wide_result_ ? sums[i] : pair(sums[2 * i], sums[2 * i + 1]));
  }

 private:
  Value* number(unsigned n) { return b_.getInt32(n); }

  // Row and column of sum i: with floats a lane holds parts of two rows, with halves a whole one.
  Value* row(unsigned i) {
    Value* in_quad =
        wide_result_ ? b_.CreateOr(b_.CreateAnd(lane_, 1), number(i & 2)) : b_.CreateAnd(lane_, 3);
    return b_.CreateOr(in_quad, b_.CreateShl(upper_, 2));
  }
  Value* column(unsigned i) {
    if (!wide_result_) return number(i);
    return b_.CreateOr(b_.CreateAnd(lane_, 2), number((i & 4) | (i & 1)));
  }

  // Element `step` of line `line` of a factor: lines are lanes if its elements lie along k, else steps are.
  Value* element(unsigned operand, bool along_k, Value* line, unsigned step) {
    Value* in_half = b_.CreateAnd(line, 3);
    Value* place = along_k ? in_half : number(step);
    Value* index = along_k ? number(step) : in_half;
    Value* from = b_.CreateOr(b_.CreateOr(quad_, place), b_.CreateShl(b_.CreateLShr(line, 2), 4));
    Value* words[2];
    const auto parts = ptx_parts(s_.operands[operand]);
    for (unsigned i = 0; i < 2; ++i) {
      words[i] =
          state_.call("__vg_shuffle32", b_.getInt32Ty(), {state_.integer(parts[i], 32), from});
    }
    Value* second = b_.CreateICmpUGE(index, number(2));
    return half(b_.CreateSelect(second, words[1], words[0]), b_.CreateAnd(index, 1));
  }

  Value* dot(unsigned i) {
    Value *line = row(i), *across = column(i), *sum = start(i);
    for (unsigned step = 0; step < kSteps; ++step) {
      Value* left = element(1, left_by_rows_, line, step);
      Value* right = element(2, !right_by_rows_, across, step);
      sum = b_.CreateIntrinsic(llvm::Intrinsic::fma, {sum->getType()}, {left, right, sum});
    }
    return sum;
  }

  // The sum to start from; floats beside halves as results would lie elsewhere, which PTX does not have.
  Value* start(unsigned i) {
    const auto parts = ptx_parts(s_.operands[3]);
    if (wide_start_) return state_.number(parts[i], 32);
    return half(state_.integer(parts[i / 2], 32), number(i % 2));
  }

  // One of a word's two halves as a float.
  Value* half(Value* word, Value* which) {
    Value* bits = b_.CreateTrunc(b_.CreateLShr(word, b_.CreateShl(which, 4)), b_.getInt16Ty());
    return b_.CreateFPExt(b_.CreateBitCast(bits, b_.getHalfTy()), b_.getFloatTy());
  }
  Value* pair(Value* low, Value* high) {
    const auto bits = [&](Value* sum) {
      Value* narrow = b_.CreateBitCast(b_.CreateFPTrunc(sum, b_.getHalfTy()), b_.getInt16Ty());
      return b_.CreateZExt(narrow, b_.getInt32Ty());
    };
    return b_.CreateOr(bits(low), b_.CreateShl(bits(high), 16));
  }

  S s_;
  PtxState& state_;
  llvm::IRBuilder<>& b_;
  Value *lane_, *quad_, *upper_;
  bool wide_result_, wide_start_, left_by_rows_, right_by_rows_;
};

// mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32: a shape, two layouts and four types.
bool is_quad_product(S s) {
  const std::size_t count = s.opcode.size();
  return s.has("m8n8k4") && s.has("sync") && count >= 9 && s.opcode[count - 3] == "f16" &&
         s.opcode[count - 2] == "f16" && s.opcode[count - 4] == s.opcode[count - 1] &&
         refused_modifier(s, " sync aligned row col m8n8k4 ").empty();
}

}  // namespace

bool emit_quad_product(S s, PtxState& state) {
  if (!is_quad_product(s)) return false;
  QuadProduct product(s, state);
  if (product.has_all_registers())
    product.emit();
  else
    state.error = "another number of registers is needed";
  return true;
}

}  // namespace vgpu::compiler
