// The game of life on a torus: all generations in one cooperative launch that waits for the whole grid.
// SPDX-License-Identifier: MIT
#include <cooperative_groups.h>

#include <vector>

#include "check.h"

namespace cg = cooperative_groups;

__host__ __device__ inline int next_state(const unsigned char* cells, int width, int height, int x,
                                          int y) {
  int alive = 0;
  for (int j = -1; j <= 1; ++j)
    for (int i = -1; i <= 1; ++i)
      if (i != 0 || j != 0)
        alive += cells[(y + j + height) % height * width + (x + i + width) % width];
  return alive == 3 || (alive == 2 && cells[y * width + x]);
}

__global__ void live(unsigned char* now, unsigned char* then, int width, int height, int count) {
  const int cell = blockIdx.x * blockDim.x + threadIdx.x;
  for (int generation = 0; generation < count; ++generation) {
    if (cell < width * height)
      then[cell] = (unsigned char)next_state(now, width, height, cell % width, cell / width);
    cg::this_grid().sync();
    unsigned char* kept = now;
    now = then;
    then = kept;
  }
}

int main() {
  int width = 64, height = 48, count = 10;
  unsigned char *a, *b;
  CHECK(cudaMallocManaged(&a, width * height));
  CHECK(cudaMallocManaged(&b, width * height));
  std::vector<unsigned char> host(width * height), other(width * height);
  for (int i = 0; i < width * height; ++i) a[i] = host[i] = (unsigned char)(i * 7 % 11 < 4);
  void* args[] = {&a, &b, &width, &height, &count};
  CHECK(cudaLaunchCooperativeKernel((void*)live, dim3((width * height + 127) / 128), dim3(128), args,
                                    0, nullptr));
  CHECK(cudaDeviceSynchronize());
  for (int generation = 0; generation < count; ++generation) {
    for (int i = 0; i < width * height; ++i)
      other[i] = (unsigned char)next_state(host.data(), width, height, i % width, i / width);
    host.swap(other);
  }
  bool good = true;
  for (int i = 0; i < width * height; ++i) good = good && a[i] == host[i];
  return finish("life", good);
}
