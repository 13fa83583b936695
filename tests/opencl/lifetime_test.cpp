// How long objects live: as long as the program, another object or a command needs them, and no longer.
// SPDX-License-Identifier: MIT
#include "opencl_test.h"

namespace vgpu::opencl_test {
namespace {

class LifetimeTest : public OpenClTest {
 protected:
  // A context of its own, and a buffer in it, which keeps it.
  void SetUp() override {
    OpenClTest::SetUp();
    own = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code);
    ASSERT_EQ(CL_SUCCESS, clSetContextDestructorCallback(own, count_context, &contexts_gone));
    buffer = clCreateBuffer(own, CL_MEM_READ_WRITE, 4096, nullptr, &code);
    ASSERT_EQ(CL_SUCCESS, clSetMemObjectDestructorCallback(buffer, count_memory, &buffers_gone));
  }

  static void count_context(cl_context, void* count) { ++*static_cast<int*>(count); }
  static void count_memory(cl_mem, void* count) { ++*static_cast<int*>(count); }

  cl_context own = nullptr;
  cl_mem buffer = nullptr;
  int contexts_gone = 0, buffers_gone = 0;
};

// Wrapper classes do so with every handle that they ask for.
TEST_F(LifetimeTest, WhatAnObjectNamesCanBeTakenAndGivenBack) {
  EXPECT_EQ(CL_SUCCESS, clReleaseContext(own));
  for (int round = 0; round < 3; ++round) {
    cl_context named = nullptr;
    ASSERT_EQ(CL_SUCCESS,
              clGetMemObjectInfo(buffer, CL_MEM_CONTEXT, sizeof named, &named, nullptr));
    ASSERT_EQ(own, named);
    EXPECT_EQ(CL_SUCCESS, clRetainContext(named));
    cl_command_queue made = clCreateCommandQueueWithProperties(named, device, nullptr, &code);
    EXPECT_EQ(CL_SUCCESS, code);
    EXPECT_EQ(CL_SUCCESS, clReleaseCommandQueue(made));
    EXPECT_EQ(CL_SUCCESS, clReleaseContext(named));
    ASSERT_EQ(0, contexts_gone) << round;
  }
  EXPECT_EQ(CL_SUCCESS, clReleaseMemObject(buffer));
  EXPECT_EQ(1, buffers_gone);
  EXPECT_EQ(1, contexts_gone);
}

TEST_F(LifetimeTest, AParentLivesUntilItsPartsGo) {
  const cl_buffer_region half{2048, 2048};
  cl_mem part = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &half, &code);
  ASSERT_EQ(CL_SUCCESS, code);
  EXPECT_EQ(CL_SUCCESS, clReleaseMemObject(buffer));
  EXPECT_EQ(CL_SUCCESS, clRetainMemObject(buffer));
  EXPECT_EQ(CL_SUCCESS, clReleaseMemObject(buffer));
  ASSERT_EQ(0, buffers_gone);
  EXPECT_EQ(CL_SUCCESS, clReleaseMemObject(part));
  EXPECT_EQ(1, buffers_gone);
  EXPECT_EQ(CL_SUCCESS, clReleaseContext(own));
  EXPECT_EQ(1, contexts_gone);
}

TEST_F(LifetimeTest, NoMoreIsGivenBackThanWasTaken) {
  EXPECT_EQ(CL_SUCCESS, clReleaseContext(own));
  EXPECT_EQ(CL_INVALID_CONTEXT, clReleaseContext(own));
  cl_uint count = 77;
  EXPECT_EQ(CL_SUCCESS, clGetContextInfo(own, CL_CONTEXT_REFERENCE_COUNT, 4, &count, nullptr));
  EXPECT_EQ(0u, count);
  EXPECT_EQ(0, contexts_gone);
  EXPECT_EQ(CL_SUCCESS, clReleaseMemObject(buffer));
  EXPECT_EQ(1, contexts_gone);
}

TEST_F(LifetimeTest, CallbacksMayReleaseTheirUserEvent) {
  EXPECT_EQ(CL_SUCCESS, clReleaseMemObject(buffer));
  cl_event gate = clCreateUserEvent(own, &code);
  EXPECT_EQ(CL_SUCCESS, clReleaseContext(own));
  const auto release = [](cl_event event, cl_int, void* done) {
    *static_cast<cl_int*>(done) = clReleaseEvent(event);
  };
  cl_int released = 77;
  EXPECT_EQ(CL_SUCCESS, clSetEventCallback(gate, CL_COMPLETE, release, &released));
  EXPECT_EQ(0, contexts_gone);
  EXPECT_EQ(CL_SUCCESS, clSetUserEventStatus(gate, CL_COMPLETE));
  EXPECT_EQ(CL_SUCCESS, released);
  EXPECT_EQ(1, contexts_gone);
}

}  // namespace
}  // namespace vgpu::opencl_test
