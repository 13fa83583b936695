// Graphs captured from a stream.
// SPDX-License-Identifier: MIT
#pragma once

#include <vgpu/c/graph.h>
#include <vgpu/cpp/error.hpp>
#include <vgpu/cpp/handle.hpp>
#include <vgpu/cpp/stream.hpp>

#include <utility>

namespace vgpu {

class GpuGraph {
 public:
  // What `work` enqueues on the stream becomes the graph.
  template <typename Work>
  static GpuGraph capture(const GpuStream& stream, Work&& work) {
    check(vgpuStreamBeginCapture(stream.get(), vgpuStreamCaptureModeGlobal));
    GpuGraph graph;
    try {
      std::forward<Work>(work)();
    } catch (...) {
      vgpuStreamEndCapture(stream.get(), graph.graph_.out());
      throw;
    }
    check(vgpuStreamEndCapture(stream.get(), graph.graph_.out()));
    check(vgpuGraphInstantiate(graph.exec_.out(), graph.graph_.get(), 0));
    return graph;
  }

  vgpuGraph_t get() const { return graph_.get(); }
  void launch(const GpuStream& stream) const { check(vgpuGraphLaunch(exec_.get(), stream.get())); }

 private:
  GpuGraph() = default;
  UniqueHandle<vgpuGraph_t, vgpuGraphDestroy> graph_;
  UniqueHandle<vgpuGraphExec_t, vgpuGraphExecDestroy> exec_;
};

}  // namespace vgpu
