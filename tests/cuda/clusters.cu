// Clusters: blocks that wait for each other and use each other's shared memory.
// environment: VGPU_CUDA_DEVICE=h100
// SPDX-License-Identifier: MIT
#include <cooperative_groups.h>

#include "check.h"
#include "managed.h"

namespace cg = cooperative_groups;

// Numbers of a cluster's blocks go round: each reads what its neighbour has made, round after round.
__global__ void __cluster_dims__(4, 1, 1) pass_round(int* out, int rounds) {
  __shared__ int mine[64];
  cg::cluster_group cluster = cg::this_cluster();
  const unsigned rank = cluster.block_rank(), next = (rank + 1) % cluster.num_blocks();
  mine[threadIdx.x] = rank * 1000 + threadIdx.x;
  const int* theirs = cluster.map_shared_rank(mine, next);
  for (int round = 0; round < rounds; ++round) {
    cluster.sync();
    const int value = theirs[threadIdx.x] + 1;
    cluster.sync();
    mine[threadIdx.x] = value;
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = mine[threadIdx.x];
  cluster.sync();
}

CASE(blocks_of_a_cluster_read_each_other) {
  const int blocks = 12, threads = 64, rounds = 5;
  int* out = managed<int>(blocks * threads);
  pass_round<<<blocks, threads>>>(out, rounds);
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < blocks * threads; ++i)
    EXPECT_EQ(out[i], (i / threads % 4 + rounds) % 4 * 1000 + i % threads + rounds);
  EXPECT((pass_round<<<10, threads>>>(out, 1), cudaGetLastError()) == cudaErrorInvalidClusterSize);
  cudaFuncAttributes attributes;
  OK(cudaFuncGetAttributes(&attributes, pass_round));
  EXPECT(attributes.requiredClusterWidth == 4 && attributes.requiredClusterDepth == 1);
}

// A histogram whose bins are spread over the shared memories of a cluster.
__global__ void spread_histogram(int* bins, int bins_per_block, const int* input, int count) {
  extern __shared__ int shared[];
  const int thread = cg::this_grid().thread_rank();
  cg::cluster_group cluster = cg::this_cluster();
  for (int i = threadIdx.x; i < bins_per_block; i += blockDim.x) shared[i] = 0;
  cluster.sync();
  for (int i = thread; i < count; i += blockDim.x * gridDim.x) {
    const int bin = input[i];
    int* place = cluster.map_shared_rank(shared, bin / bins_per_block);
    atomicAdd(place + bin % bins_per_block, 1);
  }
  cluster.sync();
  int* mine = bins + cluster.block_rank() * bins_per_block;
  for (int i = threadIdx.x; i < bins_per_block; i += blockDim.x) atomicAdd(&mine[i], shared[i]);
}

static cudaLaunchConfig_t configuration(dim3 grid, dim3 block, size_t bytes,
                                        cudaLaunchAttribute* attribute, dim3 cluster) {
  cudaLaunchConfig_t config = {};
  config.gridDim = grid, config.blockDim = block, config.dynamicSmemBytes = bytes;
  attribute->id = cudaLaunchAttributeClusterDimension;
  attribute->val.clusterDim.x = cluster.x;
  attribute->val.clusterDim.y = cluster.y;
  attribute->val.clusterDim.z = cluster.z;
  config.attrs = attribute, config.numAttrs = 1;
  return config;
}

CASE(launches_say_how_large_clusters_are) {
  const int count = 5000, bins = 96;
  int *input = managed<int>(count), *found = managed<int>(bins);
  std::vector<int> wanted(bins);
  for (int i = 0; i < count; ++i) ++wanted[input[i] = (unsigned)i * 2654435761u % bins];
  for (const int size : {1, 2, 8}) {
    memset(found, 0, bins * sizeof(int));
    cudaLaunchAttribute attribute;
    const cudaLaunchConfig_t config =
        configuration(16, 96, bins / size * sizeof(int), &attribute, dim3(size));
    OK(cudaLaunchKernelEx(&config, spread_histogram, found, bins / size, input, count));
    OK(cudaDeviceSynchronize());
    for (int i = 0; i < bins; ++i) EXPECT_EQ(found[i], wanted[i]);
    int clusters = 0;
    OK(cudaOccupancyMaxActiveClusters(&clusters, spread_histogram, &config));
    EXPECT(clusters > 0 && clusters <= 132 * 32 / size);
  }
}

