// Plans as lists of axes, and their cache.
// SPDX-License-Identifier: MIT
#include "engine/fft/plan.h"

#include <algorithm>
#include <cmath>
#include <list>
#include <mutex>
#include <utility>

#include "base/error.h"
#include "base/thread_pool.h"
#include "base/topology.h"
#include "engine/fft/axis.h"
#include "engine/fft/work_share.h"
#include "engine/scratch.h"

namespace vgpu::fft {
namespace {

constexpr std::size_t kPlaneBytes = std::size_t{1}
                                    << 19;  // what stays in a core's second-level cache

// Some axes done together for one part of the array after another, so that a part is in cache but once.
template <typename T>
class GroupedAxes final : public Axis<T> {
 public:
  GroupedAxes(std::vector<AxisPtr<T>> axes, std::vector<Dim> parts, std::size_t size, bool real_in,
              unsigned threads)
      : axes_(std::move(axes)),
        parts_(std::move(parts)),
        size_(size),
        real_in_(real_in),
        threads_(threads) {
    for (const auto& axis : axes_) work_ = std::max(work_, padded(axis->work()));
  }
  void run(const T* in, T* out, T* work) const override {
    share(parts_.count(), size_, threads_, [&](std::size_t item, unsigned worker) {
      const Positions::Offset at = parts_[item];
      const T* from = in + (real_in_ ? 1 : 2) * at.in;
      for (const auto& axis : axes_) {
        axis->run(from, out + 2 * at.out, work + worker * work_);
        from = out + 2 * at.out;
      }
    });
  }
  std::size_t work() const override { return threads_ * work_; }

 private:
  std::vector<AxisPtr<T>> axes_;
  Positions parts_;
  std::size_t size_;
  bool real_in_;
  unsigned threads_;
  std::size_t work_ = 0;
};

// The last and the first of three axes done together, in a buffer of a core's own, for one position of the middle one after another.
// Lines of the first axis would touch a row here and a row there, and where those lie a multiple of 4 KiB apart, they share so few
// sets of the caches that each is fetched and driven out again for every few columns; so whole rows come and go, once.
template <typename T>
class SlabAxes final : public Axis<T> {
 public:
  // `rows`: how many there are and how far apart in the output; each has `columns` results.
  SlabAxes(AxisPtr<T> last, AxisPtr<T> first, const Dim& rows, std::size_t columns,
           std::vector<Dim> parts, bool real_in, unsigned threads)
      : last_(std::move(last)),
        first_(std::move(first)),
        rows_(rows),
        columns_(columns),
        parts_(std::move(parts)),
        real_in_(real_in),
        threads_(threads),
        slab_(padded(2 * rows.n * columns)),
        work_(slab_ + std::max(padded(last_->work()), padded(first_->work()))),
        fetches_(4 * slab_ * sizeof(T) <= topology().l2_bytes &&
                 parts_.count() * slab_ * sizeof(T) > 4 * topology().l2_bytes) {}

  void run(const T* in, T* out, T* work) const override {
    share(parts_.count(), rows_.n * columns_, threads_, [&](std::size_t item, unsigned worker) {
      const Positions::Offset at = parts_[item];
      T* slab = work + worker * work_;
      last_->run(source(in, item), slab, slab + slab_);
      first_->run(slab, slab, slab + slab_);
      T* to = out + 2 * at.out;
      const T* soon = fetches_ && item + 1 < parts_.count() ? source(in, item + 1) : nullptr;
      for (std::size_t r = 0; r < rows_.n; ++r, slab += 2 * columns_, to += 2 * rows_.out) {
        if (soon != nullptr) fetch(soon, r);
        std::copy_n(slab, 2 * columns_, to);
      }
    });
  }
  std::size_t work() const override { return threads_ * work_; }

 private:
  const T* source(const T* in, std::size_t item) const {
    return in + (real_in_ ? 1 : 2) * parts_[item].in;
  }
  // Row r of the next slab, while this one leaves.
  void fetch(const T* next, std::size_t r) const {
    constexpr std::size_t kLine = 64 / sizeof(T);
    const std::ptrdiff_t numbers = real_in_ ? 1 : 2;
    const T* row = next + numbers * static_cast<std::ptrdiff_t>(r) * rows_.in;
    const std::size_t length = static_cast<std::size_t>(numbers) * columns_;
    for (std::size_t i = 0; i < length; i += kLine) __builtin_prefetch(row + i, 0, 2);
  }

