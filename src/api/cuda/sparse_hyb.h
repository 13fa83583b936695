// A matrix in the form that cuSPARSE had of its own before CUDA 11: here a copy of its CSR arrays.
//
// Made by csr2hyb (cusparse_oldest_solvers.cpp), multiplied by hybmv (cusparse_oldest_products.cpp).
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "api/cuda/sparse.h"

struct cusparseHybMat {
  int rows = 0, columns = 0;
  std::vector<int> begins, indices;  // as the caller counts, from 0 or 1
  std::vector<char> values;
};
