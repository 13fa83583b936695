// vgpu.Stream and vgpu.Event.
// SPDX-License-Identifier: MIT
#include "bindings.h"

namespace vgpu_python {
namespace {

bool done(vgpuError_t code) {
  if (code == vgpuErrorNotReady) return false;
  check(code);
  return true;
}

void synchronize_stream(const Stream& stream) {
  py::gil_scoped_release unlocked;
  check(vgpuStreamSynchronize(stream.handle()));
}

void synchronize_event(const Event& event) {
  py::gil_scoped_release unlocked;
  check(vgpuEventSynchronize(event.handle()));
}

void record(const Event& event, const Stream* stream) {
  check(vgpuEventRecord(event.handle(), stream ? stream->handle() : nullptr));
}

float elapsed(const Event& start, const Event& end) {
  float milliseconds = 0;
  check(vgpuEventElapsedTime(&milliseconds, start.handle(), end.handle()));
  return milliseconds;
}

}  // namespace

Stream::Stream(const Device& device, bool blocking, int priority) {
  device.select();
  unsigned flags = blocking ? vgpuStreamDefault : vgpuStreamNonBlocking;
  check(vgpuStreamCreateWithPriority(&handle_, flags, priority));
}

Stream::~Stream() { vgpuStreamDestroy(handle_); }

Event::Event(const Device& device, bool timing) {
  device.select();
  check(vgpuEventCreateWithFlags(&handle_, timing ? vgpuEventDefault : vgpuEventDisableTiming));
}

Event::~Event() { vgpuEventDestroy(handle_); }

void bind_stream(py::module_& m) {
  py::class_<Event, std::shared_ptr<Event>>(m, "Event", "A point in a stream's order.")
      .def(py::init<const Device&, bool>(), py::arg("device"), py::arg("timing") = true)
      .def("record", record, py::arg("stream") = nullptr)
      .def("synchronize", synchronize_event)
      .def(
          "query", [](const Event& e) { return done(vgpuEventQuery(e.handle())); },
          "True when it has happened.")
      .def(
          "elapsed_since", [](const Event& end, const Event& start) { return elapsed(start, end); },
          py::arg("start"), "Milliseconds from another event to this one.");
  py::class_<Stream, std::shared_ptr<Stream>>(m, "Stream", "A queue whose commands run in order.")
      .def(py::init<const Device&, bool, int>(), py::arg("device"), py::arg("blocking") = true,
           py::arg("priority") = 0)
      .def("synchronize", synchronize_stream, "Waits for all work; raises its first error.")
      .def(
          "query", [](const Stream& s) { return done(vgpuStreamQuery(s.handle())); },
          "True when all is done.")
      .def(
          "wait",
          [](const Stream& s, const Event& e) {
            check(vgpuStreamWaitEvent(s.handle(), e.handle(), 0));
          },
          py::arg("event"), "Later work waits for the event.");
}

}  // namespace vgpu_python
