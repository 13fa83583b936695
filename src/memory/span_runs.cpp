// Best fit by (count, start), joining by start.
// SPDX-License-Identifier: MIT
#include "memory/span_runs.h"

#include <iterator>

namespace vgpu {

SpanRuns::SpanRuns(AddressSpace& space) : space_(space) {
  clean_.insert(0, static_cast<std::uint32_t>(space.size() / kSpan));
}

void SpanRuns::Kind::erase(std::map<std::uint32_t, std::uint32_t>::iterator run) {
  spans -= run->second;
  by_count.erase({run->second, run->first});
  by_start.erase(run);
}

void SpanRuns::Kind::insert(std::uint32_t first, std::uint32_t count) {
  auto after = by_start.lower_bound(first);
  if (after != by_start.end() && after->first == first + count) {
    count += after->second;
    const auto joined = after++;
    erase(joined);
  }
  if (after != by_start.begin()) {
    const auto before = std::prev(after);
    if (before->first + before->second == first) {
      first = before->first;
      count += before->second;
      erase(before);
    }
  }
  by_start.emplace(first, count);
  by_count.emplace(count, first);
  spans += count;
}

std::optional<std::uint32_t> SpanRuns::Kind::take(std::uint32_t count) {
  const auto best = by_count.lower_bound({count, 0});
  if (best == by_count.end()) return std::nullopt;
  const auto [found, first] = *best;
  erase(by_start.find(first));
  if (found > count) insert(first + count, found - count);
  return first;
}

std::optional<SpanRuns::Taken> SpanRuns::take(std::uint32_t count) {
  if (auto first = cached_.take(count)) return Taken{*first, false};
  auto first = clean_.take(count);
  if (!first) {  // cached runs may stand between clean ones
    trim(0);
    first = clean_.take(count);
    if (!first) return std::nullopt;
  }
  try {
    space_.commit(space_.base() + *first * kSpan, count * kSpan);
  } catch (...) {
    clean_.insert(*first, count);
    throw;
  }
  return Taken{*first, true};
}

void SpanRuns::give(std::uint32_t first, std::uint32_t count) { cached_.insert(first, count); }

void SpanRuns::trim(std::uint64_t keep) noexcept {
  // The longest runs first: fewest system calls, and small runs are what programs ask for again.
  auto run = cached_.by_count.rbegin();
  while (cached_.spans > keep && run != cached_.by_count.rend()) {
    const auto [count, first] = *run;
    if (space_.decommit(space_.base() + first * kSpan, count * kSpan)) {
      cached_.erase(cached_.by_start.find(first));
      clean_.insert(first, count);
      run = cached_.by_count.rbegin();
    } else {
      ++run;
    }
  }
}

}  // namespace vgpu
