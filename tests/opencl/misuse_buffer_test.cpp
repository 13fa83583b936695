// Wrong calls of the functions about buffers and shared virtual memory, and of the commands on them.
// SPDX-License-Identifier: MIT
#include "misuse_table.h"

namespace vgpu::opencl_test {
namespace {

class BufferMisuseTest : public OpenClTest {
 protected:
  void SetUp() override {
    OpenClTest::SetUp();
    buffer = clCreateBuffer(context, 0, 1024, nullptr, &code);
    other_context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code);
    foreign = clCreateBuffer(other_context, 0, 1024, nullptr, &code);
    sealed = clCreateBuffer(context, CL_MEM_HOST_NO_ACCESS, 1024, nullptr, &code);
  }
  void TearDown() override {
    for (cl_mem object : {buffer, foreign, sealed}) clReleaseMemObject(object);
    clReleaseContext(other_context);
    OpenClTest::TearDown();
  }

  // Both functions that make buffers say the same.
  cl_int buffer_code(cl_mem_flags flags, std::size_t size, void* host) {
    cl_mem made = nullptr;
    const cl_int code = code_of(
        [&](cl_int* out) { return made = clCreateBuffer(context, flags, size, host, out); });
    if (made != nullptr) clReleaseMemObject(made);
    EXPECT_EQ(code, code_of([&](cl_int* out) {
                made = clCreateBufferWithProperties(context, nullptr, flags, size, host, out);
                return made;
              }));
    if (made != nullptr) clReleaseMemObject(made);
    return code;
  }
  cl_int part_code(cl_mem of, cl_mem_flags flags, std::size_t origin, std::size_t size) {
    const cl_buffer_region region{origin, size};
    return code_of([&](cl_int* out) {
      return clCreateSubBuffer(of, flags, CL_BUFFER_CREATE_TYPE_REGION, &region, out);
    });
  }
  cl_int read_code(cl_mem from, std::size_t offset, std::size_t size, void* to) {
    return clEnqueueReadBuffer(queue, from, CL_TRUE, offset, size, to, 0, nullptr, nullptr);
  }
  cl_int write_code(cl_mem to, std::size_t offset, std::size_t size, void* from) {
    return clEnqueueWriteBuffer(queue, to, CL_TRUE, offset, size, from, 0, nullptr, nullptr);
  }
  cl_int copy_code(cl_mem from, cl_mem to, std::size_t first, std::size_t second,
                   std::size_t size) {
    return clEnqueueCopyBuffer(queue, from, to, first, second, size, 0, nullptr, nullptr);
  }
  cl_int fill_code(cl_mem to, const void* pattern, std::size_t bytes, std::size_t offset,
                   std::size_t size) {
    return clEnqueueFillBuffer(queue, to, pattern, bytes, offset, size, 0, nullptr, nullptr);
  }
  cl_int map_code(cl_mem of, cl_map_flags flags, std::size_t offset, std::size_t size) {
    cl_int result = 77;
    void* pointer =
        clEnqueueMapBuffer(queue, of, CL_TRUE, flags, offset, size, 0, nullptr, nullptr, &result);
    EXPECT_EQ(result == CL_SUCCESS, pointer != nullptr);
    return result;
  }
  // Reads a box of 4 x 4 x 2 bytes at the origin, with these pitches of the buffer.
  cl_int rect_code(cl_mem from, std::size_t row, std::size_t slice, std::size_t x = 0,
                   std::size_t rows = 4) {
    const std::size_t origin[3] = {x, 0, 0}, host[3] = {}, region[3] = {4, rows, 2};
    return clEnqueueReadBufferRect(queue, from, CL_TRUE, origin, host, region, row, slice, 0, 0,
                                   data, 0, nullptr, nullptr);
  }

