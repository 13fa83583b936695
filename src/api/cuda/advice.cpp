// Advice about managed memory and prefetches of it; see advice.h.
// SPDX-License-Identifier: MIT
#include "api/cuda/advice.h"

#include <sched.h>
#include <vgpu/c/memory.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <vector>

#include "api/cuda/call.h"
#include "api/cuda/ranges.h"

using namespace vgpu::cuda;

namespace {

constexpr std::uintptr_t kPage = 4096;
constexpr std::size_t kHost = kMaxDevices;

bool operator==(const cudaMemLocation& a, const cudaMemLocation& b) {
  return a.type == b.type && a.id == b.id;
}

struct Advised {
  std::mutex mutex;
  std::unordered_map<const void*, AdviceMap> all;  // by the start of the allocation
};

Advised& advised() {
  static auto* made = new Advised;  // static objects of the program free while it ends
  return *made;
}

// Part of managed memory, in whole pages as far as they belong to its allocation.
struct Part {
  const char* base;
  std::size_t size;
  std::size_t from, to;
};

std::optional<Range> managed_range(const void* pointer) {
  vgpuPointerAttributes found{};
  if (const auto variable = managed_variables().find(pointer)) return variable;
  if (vgpuPointerGetAttributes(&found, pointer) != vgpuSuccess) return std::nullopt;
  if (found.type != vgpuMemoryTypeManaged) return std::nullopt;
  return Range{static_cast<char*>(found.base), found.size, found.device};
}

cudaError_t find_part(const void* pointer, std::size_t count, Part* part) {
  if (pointer == nullptr || count == 0) return cudaErrorInvalidValue;
  const auto range = managed_range(pointer);
  if (!range) return cudaErrorInvalidValue;
  const auto base = reinterpret_cast<std::uintptr_t>(range->start);
  const auto first = reinterpret_cast<std::uintptr_t>(pointer);
  if (count > range->size - (first - base)) return cudaErrorInvalidValue;
  const std::uintptr_t from = std::max(first / kPage * kPage, base);
  const std::uintptr_t to =
      std::min((first + count + kPage - 1) / kPage * kPage, base + range->size);
  *part = {range->start, range->size, from - base, to - base};
  return cudaSuccess;
}

template <class Change>
cudaError_t change_advice(const void* pointer, std::size_t count, Change&& change) {
  Part part{};
  if (const cudaError_t error = find_part(pointer, count, &part)) return error;
  const std::lock_guard lock(advised().mutex);
  auto& map = advised().all.try_emplace(part.base, part.size).first->second;
  map.change(part.from, part.to, change);
  return cudaSuccess;
}

// What was said of the pieces of a range, one after another; of memory without advice once that nothing was.
cudaError_t collect(const void* pointer, std::size_t count, std::vector<Advice>* pieces) {
  Part part{};
  if (const cudaError_t error = find_part(pointer, count, &part)) return error;
  const std::lock_guard lock(advised().mutex);
  const auto found = advised().all.find(part.base);
  if (found == advised().all.end())
    pieces->emplace_back();
  else
    found->second.visit(part.from, part.to, [&](const Advice& one) { pieces->push_back(one); });
  return cudaSuccess;
}

bool is_numa_node(int node) {
  std::error_code ignored;
  return node == 0 ||
         (node > 0 &&
          std::filesystem::exists("/sys/devices/system/node/node" + std::to_string(node), ignored));
}

// A location as it is kept and read back: without numbers that mean nothing.
cudaError_t settle_location(cudaMemLocation* location) {
  unsigned node = 0;
  switch (location->type) {
    case cudaMemLocationTypeDevice:
      return location->id >= 0 && location->id < device_count() ? cudaSuccess
                                                                : cudaErrorInvalidDevice;
    case cudaMemLocationTypeHost:
      location->id = 0;
      return cudaSuccess;
    case cudaMemLocationTypeHostNumaCurrent:
      if (getcpu(nullptr, &node) != 0) node = 0;
      *location = {cudaMemLocationTypeHostNuma, static_cast<int>(node)};
      return cudaSuccess;
    case cudaMemLocationTypeHostNuma:
      return is_numa_node(location->id) ? cudaSuccess : cudaErrorInvalidValue;
    default:
      return cudaErrorInvalidValue;
  }
}

// The functions of before CUDA 12.2 know places by one number.
cudaMemLocation location_of(int device) {
  if (device == cudaCpuDeviceId) return {cudaMemLocationTypeHost, 0};
  return {cudaMemLocationTypeDevice, device};
}

int number_of(const cudaMemLocation& location) {
  if (location.type == cudaMemLocationTypeDevice) return location.id;
  return location.type == cudaMemLocationTypeInvalid ? cudaInvalidDeviceId : cudaCpuDeviceId;
}

cudaError_t advise(const void* pointer, std::size_t count, cudaMemoryAdvise advice,
                   cudaMemLocation location) {
  const bool names_place = advice == cudaMemAdviseSetPreferredLocation ||
                           advice == cudaMemAdviseSetAccessedBy ||
                           advice == cudaMemAdviseUnsetAccessedBy;
  if (names_place)
    if (const cudaError_t error = settle_location(&location)) return error;
  const std::size_t place =
      location.type == cudaMemLocationTypeDevice ? static_cast<std::size_t>(location.id) : kHost;
  switch (advice) {
    case cudaMemAdviseSetReadMostly:
    case cudaMemAdviseUnsetReadMostly:
      return change_advice(pointer, count, [&](Advice& one) {
        one.read_mostly = advice == cudaMemAdviseSetReadMostly;
      });
    case cudaMemAdviseSetPreferredLocation:
      return change_advice(pointer, count, [&](Advice& one) { one.preferred = location; });
    case cudaMemAdviseUnsetPreferredLocation:
      return change_advice(pointer, count, [](Advice& one) { one.preferred = Advice().preferred; });
    case cudaMemAdviseSetAccessedBy:
    case cudaMemAdviseUnsetAccessedBy:
      if (location.type == cudaMemLocationTypeHostNuma) return cudaErrorInvalidValue;
      return change_advice(pointer, count, [&](Advice& one) {
        one.accessed_by[place] = advice == cudaMemAdviseSetAccessedBy;
      });
    default:
      return cudaErrorInvalidValue;
  }
}

cudaError_t prefetch(const void* pointer, std::size_t count, cudaMemLocation location) {
  if (const cudaError_t error = settle_location(&location)) return error;
  return change_advice(pointer, count, [&](Advice& one) { one.prefetched = location; });
}

// The location that all pieces have in common.
cudaMemLocation common(const std::vector<Advice>& pieces, cudaMemLocation Advice::* member) {
  const bool same = std::all_of(pieces.begin(), pieces.end(), [&](const Advice& one) {
    return one.*member == pieces[0].*member;
  });
  return same ? pieces[0].*member : Advice().*member;
}

void give_accessed_by(const std::vector<Advice>& pieces, int* data, std::size_t count) {
  auto by_all = pieces[0].accessed_by;
  for (const Advice& one : pieces) by_all &= one.accessed_by;
  std::size_t given = 0;
  for (std::size_t place = 0; place <= kHost && given < count; ++place)
    if (by_all[place]) data[given++] = place == kHost ? cudaCpuDeviceId : static_cast<int>(place);
  std::fill(data + given, data + count, cudaInvalidDeviceId);
}

cudaError_t give(const std::vector<Advice>& pieces, cudaMemRangeAttribute attribute, int* data,
                 std::size_t size) {
  const cudaMemLocation preferred = common(pieces, &Advice::preferred);
  const cudaMemLocation prefetched = common(pieces, &Advice::prefetched);
  const bool one_number = attribute != cudaMemRangeAttributeAccessedBy;
  if (one_number ? size != sizeof(int) : size == 0 || size % sizeof(int) != 0)
    return cudaErrorInvalidValue;
  switch (attribute) {
    case cudaMemRangeAttributeReadMostly:
      *data = std::all_of(pieces.begin(), pieces.end(),
                          [](const Advice& one) { return one.read_mostly; });
      return cudaSuccess;
    case cudaMemRangeAttributePreferredLocation:
      *data = number_of(preferred);
      return cudaSuccess;
    case cudaMemRangeAttributeAccessedBy:
      give_accessed_by(pieces, data, size / sizeof(int));
      return cudaSuccess;
    case cudaMemRangeAttributeLastPrefetchLocation:
      *data = number_of(prefetched);
      return cudaSuccess;
    case cudaMemRangeAttributePreferredLocationType:
      *data = preferred.type;
      return cudaSuccess;
    case cudaMemRangeAttributePreferredLocationId:
      *data = preferred.id;
      return cudaSuccess;
    case cudaMemRangeAttributeLastPrefetchLocationType:
      *data = prefetched.type;
      return cudaSuccess;
    case cudaMemRangeAttributeLastPrefetchLocationId:
      *data = prefetched.id;
      return cudaSuccess;
    default:
      return cudaErrorInvalidValue;
  }
}

// Which location each range of a batch goes to: starts[i] is the first range of locations[i].
struct Batch {
  void** pointers;
  const std::size_t* sizes;
  std::size_t count;
  const cudaMemLocation* locations;
  const std::size_t* starts;
  std::size_t location_count;
};

cudaError_t check_batch(const Batch& batch, unsigned long long flags, cudaStream_t stream) {
  if (batch.pointers == nullptr || batch.sizes == nullptr || batch.count == 0 || flags != 0 ||
      stream == nullptr || stream == cudaStreamLegacy)
    return cudaErrorInvalidValue;
  for (std::size_t i = 0; i < batch.count; ++i) {
    Part part{};
    if (const cudaError_t error = find_part(batch.pointers[i], batch.sizes[i], &part)) return error;
  }
  return cudaSuccess;
}

cudaError_t prefetch_batch(const Batch& batch, unsigned long long flags, cudaStream_t stream) {
  if (const cudaError_t error = check_batch(batch, flags, stream)) return error;
  const auto& [pointers, sizes, count, locations, starts, location_count] = batch;
  if (locations == nullptr || starts == nullptr || location_count == 0 || starts[0] != 0)
    return cudaErrorInvalidValue;
  for (std::size_t i = 1; i < location_count; ++i)
    if (starts[i] <= starts[i - 1]) return cudaErrorInvalidValue;
  if (starts[location_count - 1] >= count) return cudaErrorInvalidValue;
  for (std::size_t i = 0; i < location_count; ++i) {
    const std::size_t end = i + 1 < location_count ? starts[i + 1] : count;
    for (std::size_t one = starts[i]; one < end; ++one)
      if (const cudaError_t error = prefetch(pointers[one], sizes[one], locations[i])) return error;
  }
  return cudaSuccess;
}

}  // namespace

