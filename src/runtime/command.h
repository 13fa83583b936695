// A place in a stream's order: work, and what must be done before it.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "runtime/work.h"

namespace vgpu {

// "All that was enqueued on this stream up to its command number `sequence`."
struct Point {
  std::shared_ptr<Stream> stream;
  std::uint64_t sequence = 0;

  bool done() const;
};

struct Command {
  Command* next = nullptr;
  WorkRef work;
  std::vector<Point> waits;  // mostly empty: a stream's own order needs no entry
  std::uint64_t sequence = 0;
  std::uint64_t ticket = 0;    // of the device's order witness, if it has one
  std::uint64_t enqueued = 0;  // time, or 0 when nobody records
};

// Commands in order, owned.
class CommandList {
 public:
  CommandList() = default;
  CommandList(const CommandList&) = delete;
  CommandList& operator=(const CommandList&) = delete;
  ~CommandList() {
    while (!empty()) delete pop();
  }

  bool empty() const { return head_ == nullptr; }
  Command* front() const { return head_; }
  void push(Command* command) {
    (tail_ == nullptr ? head_ : tail_->next) = command;
    tail_ = command;
  }
  Command* pop() {
    Command* command = head_;
    head_ = command->next;
    if (head_ == nullptr) tail_ = nullptr;
    return command;
  }
  // Takes all of `other`, behind the own commands.
  void append(CommandList& other) {
    if (other.empty()) return;
    (tail_ == nullptr ? head_ : tail_->next) = other.head_;
    tail_ = other.tail_;
    other.forget();
  }
  // Drops the commands without deleting them: after a fork their owner may have been anywhere in them.
  void forget() { head_ = tail_ = nullptr; }

 private:
  Command* head_ = nullptr;
  Command* tail_ = nullptr;
};

}  // namespace vgpu
