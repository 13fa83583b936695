// Commands that move pixels: between images, buffers and the program's memory; and maps.
//
// An image is a box of bytes like a rectangle of a buffer, so all of them are the same copy.
// SPDX-License-Identifier: MIT
#include <cstring>

#include "api/opencl/image.h"
#include "api/opencl/image_format.h"
#include "api/opencl/map.h"
#include "api/opencl/queue.h"
#include "api/opencl/transfer.h"
#include "memory/copy.h"

namespace vgpu::opencl {
namespace {

// A region of an image, in pixels as the program gives it and in bytes.
struct Region {
  MemoryObject& image;
  Extent origin, pixels;  // coordinate, size
  Rectangle box() const {
    const ImageShape& shape = *image.image;
    const auto pixel = static_cast<std::size_t>(shape.descriptor.pixel_bytes);
    return {image.data + origin[0] * pixel + origin[1] * shape.row_pitch +
                origin[2] * shape.slice_pitch,
            shape.row_pitch, shape.slice_pitch};
  }
  Extent bytes() const {
    const auto pixel = static_cast<std::size_t>(image.image->descriptor.pixel_bytes);
    return {pixels[0] * pixel, pixels[1], pixels[2]};
  }
  MappedRegion map_region() const {
    if (image.is_linear()) return byte_region(box().first, bytes()[0]);
    return {origin, pixels, false};
  }
};

// Throws CL_INVALID_VALUE unless the region lies in the image and the rest is 0 (origin) or 1 (size).
Region read_region(const Queue& queue, cl_mem handle, const std::size_t* origin,
                   const std::size_t* size) {
  MemoryObject& image = check_image(handle);
  check_same_context(image.context.get(), queue.context.get());
  require(origin != nullptr && size != nullptr, CL_INVALID_VALUE);
  const ImageShape& shape = *image.image;
  for (unsigned d = 0; d < 3; ++d) {
    if (d >= shape.dimensions) {
      require(origin[d] == 0 && size[d] == 1, CL_INVALID_VALUE);
    } else {
      require(size[d] > 0 && origin[d] <= shape.size[d] && size[d] <= shape.size[d] - origin[d],
              CL_INVALID_VALUE);
    }
  }
  return {image, {origin[0], origin[1], origin[2]}, {size[0], size[1], size[2]}};
}

// The program's memory for a region; pitches of 0 are tight.
Rectangle host_box(const Region& region, void* pointer, std::size_t row, std::size_t slice) {
  require(pointer != nullptr, CL_INVALID_VALUE);
  const Extent bytes = region.bytes();
  const bool lines = region.image.type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
  require(row == 0 || row >= bytes[0], CL_INVALID_VALUE);
  if (row == 0) row = bytes[0];
  if (lines) {
    require(slice == 0 || slice >= row, CL_INVALID_VALUE);
    if (slice != 0) row = slice;
    return {static_cast<std::byte*>(pointer), row, row * bytes[1]};
  }
  const bool has_slices = region.image.image->dimensions == 3;
  require(slice == 0 || (has_slices && slice >= row * bytes[1]), CL_INVALID_VALUE);
  if (slice == 0) slice = row * bytes[1];
  return {static_cast<std::byte*>(pointer), row, slice};
}

WorkRef box_work(const Rectangle& target, const Rectangle& source, const Extent& bytes) {
  return std::make_shared<TaskWork>("copy image", vgpuCommandCopy,
                                    [=] { copy_box(target, source, bytes); });
}

bool overlap(const Region& a, const Extent& b) {
  for (unsigned d = 0; d < 3; ++d) {
    if (a.origin[d] + a.pixels[d] <= b[d] || b[d] + a.pixels[d] <= a.origin[d]) return false;
  }
  return true;
}

// Where a region's pixels lie one behind the other in a buffer, which may not be the one that they are in themselves.
Rectangle packed_box(const Queue& queue, cl_mem handle, std::size_t offset, const Region& region) {
  MemoryObject& buffer = check_buffer(handle);
  check_same_context(buffer.context.get(), queue.context.get());
  require(!region.image.is_linear() || region.image.parent.get() != handle, CL_INVALID_MEM_OBJECT);
  const Extent bytes = region.bytes();
  const std::size_t size = bytes[0] * bytes[1] * bytes[2];
  require(offset <= buffer.size && size <= buffer.size - offset, CL_INVALID_VALUE);
  return {buffer.data + offset, bytes[0], bytes[0] * bytes[1]};
}

void fill_box(const Rectangle& box, const Extent& bytes, const std::byte* pixel, std::size_t size) {
  for (std::size_t slice = 0; slice < bytes[2]; ++slice) {
    fill_memory_2d(box.first + slice * box.slice_pitch, box.row_pitch, pixel, size, bytes[0],
                   bytes[1]);
  }
}

}  // namespace
}  // namespace vgpu::opencl

using namespace vgpu::opencl;

cl_int clEnqueueReadImage(cl_command_queue queue, cl_mem image, cl_bool blocking,
                          const std::size_t* origin, const std::size_t* region,
                          std::size_t row_pitch, std::size_t slice_pitch, void* pointer,
                          cl_uint count, const cl_event* list, cl_event* event) {
  return entry(__func__, [&] {
    const Region from = read_region(check(queue), image, origin, region);
    const Rectangle host = host_box(from, pointer, row_pitch, slice_pitch);
    check_host_reads(from.image);
    NewCommand command{
        CL_COMMAND_READ_IMAGE, box_work(host, from.box(), from.bytes()), {Ref(from.image)}};
    command.blocking = blocking != CL_FALSE;
    enqueue(*queue, std::move(command), {count, list, event});
  });
}

