// Finds, checks and loads libvgpu_compiler.so (see loader.h).
// SPDX-License-Identifier: MIT
#include "compiler/loader.h"

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <vector>

#include "base/config.h"
#include "base/error.h"
#include "base/log.h"
#include "compiler/kernel_abi.h"
#include "compiler/plugin_limits.h"

namespace vgpu::compiler {
namespace {

constexpr char kLibrary[] = "libvgpu_compiler.so";

std::atomic<const Plugin*> g_plugin{nullptr};
std::atomic<const LimitsPlugin*> g_limits{nullptr};

// The folder of the library or program that holds this very function, symbolic links resolved. A program found
// through PATH is known by its bare name only; then /proc tells.
std::string own_folder() {
  Dl_info found{};
  if (!dladdr(reinterpret_cast<const void*>(&own_folder), &found) || !found.dli_fname) return ".";
  const bool bare = std::strchr(found.dli_fname, '/') == nullptr;
  char resolved[PATH_MAX];
  if (!realpath(bare ? "/proc/self/exe" : found.dli_fname, resolved)) return ".";
  const std::string file = resolved;
  return file.substr(0, file.rfind('/'));
}

std::vector<std::string> candidates() {
  const std::string& chosen = config().compiler;
  if (!chosen.empty()) return {chosen};
  const std::string folder = own_folder();
  // Beside libvgpu.so; for programs in bin/, in Debian's library folders too.
  return {folder + "/" + kLibrary, folder + "/../lib/" + kLibrary,
          folder + "/../lib/x86_64-linux-gnu/" + kLibrary};
}

[[noreturn]] void not_found() {
  std::string places;
  for (const std::string& path : candidates()) places += (places.empty() ? "" : ", ") + path;
  fail(ErrorCode::CompilerNotFound,
       "the kernel compiler is not installed: looked for {} (VGPU_COMPILER names another place)",
       places);
}

const Plugin* open_plugin() {
  const std::string path = compiler_path();
  if (path.empty()) not_found();
  // Local: the compiler's own LLVM must not meet one that the program has loaded.
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) fail(ErrorCode::CompilerNotFound, "{} does not load: {}", path, dlerror());
  using Entry = decltype(&vgpu_compiler_plugin);
  const auto entry = reinterpret_cast<Entry>(dlsym(library, "vgpu_compiler_plugin"));
  const Plugin* plugin = entry ? entry() : nullptr;
  if (!plugin || plugin->abi_version != kAbiVersion) {
    dlclose(library);
    fail(ErrorCode::CompilerNotFound, "{} belongs to another version of vGPU", path);
  }
  if (void* limits = dlsym(library, "vgpu_compiler_limits_plugin")) {
    g_limits = reinterpret_cast<decltype(&vgpu_compiler_limits_plugin)>(limits)();
    g_limits.load()->set_seconds(static_cast<std::uint32_t>(config().compile_limit));
  }
  log(LogLevel::compile, "loaded {}", path);
  return plugin;
}

class File {
 public:
  explicit File(const std::string& path) : fd_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
  ~File() {
    if (fd_ >= 0) close(fd_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  bool read(void* to, std::size_t bytes, std::uint64_t offset) const {
    return fd_ >= 0 &&
           pread(fd_, to, bytes, static_cast<off_t>(offset)) == static_cast<ssize_t>(bytes);
  }
  int fd() const { return fd_; }

 private:
  int fd_;
};

// The linker's build id among the notes of one segment; empty if it is not there.
std::string build_id_in(const std::string& notes) {
  std::size_t at = 0;
  Elf64_Nhdr note;
  while (at + sizeof note <= notes.size()) {
    std::memcpy(&note, notes.data() + at, sizeof note);
    const std::size_t name = at + sizeof note;
    const std::size_t data = name + (note.n_namesz + 3u) / 4u * 4u;
    if (data + note.n_descsz > notes.size()) return {};
    if (note.n_type == NT_GNU_BUILD_ID) return notes.substr(data, note.n_descsz);
    at = data + (note.n_descsz + 3u) / 4u * 4u;
  }
  return {};
}

std::string build_id(const File& file) {
  Elf64_Ehdr header;
  if (!file.read(&header, sizeof header, 0) || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) {
    return {};
  }
  for (int i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr segment;
    if (!file.read(&segment, sizeof segment, header.e_phoff + i * sizeof segment)) return {};
    if (segment.p_type != PT_NOTE || segment.p_filesz > 4096) continue;
    std::string notes(segment.p_filesz, '\0');
    if (!file.read(notes.data(), notes.size(), segment.p_offset)) return {};
    const std::string id = build_id_in(notes);
    if (!id.empty()) return id;
  }
  return {};
}

std::string read_version() {
  const File file(compiler_path());
  struct stat status{};
  if (file.fd() < 0 || fstat(file.fd(), &status) != 0) return {};
  const std::string id = build_id(file);
  if (!id.empty()) return id;
  return fmt::format("{}:{}.{}", status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
}

}  // namespace

const Plugin& load_compiler() {
  if (const Plugin* plugin = g_plugin.load(std::memory_order_acquire)) return *plugin;
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  if (!g_plugin.load(std::memory_order_relaxed)) {
    g_plugin.store(open_plugin(), std::memory_order_release);
  }
  return *g_plugin.load(std::memory_order_relaxed);
}

bool compiler_is_loaded() { return g_plugin.load(std::memory_order_acquire) != nullptr; }

void abandon_compiles() {
  if (const LimitsPlugin* limits = g_limits) limits->abandon();
}

std::string compiler_path() {
  for (const std::string& path : candidates()) {
    if (access(path.c_str(), R_OK) == 0) return path;
  }
  return {};
}

const std::string& compiler_version() {
  static const std::string version = read_version();
  return version;
}

}  // namespace vgpu::compiler
