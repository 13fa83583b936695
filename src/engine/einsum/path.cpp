// The search for an order of contractions: greedy, and dynamic programming over subsets.
// SPDX-License-Identifier: MIT
#include "engine/einsum/path.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <tuple>

#include "base/error.h"

namespace vgpu::einsum {
namespace {

constexpr std::size_t kAutomaticMost = 8;  // operands up to which all orders are looked at
constexpr std::size_t kDynamicMost = 16;   // 3^16 pairs of subsets take seconds

// Operations of a pair's product; those that are no matrix product count more, as they run at the memory's rate, and those
// without a sum most, as what they write is read again.
double cost_of(const Indices& left, const Indices& right, const Indices& result,
               const Shape& sizes) {
  const double all = elements(left | right, sizes);
  if ((left & right & ~result).none()) return 16 * all;
  return elements(left & ~right, sizes) > 1 && elements(right & ~left, sizes) > 1 ? all : 8 * all;
}

// Takes the cheapest pair again and again.
Path greedy(const Network& network, double limit) {
  std::vector<Indices> terms = network.terms;
  Path path;
  while (terms.size() > 1) {
    std::optional<std::tuple<bool, double, double>> best;
    std::pair<int, int> pair;
    Indices found;
    for (int i = 0; i < static_cast<int>(terms.size()); ++i) {
      for (int j = i + 1; j < static_cast<int>(terms.size()); ++j) {
        const Indices &left = terms[static_cast<std::size_t>(i)],
                      &right = terms[static_cast<std::size_t>(j)];
        const Indices result = (left | right) & needed_beside(terms, network.output, i, j);
        const double size = elements(result, network.sizes);
        const std::tuple key{limit > 0 && size > limit, cost_of(left, right, result, network.sizes),
                             size};
        if (best && !(key < *best)) continue;
        best = key, pair = {i, j}, found = result;
      }
    }
    path.push_back(pair);
    replace_pair(terms, pair, found);
  }
  return path;
}

// The cheapest of all trees. A set of operands is a number whose bits are its members.
class Trees {
 public:
  Trees(const Network& network, double limit)
      : network_(network), count_(network.terms.size()), full_((1u << count_) - 1) {
    results_.resize(full_ + 1), best_.resize(full_ + 1);
    for (unsigned set = 1; set <= full_; ++set) results_[set] = result_of(set);
    for (unsigned set = 1; set <= full_; ++set) {
      // Parts are smaller numbers than the set, so they are known.
      if (std::has_single_bit(set)) {
        best_[set] = {0, 0};
      } else if (limit == 0 || set == full_ || elements(results_[set], network.sizes) <= limit) {
        best_[set] = best_of(set);
      }
    }
  }

  // Nothing if every tree has a result beyond the limit.
  std::optional<Path> path() const {
    if (!best_[full_]) return std::nullopt;
    Path path;
    std::vector<unsigned> position;
    for (unsigned i = 0; i < count_; ++i) position.push_back(1u << i);
    visit(full_, position, path);
    return path;
  }

 private:
  struct Tree {
    double cost;
    unsigned part;  // of the two that the last contraction joins; 0: an operand
  };

  // What somebody outside of the set needs of it; all indices of a single operand, as its cost is that of reading it.
  Indices result_of(unsigned set) const {
    Indices inside, outside = network_.output;
    for (unsigned i = 0; i < count_; ++i) (set >> i & 1 ? inside : outside) |= network_.terms[i];
    return std::has_single_bit(set) ? inside : inside & outside;
  }

  std::optional<Tree> best_of(unsigned set) const {
    std::optional<Tree> best;
    for (unsigned part = (set - 1) & set; part > (set ^ part); part = (part - 1) & set) {
      const unsigned rest = set ^ part;
      if (!best_[part] || !best_[rest]) continue;
      const double cost = best_[part]->cost + best_[rest]->cost +
                          cost_of(results_[part], results_[rest], results_[set], network_.sizes);
      if (!best || cost < best->cost) best = Tree{cost, part};
    }
    return best;
  }

  void visit(unsigned set, std::vector<unsigned>& position, Path& path) const {
    const unsigned part = best_[set]->part;
    if (part == 0) return;
    visit(part, position, path);
    visit(set ^ part, position, path);
    const auto at = [&](unsigned x) {
      return static_cast<int>(std::find(position.begin(), position.end(), x) - position.begin());
    };
    path.push_back(std::minmax({at(part), at(set ^ part)}));
    replace_pair(position, path.back(), set);
  }

  const Network& network_;
  std::size_t count_;
  unsigned full_;
  std::vector<Indices> results_;
  std::vector<std::optional<Tree>> best_;
};

Path left_to_right(int count) {
  Path path;
  for (int i = 0; i + 1 < count; ++i) path.emplace_back(0, i == 0 ? 1 : count - 1 - i);
  return path;
}

// visit(left, right, result, is_last) for each contraction.
template <typename Visit>
void walk(const Network& network, const Path& path, Visit visit) {
  std::vector<Indices> terms = network.terms;
  for (const auto& pair : path) {
    const Indices left = terms[static_cast<std::size_t>(pair.first)],
                  right = terms[static_cast<std::size_t>(pair.second)];
    const Indices result =
        (left | right) & needed_beside(terms, network.output, pair.first, pair.second);
    visit(left, right, result, terms.size() == 2);
    replace_pair(terms, pair, result);
  }
}

}  // namespace

Indices needed_beside(const std::vector<Indices>& terms, const Indices& output, int first,
                      int second) {
  Indices needed = output;
  for (int i = 0; i < static_cast<int>(terms.size()); ++i) {
    if (i != first && i != second) needed |= terms[static_cast<std::size_t>(i)];
  }
  return needed;
}

Path find_path(const Network& network, Optimize optimize, std::int64_t limit) {
  const std::size_t count = network.terms.size();
  if (optimize == Optimize::left_to_right) return left_to_right(static_cast<int>(count));
  if (optimize == Optimize::dynamic && count > kDynamicMost) {
    fail(ErrorCode::InvalidValue, "optimize: all orders of {} operands are too many to look at",
         count);
  }
  const auto most = static_cast<double>(limit);
  if (optimize == Optimize::dynamic ||
      (optimize == Optimize::automatic && count <= kAutomaticMost)) {
    if (const auto path = Trees(network, most).path()) return *path;
  }
  return greedy(network, most);
}

Largest largest_result(const Network& network, const Path& path) {
  Largest largest;
  walk(network, path, [&](const Indices&, const Indices&, const Indices& result, bool is_last) {
    const double size = elements(result, network.sizes);
    if (!is_last && size > largest.elements) largest = {size, result};
  });
  return largest;
}

double operations(const Network& network, const Path& path) {
  double sum = 0;
  for (const Indices& term : network.terms) sum += elements(term, network.sizes);
  walk(network, path, [&](const Indices& left, const Indices& right, const Indices&, bool) {
    sum += 2 * elements(left | right, network.sizes);
  });
  return sum;
}

}  // namespace vgpu::einsum
