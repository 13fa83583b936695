// Irregular and compute-bound: sparse matrix times vector, and all pairs of bodies.
// SPDX-License-Identifier: MIT
__kernel void spmv_csr(__global const int* starts, __global const int* columns, __global const float* values,
                       __global const float* x, __global float* y, int rows) {
  int row = get_global_id(0);
  if (row >= rows) return;
  float sum = 0;
  for (int i = starts[row]; i < starts[row + 1]; ++i) sum += values[i] * x[columns[i]];
  y[row] = sum;
}

__kernel void nbody(__global const float4* bodies, __global float4* forces, int n) {
  int i = get_global_id(0);
  float4 me = bodies[i];
  float fx = 0, fy = 0, fz = 0;
  for (int j = 0; j < n; ++j) {
    float4 other = bodies[j];
    float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
    float inverse = rsqrt(dx * dx + dy * dy + dz * dz + 1e-4f);
    float s = other.w * inverse * inverse * inverse;
    fx += s * dx;
    fy += s * dy;
    fz += s * dz;
  }
  forces[i] = (float4)(fx, fy, fz, 0);
}
