// The search for an arrangement: a few dozen candidates, each a matter of comparing strides.
// SPDX-License-Identifier: MIT
#include "engine/einsum/arrange.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

namespace vgpu::einsum {
namespace {

constexpr std::int64_t kWorthwhile = 32;  // rows or columns of a product that is worth a call
constexpr double kCall = 0.1;  // what looping over one side costs, for each of its elements

bool has(const View& view, Index index) {
  return std::find(view.term.begin(), view.term.end(), index) != view.term.end();
}

// The step of a group as one axis, where its indices lie one in another.
std::optional<std::int64_t> step_of(const Term& group, const View& view, const Shape& sizes) {
  if (group.empty()) return 1;
  std::int64_t step = view.stride_of(group.back());
  const std::int64_t last = step;
  for (std::size_t i = group.size() - 1; i-- > 0;) {
    step *= sizes[static_cast<std::size_t>(group[i + 1])];
    if (view.stride_of(group[i]) != step) return std::nullopt;
  }
  return last;
}

// Rows or columns side by side and not one in another, as products read them.
std::optional<Matrix> readable(std::int64_t rows, std::int64_t row, std::int64_t columns,
                               std::int64_t column) {
  if (columns == 1) column = 1;
  if (rows == 1) row = column == 1 ? columns : 1;
  if (column == 1 && row >= columns) return Matrix{row, 1};
  if (row == 1 && column >= rows) return Matrix{1, column};
  return std::nullopt;
}

double elements_of(const View& view, const Shape& sizes) {
  return elements(set_of(view.term), sizes);
}

// Leaves the last indices of a group that are one axis in both arrays and gives the others to the stack.
bool loop_over_front(Term& group, Term& stack, const View& view, const View* result,
                     const Shape& sizes) {
  Term rest;
  while (!group.empty()) {
    rest.insert(rest.begin(), group.back());
    if (!step_of(rest, view, sizes) || (result != nullptr && !step_of(rest, *result, sizes))) {
      rest.erase(rest.begin());
      break;
    }
    group.pop_back();
  }
  const bool any = !group.empty();
  stack.insert(stack.end(), group.begin(), group.end());
  group = rest;
  return any && size_of(group, sizes) >= kWorthwhile;
}

struct Choice {
  bool exchanged, rows_as_result, columns_as_result, sum_as_right, loop_rows, loop_columns;
};

class Candidate {
 public:
  Candidate(const Pair& pair, const Choice& choice, const Shape& sizes)
      : pair_(pair), choice_(choice), sizes_(sizes), left_(pair.left), right_(pair.right) {}

  std::optional<Arrangement> make() {
    found_.exchanged = choice_.exchanged;
    order();
    if (!loop_over_sides()) return std::nullopt;
    const Groups& g = found_.groups;
    found_.m = size_of(g.rows, sizes_), found_.n = size_of(g.columns, sizes_);
    found_.k = size_of(g.sum, sizes_);
    look_for_copies();
    return found_;
  }

 private:
  void order() {
    Groups& g = found_.groups;
    g = pair_.groups;
    const View* result = pair_.result;
    g.both = by_strides(g.both, result != nullptr ? *result : left_);
    g.rows = by_strides(g.rows, choice_.rows_as_result && result != nullptr ? *result : left_);
    g.columns =
        by_strides(g.columns, choice_.columns_as_result && result != nullptr ? *result : right_);
    g.sum = by_strides(g.sum, choice_.sum_as_right ? right_ : left_);
  }

  bool loop_over_sides() {
    Groups& g = found_.groups;
    if (choice_.loop_rows && !loop_over_front(g.rows, g.both, left_, pair_.result, sizes_)) {
      return false;
    }
    if (choice_.loop_columns && !loop_over_front(g.columns, g.both, right_, pair_.result, sizes_)) {
      return false;
    }
    if (choice_.loop_rows) found_.cost += kCall * elements_of(left_, sizes_);
    if (choice_.loop_columns) found_.cost += kCall * elements_of(right_, sizes_);
    return true;
  }

  bool tiny() const {
    return !pair_.is_complex && !found_.groups.both.empty() &&
           std::max({found_.m, found_.n, found_.k}) <= kTiny;
  }

