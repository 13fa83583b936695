// A memory object: a buffer, a part of one, or an image (image.h adds its shape).
//
// The device computes in the processor's memory, so an object is an address: of memory of the runtime, of the program's own
// (CL_MEM_USE_HOST_PTR), or in the middle of a parent. Mapping hands that address out.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "api/opencl/context.h"
#include "api/opencl/map_list.h"

namespace vgpu::opencl {

struct ImageShape;

}  // namespace vgpu::opencl

struct _cl_mem : vgpu::opencl::Object<_cl_mem> {
  static constexpr std::uint32_t kMagic = 0x76470006;
  static constexpr cl_int kInvalid = CL_INVALID_MEM_OBJECT;

  explicit _cl_mem(_cl_context& of_context);
  ~_cl_mem();

  bool is_buffer() const { return type == CL_MEM_OBJECT_BUFFER; }
  // Bytes in a row: a buffer, or pixels in one that are a single line.
  bool is_linear() const { return is_buffer() || type == CL_MEM_OBJECT_IMAGE1D_BUFFER; }

  const vgpu::opencl::Ref<_cl_context> context;
  cl_mem_object_type type = CL_MEM_OBJECT_BUFFER;
  cl_mem_flags flags = 0;
  std::size_t size = 0;
  std::byte* data = nullptr;
  void* host_pointer = nullptr;               // with CL_MEM_USE_HOST_PTR
  void* owned = nullptr;                      // memory of the runtime to free
  vgpu::opencl::Ref<_cl_mem> parent;          // of a sub-buffer or an image of a buffer
  std::size_t offset = 0;                     // in the parent
  std::vector<cl_mem_properties> properties;  // as given, with the final zero
  std::unique_ptr<vgpu::opencl::ImageShape> image;
  vgpu::opencl::DestructorList<void(CL_CALLBACK*)(cl_mem, void*)> destructors;
  std::shared_ptr<vgpu::opencl::MapList> maps = std::make_shared<vgpu::opencl::MapList>();
};

namespace vgpu::opencl {

using MemoryObject = ::_cl_mem;

// Throws CL_INVALID_VALUE for flags that exclude each other or do not exist.
void check_memory_flags(cl_mem_flags flags);
// Throws CL_INVALID_HOST_PTR unless a host pointer is there exactly where the flags want one.
void check_host_pointer(cl_mem_flags flags, const void* host_pointer);
// Gives the object memory of its size, or the program's own, or the parent's; copies initial contents.
void give_memory(MemoryObject& object, void* host_pointer);
// Flags of an object made of `parent`: what it does not say itself is as there. CL_INVALID_VALUE if it wants more.
cl_mem_flags inherited_flags(cl_mem_flags flags, const MemoryObject& parent);
// The list as given; CL_INVALID_PROPERTY unless it is empty.
std::vector<cl_mem_properties> read_memory_properties(const cl_mem_properties* properties);

// A buffer, not an image; throws CL_INVALID_MEM_OBJECT.
MemoryObject& check_buffer(cl_mem handle);
// Throws CL_INVALID_CONTEXT unless both are of one context.
void check_same_context(const Context* a, const Context* b);

}  // namespace vgpu::opencl