  cl_mem buffer = nullptr, foreign = nullptr, sealed = nullptr;
  cl_context other_context = nullptr;
  alignas(128) char data[2048] = {};
};

TEST_F(BufferMisuseTest, Creation) {
  cl_ulong most = 0;
  clGetDeviceInfo(device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof most, &most, nullptr);
  const cl_mem_properties odd[] = {0x7777, 1, 0};
  cl_mem read_only = clCreateBuffer(context, CL_MEM_READ_ONLY, 512, nullptr, &code);
  cl_mem part = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION,
                                  std::data({cl_buffer_region{0, 512}}), &code);
  ASSERT_EQ(CL_SUCCESS, code);
  expect_codes({
      {"no size", CL_INVALID_BUFFER_SIZE, [&] { return buffer_code(0, 0, nullptr); }},
      {"a size beyond the device's largest", CL_INVALID_BUFFER_SIZE,
       [&] { return buffer_code(0, most + 1, nullptr); }},
      {"flags that do not exist", CL_INVALID_VALUE,
       [&] { return buffer_code(1 << 20, 4, nullptr); }},
      {"two kinds of access", CL_INVALID_VALUE,
       [&] { return buffer_code(CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, 4, nullptr); }},
      {"two kinds of access by the host", CL_INVALID_VALUE,
       [&] { return buffer_code(CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS, 4, nullptr); }},
      {"using and copying the host's memory", CL_INVALID_VALUE,
       [&] { return buffer_code(CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR, 4, data); }},
      {"using the host's memory and allocating it", CL_INVALID_VALUE,
       [&] { return buffer_code(CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR, 4, data); }},
      {"using memory that is not there", CL_INVALID_HOST_PTR,
       [&] { return buffer_code(CL_MEM_USE_HOST_PTR, 4, nullptr); }},
      {"copying memory that is not there", CL_INVALID_HOST_PTR,
       [&] { return buffer_code(CL_MEM_COPY_HOST_PTR, 4, nullptr); }},
      {"memory that nobody asked for", CL_INVALID_HOST_PTR,
       [&] { return buffer_code(0, 4, data); }},
      {"a property that does not exist", CL_INVALID_PROPERTY,
       [&] {
         return code_of([&](cl_int* out) {
           return clCreateBufferWithProperties(context, odd, 0, 4, nullptr, out);
         });
       }},
      {"a part of what is no buffer", CL_INVALID_MEM_OBJECT,
       [&] { return part_code(not_a(buffer), 0, 0, 4); }},
      {"a part of a part", CL_INVALID_MEM_OBJECT, [&] { return part_code(part, 0, 0, 4); }},
      {"a part of no bytes", CL_INVALID_BUFFER_SIZE, [&] { return part_code(buffer, 0, 0, 0); }},
      {"a part beyond the end", CL_INVALID_VALUE, [&] { return part_code(buffer, 0, 1024, 4); }},
      {"a part that is too long", CL_INVALID_VALUE,
       [&] { return part_code(buffer, 0, 128, 1000); }},
      {"a part that starts anywhere", CL_MISALIGNED_SUB_BUFFER_OFFSET,
       [&] { return part_code(buffer, 0, 3, 4); }},
      {"a part that may do more", CL_INVALID_VALUE,
       [&] { return part_code(read_only, CL_MEM_READ_WRITE, 0, 4); }},
      {"a part with memory of the host", CL_INVALID_VALUE,
       [&] { return part_code(buffer, CL_MEM_ALLOC_HOST_PTR, 0, 4); }},
      {"a part that the host may read, of what it may not", CL_INVALID_VALUE,
       [&] { return part_code(sealed, CL_MEM_HOST_READ_ONLY, 0, 4); }},
      {"a part without a region", CL_INVALID_VALUE,
       [&] {
         return code_of([&](cl_int* out) {
           return clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, nullptr, out);
         });
       }},
      {"a part of a kind that does not exist", CL_INVALID_VALUE,
       [&] {
         const cl_buffer_region region{0, 4};
         return code_of(
             [&](cl_int* out) { return clCreateSubBuffer(buffer, 0, 0x7777, &region, out); });
       }},
      {"query of what is no object", CL_INVALID_MEM_OBJECT,
       [&] { return clGetMemObjectInfo(not_a(buffer), CL_MEM_SIZE, 0, nullptr, nullptr); }},
      {"query that does not exist", CL_INVALID_VALUE,
       [&] { return clGetMemObjectInfo(buffer, 0, 0, nullptr, nullptr); }},
      {"too little room for an answer", CL_INVALID_VALUE,
       [&] { return clGetMemObjectInfo(buffer, CL_MEM_SIZE, 4, data, nullptr); }},
      {"query of a buffer as an image", CL_INVALID_MEM_OBJECT,
       [&] { return clGetImageInfo(buffer, CL_IMAGE_WIDTH, 8, data, nullptr); }},
      {"no destructor", CL_INVALID_VALUE,
       [&] { return clSetMemObjectDestructorCallback(buffer, nullptr, nullptr); }},
      {"destructor of what is no object", CL_INVALID_MEM_OBJECT,
       [&] {
         return clSetMemObjectDestructorCallback(not_a(buffer), [](cl_mem, void*) {}, nullptr);
       }},
      {"retaining", CL_INVALID_MEM_OBJECT, [&] { return clRetainMemObject(not_a(buffer)); }},
      {"releasing", CL_INVALID_MEM_OBJECT, [&] { return clReleaseMemObject(not_a(buffer)); }},
      {"a pipe, of which the device has none", CL_INVALID_OPERATION,
       [&] {
         return code_of([&](cl_int* out) { return clCreatePipe(context, 0, 4, 4, nullptr, out); });
       }},
      {"query of a buffer as a pipe", CL_INVALID_MEM_OBJECT,
       [&] { return clGetPipeInfo(buffer, CL_PIPE_MAX_PACKETS, 4, data, nullptr); }},
  });
  clReleaseMemObject(part);
  clReleaseMemObject(read_only);
}

