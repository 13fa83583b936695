// Address ranges by mmap without access, memory under them by mprotect and madvise.
// SPDX-License-Identifier: MIT
#include "memory/address_space.h"

#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "base/error.h"

namespace vgpu {
namespace {

std::size_t round_up(std::size_t value, std::size_t unit) {
  return (value + unit - 1) / unit * unit;
}

// An aligned reservation, or null. Reserves more and returns the edges.
std::byte* reserve(std::size_t size, std::size_t alignment) {
  void* raw = mmap(nullptr, size + alignment, PROT_NONE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (raw == MAP_FAILED) return nullptr;
  auto* start = static_cast<std::byte*>(raw);
  const auto address = reinterpret_cast<std::uintptr_t>(raw);
  const std::size_t front = round_up(address, alignment) - address;
  if (front > 0) munmap(start, front);
  munmap(start + front + size, alignment - front);
  return start + front;
}

}  // namespace

AddressSpace::AddressSpace(std::size_t size, std::size_t least) {
  for (size_ = round_up(size, kAlignment); size_ >= std::max(least, kAlignment);
       size_ = round_up(size_ / 2, kAlignment)) {
    base_ = reserve(size_, kAlignment);
    if (base() != nullptr) return;
    if (size_ == kAlignment) break;
  }
  fail(ErrorCode::MemoryAllocation, "{} of addresses cannot be reserved: {}", format_bytes(least),
       std::strerror(errno));
}

AddressSpace::AddressSpace(std::shared_ptr<MemorySource> source)
    : source_(std::move(source)), size_(source_->bytes() / kAlignment * kAlignment) {}

AddressSpace::~AddressSpace() {
  if (source_ == nullptr) munmap(base(), size_);
}

void AddressSpace::open() {
  if (base() == nullptr) base_.store(source_->open(kAlignment), std::memory_order_release);
}

void AddressSpace::commit(std::byte* at, std::size_t bytes) {
  if (source_ != nullptr) return;  // all of it is there
  if (mprotect(at, bytes, PROT_READ | PROT_WRITE) == 0) return;
  fail(ErrorCode::MemoryAllocation, "the system refuses {}: {}", format_bytes(bytes),
       std::strerror(errno));
}

void AddressSpace::prefer_huge_pages(std::byte* at, std::size_t bytes) noexcept {
  if (source_ == nullptr) madvise(at, bytes, MADV_HUGEPAGE);
}

bool AddressSpace::decommit(std::byte* at, std::size_t bytes) noexcept {
  if (source_ != nullptr) return true;
  // A fresh mapping over the old one also drops its advice, so that neighbours merge again.
  return mmap(at, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1,
              0) != MAP_FAILED;
}

}  // namespace vgpu
