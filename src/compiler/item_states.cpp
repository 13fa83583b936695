// The scheduler of item states.
//
// Every runnable item runs to its next wait. Then each warp serves the operation with the lowest number, which is the
// earliest of the program (put_earlier_first), that any of its items waits at, with exactly those items as active lanes,
// until only group barriers are left; those open when nobody can run. Items that have ended count for nothing. Items that
// wait for others in a loop run again and again; while they do, the group's barrier waits for them, and so does their
// warp's operation: lanes that wait for other groups, one sooner than the other, meet again at a shuffle. Unless the
// operation holds up the one that they wait for; then nothing moves anywhere, and after a while it is served without them.
// SPDX-License-Identifier: MIT
#include "compiler/item_states.h"

#include <algorithm>
#include <atomic>

#include "compiler/group_fibers.h"

namespace vgpu::compiler {
namespace {

constexpr std::uint32_t kReady = 0x80000000U;  // flag: the item may run from this state
constexpr std::uint32_t kEnded = 0x7fffffffU;

// Steps of items, of all groups, that did not end in a loop that waits.
std::atomic<std::uint64_t> g_moves{0};

// Tells whether a warp's operation has waited long enough for the lanes that wait in loops. Counts rounds, in each of
// which all others had a turn, and not time: whoever is waited for may be without a processor for long.
class Patience {
 public:
  explicit Patience(const ItemStateTable& table) : table_(table) {}

  bool is_over() {
    const std::uint64_t moves = g_moves.load(std::memory_order_relaxed);
    if (moves != moves_) rounds_ = 0;
    moves_ = moves;
    const bool hasty = t_lost.table == &table_ && t_lost.times >= kLessons;
    return ++rounds_ > (hasty ? kFewRounds : kManyRounds);
  }

  // It was in vain: the lanes of this kernel wait for each other, and will again.
  void lose() {
    if (t_lost.table != &table_) t_lost = {&table_, 0};
    ++t_lost.times;
    rounds_ = 0;
  }

 private:
  static constexpr std::uint64_t kFewRounds = 16, kManyRounds = 2000;
  static constexpr unsigned kLessons = 2;
  struct Lost {
    const ItemStateTable* table;
    unsigned times;
  };
  static thread_local Lost t_lost;

  const ItemStateTable& table_;
  std::uint64_t moves_ = 0;
  std::uint64_t rounds_ = 0;
};

thread_local Patience::Lost Patience::t_lost = {nullptr, 0};

class Scheduler {
 public:
  Scheduler(const ItemStateTable& table, std::byte* frame)
      : table_(table),
        states_(reinterpret_cast<std::uint32_t*>(frame + table.states_offset)),
        exchange_(reinterpret_cast<ItemExchange*>(frame + table.exchange_offset)) {}

  void start() { std::fill_n(states_, table_.items, kReady); }

  // Whether one of them has come to something else than waiting in a loop.
  template <class Step>
  bool run_ready(const Step& step) {
    bool moved = false;
    for (std::uint64_t x = 0; x < table_.items; ++x) {
      if ((states_[x] & kReady) == 0) continue;
      std::uint32_t next = step(x, states_[x] & ~kReady);
      states_[x] = next == 0 ? kEnded : next;
      if (kind(next) == StateKind::yield) continue;
      moved = true;
      g_moves.fetch_add(1, std::memory_order_relaxed);
    }
    return moved;
  }

  // Whether there are items that wait in a loop; they may run again.
  bool wake_yielding() {
    bool any = false;
    for (std::uint64_t x = 0; x < table_.items; ++x) {
      if (states_[x] == kEnded || kind(states_[x] & ~kReady) != StateKind::yield) continue;
      states_[x] |= kReady;
      any = true;
    }
    return any;
  }

  // Whether some warp could go on; `whole`: of those of which no lane waits in a loop.
  bool serve_warps(bool whole) {
    bool any = false;
    for (std::uint64_t first = 0; first < table_.items; first += kWarpSize)
      if (!whole || !waits_in_loop(first)) any |= serve_warp(first);
    return any;
  }