TEST_F(BufferMisuseTest, Transfers) {
  const cl_event none = nullptr;
  const std::size_t origin[3] = {}, shifted[3] = {2, 1, 0}, region[3] = {4, 4, 1};
  const auto copy_rect = [&](cl_mem to, const std::size_t* where, std::size_t row,
                             std::size_t other_row) {
    return clEnqueueCopyBufferRect(queue, buffer, to, origin, where, region, row, 0, other_row, 0,
                                   0, nullptr, nullptr);
  };
  const auto write_rect = [&](cl_mem to, std::size_t row) {
    return clEnqueueWriteBufferRect(queue, to, CL_TRUE, origin, origin, region, row, 0, 0, 0, data,
                                    0, nullptr, nullptr);
  };
  expect_codes({
      {"reading of another context", CL_INVALID_CONTEXT,
       [&] { return read_code(foreign, 0, 4, data); }},
      {"reading what is no buffer", CL_INVALID_MEM_OBJECT,
       [&] { return read_code(not_a(buffer), 0, 4, data); }},
      {"reading beyond the end", CL_INVALID_VALUE,
       [&] { return read_code(buffer, 1020, 8, data); }},
      {"reading to nowhere", CL_INVALID_VALUE, [&] { return read_code(buffer, 0, 4, nullptr); }},
      {"reading what the host may not", CL_INVALID_OPERATION,
       [&] { return read_code(sealed, 0, 4, data); }},
      {"reading with a list of no events", CL_INVALID_EVENT_WAIT_LIST,
       [&] { return clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 4, data, 1, &none, nullptr); }},
      {"writing of another context", CL_INVALID_CONTEXT,
       [&] { return write_code(foreign, 0, 4, data); }},
      {"writing beyond the end", CL_INVALID_VALUE,
       [&] { return write_code(buffer, 1025, 1, data); }},
      {"writing from nowhere", CL_INVALID_VALUE, [&] { return write_code(buffer, 0, 4, nullptr); }},
      {"writing what the host may not", CL_INVALID_OPERATION,
       [&] { return write_code(sealed, 0, 4, data); }},
      {"copying into another context", CL_INVALID_CONTEXT,
       [&] { return copy_code(buffer, foreign, 0, 0, 4); }},
      {"copying from beyond the end", CL_INVALID_VALUE,
       [&] { return copy_code(buffer, sealed, 1022, 0, 4); }},
      {"copying to beyond the end", CL_INVALID_VALUE,
       [&] { return copy_code(buffer, sealed, 0, 1022, 4); }},
      {"copying onto itself", CL_MEM_COPY_OVERLAP,
       [&] { return copy_code(buffer, buffer, 0, 2, 4); }},
      {"filling with nothing", CL_INVALID_VALUE,
       [&] { return fill_code(buffer, nullptr, 4, 0, 8); }},
      {"a pattern of no size", CL_INVALID_VALUE, [&] { return fill_code(buffer, data, 0, 0, 8); }},
      {"a pattern of an odd size", CL_INVALID_VALUE,
       [&] { return fill_code(buffer, data, 3, 0, 9); }},
      {"a pattern that is too large", CL_INVALID_VALUE,
       [&] { return fill_code(buffer, data, 256, 0, 256); }},
      {"a place that is no multiple of the pattern", CL_INVALID_VALUE,
       [&] { return fill_code(buffer, data, 4, 2, 8); }},
      {"a size that is no multiple of the pattern", CL_INVALID_VALUE,
       [&] { return fill_code(buffer, data, 4, 0, 6); }},
      {"filling beyond the end", CL_INVALID_VALUE,
       [&] { return fill_code(buffer, data, 4, 1024, 4); }},
      {"a row shorter than the box", CL_INVALID_VALUE, [&] { return rect_code(buffer, 3, 0); }},
      {"a slice shorter than the box", CL_INVALID_VALUE, [&] { return rect_code(buffer, 8, 24); }},
      {"a slice of no whole rows", CL_INVALID_VALUE, [&] { return rect_code(buffer, 8, 33); }},
      {"a box beyond the end", CL_INVALID_VALUE, [&] { return rect_code(buffer, 256, 0); }},
      {"a box of no rows", CL_INVALID_VALUE, [&] { return rect_code(buffer, 0, 0, 0, 0); }},
      {"a box of another context", CL_INVALID_CONTEXT, [&] { return rect_code(foreign, 0, 0); }},
      {"a box that the host may not read", CL_INVALID_OPERATION,
       [&] { return rect_code(sealed, 0, 0); }},
      {"a box copied onto itself", CL_MEM_COPY_OVERLAP,
       [&] { return copy_rect(buffer, shifted, 16, 16); }},
      {"boxes of rows that run into the next row, between each other's rows", CL_SUCCESS,
       [&] {
         const std::size_t end[3] = {14, 0, 0}, middle[3] = {6, 0, 0};
         return clEnqueueCopyBufferRect(queue, buffer, buffer, end, middle, region, 16, 0, 16, 0, 0,
                                        nullptr, nullptr);
       }},
      {"a box copied in one buffer with two pitches", CL_INVALID_VALUE,
       [&] { return copy_rect(buffer, shifted, 16, 32); }},
      {"a box copied into another context", CL_INVALID_CONTEXT,
       [&] { return copy_rect(foreign, origin, 0, 0); }},
      {"writing a box that the host may not", CL_INVALID_OPERATION,
       [&] { return write_rect(sealed, 16); }},
      {"writing a box with a row that is too short", CL_INVALID_VALUE,
       [&] { return write_rect(buffer, 3); }},
      {"migrating none", CL_INVALID_VALUE,
       [&] { return clEnqueueMigrateMemObjects(queue, 0, nullptr, 0, 0, nullptr, nullptr); }},
      {"migrating in a way that does not exist", CL_INVALID_VALUE,
       [&] { return clEnqueueMigrateMemObjects(queue, 1, &buffer, 1 << 8, 0, nullptr, nullptr); }},
      {"migrating from another context", CL_INVALID_CONTEXT,
       [&] { return clEnqueueMigrateMemObjects(queue, 1, &foreign, 0, 0, nullptr, nullptr); }},
  });
}

