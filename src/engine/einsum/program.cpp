// The steps of an einsum: sums of single operands, pairs, copies, parts where memory is limited.
// SPDX-License-Identifier: MIT
#include "engine/einsum/program.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.h"
#include "engine/einsum/arrange.h"

namespace vgpu::einsum {
namespace {

constexpr double kMostElements = 0x1p50;  // of an array that might exist

// An array on its way through the steps.
struct Array {
  View view;
  Place place;
};

class Builder {
 public:
  explicit Builder(const ProgramRequest& request) : request_(request), sizes_(request.sizes) {
    for (std::size_t i = 0; i < request.operands.size(); ++i) {
      arrays_.push_back({request.operands[i], {Place::Kind::operand, static_cast<int>(i)}});
    }
  }

  Program build() {
    const Array output{request_.output, {Place::Kind::output, 0}};
    if (elements(set_of(request_.output.term), sizes_) == 0) return std::move(program_);
    if (std::find(sizes_.begin(), sizes_.end(), 0) != sizes_.end()) {
      add_loops({{}, {Place::Kind::zero, 0}}, nullptr, output);  // sums of nothing
      return std::move(program_);
    }
    for (const auto& pair : request_.path) contract(pair, arrays_.size() == 2 ? &output : nullptr);
    if (request_.path.empty()) add_loops(arrays_[0], nullptr, output);
    return std::move(program_);
  }

 private:
  void contract(std::pair<int, int> pair, const Array* output) {
    std::vector<Indices> terms;
    for (const Array& array : arrays_) terms.push_back(set_of(array.view.term));
    const auto first = static_cast<std::size_t>(pair.first),
               second = static_cast<std::size_t>(pair.second);
    const Indices keep =
        needed_beside(terms, set_of(request_.output.term), pair.first, pair.second);
    Array left = summed(arrays_[first], keep | terms[second]),
          right = summed(arrays_[second], keep | terms[first]);
    // The larger one's rows are copied as they lie.
    if (elements(set_of(left.view.term), sizes_) < elements(set_of(right.view.term), sizes_)) {
      std::swap(left, right);
    }
    const Pair of{left.view, right.view, output != nullptr ? &output->view : nullptr,
                  groups_of(left.view, right.view, keep), request_.is_complex};
    Array result = prefers_loops(of, sizes_) ? by_loops(of, left, right, output)
                                             : by_product(of, left, right, output);
    replace_pair(arrays_, pair, std::move(result));
  }

  // The array without indices that nobody else needs.
  Array summed(const Array& array, const Indices& keep) {
    Term kept = by_strides(array.view.term, array.view);
    std::erase_if(kept, [&](Index i) { return !keep[static_cast<std::size_t>(i)]; });
    return kept.size() == array.view.term.size() ? array : copied(array, kept);
  }

  Array copied(const Array& array, const Term& layout) {
    Array copy = temporary(layout);
    add_loops(array, nullptr, copy);
    return copy;
  }

  Array by_loops(const Pair& pair, const Array& left, const Array& right, const Array* output) {
    Term order = by_strides(left.view.term, left.view);
    std::erase_if(order, [&](Index i) {
      return std::find(pair.groups.sum.begin(), pair.groups.sum.end(), i) != pair.groups.sum.end();
    });
    for (const Index i : by_strides(pair.groups.columns, right.view)) order.push_back(i);
    Array result = output != nullptr ? *output : temporary(order);
    add_loops(left, &right, result);
    return result;
  }

  Array by_product(const Pair& pair, Array left, Array right, const Array* output) {
    const Arrangement found = arrange(pair, sizes_);
    if (found.exchanged) std::swap(left, right);
    if (found.copy_left) left = copied(left, layout_of_copy(found, left.view, true));
    if (found.copy_right) right = copied(right, layout_of_copy(found, right.view, false));
    const Groups& g = found.groups;
    Term order = g.both;
    order.insert(order.end(), g.rows.begin(), g.rows.end());
    order.insert(order.end(), g.columns.begin(), g.columns.end());
    const bool direct = output != nullptr && !found.copy_result;
    const Array result = direct ? *output : temporary(order);
    add_product(found, left, right, result);
    if (output == nullptr || direct) return result;
    add_loops(result, nullptr, *output);
    return *output;
  }

