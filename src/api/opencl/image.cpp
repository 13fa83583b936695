// Images: how they are made, and what they say of themselves.
// SPDX-License-Identifier: MIT
#include "api/opencl/image.h"

#include <cstring>
#include <memory>
#include <string_view>
#include <utility>

#include "api/opencl/image_format.h"
#include "api/opencl/info.h"

namespace vgpu::opencl {

MemoryObject& check_image(cl_mem handle) {
  MemoryObject& object = check(handle);
  require(object.image != nullptr, CL_INVALID_MEM_OBJECT);
  return object;
}

// Whether a parameter of that type takes images of that kind; types that are not known here take any.
static bool takes(std::string_view type_name, cl_mem_object_type type) {
  static constexpr std::pair<std::string_view, cl_mem_object_type> kTypes[] = {
      {"image1d_t", CL_MEM_OBJECT_IMAGE1D},
      {"image1d_buffer_t", CL_MEM_OBJECT_IMAGE1D_BUFFER},
      {"image1d_array_t", CL_MEM_OBJECT_IMAGE1D_ARRAY},
      {"image2d_t", CL_MEM_OBJECT_IMAGE2D},
      {"image2d_array_t", CL_MEM_OBJECT_IMAGE2D_ARRAY},
      {"image3d_t", CL_MEM_OBJECT_IMAGE3D}};
  for (const auto& [name, own] : kTypes) {
    if (type_name.ends_with(name)) return own == type;
  }
  return true;
}

const void* image_argument(const MemoryObject& image, const compiler::KernelArgument& argument) {
  require(image.image != nullptr && takes(argument.type_name, image.type), CL_INVALID_ARG_VALUE);
  const bool only_read = (argument.flags & compiler::kArgumentReadOnly) != 0;
  const bool only_written = (argument.flags & compiler::kArgumentWriteOnly) != 0;
  require(!only_read || (image.flags & CL_MEM_WRITE_ONLY) == 0, CL_INVALID_ARG_VALUE);
  require(!only_written || (image.flags & CL_MEM_READ_ONLY) == 0, CL_INVALID_ARG_VALUE);
  return &image.image->descriptor;
}

namespace {

bool in_range(std::size_t value, std::size_t most) { return value > 0 && value <= most; }

// Size in pixels, rows and slices; throws CL_INVALID_IMAGE_SIZE or CL_INVALID_IMAGE_DESCRIPTOR.
void read_size(const cl_image_desc& desc, ImageShape& shape) {
  const auto sized = [](bool good) { require(good, CL_INVALID_IMAGE_SIZE); };
  const std::size_t width = desc.image_width, height = desc.image_height;
  switch (desc.image_type) {
    case CL_MEM_OBJECT_IMAGE1D:
      sized(in_range(width, kMaxImageSide));
      shape.size = {width, 1, 1};
      return;
    case CL_MEM_OBJECT_IMAGE1D_BUFFER:
      sized(in_range(width, kMaxImageBufferPixels));
      shape.size = {width, 1, 1};
      return;
    case CL_MEM_OBJECT_IMAGE1D_ARRAY:
      sized(in_range(width, kMaxImageSide) && in_range(desc.image_array_size, kMaxImageLayers));
      shape.size = {width, desc.image_array_size, 1};
      shape.dimensions = 2;
      return;
    case CL_MEM_OBJECT_IMAGE2D:
      sized(in_range(width, kMaxImageSide) && in_range(height, kMaxImageSide));
      shape.size = {width, height, 1};
      shape.dimensions = 2;
      return;
    case CL_MEM_OBJECT_IMAGE2D_ARRAY:
      sized(in_range(width, kMaxImageSide) && in_range(height, kMaxImageSide) &&
            in_range(desc.image_array_size, kMaxImageLayers));
      shape.size = {width, height, desc.image_array_size};
      shape.dimensions = 3;
      return;
    case CL_MEM_OBJECT_IMAGE3D:
      sized(in_range(width, kMaxImage3dSide) && in_range(height, kMaxImage3dSide) &&
            in_range(desc.image_depth, kMaxImage3dSide));
      shape.size = {width, height, desc.image_depth};
      shape.dimensions = 3;
      return;
    default:
      throw ClError{CL_INVALID_IMAGE_DESCRIPTOR};
  }
}

// Beyond this, the size of the largest image would be no number.
constexpr std::size_t kMaxPitch = std::size_t{1} << 36;

// The code for a row pitch that is no whole number of pixels. In a buffer it is the buffer's rule that is broken.
cl_int odd_pitch_code(const cl_image_desc& desc) {
  return desc.mem_object != nullptr ? CL_INVALID_IMAGE_FORMAT_DESCRIPTOR
                                    : CL_INVALID_IMAGE_DESCRIPTOR;
}

// Pitches are tight unless the image lies in memory that has others: the program's (`given`), or a buffer's rows. The one
// row of a line in a buffer needs none, but programs give one, also Khronos' own.
void read_pitches(const cl_image_desc& desc, std::size_t pixel, bool given, ImageShape& shape) {
  const std::size_t tight = shape.size[0] * pixel;
  const bool in_buffer = desc.mem_object != nullptr;
  require(given || desc.image_slice_pitch == 0, CL_INVALID_IMAGE_DESCRIPTOR);
  require(given || in_buffer || desc.image_row_pitch == 0, CL_INVALID_IMAGE_DESCRIPTOR);
  const std::size_t row = desc.image_row_pitch == 0 ? tight : desc.image_row_pitch;
  require(row >= tight && row <= kMaxPitch, CL_INVALID_IMAGE_DESCRIPTOR);
  require(row % pixel == 0, odd_pitch_code(desc));
  const bool lines = desc.image_type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
  const bool has_slices = shape.dimensions == 3 || lines;
  const std::size_t least = lines ? row : row * shape.size[1];
  const std::size_t slice =
      desc.image_slice_pitch == 0 || !has_slices ? least : desc.image_slice_pitch;
  require(slice >= least && slice <= kMaxPitch << 14 && slice % row == 0,
          CL_INVALID_IMAGE_DESCRIPTOR);
  shape.row_pitch = lines ? slice : row;
  shape.slice_pitch = lines ? slice * shape.size[1] : slice;
  shape.desc.image_row_pitch = row;
  shape.desc.image_slice_pitch = has_slices ? slice : 0;
}

void fill_descriptor(MemoryObject& image) {
  ImageShape& shape = *image.image;
  const cl_image_desc& desc = shape.desc;
  VgImage& out = shape.descriptor;
  out.data = reinterpret_cast<unsigned char*>(image.data);
  out.row_pitch = static_cast<long>(shape.row_pitch);
  out.slice_pitch = static_cast<long>(shape.slice_pitch);
  const bool lines = desc.image_type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
  const bool layered = lines || desc.image_type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
  out.width = static_cast<int>(shape.size[0]);
  out.height = lines ? 1 : static_cast<int>(shape.size[1]);
  out.depth = layered ? 1 : static_cast<int>(shape.size[2]);
  out.layers = layered ? static_cast<int>(desc.image_array_size) : 0;
  out.order = static_cast<int>(shape.format.image_channel_order);
  out.type = static_cast<int>(shape.format.image_channel_data_type);
  out.channels = static_cast<int>(channel_count(shape.format.image_channel_order));
  out.pixel_bytes =
      out.channels * static_cast<int>(channel_bytes(shape.format.image_channel_data_type));
}

// The buffer that the new image shows, or none.
MemoryObject* read_parent(const cl_image_desc& desc, const Context& context) {
  const bool of_buffer = desc.image_type == CL_MEM_OBJECT_IMAGE1D_BUFFER;
  const cl_mem parent = desc.mem_object;
  require(parent != nullptr || !of_buffer, CL_INVALID_IMAGE_DESCRIPTOR);
  if (parent == nullptr) return nullptr;
  require(of_buffer || desc.image_type == CL_MEM_OBJECT_IMAGE2D, CL_INVALID_IMAGE_DESCRIPTOR);
  require(parent->magic == MemoryObject::kMagic, CL_INVALID_IMAGE_DESCRIPTOR);
  require(parent->context.get() == &context, CL_INVALID_CONTEXT);
  require(parent->is_buffer() || (parent->type == CL_MEM_OBJECT_IMAGE2D && !of_buffer),
          CL_INVALID_IMAGE_DESCRIPTOR);
  // Two images of the same pixels must be one of sRGB and one of RGB, or of depth and red: the device has neither pair.
  require(parent->is_buffer(), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  return parent;
}

// Lays the image into a buffer, whose flags it has where it says none itself.
void place_in(MemoryObject& image, MemoryObject& buffer, cl_mem_flags flags, std::size_t pixel) {
  image.flags = inherited_flags(flags, buffer);
  const bool flat = image.type == CL_MEM_OBJECT_IMAGE2D;
  const auto address = reinterpret_cast<std::uintptr_t>(buffer.data);
  require(!flat || address % pixel == 0, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  require(image.size <= buffer.size, CL_INVALID_IMAGE_SIZE);
  image.parent = Ref<MemoryObject>(buffer);
}

// The program's pixels lie as the image's do.
void copy_host_pixels(MemoryObject& image, void* host) {
  const ImageShape& shape = *image.image;
  const auto pixel = static_cast<std::size_t>(shape.descriptor.pixel_bytes);
  copy_box({image.data, shape.row_pitch, shape.slice_pitch},
           {static_cast<std::byte*>(host), shape.row_pitch, shape.slice_pitch},
           {shape.size[0] * pixel, shape.size[1], shape.size[2]});
}

MemoryObject* make_image(cl_context context, const cl_mem_properties* properties,
                         cl_mem_flags flags, const cl_image_format* format,
                         const cl_image_desc* desc, void* host) {
  auto image = std::make_unique<MemoryObject>(check(context));
  image->properties = read_memory_properties(properties);
  check_memory_flags(flags);
  check_format(format);
  require(desc != nullptr, CL_INVALID_IMAGE_DESCRIPTOR);
  require(desc->num_mip_levels == 0 && desc->num_samples == 0, CL_INVALID_IMAGE_DESCRIPTOR);
  image->image = std::make_unique<ImageShape>();
  ImageShape& shape = *image->image;
  shape.format = *format;
  shape.desc = *desc;
  read_size(*desc, shape);
  MemoryObject* parent = read_parent(*desc, *context);
  const std::size_t pixel =
      channel_count(format->image_channel_order) * channel_bytes(format->image_channel_data_type);
  read_pitches(*desc, pixel, host != nullptr, shape);
  image->type = desc->image_type;
  image->size = shape.slice_pitch * shape.size[2];
  image->flags = flags;
  if (parent != nullptr) place_in(*image, *parent, flags, pixel);
  check_host_pointer(flags, host);
  give_memory(*image, host);
  fill_descriptor(*image);
  if ((flags & CL_MEM_COPY_HOST_PTR) != 0) copy_host_pixels(*image, host);
  return image.release();
}

}  // namespace
}  // namespace vgpu::opencl

using namespace vgpu::opencl;

cl_mem clCreateImage(cl_context context, cl_mem_flags flags, const cl_image_format* format,
                     const cl_image_desc* desc, void* host_ptr, cl_int* errcode_ret) {
  return create(__func__, errcode_ret,
                [&] { return make_image(context, nullptr, flags, format, desc, host_ptr); });
}

cl_mem clCreateImageWithProperties(cl_context context, const cl_mem_properties* properties,
                                   cl_mem_flags flags, const cl_image_format* format,
                                   const cl_image_desc* desc, void* host_ptr, cl_int* errcode_ret) {
  return create(__func__, errcode_ret,
                [&] { return make_image(context, properties, flags, format, desc, host_ptr); });
}

// The two oldest functions know of no descriptor: to them, a wrong pitch is a wrong size.
static cl_mem create_old_image(const char* function, cl_context context, cl_mem_flags flags,
                               const cl_image_format* format, const cl_image_desc& desc,
                               void* host_ptr, cl_int* errcode_ret) {
  return create(function, errcode_ret, [&] {
    try {
      return make_image(context, nullptr, flags, format, &desc, host_ptr);
    } catch (const ClError& error) {
      if (error.code != CL_INVALID_IMAGE_DESCRIPTOR) throw;
      throw ClError{CL_INVALID_IMAGE_SIZE};
    }
  });
}

cl_mem clCreateImage2D(cl_context context, cl_mem_flags flags, const cl_image_format* format,
                       std::size_t width, std::size_t height, std::size_t row_pitch, void* host_ptr,
                       cl_int* errcode_ret) {
  cl_image_desc desc{};
  desc.image_type = CL_MEM_OBJECT_IMAGE2D;
  desc.image_width = width;
  desc.image_height = height;
  desc.image_row_pitch = row_pitch;
  return create_old_image(__func__, context, flags, format, desc, host_ptr, errcode_ret);
}

cl_mem clCreateImage3D(cl_context context, cl_mem_flags flags, const cl_image_format* format,
                       std::size_t width, std::size_t height, std::size_t depth,
                       std::size_t row_pitch, std::size_t slice_pitch, void* host_ptr,
                       cl_int* errcode_ret) {
  cl_image_desc desc{};
  desc.image_type = CL_MEM_OBJECT_IMAGE3D;
  desc.image_width = width;
  desc.image_height = height;
  desc.image_depth = depth == 1 ? 0 : depth;  // to this function, one slice is a wrong size
  desc.image_row_pitch = row_pitch;
  desc.image_slice_pitch = slice_pitch;
  return create_old_image(__func__, context, flags, format, desc, host_ptr, errcode_ret);
}

cl_int clGetSupportedImageFormats(cl_context context, cl_mem_flags flags, cl_mem_object_type type,
                                  cl_uint num_entries, cl_image_format* formats, cl_uint* count) {
  return entry(__func__, [&] {
    check(context);
    check_memory_flags(flags & ~cl_mem_flags{CL_MEM_KERNEL_READ_AND_WRITE});
    require(type >= CL_MEM_OBJECT_IMAGE2D && type <= CL_MEM_OBJECT_IMAGE1D_BUFFER,
            CL_INVALID_VALUE);
    require(formats == nullptr || num_entries > 0, CL_INVALID_VALUE);
    put_handles(supported_formats(), num_entries, formats, count);
  });
}

cl_int clGetImageInfo(cl_mem handle, cl_image_info param_name, std::size_t size, void* value,
                      std::size_t* size_ret) {
  return entry(__func__, [&] {
    const MemoryObject& image = check_image(handle);
    const ImageShape& shape = *image.image;
    const InfoReply reply(size, value, size_ret);
    const bool flat = shape.desc.image_type == CL_MEM_OBJECT_IMAGE1D_ARRAY || shape.dimensions == 1;
    const bool deep = shape.desc.image_type == CL_MEM_OBJECT_IMAGE3D;
    switch (param_name) {
      case CL_IMAGE_FORMAT:
        return reply.put(shape.format);
      case CL_IMAGE_ELEMENT_SIZE:
        return reply.put(static_cast<std::size_t>(shape.descriptor.pixel_bytes));
      case CL_IMAGE_ROW_PITCH:
        return reply.put(shape.desc.image_row_pitch);
      case CL_IMAGE_SLICE_PITCH:
        return reply.put(shape.desc.image_slice_pitch);
      case CL_IMAGE_WIDTH:
        return reply.put(shape.size[0]);
      case CL_IMAGE_HEIGHT:
        return reply.put<std::size_t>(flat ? 0 : shape.size[1]);
      case CL_IMAGE_DEPTH:
        return reply.put<std::size_t>(deep ? shape.size[2] : 0);
      case CL_IMAGE_ARRAY_SIZE:
        return reply.put(static_cast<std::size_t>(shape.descriptor.layers));
      case CL_IMAGE_BUFFER:
        return reply.put<cl_mem>(image.parent && image.parent->is_buffer() ? image.parent.get()
                                                                           : nullptr);
      case CL_IMAGE_NUM_MIP_LEVELS:
      case CL_IMAGE_NUM_SAMPLES:
        return reply.put<cl_uint>(0);
      default:
        throw ClError{CL_INVALID_VALUE};
    }
  });
}