// Parts of one buffer that lie over each other: 16 bytes a row, and every second part starts in the middle of a row.
TEST_F(BufferMisuseTest, BoxesOfParts) {
  const auto part = [&](std::size_t origin) {
    return clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION,
                             std::data({cl_buffer_region{origin, 512}}), &code);
  };
  cl_mem low = part(0), high = part(128);
  ASSERT_EQ(CL_SUCCESS, code);
  const std::size_t region[3] = {4, 9, 2}, zero[3] = {}, eight[3] = {8, 0, 0}, far[3] = {0, 22, 0};
  const auto copy = [&](cl_mem from, cl_mem to, const std::size_t* first,
                        const std::size_t* second) {
    return clEnqueueCopyBufferRect(queue, from, to, first, second, region, 16, 160, 16, 160, 0,
                                   nullptr, nullptr);
  };
  expect_codes({
      {"rows of one part in the other", CL_MEM_COPY_OVERLAP,
       [&] { return copy(low, high, zero, zero); }},
      {"a part and the whole", CL_MEM_COPY_OVERLAP, [&] { return copy(high, buffer, zero, zero); }},
      {"rows between those of the other part", CL_SUCCESS,
       [&] { return copy(low, high, zero, eight); }},
      {"rows behind those of the other part", CL_SUCCESS,
       [&] {
         return copy(low, high, zero, std::data({std::size_t{0}, std::size_t{12}, std::size_t{0}}));
       }},
      {"rows far beyond the end", CL_INVALID_VALUE, [&] { return copy(low, high, zero, far); }},
      {"an origin that no memory has", CL_INVALID_VALUE,
       [&] {
         const std::size_t most[3] = {SIZE_MAX - 1, 0, 0};
         return copy(low, high, most, zero);
       }},
      {"a row that no memory has", CL_INVALID_VALUE,
       [&] {
         const std::size_t most[3] = {0, SIZE_MAX / 8, 0};
         return copy(low, high, zero, most);
       }},
  });
  clReleaseMemObject(low);
  clReleaseMemObject(high);
}

