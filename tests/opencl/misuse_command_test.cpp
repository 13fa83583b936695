// What is wrong in the same way with every command: its queue, its wait list, its memory objects.
//
// Each command is a row that takes all it uses from one set of things; each test spoils one of them for all rows.
// SPDX-License-Identifier: MIT
#include "misuse_table.h"

namespace vgpu::opencl_test {
namespace {

// All that commands use. `second` and `target` are where copies go to.
struct Things {
  cl_command_queue queue = nullptr;
  cl_mem buffer = nullptr, second = nullptr, image = nullptr, target = nullptr;
  cl_kernel kernel = nullptr;
  cl_uint count = 0;
  const cl_event* list = nullptr;
};

enum Uses { kNone = 0, kBuffer = 1, kSecond = 2, kImage = 4, kTarget = 8, kBlocks = 16 };

struct Command {
  const char* name;
  int uses;
  std::function<cl_int(const Things&)> call;
};

class CommandMisuseTest : public OpenClTest {
 protected:
  void SetUp() override {
    OpenClTest::SetUp();
    other_context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code);
    good = {queue, make_buffer(context), make_buffer(context), make_image(context),
            make_image(context)};
    good.kernel = make_kernel("kernel void k() {}", "k");
    foreign_buffer = make_buffer(other_context);
    foreign_image = make_image(other_context);
    shared = static_cast<char*>(clSVMAlloc(context, CL_MEM_READ_WRITE, 256, 0));
  }
  void TearDown() override {
    clFinish(queue);
    clSVMFree(context, shared);
    for (cl_mem object :
         {good.buffer, good.second, good.image, good.target, foreign_buffer, foreign_image}) {
      clReleaseMemObject(object);
    }
    clReleaseKernel(good.kernel);
    clReleaseContext(other_context);
    OpenClTest::TearDown();
  }

  cl_mem make_buffer(cl_context in) { return clCreateBuffer(in, 0, 256, nullptr, &code); }
  cl_mem make_image(cl_context in) {
    const cl_image_format bytes{CL_RGBA, CL_UNORM_INT8};
    cl_image_desc desc{};
    desc.image_type = CL_MEM_OBJECT_IMAGE2D;
    desc.image_width = desc.image_height = 8;
    return clCreateImage(in, 0, &bytes, &desc, nullptr, &code);
  }

  std::vector<Command> buffer_commands();
  std::vector<Command> image_commands();
  std::vector<Command> shared_commands();
  std::vector<Command> other_commands();
  std::vector<Command> all_commands();

  // Every command that uses one of these, with one thing spoilt.
  void expect_all(const char* what, cl_int expected, int uses,
                  const std::function<void(Things&)>& spoil) {
    Things things = good;
    spoil(things);
    for (const Command& command : all_commands()) {
      if (uses != kNone && (command.uses & uses) == 0) continue;
      EXPECT_EQ(expected, command.call(things)) << command.name << ": " << what;
    }
  }

