// The two arrays, in memory that the system zeroes page by page as they are used.
// SPDX-License-Identifier: MIT
#include "memory/span_table.h"

#include <sys/mman.h>

#include "base/error.h"

namespace vgpu {
namespace {

void* map_zeroed(std::size_t bytes) {
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) {
    fail(ErrorCode::MemoryAllocation, "{} for tables are refused", format_bytes(bytes));
  }
  return memory;
}

}  // namespace

SpanTable::SpanTable(std::size_t spans) : count_(spans) {
  // All-zero bytes are a Span of use `none` and a free slot: nothing has to be written.
  spans_ = static_cast<Span*>(map_zeroed(count_ * sizeof(Span)));
  try {
    slots_ =
        static_cast<std::atomic<std::uint32_t>*>(map_zeroed(count_ * kMaxSlots * sizeof *slots_));
  } catch (...) {
    munmap(spans_, count_ * sizeof(Span));
    throw;
  }
}

SpanTable::~SpanTable() {
  munmap(spans_, count_ * sizeof(Span));
  munmap(slots_, count_ * kMaxSlots * sizeof *slots_);
}

}  // namespace vgpu