__global__ void places(int* out, bool split) {
  __shared__ int word;
  cg::cluster_group cluster = cg::this_cluster();
  const unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  if (threadIdx.x == 0) word = block;
  if (split)
    cluster.barrier_wait(cluster.barrier_arrive());
  else
    cluster.sync();
  int* mine = out + 8 * (block * blockDim.x + threadIdx.x);
  mine[0] = cluster.block_rank();
  mine[1] = cluster.num_blocks();
  mine[2] = cluster.thread_rank();
  mine[3] = cluster.dim_blocks().y * 10 + cluster.block_index().y;
  const int last = cluster.num_blocks() - 1;
  mine[4] = *cluster.map_shared_rank(&word, last);
  mine[5] = cluster.query_shared_rank(cluster.map_shared_rank(&word, last));
  mine[6] = __clusterIdx().x * 10 + __clusterGridDimInClusters().x;
  mine[7] = cluster.num_threads();
  cluster.sync();
}

static void expect_places(const int* out, int x, int y, int threads, dim3 cluster) {
  for (int block = 0; block < x * y; ++block)
    for (int thread = 0; thread < threads; ++thread) {
      const int bx = block % x, by = block / x, cx = cluster.x, cy = cluster.y;
      const int rank = by % cy * cx + bx % cx,
                last = (by / cy * cy + cy - 1) * x + bx / cx * cx + cx - 1;
      const int want[8] = {rank, cx * cy,     rank * threads + thread, cy * 10 + by % cy,
                           last, cx * cy - 1, bx / cx * 10 + x / cx,   cx * cy * threads};
      for (int i = 0; i < 8; ++i) EXPECT_EQ(out[8 * (block * threads + thread) + i], want[i]);
    }
}

CASE(clusters_of_two_dimensions) {
  int* out = managed<int>(8 * 24 * 40);
  for (const bool split : {false, true}) {
    memset(out, 0, 8 * 24 * 40 * sizeof(int));
    cudaLaunchAttribute attribute;
    const cudaLaunchConfig_t config = configuration(dim3(6, 4), 40, 0, &attribute, dim3(3, 2));
    OK(cudaLaunchKernelEx(&config, places, out, split));
    OK(cudaDeviceSynchronize());
    expect_places(out, 6, 4, 40, dim3(3, 2));
  }
  places<<<dim3(6, 4), 40>>>(out, true);  // each block for itself
  OK(cudaDeviceSynchronize());
  expect_places(out, 6, 4, 40, dim3(1, 1));
}

CASE(sizes_that_cannot_be) {
  int* out = managed<int>(1);
  cudaLaunchAttribute attribute;
  const auto tried = [&](dim3 grid, dim3 cluster) {
    const cudaLaunchConfig_t config = configuration(grid, 32, 0, &attribute, cluster);
    const cudaError_t error = cudaLaunchKernelEx(&config, places, out, false);
    cudaGetLastError();
    return error;
  };
  EXPECT_EQ(tried(9, 2), cudaErrorInvalidClusterSize);
  EXPECT_EQ(tried(16, 16), cudaErrorInvalidClusterSize);
  EXPECT_EQ(tried(16, 0), cudaErrorInvalidClusterSize);
  const cudaLaunchConfig_t config = configuration(8, 64, 0, &attribute, 2);
  EXPECT_EQ(cudaLaunchKernelEx(&config, pass_round, out, 0), cudaErrorInvalidClusterSize);
  cudaGetLastError();
  int size = 0;
  OK(cudaOccupancyMaxPotentialClusterSize(&size, places, &config));
  EXPECT_EQ(size, 8);
  OK(cudaFuncSetAttribute(places, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
  OK(cudaOccupancyMaxPotentialClusterSize(&size, places, &config));
  EXPECT_EQ(size, 16);
}

CASE(clusters_in_captured_graphs) {
  int* out = managed<int>(4 * 64);
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  OK(cudaStreamCreate(&stream));
  OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  pass_round<<<4, 64, 0, stream>>>(out, 3);
  OK(cudaStreamEndCapture(stream, &graph));
  OK(cudaGraphInstantiate(&exec, graph, 0));
  for (int i = 0; i < 2; ++i) OK(cudaGraphLaunch(exec, stream));
  OK(cudaStreamSynchronize(stream));
  for (int i = 0; i < 4 * 64; ++i) EXPECT_EQ(out[i], (i / 64 + 3) % 4 * 1000 + i % 64 + 3);
  int device = 0;
  OK(cudaDeviceGetAttribute(&device, cudaDevAttrClusterLaunch, 0));
  EXPECT_EQ(device, 1);
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphDestroy(graph));
  OK(cudaStreamDestroy(stream));
}

int main() { return run_cases(); }
