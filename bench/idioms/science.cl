// Kernels of simulations and of data analysis, as scientific programs have them.
// SPDX-License-Identifier: MIT

// The temperature of a chip, with a tile in local memory and clamped borders.
kernel void chip_heat_tiles(global const float* power, global const float* from, global float* to,
                            int w, int h) {
  local float t[16][16];
  int tx = get_local_id(0), ty = get_local_id(1);
  int x = (int)get_group_id(0) * 14 + tx - 1, y = (int)get_group_id(1) * 14 + ty - 1;
  int cx = clamp(x, 0, w - 1), cy = clamp(y, 0, h - 1);
  t[ty][tx] = from[cy * w + cx];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (tx >= 1 && tx <= 14 && ty >= 1 && ty <= 14 && x >= 0 && x < w && y >= 0 && y < h) {
    float c = t[ty][tx];
    to[y * w + x] = c + 0.1f * (power[y * w + x] + (t[ty + 1][tx] + t[ty - 1][tx] - 2 * c) * 0.3f +
                                (t[ty][tx + 1] + t[ty][tx - 1] - 2 * c) * 0.2f + (80 - c) * 0.01f);
  }
}

// Neighbours by tables of indices, as anisotropic diffusion of images is often written.
kernel void diffusion_by_tables(global const float* a, global const int* north,
                                global const int* south, global const int* west,
                                global const int* east, global float* c, int rows, int cols) {
  int i = get_global_id(0);
  int row = i % rows, col = i / rows;
  float m = a[i];
  float n = a[north[row] + rows * col] - m, s = a[south[row] + rows * col] - m;
  float w = a[row + rows * west[col]] - m, e = a[row + rows * east[col]] - m;
  float g = (n * n + s * s + w * w + e * e) / (m * m), l = (n + s + w + e) / m;
  float num = 0.5f * g - (1.0f / 16) * l * l, den = 1 + 0.25f * l;
  float q = num / (den * den);
  c[i] = clamp(1 / (1 + (q - 0.05f) / (0.05f * 1.05f)), 0.0f, 1.0f);
}

// One step of a factorisation in blocks: the block's row and column in local memory.
kernel void lu_inner_block(global float* m, int n, int o) {
  local float r[16][16], c[16][16];
  int tx = get_local_id(0), ty = get_local_id(1);
  int gy = o + (get_group_id(1) + 1) * 16, gx = o + (get_group_id(0) + 1) * 16;
  r[ty][tx] = m[(o + ty) * n + gx + tx];
  c[ty][tx] = m[(gy + ty) * n + o + tx];
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0;
  for (int i = 0; i < 16; i++) sum += c[ty][i] * r[i][tx];
  m[(gy + ty) * n + gx + tx] -= sum;
}

kernel void lu_diagonal_block(global float* m, int n) {
  local float s[16][16];
  int t = get_local_id(0), b = get_group_id(0) * 16;
  for (int i = 0; i < 16; i++) s[i][t] = m[(b + i) * n + b + t] + (i == t ? 16 : 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < 15; i++) {
    if (t > i) {
      for (int j = 0; j < i; j++) s[t][i] -= s[t][j] * s[j][i];
      s[t][i] /= s[i][i];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t > i)
      for (int j = 0; j < i + 1; j++) s[i + 1][t] -= s[i + 1][j] * s[j][t];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int i = 0; i < 16; i++) m[(b + i) * n + b + t] = s[i][t];
}

// Alignment of two sequences: anti-diagonals of a block in local memory.
kernel void align_block(global const int* reference, global int* score, int cols, int penalty) {
  local int t[17][17], r[16][16];
  int x = get_local_id(0), b = get_group_id(0);
  int base = b * 17 * cols + b * 17;
  for (int i = 0; i < 16; i++) r[i][x] = reference[base + cols * (i + 1) + x + 1];
  if (x == 0) t[0][0] = score[base];
  t[x + 1][0] = score[base + cols * (x + 1)];
  t[0][x + 1] = score[base + x + 1];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int m = 0; m < 31; m++) {
    int k = m - x;
    if (k >= 0 && k < 16) {
      int i = x + 1, j = k + 1;
      t[j][i] =
          max(t[j - 1][i - 1] + r[j - 1][i - 1], max(t[j][i - 1] - penalty, t[j - 1][i] - penalty));
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int i = 0; i < 16; i++) score[base + cols * (i + 1) + x + 1] = t[i + 1][x + 1];
}