cl_int clEnqueueWriteImage(cl_command_queue queue, cl_mem image, cl_bool blocking,
                           const std::size_t* origin, const std::size_t* region,
                           std::size_t row_pitch, std::size_t slice_pitch, const void* pointer,
                           cl_uint count, const cl_event* list, cl_event* event) {
  return entry(__func__, [&] {
    const Region to = read_region(check(queue), image, origin, region);
    void* source = const_cast<void*>(pointer);  // only read
    const Rectangle host = host_box(to, source, row_pitch, slice_pitch);
    check_host_writes(to.image);
    NewCommand command{
        CL_COMMAND_WRITE_IMAGE, box_work(to.box(), host, to.bytes()), {Ref(to.image)}};
    command.blocking = blocking != CL_FALSE;
    enqueue(*queue, std::move(command), {count, list, event});
  });
}

cl_int clEnqueueCopyImage(cl_command_queue queue, cl_mem source, cl_mem target,
                          const std::size_t* source_origin, const std::size_t* target_origin,
                          const std::size_t* region, cl_uint count, const cl_event* list,
                          cl_event* event) {
  return entry(__func__, [&] {
    const Region from = read_region(check(queue), source, source_origin, region);
    const Region to = read_region(*queue, target, target_origin, region);
    require(std::memcmp(&from.image.image->format, &to.image.image->format,
                        sizeof(cl_image_format)) == 0,
            CL_IMAGE_FORMAT_MISMATCH);
    require(source != target || !overlap(from, to.origin), CL_MEM_COPY_OVERLAP);
    enqueue(*queue,
            {CL_COMMAND_COPY_IMAGE,
             box_work(to.box(), from.box(), from.bytes()),
             {Ref(from.image), Ref(to.image)}},
            {count, list, event});
  });
}

cl_int clEnqueueCopyImageToBuffer(cl_command_queue queue, cl_mem source, cl_mem target,
                                  const std::size_t* origin, const std::size_t* region,
                                  std::size_t offset, cl_uint count, const cl_event* list,
                                  cl_event* event) {
  return entry(__func__, [&] {
    const Region from = read_region(check(queue), source, origin, region);
    const Rectangle to = packed_box(*queue, target, offset, from);
    enqueue(*queue,
            {CL_COMMAND_COPY_IMAGE_TO_BUFFER,
             box_work(to, from.box(), from.bytes()),
             {Ref(from.image), Ref(target)}},
            {count, list, event});
  });
}

cl_int clEnqueueCopyBufferToImage(cl_command_queue queue, cl_mem source, cl_mem target,
                                  std::size_t offset, const std::size_t* origin,
                                  const std::size_t* region, cl_uint count, const cl_event* list,
                                  cl_event* event) {
  return entry(__func__, [&] {
    const Region to = read_region(check(queue), target, origin, region);
    const Rectangle from = packed_box(*queue, source, offset, to);
    enqueue(*queue,
            {CL_COMMAND_COPY_BUFFER_TO_IMAGE,
             box_work(to.box(), from, to.bytes()),
             {Ref(source), Ref(to.image)}},
            {count, list, event});
  });
}

cl_int clEnqueueFillImage(cl_command_queue queue, cl_mem image, const void* color,
                          const std::size_t* origin, const std::size_t* region, cl_uint count,
                          const cl_event* list, cl_event* event) {
  return entry(__func__, [&] {
    const Region to = read_region(check(queue), image, origin, region);
    require(color != nullptr, CL_INVALID_VALUE);
    std::array<std::byte, 16> pixel{};
    pack_pixel(to.image.image->format, color, pixel.data());
    const auto size = static_cast<std::size_t>(to.image.image->descriptor.pixel_bytes);
    auto fill = [box = to.box(), bytes = to.bytes(), pixel, size] {
      fill_box(box, bytes, pixel.data(), size);
    };
    enqueue(*queue,
            {CL_COMMAND_FILL_IMAGE,
             std::make_shared<TaskWork>("fill image", vgpuCommandFill, std::move(fill)),
             {Ref(to.image)}},
            {count, list, event});
  });
}

void* clEnqueueMapImage(cl_command_queue queue, cl_mem image, cl_bool blocking, cl_map_flags flags,
                        const std::size_t* origin, const std::size_t* region,
                        std::size_t* row_pitch, std::size_t* slice_pitch, cl_uint count,
                        const cl_event* list, cl_event* event, cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&]() -> void* {
    const Region mapped = read_region(check(queue), image, origin, region);
    const cl_image_desc& desc = mapped.image.image->desc;
    require(row_pitch != nullptr, CL_INVALID_VALUE);
    require(slice_pitch != nullptr || desc.image_slice_pitch == 0, CL_INVALID_VALUE);
    const NewMap map{mapped.image, mapped.box().first, flags, mapped.map_region()};
    void* const pointer =
        enqueue_map(*queue, map, CL_COMMAND_MAP_IMAGE, blocking, {count, list, event});
    *row_pitch = desc.image_row_pitch;
    if (slice_pitch != nullptr) *slice_pitch = desc.image_slice_pitch;
    return pointer;
  });
}
