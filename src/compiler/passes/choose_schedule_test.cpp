// choose_schedule: lanes by instruction set and data, lockstep where a group fits its vectors, what the request forces.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "passes/pass_log.h"

namespace vgpu::compiler {
namespace {

constexpr char kFloats[] =
    "kernel void k(global float* o) { int i = get_global_id(0); o[i] = o[i] * 2.0f; }";
constexpr char kDoubles[] =
    "kernel void k(global double* o) { int i = get_global_id(0); o[i] = o[i] * 2.0; }";
constexpr char kBarrier[] =
    "kernel void k(global float* o) { local float a[1024]; int i = get_local_id(0); a[i] = o[i];\n"
    "  barrier(CLK_LOCAL_MEM_FENCE); o[i] = a[get_local_size(0) - 1 - i]; }";

CodeRequest free_request(std::uint32_t items, InstructionSet set) {
  CodeRequest request = plain_request(items);
  request.width = request.jam_x = request.jam_y = 0;
  request.lockstep = -1;
  request.instruction_set = set;
  return request;
}

CodeInfo schedule(const char* source, const CodeRequest& request) {
  return opencl_log(source, request).result().info;
}

TEST(ChooseSchedule, LanesFillARegister) {
  EXPECT_EQ(schedule(kFloats, free_request(256, InstructionSet::baseline)).width, 4u);
  EXPECT_EQ(schedule(kFloats, free_request(256, InstructionSet::avx2)).width, 8u);
  EXPECT_EQ(schedule(kFloats, free_request(256, InstructionSet::avx512)).width, 16u);
  EXPECT_EQ(schedule(kDoubles, free_request(256, InstructionSet::avx2)).width, 4u);
}

TEST(ChooseSchedule, RowsOfHalfARegisterStayApart) {
  CodeRequest request = free_request(8, InstructionSet::avx512);
  request.local_size[1] = request.enqueued_size[1] = 8;
  EXPECT_EQ(schedule(kFloats, request).width, 8u);
  EXPECT_EQ(schedule(kBarrier, request).width, 16u);  // rows of local memory lie side by side
}

TEST(ChooseSchedule, SmallGroupsWithBarriersRunInLockstep) {
  const CodeInfo small = schedule(kBarrier, free_request(8, InstructionSet::avx2));
  EXPECT_TRUE(small.lockstep);
  EXPECT_EQ(small.regions, 1u);
  const CodeInfo large = schedule(kBarrier, free_request(256, InstructionSet::avx2));
  EXPECT_FALSE(large.lockstep);
  EXPECT_EQ(large.regions, 2u);
}

TEST(ChooseSchedule, TheRequestForcesIt) {
  CodeRequest request = plain_request(64);
  request.width = 4;
  request.jam_x = 2;
  const CodeInfo info = schedule(kFloats, request);
  EXPECT_EQ(info.width, 4u);
  EXPECT_EQ(info.jam_x, 2u);
}

}  // namespace
}  // namespace vgpu::compiler
