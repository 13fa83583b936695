// The functions about queues, markers and barriers.
// SPDX-License-Identifier: MIT
#include <memory>

#include "api/opencl/info.h"
#include "api/opencl/queue.h"
#include "compiler/services.h"
#include "runtime/scheduler.h"
#include "runtime/stream.h"

namespace vgpu::opencl {
namespace {

constexpr cl_command_queue_properties kHostProperties =
    CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE;
constexpr cl_command_queue_properties kDeviceProperties =
    CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT;

Queue* make_queue(cl_context context, cl_device_id device, cl_command_queue_properties properties,
                  int priority = Stream::kLeastPriority) {
  check(context);
  require(check(context).has(&check(device)), CL_INVALID_DEVICE);
  require((properties & ~(kHostProperties | kDeviceProperties)) == 0, CL_INVALID_VALUE);
  // A queue on the device must be out of order, and only such a queue can be the device's default.
  const bool on_device = (properties & CL_QUEUE_ON_DEVICE) != 0;
  require(!on_device || (properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0,
          CL_INVALID_VALUE);
  require(on_device || (properties & CL_QUEUE_ON_DEVICE_DEFAULT) == 0, CL_INVALID_VALUE);
  require(!on_device, CL_INVALID_QUEUE_PROPERTIES);
  return new Queue(*context, *device, properties, priority);
}

// The list as the program gave it, with its final zero.
std::vector<cl_queue_properties> copied(const cl_queue_properties* properties) {
  std::vector<cl_queue_properties> list;
  if (properties == nullptr) return list;
  for (; *properties != 0; properties += 2) {
    list.insert(list.end(), {properties[0], properties[1]});
  }
  list.push_back(0);
  return list;
}

// What a list of properties asks for, all of which must be known.
struct QueueWishes {
  cl_command_queue_properties flags = 0;
  bool sized = false;
  int priority = Stream::kLeastPriority;

  void add(cl_queue_properties name, cl_queue_properties value);
};

// High, middle or low are wishes. The middle is what all queues have, and nothing is below it; how much power a queue's
// work may take, the device cannot say at all.
void QueueWishes::add(cl_queue_properties name, cl_queue_properties value) {
  const bool is_rank = value == CL_QUEUE_PRIORITY_HIGH_KHR || value == CL_QUEUE_PRIORITY_MED_KHR ||
                       value == CL_QUEUE_PRIORITY_LOW_KHR;  // the throttles are the same numbers
  switch (name) {
    case CL_QUEUE_PROPERTIES:
      flags = value;
      return;
    case CL_QUEUE_SIZE:
      sized = true;
      return;
    case CL_QUEUE_PRIORITY_KHR:
      require(is_rank, CL_INVALID_VALUE);
      if (value == CL_QUEUE_PRIORITY_HIGH_KHR) priority = Stream::kGreatestPriority;
      return;
    case CL_QUEUE_THROTTLE_KHR:
      return require(is_rank, CL_INVALID_VALUE);
    default:
      throw ClError{CL_INVALID_VALUE};
  }
}

void finish(Queue& queue) {
  for (const Point& end : queue.ends()) Scheduler::shared().wait(end);
  compiler::PrintSink::shared().flush();
  queue.report_failure();
}

cl_int enqueue_empty(const char* function, cl_command_queue queue, cl_command_type type,
                     const EventArguments& events, bool barrier) {
  return entry(function, [&] {
    NewCommand command{type, no_work(), {}};
    command.barrier = barrier;
    command.after_all = events.count == 0;
    enqueue(check(queue), std::move(command), events);
  });
}

}  // namespace
}  // namespace vgpu::opencl

using namespace vgpu::opencl;

cl_command_queue clCreateCommandQueue(cl_context context, cl_device_id device,
                                      cl_command_queue_properties properties, cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&] {
    require(check(context).has(&check(device)), CL_INVALID_DEVICE);
    require((properties & ~kHostProperties) == 0, CL_INVALID_VALUE);  // it knows no others
    return make_queue(context, device, properties);
  });
}

cl_command_queue clCreateCommandQueueWithProperties(cl_context context, cl_device_id device,
                                                    const cl_queue_properties* properties,
                                                    cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&] {
    check(context);
    check(device);
    const std::vector<cl_queue_properties> list = copied(properties);
    QueueWishes wishes;
    for (std::size_t i = 0; i + 1 < list.size(); i += 2) wishes.add(list[i], list[i + 1]);
    require(!wishes.sized || (wishes.flags & CL_QUEUE_ON_DEVICE) != 0, CL_INVALID_VALUE);
    Queue* queue = make_queue(context, device, wishes.flags, wishes.priority);
    queue->property_list = list;
    return queue;
  });
}

