// The functions of vgpu/c/copy.h.
// SPDX-License-Identifier: MIT
#include <vgpu/c/copy.h>

#include <cstring>

#include "api/c/entry.h"
#include "compiler/services.h"
#include "runtime/capture.h"
#include "runtime/memory.h"
#include "runtime/scheduler.h"
#include "runtime/works.h"

using namespace vgpu;
using namespace vgpu::api;

namespace {

enum class Wait { no, yes };

// Enqueues the work and, for the functions without Async, waits for it and gives the stream's error.
void run_on(vgpuStream_t handle, WorkRef work, Wait wait) {
  const std::shared_ptr<Stream> stream = Context::shared().stream(handle);
  if (wait == Wait::yes) Capture::refuse(*stream, "copy and wait");
  submit(stream, std::move(work));
  if (wait == Wait::no) return;
  Scheduler::shared().wait_all(*stream);
  compiler::PrintSink::shared().flush();  // as at every synchronisation
  raise(Scheduler::shared().take_error(*stream));
}

void copy(const Copy& copy, vgpuMemcpyKind kind, vgpuStream_t stream, Wait wait) {
  require(copy.dst, "dst");
  require(copy.src, "src");
  const bool empty = copy.width == 0 || copy.height == 0;
  if (empty) {
    Context::shared().stream(stream);  // a bad handle is an error all the same
    return;
  }
  check_copy(copy, kind);
  run_on(stream, std::make_shared<CopyWork>(copy), wait);
}

void fill(Fill fill, const void* pattern, std::uint32_t pattern_size, vgpuStream_t stream,
          Wait wait) {
  require(fill.dst, "dst");
  if (fill.width == 0 || fill.height == 0) {
    Context::shared().stream(stream);
    return;
  }
  if (reinterpret_cast<std::uintptr_t>(fill.dst) % pattern_size != 0) {
    fail(ErrorCode::InvalidValue, "dst: {} is not aligned to {} bytes", fill.dst, pattern_size);
  }
  fill.pattern_size = pattern_size;
  std::memcpy(fill.pattern.data(), pattern, pattern_size);
  check_fill(fill);
  run_on(stream, std::make_shared<FillWork>(fill), wait);
}

std::size_t bytes_of(std::size_t count, std::size_t size) {
  std::size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    fail(ErrorCode::InvalidValue, "count: {} elements of {} bytes are more than there can be",
         count, size);
  }
  return bytes;
}

Fill row(void* dst, std::size_t bytes) { return {.dst = dst, .width = bytes}; }

void fill_bytes(const Fill& target, int value, vgpuStream_t stream, Wait wait) {
  const auto byte = static_cast<unsigned char>(value);
  fill(target, &byte, 1, stream, wait);
}

void check_peer(const void* pointer, int device, const char* name) {
  require(pointer, name);
  DeviceContext& wanted = Context::shared().device(device);
  if (find_pointer(pointer).device != &wanted) {
    fail(ErrorCode::InvalidDevicePointer, "{}: {} is not in memory of device {}", name, pointer,
         device);
  }
}

}  // namespace

vgpuError_t vgpuMemcpy(void* dst, const void* src, size_t count, vgpuMemcpyKind kind) {
  return entry(__func__, [&] { copy({dst, 0, src, 0, count, 1}, kind, nullptr, Wait::yes); });
}

vgpuError_t vgpuMemcpyAsync(void* dst, const void* src, size_t count, vgpuMemcpyKind kind,
                            vgpuStream_t stream) {
  return entry(__func__, [&] { copy({dst, 0, src, 0, count, 1}, kind, stream, Wait::no); });
}

vgpuError_t vgpuMemcpy2D(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width,
                         size_t height, vgpuMemcpyKind kind) {
  return entry(__func__,
               [&] { copy({dst, dpitch, src, spitch, width, height}, kind, nullptr, Wait::yes); });
}

vgpuError_t vgpuMemcpy2DAsync(void* dst, size_t dpitch, const void* src, size_t spitch,
                              size_t width, size_t height, vgpuMemcpyKind kind,
                              vgpuStream_t stream) {
  return entry(__func__,
               [&] { copy({dst, dpitch, src, spitch, width, height}, kind, stream, Wait::no); });
}

vgpuError_t vgpuMemcpyPeer(void* dst, int dst_device, const void* src, int src_device,
                           size_t count) {
  return entry(__func__, [&] {
    check_peer(dst, dst_device, "dst");
    check_peer(src, src_device, "src");
    copy({dst, 0, src, 0, count, 1}, vgpuMemcpyDeviceToDevice, nullptr, Wait::yes);
  });
}

vgpuError_t vgpuMemcpyPeerAsync(void* dst, int dst_device, const void* src, int src_device,
                                size_t count, vgpuStream_t stream) {
  return entry(__func__, [&] {
    check_peer(dst, dst_device, "dst");
    check_peer(src, src_device, "src");
    copy({dst, 0, src, 0, count, 1}, vgpuMemcpyDeviceToDevice, stream, Wait::no);
  });
}

vgpuError_t vgpuMemset(void* dst, int value, size_t count) {
  return entry(__func__, [&] { fill_bytes(row(dst, count), value, nullptr, Wait::yes); });
}

vgpuError_t vgpuMemsetAsync(void* dst, int value, size_t count, vgpuStream_t stream) {
  return entry(__func__, [&] { fill_bytes(row(dst, count), value, stream, Wait::no); });
}

vgpuError_t vgpuMemset2D(void* dst, size_t pitch, int value, size_t width, size_t height) {
  return entry(__func__,
               [&] { fill_bytes({dst, pitch, width, height}, value, nullptr, Wait::yes); });
}

vgpuError_t vgpuMemset2DAsync(void* dst, size_t pitch, int value, size_t width, size_t height,
                              vgpuStream_t stream) {
  return entry(__func__, [&] { fill_bytes({dst, pitch, width, height}, value, stream, Wait::no); });
}

vgpuError_t vgpuMemsetD16(void* dst, uint16_t value, size_t count) {
  return entry(__func__,
               [&] { fill(row(dst, bytes_of(count, 2)), &value, 2, nullptr, Wait::yes); });
}

vgpuError_t vgpuMemsetD32(void* dst, uint32_t value, size_t count) {
  return entry(__func__,
               [&] { fill(row(dst, bytes_of(count, 4)), &value, 4, nullptr, Wait::yes); });
}

vgpuError_t vgpuMemsetD32Async(void* dst, uint32_t value, size_t count, vgpuStream_t stream) {
  return entry(__func__, [&] { fill(row(dst, bytes_of(count, 4)), &value, 4, stream, Wait::no); });
}

vgpuError_t vgpuMemFillAsync(void* dst, const void* pattern, size_t pattern_size, size_t count,
                             vgpuStream_t stream) {
  return entry(__func__, [&] {
    require(pattern, "pattern");
    if (pattern_size == 0 || pattern_size > 128 || (pattern_size & (pattern_size - 1)) != 0) {
      fail(ErrorCode::InvalidValue, "patternSize: {} is not a power of two up to 128",
           pattern_size);
    }
    fill(row(dst, bytes_of(count, pattern_size)), pattern, static_cast<std::uint32_t>(pattern_size),
         stream, Wait::no);
  });
}
