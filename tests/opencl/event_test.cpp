// Queues and events: order, user events, callbacks, failures, times.
// SPDX-License-Identifier: MIT
#include <atomic>
#include <condition_variable>
#include <mutex>

#include "opencl_test.h"

#include <CL/cl_ext.h>

namespace vgpu::opencl_test {
namespace {

// Lets a test wait for a callback that another thread makes.
struct Signal {
  std::mutex mutex;
  std::condition_variable changed;
  int calls = 0;
  cl_int status = 77;

  static void CL_CALLBACK call(cl_event, cl_int status, void* self) {
    auto& signal = *static_cast<Signal*>(self);
    const std::lock_guard lock(signal.mutex);
    ++signal.calls;
    signal.status = status;
    signal.changed.notify_all();
  }
  void wait_for(int wanted) {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return calls >= wanted; });
  }
};

class EventTest : public OpenClTest {
 protected:
  cl_event user_event() {
    cl_event event = clCreateUserEvent(context, &code);
    EXPECT_EQ(CL_SUCCESS, code);
    return event;
  }
  cl_event marker(cl_command_queue on, std::vector<cl_event> waits = {}) {
    cl_event event = nullptr;
    EXPECT_EQ(CL_SUCCESS,
              clEnqueueMarkerWithWaitList(on, static_cast<cl_uint>(waits.size()),
                                          waits.empty() ? nullptr : waits.data(), &event));
    return event;
  }
};

TEST_F(EventTest, UserEventsHoldCommandsBack) {
  cl_event gate = user_event();
  EXPECT_EQ(CL_SUBMITTED, status_of(gate));
  cl_event waiting = marker(queue, {gate});
  EXPECT_GT(status_of(waiting), CL_COMPLETE);
  EXPECT_EQ(CL_INVALID_VALUE, clSetUserEventStatus(gate, CL_RUNNING));
  EXPECT_EQ(CL_SUCCESS, clSetUserEventStatus(gate, CL_COMPLETE));
  EXPECT_EQ(CL_SUCCESS, clWaitForEvents(1, &waiting));
  EXPECT_EQ(CL_COMPLETE, status_of(waiting));
  EXPECT_EQ(CL_INVALID_OPERATION, clSetUserEventStatus(gate, CL_COMPLETE));
  EXPECT_EQ(CL_INVALID_EVENT, clSetUserEventStatus(waiting, CL_COMPLETE));
  clReleaseEvent(waiting);
  clReleaseEvent(gate);
}

TEST_F(EventTest, FailuresReachThoseThatWait) {
  cl_event gate = user_event();
  cl_event first = marker(queue, {gate});
  cl_event second = marker(queue, {first});
  cl_event independent = marker(queue);
  EXPECT_EQ(CL_SUCCESS, clSetUserEventStatus(gate, -42));
  EXPECT_EQ(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, clWaitForEvents(1, &second));
  EXPECT_EQ(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, status_of(first));
  EXPECT_EQ(-42, status_of(gate));
  EXPECT_EQ(CL_SUCCESS, clFinish(queue));
  EXPECT_EQ(CL_COMPLETE, status_of(independent));
  int value = 0;
  std::vector<int> data{1};
  cl_mem buffer = make_buffer(data);
  EXPECT_EQ(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
            clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 4, &value, 1, &first, nullptr));
  clReleaseMemObject(buffer);
  for (cl_event event : {gate, first, second, independent}) clReleaseEvent(event);
}

