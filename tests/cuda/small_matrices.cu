// Matrix products of a warp beside the usual ones: elements of 4 bits and of one, and Volta's products of quad pairs.
//
// SPDX-License-Identifier: MIT
#include <cuda_fp16.h>
#include <mma.h>

#include "check.h"
#include "managed.h"

namespace wmma = nvcuda::wmma;
namespace few_bits = nvcuda::wmma::experimental;

// Two products one behind the other: lines are 2 * k elements long.
template <class T, int k>
__global__ void multiply(const unsigned* a, const unsigned* b, int* c, int bits) {
  wmma::fragment<wmma::matrix_a, 8, 8, k, T, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, 8, 8, k, T, wmma::col_major> right;
  wmma::fragment<wmma::accumulator, 8, 8, k, int> sum;
  wmma::fill_fragment(sum, 3);
  for (int part = 0; part < 2; ++part) {
    wmma::load_matrix_sync(left, a + 4 * part, 2 * k);
    wmma::load_matrix_sync(right, b + 4 * part, 2 * k);
    if constexpr (k == 128) {
      wmma::bmma_sync(sum, left, right, sum, (few_bits::bmmaBitOp)bits,
                      few_bits::bmmaAccumulateOpPOPC);
    } else {
      wmma::mma_sync(sum, left, right, sum);
    }
  }
  wmma::store_matrix_sync(c, sum, 8, wmma::mem_row_major);
}

// Bits without a pattern.
unsigned scrambled(unsigned i) {
  i = (i + 1) * 0x9e3779b9u;
  return (i ^ i >> 15) * 0x85ebca6bu;
}

enum Kind { kUnsigned, kSigned, kXor, kAnd };

int product(unsigned a, unsigned b, Kind kind) {
  if (kind == kXor) return __builtin_popcount(a ^ b);
  if (kind == kAnd) return __builtin_popcount(a & b);
  int sum = 0;
  for (int bit = 0; bit < 32; bit += 4) {
    int x = a >> bit & 15, y = b >> bit & 15;
    if (kind == kSigned) x = x < 8 ? x : x - 16, y = y < 8 ? y : y - 16;
    sum += x * y;
  }
  return sum;
}

template <class T, int k>
void try_words(Kind kind) {
  Managed<unsigned> a(64), b(64);
  Managed<int> c(64);
  for (int i = 0; i < 64; ++i) a[i] = scrambled(i), b[i] = scrambled(i + 64);
  multiply<T, k><<<1, 32>>>(a.get(), b.get(), c.get(),
                            kind == kAnd ? few_bits::bmmaBitOpAND : few_bits::bmmaBitOpXOR);
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < 64; ++i) {
    int sum = 3;
    for (int word = 0; word < 8; ++word)
      sum += product(a[i / 8 * 8 + word], b[i % 8 * 8 + word], kind);
    EXPECT_EQ(c[i], sum);
  }
}

// Where PTX says that a lane's elements lie: rows (or columns) of the upper half of a pair are four further on.
__device__ int pair_of(int lane) { return lane / 4 % 4; }
__device__ int own_line(int lane) { return lane % 4 + lane / 16 * 4; }

