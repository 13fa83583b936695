// Pages that processes share (see shared_pages.h).
// SPDX-License-Identifier: MIT
#include "api/cuda/shared_pages.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string>

namespace vgpu::cuda {

int make_shared_file(std::size_t bytes) {
  const int file = memfd_create("vgpu", MFD_CLOEXEC);
  if (file >= 0 && ftruncate(file, static_cast<off_t>(bytes)) != 0) {
    close(file);
    return -1;
  }
  return file;
}

void* map_shared_file(int file, std::size_t bytes, void* at) {
  const int flags = MAP_SHARED | (at != nullptr ? MAP_FIXED : 0);
  void* const pages = mmap(at, bytes, PROT_READ | PROT_WRITE, flags, file, 0);
  return pages == MAP_FAILED ? nullptr : pages;
}

void* map_shared_pages(const SharedPagesName& name) {
  const std::string path =
      "/proc/" + std::to_string(name.process) + "/fd/" + std::to_string(name.file);
  const int file = open(path.c_str(), O_RDWR | O_CLOEXEC);
  if (file < 0) return nullptr;
  struct stat facts{};
  const bool whole = fstat(file, &facts) == 0 && name.bytes != 0 &&
                     static_cast<std::uint64_t>(facts.st_size) >= name.bytes;
  void* const pages = whole ? map_shared_file(file, name.bytes) : nullptr;
  close(file);
  return pages;
}

}  // namespace vgpu::cuda
