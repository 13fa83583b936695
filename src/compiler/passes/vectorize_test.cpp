// vectorize: linear addresses become vector accesses, divergent branches masks, the rest gathers with a remark.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "passes/pass_log.h"

namespace vgpu::compiler {
namespace {

TEST(Vectorize, NeighboursAreOneVector) {
  const PassLog log = opencl_log(
      "kernel void k(global const float* a, global float* o) { size_t i = get_global_id(0); o[i] = "
      "a[i] + 1.0f; }",
      plain_request(64));
  const std::string module = log.after("vectorize");
  EXPECT_EQ(count(log.before("vectorize"), "<8 x float>"), 0u);
  EXPECT_GE(count(module, "load <8 x float>"), 1u);
  EXPECT_GE(count(module, "store <8 x float>"), 1u);
  EXPECT_EQ(count(module, "llvm.masked.gather"), 0u);
}

TEST(Vectorize, DivergentBranchesAreMasks) {
  const PassLog log = opencl_log(
      "kernel void k(global const int* a, global int* o) { size_t i = get_global_id(0); if (a[i] > "
      "3) o[i] = 7; }",
      plain_request(64));
  EXPECT_GE(count(log.after("vectorize"), "call void @llvm.masked.store.v8i32"), 1u);
}

TEST(Vectorize, ScatteredAddressesAreGathersAndSaidSo) {
  const PassLog log = opencl_log(
      "kernel void k(global const float* a, global const int* n, global float* o) {\n"
      "  size_t i = get_global_id(0); float x = a[n[i]]; o[i] = sin(x) * cos(x) + sqrt(x); }",
      plain_request(64));
  EXPECT_GE(count(log.after("vectorize"), "@llvm.masked.gather.v8f32"), 1u);
  EXPECT_TRUE(log.has_remark("gather"));
}

TEST(Vectorize, MembersOfAStructureAreWholeVectors) {
  const PassLog log = opencl_log(
      "struct two { float x, y; };\n"
      "kernel void k(global const float* a, global struct two* o) { size_t i = get_global_id(0);\n"
      "  float v = a[i]; o[i].x = v; o[i].y = v * v; }",
      plain_request(64));
  EXPECT_GE(count(log.after("vectorize"), "store <8 x float>"), 2u);
  EXPECT_FALSE(log.has_remark("scatter"));
}

// Every shuffle of shuffles that is the same as another one costs LLVM time that doubles with each stage.
TEST(Vectorize, ARowThatAllItemsShareIsWovenOnce) {
  const PassLog log = opencl_log(
      "kernel void k(global const int4* a, global int* o) { vstore4(a[7], get_global_id(0), o); }",
      plain_request(64));
  const std::string module = log.after("vectorize");
  const std::size_t splats = 4, zips = 3;
  EXPECT_EQ(count(module, "store <8 x i32>"), 4u);
  EXPECT_LE(count(module, " = shufflevector"), splats + zips);
}

TEST(Vectorize, LocalMemoryHasNoScatterOfAFewElements) {
  const PassLog log = opencl_log(
      "kernel void k(global const float* a, global float* o) { local float l[128];\n"
      "  int t = get_local_id(0); l[2 * t] = a[t]; barrier(CLK_LOCAL_MEM_FENCE); o[t] = l[t]; }",
      plain_request(64));
  EXPECT_EQ(count(log.after("vectorize"), "llvm.masked.scatter"), 0u);
}

TEST(Vectorize, ShortRowsHaveVersionsOfTheirOwn) {
  const PassLog log = opencl_log(
      "kernel void k(global int* a, uint d) { uint i = get_global_id(0), n = i / d * 2 * d + i % "
      "d;\n"
      "  int x = a[n], y = a[n + d]; a[n] = min(x, y); a[n + d] = max(x, y); }",
      plain_request(64));
  EXPECT_GE(count(log.after("vectorize"), ".row"), 3u);
}

TEST(Vectorize, UniformValuesStayScalar) {
  const PassLog log = opencl_log(
      "kernel void k(global const int* a, global int* o, int n) { size_t i = get_global_id(0); int "
      "s = 0;\n"
      "  for (int j = 0; j < n; ++j) s += a[j]; o[i] = s; }",
      plain_request(64));
  EXPECT_EQ(count(log.after("vectorize"), "load <8 x i32>"), 0u);
}

TEST(Vectorize, WidthOneLeavesTheItem) {
  CodeRequest request = plain_request(64);
  request.width = 1;
  const PassLog log = opencl_log(
      "kernel void k(global float* o) { size_t i = get_global_id(0); o[i] += 1.0f; }", request);
  EXPECT_EQ(count(log.after("vectorize"), " x float>"), 0u);
}

TEST(Vectorize, MembersOfStructsAreWholeVectors) {
  const PassLog log = opencl_log(
      "kernel void k(global const float2* a, global float2* o) { size_t i = get_global_id(0);\n"
      "  o[i] = a[i].yx * 2.0f; }",
      plain_request(64));
  const std::string module = log.after("vectorize");
  EXPECT_EQ(count(module, "llvm.masked.scatter"), 0u);
  EXPECT_EQ(count(module, "llvm.masked.gather"), 0u);
  EXPECT_EQ(count(module, "load <8 x float>"), 2u);
  EXPECT_EQ(count(module, "store <8 x float>"), 2u);
}

TEST(Vectorize, OneLaneDecidesGuardsForAll) {
  const PassLog log = opencl_log(
      "kernel void k(global const float* a, global float* o, int w, int h) {\n"
      "  int x = get_global_id(0), y = get_global_id(1);\n"
      "  if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1) return;\n"
      "  int i = y * w + x; o[i] = a[i - 1] + a[i + 1] + a[i - w] + a[i + w]; }",
      plain_request(64));
  const std::string module = log.after("vectorize");
  EXPECT_GE(count(module, "store <8 x float>"), 1u);
  EXPECT_EQ(count(module, "icmp eq i8"), 0u);  // no mask is compared with that of all lanes
}

TEST(Vectorize, RestsByPowersOfTwoThatTheLaunchKnowsAreLinear) {
  const PassLog log = opencl_log(
      "kernel void k(global const int* a, global int* o, uint n) { uint t = get_local_id(0);\n"
      "  o[2 * t - (t & (n - 1))] = a[t]; }",
      plain_request(64));
  EXPECT_GE(count(log.after("vectorize"), "store <8 x i32>"), 1u);
}

// Inside of a row, which most tiles are; the others have gathers in a version of their own.
TEST(Vectorize, IdsPartedByBitsAreLinear) {
  const PassLog log = opencl_log(
      "kernel void k(global const float* a, global float* o) { uint i = get_global_id(0);\n"
      "  o[i] = a[(i >> 10) * 1024 + (i & 1023)] + a[i >> 10]; }",
      plain_request(64));
  EXPECT_GE(count(log.after("vectorize"), "load <8 x float>"), 1u);
}

TEST(Vectorize, BytesOfThreeChannelsAreWholeVectors) {
  const PassLog log = opencl_log(
      "kernel void k(global const uchar* a, global uchar* o) { int i = get_global_id(0);\n"
      "  o[i] = (uchar)(0.3f * a[3 * i] + 0.6f * a[3 * i + 1] + 0.1f * a[3 * i + 2]); }",
      plain_request(64));
  EXPECT_GE(count(log.after("vectorize"), "load <8 x i8>"), 3u);
  EXPECT_FALSE(log.has_remark("gather"));
}

TEST(Vectorize, LoopsOfCompareAndExchangeRunItemByItem) {
  CodeRequest request = plain_request(64);
  request.width = 0;
  const PassLog log = opencl_log(
      "kernel void k(global const uint* a, volatile global uint* o) { size_t i = "
      "get_global_id(0);\n"
      "  volatile global uint* p = o + a[i] % 64; uint old, sum;\n"
      "  do { old = *p; sum = as_uint(as_float(old) + 1.5f); }\n"
      "  while (atomic_cmpxchg(p, old, sum) != old); }",
      request);
  EXPECT_TRUE(log.has_remark("runs item by item"));
}

TEST(Vectorize, MembersAtScatteredPlacesAreReadTogether) {
  const PassLog log = opencl_log(
      "kernel void k(global const float4* a, global const int* p, global float* o) {\n"
      "  int i = get_global_id(0); float4 v = a[p[i]]; o[i] = v.x * v.y + v.z / v.w; }",
      plain_request(64));
  EXPECT_EQ(count(definition(log.after("vectorize"), "k.r0.full"), "load <4 x float>"), 8u);
  EXPECT_FALSE(log.has_remark("gather"));
}

TEST(Vectorize, TilesAtTheBorderRunVectorByVector) {
  CodeRequest request = plain_request(64);
  request.jam_x = 4;
  const char* head = "kernel void k(global const float* a, global float* o, int n) {\n";
  const std::string guard = std::string(head) + "  int i = get_global_id(0); if (i >= n) return;\n";
  const std::string once =
      opencl_log(guard + "  o[i] = a[i] + a[i + 1] + a[i + 2]; }", request).after("vectorize");
  EXPECT_EQ(count(definition(once, "k.r0.full"), "llvm.masked"), 0u);
  EXPECT_GE(count(once, "@k.r0.some.one.tile.vectors("), 1u);
  // In a loop the vectors of a tile share what they load.
  const std::string often =
      opencl_log(guard + "  float s = 0; for (int j = 0; j < n; ++j) s += a[j] * a[i]; o[i] = s; }",
                 request)
          .after("vectorize");
  EXPECT_EQ(count(often, ".some"), 0u);
}

TEST(Vectorize, LongRowsWithoutResultsRunAlongTheRow) {
  const char* source =
      "kernel void k(global const float* a, global float* o, int n) {\n"
      "  a += get_global_id(0) * n; o += get_global_id(0) * n; float s = 0;\n"
      "  for (int i = 0; i < n; ++i) s += o[i] = a[i] * 2.0f;\n"
      "  for (int i = 0; i < n; ++i) o[i] /= s; }";
  const PassLog log = opencl_log(source, plain_request(64));
  const std::string module = log.after("vectorize");
  EXPECT_TRUE(log.has_remark("along each item's row"));
  EXPECT_EQ(count(module, "llvm.loop.vectorize.enable"), 1u);
  EXPECT_EQ(count(module, "llvm.loop.vectorize.width"), 1u);
  EXPECT_EQ(count(module, "define internal void @k.r0.strips"), 2u);
}

TEST(Vectorize, LoopsOfAllItemsOverARowShareWhatIsUniform) {
  CodeRequest request = plain_request(64);
  request.jam_x = request.jam_y = 0;
  const PassLog log = opencl_log(
      "kernel void k(global const float* a, global float* o, int n) {\n"
      "  float mean = a[0] / n, scale = rsqrt(a[1] / n - mean * mean);\n"
      "  for (int i = get_local_id(0); i < n; i += 64) o[i] = (a[i] - mean) * scale; }",
      request);
  EXPECT_TRUE(log.has_remark("2 x 1 vectors at once"));
}

TEST(Vectorize, ClampedIndicesAreWholeVectorsInside) {
  const PassLog log = opencl_log(
      "kernel void k(global const float* a, global float* o, int w) { int x = get_global_id(0);\n"
      "  o[x] = a[clamp(x + 1, 0, w - 1)] + a[x == 0 ? x : x - 1]; }",
      plain_request(64));
  const std::string full = definition(log.after("vectorize"), "k.r0.full");
  EXPECT_EQ(count(full, "load <8 x float>"), 2u);
  EXPECT_EQ(count(full, "llvm.masked.gather"), 0u);
  // A clamp of data is no matter of addresses: it needs no version of its own.
  const PassLog data = opencl_log(
      "kernel void k(global int* o, int w) { int x = get_global_id(0); o[x] = min(x, w); }",
      plain_request(64));
  EXPECT_GE(count(data.after("vectorize"), "@llvm.smin.v8i32"), 1u);
}

TEST(Vectorize, SixteenLanesTakeWholeLinesOfTheirRows) {
  CodeRequest request = plain_request(64);
  request.instruction_set = InstructionSet::avx512;
  request.width = request.jam_x = request.jam_y = 0;
  const PassLog log = opencl_log(
      "kernel void k(global const float4* a, global float* o, int n) { int i = get_global_id(0);\n"
      "  float4 s = 0; for (int j = 0; j < n; ++j) s += a[i * n + j];\n"
      "  o[i] = s.x + s.y + s.z + s.w; }",
      request);
  EXPECT_TRUE(log.has_remark("1 x 1 vectors at once"));
  EXPECT_GE(count(log.after("vectorize"), "load <16 x float>"), 16u);
  EXPECT_GE(count(log.after("vectorize"), "load <4 x float>"), 16u);  // what is left of a row
}

TEST(Vectorize, CountersInPrivateMemoryRunItemByItem) {
  CodeRequest request = plain_request(64);
  request.instruction_set = InstructionSet::avx512;
  request.width = request.jam_x = request.jam_y = 0;
  auto by_items = [&](const std::string& change) {
    const std::string source =
        "kernel void k(global const int* a, global int* o) { int i = get_global_id(0), t[32], m = "
        "0;\n"
        "  for (int j = 0; j < 32; j++) t[j] = 0;\n"
        "  for (int j = 0; j < 64; j++) " +
        change +
        ";\n"
        "  for (int j = 0; j < 32; j++) m = max(m, t[j]);\n"
        "  o[i] = m; }";
    return opencl_log(source, request).has_remark("runs item by item");
  };
  EXPECT_TRUE(by_items("t[a[(i * 7 + j) & 65535] & 31]++"));
  EXPECT_FALSE(by_items("t[j & 31] += a[i + j]")) << "the same place for all items";
}

TEST(Vectorize, DivisorsOfEachLaneAreDoubles) {
  const PassLog log = opencl_log(
      "kernel void k(global const int* a, global const int* b, global int* o) {\n"
      "  size_t i = get_global_id(0); o[i] = a[i] % b[i]; }",
      plain_request(64));
  const std::string module = log.after("vectorize");
  EXPECT_GE(count(module, "fdiv <8 x double>"), 1u);
  EXPECT_EQ(count(module, "srem <8 x i32>"), 0u);
}

// An item's own elements lie far apart, but those of its neighbours side by side.
TEST(Vectorize, LoopsWithTheStrideOfTheGridStayVectors) {
  CodeRequest request = plain_request(256);
  request.instruction_set = InstructionSet::avx512;
  request.width = request.jam_x = request.jam_y = 0;
  const PassLog log = opencl_log(
      "kernel void k(global const float* a, global float* o, int n) {\n"
      "  for (int i = get_global_id(0); i < n; i += get_global_size(0)) o[i] = a[i] * 2 + 1; }",
      request);
  EXPECT_FALSE(log.has_remark("runs item by item"));
}

}  // namespace
}  // namespace vgpu::compiler
