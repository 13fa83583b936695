// Loops of non-temporal stores, a cache line at a time.
// SPDX-License-Identifier: MIT
#include "memory/stream_copy.h"

#include <emmintrin.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace vgpu {
namespace {

constexpr std::size_t kLine = 64;
constexpr std::size_t kAhead = 512;  // bytes; the prefetcher stops at each page, this does not

std::size_t bytes_to_line(const std::byte* at, std::size_t bytes) {
  return std::min(bytes, (0 - reinterpret_cast<std::uintptr_t>(at)) % kLine);
}

}  // namespace

void stream_copy(std::byte* target, const std::byte* source, std::size_t bytes) noexcept {
  const std::size_t head = bytes_to_line(target, bytes);
  std::memcpy(target, source, head);
  target += head, source += head, bytes -= head;
  for (; bytes >= kLine; target += kLine, source += kLine, bytes -= kLine) {
    _mm_prefetch(reinterpret_cast<const char*>(source + kAhead), _MM_HINT_NTA);
    const auto* from = reinterpret_cast<const __m128i*>(source);
    auto* to = reinterpret_cast<__m128i*>(target);
    const __m128i a = _mm_loadu_si128(from), b = _mm_loadu_si128(from + 1);
    const __m128i c = _mm_loadu_si128(from + 2), d = _mm_loadu_si128(from + 3);
    _mm_stream_si128(to, a);
    _mm_stream_si128(to + 1, b);
    _mm_stream_si128(to + 2, c);
    _mm_stream_si128(to + 3, d);
  }
  _mm_sfence();
  std::memcpy(target, source, bytes);
}

void stream_fill(std::byte* target, const std::byte (&period)[64], std::size_t bytes) noexcept {
  const std::size_t head = bytes_to_line(target, bytes);
  std::memcpy(target, period, head);
  std::byte line[kLine];  // the period as it stands on a line of the target
  for (std::size_t i = 0; i < kLine; ++i) line[i] = period[(i + head) % kLine];
  __m128i part[4];
  std::memcpy(part, line, kLine);
  target += head, bytes -= head;
  for (; bytes >= kLine; target += kLine, bytes -= kLine) {
    auto* to = reinterpret_cast<__m128i*>(target);
    for (int i = 0; i < 4; ++i) _mm_stream_si128(to + i, part[i]);
  }
  _mm_sfence();
  std::memcpy(target, line, bytes);
}

}  // namespace vgpu
