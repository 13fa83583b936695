// Breadth-first search of a grid of streets, level by level until nothing changes.
// SPDX-License-Identifier: MIT
#include <cstdlib>
#include <vector>

#include "check.h"

__global__ void expand(const int* first, const int* edges, int* level, int count, int depth,
                       int* changed) {
  const int node = blockIdx.x * blockDim.x + threadIdx.x;
  if (node >= count || level[node] != depth) return;
  for (int i = first[node]; i < first[node + 1]; ++i)
    if (level[edges[i]] < 0) {
      level[edges[i]] = depth + 1;
      *changed = 1;
    }
}

int main() {
  const int side = 60, count = side * side;
  std::vector<int> first{0}, edges;
  for (int node = 0; node < count; ++node) {
    const int x = node % side, y = node / side;
    if (x > 0) edges.push_back(node - 1);
    if (x + 1 < side) edges.push_back(node + 1);
    if (y > 0) edges.push_back(node - side);
    if (y + 1 < side) edges.push_back(node + side);
    first.push_back(int(edges.size()));
  }
  int *d_first, *d_edges, *level, *changed;
  CHECK(cudaMalloc(&d_first, first.size() * sizeof(int)));
  CHECK(cudaMalloc(&d_edges, edges.size() * sizeof(int)));
  CHECK(cudaMallocManaged(&level, count * sizeof(int)));
  CHECK(cudaMallocManaged(&changed, sizeof(int)));
  CHECK(cudaMemcpy(d_first, first.data(), first.size() * sizeof(int), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_edges, edges.data(), edges.size() * sizeof(int), cudaMemcpyHostToDevice));
  for (int i = 0; i < count; ++i) level[i] = i == 0 ? 0 : -1;
  int depth = 0;
  do {
    *changed = 0;
    expand<<<(count + 127) / 128, 128>>>(d_first, d_edges, level, count, depth++, changed);
    CHECK(cudaDeviceSynchronize());
  } while (*changed);
  bool good = true;
  for (int i = 0; i < count; ++i) good = good && level[i] == i % side + i / side;
  return finish("bfs", good);
}
