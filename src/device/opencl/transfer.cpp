// Copies in one piece, in halves, by rows.
// SPDX-License-Identifier: MIT
#include "device/opencl/transfer.h"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>

#include "device/opencl/staging.h"
#include "memory/copy.h"
#include "memory/host_memory.h"

namespace vgpu::opencl_device {
namespace {

constexpr std::size_t kDirect = std::size_t{256} << 10;  // below, staging saves nothing

bool overlap(const void* a, const void* b, std::size_t bytes) {
  const auto x = reinterpret_cast<std::uintptr_t>(a), y = reinterpret_cast<std::uintptr_t>(b);
  return (x > y ? x - y : y - x) < bytes;
}

const std::byte* at(const void* pointer, std::size_t offset) {
  return static_cast<const std::byte*>(pointer) + offset;
}
std::byte* at(void* pointer, std::size_t offset) {
  return static_cast<std::byte*>(pointer) + offset;
}

}  // namespace

void Transfer::copy(const Copy& copy) {
  if (copy.width == 0 || copy.height == 0) return;
  if (copy.height == 1) return copy_block(copy.dst, copy.src, copy.width);
  if (copy.dst_pitch == copy.width && copy.src_pitch == copy.width) {
    return copy_block(copy.dst, copy.src, copy.width * copy.height);
  }
  copy_rows(copy);
}

void Transfer::copy_block(void* target, const void* source, std::size_t bytes) {
  const bool from = arena_.contains(source), to = arena_.contains(target);
  if (from && to && overlap(target, source, bytes)) {
    return copy_overlapping(target, source, bytes);
  }
  const bool pinned = HostMemory::shared().find(from ? target : source).has_value();
  if (from != to && bytes > kDirect && !pinned) {
    return to ? upload(at(target, 0), at(source, 0), bytes)
              : download(at(target, 0), at(source, 0), bytes);
  }
  session_.run("copy", [&](cl_command_queue queue, cl_event* event) {
    return enqueue(queue, target, source, bytes, event);
  });
}

cl_int Transfer::enqueue(cl_command_queue queue, void* target, const void* source,
                         std::size_t bytes, cl_event* event) {
  if (!arena_.contains(source)) return arena_.write(session_, queue, target, source, bytes, event);
  if (!arena_.contains(target)) return arena_.read(session_, queue, target, source, bytes, event);
  return arena_.move(session_, queue, target, source, bytes, event);
}

// OpenCL's copies must not overlap; the host's may.
void Transfer::copy_overlapping(void* target, const void* source, std::size_t bytes) {
  std::byte* first = std::min(at(target, 0), const_cast<std::byte*>(at(source, 0)));
  const auto whole =
      bytes + static_cast<std::size_t>(
                  std::max(at(target, 0), const_cast<std::byte*>(at(source, 0))) - first);
  arena_.begin_host(session_, first, whole);
  copy_memory(target, source, bytes);
  arena_.end_host(session_, first, whole);
}

// All rows in one queue; its last command ends last.
void Transfer::copy_rows(const Copy& copy) {
  session_.run("copy of rows", [&](cl_command_queue queue, cl_event* event) {
    cl_int status = CL_SUCCESS;
    for (std::size_t row = 0; row < copy.height && status == CL_SUCCESS; ++row) {
      status =
          enqueue(queue, at(copy.dst, row * copy.dst_pitch), at(copy.src, row * copy.src_pitch),
                  copy.width, row + 1 == copy.height ? event : nullptr);
    }
    return status;
  });
}

void Transfer::upload(std::byte* target, const std::byte* source, std::size_t bytes) {
  const Queue queue(session_);
  const Staging::Lease staging(session_);
  std::array<std::optional<Pending>, 2> halves;
  const std::size_t step = staging ? Staging::kHalf : bytes;
  for (std::size_t done = 0, i = 0; done < bytes; done += step, ++i) {
    const std::size_t size = std::min(step, bytes - done);
    const std::byte* from = source + done;
    std::optional<Pending>& half = halves[i % 2];
    if (half) half->wait();
    if (staging) {
      copy_memory(staging.half(static_cast<unsigned>(i)), from, size);
      from = staging.half(static_cast<unsigned>(i));
    }
    cl_event event = nullptr;
    check(arena_.write(session_, queue, target + done, from, size, &event), "upload");
    half.emplace(session_, event, "upload");
    check(session_.api().clFlush(queue), "clFlush");
  }
  for (std::optional<Pending>& half : halves) {
    if (half) half->wait();
  }
}

void Transfer::download(std::byte* target, const std::byte* source, std::size_t bytes) {
  const Queue queue(session_);
  const Staging::Lease staging(session_);
  std::array<std::optional<Pending>, 2> halves;
  const std::size_t step = staging ? Staging::kHalf : bytes;
  const auto begin = [&](std::size_t part) {
    const std::size_t from = part * step;
    if (from >= bytes) return;
    cl_event event = nullptr;
    std::byte* to = staging ? staging.half(static_cast<unsigned>(part)) : target;
    check(arena_.read(session_, queue, to, source + from, std::min(step, bytes - from), &event),
          "download");
    halves[part % 2].emplace(session_, event, "download");
    check(session_.api().clFlush(queue), "clFlush");
  };
  begin(0);
  for (std::size_t part = 0; part * step < bytes; ++part) {
    begin(part + 1);
    halves[part % 2]->wait();
    const std::size_t done = part * step;
    if (!staging) continue;
    copy_memory(target + done, staging.half(static_cast<unsigned>(part)),
                std::min(step, bytes - done));
  }
}

// OpenCL wants patterns of two to the n bytes at multiples of that; others are written by the host.
void Transfer::fill(const Fill& fill) {
  const bool fits = std::has_single_bit(fill.pattern_size) &&
                    reinterpret_cast<std::uintptr_t>(fill.dst) % fill.pattern_size == 0 &&
                    (fill.height == 1 || fill.pitch % fill.pattern_size == 0) &&
                    fill.width % fill.pattern_size == 0;
  if (fill.width == 0 || fill.height == 0) return;
  if (!fits) {
    const std::size_t whole =
        fill.height == 1 ? fill.width : fill.pitch * (fill.height - 1) + fill.width;
    arena_.begin_host(session_, fill.dst, whole);
    fill_memory_2d(fill.dst, fill.pitch, fill.pattern.data(), fill.pattern_size, fill.width,
                   fill.height);
    return arena_.end_host(session_, fill.dst, whole);
  }
  session_.run("fill", [&](cl_command_queue queue, cl_event* event) {
    cl_int status = CL_SUCCESS;
    for (std::size_t row = 0; row < fill.height && status == CL_SUCCESS; ++row) {
      status = arena_.fill(session_, queue, at(fill.dst, row * fill.pitch), fill.pattern.data(),
                           fill.pattern_size, fill.width, row + 1 == fill.height ? event : nullptr);
    }
    return status;
  });
}

}  // namespace vgpu::opencl_device
