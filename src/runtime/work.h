// What a command does when its turn comes: the common face of launches, copies, fills, host functions, graphs.
//
// Work is immutable and shared, so a graph can hold it and run it again and again. Where it stands in the order is
// the command's business (command.h), not the work's.
// SPDX-License-Identifier: MIT
#pragma once

#include <vgpu/c/graph.h>
#include <vgpu/c/profile.h>

#include <memory>
#include <optional>

#include "base/error.h"
#include "device/device.h"

namespace vgpu {

class DeviceContext;
class Stream;

// Where and in whose name work runs.
struct RunSite {
  DeviceContext& device;
  Stream& stream;
};

class Work {
 public:
  virtual ~Work() = default;

  // Does it and returns when it is done. Throws Error.
  virtual void run(const RunSite& site) const = 0;

  // Waits for what run() needs beyond other commands, and records that; run() alone would wait too.
  virtual void prepare(const RunSite&) const {}

  // What it becomes when a stream is captured.
  virtual vgpuGraphNodeType node_type() const = 0;

  // Whether the device's last kernel time is this one's.
  virtual bool is_kernel() const { return node_type() == vgpuGraphNodeTypeKernel; }

  // Name, kind and sizes for profiles and traces; false: not worth a record.
  virtual bool describe(vgpuProfileRecord& record) const = 0;

  // Whether it runs although a command before it has failed.
  virtual bool runs_after_error() const { return false; }

  // Whether it should start at once. Small work may wait until somebody synchronises, who then does it on
  // the spot, or until a thread looks again, which is cheaper than waking one.
  virtual bool urgent() const { return true; }
};

using WorkRef = std::shared_ptr<const Work>;

// Runs work and records when it ran, if anybody wants to know. `enqueued` is a time of now_ns() or 0.
void run_recorded(const Work& work, const RunSite& site, std::uint64_t enqueued);

}  // namespace vgpu