TEST_F(BufferMisuseTest, Maps) {
  void* pointer =
      clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_WRITE, 64, 64, 0, nullptr, nullptr, &code);
  ASSERT_EQ(CL_SUCCESS, code);
  const auto unmap = [&](cl_mem of, void* what) {
    return clEnqueueUnmapMemObject(queue, of, what, 0, nullptr, nullptr);
  };
  expect_codes({
      {"mapping beyond the end", CL_INVALID_VALUE,
       [&] { return map_code(buffer, CL_MAP_READ, 1020, 8); }},
      {"mapping nothing", CL_INVALID_VALUE, [&] { return map_code(buffer, CL_MAP_READ, 0, 0); }},
      {"flags that do not exist", CL_INVALID_VALUE, [&] { return map_code(buffer, 1 << 9, 0, 4); }},
      {"reading what is to be forgotten", CL_INVALID_VALUE,
       [&] { return map_code(buffer, CL_MAP_READ | CL_MAP_WRITE_INVALIDATE_REGION, 0, 4); }},
      {"mapping what the host may not read", CL_INVALID_OPERATION,
       [&] { return map_code(sealed, CL_MAP_READ, 0, 4); }},
      {"mapping what the host may not write", CL_INVALID_OPERATION,
       [&] { return map_code(sealed, CL_MAP_WRITE, 0, 4); }},
      {"mapping of another context", CL_INVALID_CONTEXT,
       [&] { return map_code(foreign, CL_MAP_READ, 0, 4); }},
      {"two maps that write to one place", CL_INVALID_OPERATION,
       [&] { return map_code(buffer, CL_MAP_WRITE, 127, 4); }},
      {"unmapping what was not mapped", CL_INVALID_VALUE, [&] { return unmap(buffer, data); }},
      {"unmapping the middle of a map", CL_INVALID_VALUE,
       [&] { return unmap(buffer, static_cast<char*>(pointer) + 4); }},
      {"unmapping of another object", CL_INVALID_VALUE, [&] { return unmap(sealed, pointer); }},
      {"unmapping of another context", CL_INVALID_CONTEXT, [&] { return unmap(foreign, pointer); }},
      {"a map that writes beside another", CL_SUCCESS,
       [&] { return map_code(buffer, CL_MAP_WRITE, 128, 4); }},
      {"a map that reads what another writes", CL_SUCCESS,
       [&] { return map_code(buffer, CL_MAP_READ, 0, 1024); }},
      {"unmapping", CL_SUCCESS, [&] { return unmap(buffer, pointer); }},
      {"unmapping twice", CL_INVALID_VALUE, [&] { return unmap(buffer, pointer); }},
  });
  EXPECT_EQ(CL_SUCCESS, clFinish(queue));
}

