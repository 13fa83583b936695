// What the program has said of managed memory: advice and prefetches, page by page.
//
// Memory does not move here, so all of it has no other effect than that programs read it back.
// SPDX-License-Identifier: MIT
#pragma once

#include <cuda_runtime_api.h>

#include <bitset>
#include <cstddef>
#include <map>

#include "api/cuda/devices.h"

namespace vgpu::cuda {

// What was said of one page. The last place of accessed_by is the host's.
struct Advice {
  bool read_mostly = false;
  cudaMemLocation preferred{cudaMemLocationTypeInvalid, cudaInvalidDeviceId};
  cudaMemLocation prefetched{cudaMemLocationTypeInvalid, cudaInvalidDeviceId};
  std::bitset<kMaxDevices + 1> accessed_by;
};

// The advice of one allocation: pieces that follow each other without gaps, by their first byte.
class AdviceMap {
 public:
  explicit AdviceMap(std::size_t size) : size_(size), pieces_{{0, Advice{}}} {}

  // Calls change(advice) for the bytes from..to, which borders of pieces then enclose.
  template <class Change>
  void change(std::size_t from, std::size_t to, Change&& change) {
    const auto end = split(to);
    for (auto piece = split(from); piece != end; ++piece) change(piece->second);
  }

  // Calls see(advice) for every piece that has bytes of from..to.
  template <class See>
  void visit(std::size_t from, std::size_t to, See&& see) const {
    for (auto piece = --pieces_.upper_bound(from); piece != pieces_.end() && piece->first < to;
         ++piece)
      see(piece->second);
  }

 private:
  using Pieces = std::map<std::size_t, Advice>;
  Pieces::iterator split(std::size_t at) {
    if (at >= size_) return pieces_.end();
    const auto piece = --pieces_.upper_bound(at);
    return piece->first == at ? piece : pieces_.emplace(at, piece->second).first;
  }

  std::size_t size_;
  Pieces pieces_;
};

// The allocation ends; another one may come to its address.
void forget_advice(const void* base);

}  // namespace vgpu::cuda
