// Kernels that are made to eat time and memory: code within the limit or a clear error, and the process goes on.
//
// The limit is set to a few seconds here. What counts is that an answer comes; which one depends on the machine.
// SPDX-License-Identifier: MIT
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <functional>

#include "compiler/plugin_limits.h"
#include "kernels/harness.h"

namespace vgpu::test {
namespace {

std::string repeat(int count, const std::function<std::string(int)>& piece) {
  std::string text;
  for (int i = 0; i < count; ++i) text += piece(i);
  return text;
}

std::string body(const std::string& text, const std::string& before = "") {
  return before + "kernel void k(global int* o) { int i = get_global_id(0), s = o[i];\n" + text +
         "\no[i] = s; }";
}

class HostileKernels : public testing::Test {
 protected:
  static void limit(std::uint32_t seconds) {
    void* library = dlopen(VGPU_COMPILER_FILE, RTLD_NOW | RTLD_LOCAL);
    ASSERT_NE(library, nullptr);
    auto entry = reinterpret_cast<decltype(&vgpu_compiler_limits_plugin)>(
        dlsym(library, "vgpu_compiler_limits_plugin"));
    ASSERT_NE(entry, nullptr);
    entry()->set_seconds(seconds);
  }
  void SetUp() override { limit(2); }
  void TearDown() override { limit(120); }

  // Empty if the kernel was compiled, else the compiler's words.
  static std::string answer(const std::string& source, compiler::CodeRequest request = {}) {
    compiler::FrontRequest text;
    text.source = source;
    const compiler::FrontResult module = plugin().front(text);
    if (!module.ok) return module.log.empty() ? "no reason" : module.log;
    request.bitcode = &module.bitcode;
    request.symbol = module.info.kernels.at(0).symbol;
    request.local_size[0] = request.enqueued_size[0] = 37;
    request.enqueued_size[1] = request.enqueued_size[2] = 1;
    const compiler::CodeResult code = plugin().generate(request);
    if (code.ok) {
      EXPECT_FALSE(code.object.empty());
      for (const compiler::Remark& remark : code.remarks) EXPECT_NE(remark.pass, "quick");
      return {};
    }
    return code.log.empty() ? "no reason" : code.log;
  }

  static void expect_answer(const std::string& source) {
    const std::string words = answer(source);
    const bool known = words.empty() || words.find("too ") != std::string::npos ||
                       words.find("longer than") != std::string::npos;
    EXPECT_TRUE(known) << words.substr(0, 500);
    EXPECT_EQ(answer(body("s += 1;")), "");  // and the next one is fine
  }
};

TEST_F(HostileKernels, ATableOfAMillionConstants) {
  const std::string numbers =
      repeat(1'000'000, [](int i) { return std::to_string(i % 9973) + ","; });
  expect_answer(
      body("s = table[(s + i) & 0xffff];", "constant int table[] = {" + numbers + "};\n"));
}

TEST_F(HostileKernels, LoopsThatAskToBeUnrolledAMillionTimes) {
  for (const char* pragma : {"#pragma unroll 1000000", "#pragma unroll"}) {
    expect_answer(body(std::string(pragma) +
                       "\nfor (int j = 0; j < 1000000; ++j) s = s * 31 + (o[j & 63] ^ j);"));
  }
}

TEST_F(HostileKernels, SixtyThousandStatements) {
  expect_answer(body(repeat(60'000, [](int j) {
    return "s = s * " + std::to_string(j | 1) + " + (s >> " + std::to_string(j % 31) + ");\n";
  })));
}

TEST_F(HostileKernels, TwentyThousandCases) {
  expect_answer(body("switch (s) {" +
                     repeat(20'000,
                            [](int j) {
                              return "case " + std::to_string(j * 7) + ": s = o[" +
                                     std::to_string(j) + "]; break;\n";
                            }) +
                     "}"));
}

TEST_F(HostileKernels, DeepNesting) {
  expect_answer(body(repeat(200,
                            [](int n) {
                              const std::string j = "j" + std::to_string(n);
                              return "for (int " + j + " = 0; " + j + " < o[" + j + "]; ++" + j +
                                     ") { s += " + j + ";\n";
                            }) +
                     std::string(200, '}')));
  expect_answer(
      body(repeat(250, [](int n) { return "if (s > " + std::to_string(n) + ") { s += o[s];\n"; }) +
           std::string(250, '}')));
}

TEST_F(HostileKernels, LongNamesAndManyBarriers) {
  const std::string name(1'000'000, 'a');
  expect_answer(body("int " + name + " = s; s = " + name + " + 1;"));
  expect_answer(body(repeat(500, [](int) {
    return std::string("barrier(CLK_GLOBAL_MEM_FENCE); s += o[63 - i]; o[i] = s;\n");
  })));
}

// LLVM's fast way did not end for this one: stages of shuffles that are all alike, found out one at a time.
TEST_F(HostileKernels, ARowOfSixteenThatAllItemsShare) {
  const std::string elements = repeat(16, [](int i) {
    return "sum = sum * 3 + z.s" + std::string(1, "0123456789abcdef"[i]) + ";\n";
  });
  const std::string source =
      "kernel void k(global const int* a, global int* o, global short* r, int n) {\n"
      "  int x = get_global_id(0), k = 0;\n"
      "  short16 z = (short16)((short)(x + 1));\n"
      "again: if (k >= 3) goto done;\n"
      "  z = ((global const short16*)(a + 64))[get_global_id(1) * 16 + 7];\n"
      "  vstore16(z, 0, r + x * 16);\n"
      "  k++;\n"
      "  goto again;\n"
      "done:;\n"
      "  local int l[64]; l[x & 31] = x;\n"
      "  uint sum = 0;\n" +
      elements + "  o[x] = sum; }";
  limit(120);
  compiler::CodeRequest request;
  request.quick = true;
  request.width = 16;
  request.jam_x = request.jam_y = request.lockstep = 1;
  EXPECT_EQ(answer(source, request), "");
}

}  // namespace
}  // namespace vgpu::test
