// Groups of a compiled kernel over the thread pool (see grid_runner.h).
// SPDX-License-Identifier: MIT
#include "device/cpu/grid_runner.h"

#include <xmmintrin.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <memory>
#include <vector>

#include "base/config.h"
#include "base/error.h"
#include "base/thread_pool.h"
#include "compiler/code_image.h"
#include "device/cpu/fault_guard.h"
#include "device/cpu/low_memory.h"
#include "device/cpu/unit_limit.h"
#include "device/cpu/waiting_grid.h"
#include "device/cpu/watchdog.h"

namespace vgpu {
namespace {

using compiler::kFrameAlignment;

constexpr std::uint64_t kInlineNs = 2000;  // waking another thread costs about as much
constexpr std::uint64_t kRangeNs = 10000;  // long against the cost of taking a range
constexpr std::uint64_t kMaxCooperativeBytes = std::uint64_t{4} << 30;

// Local memory and frame of the group that this thread runs, kept for the next one. A group never
// gives way to another on its thread, so one block is enough.
std::byte* thread_memory(std::size_t bytes) {
  thread_local LowMemory memory;
  thread_local std::size_t size = 0;
  if (size < bytes) {
    memory.reset();
    size = 0;
    memory = allocate_low(bytes);
    size = bytes;
  }
  return memory.get();
}

// Kernels round to nearest and keep denormals, whatever the calling program has set.
class FloatMode {
 public:
  FloatMode() : saved_(_mm_getcsr()) { _mm_setcsr(kDefault); }
  ~FloatMode() { _mm_setcsr(saved_); }
  FloatMode(const FloatMode&) = delete;
  FloatMode& operator=(const FloatMode&) = delete;

 private:
  static constexpr unsigned kDefault = 0x1F80;
  unsigned saved_;
};

std::uint64_t now_ns() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::nanoseconds>(now).count());
}

// What a group of this code takes, learnt from its launches: falls at once, rises slowly, since a
// single slow launch says more about the machine's load than about the kernel.
void learn(const compiler::Code& code, std::uint64_t group_ns) {
  const std::uint64_t old = code.group_ns.load(std::memory_order_relaxed);
  const std::uint64_t seen = std::max<std::uint64_t>(group_ns, 1);
  const std::uint64_t next = old == 0 || seen < old ? seen : old + (seen - old) / 8;
  code.group_ns.store(next, std::memory_order_relaxed);
}

std::size_t group_bytes(const LaunchCode& code) {
  return std::max(code.local_bytes + code.frame_bytes, kFrameAlignment);
}

bool waits(const LaunchCode& set) {
  return std::any_of(set.by_edge.begin(), set.by_edge.end(),
                     [](const auto& code) { return code && code->info.waits; });
}

__attribute__((no_sanitize("function"))) compiler::KeptFrame kept_frame_of(
    const compiler::Code& code) {
  compiler::KeptFrame kept;
  void* tell = code.image ? code.image->symbol(compiler::kKeptFrameSymbol) : nullptr;
  if (tell != nullptr) reinterpret_cast<compiler::KeptFrameFunction>(tell)(&kept);
  return kept;
}

}  // namespace

GridRunner::GridRunner(const CompiledLaunch& launch) : launch_(launch) {
  const GridShape& shape = launch.shape_;
  frame_.arguments = launch.arguments_.get();
  frame_.work_dim = shape.work_dim;
  frame_.dynamic_local_bytes = shape.dynamic_local_bytes;
  frame_.services = &services_;
  for (unsigned d = 0; d < 3; ++d) {
    groups_[d] = frame_.group_count[d] = shape.groups(d);
    frame_.global_size[d] = shape.global_size[d];
    frame_.global_offset[d] = shape.global_offset[d];
  }
  count_ = shape.group_count();
  // CUDA has no offsets: a launch of its kernels has the sizes of clusters there.
  if (launch.module_->info().language != compiler::Language::cuda || shape.global_offset[0] == 0)
    return;
  for (unsigned d = 0; d < 3; ++d) {
    cluster_[d] = std::max<std::uint64_t>(1, shape.global_offset[d]);
    frame_.global_offset[d] = 0;
  }
}

const LaunchCode& GridRunner::current_code() {
  const LaunchCode* const code = current_.load(std::memory_order_acquire);
  if (!in_a_hurry_ || code != &first_ || !launch_.is_compiled()) return *code;
  const std::unique_lock lock(change_, std::try_to_lock);
  if (!lock || current_.load(std::memory_order_relaxed) != &first_) return *code;
  try {
    compiled_ = launch_.compiled_code();
  } catch (const Error&) {
    return *code;  // the next launch reports it; this one goes on
  }
  services_.frame_bytes = std::max(first_.frame_bytes, compiled_.frame_bytes);
  current_.store(&compiled_, std::memory_order_release);
  return compiled_;
}

