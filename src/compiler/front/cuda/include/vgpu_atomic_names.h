// Atomic functions by the names that CUDA's own headers give them beneath: programs call those too, as editors offer them.
//
// i, u, ill, ull and f stand for the type.
// SPDX-License-Identifier: MIT
#ifndef VG_VGPU_ATOMIC_NAMES_H
#define VG_VGPU_ATOMIC_NAMES_H

#include "vgpu_atomics.h"

#define VG_NAMED(type, name, plain) VG_SCOPES(type, name, (type * p, type v), return plain(p, v);)
#define VG_NAMED_CAS(type, name, plain)                          \
  VG_SCOPES(type, name, (type * p, type expected, type desired), \
            return plain(p, expected, desired);)
VG_NAMED(int, __iAtomicAdd, atomicAdd)
VG_NAMED(int, __iAtomicMin, atomicMin)
VG_NAMED(int, __iAtomicMax, atomicMax)
VG_NAMED(int, __iAtomicAnd, atomicAnd)
VG_NAMED(int, __iAtomicOr, atomicOr)
VG_NAMED(int, __iAtomicXor, atomicXor)
VG_NAMED(int, __iAtomicExch, atomicExch)
VG_NAMED_CAS(int, __iAtomicCAS, atomicCAS)
VG_NAMED(unsigned, __uAtomicAdd, atomicAdd)
VG_NAMED(unsigned, __uAtomicInc, atomicInc)
VG_NAMED(unsigned, __uAtomicDec, atomicDec)
VG_NAMED(unsigned, __uAtomicMin, atomicMin)
VG_NAMED(unsigned, __uAtomicMax, atomicMax)
VG_NAMED(unsigned, __uAtomicAnd, atomicAnd)
VG_NAMED(unsigned, __uAtomicOr, atomicOr)
VG_NAMED(unsigned, __uAtomicXor, atomicXor)
VG_NAMED(unsigned, __uAtomicExch, atomicExch)
VG_NAMED_CAS(unsigned, __uAtomicCAS, atomicCAS)
VG_NAMED(unsigned long long, __ullAtomicAdd, atomicAdd)
VG_NAMED(unsigned long long, __ullAtomicMin, atomicMin)
VG_NAMED(unsigned long long, __ullAtomicMax, atomicMax)
VG_NAMED(unsigned long long, __ullAtomicAnd, atomicAnd)
VG_NAMED(unsigned long long, __ullAtomicOr, atomicOr)
VG_NAMED(unsigned long long, __ullAtomicXor, atomicXor)
VG_NAMED(unsigned long long, __ullAtomicExch, atomicExch)
VG_NAMED_CAS(unsigned long long, __ullAtomicCAS, atomicCAS)
VG_NAMED(long long, __illAtomicMin, atomicMin)
VG_NAMED(long long, __illAtomicMax, atomicMax)
VG_NAMED(float, __fAtomicAdd, atomicAdd)
VG_NAMED(float, __fAtomicExch, atomicExch)
#endif
