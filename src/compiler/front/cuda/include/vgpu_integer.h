// Integer intrinsics: counting and moving bits, wide products, funnel shifts, dot products of bytes.
// SPDX-License-Identifier: MIT
#ifndef VG_VGPU_INTEGER_H
#define VG_VGPU_INTEGER_H

#include "vgpu_attributes.h"
#include "vgpu_vector_types.h"

VG_FN int __popc(unsigned x) { return __builtin_popcount(x); }
VG_FN int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
VG_FN int __clz(int x) { return x ? __builtin_clz((unsigned)x) : 32; }
VG_FN int __clzll(long long x) { return x ? __builtin_clzll((unsigned long long)x) : 64; }
VG_FN int __ffs(int x) { return x ? __builtin_ctz((unsigned)x) + 1 : 0; }
VG_FN int __ffsll(long long x) { return x ? __builtin_ctzll((unsigned long long)x) + 1 : 0; }
VG_FN unsigned __brev(unsigned x) { return __builtin_bitreverse32(x); }
VG_FN unsigned long long __brevll(unsigned long long x) { return __builtin_bitreverse64(x); }

// Position of the n-th set bit from `base`, counted upwards (offset > 0) or downwards (offset < 0).
VG_FN unsigned __fns(unsigned mask, unsigned base, int offset) {
  if (offset == 0) return mask >> base & 1u ? base : 0xffffffffu;
  int left = offset > 0 ? offset : -offset, step = offset > 0 ? 1 : -1;
  for (int i = (int)base; i >= 0 && i < 32; i += step)
    if ((mask >> i & 1u) && --left == 0) return (unsigned)i;
  return 0xffffffffu;
}

VG_FN int __mul24(int a, int b) { return (int)((unsigned)(a << 8 >> 8) * (unsigned)(b << 8 >> 8)); }
VG_FN unsigned __umul24(unsigned a, unsigned b) { return (a & 0xffffffu) * (b & 0xffffffu); }
VG_FN int __mulhi(int a, int b) { return (int)((long long)a * b >> 32); }
VG_FN unsigned __umulhi(unsigned a, unsigned b) {
  return (unsigned)((unsigned long long)a * b >> 32);
}
VG_FN unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
  unsigned long long al = (unsigned)a, ah = a >> 32, bl = (unsigned)b, bh = b >> 32;
  unsigned long long mid = ah * bl + (al * bl >> 32), low = al * bh + (unsigned)mid;
  return ah * bh + (mid >> 32) + (low >> 32);
}
VG_FN long long __mul64hi(long long a, long long b) {
  return (long long)__umul64hi((unsigned long long)a, (unsigned long long)b) - (a < 0 ? b : 0) -
         (b < 0 ? a : 0);
}
VG_FN unsigned __sad(int a, int b, unsigned c) {
  return c + (a < b ? (unsigned)b - (unsigned)a : (unsigned)a - (unsigned)b);
}
VG_FN unsigned __usad(unsigned a, unsigned b, unsigned c) { return c + (a < b ? b - a : a - b); }
VG_FN int __hadd(int a, int b) { return (int)(((long long)a + b) >> 1); }
VG_FN int __rhadd(int a, int b) { return (int)(((long long)a + b + 1) >> 1); }
VG_FN unsigned __uhadd(unsigned a, unsigned b) {
  return (unsigned)(((unsigned long long)a + b) >> 1);
}
VG_FN unsigned __urhadd(unsigned a, unsigned b) {
  return (unsigned)(((unsigned long long)a + b + 1) >> 1);
}

VG_FN unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift) {
  return (unsigned)((((unsigned long long)high << 32 | low) << (shift & 31)) >> 32);
}
VG_FN unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) {
  return (unsigned)(((unsigned long long)high << 32 | low) >> (shift & 31));
}
VG_FN unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned shift) {
  unsigned s = shift < 32 ? shift : 32;
  return (unsigned)(((unsigned long long)high << 32 | low) >> (32 - s));
}
VG_FN unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned shift) {
  unsigned s = shift < 32 ? shift : 32;
  return (unsigned)(((unsigned long long)high << 32 | low) >> s);
}

// Each nibble of the selector picks one of eight bytes; its high bit spreads that byte's sign.
VG_FN unsigned __vg_pick_byte(unsigned long long bytes, unsigned selector) {
  unsigned byte = (unsigned)(bytes >> (selector & 7) * 8) & 0xffu;
  return selector & 8 ? (byte & 0x80u ? 0xffu : 0u) : byte;
}
VG_FN unsigned __byte_perm(unsigned low, unsigned high, unsigned selector) {
  unsigned long long bytes = (unsigned long long)high << 32 | low;
  return __vg_pick_byte(bytes, selector) | __vg_pick_byte(bytes, selector >> 4) << 8 |
         __vg_pick_byte(bytes, selector >> 8) << 16 | __vg_pick_byte(bytes, selector >> 12) << 24;
}

VG_FN int __dp4a(int a, int b, int c) {
  for (int i = 0; i < 32; i += 8) c += (int)(signed char)(a >> i) * (int)(signed char)(b >> i);
  return c;
}
VG_FN unsigned __dp4a(unsigned a, unsigned b, unsigned c) {
  for (int i = 0; i < 32; i += 8) c += (a >> i & 0xffu) * (b >> i & 0xffu);
  return c;
}
VG_FN int __dp4a(char4 a, char4 b, int c) {
  return c + a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
VG_FN unsigned __dp4a(uchar4 a, uchar4 b, unsigned c) {
  return c + unsigned(a.x * b.x) + unsigned(a.y * b.y) + unsigned(a.z * b.z) + unsigned(a.w * b.w);
}
VG_FN int __dp2a_lo(int a, int b, int c) {
  return c + (short)a * (signed char)b + (short)(a >> 16) * (signed char)(b >> 8);
}
VG_FN int __dp2a_hi(int a, int b, int c) { return __dp2a_lo(a, b >> 16, c); }
VG_FN unsigned __dp2a_lo(unsigned a, unsigned b, unsigned c) {
  return c + (a & 0xffffu) * (b & 0xffu) + (a >> 16) * (b >> 8 & 0xffu);
}
VG_FN unsigned __dp2a_hi(unsigned a, unsigned b, unsigned c) { return __dp2a_lo(a, b >> 16, c); }
VG_FN int __dp2a_lo(short2 a, char4 b, int c) { return c + a.x * b.x + a.y * b.y; }
VG_FN int __dp2a_hi(short2 a, char4 b, int c) { return c + a.x * b.z + a.y * b.w; }
VG_FN unsigned __dp2a_lo(ushort2 a, uchar4 b, unsigned c) {
  return c + unsigned(a.x * b.x) + unsigned(a.y * b.y);
}
VG_FN unsigned __dp2a_hi(ushort2 a, uchar4 b, unsigned c) {
  return c + unsigned(a.x * b.z) + unsigned(a.y * b.w);
}

#endif
