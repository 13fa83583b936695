// References that graphs have to objects of the program.
//
// A graph's own and those of its executable graphs are counted apart; launches keep them until they have ended.
// SPDX-License-Identifier: MIT
#pragma once

#include <cuda_runtime_api.h>

#include <memory>

namespace vgpu::cuda {

// Gives all that it holds back when it ends.
class ObjectReferences;

// What a graph holds now, counted once more for somebody else; null if it holds nothing.
std::shared_ptr<ObjectReferences> copy_references(cudaGraph_t graph);
// Another graph holds these too: a clone, or one that has the other as a child.
void add_references(cudaGraph_t to, cudaGraph_t from);
void drop_references(cudaGraph_t graph);

}  // namespace vgpu::cuda
