// Convolutions of a small image network, forward and both gradients, against PyTorch where it is installed.
// SPDX-License-Identifier: MIT
#include <vgpu/c/nn.h>
#include <vgpu/vgpu.hpp>

#include <cmath>
#include <memory>

#include "python_peer.h"
#include "row.h"

namespace bench {
namespace {

// One layer's tensors: 3x3 kernels on 32x32 images, batch 64.
struct Layer {
  vgpuConvolution shape;
  std::vector<float> x, w, bias, y, dx, dw, dbias;

  Layer(long in, long out)
      : shape{64, in, out, 1, {1, 32, 32}, {1, 3, 3}, {1, 1, 1}, {0, 1, 1}, {1, 1, 1}},
        x(static_cast<std::size_t>(64 * in * 1024), 0.5f),
        w(static_cast<std::size_t>(out * in * 9), 0.25f),
        bias(static_cast<std::size_t>(out), 1.0f),
        y(static_cast<std::size_t>(64 * out * 1024)),
        dx(x.size()),
        dw(w.size()),
        dbias(bias.size()) {}

  double work() const { return 3 * 2.0 * 64 * 1024 * double(w.size()); }
  void run() {
    vgpu::check(vgpuConvolutionForward(&shape, x.data(), w.data(), bias.data(), y.data()));
    vgpu::check(vgpuConvolutionBackwardData(&shape, y.data(), w.data(), dx.data()));
    vgpu::check(
        vgpuConvolutionBackwardWeights(&shape, x.data(), y.data(), dw.data(), dbias.data()));
  }
  // All operands are constants: in the middle of an image every result is known.
  std::string check() const {
    const float wanted = 1 + 0.125f * 9 * static_cast<float>(shape.inChannels);
    return std::abs(y[16 * 32 + 16] - wanted) < 1e-3f ? "" : "result";
  }
};

void run(Session& session) {
  const std::string name = "conv 3-32-64 3x3 on 32x32, batch 64, with gradients";
  if (!session.wants(name)) return;
  const auto first = std::make_shared<Layer>(3, 32), second = std::make_shared<Layer>(32, 64);
  Comparison row;
  row.name = name, row.bar = 1.2;
  row.work = first->work() + second->work();
  row.ours = [=] {
    first->run();
    second->run();
    vgpu::check(vgpuStreamSynchronize(nullptr));
  };
  row.check = [=] { return first->check() + second->check(); };
  if (const auto peer = python_peer({VGPU_BENCH_ENGINES "/conv_rows.py"})) {
    row.peers.emplace_back("PyTorch", peer);
  }
  session.compare(row);
}

const Suite suite("conv", run);

}  // namespace
}  // namespace bench
