// Plans of einsums: made from a request, kept for the next time, run.
// SPDX-License-Identifier: MIT
#include "engine/einsum/plan.h"

#include <algorithm>
#include <complex>
#include <cstdlib>
#include <cstring>
#include <list>
#include <mutex>
#include <unordered_map>

#include "base/error.h"
#include "engine/einsum/run.h"
#include "engine/scratch.h"

namespace vgpu::einsum {
namespace {

constexpr double kFarthest = 0x1p50;  // elements that an array might reach over

std::ptrdiff_t bytes_of(Type type) { return type == Type::f32 ? 4 : type == Type::c64 ? 16 : 8; }

void check_reach(const ArrayLayout& array) {
  double reach = 1, elements = 1;
  for (std::size_t i = 0; i < array.shape.size(); ++i) {
    const auto n = static_cast<double>(array.shape[i]);
    reach += n * std::abs(static_cast<double>(array.strides[i])), elements *= n;
  }
  if (elements > kFarthest) {
    fail(ErrorCode::InvalidValue, "n: an array of {:.3g} elements is larger than any memory",
         elements);
  }
  if (reach > kFarthest) fail(ErrorCode::InvalidValue, "strides: reach beyond any memory");
}

// That no two elements of the output lie in one place.
void check_distinct(const ArrayLayout& output) {
  std::vector<std::pair<std::int64_t, std::int64_t>> axes;  // step and length
  for (std::size_t i = 0; i < output.shape.size(); ++i) {
    if (output.shape[i] == 0) return;
    if (output.shape[i] > 1) axes.emplace_back(std::abs(output.strides[i]), output.shape[i]);
  }
  std::sort(axes.begin(), axes.end());
  std::int64_t reach = 0;
  for (const auto& [step, n] : axes) {
    if (step <= reach) {
      fail(ErrorCode::InvalidValue, "outStrides: elements of the output would lie in one place");
    }
    reach += step * (n - 1);
  }
}

Plan::Extent extent_of(const ArrayLayout& array, Type type) {
  std::ptrdiff_t low = 0, high = 0;
  for (std::size_t i = 0; i < array.shape.size(); ++i) {
    if (array.shape[i] == 0) return {};
    const std::ptrdiff_t reach = (array.shape[i] - 1) * array.strides[i];
    (reach < 0 ? low : high) += reach;
  }
  return {-low * bytes_of(type), (high + 1) * bytes_of(type)};
}

// Each index once: a diagonal's step is the sum of its axes'. Axes of length 1 stand for any number of positions, at no step.
View view_of(const Term& term, const ArrayLayout& array) {
  View view;
  for (std::size_t i = 0; i < term.size(); ++i) {
    if (array.shape[i] == 1) continue;
    const auto known = std::find(view.term.begin(), view.term.end(), term[i]);
    if (known == view.term.end()) {
      view.term.push_back(term[i]), view.strides.push_back(array.strides[i]);
    } else {
      view.strides[static_cast<std::size_t>(known - view.term.begin())] += array.strides[i];
    }
  }
  return view;
}

// Addresses of operands, copied where their numbers do not lie as the CPU's instructions want them.
template <typename E>
class Operands {
 public:
  void add(const void* data, Plan::Extent extent) {
    const auto* from = static_cast<const char*>(data);
    if (reinterpret_cast<std::uintptr_t>(data) % alignof(E) != 0 && extent.behind != 0) {
      copies_.push_back(std::make_unique<engine::Scratch>(
          static_cast<std::size_t>(extent.before + extent.behind)));
      char* const to = copies_.back()->template as<char>();
      std::memcpy(to, from - extent.before,
                  static_cast<std::size_t>(extent.before + extent.behind));
      from = to + extent.before;
    }
    data_.push_back(reinterpret_cast<const E*>(from));
  }
  const E* const* data() const { return data_.data(); }

