// Blocks in which one thread writes what the others have just read, with one barrier too few, and lone warps without any.
//
// On a GPU such programs work: all warps have read before the one that writes is back from memory, and a warp steps
// together.
// SPDX-License-Identifier: MIT
#include "check.h"
#include "managed.h"

namespace {

// Work from a queue: everybody reads the number, and one thread takes the next.
__global__ void take_until_empty(int* queue, int count, int* done) {
  __shared__ int item;
  while (true) {
    if (threadIdx.x == 0) item = atomicAdd(queue, 1);
    __syncthreads();
    if (item >= count) return;
    atomicAdd(&done[item], 1);
  }
}
__global__ void take_while_there_are(int* queue, int count, int* done) {
  extern __shared__ int cells[];
  if (threadIdx.x == 0) cells[1] = atomicAdd(queue, 1);
  __syncthreads();
  for (int item = cells[1]; item < count; item = cells[1]) {
    atomicAdd(&done[item], 1);
    if (threadIdx.x == 0) cells[1] = atomicAdd(queue, 1);
    __syncthreads();
  }
}

// A matrix of tiles is transposed in place: a block moves the tiles of a cycle, and marks in memory who has moved.
__global__ void follow_cycles(int rows, int columns, int* tiles, int* moved, int* queue) {
  __shared__ int seen, start;
  const int last = rows * columns - 1, t = threadIdx.x, size = blockDim.x;
  if (t == 0) start = atomicAdd(queue, 1);
  __syncthreads();
  while (start < last) {
    int next = start * rows - last * (start / columns);
    if (next == start) {
      if (t == 0) start = atomicAdd(queue, 1);
      __syncthreads();
      continue;
    }
    int carried = tiles[start * size + t];
    if (t == 0) seen = atomicAdd(&moved[start], 0);
    __syncthreads();
    for (; seen == 0; next = next * rows - last * (next / columns)) {
      const int found = tiles[next * size + t];
      if (t == 0) seen = atomicExch(&moved[next], 1);
      __syncthreads();
      if (!seen) tiles[next * size + t] = carried;
      carried = found;
    }
    if (t == 0) start = atomicAdd(queue, 1);
    __syncthreads();
  }
}

// Rounds until nothing changes; the flag is in memory, one a block.
__global__ void count_down(int* values, int* changed, int* rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int count = 0;
  do {
    if (threadIdx.x == 0) changed[blockIdx.x] = 0;
    __syncthreads();
    if (values[i] > 0) {
      --values[i];
      changed[blockIdx.x] = 1;
    }
    ++count;
    __syncthreads();
  } while (changed[blockIdx.x]);
  rounds[i] = count;
}

// Everybody reads the whole tile, and the next one is written without a barrier.
__global__ void add_tiles(const float* in, int count, float* sums) {
  __shared__ float tile[256];
  float sum = 0;
  for (int start = 0; start < count; start += blockDim.x) {
    if (start + threadIdx.x < count) tile[threadIdx.x] = in[start + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < blockDim.x && start + i < count; ++i) sum += tile[i];
  }
  sums[threadIdx.x] = sum;
}
// Two sums in one array: the first one's result is still read when the second begins.
__device__ int sum_of(int value, int* scratch) {
  scratch[threadIdx.x] = value;
  __syncthreads();
  for (int step = blockDim.x / 2; step > 0; step /= 2) {
    if (threadIdx.x < step) scratch[threadIdx.x] += scratch[threadIdx.x + step];
    __syncthreads();
  }
  return scratch[0];
}
__global__ void add_twice(int* sums) {
  __shared__ int scratch[256];
  const int count = sum_of(1, scratch);
  sums[threadIdx.x] = count * 100000 + sum_of(threadIdx.x, scratch);
}

// Sixteen threads of a block add colours, as a tree and by everybody, and number them by their sizes.
struct Color {
  float red, green, blue;
};
__device__ void number(const float* values, int* ranks) {
  const int t = threadIdx.x;
  int rank = 0;
  for (int i = 0; i < 16; ++i) rank += values[i] < values[t];
  ranks[t] = rank;
  for (int i = 0; i < 15; ++i)
    if (t > i && ranks[t] == ranks[i]) ++ranks[t];
}
__global__ void sort_colors(const Color* in, Color* sorted, float* sum, float* tree) {
  __shared__ Color colors[16], sums[16];
  __shared__ float lights[16];
  __shared__ int ranks[16];
  const int t = threadIdx.x;
  if (t < 16) {
    colors[t] = in[t];
    sums[t] = colors[t];
    sums[t].green += sums[t ^ 8].green;
    sums[t].green += sums[t ^ 4].green;
    sums[t].green += sums[t ^ 2].green;
    sums[t].green += sums[t ^ 1].green;
    lights[t] = colors[t].red;
    for (int step = 8; step > 0; step /= 2)
      if (t < step) lights[t] += lights[t + step];
    *tree = lights[0];
    lights[t] = colors[t].blue;
    number(lights, ranks);
    const Color mine = colors[t];
    colors[ranks[t]] = mine;
  }
  __syncthreads();
  if (t < 16) sorted[t] = colors[t];
  sum[t] = sums[t % 16].green;
}

// All make an array together, and then each sums a row of what the others made.
__constant__ int* table_of_arrays[2];
__global__ void make_and_add_rows(int rows, int columns, int* sums) {
  const int t = threadIdx.x, size = blockDim.x;
  for (int i = t; i < rows * columns; i += size)
    table_of_arrays[blockIdx.x][i] = i - table_of_arrays[blockIdx.x][i];
  for (int row = t; row < rows; row += size) {
    int sum = 0;
    for (int i = row; i < row + rows * columns; i += rows) {
      table_of_arrays[blockIdx.x][i] += sum;
      sum = table_of_arrays[blockIdx.x][i];
    }
  }
  __syncthreads();
  for (int row = t; row < rows; row += size)
    sums[blockIdx.x * rows + row] = table_of_arrays[blockIdx.x][rows * columns - 1 - row];
}
// All clear the counters, and count at once.
__global__ void clear_and_count(const int* values, int count, int* counts) {
  __shared__ int counters[1000];
  const int t = threadIdx.x;
  counters[t] = 0;
  for (int i = t; i < count; i += blockDim.x) atomicAdd(&counters[values[i] % blockDim.x], 1);
  __syncthreads();
  counts[t] = counters[t];
}

// Each block clears its row of marks, in steps of a block, and one thread marks what the block starts from.
__global__ void clear_and_mark(char* marks, const int* seeds, int count, int* marked) {
  char* const row = marks + blockIdx.x * count;
  const int seed = seeds[blockIdx.x], step = blockDim.x * blockDim.y;
  for (int i = 0; i + threadIdx.x < count; i += step) row[i + threadIdx.x] = 0;
  if (threadIdx.x == 0) row[seed] = 1;
  __syncthreads();
  for (int i = threadIdx.x; i < count; i += step)
    if (row[i] != 0) atomicAdd(marked, i == seed ? 1 : 1000);
}

// Blocks that wait for each other by hand, and read a flag that one thread turns before they wait.
__device__ volatile int arrived;
__global__ void take_turns(int rounds, int* first, int* second) {
  __shared__ int odd;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0) odd = 1;
  __syncthreads();
  for (int round = 1; round <= rounds; ++round) {
    int* const target = odd ? first : second;
    target[i] += round;
    if (threadIdx.x == 0) odd = 1 - odd;
    __syncthreads();
    if (threadIdx.x == 0) {
      atomicAdd((int*)&arrived, 1);
      while (arrived < round * gridDim.x) continue;
    }
    __syncthreads();
  }
}

