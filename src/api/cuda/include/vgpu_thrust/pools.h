// thrust::mr's pools: resources that keep what is given back and hand it out again.
//
// Blocks have sizes of powers of two between the smallest and the largest one; larger ones come and go as they are,
// or are kept too (cache_oversized). Books are kept on the host, so that any memory can be upstream.
// SPDX-License-Identifier: MIT
#ifndef VGPU_THRUST_POOLS_H
#define VGPU_THRUST_POOLS_H

#include <algorithm>
#include <map>
#include <mutex>
#include <vector>

#include "vgpu_thrust/resources.h"

namespace thrust {
namespace mr {

struct pool_options {
  size_t min_blocks_per_chunk = 16, min_bytes_per_chunk = 1024;
  size_t max_blocks_per_chunk = size_t(1) << 20, max_bytes_per_chunk = size_t(1) << 30;
  size_t smallest_block_size = THRUST_MR_DEFAULT_ALIGNMENT, largest_block_size = size_t(1) << 20;
  size_t alignment = THRUST_MR_DEFAULT_ALIGNMENT;
  bool cache_oversized = true;
  size_t cached_size_cutoff_factor = 16, cached_alignment_cutoff_factor = 16;
  bool validate() const {
    return smallest_block_size <= largest_block_size && smallest_block_size > 0 && alignment > 0 &&
           (alignment & (alignment - 1)) == 0;
  }
};

namespace detail {
struct NoMutex {
  void lock() {}
  void unlock() {}
};

template <class Upstream, class Mutex>
class Pool : public memory_resource<typename Upstream::pointer> {
  typedef typename Upstream::pointer Pointer;

 public:
  static pool_options get_default_options() { return {}; }
  explicit Pool(pool_options options = {}) : Pool(get_global_resource<Upstream>(), options) {}
  explicit Pool(Upstream* upstream, pool_options options = {})
      : upstream_(upstream), options_(options) {}
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;
  ~Pool() override { release(); }

  Pointer do_allocate(size_t bytes, size_t alignment) override {
    const std::lock_guard<Mutex> lock(mutex_);
    const Kind kind = kind_of(bytes, alignment);
    std::vector<Pointer>& unused = unused_[kind];
    if (!unused.empty()) {
      const Pointer memory = unused.back();
      unused.pop_back();
      return memory;
    }
    const Pointer memory = upstream_->do_allocate(kind.first, kind.second);
    taken_.emplace((void*)raw_pointer_cast(memory), kind);
    return memory;
  }
  void do_deallocate(Pointer memory, size_t bytes, size_t alignment) override {
    const std::lock_guard<Mutex> lock(mutex_);
    const Kind kind = kind_of(bytes, alignment);
    if (kind.first <= options_.largest_block_size || options_.cache_oversized) {
      unused_[kind].push_back(memory);
      return;
    }
    taken_.erase((void*)raw_pointer_cast(memory));
    upstream_->do_deallocate(memory, kind.first, kind.second);
  }
  // Everything goes back, also what is in use.
  void release() {
    const std::lock_guard<Mutex> lock(mutex_);
    for (const auto& one : taken_)
      upstream_->do_deallocate(Pointer(one.first), one.second.first, one.second.second);
    taken_.clear();
    unused_.clear();
  }

 private:
  typedef std::pair<size_t, size_t> Kind;  // bytes, alignment
  Kind kind_of(size_t bytes, size_t alignment) const {
    size_t size = bytes;
    if (bytes <= options_.largest_block_size)
      for (size = options_.smallest_block_size; size < bytes;) size *= 2;
    return {size, std::max(alignment, options_.alignment)};
  }

  Upstream* upstream_;
  pool_options options_;
  Mutex mutex_;
  std::map<void*, Kind> taken_;
  std::map<Kind, std::vector<Pointer>> unused_;
};
}  // namespace detail

template <class Upstream>
class unsynchronized_pool_resource final : public detail::Pool<Upstream, detail::NoMutex> {
 public:
  using detail::Pool<Upstream, detail::NoMutex>::Pool;
};
template <class Upstream>
class synchronized_pool_resource final : public detail::Pool<Upstream, std::mutex> {
 public:
  using detail::Pool<Upstream, std::mutex>::Pool;
};
// With a resource for the books, which need none here.
template <class Upstream, class Bookkeeper>
class disjoint_unsynchronized_pool_resource final : public detail::Pool<Upstream, detail::NoMutex> {
 public:
  using detail::Pool<Upstream, detail::NoMutex>::Pool;
  disjoint_unsynchronized_pool_resource(Upstream* upstream, Bookkeeper*, pool_options options = {})
      : detail::Pool<Upstream, detail::NoMutex>(upstream, options) {}
};
template <class Upstream, class Bookkeeper>
class disjoint_synchronized_pool_resource final : public detail::Pool<Upstream, std::mutex> {
 public:
  using detail::Pool<Upstream, std::mutex>::Pool;
  disjoint_synchronized_pool_resource(Upstream* upstream, Bookkeeper*, pool_options options = {})
      : detail::Pool<Upstream, std::mutex>(upstream, options) {}
};

// One pool a thread.
template <class Upstream>
unsynchronized_pool_resource<Upstream>& tls_pool(Upstream* upstream = nullptr) {
  static thread_local unsynchronized_pool_resource<Upstream> pool(
      upstream != nullptr ? upstream : get_global_resource<Upstream>());
  return pool;
}

}  // namespace mr
}  // namespace thrust

#endif
