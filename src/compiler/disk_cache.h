// Files of compiled kernels, named by what they were compiled from; all processes share them.
//
// The cache is only ever a help: a folder that is missing, full, read-only or somebody else's means
// a miss, never an error. A file appears under its name whole (written aside, then renamed); its
// reader checks the contents (archive.h), and throws away what is damaged. Used by service.cpp.
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "base/hash.h"

namespace vgpu::compiler {

class DiskCache {
 public:
  // An empty folder means: no cache.
  DiskCache(std::string folder, std::uint64_t limit_bytes);

  // The one that the options describe (cache, cache_dir, cache_limit).
  static DiskCache& shared();

  bool enabled() const { return !folder_.empty(); }
  // The contents of a key's file, which counts as used now; nothing if there is none.
  std::optional<std::string> find(const Hash128& key) const;
  void store(const Hash128& key, std::string_view contents);
  // For a file whose contents turned out to be damaged.
  void remove(const Hash128& key) const;

  // Deletes the least recently used files until the rest fits into nine tenths of the limit.
  void trim();

  struct Usage {
    std::uint64_t files = 0;
    std::uint64_t bytes = 0;
  };
  Usage usage() const;
  void clear();
  const std::string& folder() const { return folder_; }

 private:
  std::string path(const Hash128& key) const;

  std::string folder_;
  std::uint64_t limit_;
  std::mutex trim_mutex_;
  std::atomic<std::int64_t> until_trim_{
      0};  // bytes that may be stored before the next look at the sizes
};

}  // namespace vgpu::compiler