// Parts of a buffer share its bytes, so a map of one that writes is in the way of the other's.
TEST_F(BufferMisuseTest, MapsOfParts) {
  const auto part = [&](std::size_t origin, std::size_t size) {
    const cl_buffer_region region{origin, size};
    return clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &code);
  };
  cl_mem low = part(0, 256), high = part(128, 256), lost = part(0, 1024);
  EXPECT_EQ(CL_SUCCESS, map_code(lost, CL_MAP_WRITE, 512, 512));
  clReleaseMemObject(lost);  // and its map with it
  void* pointer =
      clEnqueueMapBuffer(queue, low, CL_TRUE, CL_MAP_WRITE, 64, 128, 0, nullptr, nullptr, &code);
  ASSERT_EQ(CL_SUCCESS, code);
  expect_codes({
      {"where the other part is mapped", CL_INVALID_OPERATION,
       [&] { return map_code(high, CL_MAP_WRITE, 0, 8); }},
      {"where a part of the whole is mapped", CL_INVALID_OPERATION,
       [&] { return map_code(buffer, CL_MAP_WRITE_INVALIDATE_REGION, 191, 8); }},
      {"where only a dead part was mapped", CL_SUCCESS,
       [&] { return map_code(buffer, CL_MAP_WRITE, 512, 8); }},
      {"behind the other part's map", CL_SUCCESS,
       [&] { return map_code(high, CL_MAP_WRITE, 64, 8); }},
      {"to read", CL_SUCCESS, [&] { return map_code(high, CL_MAP_READ, 0, 8); }},
      {"unmapping the other part's pointer", CL_INVALID_VALUE,
       [&] { return clEnqueueUnmapMemObject(queue, high, pointer, 0, nullptr, nullptr); }},
      {"unmapping", CL_SUCCESS,
       [&] { return clEnqueueUnmapMemObject(queue, low, pointer, 0, nullptr, nullptr); }},
      {"where nothing is mapped any more", CL_SUCCESS,
       [&] { return map_code(high, CL_MAP_WRITE, 0, 8); }},
  });
  cl_uint count = 0;
  clGetMemObjectInfo(high, CL_MEM_MAP_COUNT, sizeof count, &count, nullptr);
  EXPECT_EQ(3u, count);
  clReleaseMemObject(low);
  clReleaseMemObject(high);
}

