// The simulated clock: turns what the host asked for and what packets did into times.
//
// Commands run for real when the runtime or a doorbell says so, on threads whose order differs from run to run. Times
// must not: they come from a simulation by events of its own, fed by the host's calls in the order in which the host
// made them, and by packets in the order of their rings. It advances only where the host waits, because whatever the
// host submits later cannot change what happened before that. docs/sim.md tells the rules.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "device/sim/model.h"
#include "device/sim/registers.h"
#include "device/sim/trace.h"
#include "device/sim/work_groups.h"

namespace vgpu::sim {

// A packet as the clock sees it.
struct Step {
  enum class Kind : std::uint8_t {
    nop,
    copy_in,
    copy_out,
    copy_inside,
    fill,
    launch,
    fence,
    wait,
    write,
    fault,
    reset,
  };
  Kind kind = Kind::nop;
  bool interrupt = false;      // of a fence
  std::uint32_t ring = 0;      // on which it stands
  std::uint32_t priority = 0;  // of that ring
  std::uint32_t other = 0;     // ring that a wait looks at
  std::uint64_t value = 0;     // of a fence or wait
  std::uint64_t bytes = 0, rows = 1, groups = 0, items = 0;
  std::string name;  // kernel or fault
};

class Timeline {
 public:
  explicit Timeline(const Model& model) : model_(model), units_(model.units) {}

  // A call of the host: opened in the host's order, filled while its packets run, closed when they have.
  std::uint64_t open_call();
  void add(std::uint64_t call, Step step);
  void close_call(std::uint64_t call);
  // The host has waited for a ring's fence.
  void host_wait(std::uint32_t ring, std::uint64_t value);

  Picoseconds settle();  // as far as all is known; the host's time then
  Picoseconds drain();   // the host waits for everything
  std::vector<vgpuSimEvent> events();
  void clear_events();

 private:
  struct Call {
    bool closed = false, is_wait = false;
    std::uint32_t ring = 0;
    std::uint64_t value = 0;
    std::vector<Step> steps;
  };
  struct Pending {
    Step step;
    std::uint64_t call = 0;
    Picoseconds arrival = 0;  // in the ring; later: at its engine
    Picoseconds queued = 0;   // at the head of the ring
  };
  struct Ring {
    std::deque<Pending> queue;
    Picoseconds free_at = 0;
    bool in_flight = false;
    std::deque<std::pair<std::uint64_t, Picoseconds>> fences;  // value and time, the last ones
  };
  enum Engine : std::uint8_t { kCopyIn, kCopyOut, kCompute, kEngines };
  struct EngineState {
    std::vector<Pending> waiting;
    Picoseconds free_at = 0;
  };
  struct Choice {
    Picoseconds time = UINT64_MAX;
    std::size_t index = 0;  // of the engine or ring
  };

  void process(Call& call, std::uint64_t number);
  void submit(Call& call, std::uint64_t number);
  void wait_until(std::uint32_t ring, std::uint64_t value, std::uint64_t number);
  bool advance();  // one decision; false: nothing is left that can happen
  bool force_wait();
  Choice next_engine() const;
  Choice next_fetch() const;
  std::optional<Picoseconds> ready_time(const Ring& ring) const;
  std::optional<Picoseconds> fence_time(std::uint32_t ring, std::uint64_t value) const;
  void fetch(std::size_t ring, Picoseconds time);
  void finish_simple(const Pending& pending, Picoseconds time);
  void start_engine(std::size_t engine, Picoseconds time);
  Picoseconds run_copy(const Pending& pending, std::size_t engine, Picoseconds time);
  Picoseconds run_launch(const Pending& pending, Picoseconds time);
  static vgpuSimEvent details(const Pending& pending);

  const Model model_;
  std::mutex mutex_;
  std::deque<Call> log_;
  std::uint64_t first_call_ = 1;  // number of log_.front()
  Picoseconds host_ = 0, processor_ = 0;
  std::array<Ring, kRings> rings_;
  std::array<EngineState, kEngines> engines_;
  WorkGroups units_;
  Trace trace_;
};

}  // namespace vgpu::sim