cl_command_queue clCreateCommandQueueWithPropertiesKHR(cl_context context, cl_device_id device,
                                                       const cl_queue_properties* properties,
                                                       cl_int* errcode_ret) {
  return clCreateCommandQueueWithProperties(context, device, properties, errcode_ret);
}

cl_int clRetainCommandQueue(cl_command_queue queue) { return retain(__func__, queue); }
cl_int clReleaseCommandQueue(cl_command_queue queue) { return release(__func__, queue); }

cl_int clSetCommandQueueProperty(cl_command_queue queue, cl_command_queue_properties properties,
                                 cl_bool, cl_command_queue_properties* old_properties) {
  return entry(__func__, [&] {
    check(queue);
    require((properties & ~kHostProperties) == 0, CL_INVALID_VALUE);
    if (old_properties != nullptr) *old_properties = queue->properties;
    throw ClError{CL_INVALID_OPERATION};
  });
}

// There are no queues on the device, so no queue can be the right one, not even none.
cl_int clSetDefaultDeviceCommandQueue(cl_context context, cl_device_id device, cl_command_queue) {
  return entry(__func__, [&] {
    check(context);
    require(context->has(&check(device)), CL_INVALID_DEVICE);
    throw ClError{CL_INVALID_OPERATION};
  });
}

cl_int clGetCommandQueueInfo(cl_command_queue handle, cl_command_queue_info param_name,
                             std::size_t size, void* value, std::size_t* size_ret) {
  return entry(__func__, [&] {
    const Queue& queue = check(handle);
    const InfoReply reply(size, value, size_ret);
    switch (param_name) {
      case CL_QUEUE_CONTEXT:
        return reply.put<cl_context>(queue.context.get());
      case CL_QUEUE_DEVICE:
        return reply.put<cl_device_id>(queue.device.get());
      case CL_QUEUE_REFERENCE_COUNT:
        return reply.put<cl_uint>(queue.users.load());
      case CL_QUEUE_PROPERTIES:
        return reply.put(queue.properties);
      case CL_QUEUE_PROPERTIES_ARRAY:
        return reply.list(queue.property_list);
      case CL_QUEUE_DEVICE_DEFAULT:
        return reply.put<cl_command_queue>(nullptr);
      case CL_QUEUE_SIZE:
        throw ClError{CL_INVALID_COMMAND_QUEUE};  // only queues on the device have one
      default:
        throw ClError{CL_INVALID_VALUE};
    }
  });
}

// Commands start by themselves, so there is nothing to hand over.
cl_int clFlush(cl_command_queue queue) {
  return entry(__func__, [&] { check(queue); });
}

cl_int clFinish(cl_command_queue queue) {
  return entry(__func__, [&] { finish(check(queue)); });
}

cl_int clEnqueueMarkerWithWaitList(cl_command_queue queue, cl_uint count, const cl_event* list,
                                   cl_event* event) {
  return enqueue_empty(__func__, queue, CL_COMMAND_MARKER, {count, list, event}, false);
}

cl_int clEnqueueBarrierWithWaitList(cl_command_queue queue, cl_uint count, const cl_event* list,
                                    cl_event* event) {
  return enqueue_empty(__func__, queue, CL_COMMAND_BARRIER, {count, list, event}, true);
}

cl_int clEnqueueMarker(cl_command_queue queue, cl_event* event) {
  return entry(__func__, [&] {
    check(queue);
    require(event != nullptr, CL_INVALID_VALUE);
    return clEnqueueMarkerWithWaitList(queue, 0, nullptr, event);
  });
}

cl_int clEnqueueBarrier(cl_command_queue queue) {
  return enqueue_empty(__func__, queue, CL_COMMAND_BARRIER, {0, nullptr, nullptr}, true);
}

cl_int clEnqueueWaitForEvents(cl_command_queue queue, cl_uint count, const cl_event* list) {
  return entry(__func__, [&] {
    check(queue);
    require(count > 0 && list != nullptr, CL_INVALID_VALUE);
    const cl_int code = clEnqueueBarrierWithWaitList(queue, count, list, nullptr);
    return code == CL_INVALID_EVENT_WAIT_LIST ? CL_INVALID_EVENT : code;
  });
}
