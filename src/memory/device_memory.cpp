// Slots of spans for small allocations, runs of spans for large ones.
// SPDX-License-Identifier: MIT
#include "memory/device_memory.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <mutex>
#include <utility>

#include "base/error.h"
#include "base/fork_guard.h"
#include "base/topology.h"
#include "memory/address_space.h"
#include "memory/size_classes.h"
#include "memory/span_runs.h"
#include "memory/span_table.h"

namespace vgpu {
namespace {

constexpr std::size_t kSpan = SpanRuns::kSpan;
constexpr std::size_t kPage = 4096;
constexpr std::uint32_t kShiftStep = 1536;  // modulo a page eight places, neighbours far apart
constexpr std::size_t kGiB = std::size_t{1} << 30;

std::size_t round_up(std::size_t value, std::size_t unit) {
  return (value + unit - 1) / unit * unit;
}

std::uint64_t default_limit() { return total_memory() / 4 * 3; }

// Addresses are free, so there are enough for a fragmented heap; and for a limit that is raised later.
std::size_t space_for(std::uint64_t limit) {
  return std::max(64 * kGiB, std::bit_ceil(std::max<std::uint64_t>(limit, default_limit())) * 2);
}

AddressSpace make_space(const DeviceMemory::Options& options, std::uint64_t limit) {
  if (options.source != nullptr) return AddressSpace(options.source);
  return AddressSpace(space_for(limit), std::min<std::size_t>(kGiB, round_up(limit, kSpan)));
}

}  // namespace

class DeviceMemory::State final : private ForkGuard {
 public:
  explicit State(Options options);
  ~State() { forget_forks(); }

  void* allocate(std::size_t size, std::size_t align);
  void free(void* pointer);
  std::optional<MemoryBlock> find(const void* pointer) const noexcept;
  MemoryStats stats();
  void trim();

  Options options_;
  std::atomic<std::uint64_t> limit_;
  AddressSpace space_;

 private:
  // Spans that hold slots of one size, those with room in a list.
  struct alignas(64) Class {
    std::mutex mutex;
    std::uint32_t with_room = kNoSpan;
    std::uint64_t allocations = 0, frees = 0;
  };

  void charge(std::uint64_t bytes, std::size_t asked);
  void* take_slot(unsigned index, std::size_t size);
  void* take_run(std::size_t size, bool shifted);
  void set_shift(Span& head, bool wanted);
  void free_slot(std::uint32_t span, std::size_t offset, void* pointer);
  void free_run(std::uint32_t span, void* pointer);
  std::uint32_t take_spans(std::uint32_t count, std::size_t huge_bytes);
  void give_spans(std::uint32_t first, std::uint32_t count);
  void add_slot_span(Class& c, unsigned index);
  void link(Class& c, std::uint32_t span);
  void unlink(Class& c, std::uint32_t span);
  [[noreturn]] void refuse(const void* pointer) const;
  [[noreturn]] void out_of_memory(std::size_t asked, const char* why);

  std::byte* address(std::uint32_t span) const { return space_.base() + span * kSpan; }
  std::byte* run_address(std::uint32_t span) const {
    return address(span) + spans_[span].shift.load(std::memory_order_relaxed);
  }

  void before_fork() noexcept override;
  void after_fork_in_parent() noexcept override;
  void after_fork_in_child() noexcept override { after_fork_in_parent(); }

