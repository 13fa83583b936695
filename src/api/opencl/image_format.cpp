// Image formats.
// SPDX-License-Identifier: MIT
#include "api/opencl/image_format.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

#include "base/half.h"

namespace vgpu::opencl {
namespace {

struct Order {
  cl_channel_order order;
  cl_uint channels;
  std::array<int, 4> sources;  // which of red, green, blue, alpha each channel in memory is
};

constexpr Order kOrders[] = {
    {CL_R, 1, {0, 0, 0, 0}},    {CL_A, 1, {3, 0, 0, 0}},         {CL_RG, 2, {0, 1, 0, 0}},
    {CL_RA, 2, {0, 3, 0, 0}},   {CL_RGBA, 4, {0, 1, 2, 3}},      {CL_BGRA, 4, {2, 1, 0, 3}},
    {CL_ARGB, 4, {3, 0, 1, 2}}, {CL_INTENSITY, 1, {0, 0, 0, 0}}, {CL_LUMINANCE, 1, {0, 0, 0, 0}},
};

const Order* find_order(cl_channel_order order) {
  for (const Order& row : kOrders) {
    if (row.order == order) return &row;
  }
  return nullptr;
}

// What the specification lets an order be combined with.
bool allowed(cl_channel_order order, cl_channel_type type) {
  const bool wide = type == CL_SIGNED_INT32 || type == CL_UNSIGNED_INT32;
  switch (order) {
    case CL_INTENSITY:
    case CL_LUMINANCE:
      return type == CL_UNORM_INT8 || type == CL_UNORM_INT16 || type == CL_SNORM_INT8 ||
             type == CL_SNORM_INT16 || type == CL_HALF_FLOAT || type == CL_FLOAT;
    case CL_BGRA:
    case CL_ARGB:
      return channel_bytes(type) == 1 && !wide;
    default:
      return true;
  }
}

template <typename T>
void put(std::byte* pixel, cl_uint channel, T value) {
  std::memcpy(pixel + channel * sizeof(T), &value, sizeof(T));
}

template <typename T>
T scaled(float value, float scale, float least) {
  return static_cast<T>(
      std::nearbyint(std::clamp(std::isnan(value) ? 0.0f : value, least, 1.0f) * scale));
}

template <typename T, typename From>
T saturated(From value) {
  const auto low = static_cast<cl_long>(std::numeric_limits<T>::min());
  const auto high = static_cast<cl_long>(std::numeric_limits<T>::max());
  return static_cast<T>(std::clamp<cl_long>(value, low, high));
}

void put_channel(cl_channel_type type, const void* color, int source, std::byte* pixel,
                 cl_uint at) {
  const float real = static_cast<const float*>(color)[source];
  const cl_int number = static_cast<const cl_int*>(color)[source];
  const cl_uint natural = static_cast<const cl_uint*>(color)[source];
  switch (type) {
    case CL_SNORM_INT8:
      return put(pixel, at, scaled<cl_char>(real, 127, -1));
    case CL_SNORM_INT16:
      return put(pixel, at, scaled<cl_short>(real, 32767, -1));
    case CL_UNORM_INT8:
      return put(pixel, at, scaled<cl_uchar>(real, 255, 0));
    case CL_UNORM_INT16:
      return put(pixel, at, scaled<cl_ushort>(real, 65535, 0));
    case CL_SIGNED_INT8:
      return put(pixel, at, saturated<cl_char>(number));
    case CL_SIGNED_INT16:
      return put(pixel, at, saturated<cl_short>(number));
    case CL_SIGNED_INT32:
      return put(pixel, at, number);
    case CL_UNSIGNED_INT8:
      return put(pixel, at, saturated<cl_uchar>(natural));
    case CL_UNSIGNED_INT16:
      return put(pixel, at, saturated<cl_ushort>(natural));
    case CL_UNSIGNED_INT32:
      return put(pixel, at, natural);
    case CL_HALF_FLOAT:
      return put(pixel, at, float_to_half_bits(real));
    default:
      return put(pixel, at, real);
  }
}

// Pixels of three colours are packed into one number.
bool packed(cl_channel_type type) {
  return type == CL_UNORM_SHORT_565 || type == CL_UNORM_SHORT_555 || type == CL_UNORM_INT_101010;
}

bool known_to_opencl(const cl_image_format& format) {
  const cl_channel_order order = format.image_channel_order;
  const cl_channel_type type = format.image_channel_data_type;
  if (order < CL_R || order > CL_ABGR || type < CL_SNORM_INT8 || type > CL_UNORM_INT_101010_2) {
    return false;
  }
  if (packed(type)) return order == CL_RGB || order == CL_RGBx;
  if (type == CL_UNORM_INT_101010_2) return order == CL_RGBA;
  // A pixel's bits must be a power of two, which three whole channels never are.
  return order != CL_RGB && (find_order(order) == nullptr || allowed(order, type));
}

}  // namespace

cl_uint channel_count(cl_channel_order order) {
  const Order* row = find_order(order);
  return row == nullptr ? 0 : row->channels;
}

std::size_t channel_bytes(cl_channel_type type) {
  switch (type) {
    case CL_SNORM_INT8:
    case CL_UNORM_INT8:
    case CL_SIGNED_INT8:
    case CL_UNSIGNED_INT8:
      return 1;
    case CL_SNORM_INT16:
    case CL_UNORM_INT16:
    case CL_SIGNED_INT16:
    case CL_UNSIGNED_INT16:
    case CL_HALF_FLOAT:
      return 2;
    case CL_SIGNED_INT32:
    case CL_UNSIGNED_INT32:
    case CL_FLOAT:
      return 4;
    default:
      return 0;
  }
}

const std::vector<cl_image_format>& supported_formats() {
  static const auto* formats = [] {
    auto* all = new std::vector<cl_image_format>;
    for (const Order& row : kOrders) {
      for (cl_channel_type type = CL_SNORM_INT8; type <= CL_FLOAT; ++type) {
        if (channel_bytes(type) != 0 && allowed(row.order, type)) all->push_back({row.order, type});
      }
    }
    return all;
  }();
  return *formats;
}

void check_format(const cl_image_format* format) {
  require(format != nullptr && known_to_opencl(*format), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  for (const cl_image_format& own : supported_formats()) {
    if (own.image_channel_order == format->image_channel_order &&
        own.image_channel_data_type == format->image_channel_data_type) {
      return;
    }
  }
  throw ClError{CL_IMAGE_FORMAT_NOT_SUPPORTED};
}

void pack_pixel(const cl_image_format& format, const void* color, std::byte* pixel) {
  const Order& order = *find_order(format.image_channel_order);
  for (cl_uint c = 0; c < order.channels; ++c) {
    put_channel(format.image_channel_data_type, color, order.sources[c], pixel, c);
  }
}

}  // namespace vgpu::opencl