  void add_product(const Arrangement& found, const Array& left, const Array& right,
                   const Array& result) {
    const Groups& g = found.groups;
    const Matrix a = *matrix_of(left.view, g.rows, g.sum, sizes_),
                 b = *matrix_of(right.view, g.sum, g.columns, sizes_),
                 c = *matrix_of(result.view, g.rows, g.columns, sizes_);
    ProductStep step{found.m, found.n, found.k, a.row, a.column, b.row, b.column, c.row, {}};
    for (const Index i : g.both) {
      step.batch.push_back({sizes_[static_cast<std::size_t>(i)], left.view.stride_of(i),
                            right.view.stride_of(i), result.view.stride_of(i), false});
    }
    merge(step.batch);
    sort_stably(step.batch, [](const Loop& x, const Loop& y) { return x.n < y.n; });
    program_.steps.push_back({left.place, right.place, result.place, std::move(step)});
  }

  void add_loops(const Array& a, const Array* b, const Array& out) {
    Indices all = set_of(a.view.term) | set_of(out.view.term);
    if (b != nullptr) all |= set_of(b->view.term);
    const Indices kept = set_of(out.view.term);
    std::vector<Loop> loops;
    for (std::size_t i = 0; i < sizes_.size(); ++i) {
      if (!all[i]) continue;
      const auto index = static_cast<Index>(i);
      loops.push_back({sizes_[i], a.view.stride_of(index),
                       b != nullptr ? b->view.stride_of(index) : 0, out.view.stride_of(index),
                       !kept[i]});
    }
    program_.steps.push_back({a.place, b != nullptr ? b->place : Place{}, out.place,
                              LoopStep{make_nest(std::move(loops), b != nullptr)}});
  }

  Array temporary(const Term& order) {
    if (const double size = elements(set_of(order), sizes_); size > kMostElements) {
      fail(ErrorCode::MemoryAllocation, "an intermediate result has {:.3g} elements", size);
    }
    View view{order, std::vector<std::int64_t>(order.size())};
    std::int64_t step = 1;
    for (std::size_t i = order.size(); i-- > 0;) {
      view.strides[i] = step;
      step *= sizes_[static_cast<std::size_t>(order[i])];
    }
    program_.temporaries.push_back(step);
    const auto number = static_cast<int>(program_.temporaries.size() - 1);
    return {std::move(view), {Place::Kind::temporary, number}};
  }

  const ProgramRequest& request_;
  const Shape& sizes_;
  std::vector<Array> arrays_;
  Program program_;
};

// The same with less of one index.
ProgramRequest with_part(const ProgramRequest& request, std::size_t index, std::int64_t width) {
  ProgramRequest part = request;
  part.sizes[index] = width;
  if (width != 1) return part;
  const auto drop = [&](View& view) {
    for (std::size_t i = view.term.size(); i-- > 0;) {
      if (view.term[i] != static_cast<Index>(index)) continue;
      view.term.erase(view.term.begin() + static_cast<std::ptrdiff_t>(i));
      view.strides.erase(view.strides.begin() + static_cast<std::ptrdiff_t>(i));
    }
  };
  for (View& view : part.operands) drop(view);
  drop(part.output);
  return part;
}

// Over an index of what does not fit.
Program in_parts(const ProgramRequest& request, std::size_t index, std::int64_t width) {
  auto parts = std::make_unique<Program::Parts>();
  const std::int64_t n = request.sizes[index];
  parts->count = n / width;
  for (const View& view : request.operands) {
    parts->in_steps.push_back(view.stride_of(static_cast<Index>(index)) * width);
  }
  parts->out_step = request.output.stride_of(static_cast<Index>(index)) * width;
  parts->sums = !set_of(request.output.term)[index];
  parts->whole = std::make_unique<Program>(make_program(with_part(request, index, width)));
  if (n % width != 0) {
    parts->rest = std::make_unique<Program>(make_program(with_part(request, index, n % width)));
  }
  Program program;
  program.parts = std::move(parts);
  return program;
}

}  // namespace

Program make_program(const ProgramRequest& request) {
  if (request.limit > 0) {
    Network network{{}, set_of(request.output.term), request.sizes};
    for (const View& view : request.operands) network.terms.push_back(set_of(view.term));
    const Largest largest = largest_result(network, request.path);
    if (largest.elements > static_cast<double>(request.limit) && largest.indices.any()) {
      std::size_t longest = largest.indices._Find_first();
      for (std::size_t i = longest; i < request.sizes.size(); ++i) {
        if (largest.indices[i] && request.sizes[i] > request.sizes[longest]) longest = i;
      }
      const std::int64_t n = request.sizes[longest];
      const double parts = std::ceil(largest.elements / static_cast<double>(request.limit));
      const auto most = static_cast<double>(n);
      return in_parts(request, longest, n / static_cast<std::int64_t>(std::min(parts, most)));
    }
  }
  return Builder(request).build();
}

}  // namespace vgpu::einsum
