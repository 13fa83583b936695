// Kernels whose items work together: reduction, histograms, scans, sorting steps.
// SPDX-License-Identifier: MIT
__kernel void reduce_tree(__global const float* in, __global float* out, __local float* part) {
  int item = get_local_id(0);
  part[item] = in[get_global_id(0)];
  for (int step = get_local_size(0) / 2; step > 0; step /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < step) part[item] += part[item + step];
  }
  if (item == 0) out[get_group_id(0)] = part[0];
}

__kernel void histogram_global(__global const uchar* in, __global uint* bins) {
  atomic_inc(&bins[in[get_global_id(0)]]);
}

__kernel void histogram_local(__global const uchar* in, __global uint* bins, uint n) {
  __local uint part[256];
  int item = get_local_id(0);
  part[item] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = get_global_id(0); i < n; i += get_global_size(0)) atomic_inc(&part[in[i]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&bins[item], part[item]);
}

// Inclusive scan of each group's 256 elements, log2(256) steps between two halves of local memory.
__kernel void scan_hillis_steele(__global const int* in, __global int* out) {
  __local int part[2][256];
  int item = get_local_id(0), from = 0;
  part[0][item] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = 1; step < 256; step *= 2) {
    int v = part[from][item];
    if (item >= step) v += part[from][item - step];
    part[1 - from][item] = v;
    from = 1 - from;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = part[from][item];
}

// Exclusive scan of each group's 512 elements by an up-sweep and a down-sweep.
__kernel void scan_blelloch(__global const int* in, __global int* out) {
  __local int part[512];
  int item = get_local_id(0), base = get_group_id(0) * 512, offset = 1;
  part[2 * item] = in[base + 2 * item];
  part[2 * item + 1] = in[base + 2 * item + 1];
  for (int d = 256; d > 0; d /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < d) part[offset * (2 * item + 2) - 1] += part[offset * (2 * item + 1) - 1];
    offset *= 2;
  }
  if (item == 0) part[511] = 0;
  for (int d = 1; d < 512; d *= 2) {
    offset /= 2;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < d) {
      int left = offset * (2 * item + 1) - 1, right = offset * (2 * item + 2) - 1, v = part[left];
      part[left] = part[right];
      part[right] += v;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[base + 2 * item] = part[2 * item];
  out[base + 2 * item + 1] = part[2 * item + 1];
}

// One compare-exchange step of a bitonic sort; the host calls it for every (stage, distance).
__kernel void bitonic_step(__global uint* keys, uint distance, uint stage) {
  uint i = get_global_id(0);
  uint left = 2 * distance * (i / distance) + i % distance, right = left + distance;
  bool up = ((left / stage) & 1) == 0;
  uint a = keys[left], b = keys[right];
  keys[left] = up ? min(a, b) : max(a, b);
  keys[right] = up ? max(a, b) : min(a, b);
}
