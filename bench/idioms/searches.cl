// Kernels whose items go different ways.
// SPDX-License-Identifier: MIT

kernel void find_text(global const char* t, constant char* p, global int* o, int n, int m) {
  int i = get_global_id(0);
  if (i > n - m) return;
  int j = 0;
  while (j < m && t[i + j] == p[j]) j++;
  if (j == m) atomic_inc(o);
}

kernel void find_first(global const float* cdf, global const float* u, global int* o, int n) {
  int i = get_global_id(0);
  int r = n - 1;
  for (int j = 0; j < n; j++)
    if (cdf[j] >= u[i]) {
      r = j;
      break;
    }
  o[i] = r;
}

kernel void binary_search(global const float* c, global const float* u, global int* o, int n) {
  int i = get_global_id(0);
  int a = 0, b = n;
  float x = u[i];
  while (a < b) {
    int m = (a + b) / 2;
    if (c[m] < x)
      a = m + 1;
    else
      b = m;
  }
  o[i] = a;
}

kernel void align_diagonal(global const int* r, global int* m, int w, int d) {
  int t = get_global_id(0);
  int y = t + 1, x = d - t;
  if (x >= 1 && x < w && y < w) {
    int i = y * w + x;
    m[i] = max(m[i - w - 1] + r[i], max(m[i - 1], m[i - w]) - 10);
  }
}

kernel void edit_distance(global const uchar* a, global const uchar* b, global int* o, int m) {
  int i = get_global_id(0);
  int d[17];
  for (int j = 0; j <= 16; j++) d[j] = j;
  for (int r = 0; r < m; r++) {
    int p = d[0];
    d[0] = r + 1;
    uchar c = a[i * m + r];
    for (int j = 1; j <= 16; j++) {
      int t = d[j];
      d[j] = min(min(d[j] + 1, d[j - 1] + 1), p + (c != b[j - 1]));
      p = t;
    }
  }
  o[i] = d[16];
}

kernel void bfs_level(global const int* r, global const int* c, global int* lev, global int* ch,
                      int L, int n) {
  int i = get_global_id(0);
  if (i < n && lev[i] == L) {
    for (int e = r[i]; e < r[i + 1]; e++) {
      int j = c[e];
      if (lev[j] < 0) {
        lev[j] = L + 1;
        *ch = 1;
      }
    }
  }
}

kernel void tree_with_stack(global const int2* t, global const float* b, global int* o) {
  int i = get_global_id(0);
  int st[16];
  int sp = 0, c = 0;
  st[sp++] = 0;
  float x = b[i];
  while (sp > 0 && c < 64) {
    int n = st[--sp];
    int2 q = t[n];
    c++;
    if (q.x > 0 && sp < 15) {
      if (x < b[n & 1023])
        st[sp++] = q.x;
      else
        st[sp++] = q.y;
      if ((n & 3) == 0) st[sp++] = q.y;
    }
  }
  o[i] = c;
}

kernel void switches(global const int* a, global int* o) {
  int i = get_global_id(0);
  int x = a[i], r = 0;
  for (int j = 0; j < 16; j++) {
    switch ((x >> (j * 2)) & 3) {
      case 0:
        r += j;
        break;
      case 1:
        r ^= x;
        break;
      case 2:
        r -= 3;
        break;
      default:
        r *= 5;
    }
  }
  o[i] = r;
}

kernel void collatz(global int* o) {
  ulong n = get_global_id(0) + 1;
  int c = 0;
  while (n != 1) {
    n = n & 1 ? 3 * n + 1 : n >> 1;
    c++;
  }
  o[get_global_id(0)] = c;
}

kernel void gcd(global const int* a, global const int* b, global int* o) {
  int i = get_global_id(0);
  int x = a[i] + 1, y = b[i] + 1;
  while (y) {
    int t = x % y;
    x = y;
    y = t;
  }
  o[i] = x;
}