const compiler::Code& GridRunner::code_of(const LaunchCode& set,
                                          const std::array<std::uint64_t, 3>& group) const {
  unsigned ragged = 0;
  for (unsigned d = 0; d < 3; ++d) {
    const std::uint64_t end = (group[d] + 1) * launch_.shape_.local_size[d];
    if (end > launch_.shape_.global_size[d]) ragged |= 1u << d;
  }
  return *set.by_edge[ragged];
}

// Generated code has no signature in front of it that a sanitizer could check.
__attribute__((no_sanitize("function"))) std::uint32_t GridRunner::call(
    const LaunchCode& set, const std::array<std::uint64_t, 3>& group, std::byte* memory,
    std::uint32_t resume) const {
  const compiler::Code& code = code_of(set, group);
  // CUDA programs of some age rely on dynamic shared memory that nobody has written being zero.
  if (resume == 0 && frame_.dynamic_local_bytes != 0) {
    const std::size_t fixed = code.info.local_bytes;
    std::memset(memory + fixed, 0, set.local_bytes - fixed);
  }
  return code.entry(&frame_, group.data(), memory, memory + set.local_bytes, resume);
}

// How many groups from here on, at most `most`, stand side by side and have the same code.
std::uint64_t GridRunner::count_together(const GroupWalk& walk, std::uint64_t most) const {
  const std::uint64_t x = walk.id()[0];
  const std::uint64_t whole = launch_.shape_.global_size[0] / launch_.shape_.local_size[0];
  const std::uint64_t alike = x < whole ? whole - x : 1;
  return std::min({most, walk.left_in_row(), alike});
}

// Runs them and stands on the last one. Such kernels use no local memory.
__attribute__((no_sanitize("function"))) void GridRunner::call_together(const compiler::Code& code,
                                                                        GroupWalk& walk,
                                                                        std::uint64_t count,
                                                                        std::byte* memory,
                                                                        std::byte* frame) const {
  std::array<std::array<std::uint64_t, 3>, GroupWalk::kTile> ids;
  const auto [x, y, z] = walk.id();
  for (std::uint64_t i = 0; i < count; ++i) ids[i] = {x + i, y, z};
  walk.move_in_row(count - 1);
  code.several(&frame_, ids[0].data(), memory, frame, static_cast<std::uint32_t>(count));
}

// The memory may hold anything, even what another launch of the same kernel has left.
void GridRunner::forget(const compiler::KeptFrame& kept, std::byte* frame) {
  if (kept.bytes != 0) std::memset(frame + kept.offset, 0, kept.bytes);
}

// What groups have left for later is done when this thread has run the last of them.
__attribute__((no_sanitize("function"))) void GridRunner::flush(const compiler::Code* code,
                                                                std::byte* memory,
                                                                std::byte* frame) const {
  if (code == nullptr || kept_frame_of(*code).flush == 0) return;
  const std::array<std::uint64_t, 3> none{};
  code->entry(&frame_, none.data(), memory, frame, compiler::kResumeFlush);
}

void GridRunner::run_range(std::uint64_t begin, std::uint64_t end) {
  const FloatMode mode;
  const LaunchCode& set = current_code();
  std::byte* const memory = thread_memory(set.local_bytes + set.frame_bytes);
  std::byte* const frame = memory + set.local_bytes;
  guarded(set, [&] {
    GroupWalk walk(groups_, begin, band_);
    const compiler::Code* last = nullptr;
    for (std::uint64_t i = begin; i < end && !failed();) {
      const compiler::Code& code = code_of(set, walk.id());
      if (&code != last) {
        flush(last, memory, frame);
        forget(kept_frame_of(code), frame);
        last = &code;
      }
      const std::uint64_t count = code.several ? count_together(walk, end - i) : 1;
      if (count > 1) {
        call_together(code, walk, count, memory, frame);
      } else {
        call(set, walk.id(), memory, 0);
      }
      i += count;
      if (i < end) walk.next();
    }
    flush(last, memory, frame);
  });
}

