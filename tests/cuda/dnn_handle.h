// A handle of cuDNN's and scalars for it, for its tests.
// SPDX-License-Identifier: MIT
#pragma once

#include <cudnn.h>

#include "check.h"

#define GOOD(call) EXPECT_EQ(call, CUDNN_STATUS_SUCCESS)
#define BAD(call) EXPECT_EQ(call, CUDNN_STATUS_BAD_PARAM)

struct Handle {
  cudnnHandle_t h = nullptr;
  Handle() { GOOD(cudnnCreate(&h)); }
  ~Handle() { GOOD(cudnnDestroy(h)); }
  operator cudnnHandle_t() const { return h; }
};

// alpha and beta as a tensor's type wants them.
struct Scalar {
  float f;
  double d;
  bool wide;
  Scalar(double value, cudnnDataType_t type)
      : f(float(value)), d(value), wide(type == CUDNN_DATA_DOUBLE) {}
  operator const void*() const { return wide ? static_cast<const void*>(&d) : &f; }
};
