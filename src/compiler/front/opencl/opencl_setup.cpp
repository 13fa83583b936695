// OpenCL C: the arguments that make clang compile it for this device.
//
// The triple is spir64: its calling convention keeps arguments as written and address spaces as numbers. Extensions
// and features are listed one by one, because spir64 would claim all there are. Called by front.cpp.
// SPDX-License-Identifier: MIT
#include "compiler/front/language.h"

namespace vgpu::compiler {
namespace {

// What the device library implements, beyond the core of the language.
constexpr char kExtensions[] =
    "-cl-ext=-all,"
    "+cl_khr_byte_addressable_store,+cl_khr_fp64,+cl_khr_fp16,"
    "+cl_khr_global_int32_base_atomics,+cl_khr_global_int32_extended_atomics,"
    "+cl_khr_local_int32_base_atomics,+cl_khr_local_int32_extended_atomics,"
    "+cl_khr_int64_base_atomics,+cl_khr_int64_extended_atomics,"
    "+cl_khr_subgroups,+cl_khr_subgroup_extended_types,+cl_khr_subgroup_non_uniform_vote,"
    "+cl_khr_subgroup_ballot,+cl_khr_subgroup_non_uniform_arithmetic,+cl_khr_subgroup_shuffle,"
    "+cl_khr_subgroup_shuffle_relative,+cl_khr_subgroup_clustered_reduce,+cl_khr_extended_bit_ops,"
    "+cl_khr_integer_dot_product,+cl_khr_3d_image_writes,"
    "+__opencl_c_images,+__opencl_c_read_write_images,+__opencl_c_3d_image_writes,"
    "+__opencl_c_int64,+__opencl_c_fp64,+__opencl_c_generic_address_space,"
    "+__opencl_c_program_scope_global_variables,+__opencl_c_subgroups,"
    "+__opencl_c_work_group_collective_functions,+__opencl_c_atomic_order_acq_rel,"
    "+__opencl_c_atomic_order_seq_cst,+__opencl_c_atomic_scope_device,"
    "+__opencl_c_atomic_scope_all_devices";

bool read_opencl_option(const std::string& option, Arguments& out) {
  if (!option.starts_with("-cl-std=")) return false;
  out.push_back(option);
  return true;
}

OptionError read_opencl_options(const FrontRequest& request, Arguments& out) {
  using enum OptionUse;
  return read_options(request.options,
                      {{"-D", with_value},
                       {"-U", with_value},
                       {"-I", with_value},
                       {"-include", with_value},
                       {"-w", pass},
                       {"-Werror", pass},
                       {"-cl-single-precision-constant", pass},
                       {"-cl-denorms-are-zero", ignore},
                       {"-cl-fp32-correctly-rounded-divide-sqrt", pass},
                       {"-cl-mad-enable", pass},
                       {"-cl-no-signed-zeros", pass},
                       {"-cl-unsafe-math-optimizations", pass},
                       {"-cl-finite-math-only", pass},
                       {"-cl-fast-relaxed-math", pass},
                       {"-cl-uniform-work-group-size", pass},
                       {"-cl-opt-disable", ignore},
                       {"-cl-strict-aliasing", ignore},
                       {"-cl-no-subgroup-ifp", ignore},
                       {"-cl-kernel-arg-info", ignore},
                       {"-cl-intel-*", ignore},
                       {"-cl-nv-*", ignore},
                       {"-x", ignore_value},
                       {"-g", ignore},
                       {"-O*", ignore}},
                      read_opencl_option, out);
}

}  // namespace

LanguageSetup setup_opencl(const FrontRequest& request) {
  LanguageSetup setup;
  setup.file_name = request.file_name.empty() ? "kernel.cl" : request.file_name;
  setup.arguments = {"-triple",
                     "spir64-unknown-unknown",
                     "-x",
                     "cl",
                     kExtensions,
                     "-cl-kernel-arg-info",
                     "-finclude-default-header",
                     "-fdeclare-opencl-builtins",
                     "-include",
                     "/vgpu/opencl/vgpu_features.h",
                     "-D__IMAGE_SUPPORT__=1",
                     "-D__ENDIAN_LITTLE__=1",
                     "-D__OPENCL_VERSION__=300",
                     "-DCL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE=65536",
                     "-D__vgpu__=1"};
  Arguments options;
  setup.error = read_opencl_options(request, options).message;
  bool standard = false;
  for (const std::string& option : options) standard |= option.starts_with("-cl-std=");
  if (!standard) options.push_back("-cl-std=CL1.2");
  setup.arguments.insert(setup.arguments.end(), options.begin(), options.end());
  return setup;
}

}  // namespace vgpu::compiler
