// Tables of wrong calls: what is wrong with each, the code that the specification lists for it, and the call.
//
// A row that returns another code fails with its text, so that the list reads like the specification's own.
// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

#include "opencl_test.h"

namespace vgpu::opencl_test {

struct WrongCall {
  const char* what;
  cl_int expected;
  std::function<cl_int()> call;
};

inline void expect_codes(const std::vector<WrongCall>& table) {
  for (const WrongCall& row : table) EXPECT_EQ(row.expected, row.call()) << row.what;
}

// The code of a function that returns an object: an object with an error, or none without, is wrong too.
template <typename Create>
cl_int code_of(const Create& create) {
  cl_int code = 77;
  const auto made = create(&code);
  EXPECT_EQ(code == CL_SUCCESS, made != nullptr) << "code " << code;
  return code;
}

}  // namespace vgpu::opencl_test