  void look_for_copies() {
    const Groups& g = found_.groups;
    found_.copy_left = !matrix_of(left_, g.rows, g.sum, sizes_);
    const auto right = matrix_of(right_, g.sum, g.columns, sizes_);
    found_.copy_right = !right || (tiny() && right->column != 1);
    if (pair_.result != nullptr) {
      const auto result = matrix_of(*pair_.result, g.rows, g.columns, sizes_);
      found_.copy_result = !result || result->column != 1;
    }
    if (found_.copy_left) found_.cost += elements_of(left_, sizes_);
    if (found_.copy_right) found_.cost += elements_of(right_, sizes_);
    if (found_.copy_result) found_.cost += 2 * elements_of(*pair_.result, sizes_);
  }

  const Pair& pair_;
  const Choice& choice_;
  const Shape& sizes_;
  const View &left_, &right_;
  Arrangement found_;
};

// The index with the smallest step.
std::optional<Index> innermost(const View& view) {
  const Term order = by_strides(view.term, view);
  if (order.empty()) return std::nullopt;
  return order.back();
}

bool contains(const Term& term, std::optional<Index> index) {
  return index && std::find(term.begin(), term.end(), *index) != term.end();
}

}  // namespace

Groups groups_of(const View& left, const View& right, const Indices& keep) {
  Groups g;
  for (const Index index : left.term) {
    const bool kept = keep[static_cast<std::size_t>(index)];
    (!has(right, index) ? g.rows : kept ? g.both : g.sum).push_back(index);
  }
  for (const Index index : right.term) {
    if (!has(left, index)) g.columns.push_back(index);
  }
  return g;
}

Term by_strides(Term term, const View& view) {
  sort_stably(term, [&](Index x, Index y) {
    return std::abs(view.stride_of(x)) > std::abs(view.stride_of(y));
  });
  return term;
}

std::int64_t size_of(const Term& term, const Shape& sizes) {
  std::int64_t size = 1;
  for (const Index index : term) size *= sizes[static_cast<std::size_t>(index)];
  return size;
}

std::optional<Matrix> matrix_of(const View& view, const Term& rows, const Term& columns,
                                const Shape& sizes) {
  const auto row = step_of(rows, view, sizes), column = step_of(columns, view, sizes);
  if (!row || !column) return std::nullopt;
  return readable(size_of(rows, sizes), *row, size_of(columns, sizes), *column);
}

Arrangement arrange(const Pair& pair, const Shape& sizes) {
  constexpr unsigned kChoices = 64;
  Groups mirrored = pair.groups;
  std::swap(mirrored.rows, mirrored.columns);
  const Pair turned{pair.right, pair.left, pair.result, mirrored, pair.is_complex};
  std::optional<Arrangement> best;
  for (unsigned bits = 0; bits < kChoices; ++bits) {
    const Choice choice{(bits & 1) != 0, (bits & 2) != 0,  (bits & 4) != 0,
                        (bits & 8) != 0, (bits & 16) != 0, (bits & 32) != 0};
    const auto found = Candidate(choice.exchanged ? turned : pair, choice, sizes).make();
    if (found && (!best || found->cost < best->cost)) best = found;
    if (best && best->cost == 0) break;
  }
  return *best;
}

bool prefers_loops(const Pair& pair, const Shape& sizes) {
  const Groups& g = pair.groups;
  if (g.sum.empty() || (g.rows.empty() && g.columns.empty())) return true;
  const double products = elements(set_of(g.rows), sizes) * elements(set_of(g.columns), sizes) *
                          elements(set_of(g.sum), sizes);
  constexpr double kSmall = kTiny * kTiny * kTiny;
  if (pair.is_complex && products <= kSmall) return true;
  // Matrices that lie interleaved would have to be taken apart, while the memory's rate is all that loops need, too.
  const bool left = contains(g.both, innermost(pair.left)),
             right = contains(g.both, innermost(pair.right));
  if (g.columns.empty() && left) return true;
  if (g.rows.empty() && right) return true;
  return left && right && products <= kSmall;
}

Term layout_of_copy(const Arrangement& arrangement, const View& view, bool is_left) {
  const Groups& g = arrangement.groups;
  Term layout;
  for (const Index index : g.both) {
    if (has(view, index)) layout.push_back(index);
  }
  const bool tiny = std::max({arrangement.m, arrangement.n, arrangement.k}) <= kTiny;
  const Term &first = is_left ? g.rows : g.sum, &second = is_left ? g.sum : g.columns;
  const bool turned = contains(first, innermost(view)) && !(tiny && !is_left);
  for (const Term* part : {turned ? &second : &first, turned ? &first : &second}) {
    layout.insert(layout.end(), part->begin(), part->end());
  }
  return layout;
}

}  // namespace vgpu::einsum
