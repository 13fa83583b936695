// Complex axes: in tiles of lines that lie side by side, or line by line.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstring>
#include <utility>

#include "base/topology.h"
#include "engine/fft/axis.h"
#include "engine/fft/factors.h"
#include "engine/fft/line.h"
#include "engine/fft/work_share.h"

namespace vgpu::fft {
namespace {

template <typename T>
void copy_pairs(const T* from, std::ptrdiff_t from_stride, T* to, std::ptrdiff_t to_stride,
                std::size_t n) {
  for (std::size_t i = 0; i < n; ++i, from += 2 * from_stride, to += 2 * to_stride) {
    to[0] = from[0], to[1] = from[1];
  }
}

template <typename T>
class TileAxis final : public Axis<T> {
 public:
  TileAxis(const Dim& axis, const Dim& lanes, std::vector<Dim> others,
           const AxisOptions<T>& options)
      : axis_(axis),
        lanes_(lanes),
        others_(std::move(others)),
        options_(options),
        tables_(axis.n),
        tiles_((lanes.n + options.kernels.width - 1) / options.kernels.width),
        far_(others_.count() * lanes.n * axis.n * 2 * sizeof(T) > topology().l2_bytes) {}

  void run(const T* in, T* out, T* work) const override {
    const std::size_t size = axis_.n * options_.kernels.width;
    share(others_.count() * tiles_, size, options_.threads, [&](std::size_t item, unsigned worker) {
      const Positions::Offset at = others_[item / tiles_];
      const std::size_t lane = item % tiles_ * options_.kernels.width;
      const auto shift = static_cast<std::ptrdiff_t>(lane);
      tile(in + 2 * (at.in + shift * lanes_.in), out + 2 * (at.out + shift * lanes_.out),
           std::min(options_.kernels.width, lanes_.n - lane), work + worker * 2 * size);
    });
  }
  std::size_t work() const override {
    return options_.threads * 2 * axis_.n * options_.kernels.width;
  }

 private:
  void tile(const T* in, T* out, std::size_t lanes, T* scratch) const {
    const Kernels<T>& k = options_.kernels;
    const LanePlan<T>& plan = tables_.plan();
    const bool full = lanes == k.width, from_memory = full && lanes_.in == 1 && !far_,
               to_memory = full && lanes_.out == 1;
    const Form pairs = options_.backward ? Form::swapped : Form::pairs;
    if (!from_memory) k.load({in, axis_.in, lanes_.in}, axis_.n, lanes, options_.backward, scratch);
    const T* source = from_memory ? in : scratch;
    const auto stride = from_memory ? 2 * axis_.in : static_cast<std::ptrdiff_t>(2 * k.width);
    k.tile(plan, from_memory ? pairs : Form::split, source, stride, to_memory ? pairs : Form::split,
           to_memory ? out : nullptr, 2 * axis_.out, scratch, to_memory ? options_.scale : T(1));
    if (!to_memory) {
      k.store(scratch, plan.position, axis_.n, lanes, options_.backward, options_.scale,
              {out, axis_.out, lanes_.out});
    }
  }

  Dim axis_, lanes_;
  Positions others_;
  AxisOptions<T> options_;
  LaneTables<T> tables_;
  std::size_t tiles_;
  bool far_;  // rows come from beyond the second cache
};

template <typename T>
class LineAxis final : public Axis<T> {
 public:
  LineAxis(const Dim& axis, std::vector<Dim> others, const AxisOptions<T>& options)
      : axis_(axis),
        others_(std::move(others)),
        options_(options),
        line_(Line<T>::make(axis.n, options.kernels)),
        together_(axis.in == 1 && axis.out == 1 ? line_->together() : 1),
        inside_(options.threads > 1 && axis.n >= kLongLine && others_.count() < options.threads) {}

  void run(const T* in, T* out, T* work) const override {
    const std::size_t groups = (others_.count() + together_ - 1) / together_;
    share(groups, axis_.n * together_, inside_ ? 1 : options_.threads,
          [&](std::size_t item, unsigned worker) {
            if (together_ > 1) return several(item * together_, in, out);
            const Positions::Offset at = others_[item];
            one(in + 2 * at.in, out + 2 * at.out, work + worker * work_each());
          });
  }
  std::size_t work() const override { return (inside_ ? 1 : options_.threads) * work_each(); }