TEST_F(EventTest, OutOfOrderCommandsOvertake) {
  cl_command_queue free_queue = make_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  std::vector<int> data(4, 5);
  cl_mem buffer = make_buffer(data);
  cl_event gate = user_event();
  std::vector<cl_event> held;
  for (int i = 0; i < 5; ++i) held.push_back(marker(free_queue, {gate}));
  cl_event behind = marker(free_queue, {held[2]});
  EXPECT_EQ(data, read<int>(buffer, 4, free_queue));  // would never return in order
  EXPECT_GT(status_of(held[0]), CL_COMPLETE);
  EXPECT_EQ(CL_SUCCESS, clEnqueueBarrierWithWaitList(free_queue, 0, nullptr, nullptr));
  cl_event after = nullptr;
  const int seven = 7;
  EXPECT_EQ(CL_SUCCESS,
            clEnqueueFillBuffer(free_queue, buffer, &seven, 4, 0, 16, 0, nullptr, &after));
  EXPECT_GT(status_of(after), CL_COMPLETE);
  clSetUserEventStatus(gate, CL_COMPLETE);
  EXPECT_EQ(CL_SUCCESS, clFinish(free_queue));
  for (cl_event event : held) EXPECT_EQ(CL_COMPLETE, status_of(event));
  EXPECT_EQ(CL_COMPLETE, status_of(behind));
  EXPECT_EQ(CL_COMPLETE, status_of(after));
  EXPECT_EQ(std::vector<int>(4, 7), read<int>(buffer, 4));
  for (cl_event event : held) clReleaseEvent(event);
  for (cl_event event : {gate, behind, after}) clReleaseEvent(event);
  clReleaseMemObject(buffer);
  clReleaseCommandQueue(free_queue);
}

TEST_F(EventTest, CallbacksAreCalledForEachStatus) {
  cl_event gate = user_event();
  cl_event waiting = marker(queue, {gate});
  Signal complete, running;
  EXPECT_EQ(CL_SUCCESS, clSetEventCallback(waiting, CL_COMPLETE, Signal::call, &complete));
  EXPECT_EQ(CL_SUCCESS, clSetEventCallback(waiting, CL_RUNNING, Signal::call, &running));
  EXPECT_EQ(CL_INVALID_VALUE, clSetEventCallback(waiting, CL_COMPLETE, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, clSetEventCallback(waiting, CL_QUEUED, Signal::call, &complete));
  EXPECT_EQ(0, complete.calls);
  clSetUserEventStatus(gate, CL_COMPLETE);
  running.wait_for(1);
  complete.wait_for(1);
  EXPECT_EQ(CL_RUNNING, running.status);
  EXPECT_EQ(CL_COMPLETE, complete.status);
  EXPECT_EQ(CL_SUCCESS, clSetEventCallback(waiting, CL_COMPLETE, Signal::call, &complete));
  complete.wait_for(2);
  clReleaseEvent(waiting);
  clReleaseEvent(gate);
}

// A command that waits is still in its queue: the device gets it when nothing holds it back.
TEST_F(EventTest, CommandsAreSubmittedWhenTheirWaitsEnd) {
  cl_command_queue timed = make_queue(CL_QUEUE_PROFILING_ENABLE);
  cl_event gate = user_event(), broken = user_event();
  cl_event waiting = marker(timed, {gate}), doomed = marker(timed, {broken});
  Signal submitted;
  EXPECT_EQ(CL_SUCCESS, clSetEventCallback(waiting, CL_SUBMITTED, Signal::call, &submitted));
  EXPECT_EQ(CL_SUCCESS, clFlush(timed));
  EXPECT_EQ(CL_QUEUED, status_of(waiting));
  EXPECT_EQ(CL_QUEUED, status_of(doomed));
  EXPECT_EQ(0, submitted.calls);
  clSetUserEventStatus(gate, CL_COMPLETE);
  submitted.wait_for(1);
  EXPECT_EQ(CL_SUBMITTED, submitted.status);
  EXPECT_EQ(CL_SUCCESS, clWaitForEvents(1, &waiting));
  clSetUserEventStatus(broken, -1);
  EXPECT_EQ(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, clWaitForEvents(1, &doomed));
  EXPECT_GT(0, status_of(doomed));
  cl_ulong queued = 0, submit = 0, start = 0;
  clGetEventProfilingInfo(waiting, CL_PROFILING_COMMAND_QUEUED, 8, &queued, nullptr);
  clGetEventProfilingInfo(waiting, CL_PROFILING_COMMAND_SUBMIT, 8, &submit, nullptr);
  clGetEventProfilingInfo(waiting, CL_PROFILING_COMMAND_START, 8, &start, nullptr);
  EXPECT_LT(0u, queued);
  EXPECT_LE(queued, submit);
  EXPECT_LE(submit, start);
  for (cl_event event : {gate, broken, waiting, doomed}) clReleaseEvent(event);
  clReleaseCommandQueue(timed);
}

TEST_F(EventTest, CallbacksLearnOfFailures) {
  cl_event gate = user_event();
  Signal failed;
  clSetEventCallback(gate, CL_COMPLETE, Signal::call, &failed);
  clSetUserEventStatus(gate, -7);
  failed.wait_for(1);
  EXPECT_EQ(-7, failed.status);
  clReleaseEvent(gate);
}

// What a command waits for must have gone well before it may run.
TEST_F(EventTest, DoomedCommandsNeverRun) {
  cl_event gate = user_event();
  cl_event doomed = marker(queue, {gate});
  Signal running;
  clSetEventCallback(doomed, CL_RUNNING, Signal::call, &running);
  clSetUserEventStatus(gate, -7);
  running.wait_for(1);
  EXPECT_EQ(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, running.status);
  clReleaseEvent(doomed);
  clReleaseEvent(gate);
}

TEST_F(EventTest, CallsThatFailGiveNoEvent) {
  cl_event gate = user_event();
  clSetUserEventStatus(gate, -7);
  std::vector<int> data{1};
  cl_mem buffer = make_buffer(data);
  cl_event event = gate;  // anything but an event of its own
  EXPECT_EQ(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
            clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 4, data.data(), 1, &gate, &event));
  EXPECT_EQ(gate, event);
  clReleaseMemObject(buffer);
  clReleaseEvent(gate);
}

