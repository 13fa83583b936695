// Takes back what clang's own header says of the device: for its target that header claims every extension there is.
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
