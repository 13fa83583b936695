// C = A * B for row-major matrices of any size; REAL is float or double.
// SPDX-License-Identifier: MIT
__kernel void matmul(__global const REAL* restrict a, __global const REAL* restrict b, __global REAL* restrict c,
                     int rows, int columns, int inner) {
  int column = get_global_id(0), row = get_global_id(1);
  if (column >= columns || row >= rows) return;
  REAL sum = 0;
  for (int k = 0; k < inner; ++k) sum += a[(size_t)row * inner + k] * b[(size_t)k * columns + column];
  c[(size_t)row * columns + column] = sum;
}
