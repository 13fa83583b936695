// Bit fields, bit reversal (cl_khr_extended_bit_ops) and clocks (cl_khr_kernel_clock).
//
// SPDX-License-Identifier: MIT
#include "opencl/builtin.h"

long __attribute__((nothrow)) __vg_clock(void);

#define VG_AS(T, x) __builtin_astype((x), T)
// A field of `count` bits from `offset`; a shift by the whole width, which count 0 or all would need, is avoided.
#define VG_FIELD(N, T, S, U, bits)                                                                \
  VG_FN T##N bitfield_insert(T##N base, T##N insert, uint offset, uint count) {                   \
    U ones = count == 0 ? (U)0 : (U)((U) ~(U)0 >> ((bits - count) & (bits - 1)));                 \
    U##N mask = (U##N)(U)(ones << (offset & (bits - 1)));                                         \
    U##N moved = (VG_AS(U##N, insert) << (U##N)(U)(offset & (bits - 1))) & mask;                  \
    U##N result = (VG_AS(U##N, base) & ~mask) | moved;                                            \
    return VG_AS(T##N, result);                                                                   \
  }                                                                                               \
  VG_FN S##N bitfield_extract_signed(T##N base, uint offset, uint count) {                        \
    U left = (U)((bits - offset - count) & (bits - 1)), right = (U)((bits - count) & (bits - 1)); \
    U##N top = VG_AS(U##N, base) << (U##N)left;                                                   \
    S##N field = VG_AS(S##N, top) >> (S##N)(S)right;                                              \
    return count == 0 ? (S##N)0 : field;                                                          \
  }                                                                                               \
  VG_FN U##N bitfield_extract_unsigned(T##N base, uint offset, uint count) {                      \
    U left = (U)((bits - offset - count) & (bits - 1)), right = (U)((bits - count) & (bits - 1)); \
    U##N top = VG_AS(U##N, base) << (U##N)left; /* cut off: C widens narrow scalars */            \
    U##N field = top >> (U##N)right;                                                              \
    return count == 0 ? (U##N)0 : field;                                                          \
  }
#define VG_FIELDS(T, S, U, bits) VG_SIZES(VG_FIELD, T, S, U, bits)
VG_FIELDS(char, char, uchar, 8)
VG_FIELDS(uchar, char, uchar, 8)
VG_FIELDS(short, short, ushort, 16)
VG_FIELDS(ushort, short, ushort, 16)
VG_FIELDS(int, int, uint, 32)
VG_FIELDS(uint, int, uint, 32)
VG_FIELDS(long, long, ulong, 64)
VG_FIELDS(ulong, long, ulong, 64)

// C widens narrow scalars before the builtin sees them, so those go as the first element of a vector.
#define VG_REVERSE_VECTOR(N, T) \
  VG_FN T##N bit_reverse(T##N x) { return __builtin_elementwise_bitreverse(x); }
#define VG_REVERSE(T, unused)           \
  VG_VECTOR_SIZES(VG_REVERSE_VECTOR, T) \
  VG_FN T bit_reverse(T x) { return bit_reverse((T##2)(x)).x; }
VG_INTEGERS(VG_REVERSE, )

#define VG_CLOCK(scope)                                            \
  VG_FN ulong clock_read_##scope() { return (ulong)__vg_clock(); } \
  VG_FN uint2 clock_read_hilo_##scope() { return as_uint2(__vg_clock()); }
VG_CLOCK(device)
VG_CLOCK(work_group)
VG_CLOCK(sub_group)
