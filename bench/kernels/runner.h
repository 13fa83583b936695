// Runs a case's launches on one implementation; the benchmark times run() and compares what read()
// gives. SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include "case.h"

namespace bench {

class Runner {
 public:
  virtual ~Runner() = default;
  virtual std::string name() const = 0;
  virtual void prepare(
      const Case& c) = 0;  // compiles, allocates, uploads; throws std::runtime_error
  virtual void run() = 0;  // all launches, waits for their end
  virtual void read(Buffers& buffers) = 0;  // downloads the output buffers
};

std::unique_ptr<Runner> make_vgpu_runner(const std::string& kernel_folder);
// The first OpenCL platform whose name contains `platform`; null if there is none.
std::unique_ptr<Runner> make_opencl_runner(const std::string& kernel_folder,
                                           const std::string& platform);

std::string read_text(const std::string& path);  // throws if the file cannot be read

}  // namespace bench
