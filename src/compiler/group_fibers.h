// Groups of one launch that may wait for each other, taking turns on one thread.
//
// Kernels in which a thread waits in a loop for what another one writes (give_way.cpp finds them) run here: each warp
// and each group can stop in such a loop and let others go on. A fiber runs one group after the other; another one is
// made only when all there are wait. Inside a group the same holds for its warps. So groups that never wait cost nothing.
// Compiled code comes here through services.def; src/device/cpu runs one GroupFibers on every thread of a launch.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "base/fiber.h"
#include "compiler/kernel_abi.h"

namespace vgpu::compiler {

// Where a thread's groups come from.
class GroupSource {
 public:
  virtual ~GroupSource() = default;
  virtual bool may_begin() = 0;   // whether there is a group that has not begun, and room for it
  virtual bool run_next() = 0;    // begins one and runs it to its end; false: there was none
  virtual bool is_stopped() = 0;  // whether to leave everything as it stands
};

// Runs the items of a warp; as the region functions of the passes.
using WarpFunction = std::uint32_t (*)(const LaunchFrame* launch, const std::uint64_t* group_id,
                                       std::byte* local, std::byte* frame, std::uint64_t x,
                                       std::uint64_t y, std::uint64_t z);

// The warps of a group from one barrier to the next.
struct WarpLoop {
  const LaunchFrame* launch;
  const std::uint64_t* group_id;
  std::byte* local;
  std::byte* frame;
  WarpFunction run;
  std::uint64_t next, end, step;  // items
  std::uint64_t running = 0;      // warps that have begun and not ended
  std::uint32_t reached = 0;      // the highest barrier that one of them has come to
};

class GroupFibers {
 public:
  explicit GroupFibers(GroupSource& source) : source_(source) {}
  ~GroupFibers();
  GroupFibers(const GroupFibers&) = delete;
  GroupFibers& operator=(const GroupFibers&) = delete;

  // Runs groups of the source until none is left. May be left by a long jump: destroy the object then.
  void run();

  // The one whose fiber the calling code runs on, or null.
  static GroupFibers* current();

  // From a fiber: lets all others go on first.
  void give_way();
  // From a fiber: runs all warps, side by side as far as they wait.
  std::uint32_t run_warps(WarpLoop& loop);
  // Whether the address lies on the stack of the fiber that runs now.
  bool on_stack(std::uintptr_t address) const {
    return running_ != nullptr && running_->fiber.contains(address);
  }

 private:
  static constexpr std::size_t kStackBytes = std::size_t{1} << 20;
  struct Worker {
    explicit Worker(GroupFibers& all) : owner(all), fiber(kStackBytes) {}
    GroupFibers& owner;
    Fiber fiber;
    WarpLoop* loop = nullptr;  // whose warps it runs; null: it has begun no group or is between two
    bool helps = false;        // it runs warps of a group that another worker has begun
    bool ended = false;
  };

  static void work(void* worker);
  void run_warps_left(WarpLoop& loop);
  Worker* new_worker();
  void begin_groups();
  void rest();

  GroupSource& source_;
  Fiber thread_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::vector<Worker*> idle_;
  std::deque<Worker*> ready_;
  Worker* running_ = nullptr;
  std::size_t quiet_ = 0;      // turns since a warp or a group has begun or ended
  std::size_t fruitless_ = 0;  // rounds of all fibers in which nothing of that happened
};

}  // namespace vgpu::compiler

extern "C" {
void vgpu_service_yield() noexcept;
std::uint32_t vgpu_service_run_warps(vgpu::compiler::WarpFunction run,
                                     const vgpu::compiler::LaunchFrame* launch,
                                     const std::uint64_t* group_id, std::byte* local,
                                     std::byte* frame, std::uint64_t end,
                                     std::uint64_t step) noexcept;
}