// Several rows of a grid of costs at once, shrinking from the borders.
kernel void cheapest_paths_tiles(global const int* wall, global const int* from, global int* to,
                                 int cols, int steps) {
  local int prev[256], next[256];
  int t = get_local_id(0), g = get_group_id(0);
  int x = g * (256 - 2 * steps) + t - steps, valid = x >= 0 && x < cols;
  prev[t] = valid ? from[x] : 1 << 20;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < steps; i++) {
    int done = 0;
    if (t >= i + 1 && t <= 254 - i && valid) {
      next[t] = min(prev[t], min(prev[t - 1], prev[t + 1])) + wall[i * cols + x];
      done = 1;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (done) prev[t] = next[t];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (t >= steps && t < 256 - steps && valid) to[x] = prev[t];
}

// Layers of a network, forward: each group reduces products of inputs and weights.
kernel void layer_forward(global const float* input, global const float* weight,
                          global float* partial, int hidden) {
  local float node[16], w[16][16];
  int by = get_group_id(1), tx = get_local_id(0), ty = get_local_id(1);
  int i = (hidden + 1) * 16 * by + (hidden + 1) * ty + tx + hidden + 2;
  if (tx == 0) node[ty] = input[16 * by + ty + 1];
  barrier(CLK_LOCAL_MEM_FENCE);
  w[ty][tx] = weight[i] * node[ty];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = 1; s <= 4; s++) {
    int p = 1 << s;
    if (ty % p == 0) w[ty][tx] += w[ty + p / 2][tx];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (tx == 0) partial[by * hidden + ty] = w[tx][ty];
}

kernel void layer_adjust(global const float* delta, global const float* ly, global float* w,
                         global float* oldw, int hidden) {
  int by = get_group_id(1), tx = get_local_id(0), ty = get_local_id(1);
  int i = (hidden + 1) * 16 * by + (hidden + 1) * ty + tx + hidden + 2;
  int y = 16 * by + ty + 1, x = tx + 1;
  w[i] += 0.3f * delta[x] * ly[y] + 0.3f * oldw[i];
  oldw[i] = 0.3f * delta[x] * ly[y] + 0.3f * oldw[i];
}

typedef struct {
  float x, y, z, v;
} Particle;
typedef struct {
  int first, count, neighbours[8];
} Box;
// Particles in boxes: all of a box with all of its neighbours'.
kernel void box_forces(global const Box* boxes, global const Particle* p, global const float* q,
                       global Particle* f) {
  int b = get_group_id(0), t = get_local_id(0);
  Particle mine = p[boxes[b].first + t];
  Particle sum = {0, 0, 0, 0};
  for (int k = 0; k < boxes[b].count; k++) {
    int first = boxes[boxes[b].neighbours[k]].first;
    for (int j = 0; j < 64; j++) {
      Particle o = p[first + j];
      float r2 = mine.v + o.v - (mine.x * o.x + mine.y * o.y + mine.z * o.z);
      float u = 0.5f * r2, vij = exp(-u), fs = 2 * vij, c = q[first + j];
      sum.v += c * vij;
      sum.x += c * fs * (mine.x - o.x);
      sum.y += c * fs * (mine.y - o.y);
      sum.z += c * fs * (mine.z - o.z);
    }
  }
  f[boxes[b].first + t] = sum;
}

// A particle filter finds for each particle the first entry of the distribution above its number.
kernel void resample(global const float* cdf, global const float* u, global const float* x,
                     global float* o, int n) {
  int i = get_global_id(0);
  int index = -1;
  for (int j = 0; j < n; j++) {
    if (cdf[j] >= u[i]) {
      index = j;
      break;
    }
  }
  o[i] = x[index == -1 ? n - 1 : index];
}

kernel void likelihood(global const int* place, global const uchar* frame, global float* o, int w) {
  int i = get_global_id(0);
  float s = 0;
  for (int j = 0; j < 16; j++) {
    int p = place[i] + (j / 4) * w + j % 4;
    float a = frame[p] - 100.0f, b = frame[p] - 228.0f;
    s += (a * a - b * b) / 50;
  }
  o[i] = s / 16;
}

// Flow around obstacles on a lattice, all nine directions of a cell beside each other.
kernel void lattice_of_structs(global const float* f, global float* g, global const uchar* solid,
                               int w, int h) {
  int x = get_global_id(0), y = get_global_id(1), i = y * w + x;
  float v[9], r = 0;
  for (int k = 0; k < 9; k++) r += v[k] = f[i * 9 + k];
  if (solid[i] > 250) {
    float t = v[1];
    v[1] = v[3], v[3] = t, t = v[2], v[2] = v[4], v[4] = t;
    t = v[5], v[5] = v[7], v[7] = t, t = v[6], v[6] = v[8], v[8] = t;
  } else {
    float ux = (v[1] + v[5] + v[8] - v[3] - v[6] - v[7]) / r;
    float uy = (v[2] + v[5] + v[6] - v[4] - v[7] - v[8]) / r, q = 1 - 1.5f * (ux * ux + uy * uy);
    v[0] += 0.6f * (r * (4.f / 9) * q - v[0]);
    v[1] += 0.6f * (r * (1.f / 9) * (q + 3 * ux + 4.5f * ux * ux) - v[1]);
    v[2] += 0.6f * (r * (1.f / 9) * (q + 3 * uy + 4.5f * uy * uy) - v[2]);
    v[3] += 0.6f * (r * (1.f / 9) * (q - 3 * ux + 4.5f * ux * ux) - v[3]);
    v[4] += 0.6f * (r * (1.f / 9) * (q - 3 * uy + 4.5f * uy * uy) - v[4]);
  }
  for (int k = 0; k < 9; k++) g[i * 9 + k] = v[k];
}

// A stencil that walks along z and keeps a column in registers.
kernel void columns_3d(global const float* a, global float* o, int n, int nz) {
  int x = get_global_id(0), y = get_global_id(1), i = y * n + x, p = n * n;
  if (x < 1 || y < 1 || x >= n - 1 || y >= n - 1) return;
  float below = a[i], here = a[i + p];
  for (int z = 1; z < nz - 1; z++) {
    i += p;
    float above = a[i + p];
    o[i] = 0.4f * here + 0.1f * (below + above + a[i - 1] + a[i + 1] + a[i - n] + a[i + n]);
    below = here;
    here = above;
  }
}

kernel void stencil_3d_f64(global const double* a, global double* o, int n) {
  int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  if (x == 0 || y == 0 || z == 0 || x == n - 1 || y == n - 1 || z == n - 1) return;
  long i = ((long)z * n + y) * n + x;
  o[i] = a[i] * -6.0 + a[i - 1] + a[i + 1] + a[i - n] + a[i + n] + a[i - n * n] + a[i + n * n];
}
