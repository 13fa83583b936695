// The machine through sched_getaffinity, /proc, control groups and hwloc.
// SPDX-License-Identifier: MIT
#include "base/topology.h"

#include <hwloc.h>
#include <pthread.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <memory>
#include <string>

namespace vgpu {
namespace {

// First number of the file, or 0 where it has none ("max").
std::uint64_t read_number(const char* path) {
  std::ifstream file(path);
  std::uint64_t value = 0;
  return file >> value ? value : 0;
}

// CPUs' worth of time that the control group grants; 0: no limit.
unsigned quota_cpus() {
  std::ifstream file("/sys/fs/cgroup/cpu.max");
  double quota = 0, period = 0;
  if (!(file >> quota >> period) || period <= 0) return 0;
  return std::max(1u, static_cast<unsigned>(std::lround(quota / period)));
}

std::vector<unsigned> allowed_cpus() {
  std::vector<unsigned> cpus;
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) == 0) {
    for (unsigned cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
      if (CPU_ISSET(cpu, &set)) cpus.push_back(cpu);
    }
  }
  if (cpus.empty()) cpus.push_back(0);
  return cpus;
}

using HwlocTopology = std::unique_ptr<hwloc_topology, decltype(&hwloc_topology_destroy)>;

unsigned count(hwloc_topology_t machine, hwloc_obj_type_t type) {
  const int found = hwloc_get_nbobjs_by_type(machine, type);
  return found > 0 ? static_cast<unsigned>(found) : 0;
}

// Size of one cache of the level, or of all of them together.
std::uint64_t cache_bytes(hwloc_topology_t machine, hwloc_obj_type_t type, bool all) {
  std::uint64_t total = 0;
  for (unsigned i = 0; i < count(machine, type); ++i) {
    const hwloc_obj_t cache = hwloc_get_obj_by_type(machine, type, i);
    if (!all) return cache->attr->cache.size;
    total += cache->attr->cache.size;
  }
  return total;
}

void read_nodes(hwloc_topology_t machine, const std::vector<unsigned>& allowed, Topology& t) {
  for (unsigned i = 0; i < count(machine, HWLOC_OBJ_NUMANODE); ++i) {
    const hwloc_obj_t node = hwloc_get_obj_by_type(machine, HWLOC_OBJ_NUMANODE, i);
    Topology::Node entry{node->os_index, node->attr->numanode.local_memory, {}};
    for (unsigned cpu : allowed) {
      if (hwloc_bitmap_isset(node->cpuset, cpu)) entry.cpus.push_back(cpu);
    }
    if (!entry.cpus.empty()) t.nodes.push_back(std::move(entry));
  }
}

void read_order(hwloc_topology_t machine, const std::vector<unsigned>& allowed, Topology& t) {
  for (unsigned nth = 0; t.order.size() < allowed.size() && nth < 16; ++nth) {
    for (unsigned i = 0; i < count(machine, HWLOC_OBJ_CORE); ++i) {
      const hwloc_obj_t core = hwloc_get_obj_by_type(machine, HWLOC_OBJ_CORE, i);
      int cpu = hwloc_bitmap_first(core->cpuset);
      for (unsigned skip = 0; skip < nth && cpu >= 0; ++skip) {
        cpu = hwloc_bitmap_next(core->cpuset, cpu);
      }
      const auto number = static_cast<unsigned>(cpu);
      if (cpu >= 0 && std::find(allowed.begin(), allowed.end(), number) != allowed.end()) {
        t.order.push_back(number);
      }
    }
  }
}

Topology discover() {
  Topology t;
  const std::vector<unsigned> allowed = allowed_cpus();
  hwloc_topology_t raw = nullptr;
  if (hwloc_topology_init(&raw) == 0) {
    HwlocTopology machine(raw, &hwloc_topology_destroy);
    if (hwloc_topology_load(raw) == 0) {
      t.packages = std::max(1u, count(raw, HWLOC_OBJ_PACKAGE));
      t.cores = std::max(1u, count(raw, HWLOC_OBJ_CORE));
      t.l1d_bytes = cache_bytes(raw, HWLOC_OBJ_L1CACHE, false);
      t.l2_bytes = cache_bytes(raw, HWLOC_OBJ_L2CACHE, false);
      t.l3_bytes = cache_bytes(raw, HWLOC_OBJ_L3CACHE, true);
      read_nodes(raw, allowed, t);
      read_order(raw, allowed, t);
    }
  }
  t.hardware_threads = static_cast<unsigned>(allowed.size());
  if (t.order.size() != allowed.size()) t.order = allowed;
  if (t.nodes.empty()) t.nodes.push_back({0, total_memory(), allowed});
  if (const long line = sysconf(_SC_LEVEL1_DCACHE_LINESIZE); line > 0) {
    t.cache_line = static_cast<unsigned>(line);
  }
  return t;
}

}  // namespace

unsigned available_cpus() {
  const auto allowed = static_cast<unsigned>(allowed_cpus().size());
  const unsigned quota = quota_cpus();
  return quota == 0 ? allowed : std::min(allowed, quota);
}

std::uint64_t total_memory() {
  const auto pages = static_cast<std::uint64_t>(std::max(1L, sysconf(_SC_PHYS_PAGES)));
  const std::uint64_t machine = pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  const std::uint64_t group = read_number("/sys/fs/cgroup/memory.max");
  return group == 0 ? machine : std::min(machine, group);
}

std::uint64_t available_memory() {
  std::ifstream file("/proc/meminfo");
  std::string key, unit;
  std::uint64_t kib = 0;
  while (file >> key >> kib) {
    if (key == "MemAvailable:") return std::min(kib * 1024, total_memory());
    std::getline(file, unit);
  }
  return total_memory();
}

const Topology& topology() {
  static const Topology machine = discover();
  return machine;
}

bool bind_this_thread(unsigned index, Binding binding) {
  if (binding == Binding::none) return true;
  const Topology& t = topology();
  cpu_set_t set;
  CPU_ZERO(&set);
  const unsigned cpu = t.order[index % t.order.size()];
  if (binding == Binding::core) CPU_SET(cpu, &set);
  for (const Topology::Node& node : t.nodes) {
    if (binding != Binding::node) break;
    if (std::find(node.cpus.begin(), node.cpus.end(), cpu) == node.cpus.end()) continue;
    for (unsigned other : node.cpus) CPU_SET(other, &set);
  }
  return CPU_COUNT(&set) > 0 && pthread_setaffinity_np(pthread_self(), sizeof set, &set) == 0;
}

}  // namespace vgpu
