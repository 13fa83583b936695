// Replaces names that clang or the languages give by those of the module convention.
//
// Work-item queries and barriers of OpenCL C become calls of __vg_* here rather than in the device library, so
// that the simplest kernels link nothing; malloc, new, vprintf and dynamic shared arrays of CUDA likewise.
// Called by front.cpp between clang and the device library.
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include "llvm/IR/Module.h"

namespace vgpu::compiler {

// OpenCL's work-item functions and barriers (opencl/work_items.cpp).
void lower_work_items(llvm::Module& module);

// OpenCL: image and sampler types become pointers. Returns an error of the compiler itself, or nothing.
std::string plain_images(std::unique_ptr<llvm::Module>& module);

// printf of both languages to __vg_printf with a packed block (lower_printf.cpp).
void lower_printf(llvm::Module& module);

// malloc, free, new, delete, abort, extern __shared__ (cuda/runtime_names.cpp).
void lower_runtime_names(llvm::Module& module);

// The kernels that kernels launch, by name (cuda/child_launches.cpp).
void lower_child_launches(llvm::Module& module);

// The host library's math names of whole programs (cuda/math_names.cpp).
void lower_math_names(llvm::Module& module);

// What clang makes of texture references (cuda/texture_handles.cpp).
void lower_texture_handles(llvm::Module& module);

// Shifts by more bits than a number has (cuda/shifts.cpp).
void lower_shifts(llvm::Module& module);

// Signed numbers that are meant to wrap (cuda/wrapping.cpp).
void lower_wrapping(llvm::Module& module);

// Unsigned indices into shared memory that go below zero (cuda/shared_indices.cpp).
void lower_shared_indices(llvm::Module& module);

// Objects with destructors as arguments (cuda/class_arguments.cpp).
void lower_class_arguments(llvm::Module& module);

// Casts of floats that an integer cannot hold (cuda/conversions.cpp).
void lower_conversions(llvm::Module& module);

// Halves and other small classes that printf gets (cuda/printed_classes.cpp).
void widen_printed_classes(llvm::Module& module);

// __cluster_dims__ of kernels (cuda/cluster_sizes.cpp).
void lower_cluster_sizes(llvm::Module& module);

// Inline assembly (cuda/inline_ptx.cpp). Returns errors for what is not in its table.
std::string lower_inline_ptx(llvm::Module& module);

// Operations on halves that LLVM does not do well, of the device library too (half_operations.cpp).
void lower_half_operations(llvm::Module& module);

// Gives every __vg_* declaration the attributes that the convention promises.
void mark_convention(llvm::Module& module);

// Cuts counts of loops to be unrolled to what the compiler can bear.
void limit_unrolling(llvm::Module& module);

}  // namespace vgpu::compiler