constexpr int kSizes[] = {32, 40, 64, 256, 1000};

CASE(queues) {
  for (const int threads : kSizes)
    for (const bool first : {true, false}) {
      Managed<int> queue(1), done(50);
      if (first)
        take_until_empty<<<3, threads>>>(queue.get(), 50, done.get());
      else
        take_while_there_are<<<3, threads, 8>>>(queue.get(), 50, done.get());
      OK(cudaDeviceSynchronize());
      for (int i = 0; i < 50; ++i) EXPECT_EQ(done[i], threads);
    }
}

CASE(cycles) {
  constexpr int rows = 7, columns = 24;
  for (const int threads : kSizes) {
    Managed<int> tiles(rows * columns * threads), moved(rows * columns), queue(1);
    for (int i = 0; i < rows * columns * threads; ++i) tiles[i] = i;
    follow_cycles<<<4, threads>>>(rows, columns, tiles.get(), moved.get(), queue.get());
    OK(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < rows * columns * threads; ++i) {
      const int tile = i / threads, from = tile % rows * columns + tile / rows;
      wrong += tiles[i] != from * threads + i % threads;
    }
    EXPECT_EQ(wrong, 0);
  }
}

CASE(rounds) {
  for (const int threads : kSizes) {
    Managed<int> values(2 * threads), changed(2), rounds(2 * threads);
    for (int i = 0; i < 2 * threads; ++i) values[i] = i % 19;
    count_down<<<2, threads>>>(values.get(), changed.get(), rounds.get());
    OK(cudaDeviceSynchronize());
    for (int i = 0; i < 2 * threads; ++i) EXPECT_EQ(values[i], 0);
    for (int i = 0; i < 2 * threads; ++i) EXPECT_EQ(rounds[i], 19);
  }
}