  // The highest barrier that items wait at; 0 if all have ended.
  std::uint32_t waiting() const {
    std::uint32_t highest = 0;
    for (std::uint64_t x = 0; x < table_.items; ++x) {
      if (states_[x] != kEnded) highest = std::max(highest, states_[x] & ~kReady);
    }
    return highest;
  }

  StateKind kind(std::uint32_t state) const {
    return state < table_.states ? table_.kinds[state] : StateKind::none;
  }

  void open_barrier() {
    for (std::uint64_t x = 0; x < table_.items; ++x) {
      if (states_[x] != kEnded) states_[x] |= kReady;
    }
  }

 private:
  std::uint32_t lanes_of(std::uint64_t first) const {
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(kWarpSize, table_.items - first));
  }

  bool waits_in_loop(std::uint64_t first) const {
    return std::any_of(states_ + first, states_ + first + lanes_of(first),
                       [&](std::uint32_t state) {
                         return state != kEnded && kind(state & ~kReady) == StateKind::yield;
                       });
  }

  bool serve_warp(std::uint64_t first) {
    const std::uint32_t lanes = lanes_of(first);
    std::uint32_t lowest = kEnded;
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
      std::uint32_t state = states_[first + lane];
      if (kind(state) > StateKind::grid && kind(state) != StateKind::yield)
        lowest = std::min(lowest, state);
    }
    if (lowest == kEnded) return false;
    std::uint32_t active = 0, votes = 0;
    std::uint64_t values[kWarpSize] = {};
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
      values[lane] = exchange_[first + lane].value;
      if (states_[first + lane] != lowest) continue;
      active |= 1U << lane;
      if (static_cast<std::uint32_t>(values[lane]) != 0) votes |= 1U << lane;
    }
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
      if ((active >> lane & 1) == 0) continue;
      answer(exchange_[first + lane], kind(lowest), active, votes, values);
      states_[first + lane] |= kReady;
    }
    return true;
  }

  static void answer(ItemExchange& own, StateKind kind, std::uint32_t active, std::uint32_t votes,
                     const std::uint64_t* values) {
    if (kind == StateKind::ballot) own.value = votes;
    if (kind == StateKind::active) own.value = active;
    if (kind == StateKind::shuffle) own.value = values[own.lane % kWarpSize];
  }

  const ItemStateTable& table_;
  std::uint32_t* states_;
  ItemExchange* exchange_;
};

}  // namespace
}  // namespace vgpu::compiler

std::uint32_t vgpu_service_run_states(const vgpu::compiler::ItemStateTable* table,
                                      vgpu::compiler::StepFunction step,
                                      const vgpu::compiler::LaunchFrame* launch,
                                      const std::uint64_t* group_id, std::byte* local,
                                      std::byte* frame, std::uint32_t resume) noexcept {
  using vgpu::compiler::StateKind;
  vgpu::compiler::Scheduler scheduler(*table, frame);
  if (resume == 0) {
    scheduler.start();
  } else {
    scheduler.open_barrier();
  }
  auto run = [&](std::uint64_t x, std::uint32_t state) {
    return step(launch, group_id, local, frame, x, state);
  };
  vgpu::compiler::Patience patience(*table);
  for (;;) {
    const bool moved = scheduler.run_ready(run);
    const bool served = scheduler.serve_warps(true);
    if (scheduler.wake_yielding()) {
      if (moved || served) continue;
      if (patience.is_over() && scheduler.serve_warps(false)) {
        patience.lose();
      } else {
        vgpu_service_yield();
      }
      continue;
    }
    if (served) continue;
    std::uint32_t barrier = scheduler.waiting();
    if (barrier == 0) return 0;
    if (scheduler.kind(barrier) == StateKind::grid) return barrier;
    scheduler.open_barrier();
  }
}
