// Hashes, ciphers, random numbers, texts, sorting: integers of all widths.
// SPDX-License-Identifier: MIT

constant uint kSha[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};
// A block an item, the schedule in a ring of sixteen words.
kernel void sha256_blocks(global const uint* a, global uint* o) {
  int i = get_global_id(0);
  uint w[16], h[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  for (int j = 0; j < 16; j++) w[j] = a[i * 16 + j];
  for (int t = 0; t < 64; t++) {
    if (t >= 16) {
      uint x = w[(t + 1) & 15], y = w[(t + 14) & 15];
      w[t & 15] += w[(t + 9) & 15] + (rotate(x, 25u) ^ rotate(x, 14u) ^ (x >> 3)) +
                   (rotate(y, 15u) ^ rotate(y, 13u) ^ (y >> 10));
    }
    uint p = h[7] + (rotate(h[4], 26u) ^ rotate(h[4], 21u) ^ rotate(h[4], 7u)) +
             bitselect(h[6], h[5], h[4]) + kSha[t] + w[t & 15];
    uint q = (rotate(h[0], 30u) ^ rotate(h[0], 19u) ^ rotate(h[0], 10u)) +
             ((h[0] & h[1]) | (h[2] & (h[0] | h[1])));
    for (int j = 7; j > 0; j--) h[j] = h[j - 1];
    h[4] += p;
    h[0] = p + q;
  }
  for (int j = 0; j < 8; j++) o[i * 8 + j] = h[j];
}

#define STEP(f, a, b, c, d, m, k, s) a = b + rotate(a + f + m + k, (uint)s)
// The first round of a digest over texts of 16 words, a word of each text after the other.
kernel void md5_rounds(global const uint* m, global uint4* o, int n) {
  int i = get_global_id(0);
  uint a = 0x67452301, b = 0xefcdab89, c = 0x98badcfe, d = 0x10325476;
  for (int j = 0; j < 16; j += 4) {
    STEP((d ^ (b & (c ^ d))), a, b, c, d, m[j * n + i], 0xd76aa478, 7);
    STEP((c ^ (a & (b ^ c))), d, a, b, c, m[(j + 1) * n + i], 0xe8c7b756, 12);
    STEP((b ^ (d & (a ^ b))), c, d, a, b, m[(j + 2) * n + i], 0x242070db, 17);
    STEP((a ^ (c & (d ^ a))), b, c, d, a, m[(j + 3) * n + i], 0xc1bdceee, 22);
  }
  o[i] = (uint4)(a, b, c, d);
}

constant int kTurn[24] = {1,  3,  6,  10, 15, 21, 28, 36, 45, 55, 2,  14,
                          27, 41, 56, 8,  25, 43, 62, 18, 39, 61, 20, 44};
constant int kPlace[24] = {10, 7,  11, 17, 18, 3, 5,  16, 8,  21, 24, 4,
                           15, 23, 19, 13, 12, 2, 20, 14, 22, 9,  6,  1};
kernel void keccak_rounds(global const ulong* a, global ulong* o, int rounds) {
  int i = get_global_id(0);
  ulong s[25], b[5];
  for (int j = 0; j < 25; j++) s[j] = a[i * 25 + j];
  for (int r = 0; r < rounds; r++) {
    for (int j = 0; j < 5; j++) b[j] = s[j] ^ s[j + 5] ^ s[j + 10] ^ s[j + 15] ^ s[j + 20];
    for (int j = 0; j < 5; j++) {
      ulong t = b[(j + 4) % 5] ^ rotate(b[(j + 1) % 5], 1UL);
      for (int k = 0; k < 25; k += 5) s[k + j] ^= t;
    }
    ulong t = s[1];
    for (int j = 0; j < 24; j++) {
      ulong u = s[kPlace[j]];
      s[kPlace[j]] = rotate(t, (ulong)kTurn[j]);
      t = u;
    }
    for (int k = 0; k < 25; k += 5) {
      for (int j = 0; j < 5; j++) b[j] = s[k + j];
      for (int j = 0; j < 5; j++) s[k + j] ^= ~b[(j + 1) % 5] & b[(j + 2) % 5];
    }
    s[0] ^= 0x8000000080008081UL + r;
  }
  for (int j = 0; j < 25; j++) o[i * 25 + j] = s[j];
}

// Four rounds of a cipher by tables; the tables lie in local or constant memory.
kernel void cipher_local_tables(global const uint4* a, global const uint* table, global uint4* o) {
  local uint t[256];
  int i = get_global_id(0), l = get_local_id(0);
  t[l] = table[l];
  barrier(CLK_LOCAL_MEM_FENCE);
  uint4 s = a[i];
  for (int r = 0; r < 4; r++) {
    uint4 n;
    n.x = t[s.x & 255] ^ rotate(t[(s.y >> 8) & 255], 8u) ^ rotate(t[(s.z >> 16) & 255], 16u) ^
          rotate(t[s.w >> 24], 24u);
    n.y = t[s.y & 255] ^ rotate(t[(s.z >> 8) & 255], 8u) ^ rotate(t[(s.w >> 16) & 255], 16u) ^
          rotate(t[s.x >> 24], 24u);
    n.z = t[s.z & 255] ^ rotate(t[(s.w >> 8) & 255], 8u) ^ rotate(t[(s.x >> 16) & 255], 16u) ^
          rotate(t[s.y >> 24], 24u);
    n.w = t[s.w & 255] ^ rotate(t[(s.x >> 8) & 255], 8u) ^ rotate(t[(s.y >> 16) & 255], 16u) ^
          rotate(t[s.z >> 24], 24u);
    s = n ^ (uint4)(r * 0x9e3779b9u);
  }
  o[i] = s;
}

kernel void cipher_constant_tables(global const uchar16* a, constant uchar* box,
                                   global uchar16* o) {
  int i = get_global_id(0);
  uchar16 v = a[i];
  uchar s[16] = {v.s0, v.s1, v.s2, v.s3, v.s4, v.s5, v.s6, v.s7,
                 v.s8, v.s9, v.sa, v.sb, v.sc, v.sd, v.se, v.sf};
  for (int r = 0; r < 4; r++) {
    uchar t[16];
    for (int j = 0; j < 16; j++) t[j] = box[s[(j * 5) & 15]];
    for (int j = 0; j < 16; j += 4) {
      uchar all = t[j] ^ t[j + 1] ^ t[j + 2] ^ t[j + 3];
      for (int k = 0; k < 4; k++) {
        uchar x = t[j + k] ^ t[j + ((k + 1) & 3)];
        s[j + k] = t[j + k] ^ all ^ (uchar)((x << 1) ^ ((x >> 7) * 0x1b));
      }
    }
  }
  o[i] = (uchar16)(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7], s[8], s[9], s[10], s[11], s[12],
                   s[13], s[14], s[15]);
}

