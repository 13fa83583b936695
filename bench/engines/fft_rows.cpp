// Fourier transforms against FFTW, which has measured its plans, and SciPy.
// SPDX-License-Identifier: MIT
#include <vgpu/fft.hpp>
#include <vgpu/vgpu.hpp>

#include <cmath>
#include <complex>
#include <memory>
#include <random>

#include "fftw.h"
#include "row.h"

namespace bench {
namespace {

using Complex = std::complex<float>;

struct Case {
  std::string name;
  std::vector<int> n;
  double bar;
  int threads;
  bool scipy = false;
};

// Arrays of one comparison, page-aligned on huge pages as both libraries like them.
struct Arrays {
  vgpu::GpuBuffer<Complex> in, out;
  std::unique_ptr<vgpu::FftPlan<float>> plan;

  explicit Arrays(std::size_t size) : in(size), out(size) {}
  void fill() {
    std::minstd_rand random(7);
    std::uniform_real_distribution<float> between(-1, 1);
    for (std::size_t i = 0; i < in.size(); ++i) in.data()[i] = {between(random), between(random)};
  }
};

std::size_t product(const std::vector<int>& n) {
  std::size_t size = 1;
  for (int each : n) size *= static_cast<std::size_t>(each);
  return size;
}

// The plan of one transform that is done `repeat` times: a batch whose stride is 0.
vgpuFftDesc describe(const Case& row, int repeat) {
  vgpuFftDesc desc{};
  desc.direction = vgpuFftForward, desc.rank = static_cast<unsigned>(row.n.size());
  std::int64_t stride = 1;
  for (std::size_t i = row.n.size(); i-- > 0; stride *= row.n[i]) {
    desc.axes[i] = {static_cast<std::size_t>(row.n[i]), stride, stride};
  }
  desc.threads = static_cast<unsigned>(row.threads);
  if (repeat > 1) desc.batchRank = 1, desc.batch[0] = {static_cast<std::size_t>(repeat), 0, 0};
  return desc;
}

// A few results of a transform along one axis against their sums.
std::string check_line(const Arrays& arrays) {
  const std::size_t n = arrays.in.size();
  for (std::size_t k : {std::size_t{0}, std::size_t{1}, n / 3, n - 1}) {
    std::complex<double> sum = 0;
    for (std::size_t j = 0; j < n; ++j) {
      const double angle = -2 * M_PI * static_cast<double>(j * k % n) / static_cast<double>(n);
      sum += std::complex<double>(arrays.in.data()[j]) * std::polar(1.0, angle);
    }
    const double off = std::abs(sum - std::complex<double>(arrays.out.data()[k]));
    if (!(off <= 1e-5 * std::sqrt(static_cast<double>(n)))) return "result";
  }
  return "";
}

void add(Session& session, const Case& row) {
  if (!session.wants(row.name)) return;
  const auto arrays = std::make_shared<Arrays>(product(row.n));
  Comparison c;
  c.name = row.name, c.bar = row.bar;
  c.work = 5.0 * static_cast<double>(arrays->in.size()) *
           std::log2(static_cast<double>(arrays->in.size()));
  c.repeat = row.scipy ? 1 : static_cast<int>(std::max(1.0, std::min(1000.0, 20e6 / c.work)));
  arrays->plan = std::make_unique<vgpu::FftPlan<float>>(describe(row, c.repeat));
  c.ours = [arrays] {
    arrays->plan->run(arrays->in.data(), arrays->out.data());
    vgpu::check(vgpuStreamSynchronize(nullptr));
  };
  const auto peer = row.scipy
                        ? scipy_transform(row.n)
                        : fftw_transform(row.n, reinterpret_cast<float*>(arrays->in.data()),
                                         reinterpret_cast<float*>(arrays->out.data()), row.threads);
  if (peer) {
    c.peers.emplace_back(row.scipy ? "SciPy" : "FFTW", [peer, repeat = c.repeat] {
      for (int i = 0; i < repeat; ++i) peer();
    });
  }
  arrays->fill();
  if (row.n.size() == 1) c.check = [arrays] { return check_line(*arrays); };
  session.compare(c);
}

void run(Session& session) {
  for (int bits : {8, 10, 12, 14, 16}) {
    add(session, {"fft f32 2^" + std::to_string(bits) + " 1 thread", {1 << bits}, 0.9, 1});
  }
  for (int bits : {20, 22, 24}) {
    add(session, {"fft f32 2^" + std::to_string(bits), {1 << bits}, 2, 2});
  }
  for (int n : {1009, 10007}) {
    add(session, {"fft f32 prime " + std::to_string(n) + " 1 thread", {n}, 2, 1});
  }
  const std::vector<std::pair<std::string, std::vector<int>>> arrays = {{"1024^2", {1024, 1024}},
                                                                        {"4096^2", {4096, 4096}},
                                                                        {"128^3", {128, 128, 128}},
                                                                        {"256^3", {256, 256, 256}}};
  for (const auto& [name, n] : arrays) {
    add(session, {"fft f32 " + name, n, 1.5, 2});
    add(session, {"fft f32 " + name + " SciPy", n, 3, 2, true});
  }
}

const Suite suite("fft", run);

}  // namespace
}  // namespace bench
