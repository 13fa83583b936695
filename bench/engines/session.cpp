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
  std::this_thread::sleep_for(std::chrono::milliseconds(40));
  double best = std::numeric_limits<double>::infinity();
  const Clock::time_point start = Clock::now();
  call();  // plans, packing buffers, pages
  for (int i = 0; i < 3 || since(start) < seconds_; ++i) {
    const Clock::time_point begin = Clock::now();
    call();
    best = std::min(best, since(begin));
    if (since(start) > 8 * seconds_) break;
  }
  return best;
}

void Session::compare(const Comparison& c) {
  if (!wants(c.name)) return;
  std::fprintf(stderr, "\r%-60s", c.name.c_str());
  Row row;
  row.name = c.name, row.bar = c.bar, row.limit = c.limit, row.work = c.work, row.unit = c.unit;
  try {
    row.seconds = best_time(c.ours) / c.repeat;
    if (c.check) row.error = c.check();
    if (peers_) {
      for (const auto& [who, call] : c.peers)
        row.peers.push_back({who, best_time(call) / c.repeat});
      // Once more: a machine that was busy at first should not decide.
      row.seconds = std::min(row.seconds, best_time(c.ours) / c.repeat);
    }
  } catch (const std::exception& failure) {
    row.error = failure.what();
  }
  std::fprintf(stderr, "\r%-60s\r", "");
  rows_.push_back(std::move(row));
}

}  // namespace bench