// Compiled code owns nothing and may be left anywhere; the host's functions that it calls may not.
void GridRunner::guarded(const LaunchCode& code, FunctionRef<void()> work) {
  std::uint64_t address = 0;
  const auto may_interrupt = [&](const void* instruction) {
    return services_.fault.load(std::memory_order_acquire) == compiler::Fault::timeout &&
           std::any_of(code.by_edge.begin(), code.by_edge.end(), [&](const auto& one) {
             return one && one->image && one->image->contains(instruction);
           });
  };
  switch (run_guarded(work, &address, may_interrupt)) {
    case MachineFault::none:
    case MachineFault::interrupt:  // the watchdog has said why
      return;
    case MachineFault::address:
      return services_.fail(compiler::Fault::address, fmt::format("{:#x}", address));
    case MachineFault::arithmetic:
      return services_.fail(compiler::Fault::arithmetic, {});
    case MachineFault::stack:
      return services_.fail(compiler::Fault::stack, {});
    case MachineFault::trap:
      return services_.fail(compiler::Fault::trap, {});
  }
}

void GridRunner::run_independent() {
  const compiler::Code& code = code_of(first_, {0, 0, 0});
  const std::uint64_t group_ns = code.group_ns.load(std::memory_order_relaxed);
  const std::uint64_t start = now_ns();
  ThreadPool& pool = ThreadPool::shared();
  if (count_ == 1 || (group_ns != 0 && group_ns < kInlineNs / count_)) {
    run_range(0, count_);
    return learn(code, (now_ns() - start) / count_);
  }
  const unsigned threads = units_of(launch_.shape_);
  pool.parallel_for(
      count_, grain(group_ns),
      [this](std::uint64_t begin, std::uint64_t end, unsigned) { run_range(begin, end); });
  if (current_.load() == &first_) learn(code, (now_ns() - start) * threads / count_);
}

// Groups that a thread takes at once, given what one takes (0: not known yet).
std::uint64_t GridRunner::grain(std::uint64_t group_ns) const {
  if (const std::uint64_t limit = limiting_grain(launch_.shape_, count_)) return limit;
  const std::uint64_t pieces = std::uint64_t{ThreadPool::shared().size()} * 4;
  const std::uint64_t share = std::max<std::uint64_t>(1, count_ / pieces);
  const std::uint64_t wanted = group_ns == 0 ? 1 : std::max<std::uint64_t>(1, kRangeNs / group_ns);
  if (flushes_) return share;
  const std::uint64_t least = std::min(share, std::max(wanted, band_));
  return band_ != 0 && least > band_ ? least / band_ * band_ : least;
}

void GridRunner::check_room_of_all() const {
  const std::size_t bytes = group_bytes(first_);
  if (count_ <= kMaxCooperativeBytes / bytes) return;
  fail(ErrorCode::CooperativeLaunchTooLarge,
       "cooperative launch: {} groups of {} each, together more than {}", count_,
       format_bytes(bytes), format_bytes(kMaxCooperativeBytes));
}

// The groups of a cluster follow each other.
std::array<std::uint64_t, 3> GridRunner::group_of(std::uint64_t index) const {
  const std::uint64_t team = cluster_[0] * cluster_[1] * cluster_[2];
  if (team == 1) return GroupWalk(groups_, index).id();
  std::uint64_t which = index / team, rank = index % team;
  std::array<std::uint64_t, 3> group{};
  for (unsigned d = 0; d < 3; ++d) {
    const std::uint64_t clusters = groups_[d] / cluster_[d];
    group[d] = which % clusters * cluster_[d] + rank % cluster_[d];
    which /= clusters;
    rank /= cluster_[d];
  }
  return group;
}

// One turn of parallel_for a thread: each takes groups until there are none, so it does not matter how many come.
void GridRunner::run_waiting() {
  if (launch_.kernel_->uses_grid_barrier) check_room_of_all();
  const auto call_group = [this](std::uint64_t index, std::byte* memory, std::uint32_t resume) {
    return call(first_, group_of(index), memory, resume);
  };
  const std::uint64_t team = cluster_[0] * cluster_[1] * cluster_[2];
  // What kernels read by vgpu_cluster.h.
  if (team > 1) {
    frame_.global_offset[0] = cluster_[0] | cluster_[1] << 8 | cluster_[2] << 16;
    frame_.global_offset[1] = group_bytes(first_);
  }
  const auto is_stopped = [this] { return failed(); };
  WaitingGrid grid(count_, team, group_bytes(first_), call_group, is_stopped);
  const std::uint64_t threads = std::min<std::uint64_t>(units_of(launch_.shape_), count_ / team);
  ThreadPool::shared().parallel_for(threads, 1, [&](std::uint64_t, std::uint64_t, unsigned) {
    const FloatMode mode;
    WaitingGroups groups(grid);
    compiler::GroupFibers fibers(groups);
    guarded(first_, [&] { fibers.run(); });
  });
  grid.check();
}

