// get_image_*: what an image is.
// SPDX-License-Identifier: MIT
#include "opencl/image/image.h"

#define VG_QUERY(access, kind, name, R, value) \
  VG_FN R name(access image##kind##_t image) { \
    Image own = __vg_image(image);             \
    return value;                              \
  }
#define VG_QUERY_ALL(kind, name, R, value)   \
  VG_QUERY(read_only, kind, name, R, value)  \
  VG_QUERY(write_only, kind, name, R, value) \
  VG_QUERY(read_write, kind, name, R, value)
#define VG_QUERY_BASE(kind)                                    \
  VG_QUERY_ALL(kind, get_image_width, int, own->width)         \
  VG_QUERY_ALL(kind, get_image_channel_order, int, own->order) \
  VG_QUERY_ALL(kind, get_image_channel_data_type, int, own->type)
VG_QUERY_BASE(1d)
VG_QUERY_BASE(1d_buffer)
VG_QUERY_BASE(1d_array)
VG_QUERY_BASE(2d)
VG_QUERY_BASE(2d_array)
VG_QUERY_BASE(3d)

#define VG_QUERY_FLAT(kind)                              \
  VG_QUERY_ALL(kind, get_image_height, int, own->height) \
  VG_QUERY_ALL(kind, get_image_dim, int2, (int2)(own->width, own->height))
VG_QUERY_FLAT(2d)
VG_QUERY_FLAT(2d_array)
VG_QUERY_ALL(3d, get_image_height, int, own->height)
VG_QUERY_ALL(3d, get_image_depth, int, own->depth)
VG_QUERY_ALL(3d, get_image_dim, int4, (int4)(own->width, own->height, own->depth, 0))
VG_QUERY_ALL(1d_array, get_image_array_size, size_t, own->layers)
VG_QUERY_ALL(2d_array, get_image_array_size, size_t, own->layers)
