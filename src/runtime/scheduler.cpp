// The scheduler: enqueueing, running, blocking and waiting.
// SPDX-License-Identifier: MIT
#include "runtime/scheduler.h"

#include <algorithm>
#include <chrono>
#include <new>
#include <utility>

#include "base/log.h"
#include "device/order_witness.h"
#include "runtime/clock.h"
#include "runtime/device_context.h"
#include "runtime/profile.h"

namespace vgpu {
namespace {

// A queue longer than this makes its producer run some of it: memory for commands is not endless.
constexpr std::uint64_t kMaxBacklog = 1 << 15;

constexpr std::uint64_t kSpinNs = 10'000;

thread_local bool runs_work = false;

}  // namespace

RunningMark::RunningMark() : outer_(std::exchange(runs_work, true)) {}
RunningMark::~RunningMark() { runs_work = outer_; }

Scheduler& Scheduler::shared() {
  static Scheduler* scheduler = new Scheduler;
  return *scheduler;
}

Point Scheduler::enqueue(const std::shared_ptr<Stream>& stream, WorkRef work,
                         std::vector<Point> waits) {
  const bool urgent = work->urgent();
  auto* command = new Command{nullptr, std::move(work), std::move(waits)};
  if (Profile::shared().on()) command->enqueued = now_ns();
  Executors::Call call = Executors::Call::none;
  std::uint64_t sequence;
  {
    Lock lock(mutex_);
    OrderWitness* witness = stream->device().device().witness();
    if (witness != nullptr) {
      for (const Point& wait : command->waits) tell_depends(*witness, *stream, wait);
    }
    add_default_stream_waits(*stream, *command);
    sequence = command->sequence = stream->enqueued_.load(std::memory_order_relaxed) + 1;
    stream->enqueued_.store(sequence, std::memory_order_release);
    if (witness != nullptr) {
      command->ticket = witness->submitted(stream->number(), stream->priority(), sequence);
    }
    stream->pending_.push(command);
    if (stream->state_ == Stream::State::idle) {
      stream->keep_ = stream;
      make_ready(*stream);
    }
    if (stream->state_ == Stream::State::ready) call = executors_.plan(urgent, ready_.size());
  }
  executors_.act(call);
  // Not a difference: other threads may have enqueued, and the stream done, more than this command.
  if (sequence > stream->completed() + kMaxBacklog && !runs_work) {
    wait(*stream, sequence - kMaxBacklog / 2);
  }
  return {stream, sequence};
}

// Only order on the same device is told: other devices have clocks of their own.
void Scheduler::tell_depends(OrderWitness& witness, const Stream& stream, const Point& before) {
  if (&before.stream->device() != &stream.device() || before.stream.get() == &stream) return;
  witness.depends(stream.number(), before.stream->number(), before.sequence);
}

void Scheduler::note_dependency(const Stream& stream, const Point& before) {
  OrderWitness* witness = stream.device().device().witness();
  if (witness == nullptr || before.stream == nullptr) return;
  tell_depends(*witness, stream, before);
}

// A stream that is in no list and never ready, one command behind for ever.
Point Scheduler::make_gate(DeviceContext& device) {
  auto gate = std::make_shared<Stream>(device, vgpuStreamNonBlocking, Stream::kLeastPriority, 0);
  gate->enqueued_ = 1;
  return {std::move(gate), 1};
}

// CUDA's legacy rule: the default stream waits for all blocking streams, and they wait for it.
void Scheduler::add_default_stream_waits(Stream& stream, Command& command) {
  if (!stream.blocking()) return;
  OrderWitness* witness = stream.device().device().witness();
  const auto add = [&](const Stream& other) {
    const std::uint64_t last = other.enqueued();
    if (witness != nullptr) witness->depends(stream.number(), other.number(), last);
    if (other.completed() < last) command.waits.push_back({other.keep_, last});
  };
  const Stream& main = *stream.device().default_stream();
  if (&stream != &main) return add(main);
  for (Stream* other : stream.device().streams()) {
    if (other != &main && other->blocking()) add(*other);
  }
}

void Scheduler::make_ready(Stream& stream) {
  stream.state_ = Stream::State::ready;
  ready_.push_back(&stream);
  if (stream.priority() < ready_priority_.load(std::memory_order_relaxed)) {
    ready_priority_.store(stream.priority(), std::memory_order_relaxed);
  }
}

// The most urgent stream; among equals the one that has waited longest.
Stream* Scheduler::next_ready() const {
  if (stopped_) return nullptr;
  const auto best = std::min_element(
      ready_.begin(), ready_.end(),
      [](const Stream* a, const Stream* b) { return a->priority() < b->priority(); });
  return best == ready_.end() ? nullptr : *best;
}

void Scheduler::take(Stream& stream) {
  std::erase(ready_, &stream);
  int priority = INT32_MAX;
  for (const Stream* other : ready_) priority = std::min(priority, other->priority());
  ready_priority_.store(priority, std::memory_order_relaxed);
  stream.state_ = Stream::State::running;
  ++running_;
}

bool Scheduler::preempted(const Stream& stream) const {
  return ready_priority_.load(std::memory_order_relaxed) < stream.priority();
}

// Runs the commands of a stream that was taken, until it is empty or blocked, has come to `until`, or a more
// urgent one is waiting. Afterwards the stream is no longer the caller's.
void Scheduler::run(Stream& stream, std::uint64_t until) {
  bool go_on = true;
  while (go_on && refill(stream)) {
    Command& first = *stream.taken_.front();
    const auto open = std::find_if(first.waits.begin(), first.waits.end(),
                                   [](const Point& point) { return !point.done(); });
    if (open != first.waits.end()) {
      if (block(stream, *open)) return;
      continue;
    }
    const std::unique_ptr<Command> command(stream.taken_.pop());
    execute(stream, *command);
    // Who waits for this stream runs it to that point; an executor turns to what is more urgent.
    go_on = command->sequence < until && !(until == UINT64_MAX && preempted(stream));
  }
  if (go_on) return;  // refill() has found nothing more and released the stream
  release(stream);
}

void Scheduler::execute(Stream& stream, Command& command) {
  OrderWitness* witness = command.ticket == 0 ? nullptr : stream.device().device().witness();
  if (witness != nullptr) witness->begins(command.ticket);
  if (!stream.failed() || command.work->runs_after_error()) {
    try {
      const RunningMark mark;
      run_recorded(*command.work, {stream.device(), stream}, command.enqueued);
    } catch (...) {
      fail_stream(stream, current_error());
    }
  }
  if (witness != nullptr) witness->ends(command.ticket);
  finish(stream, command.sequence);
}

// Both this and watch() first write and then read, sequentially consistent, so that one of the two sees the
// other: a watcher is never missed although no lock is taken here.
void Scheduler::finish(Stream& stream, std::uint64_t sequence) {
  stream.completed_.store(sequence, std::memory_order_seq_cst);
  if (sequence >= stream.watched_.load(std::memory_order_seq_cst)) notify(stream);
}

// Makes sure that the running thread has commands in hand. False: there are none, the stream is idle now.
bool Scheduler::refill(Stream& stream) {
  if (!stream.taken_.empty()) return true;
  std::shared_ptr<Stream> keep;  // may be the last owner; destroyed after the lock is given back
  Lock lock(mutex_);
  if (!stream.pending_.empty()) {
    stream.taken_.append(stream.pending_);
    return true;
  }
  stream.state_ = Stream::State::idle;
  keep = std::move(stream.keep_);
  --running_;
  if (stopped_) progress_.notify_all();
  return false;
}

// Hands a stream back that may still have commands.
void Scheduler::release(Stream& stream) {
  std::shared_ptr<Stream> keep;
  Executors::Call call = Executors::Call::none;
  {
    Lock lock(mutex_);
    --running_;
    stream.taken_.append(stream.pending_);
    stream.pending_.append(stream.taken_);
    if (stream.pending_.empty()) {
      stream.state_ = Stream::State::idle;
      keep = std::move(stream.keep_);
    } else {
      make_ready(stream);
      call = executors_.plan(true, ready_.size());
    }
    if (stopped_ || waiting_threads_ > 0) progress_.notify_all();
  }
  executors_.act(call);
}

// Parks the stream until the point is done. False: it is done already.
bool Scheduler::block(Stream& stream, const Point& point) {
  Lock lock(mutex_);
  watch(*point.stream, point.sequence, &stream);
  if (point.done()) {
    std::erase_if(point.stream->watches_, [&](const auto& w) { return w.stream == &stream; });
    return false;
  }
  --running_;
  stream.taken_.append(stream.pending_);
  stream.pending_.append(stream.taken_);
  stream.state_ = Stream::State::blocked;
  stream.blocked_by_ = &point;
  // Waiting threads may help the stream that this one waits for.
  if (stopped_ || waiting_threads_ > 0) progress_.notify_all();
  return true;
}

void Scheduler::watch(Stream& stream, std::uint64_t sequence, Stream* who) {
  stream.watches_.push_back({sequence, who});
  if (sequence < stream.watched_.load(std::memory_order_relaxed)) {
    stream.watched_.store(sequence, std::memory_order_seq_cst);
  }
}

// Tells those who watch for what the stream has done by now.
void Scheduler::notify(Stream& stream) {
  Executors::Call call = Executors::Call::none;
  {
    Lock lock(mutex_);
    const std::uint64_t done = stream.completed();
    std::uint64_t next = UINT64_MAX;
    std::erase_if(stream.watches_, [&](const Stream::Watch& watch) {
      if (watch.sequence > done) {
        next = std::min(next, watch.sequence);
        return false;
      }
      if (watch.stream != nullptr) {
        watch.stream->blocked_by_ = nullptr;
        make_ready(*watch.stream);
        call = executors_.plan(true, ready_.size());
      }
      return true;
    });
    stream.watched_.store(next, std::memory_order_seq_cst);
    if (waiting_threads_ > 0) progress_.notify_all();
  }
  executors_.act(call);
}

// The stream that somebody must run before `stream` can go on, if nobody runs it: itself or the end of the
// chain of streams that it waits for. `until` becomes the sequence that is needed of it.
Stream* Scheduler::helpable(Stream& stream, std::uint64_t& until) const {
  Stream* last = &stream;
  while (last->state_ == Stream::State::blocked) {
    until = last->blocked_by_->sequence;
    last = last->blocked_by_->stream.get();
  }
  return last->state_ == Stream::State::ready ? last : nullptr;
}

// A short active wait: another thread is about to be done, and sleeping would cost more than that.
bool Scheduler::spin(const Stream& stream, std::uint64_t sequence) {
  const std::uint64_t end = now_ns() + kSpinNs;
  do {
    for (int i = 0; i < 32; ++i) {
      if (stream.completed() >= sequence) return true;
      __builtin_ia32_pause();
    }
  } while (now_ns() < end);
  return false;
}

void Scheduler::wait(Stream& stream, std::uint64_t sequence) {
  wait_for(stream, sequence);
  if (OrderWitness* witness = stream.device().device().witness()) {
    witness->waited(stream.number(), sequence);
  }
}

void Scheduler::wait_for(Stream& stream, std::uint64_t sequence) {
  if (stream.completed() >= sequence) return;
  if (runs_work) {
    fail(ErrorCode::NotPermitted,
         "stream: a function that a stream runs must not wait for streams");
  }
  bool spun = false;
  while (stream.completed() < sequence) {
    Lock lock(mutex_);
    std::uint64_t until = sequence;
    if (Stream* other = helpable(stream, until)) {
      take(*other);
      lock.unlock();
      run(*other, until);
    } else if (!spun) {
      lock.unlock();
      spun = true;
      if (spin(stream, sequence)) return;
    } else {
      sleep_until(lock, stream, sequence);
    }
  }
}

// Sleeps until the stream has come that far, or there is something to help with.
void Scheduler::sleep_until(Lock& lock, Stream& stream, std::uint64_t sequence) {
  std::uint64_t until = sequence;
  ++waiting_threads_;
  while (stream.completed() < sequence && helpable(stream, until) == nullptr) {
    std::erase_if(stream.watches_, [&](const Stream::Watch& w) {
      return w.stream == nullptr && w.sequence == sequence;
    });
    watch(stream, sequence, nullptr);
    if (stream.completed_.load(std::memory_order_seq_cst) >= sequence) break;
    progress_.wait(lock);
  }
  --waiting_threads_;
}

void Scheduler::wait_device(DeviceContext& device) {
  std::vector<Point> points;
  OrderWitness* const witness = device.device().witness();
  // Of all streams, for the witness alone: what has ended was waited for too.
  std::vector<std::pair<unsigned, std::uint64_t>> ends;
  {
    Lock lock(mutex_);
    for (Stream* stream : device.streams()) {
      if (witness != nullptr) ends.emplace_back(stream->number(), stream->enqueued());
      if (stream->completed() < stream->enqueued()) {
        points.push_back({stream->keep_, stream->enqueued()});
      }
    }
  }
  for (const Point& point : points) wait_for(*point.stream, point.sequence);
  for (const auto& [number, sequence] : ends) witness->waited(number, sequence);
}

void Scheduler::fail_stream(Stream& stream, Error error) {
  log(LogLevel::warning, "stream {}: {}", stream.number(), error.what());
  Lock lock(mutex_);
  if (stream.error_) return;
  stream.error_ = std::move(error);
  stream.error_order_ = ++errors_;
  stream.failed_.store(true, std::memory_order_release);
}

std::optional<Error> Scheduler::take_error(Stream& stream) {
  if (!stream.failed()) return std::nullopt;
  Lock lock(mutex_);
  stream.failed_.store(false, std::memory_order_release);
  return std::exchange(stream.error_, std::nullopt);
}

std::optional<Error> Scheduler::peek_error(const Stream& stream) {
  if (!stream.failed()) return std::nullopt;
  Lock lock(mutex_);
  return stream.error_;
}

std::optional<Error> Scheduler::take_device_error(DeviceContext& device) {
  Lock lock(mutex_);
  std::optional<Error> first;
  std::uint64_t order = UINT64_MAX;
  for (Stream* stream : device.streams()) {
    if (!stream->error_) continue;
    if (stream->error_order_ < order) {
      order = stream->error_order_;
      first = std::move(stream->error_);
    }
    stream->error_.reset();
    stream->failed_.store(false, std::memory_order_release);
  }
  return first;
}

void Scheduler::stop() {
  Lock lock(mutex_);
  stopped_ = true;
  // Bounded, so that a kernel that never ends does not keep the program from ending.
  progress_.wait_for(lock, std::chrono::seconds(1), [this] { return running_ == 0; });
}

void Scheduler::before_fork() { mutex_.lock(); }
void Scheduler::after_fork_in_parent() { mutex_.unlock(); }

// The child has only the thread that forked. What other threads were running is lost; those streams fail.
void Scheduler::after_fork_in_child(std::vector<DeviceContext*> devices) {
  executors_.forget_threads();
  new (&progress_) std::condition_variable;
  waiting_threads_ = running_ = 0;
  for (DeviceContext* device : devices) {
    for (Stream* stream : device->streams()) {
      if (stream->state_ == Stream::State::running) abandon(*stream);
    }
  }
  mutex_.unlock();
}

// A thread may still have held the stream although all its commands were done: then nothing is lost.
void Scheduler::abandon(Stream& stream) {
  const bool lost = stream.completed() < stream.enqueued();
  stream.taken_.forget();
  stream.pending_.forget();
  stream.state_ = Stream::State::idle;
  stream.completed_.store(stream.enqueued(), std::memory_order_seq_cst);
  if (lost) {
    stream.error_ = Error(ErrorCode::LaunchFailure, "stream: its work was cut off by fork()");
    stream.error_order_ = ++errors_;
    stream.failed_.store(true, std::memory_order_release);
  }
  for (const Stream::Watch& watch : std::exchange(stream.watches_, {})) {
    if (watch.stream == nullptr) continue;
    watch.stream->blocked_by_ = nullptr;
    make_ready(*watch.stream);
  }
  stream.watched_.store(UINT64_MAX, std::memory_order_seq_cst);
}

void Scheduler::add_stream(Stream& stream) {
  Lock lock(mutex_);
  stream.device().streams().push_back(&stream);
}

void Scheduler::remove_stream(Stream& stream) {
  Lock lock(mutex_);
  std::erase(stream.device().streams(), &stream);
}

Stream::~Stream() { Scheduler::shared().remove_stream(*this); }

}  // namespace vgpu
