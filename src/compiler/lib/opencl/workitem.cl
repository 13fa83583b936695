// Work-item functions over the queries that the compiler resolves.
//
// A dimension above 2 has size 1 and index 0.
// SPDX-License-Identifier: MIT
#include "opencl/builtin.h"

#define VG_QUERY __attribute__((const, nothrow))
ulong VG_QUERY __vg_local_id(uint dimension);
ulong VG_QUERY __vg_group_id(uint dimension);
ulong VG_QUERY __vg_local_size(uint dimension);
ulong VG_QUERY __vg_enqueued_size(uint dimension);
ulong VG_QUERY __vg_group_count(uint dimension);
ulong VG_QUERY __vg_global_size(uint dimension);
ulong VG_QUERY __vg_global_offset(uint dimension);
uint VG_QUERY __vg_work_dim(void);

VG_FN uint get_work_dim(void) { return __vg_work_dim(); }
VG_FN size_t get_local_id(uint d) { return d < 3 ? __vg_local_id(d) : 0; }
VG_FN size_t get_group_id(uint d) { return d < 3 ? __vg_group_id(d) : 0; }
VG_FN size_t get_local_size(uint d) { return d < 3 ? __vg_local_size(d) : 1; }
VG_FN size_t get_enqueued_local_size(uint d) { return d < 3 ? __vg_enqueued_size(d) : 1; }
VG_FN size_t get_num_groups(uint d) { return d < 3 ? __vg_group_count(d) : 1; }
VG_FN size_t get_global_size(uint d) { return d < 3 ? __vg_global_size(d) : 1; }
VG_FN size_t get_global_offset(uint d) { return d < 3 ? __vg_global_offset(d) : 0; }
VG_FN size_t get_global_id(uint d) {
  return d < 3 ? __vg_group_id(d) * __vg_enqueued_size(d) + __vg_local_id(d) + __vg_global_offset(d)
               : 0;
}

VG_FN size_t get_global_linear_id(void) {
  size_t x = __vg_group_id(0) * __vg_enqueued_size(0) + __vg_local_id(0);
  size_t y = __vg_group_id(1) * __vg_enqueued_size(1) + __vg_local_id(1);
  size_t z = __vg_group_id(2) * __vg_enqueued_size(2) + __vg_local_id(2);
  return (z * __vg_global_size(1) + y) * __vg_global_size(0) + x;
}
VG_FN size_t get_local_linear_id(void) {
  size_t row = __vg_local_id(2) * __vg_local_size(1) + __vg_local_id(1);
  return row * __vg_local_size(0) + __vg_local_id(0);
}