 private:
  std::vector<const E*> data_;
  std::vector<std::unique_ptr<engine::Scratch>> copies_;
};

template <typename E>
void run_typed(const Plan& plan, const Program& program, const void* const* in, void* out) {
  Operands<E> operands;
  for (std::size_t i = 0; i < plan.operands(); ++i) operands.add(in[i], plan.in_extent(i));
  if (reinterpret_cast<std::uintptr_t>(out) % alignof(E) == 0) {
    return run_program<E>(program, operands.data(), static_cast<E*>(out), false);
  }
  const Plan::Extent extent = plan.out_extent();
  const engine::Scratch scratch(static_cast<std::size_t>(extent.before + extent.behind));
  E* const aligned = reinterpret_cast<E*>(scratch.as<char>() + extent.before);
  run_program<E>(program, operands.data(), aligned, false);
  std::vector<Loop> loops;
  for (std::size_t i = 0; i < plan.shape().size(); ++i) {
    loops.push_back({plan.shape()[i], 0, 0, plan.strides()[i], false});
  }
  const std::int64_t count = Positions::count(loops);
  if (count == 0) return;
  Positions at(loops);
  for (std::int64_t i = 0; i < count; ++i, at.next()) {
    std::memcpy(static_cast<char*>(out) + at.out * static_cast<std::ptrdiff_t>(sizeof(E)),
                aligned + at.out, sizeof(E));
  }
}

void put(std::string& key, std::int64_t number) {
  key.append(reinterpret_cast<const char*>(&number), sizeof number);
}
void put(std::string& key, const std::vector<std::int64_t>& numbers) {
  put(key, static_cast<std::int64_t>(numbers.size()));
  for (const std::int64_t number : numbers) put(key, number);
}

// All that a plan follows from.
std::string key_of(const Request& r) {
  std::string key;
  put(key, static_cast<std::int64_t>(r.type) << 8 | static_cast<std::int64_t>(r.optimize));
  put(key, r.memory_limit);
  put(key, static_cast<std::int64_t>(r.operands.size()));
  for (const ArrayLayout& array : r.operands) put(key, array.shape), put(key, array.strides);
  put(key, r.out_strides ? 1 : 0);
  if (r.out_strides) put(key, *r.out_strides);
  return key + r.subscripts;
}

// The plans used last, newest first.
struct Cache {
  static constexpr std::size_t kPlans = 256;
  struct Row {
    std::string key;
    std::shared_ptr<const Plan> plan;
  };
  std::mutex mutex;
  std::list<Row> rows;
  std::unordered_map<std::string, std::list<Row>::iterator> by_key;
};

Cache& cache() {
  static auto* shared = new Cache;  // never destroyed: streams may run until the process ends
  return *shared;
}

}  // namespace

std::vector<std::int64_t> contiguous(const Shape& shape) {
  std::vector<std::int64_t> strides(shape.size());
  std::int64_t step = 1;
  for (std::size_t i = shape.size(); i-- > 0;) {
    strides[i] = step;
    if (__builtin_mul_overflow(step, std::max<std::int64_t>(shape[i], 1), &step)) {
      fail(ErrorCode::InvalidValue, "n: the array is larger than any memory");
    }
  }
  return strides;
}

Plan::Plan(const Request& request) : type_(request.type) {
  if (request.operands.empty()) fail(ErrorCode::InvalidValue, "operands: there are none");
  std::vector<Shape> shapes;
  for (const ArrayLayout& array : request.operands) {
    check_reach(array);
    shapes.push_back(array.shape);
    in_extents_.push_back(extent_of(array, type_));
  }
  const Subscripts text = parse(request.subscripts, shapes);
  for (const Index i : text.output)
    output_.shape.push_back(text.sizes[static_cast<std::size_t>(i)]);
  output_.strides = request.out_strides ? *request.out_strides : contiguous(output_.shape);
  if (output_.strides.size() != output_.shape.size()) {
    fail(ErrorCode::InvalidValue, "outRank: {} strides for an output with {} axes",
         output_.strides.size(), output_.shape.size());
  }
  check_reach(output_);
  check_distinct(output_);
  out_extent_ = extent_of(output_, type_);
  ProgramRequest wanted{
      {}, view_of(text.output, output_), text.sizes,
      {}, request.memory_limit,          type_ == Type::c32 || type_ == Type::c64};
  Network network{{}, set_of(wanted.output.term), text.sizes};
  Indices summed;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    wanted.operands.push_back(view_of(text.terms[i], request.operands[i]));
    network.terms.push_back(set_of(wanted.operands.back().term));
  }
  path_ = wanted.path = find_path(network, request.optimize, request.memory_limit);
  operations_ = einsum::operations(network, path_);
  for (const Indices& term : network.terms) summed |= term;
  products_ = elements(summed & ~set_of(text.output), text.sizes);
  program_ = make_program(wanted);
}

std::shared_ptr<const Plan> Plan::get(const Request& request) {
  Cache& known = cache();
  std::string key = key_of(request);
  {
    const std::lock_guard lock(known.mutex);
    if (const auto found = known.by_key.find(key); found != known.by_key.end()) {
      known.rows.splice(known.rows.begin(), known.rows, found->second);
      return found->second->plan;
    }
  }
  auto plan = std::make_shared<const Plan>(request);
  const std::lock_guard lock(known.mutex);
  if (known.by_key.contains(key)) return plan;  // another thread was faster
  known.rows.push_front({key, plan});
  known.by_key.emplace(std::move(key), known.rows.begin());
  if (known.rows.size() > Cache::kPlans) {
    known.by_key.erase(known.rows.back().key);
    known.rows.pop_back();
  }
  return plan;
}

void Plan::run(const void* const* in, void* out) const {
  if (out_extent_.behind == 0) return;
  switch (type_) {
    case Type::f32:
      return run_typed<float>(*this, program_, in, out);
    case Type::f64:
      return run_typed<double>(*this, program_, in, out);
    case Type::c32:
      return run_typed<std::complex<float>>(*this, program_, in, out);
    case Type::c64:
      return run_typed<std::complex<double>>(*this, program_, in, out);
  }
}

}  // namespace vgpu::einsum
