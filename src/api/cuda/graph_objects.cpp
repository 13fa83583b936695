// The functions of vgpu_api/graph_objects.h about objects; see graph_objects.h.
// SPDX-License-Identifier: MIT
#include "api/cuda/graph_objects.h"

#include <map>
#include <mutex>
#include <unordered_map>
#include <utility>

#include "api/cuda/call.h"
#include "api/cuda/graph_handles.h"

struct CUuserObject_st {
  void* pointer;
  cudaHostFn_t destroy;
  std::uint64_t references;
};

namespace vgpu::cuda {
namespace {

using Counts = std::map<cudaUserObject_t, std::uint64_t>;

struct Objects {
  std::mutex mutex;
  std::map<cudaUserObject_t, std::unique_ptr<CUuserObject_st>> living;
  std::unordered_map<cudaGraph_t, Counts> of_graph;
};

Objects& objects() {
  static auto* all = new Objects;
  return *all;
}

// Takes references away; the program's function is called without the lock.
cudaError_t release(cudaUserObject_t object, std::uint64_t count) {
  std::unique_ptr<CUuserObject_st> ended;
  {
    const std::lock_guard lock(objects().mutex);
    const auto found = objects().living.find(object);
    if (found == objects().living.end() || count == 0 || count > object->references)
      return cudaErrorInvalidValue;
    object->references -= count;
    if (object->references != 0) return cudaSuccess;
    ended = std::move(found->second);
    objects().living.erase(found);
  }
  ended->destroy(ended->pointer);
  return cudaSuccess;
}

void release_all(const Counts& counts) {
  for (const auto& [object, count] : counts) release(object, count);
}

// With the lock held.
Counts retained_of(cudaGraph_t graph) {
  const auto found = objects().of_graph.find(graph);
  if (found == objects().of_graph.end()) return {};
  for (const auto& [object, count] : found->second) object->references += count;
  return found->second;
}

}  // namespace

class ObjectReferences {
 public:
  explicit ObjectReferences(Counts counts) : counts_(std::move(counts)) {}
  ~ObjectReferences() { release_all(counts_); }
  ObjectReferences(const ObjectReferences&) = delete;
  ObjectReferences& operator=(const ObjectReferences&) = delete;

 private:
  Counts counts_;
};

std::shared_ptr<ObjectReferences> copy_references(cudaGraph_t graph) {
  const std::lock_guard lock(objects().mutex);
  Counts counts = retained_of(graph);
  return counts.empty() ? nullptr : std::make_shared<ObjectReferences>(std::move(counts));
}

void add_references(cudaGraph_t to, cudaGraph_t from) {
  const std::lock_guard lock(objects().mutex);
  const Counts counts = retained_of(from);
  for (const auto& [object, count] : counts) objects().of_graph[to][object] += count;
}

void drop_references(cudaGraph_t graph) {
  Counts counts;
  {
    const std::lock_guard lock(objects().mutex);
    auto node = objects().of_graph.extract(graph);
    if (!node.empty()) counts = std::move(node.mapped());
  }
  release_all(counts);
}

}  // namespace vgpu::cuda

using namespace vgpu::cuda;

cudaError_t cudaUserObjectCreate(cudaUserObject_t* object, void* pointer, cudaHostFn_t destroy,
                                 unsigned int references, unsigned int flags) {
  return call([&] {
    if (object == nullptr || destroy == nullptr || references == 0 ||
        flags != cudaUserObjectNoDestructorSync)
      return cudaErrorInvalidValue;
    auto made = std::make_unique<CUuserObject_st>(CUuserObject_st{pointer, destroy, references});
    *object = made.get();
    const std::lock_guard lock(objects().mutex);
    objects().living[*object] = std::move(made);
    return cudaSuccess;
  });
}

cudaError_t cudaUserObjectRetain(cudaUserObject_t object, unsigned int count) {
  return call([&] {
    const std::lock_guard lock(objects().mutex);
    if (!objects().living.contains(object) || count == 0) return cudaErrorInvalidValue;
    object->references += count;
    return cudaSuccess;
  });
}

cudaError_t cudaUserObjectRelease(cudaUserObject_t object, unsigned int count) {
  return call([&] { return release(object, count); });
}

cudaError_t cudaGraphRetainUserObject(cudaGraph_t graph, cudaUserObject_t object,
                                      unsigned int count, unsigned int flags) {
  return call([&] {
    std::size_t nodes = 0;
    const vgpuError_t error = vgpuGraphGetNodes(to_vgpu(graph), nullptr, &nodes);
    if (error != vgpuSuccess) return to_cuda(error);
    const bool move =
        flags == cudaGraphUserObjectMove;  // the caller's references become the graph's
    const std::lock_guard lock(objects().mutex);
    if (!objects().living.contains(object) || count == 0 || (flags != 0 && !move) ||
        (move && count > object->references))
      return cudaErrorInvalidValue;
    if (!move) object->references += count;
    objects().of_graph[graph][object] += count;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphReleaseUserObject(cudaGraph_t graph, cudaUserObject_t object,
                                       unsigned int count) {
  return call([&] {
    {
      const std::lock_guard lock(objects().mutex);
      const auto found = objects().of_graph.find(graph);
      if (found == objects().of_graph.end()) return cudaErrorInvalidValue;
      const auto held = found->second.find(object);
      if (held == found->second.end() || count == 0 || count > held->second)
        return cudaErrorInvalidValue;
      held->second -= count;
      if (held->second == 0) found->second.erase(held);
    }
    return release(object, count);
  });
}