void vgpu::cuda::forget_advice(const void* base) {
  const std::lock_guard lock(advised().mutex);
  advised().all.erase(base);
}

cudaError_t cudaMemAdvise(const void* pointer, size_t count, cudaMemoryAdvise advice, int device) {
  return call([&] { return advise(pointer, count, advice, location_of(device)); });
}

cudaError_t cudaMemAdvise_v2(const void* pointer, size_t count, cudaMemoryAdvise advice,
                             cudaMemLocation location) {
  return call([&] { return advise(pointer, count, advice, location); });
}

cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t count, int device, cudaStream_t) {
  return call([&] { return prefetch(pointer, count, location_of(device)); });
}

cudaError_t cudaMemPrefetchAsync_v2(const void* pointer, size_t count, cudaMemLocation location,
                                    unsigned int flags, cudaStream_t) {
  return call(
      [&] { return flags == 0 ? prefetch(pointer, count, location) : cudaErrorInvalidValue; });
}

cudaError_t cudaMemPrefetchBatchAsync(void** pointers, size_t* sizes, size_t count,
                                      cudaMemLocation* locations, size_t* starts,
                                      size_t location_count, unsigned long long flags,
                                      cudaStream_t stream) {
  return call([&] {
    return prefetch_batch({pointers, sizes, count, locations, starts, location_count}, flags,
                          stream);
  });
}

