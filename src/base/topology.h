// The machine: CPUs, caches, memory, NUMA nodes.
//
// What every program needs (CPUs and memory) comes from two system calls. The rest comes from hwloc, whose
// discovery takes milliseconds, and so is looked up only when somebody asks for topology().
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace vgpu {

// CPUs that this process may use: its affinity mask, and its control group's quota where there is one.
unsigned available_cpus();

// Memory of the machine, or of the control group where that is less.
std::uint64_t total_memory();
std::uint64_t available_memory();  // free or reclaimable at this moment

struct Topology {
  unsigned packages = 1;
  unsigned cores = 1;  // physical cores
  unsigned hardware_threads = 1;
  std::uint64_t l1d_bytes = 0, l2_bytes = 0;  // of one core; 0: unknown
  std::uint64_t l3_bytes = 0;                 // of the whole machine
  unsigned cache_line = 64;
  struct Node {
    unsigned os_index = 0;
    std::uint64_t memory = 0;
    std::vector<unsigned> cpus;  // operating system's numbers, allowed ones only
  };
  std::vector<Node> nodes;  // NUMA nodes with allowed CPUs; at least one
  std::vector<unsigned>
      order;  // allowed CPUs: a thread for each core first, then the hyper-threads
};

const Topology& topology();

// Binds the calling thread for worker number `index`: to a core, or to all CPUs of its NUMA node. False
// where the system refuses; the thread then runs anywhere, which is slower but right.
enum class Binding { none, node, core };
bool bind_this_thread(unsigned index, Binding binding);

}  // namespace vgpu
