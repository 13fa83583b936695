// The kinds of work: launch, copy, fill, host function, callback, free, nothing.
//
// Event records stand in event.h, graphs in graph_exec.h.
// SPDX-License-Identifier: MIT
#pragma once

#include <vgpu/c/stream.h>

#include <memory>
#include <utility>

#include "device/device.h"
#include "runtime/work.h"

namespace vgpu {

class LaunchWork final : public Work {
 public:
  LaunchWork(std::shared_ptr<const Kernel> kernel, const GridShape& shape,
             std::unique_ptr<Launch> launch)
      : kernel_(std::move(kernel)), shape_(shape), launch_(std::move(launch)) {}
  void prepare(const RunSite& site) const override;
  void run(const RunSite&) const override { launch_->run(); }
  vgpuGraphNodeType node_type() const override { return vgpuGraphNodeTypeKernel; }
  bool describe(vgpuProfileRecord& record) const override;
  bool urgent() const override { return shape_.group_count() > kSmallGroups; }
  const Kernel& kernel() const { return *kernel_; }
  const GridShape& shape() const { return shape_; }
  const std::byte* arguments() const { return launch_->arguments(); }

 private:
  static constexpr std::uint64_t kSmallGroups = 4;

  std::shared_ptr<const Kernel> kernel_;
  GridShape shape_;
  std::unique_ptr<Launch> launch_;
};

// Slices of a box, each `dst` and `src` bytes behind the one before.
struct Slices {
  std::size_t count = 1, dst = 0, src = 0;
};

class CopyWork final : public Work {
 public:
  explicit CopyWork(const Copy& copy, const Slices& slices = {}) : copy_(copy), slices_(slices) {}
  void run(const RunSite& site) const override;
  const Copy& copy() const { return copy_; }
  const Slices& slices() const { return slices_; }
  vgpuGraphNodeType node_type() const override { return vgpuGraphNodeTypeMemcpy; }
  bool describe(vgpuProfileRecord& record) const override;
  bool urgent() const override { return bytes() > kSmallBytes; }

 private:
  static constexpr std::size_t kSmallBytes = 1 << 16;
  std::size_t bytes() const { return copy_.width * copy_.height * slices_.count; }
  Copy copy_;
  Slices slices_;
};

class FillWork final : public Work {
 public:
  explicit FillWork(const Fill& fill) : fill_(fill) {}
  void run(const RunSite& site) const override;
  vgpuGraphNodeType node_type() const override { return vgpuGraphNodeTypeMemset; }
  bool describe(vgpuProfileRecord& record) const override;
  bool urgent() const override { return fill_.width * fill_.height > kSmallBytes; }
  const Fill& fill() const { return fill_; }

 private:
  static constexpr std::size_t kSmallBytes = 1 << 16;
  Fill fill_;
};

class HostWork final : public Work {
 public:
  HostWork(vgpuHostFunction_t function, void* user_data)
      : function_(function), user_data_(user_data) {}
  void run(const RunSite&) const override { function_(user_data_); }
  vgpuGraphNodeType node_type() const override { return vgpuGraphNodeTypeHost; }
  bool describe(vgpuProfileRecord& record) const override;
  vgpuHostFunction_t function() const { return function_; }
  void* user_data() const { return user_data_; }

 private:
  vgpuHostFunction_t function_;
  void* user_data_;
};

// A host function that is told the stream's error so far, and so runs after one too.
class CallbackWork final : public Work {
 public:
  CallbackWork(vgpuStreamCallback_t callback, void* user_data)
      : callback_(callback), user_data_(user_data) {}
  void run(const RunSite& site) const override;
  vgpuGraphNodeType node_type() const override { return vgpuGraphNodeTypeHost; }
  bool describe(vgpuProfileRecord& record) const override;
  bool runs_after_error() const override { return true; }

 private:
  vgpuStreamCallback_t callback_;
  void* user_data_;
};

// Frees device memory in a stream's order.
class FreeWork final : public Work {
 public:
  FreeWork(DeviceContext& device, void* pointer) : device_(device), pointer_(pointer) {}
  void run(const RunSite& site) const override;
  vgpuGraphNodeType node_type() const override { return vgpuGraphNodeTypeEmpty; }
  bool describe(vgpuProfileRecord&) const override { return false; }
  bool runs_after_error() const override { return true; }
  bool urgent() const override { return false; }

 private:
  DeviceContext& device_;
  void* pointer_;
};

// Nothing: carries a command's dependencies, or joins nodes of a graph.
class EmptyWork final : public Work {
 public:
  void run(const RunSite&) const override {}
  vgpuGraphNodeType node_type() const override { return vgpuGraphNodeTypeEmpty; }
  bool describe(vgpuProfileRecord&) const override { return false; }
  bool runs_after_error() const override { return true; }
  bool urgent() const override { return false; }
};

}  // namespace vgpu