// Every group keeps its memory until the whole grid has ended. A round runs each group up to its
// next wait for the grid.
void GridRunner::run_cooperative() {
  check_room_of_all();
  const std::size_t bytes = group_bytes(first_);
  const LowMemory memory = allocate_low(bytes * count_);
  std::vector<std::uint32_t> resume(count_, 0);
  std::vector<unsigned char> ended(count_, 0);
  for (bool waiting = true; waiting && !failed();) {
    ThreadPool::shared().parallel_for(
        count_, std::max<std::uint64_t>(1, limiting_grain(launch_.shape_, count_)),
        [&](std::uint64_t begin, std::uint64_t end, unsigned) {
          const FloatMode mode;
          guarded(first_, [&] {
            for (std::uint64_t i = begin; i < end && !failed(); ++i) {
              if (ended[i]) continue;
              resume[i] =
                  call(first_, GroupWalk(groups_, i).id(), memory.get() + bytes * i, resume[i]);
              ended[i] = resume[i] == 0;
            }
          });
        });
    waiting = std::any_of(resume.begin(), resume.end(), [](std::uint32_t at) { return at != 0; });
  }
}

void GridRunner::report_fault() const {
  const std::string& text = services_.fault_text();
  switch (services_.fault.load(std::memory_order_acquire)) {
    case compiler::Fault::none:
      return;
    case compiler::Fault::assertion:
      fail(ErrorCode::Assert, "kernel {}: {}", launch_.kernel_->name, text);
    case compiler::Fault::trap:
      fail(ErrorCode::Trap, "kernel {} executed a trap", launch_.kernel_->name);
    case compiler::Fault::address:
      fail(ErrorCode::IllegalAddress, "kernel {} touched address {}, where it has no memory",
           launch_.kernel_->name, text);
    case compiler::Fault::arithmetic:
      fail(ErrorCode::LaunchFailure, "kernel {} divided an integer by zero", launch_.kernel_->name);
    case compiler::Fault::stack:
      fail(ErrorCode::LaunchFailure,
           "kernel {} used up its stack: endless recursion or very large private arrays",
           launch_.kernel_->name);
    case compiler::Fault::timeout:
      fail(ErrorCode::LaunchTimeout, "kernel {} ran longer than the {} ms of option kernel_timeout",
           launch_.kernel_->name, config().kernel_timeout);
  }
}

void GridRunner::run() {
  if (count_ == 0) return;
  first_ = launch_.first_code();
  in_a_hurry_ = !launch_.is_compiled();
  services_.frame_bytes = first_.frame_bytes;
  if (const auto& whole = first_.by_edge[0]) {
    const compiler::KeptFrame kept = kept_frame_of(*whole);
    band_ = std::min<std::uint64_t>(kept.band, groups_[1]);
    flushes_ = kept.flush != 0;
  }
  const KernelWatch watch(services_);
  if (waits(first_) || cluster_ != std::array<std::uint64_t, 3>{1, 1, 1}) {
    run_waiting();
  } else if (launch_.kernel_->uses_grid_barrier) {
    run_cooperative();
  } else {
    run_independent();
  }
  report_fault();
  run_children();
}

// What the kernel has launched, in that order: each with all threads, and its own children behind it.
void GridRunner::run_children() {
  for (const compiler::ChildLaunch& child : services_.take_children()) {
    const auto& kernels = launch_.module_->info().kernels;
    const auto found = std::find_if(kernels.begin(), kernels.end(),
                                    [&](const auto& one) { return one.symbol == child.kernel; });
    if (found == kernels.end() || child.arguments.size() < found->argument_bytes) {
      fail(ErrorCode::SymbolNotFound, "kernel {} launches {}, which is not in its module",
           launch_.kernel_->name, child.kernel);
    }
    GridShape shape;
    shape.work_dim = 3;
    for (unsigned d = 0; d < 3; ++d) {
      shape.local_size[d] = child.sizes[3 + d];
      shape.global_size[d] = std::uint64_t{child.sizes[d]} * child.sizes[3 + d];
    }
    shape.dynamic_local_bytes =
        static_cast<std::uint32_t>(std::min<std::uint64_t>(child.local_bytes, UINT32_MAX));
    shape.units = launch_.shape_.units;
    CompiledLaunch::prepare(launch_.module_, *found, shape, child.arguments.data()).run();
  }
}

}  // namespace vgpu
