// The four kinds of lines.
// SPDX-License-Identifier: MIT
#include "engine/fft/line.h"

#include <algorithm>
#include <cstring>

#include "base/thread_pool.h"
#include "engine/fft/factors.h"

namespace vgpu::fft {
namespace {

template <typename T>
class OneNumber final : public Line<T> {
 public:
  explicit OneNumber(const Kernels<T>& kernels) : Line<T>(1, kernels) {}
  void run(const LineJob<T>& job) const override {
    const T re = job.source[0], im = job.source[1];
    job.target[0] = re * job.scale, job.target[1] = im * job.scale;
  }
  std::size_t work(unsigned) const override { return 0; }
};

template <typename T>
class ShortLine final : public Line<T> {
 public:
  ShortLine(std::size_t n, const Kernels<T>& kernels) : Line<T>(n, kernels), tables_(n) {}
  void run(const LineJob<T>& job) const override {
    const LanePlan<T>& plan = tables_.plan();
    const auto element = static_cast<std::ptrdiff_t>(2 * this->kernels_.width);
    this->kernels_.load({job.source, 1, 1}, plan.n, 1, job.swap, job.work);
    this->kernels_.tile(plan, Form::split, job.work, element, Form::split, nullptr, 0, job.work,
                        T(1));
    this->kernels_.store(job.work, plan.position, plan.n, 1, job.swap, job.scale,
                         {job.target, 1, 1});
  }
  std::size_t work(unsigned) const override { return this->n_ * 2 * this->kernels_.width; }

 private:
  LaneTables<T> tables_;
};

template <typename T>
class RegisterLine final : public Line<T> {
 public:
  RegisterLine(std::size_t n2, const Kernels<T>& kernels)
      : Line<T>(kernels.width * n2, kernels), tables_(n2, kernels.width) {}
  void run(const LineJob<T>& job) const override { run_several(&job.source, &job.target, 1, job); }
  std::size_t together() const override { return this->kernels_.width / tables_.rows(); }
  void run_several(const T* const* sources, T* const* targets, std::size_t count,
                   LineJob<T> job) const override {
    const T* all[Line<T>::kMostTogether];
    for (std::size_t i = 0; i < together(); ++i) all[i] = sources[i < count ? i : 0];
    this->kernels_.register_lines(
        {tables_.rows(), count, all, targets, tables_.twiddles(), job.swap, job.scale});
  }
  std::size_t work(unsigned) const override { return 0; }

 private:
  RegisterTables<T> tables_;
};

template <typename T>
class LongLine final : public Line<T> {
 public:
  LongLine(std::size_t n1, std::size_t n2, const Kernels<T>& kernels)
      : Line<T>(n1 * n2, kernels),
        tables_(n1, n2, kernels.width),
        column_tiles_((n2 + kernels.width - 1) / kernels.width),
        row_tiles_((n1 + kernels.width - 1) / kernels.width) {}

  void run(const LineJob<T>& job) const override {
    const LinePlan<T>& plan = tables_.plan();
    T* middle = job.work;
    T* scratch = middle + middle_size();
    if (!job.parallel) {
      this->kernels_.columns(plan, job.source, job.swap, 0, column_tiles_, middle, scratch);
      this->kernels_.rows(plan, middle, 0, row_tiles_, job.target, job.swap, job.scale);
      return;
    }
    ThreadPool& pool = ThreadPool::shared();
    pool.parallel_for(column_tiles_, 1,
                      [&](std::uint64_t begin, std::uint64_t end, unsigned worker) {
                        this->kernels_.columns(plan, job.source, job.swap, begin, end, middle,
                                               scratch + worker * scratch_size());
                      });
    pool.parallel_for(row_tiles_, 1, [&](std::uint64_t begin, std::uint64_t end, unsigned) {
      this->kernels_.rows(plan, middle, begin, end, job.target, job.swap, job.scale);
    });
  }
  std::size_t work(unsigned threads) const override {
    return middle_size() + threads * scratch_size();
  }