  Things good;
  cl_context other_context = nullptr;
  cl_mem foreign_buffer = nullptr, foreign_image = nullptr;
  char* shared = nullptr;
  char data[256] = {};
  std::size_t zero[3] = {0, 0, 0}, square[3] = {8, 8, 1};
};

#define VG_WAIT t.count, t.list, nullptr

std::vector<Command> CommandMisuseTest::buffer_commands() {
  return {
      {"read", kBuffer | kBlocks,
       [&](const Things& t) {
         return clEnqueueReadBuffer(t.queue, t.buffer, CL_TRUE, 0, 4, data, VG_WAIT);
       }},
      {"write", kBuffer | kBlocks,
       [&](const Things& t) {
         return clEnqueueWriteBuffer(t.queue, t.buffer, CL_TRUE, 0, 4, data, VG_WAIT);
       }},
      {"read a box", kBuffer | kBlocks,
       [&](const Things& t) {
         return clEnqueueReadBufferRect(t.queue, t.buffer, CL_TRUE, zero, zero, square, 0, 0, 0, 0,
                                        data, VG_WAIT);
       }},
      {"write a box", kBuffer | kBlocks,
       [&](const Things& t) {
         return clEnqueueWriteBufferRect(t.queue, t.buffer, CL_TRUE, zero, zero, square, 0, 0, 0, 0,
                                         data, VG_WAIT);
       }},
      {"copy", kBuffer | kSecond,
       [&](const Things& t) {
         return clEnqueueCopyBuffer(t.queue, t.buffer, t.second, 0, 0, 4, VG_WAIT);
       }},
      {"copy a box", kBuffer | kSecond,
       [&](const Things& t) {
         return clEnqueueCopyBufferRect(t.queue, t.buffer, t.second, zero, zero, square, 0, 0, 0, 0,
                                        VG_WAIT);
       }},
      {"fill", kBuffer,
       [&](const Things& t) {
         return clEnqueueFillBuffer(t.queue, t.buffer, data, 4, 0, 8, VG_WAIT);
       }},
      {"map", kBuffer | kBlocks,
       [&](const Things& t) {
         cl_int result = 77;
         clEnqueueMapBuffer(t.queue, t.buffer, CL_TRUE, CL_MAP_READ, 0, 4, VG_WAIT, &result);
         return result;
       }},
  };
}

std::vector<Command> CommandMisuseTest::image_commands() {
  return {
      {"read an image", kImage | kBlocks,
       [&](const Things& t) {
         return clEnqueueReadImage(t.queue, t.image, CL_TRUE, zero, square, 0, 0, data, VG_WAIT);
       }},
      {"write an image", kImage | kBlocks,
       [&](const Things& t) {
         return clEnqueueWriteImage(t.queue, t.image, CL_TRUE, zero, square, 0, 0, data, VG_WAIT);
       }},
      {"copy an image", kImage | kTarget,
       [&](const Things& t) {
         return clEnqueueCopyImage(t.queue, t.image, t.target, zero, zero, square, VG_WAIT);
       }},
      {"fill an image", kImage,
       [&](const Things& t) {
         return clEnqueueFillImage(t.queue, t.image, data, zero, square, VG_WAIT);
       }},
      {"copy an image to a buffer", kImage | kSecond,
       [&](const Things& t) {
         return clEnqueueCopyImageToBuffer(t.queue, t.image, t.second, zero, square, 0, VG_WAIT);
       }},
      {"copy a buffer to an image", kBuffer | kTarget,
       [&](const Things& t) {
         return clEnqueueCopyBufferToImage(t.queue, t.buffer, t.target, 0, zero, square, VG_WAIT);
       }},
      {"map an image", kImage | kBlocks,
       [&](const Things& t) {
         cl_int result = 77;
         std::size_t pitch = 0;
         clEnqueueMapImage(t.queue, t.image, CL_TRUE, CL_MAP_READ, zero, square, &pitch, nullptr,
                           VG_WAIT, &result);
         return result;
       }},
  };
}

std::vector<Command> CommandMisuseTest::shared_commands() {
  return {
      {"free shared memory", kNone,
       [&](const Things& t) {
         void* pointers[] = {shared};
         return clEnqueueSVMFree(t.queue, 1, pointers, nullptr, nullptr, VG_WAIT);
       }},
      {"copy shared memory", kBlocks,
       [&](const Things& t) {
         return clEnqueueSVMMemcpy(t.queue, CL_TRUE, data, shared, 4, VG_WAIT);
       }},
      {"fill shared memory", kNone,
       [&](const Things& t) { return clEnqueueSVMMemFill(t.queue, shared, data, 4, 8, VG_WAIT); }},
      {"map shared memory", kBlocks,
       [&](const Things& t) {
         return clEnqueueSVMMap(t.queue, CL_TRUE, CL_MAP_READ, shared, 4, VG_WAIT);
       }},
      {"unmap shared memory", kNone,
       [&](const Things& t) { return clEnqueueSVMUnmap(t.queue, shared, VG_WAIT); }},
      {"migrate shared memory", kNone,
       [&](const Things& t) {
         const void* pointers[] = {shared};
         return clEnqueueSVMMigrateMem(t.queue, 1, pointers, nullptr, 0, VG_WAIT);
       }},
  };
}

std::vector<Command> CommandMisuseTest::other_commands() {
  return {
      {"migrate a buffer", kNone,
       [&](const Things& t) {
         return clEnqueueMigrateMemObjects(t.queue, 1, &t.buffer, 0, VG_WAIT);
       }},
      {"unmap", kNone,
       [&](const Things& t) { return clEnqueueUnmapMemObject(t.queue, t.buffer, data, VG_WAIT); }},
      {"launch", kNone,
       [&](const Things& t) {
         return clEnqueueNDRangeKernel(t.queue, t.kernel, 1, nullptr, square, nullptr, VG_WAIT);
       }},
      {"task", kNone, [&](const Things& t) { return clEnqueueTask(t.queue, t.kernel, VG_WAIT); }},
      {"native kernel", kNone,
       [&](const Things& t) {
         return clEnqueueNativeKernel(
             t.queue, [](void*) {}, nullptr, 0, 0, nullptr, nullptr, VG_WAIT);
       }},
      {"marker", kNone,
       [&](const Things& t) { return clEnqueueMarkerWithWaitList(t.queue, VG_WAIT); }},
      {"barrier", kNone,
       [&](const Things& t) { return clEnqueueBarrierWithWaitList(t.queue, VG_WAIT); }},
  };
}

std::vector<Command> CommandMisuseTest::all_commands() {
  std::vector<Command> all = buffer_commands();
  for (const auto& more : {image_commands(), shared_commands(), other_commands()}) {
    all.insert(all.end(), more.begin(), more.end());
  }
  return all;
}

TEST_F(CommandMisuseTest, Queues) {
  expect_all("no queue", CL_INVALID_COMMAND_QUEUE, kNone,
             [&](Things& t) { t.queue = not_a(queue); });
  EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, clEnqueueBarrier(not_a(queue)));
}

