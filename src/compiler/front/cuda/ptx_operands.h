// Operands of a PTX instruction by its type and modifiers: what .ftz does to those of float, .sat and .relu to results.
//
// All files that emit instructions use these; see ptx_statement.h.
// SPDX-License-Identifier: MIT
#pragma once

#include "compiler/front/cuda/ptx_statement.h"

namespace vgpu::compiler::ptx {

// Operand `index` as the instruction's type says; without it an error.
llvm::Value* in(const PtxStatement& s, PtxState& state, unsigned index);
// The same as an integer of that many bits.
llvm::Value* int_in(const PtxStatement& s, PtxState& state, unsigned index, unsigned bits);
// The first operand gets the value.
void out(const PtxStatement& s, PtxState& state, llvm::Value* value);

// An integer with its sign, if the instruction's type has one, in more bits.
llvm::Value* widen(const PtxStatement& s, PtxState& state, llvm::Value* value, unsigned bits);
// Zero with its sign for a denormal float or half.
llvm::Value* flush(PtxState& state, llvm::Value* number);
// Between 0 and 1; NaN is 0.
llvm::Value* saturate(PtxState& state, llvm::Value* number);
// What is below zero is zero; NaN stays.
llvm::Value* rectify(PtxState& state, llvm::Value* number);

// How a result is rounded.
enum class Rounding { nearest, zero, down, up };
Rounding rounding_of(const PtxStatement& s);
// Sums, products and the like of f32 in any rounding, of other types to nearest; else an error (ptx_roundings.cpp).
llvm::Value* add(const PtxStatement& s, PtxState& state, llvm::Value* x, llvm::Value* y);
llvm::Value* multiply(const PtxStatement& s, PtxState& state, llvm::Value* x, llvm::Value* y);
llvm::Value* divide(const PtxStatement& s, PtxState& state, llvm::Value* x, llvm::Value* y);
llvm::Value* square_root(const PtxStatement& s, PtxState& state, llvm::Value* x);
llvm::Value* multiply_add(const PtxStatement& s, PtxState& state, llvm::Value* x, llvm::Value* y,
                          llvm::Value* z);
// high + low, a number and what it lacks (nullptr: nothing), in a narrower type.
llvm::Value* narrow(PtxState& state, llvm::Value* high, llvm::Value* low, llvm::Type* to,
                    Rounding rounding);

}  // namespace vgpu::compiler::ptx
