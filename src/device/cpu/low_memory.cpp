// Memory below 4 GiB; see low_memory.h.
// SPDX-License-Identifier: MIT
#include "device/cpu/low_memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <new>

#include "compiler/kernel_abi.h"

namespace vgpu {

using compiler::kFrameAlignment;

void FreeLow::operator()(std::byte* memory) const {
  if (mapped != 0)
    munmap(memory, mapped);
  else
    ::operator delete(memory, std::align_val_t{kFrameAlignment});
}

LowMemory allocate_low(std::size_t bytes) {
  bytes = std::max(bytes, kFrameAlignment);
  void* low = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_32BIT, -1, 0);
  if (low != MAP_FAILED) return LowMemory(static_cast<std::byte*>(low), FreeLow{bytes});
  return LowMemory(
      static_cast<std::byte*>(::operator new(bytes, std::align_val_t{kFrameAlignment})),
      FreeLow{0});
}

}  // namespace vgpu
