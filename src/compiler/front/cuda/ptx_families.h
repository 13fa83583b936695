// What the families of PTX instructions do, each in the file that its comment names; ptx_instructions.cpp chooses by the opcode.
//
// SPDX-License-Identifier: MIT
#pragma once

#include "compiler/front/cuda/ptx_statement.h"

namespace vgpu::compiler {

// What a warp does together on matrices, and copies into shared memory (ptx_matrices.cpp).
void emit_matrix_product(const PtxStatement& statement, PtxState& state);
bool emit_quad_product(const PtxStatement& statement,
                       PtxState& state);  // ptx_quad_products.cpp. False: it is none
void emit_load_matrix(const PtxStatement& statement, PtxState& state);
void emit_store_matrix(const PtxStatement& statement, PtxState& state);
void emit_move_matrix(const PtxStatement& statement, PtxState& state);
void emit_copy(const PtxStatement& statement, PtxState& state);

// Functions of the same module (ptx_calls.cpp).
void emit_call(const PtxStatement& statement, PtxState& state);

// What lanes of a warp find out about each other's values (ptx_warps.cpp).
void emit_reduction(const PtxStatement& statement, PtxState& state);
void emit_match(const PtxStatement& statement, PtxState& state);
void emit_election(const PtxStatement& statement, PtxState& state);

// Logic, shifts and fields of bits (ptx_bits.cpp).
void emit_bits(const PtxStatement& statement, PtxState& state);

void emit_convert(const PtxStatement& statement, PtxState& state);  // ptx_conversions.cpp

// Memory and which one it is (ptx_memory.cpp).
void emit_load(const PtxStatement& statement, PtxState& state);
void emit_store(const PtxStatement& statement, PtxState& state);
void emit_atomic(const PtxStatement& statement, PtxState& state);
void emit_half_pair_sum(const PtxStatement& statement, PtxState& state);  // of f16x2
void emit_fence(const PtxStatement& statement, PtxState& state);
void emit_space_test(const PtxStatement& statement, PtxState& state);

// Threads that wait for each other (ptx_barriers.cpp); when all is lowered, named barriers are cleared where they are used.
void emit_barrier(const PtxStatement& statement, PtxState& state);
void clear_named_barriers(llvm::Module& module);

// Comparisons, and barriers that count predicates (ptx_predicates.cpp).
void emit_compare(const PtxStatement& statement, PtxState& state);
llvm::Value* emit_float_comparison(const PtxStatement& statement, PtxState& state, llvm::Value* x,
                                   llvm::Value* y);
void emit_set(const PtxStatement& statement, PtxState& state);
void emit_test(const PtxStatement& statement, PtxState& state);
void emit_barrier_reduction(const PtxStatement& statement, PtxState& state);

// Instructions on pairs of half, bfloat16 and tf32 (ptx_halves.cpp). False: it is none.
bool emit_half_ptx(const PtxStatement& statement, PtxState& state);

// Video instructions on one value (ptx_video.cpp). False: it is none.
bool emit_video_ptx(const PtxStatement& statement, PtxState& state);
llvm::Value* emit_comparison(const PtxStatement& statement, PtxState& state, llvm::Value* x,
                             llvm::Value* y);

// Adds the instructions that do the same. False: it is not in the table.
bool emit_ptx(const PtxStatement& statement, PtxState& state);
// The same for bytes and halves of words; emit_ptx asks it last.
bool emit_packed_ptx(const PtxStatement& statement, PtxState& state);

}  // namespace vgpu::compiler
