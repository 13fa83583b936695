// The functions of vgpu_api/copy.h and graph_nodes.h that name a variable of the program.
// SPDX-License-Identifier: MIT
#include <vgpu/c/copy.h>

#include "api/cuda/call.h"
#include "api/cuda/pageable.h"
#include "api/cuda/program.h"

using namespace vgpu::cuda;

namespace {

// Part of a variable, checked against its size.
cudaError_t find_part(const void* symbol, size_t count, size_t offset, char** address) {
  void* base = nullptr;
  size_t size = 0;
  const cudaError_t error = find_symbol(symbol, &base, &size);
  if (error != cudaSuccess) return error;
  if (offset > size || count > size - offset) return cudaErrorInvalidValue;
  *address = static_cast<char*>(base) + offset;
  return cudaSuccess;
}

}  // namespace

cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* src, size_t count, size_t offset,
                               cudaMemcpyKind) {
  return call([&] {
    char* part = nullptr;
    const cudaError_t error = find_part(symbol, count, offset, &part);
    if (error != cudaSuccess) return error;
    return to_cuda(vgpuMemcpy(part, src, count, vgpuMemcpyDefault));
  });
}

cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* src, size_t count,
                                    size_t offset, cudaMemcpyKind, cudaStream_t stream) {
  return call([&] {
    char* part = nullptr;
    const cudaError_t error = find_part(symbol, count, offset, &part);
    if (error != cudaSuccess) return error;
    return to_cuda(copy_in_stream(part, src, count, stream));
  });
}

cudaError_t cudaMemcpyFromSymbol(void* dst, const void* symbol, size_t count, size_t offset,
                                 cudaMemcpyKind) {
  return call([&] {
    char* part = nullptr;
    const cudaError_t error = find_part(symbol, count, offset, &part);
    if (error != cudaSuccess) return error;
    return to_cuda(vgpuMemcpy(dst, part, count, vgpuMemcpyDefault));
  });
}

cudaError_t cudaMemcpyFromSymbolAsync(void* dst, const void* symbol, size_t count, size_t offset,
                                      cudaMemcpyKind, cudaStream_t stream) {
  return call([&] {
    char* part = nullptr;
    const cudaError_t error = find_part(symbol, count, offset, &part);
    if (error != cudaSuccess) return error;
    return to_cuda(copy_in_stream(dst, part, count, stream));
  });
}

cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t* node, cudaGraph_t graph,
                                           const cudaGraphNode_t* dependencies, size_t nodes,
                                           const void* symbol, const void* src, size_t count,
                                           size_t offset, cudaMemcpyKind kind) {
  char* part = nullptr;
  const cudaError_t error = find_part(symbol, count, offset, &part);
  if (error != cudaSuccess) return remember(error);
  return cudaGraphAddMemcpyNode1D(node, graph, dependencies, nodes, part, src, count, kind);
}

cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t* node, cudaGraph_t graph,
                                             const cudaGraphNode_t* dependencies, size_t nodes,
                                             void* dst, const void* symbol, size_t count,
                                             size_t offset, cudaMemcpyKind kind) {
  char* part = nullptr;
  const cudaError_t error = find_part(symbol, count, offset, &part);
  if (error != cudaSuccess) return remember(error);
  return cudaGraphAddMemcpyNode1D(node, graph, dependencies, nodes, dst, part, count, kind);
}

cudaError_t cudaGetSymbolAddress(void** pointer, const void* symbol) {
  return call([&] {
    if (pointer == nullptr) return cudaErrorInvalidValue;
    return find_symbol(symbol, pointer, nullptr);
  });
}

cudaError_t cudaGetSymbolSize(size_t* size, const void* symbol) {
  return call([&] {
    if (size == nullptr) return cudaErrorInvalidValue;
    return find_symbol(symbol, nullptr, size);
  });
}

// Called by vgpu_api/typed.h.
extern "C" const void* __vgpuVariableOrNamed(const char* address_or_name) {
  if (find_variable(address_or_name) != nullptr) return address_or_name;
  return find_named_variable(address_or_name);
}
