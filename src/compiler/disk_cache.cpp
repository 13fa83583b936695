// Reads, writes and ages the files of the kernel cache (see disk_cache.h).
//
// Files lie at <folder>/<two digits>/<thirty digits>. A file's modification time is the time of its
// last use.
// SPDX-License-Identifier: MIT
#include "compiler/disk_cache.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <vector>

#include "base/config.h"
#include "base/log.h"

namespace vgpu::compiler {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMaxFileBytes = std::uint64_t{1} << 30;
constexpr char kTemporary[] = ".tmp-";
constexpr auto kTemporaryLife = std::chrono::hours(1);  // then its writer is surely gone

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  operator int() const { return fd_; }

 private:
  int fd_;
};

// Code from this file will run with our rights, so nobody else may have written it.
bool trusted(const struct stat& status) {
  return S_ISREG(status.st_mode) && status.st_uid == geteuid() &&
         (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

bool read_all(int fd, std::string& contents) {
  std::size_t done = 0;
  while (done < contents.size()) {
    const ssize_t count = read(fd, contents.data() + done, contents.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    done += static_cast<std::size_t>(count);
  }
  return true;
}

bool write_all(int fd, std::string_view contents) {
  while (!contents.empty()) {
    const ssize_t count = write(fd, contents.data(), contents.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    contents.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

// Once a minute is enough for ageing, and spares a write to the disk on most hits.
void mark_used(int fd, const struct stat& status) {
  if (std::time(nullptr) - status.st_mtime > 60) futimens(fd, nullptr);
}

std::string default_folder() {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string(value ? value : "");
  };
  const std::string cache = variable("XDG_CACHE_HOME");
  if (!cache.empty() && cache[0] == '/') return cache + "/vgpu";
  const std::string home = variable("HOME");
  return home.empty() ? "" : home + "/.cache/vgpu";
}

struct Entry {
  fs::path path;
  std::uint64_t bytes = 0;
  fs::file_time_type used;
};

bool is_hex(const std::string& text, std::size_t digits) {
  return text.size() == digits && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

// The user may have named any folder: what does not look like ours is not touched.
bool is_ours(const fs::path& path, bool& temporary) {
  const std::string name = path.filename().string();
  temporary = name.starts_with(kTemporary);
  return is_hex(path.parent_path().filename().string(), 2) && (temporary || is_hex(name, 30));
}

// All files of the cache; `old_temporaries` (may be null) gets what crashed writers have left.
std::vector<Entry> list_files(const std::string& folder, std::vector<fs::path>* old_temporaries) {
  std::vector<Entry> entries;
  std::error_code error;
  const auto now = fs::file_time_type::clock::now();
  for (fs::recursive_directory_iterator it(folder, error), end; !error && it != end;
       it.increment(error)) {
    std::error_code gone;  // another process may be deleting at the same time
    bool temporary = false;
    if (it.depth() >= 1) it.disable_recursion_pending();
    if (it.depth() != 1 || !is_ours(it->path(), temporary)) continue;
    if (!it->is_regular_file(gone) || gone) continue;
    Entry entry{it->path(), it->file_size(gone), it->last_write_time(gone)};
    if (gone) continue;
    if (temporary) {
      if (old_temporaries && now - entry.used > kTemporaryLife)
        old_temporaries->push_back(entry.path);
      continue;
    }
    entries.push_back(std::move(entry));
  }
  return entries;
}

}  // namespace

DiskCache::DiskCache(std::string folder, std::uint64_t limit_bytes)
    : folder_(std::move(folder)), limit_(limit_bytes) {}

DiskCache& DiskCache::shared() {
  static DiskCache cache = [] {
    const Config& options = config();
    std::string folder;
    if (options.cache) folder = options.cache_dir.empty() ? default_folder() : options.cache_dir;
    return DiskCache(folder, options.cache_limit);
  }();
  return cache;
}

std::string DiskCache::path(const Hash128& key) const {
  const std::string name = key.hex();
  return folder_ + "/" + name.substr(0, 2) + "/" + name.substr(2);
}

std::optional<std::string> DiskCache::find(const Hash128& key) const {
  if (!enabled()) return std::nullopt;
  const Descriptor file(open(path(key).c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
  struct stat status{};
  if (file < 0 || fstat(file, &status) != 0 || !trusted(status)) return std::nullopt;
  const auto size = static_cast<std::uint64_t>(status.st_size);
  if (size > kMaxFileBytes) return std::nullopt;
  std::string contents(size, '\0');
  if (!read_all(file, contents)) return std::nullopt;
  mark_used(file, status);
  return contents;
}

void DiskCache::store(const Hash128& key, std::string_view contents) {
  if (!enabled() || contents.size() > limit_ || contents.size() > kMaxFileBytes) return;
  const std::string final_path = path(key);
  std::error_code error;
  const fs::path parent = fs::path(final_path).parent_path();
  if (!fs::exists(parent, error)) fs::create_directories(parent, error);
  static std::atomic<unsigned> counter{0};
  const std::string aside = fmt::format("{}/{}{}-{}", parent.string(), kTemporary, getpid(),
                                        counter.fetch_add(1, std::memory_order_relaxed));
  bool written = false;
  {
    const Descriptor file(
        open(aside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (file < 0) {
      return log(LogLevel::compile, "kernel cache: {}: {}", aside, std::strerror(errno));
    }
    written = write_all(file, contents);
  }
  if (!written || rename(aside.c_str(), final_path.c_str()) != 0) {
    log(LogLevel::compile, "kernel cache: {}: {}", final_path, std::strerror(errno));
    unlink(aside.c_str());
    return;
  }
  const auto size = static_cast<std::int64_t>(contents.size());
  if (until_trim_.fetch_sub(size, std::memory_order_relaxed) < size) trim();
}

void DiskCache::remove(const Hash128& key) const {
  if (enabled()) unlink(path(key).c_str());
}

void DiskCache::trim() {
  if (!enabled()) return;
  const std::lock_guard lock(trim_mutex_);
  std::vector<fs::path> leftovers;
  std::vector<Entry> entries = list_files(folder_, &leftovers);
  std::error_code ignored;
  for (const fs::path& path : leftovers) fs::remove(path, ignored);
  std::uint64_t total = 0;
  for (const Entry& entry : entries) total += entry.bytes;
  if (total > limit_) {
    std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
      return a.used != b.used ? a.used < b.used : a.path < b.path;
    });
    const std::uint64_t goal = limit_ / 10 * 9;
    for (const Entry& entry : entries) {
      if (total <= goal) break;
      if (fs::remove(entry.path, ignored)) total -= entry.bytes;
    }
  }
  // Other processes store too, so look again well before we alone could have filled the rest.
  const std::uint64_t room = total < limit_ ? limit_ - total : 0;
  until_trim_.store(static_cast<std::int64_t>(room / 4), std::memory_order_relaxed);
}

DiskCache::Usage DiskCache::usage() const {
  Usage usage;
  if (!enabled()) return usage;
  for (const Entry& entry : list_files(folder_, nullptr)) {
    ++usage.files;
    usage.bytes += entry.bytes;
  }
  return usage;
}

void DiskCache::clear() {
  if (!enabled()) return;
  std::error_code ignored;
  for (const Entry& entry : list_files(folder_, nullptr)) fs::remove(entry.path, ignored);
  until_trim_.store(0, std::memory_order_relaxed);
}

}  // namespace vgpu::compiler