  SpanTable spans_;
  std::array<Class, kSizeClasses> classes_;
  std::mutex runs_mutex_;  // taken after a class's, never before
  SpanRuns runs_;
  alignas(64) std::atomic<std::uint64_t> used_{0};
  std::atomic<std::uint64_t> peak_{0}, failures_{0}, run_allocations_{0}, run_frees_{0};
  std::atomic<std::uint32_t> shifts_{0};  // given to runs so far
};

DeviceMemory::State::State(Options options)
    : options_(std::move(options)),
      limit_(options_.limit != 0 ? options_.limit : default_limit()),
      space_(make_space(options_, limit_)),
      spans_(space_.size() / kSpan),
      runs_(space_) {
  watch_forks();
}

// ---- allocation ---------------------------------------------------------------------------------

void* DeviceMemory::State::allocate(std::size_t size, std::size_t align) {
  if (size == 0) fail(ErrorCode::InvalidValue, "size: 0 bytes cannot be allocated");
  if (!std::has_single_bit(align) || align > kSpan) {
    fail(ErrorCode::InvalidValue, "align: {} is not a power of two up to 2 MiB", align);
  }
  if (size > space_.size()) out_of_memory(size, "more than the device's addresses");
  // Slots are aligned to the largest power of two in their size; runs to spans, but for their shift.
  std::size_t padded = size;
  if (align > kAlignment && size <= kLargestClass) padded = std::max(std::bit_ceil(size), align);
  if (padded > kLargestClass) return take_run(size, align <= kAlignment);
  const unsigned index = class_of(padded);
  charge(class_size(index), size);
  try {
    return take_slot(index, size);
  } catch (...) {
    used_.fetch_sub(class_size(index), std::memory_order_relaxed);
    throw;
  }
}

// Counts bytes as used, or throws where that would pass the limit.
void DeviceMemory::State::charge(std::uint64_t bytes, std::size_t asked) {
  std::uint64_t used = used_.load(std::memory_order_relaxed);
  do {
    const std::uint64_t limit = limit_.load(std::memory_order_relaxed);
    if (bytes > limit || used > limit - bytes) out_of_memory(asked, "the limit");
  } while (!used_.compare_exchange_weak(used, used + bytes, std::memory_order_relaxed));
  const std::uint64_t now = used + bytes;
  std::uint64_t peak = peak_.load(std::memory_order_relaxed);
  while (now > peak && !peak_.compare_exchange_weak(peak, now, std::memory_order_relaxed)) {
  }
}

void* DeviceMemory::State::take_slot(unsigned index, std::size_t size) {
  Class& c = classes_[index];
  std::lock_guard lock(c.mutex);
  if (c.with_room == kNoSpan) add_slot_span(c, index);
  const std::uint32_t number = c.with_room;
  Span& span = spans_[number];
  std::uint32_t slot;
  if (span.free != 0) {
    slot = span.free - 1;
    span.free = spans_.slot(number, slot).load(std::memory_order_relaxed);
  } else {
    slot = span.fresh++;
  }
  spans_.slot(number, slot)
      .store(kLiveSlot | static_cast<std::uint32_t>(size), std::memory_order_release);
  ++c.allocations;
  if (++span.live == kSpan / class_size(index)) unlink(c, number);
  return address(number) + slot * class_size(index);
}

void DeviceMemory::State::add_slot_span(Class& c, unsigned index) {
  const std::uint32_t number = take_spans(1, 0);
  Span& span = spans_[number];
  span.live = span.fresh = span.free = 0;
  span.size_class.store(static_cast<std::uint8_t>(index), std::memory_order_relaxed);
  span.use.store(SpanUse::slots, std::memory_order_release);
  link(c, number);
}

// Large buffers would all begin at the same place of a page, so that the same element of several of them always meets
// in one set of the first cache, and loads wait for stores to other buffers whose addresses end alike. A shift by some
// lines keeps them apart; it costs addresses only, except where a source has no more than it gives out.
void* DeviceMemory::State::take_run(std::size_t size, bool shifted) {
  const std::size_t room = shifted && options_.source == nullptr ? kPage : 0;
  const auto count = static_cast<std::uint32_t>((size + room + kSpan - 1) / kSpan);
  charge(round_up(size, kPage), size);
  std::uint32_t first;
  try {
    first = take_spans(count, options_.huge_pages ? size / kSpan * kSpan : 0);
  } catch (...) {
    used_.fetch_sub(round_up(size, kPage), std::memory_order_relaxed);
    throw;
  }
  run_allocations_.fetch_add(1, std::memory_order_relaxed);
  for (std::uint32_t i = 1; i < count; ++i) {
    spans_[first + i].first.store(first, std::memory_order_relaxed);
    spans_[first + i].use.store(SpanUse::body, std::memory_order_release);
  }
  set_shift(spans_[first], room != 0);
  spans_[first].count.store(count, std::memory_order_relaxed);
  spans_[first].size.store(size, std::memory_order_relaxed);
  spans_[first].use.store(SpanUse::head, std::memory_order_release);
  return run_address(first);
}

// A run that comes again keeps its shift, so that a buffer that is freed and allocated again has its old address.
void DeviceMemory::State::set_shift(Span& head, bool wanted) {
  std::uint32_t shift = wanted ? head.shift.load(std::memory_order_relaxed) : 0;
  if (wanted && shift == 0) {
    const std::uint32_t number = shifts_.fetch_add(1, std::memory_order_relaxed);
    shift = kAlignment + number * kShiftStep % kPage;  // never 0, which says "none yet"
  }
  head.shift.store(shift, std::memory_order_relaxed);
}

std::uint32_t DeviceMemory::State::take_spans(std::uint32_t count, std::size_t huge_bytes) {
  std::lock_guard lock(runs_mutex_);
  // What is kept for reuse must not push the process above the limit that the user has set.
  const std::uint64_t limit = limit_.load() / kSpan, used = used_.load() / kSpan;
  space_.open();
  runs_.trim(std::max<std::uint64_t>(limit > used ? limit - used : 0, count));
  const auto taken = runs_.take(count);
  if (!taken) out_of_memory(count * kSpan, "the device's addresses, which are fragmented");
  if (taken->fresh && huge_bytes > 0) space_.prefer_huge_pages(address(taken->first), huge_bytes);
  return taken->first;
}

// ---- release ------------------------------------------------------------------------------------

void DeviceMemory::State::free(void* pointer) {
  if (pointer == nullptr) return;
  if (!space_.contains(pointer)) refuse(pointer);
  const auto offset = static_cast<std::size_t>(static_cast<std::byte*>(pointer) - space_.base());
  const auto span = static_cast<std::uint32_t>(offset / kSpan);
  switch (spans_[span].use.load(std::memory_order_acquire)) {
    case SpanUse::slots:
      return free_slot(span, offset % kSpan, pointer);
    case SpanUse::head:
      if (pointer != run_address(span)) refuse(pointer);
      return free_run(span, pointer);
    default:
      refuse(pointer);
  }
}

void DeviceMemory::State::free_slot(std::uint32_t number, std::size_t offset, void* pointer) {
  const unsigned index = spans_[number].size_class.load(std::memory_order_relaxed);
  const auto size = static_cast<std::uint32_t>(class_size(index));
  const std::uint32_t slot = static_cast<std::uint32_t>(offset) / size;
  if (offset % size != 0) refuse(pointer);
  {
    Class& c = classes_[index];
    std::lock_guard lock(c.mutex);
    Span& span = spans_[number];
    std::atomic<std::uint32_t>& state = spans_.slot(number, slot);
    const bool same = span.use.load(std::memory_order_relaxed) == SpanUse::slots &&
                      span.size_class.load(std::memory_order_relaxed) == index;
    if (!same || slot >= span.fresh || (state.load(std::memory_order_relaxed) & kLiveSlot) == 0) {
      refuse(pointer);
    }
    state.store(span.free, std::memory_order_release);
    span.free = slot + 1;
    ++c.frees;
    if (span.live-- == kSpan / size) link(c, number);
    // An empty span goes back, but the class keeps one, or a lone allocation would fetch it every time.
    if (span.live == 0 && (span.previous != kNoSpan || span.next != kNoSpan)) {
      unlink(c, number);
      span.use.store(SpanUse::none, std::memory_order_release);
      give_spans(number, 1);
    }
  }
  used_.fetch_sub(size, std::memory_order_relaxed);
}

void DeviceMemory::State::free_run(std::uint32_t number, void* pointer) {
  Span& span = spans_[number];
  SpanUse expected = SpanUse::head;  // of two threads that free it, one gets it
  const std::uint64_t size = span.size.load(std::memory_order_relaxed);
  const std::uint32_t count = span.count.load(std::memory_order_relaxed);
  if (!span.use.compare_exchange_strong(expected, SpanUse::none)) refuse(pointer);
  for (std::uint32_t i = 1; i < count; ++i) spans_[number + i].use.store(SpanUse::none);
  give_spans(number, count);
  used_.fetch_sub(round_up(size, kPage), std::memory_order_relaxed);
  run_frees_.fetch_add(1, std::memory_order_relaxed);
}

void DeviceMemory::State::give_spans(std::uint32_t first, std::uint32_t count) {
  std::lock_guard lock(runs_mutex_);
  runs_.give(first, count);
  runs_.trim(options_.cache / kSpan);
}

void DeviceMemory::State::link(Class& c, std::uint32_t number) {
  Span& span = spans_[number];
  span.previous = kNoSpan;
  span.next = c.with_room;
  if (c.with_room != kNoSpan) spans_[c.with_room].previous = number;
  c.with_room = number;
}

void DeviceMemory::State::unlink(Class& c, std::uint32_t number) {
  Span& span = spans_[number];
  (span.previous == kNoSpan ? c.with_room : spans_[span.previous].next) = span.next;
  if (span.next != kNoSpan) spans_[span.next].previous = span.previous;
}

// ---- questions ----------------------------------------------------------------------------------

std::optional<MemoryBlock> DeviceMemory::State::find(const void* pointer) const noexcept {
  if (!space_.contains(pointer)) return std::nullopt;
  const auto offset =
      static_cast<std::size_t>(static_cast<const std::byte*>(pointer) - space_.base());
  auto number = static_cast<std::uint32_t>(offset / kSpan);
  const Span& span = spans_[number];
  const SpanUse use = span.use.load(std::memory_order_acquire);
  if (use == SpanUse::slots) {
    const std::size_t size = class_size(span.size_class.load(std::memory_order_relaxed));
    const std::size_t slot = offset % kSpan / size;
    const std::uint32_t state = spans_.slot(number, slot).load(std::memory_order_acquire);
    const std::size_t asked = state & ~kLiveSlot;
    if ((state & kLiveSlot) == 0 || offset % kSpan - slot * size >= asked) return std::nullopt;
    return MemoryBlock{address(number) + slot * size, asked};
  }
  if (use == SpanUse::none) return std::nullopt;
  if (use == SpanUse::body) number = span.first.load(std::memory_order_relaxed);
  const std::size_t size = spans_[number].size.load(std::memory_order_relaxed);
  std::byte* const base = run_address(number);
  // Before the base the distance wraps to a large number.
  if (static_cast<std::size_t>(static_cast<const std::byte*>(pointer) - base) >= size) {
    return std::nullopt;
  }
  return MemoryBlock{base, size};
}

MemoryStats DeviceMemory::State::stats() {
  MemoryStats s;
  for (Class& c : classes_) {
    std::lock_guard lock(c.mutex);
    s.allocations += c.allocations;
    s.frees += c.frees;
  }
  std::lock_guard lock(runs_mutex_);
  s.allocations += run_allocations_;
  s.frees += run_frees_;
  s.live = s.allocations - s.frees;
  s.limit = limit_.load();
  s.used = used_.load();
  s.peak = peak_.load();
  s.cached = runs_.cached() * kSpan;
  s.failures = failures_.load();
  return s;
}

void DeviceMemory::State::trim() {
  std::lock_guard lock(runs_mutex_);
  runs_.trim(0);
}

// ---- errors -------------------------------------------------------------------------------------

void DeviceMemory::State::refuse(const void* pointer) const {
  const auto block = find(pointer);
  const char* why = !space_.contains(pointer) ? "was not allocated there"
                    : block                   ? "points into the middle of an allocation"
                                              : "is not allocated, or was freed already";
  fail(ErrorCode::InvalidDevicePointer, "{} memory: {} {}", options_.name, fmt::ptr(pointer), why);
}

void DeviceMemory::State::out_of_memory(std::size_t asked, const char* why) {
  failures_.fetch_add(1, std::memory_order_relaxed);
  const std::uint64_t limit = limit_.load(), used = std::min(used_.load(), limit);
  fail(ErrorCode::MemoryAllocation, "{} memory: {} asked for, {} of {} in use, {} free: beyond {}",
       options_.name, format_bytes(asked), format_bytes(used), format_bytes(limit),
       format_bytes(limit - used), why);
}

// ---- fork ---------------------------------------------------------------------------------------

void DeviceMemory::State::before_fork() noexcept {
  for (Class& c : classes_) c.mutex.lock();
  runs_mutex_.lock();
}

void DeviceMemory::State::after_fork_in_parent() noexcept {
  runs_mutex_.unlock();
  for (Class& c : classes_) c.mutex.unlock();
}

// ---- the face -----------------------------------------------------------------------------------

DeviceMemory::DeviceMemory(Options options) : state_(std::make_unique<State>(std::move(options))) {}
DeviceMemory::~DeviceMemory() = default;
void* DeviceMemory::allocate(std::size_t size, std::size_t align) {
  return state_->allocate(size, align);
}
void DeviceMemory::free(void* pointer) { state_->free(pointer); }
std::optional<MemoryBlock> DeviceMemory::find(const void* pointer) const noexcept {
  return state_->find(pointer);
}
bool DeviceMemory::contains(const void* pointer) const noexcept {
  return state_->space_.contains(pointer);
}
MemoryBlock DeviceMemory::range() const noexcept {
  return {state_->space_.base(), state_->space_.size()};
}
MemoryStats DeviceMemory::stats() const { return state_->stats(); }
void DeviceMemory::trim() { state_->trim(); }
void DeviceMemory::set_limit(std::uint64_t bytes) noexcept { state_->limit_.store(bytes); }

}  // namespace vgpu
