// Scratch memory: a few blocks a thread, given back to the system when it ends.
// SPDX-License-Identifier: MIT
#include "engine/scratch.h"

#include <sys/mman.h>

#include <cstdlib>
#include <utility>
#include <vector>

#include "base/error.h"

namespace vgpu::engine {
namespace {

constexpr std::size_t kHugePage = std::size_t{2} << 20;
// From here on a block gets huge pages of its own: a second cache is indexed by addresses that small pages scatter, so that
// even half of it would not hold such a block without conflicts.
constexpr std::size_t kLarge = std::size_t{256} << 10;
constexpr std::size_t kMaxKept = std::size_t{256} << 20;  // bytes a thread keeps

struct Block {
  void* data;
  std::size_t capacity;
};

struct KeptBlocks {
  std::vector<Block> blocks;
  std::size_t bytes = 0;
  ~KeptBlocks() {
    for (const Block& block : blocks) std::free(block.data);
  }
};

thread_local KeptBlocks kept;

Block allocate(std::size_t bytes) {
  const std::size_t align = bytes >= kLarge ? kHugePage : Scratch::kAlignment;
  const std::size_t capacity = (bytes + align - 1) / align * align;
  void* data = std::aligned_alloc(align, capacity);
  if (data == nullptr) {
    fail(ErrorCode::MemoryAllocation, "no {} of memory for an engine's scratch",
         format_bytes(bytes));
  }
  if (align == kHugePage) madvise(data, capacity, MADV_HUGEPAGE);  // a wish; small pages are right
  return {data, capacity};
}

// The smallest kept block that is large enough and not absurdly so.
Block take(std::size_t bytes) {
  std::size_t best = kept.blocks.size();
  for (std::size_t i = 0; i < kept.blocks.size(); ++i) {
    const std::size_t capacity = kept.blocks[i].capacity;
    if (capacity < bytes || capacity / 4 > bytes + kHugePage) continue;
    if (best == kept.blocks.size() || capacity < kept.blocks[best].capacity) best = i;
  }
  if (best == kept.blocks.size()) return allocate(bytes);
  const Block block = std::exchange(kept.blocks[best], kept.blocks.back());
  kept.blocks.pop_back();
  kept.bytes -= block.capacity;
  return block;
}

}  // namespace

Scratch::Scratch(std::size_t bytes) {
  if (bytes == 0) return;
  const Block block = take(bytes);
  data_ = block.data;
  capacity_ = block.capacity;
}

Scratch::~Scratch() {
  if (capacity_ == 0) return;
  if (kept.bytes + capacity_ > kMaxKept) {
    std::free(data_);
    return;
  }
  kept.blocks.push_back({data_, capacity_});
  kept.bytes += capacity_;
}

}  // namespace vgpu::engine