TEST_F(CommandMisuseTest, WaitLists) {
  cl_event user = clCreateUserEvent(context, &code);
  cl_event foreign = clCreateUserEvent(other_context, &code);
  const cl_event none = nullptr, wrong = not_a(user);
  const auto waiting = [&](cl_uint count, const cl_event* list) {
    return [=](Things& t) {
      t.count = count;
      t.list = list;
    };
  };
  expect_all("a list that is not there", CL_INVALID_EVENT_WAIT_LIST, kNone, waiting(1, nullptr));
  expect_all("a list of no events", CL_INVALID_EVENT_WAIT_LIST, kNone, waiting(0, &user));
  expect_all("a list with nothing in it", CL_INVALID_EVENT_WAIT_LIST, kNone, waiting(1, &none));
  expect_all("what is no event", CL_INVALID_EVENT_WAIT_LIST, kNone, waiting(1, &wrong));
  expect_all("another context's event", CL_INVALID_CONTEXT, kNone, waiting(1, &foreign));
  clSetUserEventStatus(user, -7);
  expect_all("an event that failed", CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, kBlocks,
             waiting(1, &user));
  EXPECT_EQ(CL_INVALID_CONTEXT, clEnqueueWaitForEvents(queue, 1, &foreign));
  EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, clEnqueueWaitForEvents(not_a(queue), 1, &user));
  clReleaseEvent(user);
  clReleaseEvent(foreign);
}

TEST_F(CommandMisuseTest, MemoryObjects) {
  const cl_mem nothing = not_a(good.buffer);
  struct Place {
    Uses uses;
    cl_mem Things::* member;
    cl_mem other_kind, foreign;
  };
  for (const Place& place : {Place{kBuffer, &Things::buffer, good.image, foreign_buffer},
                             Place{kSecond, &Things::second, good.image, foreign_buffer},
                             Place{kImage, &Things::image, good.buffer, foreign_image},
                             Place{kTarget, &Things::target, good.buffer, foreign_image}}) {
    const auto in_place = [&](cl_mem object) {
      return [=](Things& t) { t.*place.member = object; };
    };
    expect_all("no object", CL_INVALID_MEM_OBJECT, place.uses, in_place(nothing));
    expect_all("another kind of object", CL_INVALID_MEM_OBJECT, place.uses,
               in_place(place.other_kind));
    expect_all("another context's object", CL_INVALID_CONTEXT, place.uses, in_place(place.foreign));
  }
  EXPECT_EQ(CL_INVALID_MEM_OBJECT,
            clEnqueueUnmapMemObject(queue, nothing, data, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT,
            clEnqueueMigrateMemObjects(queue, 1, &nothing, 0, 0, nullptr, nullptr));
  void* arguments[] = {nullptr};
  const void* place = arguments;
  EXPECT_EQ(CL_INVALID_MEM_OBJECT,
            clEnqueueNativeKernel(
                queue, [](void*) {}, arguments, 8, 1, &nothing, &place, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT,
            clEnqueueNativeKernel(
                queue, [](void*) {}, arguments, 8, 1, &good.image, &place, 0, nullptr, nullptr));
}

}  // namespace
}  // namespace vgpu::opencl_test
