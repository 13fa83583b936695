// Corrects what clang's own header says of the device: for its target that header claims every extension there is, but
// only from OpenCL C 2.0 on. Declares what it forgets: the aligned loads and stores of a single half.
//
// Included in front of every OpenCL program (opencl_setup.cpp). What remains defined are the device's extensions and
// features (api/opencl/extensions.def, features.def).
// SPDX-License-Identifier: MIT
#undef __opencl_c_ext_fp16_global_atomic_load_store
#undef __opencl_c_ext_fp16_local_atomic_load_store
#undef __opencl_c_ext_fp16_global_atomic_add
#undef __opencl_c_ext_fp16_local_atomic_add
#undef __opencl_c_ext_fp16_global_atomic_min_max
#undef __opencl_c_ext_fp16_local_atomic_min_max
#undef __opencl_c_ext_image_raw10_raw12

// Extensions of the language that do not need OpenCL C 2.0: the device has them for older programs too.
#if __OPENCL_C_VERSION__ < 200
#define cl_khr_subgroups 1
#define __opencl_subgroup_builtins 1
#define cl_khr_subgroup_extended_types 1
#define cl_khr_subgroup_non_uniform_vote 1
#define cl_khr_subgroup_ballot 1
#define cl_khr_subgroup_non_uniform_arithmetic 1
#define cl_khr_subgroup_shuffle 1
#define cl_khr_subgroup_shuffle_relative 1
#define cl_khr_subgroup_clustered_reduce 1
#define cl_khr_subgroup_rotate 1
#define cl_khr_extended_bit_ops 1
#define cl_khr_integer_dot_product 1
#define __opencl_c_integer_dot_product_input_4x8bit 1
#define __opencl_c_integer_dot_product_input_4x8bit_packed 1
#define cl_khr_kernel_clock 1
#define __opencl_c_kernel_clock_scope_device 1
#define __opencl_c_kernel_clock_scope_work_group 1
#define __opencl_c_kernel_clock_scope_sub_group 1
#endif

#define __VGPU_STORE(space, suffix)                                                    \
  void __attribute__((overloadable)) vstorea_half##suffix(float, size_t, space half*); \
  void __attribute__((overloadable)) vstorea_half##suffix(double, size_t, space half*);
#define __VGPU_STORES(space) \
  __VGPU_STORE(space, )      \
  __VGPU_STORE(space, _rte)  \
  __VGPU_STORE(space, _rtz) __VGPU_STORE(space, _rtp) __VGPU_STORE(space, _rtn)
#define __VGPU_LOAD(space) \
  float __attribute__((overloadable)) vloada_half(size_t, const space half*);
__VGPU_LOAD(__global)
__VGPU_LOAD(__local)
__VGPU_LOAD(__private)
__VGPU_LOAD(__constant)
__VGPU_STORES(__global)
__VGPU_STORES(__local)
__VGPU_STORES(__private)
#ifdef __opencl_c_generic_address_space
__VGPU_LOAD(__generic)
__VGPU_STORES(__generic)
#endif
#undef __VGPU_LOAD
#undef __VGPU_STORES
#undef __VGPU_STORE
