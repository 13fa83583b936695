// The rows as a table for people and as JSON for scripts.
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <cstdio>
#include <nlohmann/json.hpp>

#include "row.h"

namespace bench {
namespace {

std::string time_text(double seconds) {
  if (seconds < 1e-3) return fmt::format("{:.2f} us", seconds * 1e6);
  return seconds < 1 ? fmt::format("{:.3f} ms", seconds * 1e3) : fmt::format("{:.3f} s", seconds);
}

std::string bar_text(const Row& row) {
  if (row.limit > 0) return fmt::format("<= {:g} s", row.limit);
  return row.bar > 0 ? fmt::format(">= {:g}", row.bar) : "";
}

std::string verdict(const Row& row) {
  if (!row.error.empty()) return "WRONG: " + row.error;
  if (row.bar > 0 && row.limit == 0 && row.peers.empty()) return "no peer";
  if (row.bar == 0 && row.limit == 0) return "";
  return row.holds() ? "holds" : "missed";
}

}  // namespace

void print_table(const std::vector<Row>& rows) {
  constexpr const char* kLine = "{:<34}{:>12}{:>10} {:<8}{:>12} {:<10}{:>8}{:>10}  {}\n";
  fmt::print(kLine, "engine and size", "vGPU", "rate", "", "best peer", "", "ratio", "bar",
             "verdict");
  std::size_t held = 0, barred = 0;
  for (const Row& row : rows) {
    const Time* peer = row.best_peer();
    fmt::print(
        kLine, row.name, time_text(row.seconds),
        row.work > 0 && row.seconds > 0 ? fmt::format("{:.1f}", row.work / row.seconds / 1e9) : "",
        row.work > 0 ? row.unit : "", peer != nullptr ? time_text(peer->seconds) : "-",
        peer != nullptr ? peer->who : "",
        peer != nullptr ? fmt::format("{:.2f}", row.ratio()) : "-", bar_text(row), verdict(row));
    const bool has_bar = row.limit > 0 || (row.bar > 0 && !row.peers.empty());
    barred += has_bar, held += has_bar && row.holds();
  }
  fmt::print("\n{} of {} bars hold; a ratio above 1 means that vGPU is faster\n", held, barred);
}

std::string to_json(const std::vector<Row>& rows) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Row& row : rows) {
    nlohmann::ordered_json one = {{"name", row.name}, {"seconds", row.seconds}};
    for (const Time& peer : row.peers) one["peers"][peer.who] = peer.seconds;
    if (row.work > 0) one["rate"] = row.work / row.seconds / 1e9, one["unit"] = row.unit;
    if (!row.peers.empty()) one["ratio"] = row.ratio();
    if (row.bar > 0) one["bar"] = row.bar;
    if (row.limit > 0) one["limit_seconds"] = row.limit;
    one["holds"] = row.holds();
    if (!row.error.empty()) one["error"] = row.error;
    list.push_back(std::move(one));
  }
  return nlohmann::ordered_json{{"version", 1}, {"rows", list}}.dump(2);
}

}  // namespace bench