template <bool left_by_rows, bool right_by_rows>
__global__ void quad_products(const __half* a, const __half* b, const float* c, float* wide,
                              __half* narrow) {
  const int lane = threadIdx.x, pair = pair_of(lane), line = own_line(lane), first = lane / 16 * 4;
  a += pair * 32, b += pair * 32, c += pair * 64, wide += pair * 64, narrow += pair * 64;
  __half2 left[2], right[2], sums16[4];
  for (int i = 0; i < 4; ++i) {
    const __half x = left_by_rows ? a[line * 4 + i] : a[(first + i) * 4 + lane % 4];
    const __half y = right_by_rows ? b[lane % 4 * 8 + first + i] : b[i * 8 + line];
    (i % 2 ? left[i / 2].y : left[i / 2].x) = x;
    (i % 2 ? right[i / 2].y : right[i / 2].x) = y;
  }
  float s[8];
  for (int i = 0; i < 8; ++i) {
    const int row = (lane & 1) + (i & 2) + first, column = (i & 4) + (lane & 2) + (i & 1);
    s[i] = c[row * 8 + column];
    (i % 2 ? sums16[i / 2].y : sums16[i / 2].x) = __float2half(c[line * 8 + i]);
  }
  const unsigned *l = (unsigned*)left, *r = (unsigned*)right;
  unsigned* h = (unsigned*)sums16;
#define QUAD(layouts)                                                                              \
  asm("mma.sync.aligned.m8n8k4." layouts                                                           \
      ".f32.f16.f16.f32 {%0,%1,%2,%3,%4,%5,%6,%7}, {%8,%9}, {%10,%11}, {%0,%1,%2,%3,%4,%5,%6,%7};" \
      : "+f"(s[0]), "+f"(s[1]), "+f"(s[2]), "+f"(s[3]), "+f"(s[4]), "+f"(s[5]), "+f"(s[6]),        \
        "+f"(s[7])                                                                                 \
      : "r"(l[0]), "r"(l[1]), "r"(r[0]), "r"(r[1]));                                               \
  asm("mma.sync.aligned.m8n8k4." layouts                                                           \
      ".f16.f16.f16.f16 {%0,%1,%2,%3}, {%4,%5}, {%6,%7}, {%0,%1,%2,%3};"                           \
      : "+r"(h[0]), "+r"(h[1]), "+r"(h[2]), "+r"(h[3])                                             \
      : "r"(l[0]), "r"(l[1]), "r"(r[0]), "r"(r[1]))
  if (left_by_rows && right_by_rows) {
    QUAD("row.row");
  } else if (left_by_rows) {
    QUAD("row.col");
  } else if (right_by_rows) {
    QUAD("col.row");
  } else {
    QUAD("col.col");
  }
#undef QUAD
  for (int i = 0; i < 8; ++i) {
    const int row = (lane & 1) + (i & 2) + first, column = (i & 4) + (lane & 2) + (i & 1);
    wide[row * 8 + column] = s[i];
    narrow[line * 8 + i] = i % 2 ? sums16[i / 2].y : sums16[i / 2].x;
  }
}

template <bool left_by_rows, bool right_by_rows>
void try_quads() {
  Managed<__half> a(128), b(128), narrow(256);
  Managed<float> c(256), wide(256);
  const auto small = [](int i) { return (float)(scrambled(i) % 17) - 8; };
  for (int i = 0; i < 128; ++i) a[i] = __float2half(small(i)), b[i] = __float2half(small(i + 128));
  for (int i = 0; i < 256; ++i) c[i] = (float)(scrambled(i) % 100);
  quad_products<left_by_rows, right_by_rows>
      <<<1, 32>>>(a.get(), b.get(), c.get(), wide.get(), narrow.get());
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < 256; ++i) {
    const int pair = i / 64, row = i / 8 % 8, column = i % 8;
    float sum = c[i];
    for (int k = 0; k < 4; ++k)
      sum += __half2float(a[pair * 32 + row * 4 + k]) * __half2float(b[pair * 32 + k * 8 + column]);
    EXPECT_EQ(wide[i], sum);
    EXPECT_EQ(__half2float(narrow[i]), sum);
  }
}

CASE(elements_of_four_bits) {
  try_words<few_bits::precision::u4, 32>(kUnsigned);
  try_words<few_bits::precision::s4, 32>(kSigned);
}

CASE(elements_of_one_bit) {
  try_words<few_bits::precision::b1, 128>(kXor);
  try_words<few_bits::precision::b1, 128>(kAnd);
}

CASE(products_of_quad_pairs) {
  try_quads<true, true>();
  try_quads<true, false>();
  try_quads<false, true>();
  try_quads<false, false>();
}

int main() { return run_cases(); }
