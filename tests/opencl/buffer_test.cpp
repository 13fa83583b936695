// Buffers: creation, parts, transfers, rectangles, maps, shared virtual memory.
// SPDX-License-Identifier: MIT
#include <numeric>

#include "opencl_test.h"

namespace vgpu::opencl_test {
namespace {

class BufferTest : public OpenClTest {
 protected:
  static std::vector<int> counted(int count) {
    std::vector<int> values(static_cast<std::size_t>(count));
    std::iota(values.begin(), values.end(), 0);
    return values;
  }
  cl_int creation_code(cl_mem_flags flags, std::size_t size, void* host) {
    cl_mem made = clCreateBuffer(context, flags, size, host, &code);
    EXPECT_EQ(code == CL_SUCCESS, made != nullptr);
    if (made) clReleaseMemObject(made);
    return code;
  }
};

TEST_F(BufferTest, CreationIsChecked) {
  int host[4] = {};
  EXPECT_EQ(CL_SUCCESS, creation_code(0, 16, nullptr));
  EXPECT_EQ(CL_INVALID_BUFFER_SIZE, creation_code(0, 0, nullptr));
  EXPECT_EQ(CL_INVALID_BUFFER_SIZE, creation_code(0, SIZE_MAX, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, creation_code(CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, 16, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, creation_code(cl_mem_flags{1} << 40, 16, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE,
            creation_code(CL_MEM_HOST_NO_ACCESS | CL_MEM_HOST_READ_ONLY, 16, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, creation_code(CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR, 16, host));
  EXPECT_EQ(CL_INVALID_HOST_PTR, creation_code(CL_MEM_USE_HOST_PTR, 16, nullptr));
  EXPECT_EQ(CL_INVALID_HOST_PTR, creation_code(0, 16, host));
  const cl_mem_properties unknown[] = {0x1111, 1, 0};
  EXPECT_EQ(nullptr, clCreateBufferWithProperties(context, unknown, 0, 16, nullptr, &code));
  EXPECT_EQ(CL_INVALID_PROPERTY, code);
  EXPECT_EQ(nullptr, clCreateBuffer(not_a(context), 0, 16, nullptr, &code));
  EXPECT_EQ(CL_INVALID_CONTEXT, code);
}

TEST_F(BufferTest, HostMemoryIsUsedInPlace) {
  alignas(128) int host[64] = {};
  cl_mem buffer = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, sizeof host, host, &code);
  ASSERT_EQ(CL_SUCCESS, code);
  const int nine = 9;
  clEnqueueFillBuffer(queue, buffer, &nine, 4, 0, sizeof host, 0, nullptr, nullptr);
  void* mapped = clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 0, sizeof host, 0, nullptr,
                                    nullptr, &code);
  EXPECT_EQ(host, mapped);
  EXPECT_EQ(9, host[63]);
  clEnqueueUnmapMemObject(queue, buffer, mapped, 0, nullptr, nullptr);
  clFinish(queue);
  clReleaseMemObject(buffer);
}

// As malloc gives it: at a multiple of 16, where wide vectors would like to lie at one of their size.
TEST_F(BufferTest, HostMemoryNeedNotSuitWideVectors) {
  struct alignas(128) Room {
    cl_float values[64];
  } room{};
  cl_float* in = room.values + 4;
  for (int i = 0; i < 32; ++i) in[i] = static_cast<cl_float>(i);
  cl_mem source = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, 128, in, &code);
  std::vector<cl_float> none(32);
  cl_mem target = make_buffer(none);
  for (const char* text :
       {"kernel void k(global float16* o, global float16* a) { o[0] = a[1]; o[1] = a[0]; }",
        "kernel void k(global double4* o, constant double4* a) {\n"
        "  int i = get_global_id(0); o[3 - i] = a[(i + 2) & 3]; o[i] = a[3 - i]; }",
        "typedef struct { long8 x; } S; kernel void k(global S* o, global S* a) {\n"
        "  S s = a[get_global_id(0) ^ 1]; o[get_global_id(0)] = s; }"}) {
    cl_kernel kernel = make_kernel(text, "k");
    clSetKernelArg(kernel, 0, sizeof target, &target);
    clSetKernelArg(kernel, 1, sizeof source, &source);
    const std::size_t items = 2;
    EXPECT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, nullptr, 0,
                                                 nullptr, nullptr));
    EXPECT_EQ(CL_SUCCESS, clFinish(queue)) << text;
    clReleaseKernel(kernel);
  }
  EXPECT_EQ(16.0f, read<cl_float>(target, 32)[0]);
  clReleaseMemObject(source);
  clReleaseMemObject(target);
}

TEST_F(BufferTest, TransfersMoveTheirRange) {
  std::vector<int> values = counted(100);
  cl_mem from = make_buffer(values), to = make_buffer(values);
  const int pattern[2] = {-1, -2};
  EXPECT_EQ(CL_SUCCESS, clEnqueueFillBuffer(queue, to, pattern, 8, 0, 400, 0, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, clEnqueueCopyBuffer(queue, from, to, 40, 80, 120, 0, nullptr, nullptr));
  const int written[] = {1000, 1001};
  EXPECT_EQ(CL_SUCCESS,
            clEnqueueWriteBuffer(queue, to, CL_FALSE, 392, 8, written, 0, nullptr, nullptr));
  const std::vector<int> result = read<int>(to, 100);
  for (int i = 0; i < 98; ++i) {
    const bool copied = i >= 20 && i < 50;
    EXPECT_EQ(copied ? i - 10 : pattern[i % 2], result[static_cast<std::size_t>(i)]);
  }
  EXPECT_EQ(1001, result[99]);
  clReleaseMemObject(from);
  clReleaseMemObject(to);
}

TEST_F(BufferTest, TransfersAreChecked) {
  std::vector<int> values = counted(100);
  cl_mem buffer = make_buffer(values);
  int out[100];
  const auto read_code = [&](std::size_t offset, std::size_t size, void* pointer) {
    return clEnqueueReadBuffer(queue, buffer, CL_TRUE, offset, size, pointer, 0, nullptr, nullptr);
  };
  EXPECT_EQ(CL_INVALID_VALUE, read_code(0, 404, out));
  EXPECT_EQ(CL_INVALID_VALUE, read_code(400, 4, out));
  EXPECT_EQ(CL_INVALID_VALUE, read_code(404, 0, out));
  EXPECT_EQ(CL_INVALID_VALUE, read_code(0, 4, nullptr));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT,
            clEnqueueReadBuffer(queue, nullptr, CL_TRUE, 0, 4, out, 0, nullptr, nullptr));
  EXPECT_EQ(CL_MEM_COPY_OVERLAP,
            clEnqueueCopyBuffer(queue, buffer, buffer, 0, 8, 16, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE,
            clEnqueueFillBuffer(queue, buffer, out, 3, 0, 12, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE,
            clEnqueueFillBuffer(queue, buffer, out, 8, 4, 16, 0, nullptr, nullptr));
  cl_mem shut = clCreateBuffer(context, CL_MEM_HOST_NO_ACCESS, 16, nullptr, &code);
  EXPECT_EQ(CL_INVALID_OPERATION,
            clEnqueueReadBuffer(queue, shut, CL_TRUE, 0, 4, out, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_OPERATION,
            clEnqueueWriteBuffer(queue, shut, CL_TRUE, 0, 4, out, 0, nullptr, nullptr));
  EXPECT_EQ(nullptr, clEnqueueMapBuffer(queue, shut, CL_TRUE, CL_MAP_READ, 0, 4, 0, nullptr,
                                        nullptr, &code));
  EXPECT_EQ(CL_INVALID_OPERATION, code);
  EXPECT_EQ(CL_INVALID_VALUE,
            clEnqueueMigrateMemObjects(queue, 0, nullptr, 0, 0, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, clEnqueueMigrateMemObjects(queue, 1, &buffer, CL_MIGRATE_MEM_OBJECT_HOST, 0,
                                                   nullptr, nullptr));
  clReleaseMemObject(shut);
  clReleaseMemObject(buffer);
}

// Commands on no bytes wait and are waited for like others.
TEST_F(BufferTest, NoBytesCanBeMoved) {
  std::vector<int> values = counted(4);
  cl_mem buffer = make_buffer(values);
  int out[4] = {7, 7, 7, 7};
  cl_event gate = clCreateUserEvent(context, &code);
  std::vector<cl_event> done(6);
  EXPECT_EQ(CL_SUCCESS,
            clEnqueueReadBuffer(queue, buffer, CL_FALSE, 16, 0, out, 1, &gate, &done[0]));
  EXPECT_EQ(CL_SUCCESS,
            clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, 0, out, 1, &gate, &done[1]));
  EXPECT_EQ(CL_SUCCESS, clEnqueueCopyBuffer(queue, buffer, buffer, 4, 4, 0, 1, &gate, &done[2]));
  EXPECT_EQ(CL_SUCCESS, clEnqueueFillBuffer(queue, buffer, out, 4, 8, 0, 1, &gate, &done[3]));
  EXPECT_EQ(CL_SUCCESS, clEnqueueSVMMemcpy(queue, CL_FALSE, out, out, 0, 1, &gate, &done[4]));
  EXPECT_EQ(CL_SUCCESS, clEnqueueSVMMemFill(queue, out, out + 1, 4, 0, 1, &gate, &done[5]));
  for (cl_event event : done) EXPECT_NE(CL_COMPLETE, status_of(event));
  clSetUserEventStatus(gate, CL_COMPLETE);
  EXPECT_EQ(CL_SUCCESS, clWaitForEvents(6, done.data()));
  EXPECT_EQ(counted(4), read<int>(buffer, 4));
  EXPECT_EQ(7, out[0]);
  for (cl_event event : done) clReleaseEvent(event);
  clReleaseEvent(gate);
  clReleaseMemObject(buffer);
}

TEST_F(BufferTest, SubBuffersAreWindows) {
  std::vector<int> values = counted(256);
  cl_mem buffer = make_buffer(values);
  cl_buffer_region region{512, 128};
  cl_mem part = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &code);
  ASSERT_EQ(CL_SUCCESS, code);
  EXPECT_EQ(128, read<int>(part, 32)[0]);
  std::size_t offset = 0;
  cl_mem parent = nullptr;
  clGetMemObjectInfo(part, CL_MEM_OFFSET, sizeof offset, &offset, nullptr);
  clGetMemObjectInfo(part, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof parent, &parent, nullptr);
  EXPECT_EQ(512u, offset);
  EXPECT_EQ(buffer, parent);
  clReleaseMemObject(buffer);  // the window keeps it
  EXPECT_EQ(129, read<int>(part, 32)[1]);
  EXPECT_EQ(nullptr, clCreateSubBuffer(part, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &code));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, code);
  clReleaseMemObject(part);
}

TEST_F(BufferTest, SubBuffersAreChecked) {
  cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_ONLY, 1024, nullptr, &code);
  const auto sub_code = [&](cl_mem_flags flags, std::size_t origin, std::size_t size) {
    cl_buffer_region region{origin, size};
    cl_mem part = clCreateSubBuffer(buffer, flags, CL_BUFFER_CREATE_TYPE_REGION, &region, &code);
    if (part) clReleaseMemObject(part);
    return code;
  };
  EXPECT_EQ(CL_SUCCESS, sub_code(0, 0, 1024));
  EXPECT_EQ(CL_INVALID_VALUE, sub_code(CL_MEM_READ_WRITE, 0, 64));
  EXPECT_EQ(CL_INVALID_VALUE, sub_code(CL_MEM_USE_HOST_PTR, 0, 64));
  EXPECT_EQ(CL_INVALID_VALUE, sub_code(0, 512, 513));
  EXPECT_EQ(CL_INVALID_BUFFER_SIZE, sub_code(0, 0, 0));
  EXPECT_EQ(CL_MISALIGNED_SUB_BUFFER_OFFSET, sub_code(0, 4, 64));
  EXPECT_EQ(nullptr, clCreateSubBuffer(buffer, 0, 1, nullptr, &code));
  EXPECT_EQ(CL_INVALID_VALUE, code);
  clReleaseMemObject(buffer);
}

TEST_F(BufferTest, RectanglesAreCopiedRowByRow) {
  std::vector<int> values = counted(4 * 8 * 8);
  cl_mem buffer = make_buffer(values);
  const std::size_t origin[] = {8, 2, 1}, zero[] = {0, 0, 0}, region[] = {12, 3, 2};
  std::vector<int> out(3 * 3 * 2, -1);
  EXPECT_EQ(CL_SUCCESS, clEnqueueReadBufferRect(queue, buffer, CL_TRUE, origin, zero, region, 32,
                                                256, 0, 0, out.data(), 0, nullptr, nullptr));
  for (int z = 0; z < 2; ++z) {
    for (int y = 0; y < 3; ++y) {
      for (int x = 0; x < 3; ++x) {
        EXPECT_EQ((z + 1) * 64 + (y + 2) * 8 + x + 2,
                  out[static_cast<std::size_t>((z * 3 + y) * 3 + x)]);
      }
    }
  }
  for (int& value : out) value = -value;
  EXPECT_EQ(CL_SUCCESS, clEnqueueWriteBufferRect(queue, buffer, CL_TRUE, origin, zero, region, 32,
                                                 256, 0, 0, out.data(), 0, nullptr, nullptr));
  EXPECT_EQ(-(64 + 16 + 2), read<int>(buffer, 256)[64 + 16 + 2]);
  EXPECT_EQ(64 + 16 + 5, read<int>(buffer, 256)[64 + 16 + 5]);
  const std::size_t away[] = {0, 5, 0};
  EXPECT_EQ(CL_SUCCESS, clEnqueueCopyBufferRect(queue, buffer, buffer, origin, away, region, 32,
                                                256, 32, 256, 0, nullptr, nullptr));
  EXPECT_EQ(-(64 + 16 + 2), read<int>(buffer, 256)[40]);
  const std::size_t near[] = {12, 2, 1};
  EXPECT_EQ(CL_MEM_COPY_OVERLAP,
            clEnqueueCopyBufferRect(queue, buffer, buffer, origin, near, region, 32, 256, 32, 256,
                                    0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE,
            clEnqueueReadBufferRect(queue, buffer, CL_TRUE, origin, zero, region, 8, 256, 0, 0,
                                    out.data(), 0, nullptr, nullptr));
  const std::size_t empty[] = {12, 0, 2};
  EXPECT_EQ(CL_INVALID_VALUE,
            clEnqueueReadBufferRect(queue, buffer, CL_TRUE, origin, zero, empty, 32, 256, 0, 0,
                                    out.data(), 0, nullptr, nullptr));
  clReleaseMemObject(buffer);
}

TEST_F(BufferTest, MapsAreCounted) {
  std::vector<int> values = counted(16);
  cl_mem buffer = make_buffer(values);
  auto* mapped = static_cast<int*>(clEnqueueMapBuffer(
      queue, buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 8, 16, 0, nullptr, nullptr, &code));
  ASSERT_EQ(CL_SUCCESS, code);
  EXPECT_EQ(2, mapped[0]);
  mapped[0] = 77;
  cl_uint maps = 0;
  clGetMemObjectInfo(buffer, CL_MEM_MAP_COUNT, sizeof maps, &maps, nullptr);
  EXPECT_EQ(1u, maps);
  EXPECT_EQ(CL_INVALID_VALUE, clEnqueueUnmapMemObject(queue, buffer, &maps, 0, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, clEnqueueUnmapMemObject(queue, buffer, mapped, 0, nullptr, nullptr));
  EXPECT_EQ(77, read<int>(buffer, 16)[2]);
  EXPECT_EQ(CL_INVALID_VALUE, clEnqueueUnmapMemObject(queue, buffer, mapped, 0, nullptr, nullptr));
  EXPECT_EQ(nullptr, clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 60, 8, 0, nullptr,
                                        nullptr, &code));
  EXPECT_EQ(CL_INVALID_VALUE, code);
  EXPECT_EQ(nullptr,
            clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE_INVALIDATE_REGION,
                               0, 8, 0, nullptr, nullptr, &code));
  EXPECT_EQ(CL_INVALID_VALUE, code);
  clReleaseMemObject(buffer);
}

TEST_F(BufferTest, DestructorsRunWhenTheMemoryGoes) {
  static int calls;
  calls = 0;
  cl_mem buffer = clCreateBuffer(context, 0, 16, nullptr, &code);
  clSetMemObjectDestructorCallback(buffer, [](cl_mem, void*) { ++calls; }, nullptr);
  EXPECT_EQ(CL_INVALID_VALUE, clSetMemObjectDestructorCallback(buffer, nullptr, nullptr));
  clRetainMemObject(buffer);
  clReleaseMemObject(buffer);
  EXPECT_EQ(0, calls);
  clReleaseMemObject(buffer);
  EXPECT_EQ(1, calls);
}

TEST_F(BufferTest, SharedMemoryIsSeenByAll) {
  auto* shared = static_cast<int*>(
      clSVMAlloc(context, CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER, 64, 0));
  ASSERT_NE(nullptr, shared);
  const int three = 3;
  EXPECT_EQ(CL_SUCCESS, clEnqueueSVMMemFill(queue, shared, &three, 4, 64, 0, nullptr, nullptr));
  cl_kernel kernel = make_kernel("kernel void k(global int* p) { p[get_global_id(0)] *= 2; }", "k");
  EXPECT_EQ(CL_SUCCESS, clSetKernelArgSVMPointer(kernel, 0, shared));
  const std::size_t global = 16;
  clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, nullptr, 0, nullptr, nullptr);
  int out[16];
  EXPECT_EQ(CL_SUCCESS, clEnqueueSVMMemcpy(queue, CL_TRUE, out, shared, 64, 0, nullptr, nullptr));
  EXPECT_EQ(6, out[15]);
  EXPECT_EQ(6, shared[0]);
  EXPECT_EQ(CL_MEM_COPY_OVERLAP,
            clEnqueueSVMMemcpy(queue, CL_TRUE, shared, shared + 1, 16, 0, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS,
            clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_READ, shared, 64, 0, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, clEnqueueSVMUnmap(queue, shared, 0, nullptr, nullptr));
  cl_mem over = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, 64, shared, &code);
  cl_bool uses = CL_FALSE;
  clGetMemObjectInfo(over, CL_MEM_USES_SVM_POINTER, sizeof uses, &uses, nullptr);
  EXPECT_TRUE(uses);
  clReleaseMemObject(over);
  void* list[] = {shared};
  EXPECT_EQ(CL_SUCCESS, clEnqueueSVMFree(queue, 1, list, nullptr, nullptr, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE,
            clEnqueueSVMFree(queue, 1, nullptr, nullptr, nullptr, 0, nullptr, nullptr));
  clFinish(queue);
  EXPECT_EQ(nullptr, clSVMAlloc(context, 0, 0, 0));
  EXPECT_EQ(nullptr, clSVMAlloc(context, CL_MEM_SVM_ATOMICS, 16, 0));
  EXPECT_EQ(nullptr, clSVMAlloc(context, 0, 16, 3));
  clReleaseKernel(kernel);
}

}  // namespace
}  // namespace vgpu::opencl_test
