// Priorities: when an executor becomes free, the most urgent stream goes first.
//
// All executors are held up but one, so that the order in which that one takes streams can be seen. Nobody
// synchronises meanwhile: a waiting thread would run streams itself.
// SPDX-License-Identifier: MIT
#include "runtime/scheduler.h"

#include <gtest/gtest.h>
#include <vgpu/runtime.h>

#include <atomic>
#include <vector>

namespace vgpu {
namespace {

// A host function that says when it has begun and then holds its stream up until it is opened.
class Gate {
 public:
  static void pass(void* data) {
    auto* gate = static_cast<Gate*>(data);
    set(gate->reached_);
    gate->open_.wait(false);
  }
  void open() { set(open_); }
  void wait_until_reached() const { reached_.wait(false); }

 private:
  static void set(std::atomic<bool>& flag) {
    flag = true;
    flag.notify_all();
  }
  std::atomic<bool> reached_{false}, open_{false};
};

struct Note {
  std::vector<int>* list;
  int value;
  static void write(void* data) {
    const auto* note = static_cast<Note*>(data);
    note->list->push_back(note->value);
  }
};

class PriorityTest : public testing::Test {
 protected:
  ~PriorityTest() override {
    for (vgpuStream_t stream : streams_) EXPECT_EQ(vgpuStreamDestroy(stream), vgpuSuccess);
  }
  vgpuStream_t stream(int priority) {
    vgpuStream_t made = nullptr;
    EXPECT_EQ(vgpuStreamCreateWithPriority(&made, vgpuStreamNonBlocking, priority), vgpuSuccess);
    streams_.push_back(made);
    return made;
  }
  static void call(vgpuStream_t stream, vgpuHostFunction_t function, void* data) {
    EXPECT_EQ(vgpuLaunchHostFunc(stream, function, data), vgpuSuccess);
  }
  // One gate an executor; the last of them is the one that a test opens.
  void hold_executors(std::vector<Gate>& gates) {
    for (Gate& gate : gates) {
      call(stream(0), Gate::pass, &gate);
      gate.wait_until_reached();
    }
  }
  // Gates must not go before the functions that use them have returned.
  static void open_all(std::vector<Gate>& gates) {
    for (Gate& gate : gates) gate.open();
    EXPECT_EQ(vgpuDeviceSynchronize(), vgpuSuccess);
  }

 private:
  std::vector<vgpuStream_t> streams_;
};

TEST_F(PriorityTest, TheMostUrgentStreamGoesFirst) {
  std::vector<Gate> gates(Executors::kMaxThreads);
  hold_executors(gates);
  std::vector<int> order;
  std::vector<Note> notes;
  for (const int priority : {0, -1, -5, -3}) notes.push_back({&order, priority});
  std::vector<Gate> ends(notes.size());
  for (std::size_t i = 0; i < notes.size(); ++i) {
    vgpuStream_t one = stream(notes[i].value);
    call(one, Note::write, &notes[i]);
    call(one, Gate::pass, &ends[i]);
    ends[i].open();
  }
  gates.back().open();
  for (const Gate& end : ends) end.wait_until_reached();
  EXPECT_EQ(order, (std::vector<int>{-5, -3, -1, 0}));
  open_all(gates);
}

TEST_F(PriorityTest, AnUrgentStreamOvertakesBetweenTwoCommands) {
  std::vector<Gate> gates(Executors::kMaxThreads - 1);
  hold_executors(gates);
  std::vector<int> order;
  Note first{&order, 1}, second{&order, 2}, urgent{&order, 3};
  Gate begun, end;
  end.open();
  vgpuStream_t slow = stream(0);
  call(slow, Gate::pass, &begun);
  call(slow, Note::write, &first);
  call(slow, Note::write, &second);
  call(slow, Gate::pass, &end);
  begun.wait_until_reached();
  call(stream(-5), Note::write, &urgent);
  begun.open();
  end.wait_until_reached();
  EXPECT_EQ(order, (std::vector<int>{3, 1, 2}));
  open_all(gates);
}

}  // namespace
}  // namespace vgpu
