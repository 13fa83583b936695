// Chrome traces.
// SPDX-License-Identifier: MIT
#include "runtime/trace.h"

#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "base/error.h"
#include "base/log.h"
#include "runtime/profile.h"

namespace vgpu {
namespace {

constexpr const char* kCategories[] = {"kernel", "copy", "fill", "host", "graph", "compile"};

std::string quoted(const char* text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string details(const vgpuProfileRecord& record) {
  if (record.kind == vgpuCommandKernel) {
    return fmt::format(R"("grid":"{} {} {}","block":"{} {} {}",)", record.grid.x, record.grid.y,
                       record.grid.z, record.block.x, record.block.y, record.block.z);
  }
  if (record.bytes == 0) return {};
  const std::uint64_t time = record.ended - record.started;
  const double rate = time == 0 ? 0 : static_cast<double>(record.bytes) / static_cast<double>(time);
  return fmt::format(R"("bytes":{},"GB/s":{:.3f},)", record.bytes, rate);
}

void add_event(std::string& text, const vgpuProfileRecord& record) {
  const auto microseconds = [](std::uint64_t time) { return static_cast<double>(time) / 1000; };
  fmt::format_to(
      std::back_inserter(text),
      R"({{"ph":"X","name":{},"cat":"{}","pid":{},"tid":{},"ts":{:.3f},"dur":{:.3f},"args":{{{}"queued_us":{:.3f}}}}})",
      quoted(record.name), kCategories[record.kind], record.device, record.stream,
      microseconds(record.started), microseconds(record.ended - record.started), details(record),
      microseconds(record.started - record.enqueued));
}

std::string stream_name(const StreamNames& names, int device, unsigned stream) {
  if (const auto found = names.find({device, stream}); found != names.end()) return found->second;
  return stream == 0 ? "default stream" : fmt::format("stream {}", stream);
}

// The rows' titles: devices and streams that appear in the records.
void add_titles(std::string& text, const std::vector<vgpuProfileRecord>& records,
                const StreamNames& names) {
  std::set<std::pair<int, unsigned>> streams;
  std::set<int> devices;
  for (const vgpuProfileRecord& record : records) {
    streams.insert({record.device, record.stream});
    devices.insert(record.device);
  }
  for (const auto& [device, stream] : streams) {
    fmt::format_to(std::back_inserter(text),
                   R"({{"ph":"M","name":"thread_name","pid":{},"tid":{},"args":{{"name":{}}}}},)"
                   "\n",
                   device, stream, quoted(stream_name(names, device, stream).c_str()));
  }
  for (int device : devices) {
    fmt::format_to(std::back_inserter(text),
                   R"({{"ph":"M","name":"process_name","pid":{},"args":{{"name":"device {}"}}}},)"
                   "\n",
                   device, device);
  }
}

}  // namespace

std::string trace_text(const std::vector<vgpuProfileRecord>& records, const StreamNames& names) {
  std::string text = "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n";
  add_titles(text, records, names);
  for (const vgpuProfileRecord& record : records) {
    add_event(text, record);
    text += ",\n";
  }
  if (text.ends_with(",\n")) text.erase(text.size() - 2, 1);  // JSON has no comma behind the last
  return text + "]}\n";
}

Trace& Trace::shared() {
  static Trace* trace = new Trace;
  return *trace;
}

void Trace::start(const std::string& path) {
  std::lock_guard lock(mutex_);
  if (!path_.empty()) fail(ErrorCode::IllegalState, "trace: {} is being written already", path_);
  if (!std::ofstream(path)) fail(ErrorCode::FileSystem, "path: cannot write {}", path);
  path_ = path;
  Profile::shared().start(Profile::kTrace);
}

void Trace::name_stream(int device, unsigned stream, std::string name) {
  std::lock_guard lock(mutex_);
  names_[{device, stream}] = std::move(name);
}

void Trace::stop() {
  std::lock_guard lock(mutex_);
  if (path_.empty()) fail(ErrorCode::IllegalState, "trace: none was started");
  Profile::shared().stop(Profile::kTrace);
  const std::string path = std::exchange(path_, {});
  std::ofstream file(path);
  file << trace_text(Profile::shared().take_trace(), names_);
  if (!file.flush()) fail(ErrorCode::FileSystem, "path: cannot write {}", path);
}

void Trace::stop_quietly() noexcept {
  try {
    {
      std::lock_guard lock(mutex_);
      if (path_.empty()) return;
    }
    stop();
  } catch (...) {
    log(LogLevel::warning, "trace: {}", current_error().what());
  }
}

}  // namespace vgpu
