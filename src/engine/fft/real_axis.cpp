// Axes of real numbers: an even length is a complex transform of half of it, an odd one a whole complex one.
// SPDX-License-Identifier: MIT
#include <utility>

#include "engine/fft/axis.h"
#include "engine/fft/line.h"
#include "engine/fft/work_share.h"

namespace vgpu::fft {
namespace {

template <typename T>
class RealAxis : public Axis<T> {
 public:
  RealAxis(const Dim& axis, std::vector<Dim> others, const AxisOptions<T>& options)
      : axis_(axis),
        others_(std::move(others)),
        options_(options),
        even_(axis.n % 2 == 0),
        half_(axis.n / 2),
        line_(Line<T>::make(even_ ? half_ : axis.n, options.kernels)),
        twiddles_(even_ ? half_ + 2 : 0),
        inside_(options.threads > 1 && axis.n >= kLongLine && others_.count() < options.threads) {
    if (!even_) return;
    for (std::size_t k = 0; k <= half_ / 2; ++k) {
      write_root<T>(k, axis.n, &twiddles_[2 * k], &twiddles_[2 * k + 1]);
    }
  }
  std::size_t work() const override { return (inside_ ? 1 : options_.threads) * work_each(); }

 protected:
  // body(offset, work) for each line.
  template <typename Body>
  void each(T* work, const Body& body) const {
    share(others_.count(), axis_.n, inside_ ? 1 : options_.threads,
          [&](std::size_t item, unsigned worker) {
            body(others_[item], work + worker * work_each());
          });
  }
  std::size_t line_work() const { return padded(line_->work(inside_ ? options_.threads : 1)); }
  std::size_t work_each() const { return line_work() + padded(2 * axis_.n + 4); }
  void transform(const T* from, T* to, bool backward, T scale, T* work) const {
    line_->run({from, to, backward, scale, work, inside_});
  }

  Dim axis_;
  Positions others_;
  AxisOptions<T> options_;
  bool even_;
  std::size_t half_;  // n / 2
  std::unique_ptr<const Line<T>> line_;
  Array<T> twiddles_;
  bool inside_;
};

template <typename T>
class ForwardAxis final : public RealAxis<T> {
 public:
  using RealAxis<T>::RealAxis;
  void run(const T* in, T* out, T* work) const override {
    this->each(work, [&](Positions::Offset at, T* own) {
      T* buffer = own + this->line_work();
      this->even_ ? even(in + at.in, out + 2 * at.out, own, buffer)
                  : odd(in + at.in, out + 2 * at.out, own, buffer);
    });
  }

 private:
  void even(const T* in, T* out, T* work, T* buffer) const {
    const Dim& axis = this->axis_;
    if (axis.in != 1) {
      for (std::size_t i = 0; i < axis.n; ++i)
        buffer[i] = in[static_cast<std::ptrdiff_t>(i) * axis.in];
    }
    T* to = axis.out == 1 ? out : buffer;
    this->transform(axis.in == 1 ? in : buffer, to, false, T(1), work);
    this->options_.kernels.real_forward(to, this->twiddles_.data(), this->half_,
                                        this->options_.scale);
    if (axis.out != 1) copy_out(buffer, out);
  }
  void odd(const T* in, T* out, T* work, T* buffer) const {
    for (std::size_t i = 0; i < this->axis_.n; ++i) {
      buffer[2 * i] = in[static_cast<std::ptrdiff_t>(i) * this->axis_.in];
      buffer[2 * i + 1] = 0;
    }
    this->transform(buffer, buffer, false, this->options_.scale, work);
    buffer[1] = 0;
    copy_out(buffer, out);
  }
  void copy_out(const T* buffer, T* out) const {
    for (std::size_t k = 0; k <= this->half_; ++k) {
      T* to = out + 2 * static_cast<std::ptrdiff_t>(k) * this->axis_.out;
      to[0] = buffer[2 * k], to[1] = buffer[2 * k + 1];
    }
  }
};

template <typename T>
class BackwardAxis final : public RealAxis<T> {
 public:
  using RealAxis<T>::RealAxis;
  void run(const T* in, T* out, T* work) const override {
    this->each(work, [&](Positions::Offset at, T* own) {
      T* buffer = own + this->line_work();
      this->even_ ? even(in + 2 * at.in, out + at.out, own, buffer)
                  : odd(in + 2 * at.in, out + at.out, own, buffer);
    });
  }

 private:
  void even(const T* in, T* out, T* work, T* buffer) const {
    const Dim& axis = this->axis_;
    if (axis.in != 1) {
      for (std::size_t k = 0; k <= this->half_; ++k) {
        const T* from = in + 2 * static_cast<std::ptrdiff_t>(k) * axis.in;
        buffer[2 * k] = from[0], buffer[2 * k + 1] = from[1];
      }
    }
    this->options_.kernels.real_backward(axis.in == 1 ? in : buffer, buffer, this->twiddles_.data(),
                                         this->half_);
    this->transform(buffer, axis.out == 1 ? out : buffer, true, this->options_.scale, work);
    if (axis.out == 1) return;
    for (std::size_t i = 0; i < axis.n; ++i)
      out[static_cast<std::ptrdiff_t>(i) * axis.out] = buffer[i];
  }
  void odd(const T* in, T* out, T* work, T* buffer) const {
    const std::size_t n = this->axis_.n;
    buffer[0] = in[0], buffer[1] = 0;
    for (std::size_t k = 1; k <= this->half_; ++k) {
      const T* from = in + 2 * static_cast<std::ptrdiff_t>(k) * this->axis_.in;
      buffer[2 * k] = buffer[2 * (n - k)] = from[0];
      buffer[2 * k + 1] = from[1], buffer[2 * (n - k) + 1] = -from[1];
    }
    this->transform(buffer, buffer, true, this->options_.scale, work);
    for (std::size_t i = 0; i < n; ++i) {
      out[static_cast<std::ptrdiff_t>(i) * this->axis_.out] = buffer[2 * i];
    }
  }
};

}  // namespace

template <typename T>
AxisPtr<T> make_real_forward_axis(const Dim& axis, std::vector<Dim> others,
                                  const AxisOptions<T>& options) {
  return std::make_unique<ForwardAxis<T>>(axis, std::move(others), options);
}
template <typename T>
AxisPtr<T> make_real_backward_axis(const Dim& axis, std::vector<Dim> others,
                                   const AxisOptions<T>& options) {
  return std::make_unique<BackwardAxis<T>>(axis, std::move(others), options);
}

template AxisPtr<float> make_real_forward_axis(const Dim&, std::vector<Dim>,
                                               const AxisOptions<float>&);
template AxisPtr<double> make_real_forward_axis(const Dim&, std::vector<Dim>,
                                                const AxisOptions<double>&);
template AxisPtr<float> make_real_backward_axis(const Dim&, std::vector<Dim>,
                                                const AxisOptions<float>&);
template AxisPtr<double> make_real_backward_axis(const Dim&, std::vector<Dim>,
                                                 const AxisOptions<double>&);

}  // namespace vgpu::fft