kernel void crc32_of_rows(global const uchar* a, global const uint* table, global uint* o, int n) {
  int i = get_global_id(0);
  uint c = ~0u;
  for (int j = 0; j < n; j++) c = table[(c ^ a[i * n + j]) & 255] ^ (c >> 8);
  o[i] = ~c;
}

kernel void murmur(global const uint* a, global uint* o, int words) {
  int i = get_global_id(0);
  uint h = 0x9747b28c;
  for (int j = 0; j < words; j++) {
    uint k = a[i * words + j] * 0xcc9e2d51;
    h ^= rotate(k, 15u) * 0x1b873593;
    h = rotate(h, 13u) * 5 + 0xe6546b64;
  }
  h ^= h >> 16;
  h *= 0x85ebca6b;
  o[i] = h ^ (h >> 13);
}

kernel void philox(global float4* o, uint seed) {
  uint i = get_global_id(0), k0 = seed, k1 = 0xBB67AE85;
  uint4 c = (uint4)(i, 0, 7, 11);
  for (int r = 0; r < 10; r++) {
    uint h0 = mul_hi(0xD2511F53u, c.x), l0 = 0xD2511F53u * c.x;
    uint h1 = mul_hi(0xCD9E8D57u, c.z), l1 = 0xCD9E8D57u * c.z;
    c = (uint4)(h1 ^ c.y ^ k0, l1, h0 ^ c.w ^ k1, l0);
    k0 += 0x9E3779B9;
    k1 += 0xBB67AE85;
  }
  o[i] = convert_float4(c) * 0x1p-32f;
}