 private:
  // A few lines more than needed: tiles at multiples of 4096 bytes would share few sets of the cache.
  std::size_t middle_size() const {
    return row_tiles_ * tables_.plan().rows.n * 2 * this->kernels_.width;
  }
  std::size_t scratch_size() const { return tables_.plan().columns.n * 2 * this->kernels_.width; }

  LineTables<T> tables_;
  std::size_t column_tiles_, row_tiles_;
};

// Bluestein: jk = (j^2 + k^2 - (k - j)^2) / 2 makes a transform a convolution with a chirp.
template <typename T>
class ChirpLine final : public Line<T> {
 public:
  ChirpLine(std::size_t n, const Kernels<T>& kernels)
      : Line<T>(n, kernels),
        inner_(Line<T>::make(padded_length(2 * n - 1, kernels.width), kernels)),
        chirp_(2 * n),
        anti_chirp_(2 * n),
        filter_(2 * inner_->size()) {
    fill();
  }

  void run(const LineJob<T>& job) const override {
    const std::size_t n = this->n_, m = inner_->size();
    T *padded = job.work, *inner_work = job.work + round(2 * m);
    const auto& multiply = this->kernels_.multiply;
    multiply(job.source, job.swap, chirp_.data(), padded, false, n, false, T(1));
    std::memset(padded + 2 * n, 0, (m - n) * 2 * sizeof(T));
    inner_->run({padded, padded, false, T(1), inner_work, job.parallel});
    multiply(padded, false, filter_.data(), padded, false, m, true, T(1));
    inner_->run({padded, padded, false, T(1), inner_work, job.parallel});
    multiply(padded, false, anti_chirp_.data(), job.target, job.swap, n, true, job.scale);
  }
  std::size_t work(unsigned threads) const override {
    return round(2 * inner_->size()) + inner_->work(threads);
  }

 private:
  static std::size_t round(std::size_t size) { return (size + 15) / 16 * 16; }

  void fill() {
    const std::size_t n = this->n_, m = inner_->size();
    std::memset(filter_.data(), 0, 2 * m * sizeof(T));
    for (std::size_t j = 0; j < n; ++j) {
      T re, im;
      write_root<T>(static_cast<std::uint64_t>(static_cast<unsigned __int128>(j) * j % (2 * n)),
                    2 * n, &re, &im);
      chirp_[2 * j] = anti_chirp_[2 * j] = re;
      chirp_[2 * j + 1] = im, anti_chirp_[2 * j + 1] = -im;
      const T each = T(1) / static_cast<T>(m);
      for (std::size_t at : {j, (m - j) % m}) {
        filter_[2 * at] = re * each, filter_[2 * at + 1] = -im * each;
      }
    }
    Array<T> work(inner_->work(1));
    inner_->run({filter_.data(), filter_.data(), false, T(1), work.data(), false});
  }

  std::unique_ptr<const Line<T>> inner_;
  Array<T> chirp_, anti_chirp_, filter_;
};

}  // namespace

template <typename T>
void Line<T>::run_several(const T* const* sources, T* const* targets, std::size_t count,
                          LineJob<T> job) const {
  for (std::size_t i = 0; i < count; ++i) {
    job.source = sources[i], job.target = targets[i];
    run(job);
  }
}

template <typename T>
std::unique_ptr<const Line<T>> Line<T>::make(std::size_t n, const Kernels<T>& kernels) {
  if (n == 1) return std::make_unique<OneNumber<T>>(kernels);
  if (!is_smooth(n)) return std::make_unique<ChirpLine<T>>(n, kernels);
  if (const std::size_t n2 = register_rows(n, kernels.width)) {
    return std::make_unique<RegisterLine<T>>(n2, kernels);
  }
  const std::size_t n1 = divide_line(n, kernels.width);
  if (n1 == 1) return std::make_unique<ShortLine<T>>(n, kernels);
  return std::make_unique<LongLine<T>>(n1, n / n1, kernels);
}

template class Line<float>;
template class Line<double>;

}  // namespace vgpu::fft
