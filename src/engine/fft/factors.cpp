// How lengths are divided.
// SPDX-License-Identifier: MIT
#include "engine/fft/factors.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace vgpu::fft {
namespace {

// Cost of one butterfly for each of its numbers, in the time of a plain load and store.
double radix_cost(int radix) {
  switch (radix) {
    case 2:
      return 1.0;
    case 4:
      return 1.15;
    case 8:
      return 1.5;
    case 16:
      return 2.1;
    case 3:
      return 1.25;
    case 5:
      return 1.6;
    case 7:
      return 2.0;
    case 11:
      return 2.9;
    default:
      return 3.4;
  }
}

double tile_cost(std::size_t n) {
  double cost = 0;
  for (int radix : radices(n)) cost += radix_cost(radix);
  return cost;
}

std::size_t round_up(std::size_t n, std::size_t to) { return (n + to - 1) / to * to; }

// Time of the line for each of its numbers when it is n1 columns' length; lanes without data cost as well.
double line_cost(std::size_t n1, std::size_t n2, std::size_t width) {
  const auto padded1 = static_cast<double>(round_up(n1, width)),
             padded2 = static_cast<double>(round_up(n2, width));
  const double waste1 = padded1 / static_cast<double>(n1),
               waste2 = padded2 / static_cast<double>(n2);
  const double edge = (n2 % width != 0 ? 4.0 / static_cast<double>(1 + n2 / width) : 0) +
                      (n1 % width != 0 ? 8.0 / static_cast<double>(1 + n1 / width) : 0);
  // A tile should stay in the first-level cache, at least in the second.
  const double reach = std::max(padded1, padded2) * static_cast<double>(width) * 8;
  const double cache = reach > 1 << 20 ? 4 : reach > 1 << 15 ? 1.5 : 0;
  // Twiddles and the transposition; where columns fit the registers they come with the pass.
  const double turn = n1 == width && n2 % width == 0 ? 0.8 : 2;
  return tile_cost(n1) * waste2 + tile_cost(n2) * waste1 + turn * waste1 * waste2 + edge + cache;
}

std::vector<std::size_t> divisors(std::size_t n) {
  std::vector<std::size_t> found{1};
  for (std::size_t p : {2, 3, 5, 7, 11, 13}) {
    const std::size_t before = found.size();
    std::size_t power = 1;
    for (; n % p == 0; n /= p) {
      power *= p;
      for (std::size_t i = 0; i < before; ++i) found.push_back(found[i] * power);
    }
  }
  return found;
}

struct Division {
  std::size_t n1 = 1;
  double cost = std::numeric_limits<double>::infinity();
};

Division best_division(std::size_t n, std::size_t width) {
  Division best;
  for (std::size_t n1 : divisors(n)) {
    const std::size_t n2 = n / n1;
    if (n1 == 1 || n2 == 1) continue;
    const double cost = line_cost(n1, n2, width);
    if (cost < best.cost) best = {n1, cost};
  }
  return best;
}

}  // namespace

bool is_smooth(std::size_t n) {
  if (n == 0) return false;
  for (std::size_t p : {2, 3, 5, 7, 11, 13}) {
    while (n % p == 0) n /= p;
  }
  return n == 1;
}

std::vector<int> radices(std::size_t n) {
  std::vector<int> result;
  for (int p : {13, 11, 7, 5, 3}) {
    for (; n % static_cast<std::size_t>(p) == 0; n /= static_cast<std::size_t>(p))
      result.push_back(p);
  }
  int bits = 0;
  for (; n > 1; n /= 2) ++bits;
  // As few passes as 16 allows, of sizes as equal as possible: 32 is 8 * 4, 512 is 8 * 8 * 8.
  for (int passes = (bits + 3) / 4; passes > 0; --passes) {
    const int take = (bits + passes - 1) / passes;
    result.push_back(1 << take);
    bits -= take;
  }
  std::sort(result.begin(), result.end(), std::greater<>());
  return result;
}

std::size_t divide_line(std::size_t n, std::size_t width) {
  if (n < width * width / 4) return 1;
  const Division best = best_division(n, width);
  // The alternative uses one lane of a tile.
  const double alone = (tile_cost(n) + 2) * static_cast<double>(width);
  return best.cost < alone ? best.n1 : 1;
}

std::size_t register_rows(std::size_t n, std::size_t width) {
  for (std::size_t n2 = 2; n2 <= width; n2 *= 2) {
    if (n == width * n2) return n2;
  }
  return 0;
}

std::size_t padded_length(std::size_t n, std::size_t width) {
  std::size_t best = 0;
  double best_time = std::numeric_limits<double>::infinity();
  const std::size_t unit = n > 64 * width ? 2 * width : n > width ? 8 : 1;
  for (std::size_t length = round_up(n, unit); length <= n + n / 4 + 64; length += unit) {
    if (!is_smooth(length)) continue;
    const Division division = best_division(length, width);
    const double each =
        std::min(division.cost, (tile_cost(length) + 2) * static_cast<double>(width));
    const double time = each * static_cast<double>(length);
    if (time < best_time) best = length, best_time = time;
    if (length >= 2 * n) break;
  }
  return best;
}

}  // namespace vgpu::fft