  AxisPtr<T> last_, first_;
  Dim rows_;
  std::size_t columns_;
  Positions parts_;
  bool real_in_;
  unsigned threads_;
  std::size_t slab_, work_;
  bool fetches_;  // slabs come from beyond the second cache, which has room for the next one
};

// The number of complex results along an axis.
std::size_t results(const Layout& layout, std::size_t axis) {
  const std::size_t n = layout.axes[axis].n;
  return layout.kind != Kind::complex && axis + 1 == layout.axes.size() ? n / 2 + 1 : n;
}

template <typename T>
class TypedPlan final : public Plan {
 public:
  explicit TypedPlan(const Layout& layout)
      : Plan(layout),
        kernels_(kernels_for<T>(simd_level())),
        threads_(layout.serial ? 1 : ThreadPool::shared().size()) {
    layout.kind == Kind::real_backward ? plan_real_backward() : plan_forward();
    for (const auto& step : steps_) work_ = std::max(work_, padded(step->work()));
  }

  void run(const void* in, void* out) const override {
    const engine::Scratch scratch((work_ + between_) * sizeof(T));
    T* work = scratch.as<T>();
    const T* from = static_cast<const T*>(in);
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      const bool last = i + 1 == steps_.size();
      T* to = between_ != 0 && !last ? work + work_ : static_cast<T*>(out);
      steps_[i]->run(from, to, work);
      from = to;
    }
  }

 private:
  AxisOptions<T> options(bool last, unsigned threads) const {
    const bool backward =
        layout_.kind == Kind::complex ? layout_.backward : layout_.kind == Kind::real_backward;
    return {kernels_, backward, last ? static_cast<T>(layout_.scale) : T(1), threads};
  }

  // The other dimensions that axis i runs over; axes in front of `first` and the batch only if `whole`.
  std::vector<Dim> others(std::size_t i, std::size_t first, bool whole, bool in_place) const {
    std::vector<Dim> dims = whole ? layout_.batch : std::vector<Dim>{};
    for (std::size_t a = whole ? 0 : first; a < layout_.axes.size(); ++a) {
      if (a != i) dims.push_back({results(layout_, a), layout_.axes[a].in, layout_.axes[a].out});
    }
    if (in_place) {
      for (Dim& d : dims) d.in = d.out;
    }
    return dims;
  }

  // Axis i as a step; the first one that runs (the last axis) goes from the input to the output.
  AxisPtr<T> step(std::size_t i, std::size_t first, bool whole) const {
    const bool from_input = i + 1 == layout_.axes.size();
    Dim axis = layout_.axes[i];
    if (!from_input) axis.in = axis.out;
    const AxisOptions<T> how = options(i == 0, whole ? threads_ : 1);
    std::vector<Dim> dims = others(i, first, whole, !from_input);
    if (from_input && layout_.kind == Kind::real_forward) {
      return make_real_forward_axis(axis, std::move(dims), how);
    }
    return make_complex_axis(axis, std::move(dims), how);
  }

  // Whether lines of the first of three axes lie so that rows of the last two are better (SlabAxes).
  bool prefers_slabs() const {
    if (layout_.axes.size() != 3) return false;
    constexpr std::size_t kRowBytes = 512;
    const Dim &first = layout_.axes[0], &last = layout_.axes[2];
    const std::size_t row = results(layout_, 2) * 2 * sizeof(T);
    const std::size_t step = static_cast<std::size_t>(std::abs(first.out)) * 2 * sizeof(T);
    std::size_t parts = layout_.axes[1].n;
    for (const Dim& d : layout_.batch) parts *= d.n;
    return last.out == 1 && row >= kRowBytes && step % 4096 == 0 && first.n > 16 &&
           first.n * row <= kPlaneBytes && parts >= 2 * threads_;
  }