 private:
  void several(std::size_t first, const T* in, T* out) const {
    const std::size_t count = std::min(together_, others_.count() - first);
    const T* sources[Line<T>::kMostTogether];
    T* targets[Line<T>::kMostTogether];
    for (std::size_t i = 0; i < count; ++i) {
      const Positions::Offset at = others_[first + i];
      sources[i] = in + 2 * at.in, targets[i] = out + 2 * at.out;
    }
    line_->run_several(sources, targets, count,
                       {nullptr, nullptr, options_.backward, options_.scale, nullptr, false});
  }
  void one(const T* in, T* out, T* work) const {
    T* buffer = work + padded(line_->work(inside_ ? options_.threads : 1));
    if (axis_.in != 1) copy_pairs(in, axis_.in, buffer, 1, axis_.n);
    line_->run({axis_.in == 1 ? in : buffer, axis_.out == 1 ? out : buffer, options_.backward,
                options_.scale, work, inside_});
    if (axis_.out != 1) copy_pairs(buffer, 1, out, axis_.out, axis_.n);
  }
  std::size_t work_each() const {
    const bool copies = axis_.in != 1 || axis_.out != 1;
    return padded(line_->work(inside_ ? options_.threads : 1)) + (copies ? padded(2 * axis_.n) : 0);
  }

  Dim axis_;
  Positions others_;
  AxisOptions<T> options_;
  std::unique_ptr<const Line<T>> line_;
  std::size_t together_;  // lines at once
  bool inside_;           // a line is divided among the threads, not the lines
};

// The dimension whose neighbours become lanes: one that is contiguous on both sides, else the longest.
std::size_t choose_lanes(const std::vector<Dim>& others) {
  std::size_t best = 0;
  for (std::size_t i = 0; i < others.size(); ++i) {
    if (others[i].in == 1 && others[i].out == 1) return i;
    if (others[i].n > others[best].n) best = i;
  }
  return best;
}

constexpr std::size_t kTileBytes = std::size_t{1} << 20;

// Whether W lines at once beat one after another.
template <typename T>
bool prefers_tiles(const Dim& axis, const std::vector<Dim>& others, std::size_t width) {
  if (axis.n == 1 || others.empty() || !is_smooth(axis.n)) return false;
  if (axis.n * 2 * width * sizeof(T) > kTileBytes) return false;
  const std::size_t n1 = divide_line(axis.n, width);
  const bool in_registers = register_rows(axis.n, width) != 0;
  if (n1 == 1 && !in_registers) return true;
  const std::size_t lanes = others[choose_lanes(others)].n;
  if (axis.in != 1 || axis.out != 1) return 2 * lanes > width || axis.n < 64 * width;
  return !in_registers && lanes >= width && (n1 % width != 0 || axis.n / n1 % width != 0);
}

}  // namespace

Positions::Positions(std::vector<Dim> dims) {
  std::erase_if(dims, [](const Dim& d) { return d.n == 1; });
  std::sort(dims.begin(), dims.end(),
            [](const Dim& a, const Dim& b) { return std::abs(a.out) > std::abs(b.out); });
  for (const Dim& d : dims) {
    const auto n = static_cast<std::ptrdiff_t>(d.n);
    if (!dims_.empty() && dims_.back().in == d.in * n && dims_.back().out == d.out * n) {
      dims_.back() = {dims_.back().n * d.n, d.in, d.out};
    } else {
      dims_.push_back(d);
    }
    count_ *= d.n;
  }
}

template <typename T>
AxisPtr<T> make_complex_axis(const Dim& axis, std::vector<Dim> others,
                             const AxisOptions<T>& options) {
  others = Positions(std::move(others)).dims();
  if (!prefers_tiles<T>(axis, others, options.kernels.width)) {
    return std::make_unique<LineAxis<T>>(axis, std::move(others), options);
  }
  const std::size_t at = choose_lanes(others);
  const Dim lanes = others[at];
  others.erase(others.begin() + static_cast<std::ptrdiff_t>(at));
  return std::make_unique<TileAxis<T>>(axis, lanes, std::move(others), options);
}

template AxisPtr<float> make_complex_axis(const Dim&, std::vector<Dim>, const AxisOptions<float>&);
template AxisPtr<double> make_complex_axis(const Dim&, std::vector<Dim>,
                                           const AxisOptions<double>&);

}  // namespace vgpu::fft
