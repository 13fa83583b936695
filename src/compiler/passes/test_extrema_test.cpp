// test_extrema: atomic minima and maxima stand behind a comparison with what is there.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "passes/pass_log.h"

namespace vgpu::compiler {
namespace {

std::string item_of(const std::string& body) {
  const std::string source =
      "kernel void k(global const int* a, global int* o, local int* l) {\n"
      "  size_t i = get_global_id(0); int v = a[i];\n" +
      body + "}";
  return definition(opencl_log(source, plain_request(64)).after("test_extrema"), "k.item");
}

TEST(TestExtrema, MemoryIsReadFirst) {
  const std::string item = item_of("atomic_min(&o[v & 7], v);\n");
  EXPECT_EQ(count(item, "atomicrmw min"), 1u);
  EXPECT_EQ(count(item, "icmp slt i32"), 1u);
  EXPECT_EQ(count(item, "%there = load i32"), 1u);
  EXPECT_EQ(count(item_of("atomic_max((global uint*)o, (uint)v);\n"), "icmp ugt i32"), 1u);
}

TEST(TestExtrema, WhatMustHappenHappens) {
  EXPECT_EQ(count(item_of("o[i] = atomic_min(&o[v & 7], v);\n"), "%there"), 0u) << "old value";
  EXPECT_EQ(count(item_of("atomic_add(&o[v & 7], v);\n"), "%there"), 0u);
  EXPECT_EQ(count(item_of("atomic_min(&l[v & 7], v); barrier(1); o[i] = l[0];\n"), "%there"), 0u);
}

}  // namespace
}  // namespace vgpu::compiler
