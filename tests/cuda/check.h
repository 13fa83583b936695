// Cases of a CUDA test program: CASE(name) { EXPECT(...); EXPECT_EQ(a, b); } and run_cases() in main.
//
// A line a failing case; the last line counts. tests/cuda/test_programs.py reads both.
// SPDX-License-Identifier: MIT
#pragma once

#include <cuda_runtime.h>

#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

struct Case {
  const char* name;
  void (*run)();
};

inline std::vector<Case>& cases() {
  static std::vector<Case> all;
  return all;
}

inline int& failures() {
  static int count = 0;
  return count;
}

#define CASE(name)                                                           \
  static void name();                                                        \
  static const bool name##_added = (cases().push_back({#name, name}), true); \
  static void name()

#define EXPECT(condition)                                                \
  do {                                                                   \
    if (!(condition)) {                                                  \
      ++failures();                                                      \
      std::printf("FAILED %s:%d: %s\n", __func__, __LINE__, #condition); \
    }                                                                    \
  } while (0)

#define EXPECT_EQ(got, wanted)                                                          \
  do {                                                                                  \
    const auto got_ = (got);                                                            \
    const auto wanted_ = (wanted);                                                      \
    if (!(got_ == wanted_)) {                                                           \
      ++failures();                                                                     \
      std::cout << "FAILED " << __func__ << ":" << __LINE__ << ": " #got " is " << got_ \
                << ", should be " << wanted_ << std::endl;                              \
    }                                                                                   \
  } while (0)

#define OK(call) EXPECT_EQ(call, cudaSuccess)

inline int run_cases() {
  for (const Case& one : cases()) {
    const int before = failures();
    one.run();
    if (failures() != before) std::printf("case %s failed\n", one.name);
  }
  std::printf("%zu cases, %d failures\n", cases().size(), failures());
  return failures() == 0 ? 0 : 1;
}
