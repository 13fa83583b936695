// Wrong calls of the functions about platforms, devices, contexts, queues and events.
// SPDX-License-Identifier: MIT
#include "misuse_table.h"

#include <CL/cl_icd.h>

namespace vgpu::opencl_test {
namespace {

class DeviceMisuseTest : public OpenClTest {
 protected:
  cl_int context_code(const std::vector<cl_context_properties>& properties) {
    return code_of([&](cl_int* out) {
      return clCreateContext(properties.data(), 1, &device, nullptr, nullptr, out);
    });
  }
  cl_int queue_code(const std::vector<cl_queue_properties>& properties) {
    return code_of([&](cl_int* out) {
      return clCreateCommandQueueWithProperties(context, device, properties.data(), out);
    });
  }
  cl_int partition_code(const std::vector<cl_device_partition_property>& properties) {
    cl_uint count = 0;
    return clCreateSubDevices(device, properties.data(), 0, nullptr, &count);
  }
  cl_uint units() {
    cl_uint count = 0;
    clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof count, &count, nullptr);
    return count;
  }
};

TEST_F(DeviceMisuseTest, PlatformsAndDevices) {
  char text[4];
  cl_uint count = 0;
  cl_ulong time = 0;
  const cl_device_id wrong = not_a(device);
  cl_device_id found[4];
  expect_codes({
      {"platforms without room and count", CL_INVALID_VALUE,
       [&] { return clGetPlatformIDs(0, nullptr, nullptr); }},
      {"platform query that does not exist", CL_INVALID_VALUE,
       [&] { return clGetPlatformInfo(platform, 0, 0, nullptr, nullptr); }},
      {"platform text into too little room", CL_INVALID_VALUE,
       [&] { return clGetPlatformInfo(platform, CL_PLATFORM_VERSION, 4, text, nullptr); }},
      {"device type of no device", CL_INVALID_DEVICE_TYPE,
       [&] { return clGetDeviceIDs(platform, 0, 4, found, &count); }},
      {"accelerators, of which there are none", CL_DEVICE_NOT_FOUND,
       [&] { return clGetDeviceIDs(platform, CL_DEVICE_TYPE_ACCELERATOR, 4, found, &count); }},
      {"custom devices, of which there are none", CL_DEVICE_NOT_FOUND,
       [&] { return clGetDeviceIDs(platform, CL_DEVICE_TYPE_CUSTOM, 4, found, nullptr); }},
      {"room for no device", CL_INVALID_VALUE,
       [&] { return clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, found, &count); }},
      {"query of what is no device", CL_INVALID_DEVICE,
       [&] { return clGetDeviceInfo(wrong, CL_DEVICE_TYPE, 0, nullptr, nullptr); }},
      {"device query that does not exist", CL_INVALID_VALUE,
       [&] { return clGetDeviceInfo(device, 0x0999, 0, nullptr, nullptr); }},
      {"device text into too little room", CL_INVALID_VALUE,
       [&] { return clGetDeviceInfo(device, CL_DEVICE_NAME, 1, text, nullptr); }},
      {"retaining what is no device", CL_INVALID_DEVICE, [&] { return clRetainDevice(wrong); }},
      {"releasing what is no device", CL_INVALID_DEVICE, [&] { return clReleaseDevice(wrong); }},
      {"timer of what is no device", CL_INVALID_DEVICE,
       [&] { return clGetHostTimer(wrong, &time); }},
      {"timer without a place", CL_INVALID_VALUE, [&] { return clGetHostTimer(device, nullptr); }},
      {"timers of what is no device", CL_INVALID_DEVICE,
       [&] { return clGetDeviceAndHostTimer(wrong, &time, &time); }},
      {"timers without a place for the host's", CL_INVALID_VALUE,
       [&] { return clGetDeviceAndHostTimer(device, &time, nullptr); }},
      {"timers without a place for the device's", CL_INVALID_VALUE,
       [&] { return clGetDeviceAndHostTimer(device, nullptr, &time); }},
      {"unloading what is no platform", CL_INVALID_PLATFORM,
       [&] { return clUnloadPlatformCompiler(not_a(platform)); }},
  });
}

