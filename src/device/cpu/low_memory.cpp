// Memory below 4 GiB; see low_memory.h.
// SPDX-License-Identifier: MIT
#include "device/cpu/low_memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <new>

#include "compiler/kernel_abi.h"

namespace vgpu {

using compiler::kFrameAlignment;

namespace {

// Present before and behind the memory: vectors whose first or last lanes are masked off reach beyond it, and where
// no page is each of them would cost the processor a fault that it then suppresses, hundreds of cycles.
constexpr std::size_t kMargin = 4096;

}  // namespace

void FreeLow::operator()(std::byte* memory) const {
  if (mapped != 0)
    munmap(memory - kMargin, mapped);
  else
    ::operator delete(memory, std::align_val_t{kFrameAlignment});
}

LowMemory allocate_low(std::size_t bytes) {
  bytes = std::max(bytes, kFrameAlignment);
  const std::size_t mapped = bytes + 2 * kMargin;
  void* low = mmap(nullptr, mapped, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_32BIT, -1, 0);
  if (low != MAP_FAILED) {
    LowMemory memory(static_cast<std::byte*>(low) + kMargin, FreeLow{mapped});
    // A page that nobody has touched is not there.
    *(memory.get() - 1) = *(memory.get() + bytes) = std::byte{0};
    return memory;
  }
  return LowMemory(
      static_cast<std::byte*>(::operator new(bytes, std::align_val_t{kFrameAlignment})),
      FreeLow{0});
}

}  // namespace vgpu
