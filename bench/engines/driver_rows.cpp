// The products of driver.so against the engine that they should be made by: what the driver's own work costs.
//
// Both on the same device memory; the peer is vgpuSgemm and vgpuDgemm with a synchronisation behind each.
// SPDX-License-Identifier: MIT
#include <vgpu/c/blas.h>
#include <vgpu/driver.h>
#include <vgpu/vgpu.hpp>

#include <cmath>
#include <memory>

#include "library.h"
#include "row.h"

namespace bench {
namespace {

#ifdef VGPU_BENCH_DRIVER

struct Driver {
  Library library{VGPU_BENCH_DRIVER};
  decltype(&::initialize_gpu) initialize =
      library.function<decltype(::initialize_gpu)>("initialize_gpu");
  decltype(&::allocate_gpu_memory) allocate =
      library.function<decltype(::allocate_gpu_memory)>("allocate_gpu_memory");
  decltype(&::write_host_to_gpu_blocking) write =
      library.function<decltype(::write_host_to_gpu_blocking)>("write_host_to_gpu_blocking");
  decltype(&::execute_matmul_on_gpu) multiply =
      library.function<decltype(::execute_matmul_on_gpu)>("execute_matmul_on_gpu");
  decltype(&::free_gpu_memory) free =
      library.function<decltype(::free_gpu_memory)>("free_gpu_memory");

  bool works() const {
    return initialize != nullptr && allocate != nullptr && write != nullptr &&
           multiply != nullptr && free != nullptr && initialize(0) == 1;
  }
};

// Two matrices and a product in memory of the driver.
class Matrices {
 public:
  Matrices(const Driver& driver, int size) : driver_(driver), size_(size) {
    const auto count = static_cast<std::size_t>(size) * static_cast<std::size_t>(size);
    std::vector<float> values(count);
    for (std::size_t i = 0; i < count; ++i) values[i] = float(i % 31) / 31;
    for (void*& pointer : pointers_) {
      pointer = driver.allocate(0, count * sizeof(float));
      driver.write(0, pointer, 0, count * sizeof(float), values.data());
    }
  }
  ~Matrices() {
    for (void* pointer : pointers_) driver_.free(0, pointer);
  }
  Matrices(const Matrices&) = delete;
  Matrices& operator=(const Matrices&) = delete;

  int by_driver() const {
    return driver_.multiply(0, pointers_[0], pointers_[1], pointers_[2], 1, size_, size_, size_);
  }
  void by_engine() const {
    vgpu::check(vgpuSgemm(vgpuRowMajor, vgpuNoTrans, vgpuNoTrans, size_, size_, size_, 1, at(0),
                          size_, at(1), size_, 0, at(2), size_));
    vgpu::check(vgpuStreamSynchronize(nullptr));
  }

 private:
  float* at(int i) const { return static_cast<float*>(pointers_[i]); }
  const Driver& driver_;
  int size_;
  void* pointers_[3] = {};
};

void run(Session& session) {
  if (!session.wants_any("driver")) return;
  static const Driver driver;
  if (!driver.works()) return;
  for (const int n : {512, 1024, 2048}) {
    Comparison row;
    row.name = "driver.so matmul f32 " + std::to_string(n), row.bar = 0.9;
    if (!session.wants(row.name)) continue;
    const auto matrices = std::make_shared<Matrices>(driver, n);
    row.work = 2.0 * n * n * n;
    const auto worked = std::make_shared<bool>(true);
    row.ours = [=] { *worked = *worked && matrices->by_driver() == 1; };
    row.peers.emplace_back("engine", [=] { matrices->by_engine(); });
    row.check = [=] { return *worked ? "" : "the driver refused"; };
    session.compare(row);
  }
}

const Suite suite("driver", run);

#endif

}  // namespace
}  // namespace bench