// Calls that a loader may answer itself: the driver answers them too.
TEST_F(DeviceMisuseTest, WithoutTheLoader) {
  const cl_icd_dispatch& driver = **reinterpret_cast<const cl_icd_dispatch**>(platform);
  const cl_platform_id nowhere = not_a(platform);
  const cl_context_properties wrong[] = {CL_CONTEXT_PLATFORM,
                                         reinterpret_cast<cl_context_properties>(nowhere), 0};
  cl_uint count = 0;
  expect_codes({
      {"platforms without room and count", CL_INVALID_VALUE,
       [&] { return driver.clGetPlatformIDs(0, nullptr, nullptr); }},
      {"query of what is no platform", CL_INVALID_PLATFORM,
       [&] { return driver.clGetPlatformInfo(nowhere, CL_PLATFORM_NAME, 0, nullptr, nullptr); }},
      {"devices of what is no platform", CL_INVALID_PLATFORM,
       [&] { return driver.clGetDeviceIDs(nowhere, CL_DEVICE_TYPE_ALL, 0, nullptr, &count); }},
      {"a context of what is no platform", CL_INVALID_PLATFORM,
       [&] {
         return code_of([&](cl_int* out) {
           return driver.clCreateContext(wrong, 1, &device, nullptr, nullptr, out);
         });
       }},
      {"a context of a type of what is no platform", CL_INVALID_PLATFORM,
       [&] {
         return code_of([&](cl_int* out) {
           return driver.clCreateContextFromType(wrong, CL_DEVICE_TYPE_ALL, nullptr, nullptr, out);
         });
       }},
      {"waiting for nothing", CL_INVALID_VALUE, [&] { return driver.clWaitForEvents(0, nullptr); }},
  });
}