  void plan_slabs() {
    const std::size_t columns = results(layout_, 2);
    const Dim &first = layout_.axes[0], &middle = layout_.axes[1], &last = layout_.axes[2];
    const auto row = static_cast<std::ptrdiff_t>(columns);
    const AxisOptions<T> alone = options(false, 1);
    const Dim rows{first.n, first.in, row};
    AxisPtr<T> step_last = layout_.kind == Kind::real_forward
                               ? make_real_forward_axis<T>({last.n, last.in, 1}, {rows}, alone)
                               : make_complex_axis<T>({last.n, last.in, 1}, {rows}, alone);
    AxisPtr<T> step_first = make_complex_axis<T>({first.n, row, row}, {{columns, 1, 1}}, alone);
    std::vector<Dim> parts = layout_.batch;
    parts.push_back(middle);
    steps_.push_back(std::make_unique<SlabAxes<T>>(std::move(step_last), std::move(step_first),
                                                   first, columns, std::move(parts),
                                                   layout_.kind == Kind::real_forward, threads_));
    steps_.push_back(make_complex_axis<T>({middle.n, middle.out, middle.out},
                                          others(1, 0, true, true), options(true, threads_)));
  }

  // How many of the last axes are done together: those whose part fits a cache, if there are parts enough.
  std::size_t grouped() const {
    std::size_t size = 1, count = 0;
    for (std::size_t i = layout_.axes.size(); i-- > 0; ++count) {
      size *= results(layout_, i);
      if (size * 2 * sizeof(T) > kPlaneBytes) break;
    }
    std::size_t parts = 1;
    for (const Dim& d : layout_.batch) parts *= d.n;
    for (std::size_t i = 0; i + count < layout_.axes.size(); ++i) parts *= layout_.axes[i].n;
    return count >= 2 && parts >= 2 * threads_ ? count : 0;
  }

  void plan_forward() {
    if (prefers_slabs()) return plan_slabs();
    const std::size_t rank = layout_.axes.size(), together = grouped();
    std::size_t i = rank;
    if (together > 0) {
      std::vector<AxisPtr<T>> axes;
      const std::size_t first = rank - together;
      std::size_t size = 1;
      for (; i > first; --i) {
        axes.push_back(step(i - 1, first, false));
        size *= results(layout_, i - 1);
      }
      std::vector<Dim> parts = layout_.batch;
      parts.insert(parts.end(), layout_.axes.begin(),
                   layout_.axes.begin() + static_cast<std::ptrdiff_t>(first));
      steps_.push_back(std::make_unique<GroupedAxes<T>>(
          std::move(axes), std::move(parts), size, layout_.kind == Kind::real_forward, threads_));
    }
    for (; i > 0; --i) steps_.push_back(step(i - 1, 0, true));
  }

  // Complex axes first, from the input into memory of our own, then the real one into the output.
  void plan_real_backward() {
    const std::size_t rank = layout_.axes.size();
    std::vector<Dim> all = layout_.batch;  // with strides of the input and of the memory between
    for (std::size_t i = 0; i < rank; ++i) {
      all.push_back({results(layout_, i), layout_.axes[i].in, layout_.axes[i].out});
    }
    std::vector<std::ptrdiff_t> packed(all.size(), 1);
    for (std::size_t i = all.size(); i-- > 1;) {
      packed[i - 1] = packed[i] * static_cast<std::ptrdiff_t>(all[i].n);
    }
    if (rank > 1) between_ = 2 * static_cast<std::size_t>(packed[0]) * all[0].n;
    const std::size_t shift = layout_.batch.size();
    for (std::size_t i = 0; i + 1 < rank; ++i) {
      std::vector<Dim> dims;
      for (std::size_t d = 0; d < all.size(); ++d) {
        dims.push_back({all[d].n, i == 0 ? all[d].in : packed[d], packed[d]});
      }
      const Dim axis = dims[shift + i];
      dims.erase(dims.begin() + static_cast<std::ptrdiff_t>(shift + i));
      steps_.push_back(make_complex_axis(axis, std::move(dims), options(false, threads_)));
    }
    std::vector<Dim> dims;
    for (std::size_t d = 0; d + 1 < all.size(); ++d) {
      dims.push_back({all[d].n, rank > 1 ? packed[d] : all[d].in, all[d].out});
    }
    Dim axis = layout_.axes.back();
    if (rank > 1) axis.in = 1;
    steps_.push_back(make_real_backward_axis(axis, std::move(dims), options(true, threads_)));
  }

