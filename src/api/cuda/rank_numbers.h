// What NCCL's operations do with numbers: those of several ranks become one, which some ranks get.
// SPDX-License-Identifier: MIT
#pragma once

#include "api/cuda/ranks.h"

namespace vgpu::cuda::ranks {

inline constexpr std::size_t kBlock = 16384;  // elements at a time

std::size_t bytes_of(ncclDataType_t type);

// Each element of the targets is the sum (or what `op` says) of that of all sources. One source is copied.
struct Job {
  std::vector<const char*> sources;
  std::vector<Factor> factors;  // for each source, or empty
  std::vector<char*> targets;
  std::size_t count = 0;
  ncclDataType_t type = ncclInt8;
  ncclRedOp_t op = ncclSum;

  std::size_t blocks() const { return (count + kBlock - 1) / kBlock; }
  void run(std::size_t block) const;
};

}  // namespace vgpu::cuda::ranks