TEST_F(DeviceMisuseTest, SubDevices) {
  if (units() < 2) GTEST_SKIP() << "one compute unit cannot be divided";
  const auto all = static_cast<cl_device_partition_property>(units());
  cl_uint count = 0;
  cl_device_id part = nullptr;
  const cl_device_partition_property ones[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
  expect_codes({
      {"parts of what is no device", CL_INVALID_DEVICE,
       [&] { return clCreateSubDevices(not_a(device), ones, 0, nullptr, &count); }},
      {"no properties", CL_INVALID_VALUE,
       [&] { return clCreateSubDevices(device, nullptr, 0, nullptr, &count); }},
      {"an empty list of properties", CL_INVALID_VALUE, [&] { return partition_code({0}); }},
      {"a kind of partition that does not exist", CL_INVALID_VALUE,
       [&] { return partition_code({0x7777, 1, 0}); }},
      {"a kind that the device does not have", CL_INVALID_VALUE,
       [&] {
         return partition_code(
             {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, CL_DEVICE_AFFINITY_DOMAIN_NUMA, 0});
       }},
      {"equal parts of nothing", CL_INVALID_VALUE,
       [&] { return partition_code({CL_DEVICE_PARTITION_EQUALLY, 0, 0}); }},
      {"equal parts as large as the device", CL_DEVICE_PARTITION_FAILED,
       [&] { return partition_code({CL_DEVICE_PARTITION_EQUALLY, all, 0}); }},
      {"equal parts larger than the device", CL_INVALID_DEVICE_PARTITION_COUNT,
       [&] { return partition_code({CL_DEVICE_PARTITION_EQUALLY, all + 1, 0}); }},
      {"counts above the device's", CL_INVALID_DEVICE_PARTITION_COUNT,
       [&] {
         return partition_code(
             {CL_DEVICE_PARTITION_BY_COUNTS, all, 1, CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0});
       }},
      {"a negative count", CL_INVALID_DEVICE_PARTITION_COUNT,
       [&] {
         return partition_code(
             {CL_DEVICE_PARTITION_BY_COUNTS, -1, CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0});
       }},
      {"more parts than room", CL_INVALID_VALUE,
       [&] { return clCreateSubDevices(device, ones, 1, &part, &count); }},
  });
  const cl_device_partition_property one[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1,
                                              CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
  ASSERT_EQ(CL_SUCCESS, clCreateSubDevices(device, one, 1, &part, nullptr));
  EXPECT_EQ(CL_DEVICE_PARTITION_FAILED, clCreateSubDevices(part, ones, 0, nullptr, &count));
  clReleaseDevice(part);
}

TEST_F(DeviceMisuseTest, Contexts) {
  const auto here = reinterpret_cast<cl_context_properties>(platform);
  const auto nowhere = reinterpret_cast<cl_context_properties>(not_a(platform));
  const cl_device_id wrong = not_a(device);
  const cl_context no_context = not_a(context);
  int data = 0;
  const cl_context_properties mine[] = {CL_CONTEXT_PLATFORM, here, 0};
  const auto of_type = [&](cl_device_type type) {
    return code_of(
        [&](cl_int* out) { return clCreateContextFromType(mine, type, nullptr, nullptr, out); });
  };
  expect_codes({
      {"a platform that is none", CL_INVALID_PLATFORM,
       [&] { return context_code({CL_CONTEXT_PLATFORM, nowhere, 0}); }},
      {"a property twice", CL_INVALID_PROPERTY,
       [&] { return context_code({CL_CONTEXT_PLATFORM, here, CL_CONTEXT_PLATFORM, here, 0}); }},
      {"a property that does not exist", CL_INVALID_PROPERTY,
       [&] { return context_code({CL_CONTEXT_PLATFORM, here, 0x7777, 1, 0}); }},
      {"a property's value that does not exist", CL_INVALID_PROPERTY,
       [&] { return context_code({CL_CONTEXT_INTEROP_USER_SYNC, 7, 0}); }},
      {"no devices", CL_INVALID_VALUE,
       [&] {
         return code_of(
             [&](cl_int* out) { return clCreateContext(mine, 0, &device, nullptr, nullptr, out); });
       }},
      {"what is no device", CL_INVALID_DEVICE,
       [&] {
         return code_of(
             [&](cl_int* out) { return clCreateContext(mine, 1, &wrong, nullptr, nullptr, out); });
       }},
      {"user data without a function", CL_INVALID_VALUE,
       [&] {
         return code_of(
             [&](cl_int* out) { return clCreateContext(mine, 1, &device, nullptr, &data, out); });
       }},
      {"a type of no device", CL_INVALID_DEVICE_TYPE, [&] { return of_type(0); }},
      {"a type that no device here has", CL_DEVICE_NOT_FOUND,
       [&] { return of_type(CL_DEVICE_TYPE_ACCELERATOR); }},
      {"a property that does not exist, of a type", CL_INVALID_PROPERTY,
       [&] {
         const cl_context_properties odd[] = {CL_CONTEXT_PLATFORM, here, 0x7777, 1, 0};
         return code_of([&](cl_int* out) {
           return clCreateContextFromType(odd, CL_DEVICE_TYPE_ALL, nullptr, nullptr, out);
         });
       }},
      {"user data without a function, of a type", CL_INVALID_VALUE,
       [&] {
         return code_of([&](cl_int* out) {
           return clCreateContextFromType(mine, CL_DEVICE_TYPE_ALL, nullptr, &data, out);
         });
       }},
      {"query of what is no context", CL_INVALID_CONTEXT,
       [&] { return clGetContextInfo(no_context, CL_CONTEXT_DEVICES, 0, nullptr, nullptr); }},
      {"context query that does not exist", CL_INVALID_VALUE,
       [&] { return clGetContextInfo(context, 0, 0, nullptr, nullptr); }},
      {"too little room for an answer", CL_INVALID_VALUE,
       [&] { return clGetContextInfo(context, CL_CONTEXT_NUM_DEVICES, 1, &data, nullptr); }},
      {"retaining what is no context", CL_INVALID_CONTEXT,
       [&] { return clRetainContext(no_context); }},
      {"releasing what is no context", CL_INVALID_CONTEXT,
       [&] { return clReleaseContext(no_context); }},
      {"no destructor", CL_INVALID_VALUE,
       [&] { return clSetContextDestructorCallback(context, nullptr, nullptr); }},
  });
}

TEST_F(DeviceMisuseTest, Queues) {
  const cl_command_queue wrong = not_a(queue);
  const cl_device_id no_device = not_a(device);
  cl_uint number = 0;
  cl_event event = nullptr;
  expect_codes({
      {"a queue for what is no device", CL_INVALID_DEVICE,
       [&] {
         return code_of([&](cl_int* out) {
           return clCreateCommandQueueWithProperties(context, no_device, nullptr, out);
         });
       }},
      {"a property that does not exist", CL_INVALID_VALUE,
       [&] { return queue_code({0x7777, 1, 0}); }},
      {"flags that do not exist", CL_INVALID_VALUE,
       [&] { return queue_code({CL_QUEUE_PROPERTIES, 1 << 20, 0}); }},
      {"a size for a queue on the host", CL_INVALID_VALUE,
       [&] { return queue_code({CL_QUEUE_SIZE, 1024, 0}); }},
      {"a queue on the device without out-of-order", CL_INVALID_VALUE,
       [&] { return queue_code({CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE, 0}); }},
      {"a queue on the device, which has none", CL_INVALID_QUEUE_PROPERTIES,
       [&] {
         return queue_code(
             {CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0});
       }},
      {"flags that do not exist, the old way", CL_INVALID_VALUE,
       [&] {
         return code_of(
             [&](cl_int* out) { return clCreateCommandQueue(context, device, 1 << 20, out); });
       }},
      {"a queue for what is no device, the old way", CL_INVALID_DEVICE,
       [&] {
         return code_of(
             [&](cl_int* out) { return clCreateCommandQueue(context, no_device, 0, out); });
       }},
      {"a queue on the device, which the old way does not know", CL_INVALID_VALUE,
       [&] {
         return code_of([&](cl_int* out) {
           return clCreateCommandQueue(
               context, device, CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, out);
         });
       }},
      {"query of what is no queue", CL_INVALID_COMMAND_QUEUE,
       [&] { return clGetCommandQueueInfo(wrong, CL_QUEUE_CONTEXT, 0, nullptr, nullptr); }},
      {"queue query that does not exist", CL_INVALID_VALUE,
       [&] { return clGetCommandQueueInfo(queue, 0, 0, nullptr, nullptr); }},
      {"size of a queue that is not on the device", CL_INVALID_COMMAND_QUEUE,
       [&] { return clGetCommandQueueInfo(queue, CL_QUEUE_SIZE, 4, &number, nullptr); }},
      {"too little room for an answer", CL_INVALID_VALUE,
       [&] { return clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, 4, &number, nullptr); }},
      {"retaining", CL_INVALID_COMMAND_QUEUE, [&] { return clRetainCommandQueue(wrong); }},
      {"releasing", CL_INVALID_COMMAND_QUEUE, [&] { return clReleaseCommandQueue(wrong); }},
      {"flushing", CL_INVALID_COMMAND_QUEUE, [&] { return clFlush(wrong); }},
      {"finishing", CL_INVALID_COMMAND_QUEUE, [&] { return clFinish(wrong); }},
      {"marker", CL_INVALID_COMMAND_QUEUE,
       [&] { return clEnqueueMarkerWithWaitList(wrong, 0, nullptr, nullptr); }},
      {"barrier", CL_INVALID_COMMAND_QUEUE,
       [&] { return clEnqueueBarrierWithWaitList(wrong, 0, nullptr, nullptr); }},
      {"marker without an event, the old way", CL_INVALID_VALUE,
       [&] { return clEnqueueMarker(queue, nullptr); }},
      {"waiting for nothing, the old way", CL_INVALID_VALUE,
       [&] { return clEnqueueWaitForEvents(queue, 0, nullptr); }},
      {"waiting for what is no event, the old way", CL_INVALID_EVENT,
       [&] { return clEnqueueWaitForEvents(queue, 1, &event); }},
      {"default queue of a device without queues of its own", CL_INVALID_OPERATION,
       [&] { return clSetDefaultDeviceCommandQueue(context, device, queue); }},
      {"no default queue of such a device", CL_INVALID_OPERATION,
       [&] { return clSetDefaultDeviceCommandQueue(context, device, nullptr); }},
      {"property of what is no queue", CL_INVALID_COMMAND_QUEUE,
       [&] {
         return clSetCommandQueueProperty(wrong, CL_QUEUE_PROFILING_ENABLE, CL_TRUE, nullptr);
       }},
      {"queue property that does not exist", CL_INVALID_VALUE,
       [&] { return clSetCommandQueueProperty(queue, 1 << 20, CL_TRUE, nullptr); }},
      {"queue property, which only OpenCL 1.0 could change", CL_INVALID_OPERATION,
       [&] {
         return clSetCommandQueueProperty(queue, CL_QUEUE_PROFILING_ENABLE, CL_TRUE, nullptr);
       }},
  });
}

TEST_F(DeviceMisuseTest, Events) {
  cl_event user = clCreateUserEvent(context, &code);
  cl_event command = nullptr;
  ASSERT_EQ(CL_SUCCESS, clEnqueueMarkerWithWaitList(queue, 0, nullptr, &command));
  const cl_event wrong = not_a(user);
  const auto ignore = [](cl_event, cl_int, void*) {};
  cl_ulong number = 0;
  expect_codes({
      {"a user event of what is no context", CL_INVALID_CONTEXT,
       [&] {
         return code_of([&](cl_int* out) { return clCreateUserEvent(not_a(context), out); });
       }},
      {"waiting for none", CL_INVALID_VALUE, [&] { return clWaitForEvents(0, &user); }},
      {"waiting for a list that is not there", CL_INVALID_VALUE,
       [&] { return clWaitForEvents(1, nullptr); }},
      {"waiting for what is no event", CL_INVALID_EVENT,
       [&] { return clWaitForEvents(1, &wrong); }},
      {"query of what is no event", CL_INVALID_EVENT,
       [&] { return clGetEventInfo(wrong, CL_EVENT_CONTEXT, 0, nullptr, nullptr); }},
      {"event query that does not exist", CL_INVALID_VALUE,
       [&] { return clGetEventInfo(user, 0, 0, nullptr, nullptr); }},
      {"too little room for an answer", CL_INVALID_VALUE,
       [&] { return clGetEventInfo(user, CL_EVENT_CONTEXT, 4, &number, nullptr); }},
      {"status of a command's event", CL_INVALID_EVENT,
       [&] { return clSetUserEventStatus(command, CL_COMPLETE); }},
      {"a status that only commands have", CL_INVALID_VALUE,
       [&] { return clSetUserEventStatus(user, CL_SUBMITTED); }},
      {"no callback", CL_INVALID_VALUE,
       [&] { return clSetEventCallback(user, CL_COMPLETE, nullptr, nullptr); }},
      {"a callback for a status that does not exist", CL_INVALID_VALUE,
       [&] { return clSetEventCallback(user, 17, ignore, nullptr); }},
      {"a callback of what is no event", CL_INVALID_EVENT,
       [&] { return clSetEventCallback(wrong, CL_COMPLETE, ignore, nullptr); }},
      {"times of a user event", CL_PROFILING_INFO_NOT_AVAILABLE,
       [&] {
         return clGetEventProfilingInfo(user, CL_PROFILING_COMMAND_START, 8, &number, nullptr);
       }},
      {"times of what is no event", CL_INVALID_EVENT,
       [&] {
         return clGetEventProfilingInfo(wrong, CL_PROFILING_COMMAND_START, 8, &number, nullptr);
       }},
      {"retaining what is no event", CL_INVALID_EVENT, [&] { return clRetainEvent(wrong); }},
      {"releasing what is no event", CL_INVALID_EVENT, [&] { return clReleaseEvent(wrong); }},
      {"a first status", CL_SUCCESS, [&] { return clSetUserEventStatus(user, -5); }},
      {"a second status", CL_INVALID_OPERATION, [&] { return clSetUserEventStatus(user, 0); }},
  });
  clReleaseEvent(user);
  clReleaseEvent(command);
}

}  // namespace
}  // namespace vgpu::opencl_test