CASE(tiles) {
  for (const int threads : {32, 40, 64, 256}) {
    Managed<float> in(1000), sums(threads);
    in.fill(1.0f);
    for (int i = 0; i < 1000; i += 3) in[i] = 5.0f;
    add_tiles<<<1, threads>>>(in.get(), 1000, sums.get());
    OK(cudaDeviceSynchronize());
    for (int i = 0; i < threads; ++i) EXPECT_EQ(sums[i], 1000.0f + 4 * 334);
  }
  for (const int threads : {32, 64, 256}) {
    Managed<int> sums(threads);
    add_twice<<<1, threads>>>(sums.get());
    OK(cudaDeviceSynchronize());
    for (int i = 0; i < threads; ++i)
      EXPECT_EQ(sums[i], threads * 100000 + threads * (threads - 1) / 2);
  }
}

CASE(fills) {
  constexpr int rows = 131, columns = 40;
  for (const int threads : kSizes) {
    Managed<int> first(rows * columns), second(rows * columns), sums(2 * rows);
    int* const arrays[] = {first.get(), second.get()};
    for (int i = 0; i < rows * columns; ++i) first[i] = second[i] = 1;
    OK(cudaMemcpyToSymbol(table_of_arrays, arrays, sizeof arrays));
    make_and_add_rows<<<2, threads>>>(rows, columns, sums.get());
    OK(cudaDeviceSynchronize());
    for (int i = 0; i < 2 * rows; ++i) {
      const int row = rows - 1 - i % rows;
      EXPECT_EQ(sums[i], columns * (row - 1) + rows * columns * (columns - 1) / 2);
    }
    Managed<int> values(5000), counts(threads);
    for (int i = 0; i < 5000; ++i) values[i] = i;
    clear_and_count<<<1, threads>>>(values.get(), 5000, counts.get());
    OK(cudaDeviceSynchronize());
    for (int i = 0; i < threads; ++i) EXPECT_EQ(counts[i], 5000 / threads + (i < 5000 % threads));
  }
}

CASE(marks) {
  const int count = 333, blocks = 20;
  for (const int threads : kSizes) {
    Managed<char> marks(blocks * count);
    Managed<int> seeds(blocks), marked(1);
    for (int i = 0; i < blocks; ++i) seeds[i] = i * 37 % count;
    clear_and_mark<<<blocks, threads>>>(marks.get(), seeds.get(), count, marked.get());
    OK(cudaDeviceSynchronize());
    EXPECT_EQ(marked[0], blocks);
  }
}

CASE(turns) {
  for (const int threads : kSizes) {
    const int none = 0;
    OK(cudaMemcpyToSymbol(arrived, &none, sizeof none));
    Managed<int> first(5 * threads), second(5 * threads);
    take_turns<<<5, threads>>>(7, first.get(), second.get());
    OK(cudaDeviceSynchronize());
    for (int i = 0; i < 5 * threads; ++i) {
      EXPECT_EQ(first[i], 1 + 3 + 5 + 7);
      EXPECT_EQ(second[i], 2 + 4 + 6);
    }
  }
}

CASE(lone_warps) {
  for (const int threads : {16, 32, 64, 300}) {
    Managed<Color> in(16), sorted(16);
    Managed<float> sum(threads), tree(1);
    for (int i = 0; i < 16; ++i) in[i] = {float(i + 1), float(2 * i), float(i * 7 % 5)};
    sort_colors<<<1, threads>>>(in.get(), sorted.get(), sum.get(), tree.get());
    OK(cudaDeviceSynchronize());
    for (int i = 0; i < threads; ++i) EXPECT_EQ(sum[i], 240.0f);
    EXPECT_EQ(tree[0], 136.0f);
    float red = 0;
    for (int i = 0; i < 16; ++i) red += sorted[i].red;
    EXPECT_EQ(red, 136.0f);
    for (int i = 1; i < 16; ++i) EXPECT(sorted[i - 1].blue <= sorted[i].blue);
  }
}

}  // namespace

int main() { return run_cases(); }