TEST_F(BufferMisuseTest, SharedVirtualMemory) {
  EXPECT_EQ(nullptr, clSVMAlloc(context, CL_MEM_READ_WRITE, 0, 0));
  EXPECT_EQ(nullptr, clSVMAlloc(context, CL_MEM_READ_WRITE, 64, 3));
  EXPECT_EQ(nullptr, clSVMAlloc(context, CL_MEM_SVM_ATOMICS, 64, 0));
  EXPECT_EQ(nullptr, clSVMAlloc(context, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, 64, 0));
  EXPECT_EQ(nullptr, clSVMAlloc(not_a(context), CL_MEM_READ_WRITE, 64, 0));
  clSVMFree(context, nullptr);
  auto* shared = static_cast<char*>(clSVMAlloc(context, CL_MEM_READ_WRITE, 256, 0));
  EXPECT_EQ(CL_SUCCESS, buffer_code(CL_MEM_USE_HOST_PTR, 256, shared));
  EXPECT_EQ(CL_INVALID_BUFFER_SIZE, buffer_code(CL_MEM_USE_HOST_PTR, 257, shared));
  EXPECT_EQ(CL_INVALID_BUFFER_SIZE, buffer_code(CL_MEM_COPY_HOST_PTR, 257, shared));
  EXPECT_EQ(CL_INVALID_BUFFER_SIZE, buffer_code(CL_MEM_USE_HOST_PTR, 129, shared + 128));
  ASSERT_NE(nullptr, shared);
  void* list[] = {shared};
  const void* sources[] = {shared};
  const auto copy = [&](void* to, const void* from) {
    return clEnqueueSVMMemcpy(queue, CL_TRUE, to, from, 16, 0, nullptr, nullptr);
  };
  const auto fill = [&](void* to, const void* pattern, std::size_t bytes, std::size_t size) {
    return clEnqueueSVMMemFill(queue, to, pattern, bytes, size, 0, nullptr, nullptr);
  };
  const auto map = [&](void* what, cl_map_flags flags, std::size_t size) {
    return clEnqueueSVMMap(queue, CL_TRUE, flags, what, size, 0, nullptr, nullptr);
  };
  expect_codes({
      {"copying from nowhere", CL_INVALID_VALUE, [&] { return copy(shared, nullptr); }},
      {"copying to nowhere", CL_INVALID_VALUE, [&] { return copy(nullptr, shared); }},
      {"copying onto itself", CL_MEM_COPY_OVERLAP, [&] { return copy(shared, shared + 8); }},
      {"filling nothing", CL_INVALID_VALUE, [&] { return fill(nullptr, data, 4, 8); }},
      {"filling with nothing", CL_INVALID_VALUE, [&] { return fill(shared, nullptr, 4, 8); }},
      {"a pattern of an odd size", CL_INVALID_VALUE, [&] { return fill(shared, data, 3, 9); }},
      {"a place that does not suit the pattern", CL_INVALID_VALUE,
       [&] { return fill(shared + 2, data, 4, 8); }},
      {"a size that does not suit the pattern", CL_INVALID_VALUE,
       [&] { return fill(shared, data, 4, 6); }},
      {"mapping nothing", CL_INVALID_VALUE, [&] { return map(nullptr, CL_MAP_READ, 4); }},
      {"mapping no bytes", CL_INVALID_VALUE, [&] { return map(shared, CL_MAP_READ, 0); }},
      {"mapping in a way that does not exist", CL_INVALID_VALUE,
       [&] { return map(shared, 1 << 9, 4); }},
      {"reading what is to be forgotten", CL_INVALID_VALUE,
       [&] { return map(shared, CL_MAP_READ | CL_MAP_WRITE_INVALIDATE_REGION, 4); }},
      {"unmapping nothing", CL_INVALID_VALUE,
       [&] { return clEnqueueSVMUnmap(queue, nullptr, 0, nullptr, nullptr); }},
      {"freeing a list that is not there", CL_INVALID_VALUE,
       [&] { return clEnqueueSVMFree(queue, 1, nullptr, nullptr, nullptr, 0, nullptr, nullptr); }},
      {"freeing none of a list", CL_INVALID_VALUE,
       [&] { return clEnqueueSVMFree(queue, 0, list, nullptr, nullptr, 0, nullptr, nullptr); }},
      {"migrating none", CL_INVALID_VALUE,
       [&] { return clEnqueueSVMMigrateMem(queue, 0, sources, nullptr, 0, 0, nullptr, nullptr); }},
      {"migrating in a way that does not exist", CL_INVALID_VALUE,
       [&] {
         return clEnqueueSVMMigrateMem(queue, 1, sources, nullptr, 1 << 8, 0, nullptr, nullptr);
       }},
      {"migrating more than there is", CL_INVALID_VALUE,
       [&] {
         const std::size_t size = 512;
         return clEnqueueSVMMigrateMem(queue, 1, sources, &size, 0, 0, nullptr, nullptr);
       }},
      {"freeing", CL_SUCCESS,
       [&] { return clEnqueueSVMFree(queue, 1, list, nullptr, nullptr, 0, nullptr, nullptr); }},
  });
  EXPECT_EQ(CL_SUCCESS, clFinish(queue));
}

}  // namespace
}  // namespace vgpu::opencl_test
