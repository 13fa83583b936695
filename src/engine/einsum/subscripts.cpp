// The parser of einsum's texts.
// SPDX-License-Identifier: MIT
#include "engine/einsum/subscripts.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>

#include "base/error.h"

namespace vgpu::einsum {
namespace {

using Name = std::string;  // a letter; beyond ASCII the bytes that it consists of

// One term or the output: names, and where among them an ellipsis stands.
struct Side {
  std::string text;
  std::vector<Name> names;
  std::optional<std::size_t> dots;
};

std::size_t bytes_of_letter(std::string_view rest) {
  const auto first = static_cast<unsigned char>(rest[0]);
  if (first < 0x80) return 1;
  const std::size_t count = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 0;
  for (std::size_t i = 1; i < count; ++i) {
    if (i >= rest.size() || (static_cast<unsigned char>(rest[i]) & 0xC0) != 0x80) return 0;
  }
  return count;
}

bool is_letter(std::string_view name) {
  return name.size() > 1 || (name[0] >= 'a' && name[0] <= 'z') ||
         (name[0] >= 'A' && name[0] <= 'Z');
}

Side read_side(std::string_view text, std::string_view whole) {
  Side side{std::string(text), {}, std::nullopt};
  while (!text.empty()) {
    if (text.starts_with("...") && !side.dots) {
      side.dots = side.names.size();
      text.remove_prefix(3);
      continue;
    }
    const std::size_t bytes = bytes_of_letter(text);
    if (bytes == 0 || !is_letter(text.substr(0, bytes))) {
      fail(ErrorCode::InvalidValue, "subscripts: '{}' holds a character that is no index", whole);
    }
    side.names.emplace_back(text.substr(0, bytes));
    text.remove_prefix(bytes);
  }
  return side;
}

std::vector<Side> read_terms(std::string_view left, std::string_view whole) {
  std::vector<Side> terms;
  for (;;) {
    const std::size_t comma = left.find(',');
    terms.push_back(read_side(left.substr(0, comma), whole));
    if (comma == std::string_view::npos) return terms;
    left.remove_prefix(comma + 1);
  }
}

// The axes of an ellipsis are counted from the last one, so that shapes broadcast.
void expand(Side& side, std::size_t axes) {
  if (!side.dots) return;
  std::vector<Name> names;
  for (std::size_t i = axes; i-- > 0;) names.push_back("..." + std::to_string(i));
  side.names.insert(side.names.begin() + static_cast<std::ptrdiff_t>(*side.dots), names.begin(),
                    names.end());
}

// How many axes an operand's ellipsis stands for.
std::size_t axes_of_ellipsis(const Side& term, std::size_t rank) {
  if (rank < term.names.size() || (rank > term.names.size() && !term.dots)) {
    fail(ErrorCode::InvalidValue, "subscripts: '{}' does not fit an operand with {} axes",
         term.text, rank);
  }
  return rank - term.names.size();
}

// Without an arrow: the ellipsis, then all indices that appear once, in the alphabet's order.
Side implicit_output(const std::vector<Side>& terms) {
  std::map<Name, int> counts;
  for (const Side& term : terms) {
    for (const Name& name : term.names) ++counts[name];
  }
  Side output{"", {}, 0};
  for (const auto& [name, count] : counts) {
    if (count == 1) output.names.push_back(name);
  }
  return output;
}

class Numbers {
 public:
  Term number(const Side& side, bool is_output) {
    Term term;
    for (const Name& name : side.names) {
      const auto [at, is_new] = known_.try_emplace(name, static_cast<Index>(names_.size()));
      const bool again = std::find(term.begin(), term.end(), at->second) != term.end();
      if (is_output && (is_new || again)) {
        fail(ErrorCode::InvalidValue,
             "subscripts: the output '{}' repeats an index or has one of no operand", side.text);
      }
      if (is_new) names_.push_back(name);
      term.push_back(at->second);
    }
    if (names_.size() > kMaxIndices) {
      fail(ErrorCode::InvalidValue, "subscripts: more than {} indices", kMaxIndices);
    }
    return term;
  }
  std::string_view name(Index index) const {
    const Name& name = names_[static_cast<std::size_t>(index)];
    return std::string_view(name).substr(0, name.starts_with("...") ? 3 : name.size());
  }
  std::size_t count() const { return names_.size(); }

 private:
  std::map<Name, Index> known_;
  std::vector<Name> names_;
};

// An axis of length 1 stands for one of any length, but not for another one of the same operand.
Shape sizes_of(const std::vector<Term>& terms, const std::vector<Shape>& shapes,
               const Numbers& numbers) {
  Shape sizes(numbers.count(), 1);
  const auto refuse = [&](Index index, std::int64_t one, std::int64_t other, const char* where) {
    fail(ErrorCode::InvalidValue, "subscripts: index '{}' has sizes {} and {}{}",
         numbers.name(index), one, other, where);
  };
  for (std::size_t t = 0; t < terms.size(); ++t) {
    for (std::size_t axis = 0; axis < terms[t].size(); ++axis) {
      const Index index = terms[t][axis];
      const std::int64_t n = shapes[t][axis];
      std::int64_t& size = sizes[static_cast<std::size_t>(index)];
      if (size == 1) size = n;
      if (n != 1 && n != size) refuse(index, size, n, "");
      const auto first = std::find(terms[t].begin(), terms[t].end(), index) - terms[t].begin();
      const std::int64_t there = shapes[t][static_cast<std::size_t>(first)];
      if (there != n) refuse(index, there, n, " in one operand");
    }
  }
  return sizes;
}

}  // namespace

Subscripts parse(std::string_view text, const std::vector<Shape>& shapes) {
  std::string plain(text);
  std::erase(plain, ' ');
  const std::size_t arrow = plain.find("->");
  const std::string_view whole = plain, left = whole.substr(0, arrow);
  std::vector<Side> terms = read_terms(left, text);
  if (terms.size() != shapes.size()) {
    fail(ErrorCode::InvalidValue, "subscripts: {} terms in '{}', but {} operands", terms.size(),
         text, shapes.size());
  }
  Side output = arrow == std::string_view::npos ? implicit_output(terms)
                                                : read_side(whole.substr(arrow + 2), text);
  std::size_t most = 0;
  for (std::size_t t = 0; t < terms.size(); ++t) {
    const std::size_t axes = axes_of_ellipsis(terms[t], shapes[t].size());
    most = std::max(most, axes);
    expand(terms[t], axes);
  }
  if (most > 0 && !output.dots) {
    fail(ErrorCode::InvalidValue, "subscripts: the output '{}' leaves the axes of an ellipsis out",
         output.text);
  }
  expand(output, most);
  Numbers numbers;
  Subscripts result;
  for (const Side& term : terms) result.terms.push_back(numbers.number(term, false));
  result.output = numbers.number(output, true);
  result.sizes = sizes_of(result.terms, shapes, numbers);
  return result;
}

Indices set_of(const Term& term) {
  Indices set;
  for (const Index index : term) set.set(static_cast<std::size_t>(index));
  return set;
}

double elements(const Indices& indices, const Shape& sizes) {
  double product = 1;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (indices[i]) product *= static_cast<double>(sizes[i]);
  }
  return product;
}

}  // namespace vgpu::einsum
