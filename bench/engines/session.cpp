// Measuring: each implementation alone, the best of several calls.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <limits>
#include <thread>

#include "row.h"

namespace bench {
namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

std::vector<Suite*>& suites() {
  static std::vector<Suite*> list;
  return list;
}

}  // namespace

Suite::Suite(std::string engine, void (*run)(Session&)) : engine_(std::move(engine)), run_(run) {
  std::vector<Suite*>& list = suites();
  const auto later = [](const Suite* a, const Suite* b) { return a->engine() < b->engine(); };
  list.insert(std::upper_bound(list.begin(), list.end(), this, later), this);
}

const std::vector<Suite*>& Suite::all() { return suites(); }

const Time* Row::best_peer() const {
  const auto best = std::min_element(peers.begin(), peers.end(), [](const Time& a, const Time& b) {
    return a.seconds < b.seconds;
  });
  return best == peers.end() ? nullptr : &*best;
}

double Row::ratio() const {
  const Time* best = best_peer();
  return best != nullptr && seconds > 0 ? best->seconds / seconds : 0;
}

bool Row::holds() const {
  if (!error.empty() || seconds <= 0) return false;
  if (limit > 0 && seconds > limit) return false;
  return bar == 0 || peers.empty() || ratio() >= bar;
}

double Session::best_time(const std::function<void()>& call) const {
  // Threads of the implementation measured before may still wait actively; they give up after some milliseconds.
  std::this_thread::sleep_for(std::chrono::milliseconds(25));
  double best = std::numeric_limits<double>::infinity();
  const Clock::time_point start = Clock::now();
  do {
    const Clock::time_point begin = Clock::now();
    call();
    best = std::min(best, since(begin));
  } while (since(start) < seconds_ / kRounds);
  return best;
}

// In rounds, so that a machine that was busy for a moment does not decide: each gets its best of all.
void Session::measure(const Comparison& c, Row& row) const {
  row.seconds = std::numeric_limits<double>::infinity();
  if (peers_) {
    for (const auto& [who, call] : c.peers) row.peers.push_back({who, row.seconds});
  }
  for (int round = 0; round < kRounds; ++round) {
    row.seconds = std::min(row.seconds, best_time(c.ours) / c.repeat);
    if (round == 0 && c.check) row.error = c.check();
    for (std::size_t i = 0; i < row.peers.size(); ++i) {
      double& best = row.peers[i].seconds;
      best = std::min(best, best_time(c.peers[i].second) / c.repeat);
    }
  }
}

void Session::compare(const Comparison& c) {
  if (!wants(c.name)) return;
  std::fprintf(stderr, "\r%-60s", c.name.c_str());
  Row row;
  row.name = c.name, row.bar = c.bar, row.limit = c.limit, row.work = c.work, row.unit = c.unit;
  try {
    c.ours();  // plans, packing buffers, pages
    measure(c, row);
  } catch (const std::exception& failure) {
    row.error = failure.what();
  }
  std::fprintf(stderr, "\r%-60s\r", "");
  rows_.push_back(std::move(row));
}

}  // namespace bench
