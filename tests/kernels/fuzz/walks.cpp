// Each walk twice: as text and as the list of places that the text must visit.
// SPDX-License-Identifier: MIT
#include "kernels/fuzz/walks.h"

#include <algorithm>

namespace vgpu::test {
namespace {

enum Walk {
  column,           // of a matrix product: the same for groups above each other
  column_beside,    // each row of items its own
  column_of_group,  // groups do not share
  column_upwards,
  own_row,
  row_by_threes,
  across_group,  // items of a group side by side
  across_range,  // all items side by side
  transposed,
  stencil,        // clamped at the borders
  inner_stencil,  // none at the borders
  ragged,         // each item has a length of its own and goes where elements say
};

int width_of(const Program& program) {
  return static_cast<int>(program.local[0] * program.groups[0]);
}
int height_of(const Program& program) {
  return static_cast<int>(program.local[1] * program.groups[1]);
}
int items_of(const Program& program) { return static_cast<int>(program.items()); }
int total_of(const Program& program) {
  return static_cast<int>(program.items() * program.group_count());
}

bool is_inside(const Program& program, const Standpoint& item) {
  return item.x > 0 && item.x < width_of(program) - 1 && item.y > 0 &&
         item.y < height_of(program) - 1;
}

std::vector<int> steps(int from, int end, int by) {
  std::vector<int> result;
  for (int i = from; i < end; i += by) result.push_back(i);
  return result;
}

std::vector<int> neighbours(const Program& program, const Standpoint& item) {
  std::vector<int> result;
  for (int dy = -1; dy <= 1; ++dy) {
    for (int dx = -1; dx <= 1; ++dx) {
      result.push_back(std::clamp(item.y + dy, 0, height_of(program) - 1) * kPitch +
                       std::clamp(item.x + dx, 0, width_of(program) - 1));
    }
  }
  return result;
}

std::vector<int> ragged_places(const Standpoint& item, const std::vector<std::int32_t>& inputs) {
  const auto input = [&](int index) { return inputs[static_cast<std::size_t>(index)]; };
  const int from = input(item.local & 63) & 63;
  std::vector<int> result = steps(from, from + (input((item.local + 1) & 63) & 15), 1);
  for (int& place : result) place = input(kInputs + place) & 1023;
  return result;
}

template <class Function>
std::vector<int> mapped(std::vector<int> places, Function function) {
  for (int& place : places) place = function(place);
  return places;
}

std::string text(int value) { return std::to_string(value); }

}  // namespace

std::vector<int> walk_places(int walk, const Program& program, const Standpoint& item,
                             const std::vector<std::int32_t>& inputs) {
  const int n = program.n;
  const auto down = [&](int at) {
    return mapped(steps(0, n, 1), [&](int i) { return i * kPitch + at; });
  };
  switch (walk) {
    case column:
      return down(item.x);
    case column_beside:
      return down(item.x + item.row_in_group);
    case column_of_group:
      return down(item.x ^ item.group_row);
    case column_upwards: {
      std::vector<int> places = down(item.x);
      std::reverse(places.begin(), places.end());
      return places;
    }
    case own_row:
      return mapped(steps(0, n, 1), [&](int i) { return (item.id & 63) * kPitch + i; });
    case row_by_threes:
      return mapped(steps(0, n, 3), [&](int i) { return item.y * kPitch + i; });
    case across_group:
      return steps(item.local, n * 4, items_of(program));
    case across_range:
      return steps(item.id, n * 8, total_of(program));
    case transposed:
      return mapped(steps(0, n & 7, 1), [&](int i) { return (item.x & 63) * kPitch + item.y + i; });
    case stencil:
      return neighbours(program, item);
    case inner_stencil:
      return is_inside(program, item) ? neighbours(program, item) : std::vector<int>();
    default:
      return ragged_places(item, inputs);
  }
}

std::string walk_head(int walk, const Program& program) {
  const std::string width = text(width_of(program)), height = text(height_of(program));
  const std::string around = "for (int dy = -1; dy <= 1; dy++) for (int dx = -1; dx <= 1; dx++)";
  switch (walk) {
    case column_upwards:
      return "for (int i = n - 1; i >= 0; i--)";
    case row_by_threes:
      return "for (int i = 0; i < n; i += 3)";
    case across_group:
      return "for (int i = t; i < n * 4; i += " + text(items_of(program)) + ")";
    case across_range:
      return "for (int i = item; i < n * 8; i += " + text(total_of(program)) + ")";
    case transposed:
      return "for (int i = 0; i < (n & 7); i++)";
    case stencil:
      return around;
    case inner_stencil:
      return "if (x > 0 && x < " + width + " - 1 && y > 0 && y < " + height + " - 1) " + around;
    case ragged:
      return "for (int i = a[t & 63] & 63, end = i + (a[(t + 1) & 63] & 15); i < end; i++)";
    default:
      return "for (int i = 0; i < n; i++)";
  }
}

std::string walk_place(int walk, const Program& program) {
  const std::string pitch = " * " + text(kPitch) + " + ";
  switch (walk) {
    case column:
    case column_upwards:
      return "i" + pitch + "x";
    case column_beside:
      return "i" + pitch + "x + (int)get_local_id(1)";
    case column_of_group:
      return "i" + pitch + "(x ^ (int)get_group_id(1))";
    case own_row:
      return "(item & 63)" + pitch + "i";
    case row_by_threes:
      return "y" + pitch + "i";
    case transposed:
      return "(x & 63)" + pitch + "y + i";
    case stencil:
      return "clamp(y + dy, 0, " + text(height_of(program) - 1) + ")" + pitch +
             "clamp(x + dx, 0, " + text(width_of(program) - 1) + ")";
    case inner_stencil:
      return "(y + dy)" + pitch + "x + dx";
    case ragged:
      return "(a[" + text(kInputs) + " + i] & 1023)";
    default:
      return "i";
  }
}

std::uint32_t walk_sum(int sum, std::uint32_t before, std::uint32_t element) {
  switch (sum) {
    case 0:
      return before * 3 + element;
    case 1:
      return before + element;
    case 2:
      return std::max(before, element);
    default:
      return before ^ element;
  }
}

std::string walk_sum_text(int sum, const std::string& before, const std::string& element) {
  switch (sum) {
    case 0:
      return before + " * 3 + " + element;
    case 1:
      return before + " + " + element;
    case 2:
      return "max(" + before + ", " + element + ")";
    default:
      return before + " ^ " + element;
  }
}

}  // namespace vgpu::test