// A queue, and with it its context, lives until its commands have ended.
TEST_F(EventTest, CommandsKeepTheirContext) {
  cl_context own = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code);
  cl_command_queue made = clCreateCommandQueueWithProperties(own, device, nullptr, &code);
  std::atomic<bool> gone = false;
  const auto note = [](cl_context, void* flag) {
    auto* is_gone = static_cast<std::atomic<bool>*>(flag);
    *is_gone = true;
    is_gone->notify_all();
  };
  EXPECT_EQ(CL_SUCCESS, clSetContextDestructorCallback(own, note, &gone));
  std::atomic<bool> may_end = false, seen_gone = false;
  struct Flags {
    std::atomic<bool>*may_end, *gone, *seen_gone;
  } flags{&may_end, &gone, &seen_gone};
  const auto wait = [](void* block) {
    const auto& [end, gone_flag, seen] = *static_cast<Flags*>(block);
    end->wait(false);
    seen->store(gone_flag->load());
  };
  EXPECT_EQ(CL_SUCCESS, clEnqueueNativeKernel(made, wait, &flags, sizeof flags, 0, nullptr, nullptr,
                                              0, nullptr, nullptr));
  clReleaseCommandQueue(made);
  clReleaseContext(own);
  EXPECT_FALSE(gone);
  may_end = true;
  may_end.notify_all();
  gone.wait(false);
  EXPECT_FALSE(seen_gone);
}

TEST_F(EventTest, TimesComeInOrder) {
  cl_command_queue timed = make_queue(CL_QUEUE_PROFILING_ENABLE);
  cl_event event = marker(timed);
  clWaitForEvents(1, &event);
  cl_ulong times[5] = {};
  const cl_profiling_info names[] = {CL_PROFILING_COMMAND_QUEUED, CL_PROFILING_COMMAND_SUBMIT,
                                     CL_PROFILING_COMMAND_START, CL_PROFILING_COMMAND_END,
                                     CL_PROFILING_COMMAND_COMPLETE};
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(CL_SUCCESS, clGetEventProfilingInfo(event, names[i], 8, &times[i], nullptr));
    if (i > 0) EXPECT_GE(times[i], times[i - 1]);
  }
  EXPECT_GT(times[3], times[2]);
  EXPECT_EQ(CL_INVALID_VALUE, clGetEventProfilingInfo(event, 0x1, 8, &times[0], nullptr));
  clReleaseEvent(event);
  event = marker(queue);
  clWaitForEvents(1, &event);
  EXPECT_EQ(CL_PROFILING_INFO_NOT_AVAILABLE,
            clGetEventProfilingInfo(event, names[0], 8, &times[0], nullptr));
  clReleaseEvent(event);
  clReleaseCommandQueue(timed);
}

