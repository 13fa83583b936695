// Device code that is linked while a program runs: files of vgpucc -dc, texts of NVRTC, PTX, or one image that is complete.
//
// The driver's linker (cuLink...) and nvJitLink's are both this. SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "api/cuda/driver.h"
#include "api/cuda/embedded_program.h"

namespace vgpu::cuda {

// PTX as other compilers write it, or people.
bool is_ptx(const char* bytes, std::size_t size);
// Of an image that begins at `bytes` and has `size` bytes at most, or that text which stands for PTX.
CUresult read_head(const char* bytes, std::size_t size, ProgramHead* head);
bool has_magic(const ProgramHead& head, const char (&magic)[8]);
// Not further than the text's own head: images of bytes are as long as they say.
bool starts_as_text(const char* bytes);

class Linkage {
 public:
  CUresult add(const char* bytes, std::size_t size);

  // Makes the image of all that was added; `log` (may be null) gets the compiler's words.
  CUresult complete(std::string* log);
  const std::string& image() const { return image_; }

 private:
  vgpuError_t link(vgpuModule_t* module, std::string* log) const;

  std::vector<std::string> parts_;  // without their heads
  std::string units_;               // packed one behind another
  std::string image_;
  bool is_complete_ = false, has_ptx_ = false;
};

}  // namespace vgpu::cuda
