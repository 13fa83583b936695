// What the program has made on each device; see belongings.h.
// SPDX-License-Identifier: MIT
#include "api/cuda/belongings.h"

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "api/cuda/devices.h"

namespace vgpu::cuda {
namespace {

struct Belonging {
  void* object;
  Undo undo;
  int device;
  std::uint64_t age;
};

struct Belongings {
  std::mutex mutex;
  std::uint64_t made = 0;
  std::unordered_map<const void*, Belonging> all;
};

Belongings& belongings() {
  static auto* made = new Belongings;  // static objects of the program free while it ends
  return *made;
}

std::vector<Belonging> take_all_of(int device) {
  std::vector<Belonging> taken;
  const std::lock_guard lock(belongings().mutex);
  for (const auto& [object, one] : belongings().all)
    if (one.device == device) taken.push_back(one);
  for (const Belonging& one : taken) belongings().all.erase(one.object);
  return taken;
}

}  // namespace

void own(void* object, Undo undo) {
  if (object == nullptr) return;
  const int device = current_device();
  const std::lock_guard lock(belongings().mutex);
  belongings().all[object] = {object, undo, device, ++belongings().made};
}

bool disown(void* object) {
  const std::lock_guard lock(belongings().mutex);
  return belongings().all.erase(object) != 0;
}

bool is_owned(const void* object) {
  const std::lock_guard lock(belongings().mutex);
  return belongings().all.contains(object);
}

void release_belongings(int device) {
  std::vector<Belonging> taken = take_all_of(device);
  std::sort(taken.begin(), taken.end(),
            [](const Belonging& a, const Belonging& b) { return a.age > b.age; });
  for (const Belonging& one : taken) one.undo(one.object);
}

}  // namespace vgpu::cuda
