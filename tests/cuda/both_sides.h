// What a function says in a kernel and on the host.
//
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "check.h"
#include "managed.h"

template <class Function>
__global__ void call(Function function, int* out) {
  function(out);
}
// What the function says in a kernel and on the host.
template <class Function>
void both(Function function, std::vector<int> wanted) {
  int* out = managed<int>(wanted.size());
  call<<<1, 1>>>(function, out);
  OK(cudaDeviceSynchronize());
  std::vector<int> here(wanted.size());
  function(here.data());
  for (size_t i = 0; i < wanted.size(); ++i) {
    EXPECT_EQ(out[i], wanted[i]);
    EXPECT_EQ(here[i], wanted[i]);
  }
}