// What a discarded range holds is anything, also what it held.
cudaError_t cudaMemDiscardBatchAsync(void** pointers, size_t* sizes, size_t count,
                                     unsigned long long flags, cudaStream_t stream) {
  return call(
      [&] { return check_batch({pointers, sizes, count, nullptr, nullptr, 0}, flags, stream); });
}

cudaError_t cudaMemDiscardAndPrefetchBatchAsync(void** pointers, size_t* sizes, size_t count,
                                                cudaMemLocation* locations, size_t* starts,
                                                size_t location_count, unsigned long long flags,
                                                cudaStream_t stream) {
  return cudaMemPrefetchBatchAsync(pointers, sizes, count, locations, starts, location_count, flags,
                                   stream);
}

cudaError_t cudaMemRangeGetAttribute(void* data, size_t size, cudaMemRangeAttribute attribute,
                                     const void* pointer, size_t count) {
  return call([&] {
    std::vector<Advice> pieces;
    if (data == nullptr) return cudaErrorInvalidValue;
    if (const cudaError_t error = collect(pointer, count, &pieces)) return error;
    return give(pieces, attribute, static_cast<int*>(data), size);
  });
}

cudaError_t cudaMemRangeGetAttributes(void** data, size_t* sizes, cudaMemRangeAttribute* attributes,
                                      size_t attribute_count, const void* pointer, size_t count) {
  return call([&] {
    std::vector<Advice> pieces;
    if (data == nullptr || sizes == nullptr || attributes == nullptr || attribute_count == 0)
      return cudaErrorInvalidValue;
    if (const cudaError_t error = collect(pointer, count, &pieces)) return error;
    for (size_t i = 0; i < attribute_count; ++i) {
      if (data[i] == nullptr) return cudaErrorInvalidValue;
      const cudaError_t error = give(pieces, attributes[i], static_cast<int*>(data[i]), sizes[i]);
      if (error != cudaSuccess) return error;
    }
    return cudaSuccess;
  });
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t, void* pointer, size_t, unsigned int flags) {
  return call([&] {
    if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost && flags != cudaMemAttachSingle)
      return cudaErrorInvalidValue;
    return managed_range(pointer) ? cudaSuccess : cudaErrorInvalidValue;
  });
}
