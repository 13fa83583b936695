// Reference functions that MPFR does not have under one name, and the sample arguments.
//
// SPDX-License-Identifier: MIT
#pragma once

#include <mpfr.h>

#include <vector>

using Unary = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
using Binary = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);
using Integer = int (*)(mpfr_ptr, mpfr_srcptr, int, mpfr_rnd_t);

int tanpi_reference(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t mode);
int rsqrt_reference(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t mode);
int rcbrt_reference(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t mode);
int lgamma_reference(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t mode);
int erfcx_reference(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t mode);
int erfinv_reference(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t mode);
int erfcinv_reference(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t mode);
int normcdf_reference(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t mode);
int floor_reference(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t mode);
int ceil_reference(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t mode);
int trunc_reference(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t mode);
int round_reference(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t mode);
int rhypot_reference(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr y, mpfr_rnd_t mode);
int pown_reference(mpfr_ptr r, mpfr_srcptr x, int n, mpfr_rnd_t mode);
int rootn_reference(mpfr_ptr r, mpfr_srcptr x, int n, mpfr_rnd_t mode);
int ldexp_reference(mpfr_ptr r, mpfr_srcptr x, int n, mpfr_rnd_t mode);

// The same numbers in every run: special values, all bit patterns, and the usual ranges.
template <class Real>
std::vector<Real> sample_numbers(int count, unsigned seed);
std::vector<int> sample_integers(int count, unsigned seed);