kernel void box_muller(global const uint2* s, global float2* o) {
  int i = get_global_id(0);
  float u = (s[i].x + 1) * 0x1p-32f, v = s[i].y * 0x1p-32f, c;
  float r = sqrt(-2 * log(u)), w = sincos(6.2831853f * v, &c);
  o[i] = (float2)(r * c, r * w);
}

// Digits of four bits: counts of a group, then the places by a scan of them.
kernel void radix_ranks(global const uint* a, global uint* rank, global uint* counts, int shift) {
  local uint c[16 * 64];
  int l = get_local_id(0), g = get_group_id(0);
  for (int d = 0; d < 16; d++) c[d * 64 + l] = 0;
  for (int j = 0; j < 4; j++) {
    uint d = (a[g * 256 + l * 4 + j] >> shift) & 15;
    rank[g * 256 + l * 4 + j] = c[d * 64 + l]++;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < 16) {
    uint s = 0;
    for (int j = 0; j < 64; j++) {
      uint t = c[l * 64 + j];
      c[l * 64 + j] = s;
      s += t;
    }
    counts[g * 16 + l] = s;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int j = 0; j < 4; j++) {
    uint d = (a[g * 256 + l * 4 + j] >> shift) & 15;
    rank[g * 256 + l * 4 + j] += c[d * 64 + l];
  }
}

kernel void count_words(global const uchar* text, global int* o, int n) {
  int i = get_global_id(0), c = 0;
  uchar before = ' ';
  for (int j = 0; j < n; j++) {
    uchar t = text[i * n + j];
    if (before <= ' ' && t > ' ') c++;
    before = t;
  }
  o[i] = c;
}

kernel void find_pattern_shifts(global const uchar* text, global const uchar* p,
                                global const int* skip, global int* o, int n, int m) {
  int i = get_global_id(0), found = 0, at = i * n, end = at + n - m;
  while (at <= end) {
    int j = m - 1;
    while (j >= 0 && text[at + j] == p[j]) j--;
    if (j < 0) found++;
    at += skip[text[at + m - 1]];
  }
  o[i] = found;
}

// A table with open addresses: most keys are found at their first or second place.
kernel void hash_lookup(global const uint2* table, global const uint* keys, global uint* o,
                        uint mask) {
  int i = get_global_id(0);
  uint k = keys[i], at = (k * 2654435761u) & mask, v = 0;
  for (int tries = 0; tries < 64; tries++) {
    uint2 e = table[at];
    if (e.x == k) v = e.y;
    if (e.x == k || e.x == 0) break;
    at = (at + 1) & mask;
  }
  o[i] = v;
}

kernel void dot_int8(global const char* a, global const char* b, global int* o, int n) {
  int i = get_global_id(0), s = 0;
  for (int j = 0; j < n; j++) s += a[i * n + j] * b[j];
  o[i] = s;
}

kernel void product_int8(global const char4* a, global const char4* b, global int* c, int n,
                         int k4) {
  int x = get_global_id(0), y = get_global_id(1), s = 0;
  for (int i = 0; i < k4; i++) {
    int4 p = convert_int4(a[y * k4 + i]), q = convert_int4(b[x * k4 + i]);
    s += p.x * q.x + p.y * q.y + p.z * q.z + p.w * q.w;
  }
  c[y * n + x] = s;
}

kernel void dequantize(global const uchar* a, global const float* scale, global float* o) {
  int i = get_global_id(0);
  uchar v = a[i / 2];
  o[i] = ((i & 1 ? v >> 4 : v & 15) - 8) * scale[i / 32];
}