TEST_F(EventTest, WaitListsAreChecked) {
  cl_event gate = user_event();
  cl_event none = nullptr;
  EXPECT_EQ(CL_INVALID_EVENT_WAIT_LIST, clEnqueueMarkerWithWaitList(queue, 1, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_EVENT_WAIT_LIST, clEnqueueMarkerWithWaitList(queue, 0, &gate, nullptr));
  EXPECT_EQ(CL_INVALID_EVENT_WAIT_LIST, clEnqueueMarkerWithWaitList(queue, 1, &none, nullptr));
  cl_context other = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code);
  cl_event foreign = clCreateUserEvent(other, &code);
  EXPECT_EQ(CL_INVALID_CONTEXT, clEnqueueMarkerWithWaitList(queue, 1, &foreign, nullptr));
  cl_event both[] = {gate, foreign};
  EXPECT_EQ(CL_INVALID_CONTEXT, clWaitForEvents(2, both));
  EXPECT_EQ(CL_INVALID_VALUE, clWaitForEvents(0, nullptr));
  clReleaseEvent(foreign);
  clReleaseEvent(gate);
  clReleaseContext(other);
}

TEST_F(EventTest, QueuesSayWhatTheyAre) {
  cl_command_queue made = make_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  cl_queue_properties list[3] = {};
  EXPECT_EQ(CL_SUCCESS,
            clGetCommandQueueInfo(made, CL_QUEUE_PROPERTIES_ARRAY, sizeof list, list, nullptr));
  EXPECT_EQ(static_cast<cl_queue_properties>(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE), list[1]);
  cl_uint size = 0;
  EXPECT_EQ(CL_INVALID_COMMAND_QUEUE,
            clGetCommandQueueInfo(made, CL_QUEUE_SIZE, 4, &size, nullptr));
  clReleaseCommandQueue(made);
  const cl_queue_properties wrong[] = {CL_QUEUE_PROPERTIES, 1 << 20, 0};
  EXPECT_EQ(nullptr, clCreateCommandQueueWithProperties(context, device, wrong, &code));
  EXPECT_EQ(CL_INVALID_VALUE, code);
  const cl_queue_properties on_device[] = {
      CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
  EXPECT_EQ(nullptr, clCreateCommandQueueWithProperties(context, device, on_device, &code));
  EXPECT_EQ(CL_INVALID_QUEUE_PROPERTIES, code);
}

TEST_F(EventTest, QueuesMayBeUrgent) {
  std::vector<int> values = {5};
  for (const cl_queue_properties name : {CL_QUEUE_PRIORITY_KHR, CL_QUEUE_THROTTLE_KHR}) {
    for (const cl_queue_properties rank : {1, 2, 4, 3}) {
      const cl_queue_properties properties[] = {name, rank, 0};
      cl_command_queue made =
          clCreateCommandQueueWithProperties(context, device, properties, &code);
      EXPECT_EQ(rank == 3 ? CL_INVALID_VALUE : CL_SUCCESS, code);
      if (made == nullptr) continue;
      cl_mem buffer = make_buffer(values);
      EXPECT_EQ(values, read<int>(buffer, 1, made));
      clReleaseMemObject(buffer);
      clReleaseCommandQueue(made);
    }
  }
}

TEST_F(EventTest, EventsOutliveTheirQueue) {
  cl_command_queue made = make_queue(0);
  cl_event gate = user_event();
  cl_event waiting = marker(made, {gate});
  clReleaseCommandQueue(made);
  clSetUserEventStatus(gate, CL_COMPLETE);
  EXPECT_EQ(CL_SUCCESS, clWaitForEvents(1, &waiting));
  clReleaseEvent(waiting);
  clReleaseEvent(gate);
}

}  // namespace
}  // namespace vgpu::opencl_test