  const Kernels<T>& kernels_;
  const unsigned threads_;
  std::vector<AxisPtr<T>> steps_;
  std::size_t work_ = 0, between_ = 0;  // numbers
};

void check(const Layout& layout) {
  if (layout.axes.empty()) fail(ErrorCode::InvalidValue, "rank: a transform needs an axis");
  double numbers = 1, reach = 0;
  for (const Dim& d : layout.axes) {
    if (d.n == 0) fail(ErrorCode::InvalidValue, "n: an axis of length 0 has no transform");
    if (d.n >> 31 != 0) fail(ErrorCode::InvalidValue, "n: an axis of length {} is too long", d.n);
  }
  for (const auto* dims : {&layout.axes, &layout.batch}) {
    for (const Dim& d : *dims) {
      const auto n = static_cast<double>(d.n);
      numbers *= n;
      reach += n * (std::abs(static_cast<double>(d.in)) + std::abs(static_cast<double>(d.out)));
    }
  }
  if (numbers > 0x1p40) fail(ErrorCode::InvalidValue, "n: {:.3g} numbers are too many", numbers);
  if (reach > 0x1p50) fail(ErrorCode::InvalidValue, "strides: reach beyond any memory");
  if (!std::isfinite(layout.scale)) fail(ErrorCode::InvalidValue, "scale: is not a number");
}

std::shared_ptr<const Plan> make(const Layout& layout) {
  check(layout);
  if (layout.f64) return std::make_shared<TypedPlan<double>>(layout);
  return std::make_shared<TypedPlan<float>>(layout);
}

// The plans used last, newest first.
struct Cache {
  static constexpr std::size_t kPlans = 64;
  std::mutex mutex;
  std::list<std::shared_ptr<const Plan>> plans;
};

Cache& cache() {
  static auto* shared = new Cache;  // never destroyed: streams may run until the process ends
  return *shared;
}

Plan::Extent extent(const Layout& layout, std::ptrdiff_t Dim::* stride, bool real, bool halved) {
  std::ptrdiff_t low = 0, high = 0;
  const auto add = [&](std::size_t n, std::ptrdiff_t step) {
    const std::ptrdiff_t reach = static_cast<std::ptrdiff_t>(n - 1) * step;
    (reach < 0 ? low : high) += reach;
  };
  for (const Dim& d : layout.batch) {
    if (d.n == 0) return {0, 0};
    add(d.n, d.*stride);
  }
  for (std::size_t i = 0; i < layout.axes.size(); ++i) {
    add(halved ? results(layout, i) : layout.axes[i].n, layout.axes[i].*stride);
  }
  const auto bytes = static_cast<std::ptrdiff_t>((layout.f64 ? 8 : 4) * (real ? 1 : 2));
  return {-low * bytes, (high + 1) * bytes};
}

}  // namespace

std::shared_ptr<const Plan> Plan::get(const Layout& layout) {
  Cache& known = cache();
  {
    std::lock_guard lock(known.mutex);
    const auto found = std::find_if(known.plans.begin(), known.plans.end(),
                                    [&](const auto& plan) { return plan->layout() == layout; });
    if (found != known.plans.end()) {
      known.plans.splice(known.plans.begin(), known.plans, found);
      return known.plans.front();
    }
  }
  std::shared_ptr<const Plan> plan = make(layout);
  std::lock_guard lock(known.mutex);
  known.plans.push_front(plan);
  if (known.plans.size() > Cache::kPlans) known.plans.pop_back();
  return plan;
}

double Plan::operations() const {
  double numbers = 1, batch = 1;
  for (const Dim& d : layout_.axes) numbers *= static_cast<double>(d.n);
  for (const Dim& d : layout_.batch) batch *= static_cast<double>(d.n);
  return 5 * batch * numbers * std::log2(numbers + 1);
}

Plan::Extent Plan::in_extent() const {
  return extent(layout_, &Dim::in, layout_.kind == Kind::real_forward,
                layout_.kind == Kind::real_backward);
}
Plan::Extent Plan::out_extent() const {
  return extent(layout_, &Dim::out, layout_.kind == Kind::real_backward,
                layout_.kind == Kind::real_forward);
}

}  // namespace vgpu::fft
