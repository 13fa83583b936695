// Matrix products through the C and C++ interfaces: streams, graphs, profiles and bad arguments.
// SPDX-License-Identifier: MIT
#include <vgpu/c/gemm.h>
#include <vgpu/blas.hpp>
#include <vgpu/vgpu.hpp>

#include <string>
#include <vector>

#include "kernels.h"

namespace {

TEST(Blas, RowsAndColumns) {
  const std::vector<float> a = {1, 2, 3, 4, 5, 6}, b = {1, 0, 2, 1, 0, 3};
  std::vector<float> c(4, -1);
  VG_OK(vgpuSgemm(vgpuRowMajor, vgpuNoTrans, vgpuNoTrans, 2, 2, 3, 1, a.data(), 3, b.data(), 2, 0,
                  c.data(), 2, nullptr));
  VG_OK(vgpuDeviceSynchronize());
  EXPECT_EQ(c, (std::vector<float>{5, 11, 14, 23}));
  VG_OK(vgpuSgemm(vgpuColumnMajor, vgpuTrans, vgpuTrans, 2, 2, 3, 1, a.data(), 3, b.data(), 2, 0,
                  c.data(), 2, nullptr));
  VG_OK(vgpuDeviceSynchronize());
  EXPECT_EQ(c, (std::vector<float>{5, 14, 11, 23}));
}

TEST(Blas, RunsInTheStreamsOrder) {
  vgpu::GpuStream stream;
  std::vector<double> x(64 * 64, 0);
  for (int i = 0; i < 64; ++i) x[i * 65] = 2;
  std::vector<double> y = x, z(64 * 64);
  vgpu::blas::Options on;
  on.stream = stream.get();
  for (int i = 0; i < 5; ++i) {
    vgpu::blas::gemm(64, 64, 64, 1.0, x.data(), 64, y.data(), 64, 0.0, z.data(), 64, on);
    vgpu::blas::gemm(64, 64, 64, 1.0, x.data(), 64, z.data(), 64, 0.0, y.data(), 64, on);
  }
  stream.synchronize();
  EXPECT_EQ(y[0], 2048);
  EXPECT_EQ(y[1], 0);
}

TEST(Blas, CanBeCaptured) {
  vgpu::GpuStream stream;
  const std::vector<float> a = {2}, b = {3};
  std::vector<float> c = {1};
  vgpuGraph_t graph;
  vgpuGraphExec_t exec;
  VG_OK(vgpuStreamBeginCapture(stream.get(), vgpuStreamCaptureModeGlobal));
  VG_OK(vgpuSgemm(vgpuRowMajor, vgpuNoTrans, vgpuNoTrans, 1, 1, 1, 1, a.data(), 1, b.data(), 1, 1,
                  c.data(), 1, stream.get()));
  VG_OK(vgpuStreamEndCapture(stream.get(), &graph));
  EXPECT_EQ(c[0], 1);
  VG_OK(vgpuGraphInstantiate(&exec, graph, 0));
  for (int i = 0; i < 3; ++i) VG_OK(vgpuGraphLaunch(exec, stream.get()));
  stream.synchronize();
  EXPECT_EQ(c[0], 19);
  VG_OK(vgpuGraphExecDestroy(exec));
  VG_OK(vgpuGraphDestroy(graph));
}

TEST(Blas, BadArgumentsAreErrors) {
  std::vector<float> x(16);
  const auto gemm = [&](int layout, int trans, int64_t m, int64_t lda, const float* a) {
    return vgpuSgemm(vgpuLayout(layout), vgpuTranspose(trans), vgpuNoTrans, m, 2, 2, 1, a, lda,
                     x.data(), 2, 0, x.data(), 2, nullptr);
  };
  EXPECT_EQ(gemm(7, vgpuNoTrans, 2, 2, x.data()), vgpuErrorInvalidValue);
  EXPECT_NE(std::string(vgpuGetLastErrorMessage()).find("[vgpuSgemm] layout"), std::string::npos);
  EXPECT_EQ(gemm(vgpuRowMajor, 3, 2, 2, x.data()), vgpuErrorInvalidValue);
  EXPECT_EQ(gemm(vgpuRowMajor, vgpuNoTrans, -1, 2, x.data()), vgpuErrorInvalidValue);
  EXPECT_EQ(gemm(vgpuRowMajor, vgpuNoTrans, 2, 1, x.data()), vgpuErrorInvalidValue);
  EXPECT_NE(std::string(vgpuGetLastErrorMessage()).find("lda"), std::string::npos);
  EXPECT_EQ(gemm(vgpuRowMajor, vgpuNoTrans, 2, 2, nullptr), vgpuErrorInvalidValue);
  EXPECT_EQ(gemm(vgpuRowMajor, vgpuNoTrans, 1LL << 60, 2, x.data()), vgpuErrorInvalidValue);
}

TEST(Blas, VariantsOfALessonAgree) {
  const std::vector<float> a = {1, 2, 3, 4, 5, 6}, b = {1, 0, 2, 1, 0, 3};  // 2 x 3 and 3 x 2
  for (int variant : {vgpuGemmBasic, vgpuGemmBlocked, vgpuGemmSimd}) {
    std::vector<float> c = {1, 1, 1, 1};
    VG_OK(vgpuSgemmVariant(vgpuGemmVariant(variant), vgpuRowMajor, vgpuNoTrans, vgpuNoTrans, 2, 2,
                           3, 2, a.data(), 3, b.data(), 2, 1, c.data(), 2));
    VG_OK(vgpuStreamSynchronize(nullptr));
    EXPECT_EQ(c, (std::vector<float>{11, 23, 29, 47})) << variant;
  }
  std::vector<float> x(4);
  EXPECT_EQ(vgpuSgemmVariant(vgpuGemmVariant(3), vgpuRowMajor, vgpuNoTrans, vgpuNoTrans, 1, 1, 1, 1,
                             x.data(), 1, x.data() + 1, 1, 0, x.data() + 2, 1),
            vgpuErrorInvalidValue);
  vgpuGetLastError();
}

TEST(Blas, MatricesMustLieInTheirAllocation) {
  void* memory = nullptr;
  VG_OK(vgpuMalloc(&memory, 256));
  auto* x = static_cast<float*>(memory);
  EXPECT_EQ(vgpuSgemm(vgpuRowMajor, vgpuNoTrans, vgpuNoTrans, 100, 100, 1, 1, x, 1, x, 100, 0, x,
                      100, nullptr),
            vgpuErrorInvalidValue);
  VG_OK(vgpuFree(memory));
  EXPECT_EQ(
      vgpuSgemm(vgpuRowMajor, vgpuNoTrans, vgpuNoTrans, 1, 1, 1, 1, x, 1, x, 1, 0, x, 1, nullptr),
      vgpuErrorInvalidDevicePointer);
  vgpuGetLastError();
}

TEST(Blas, BatchesNeedRoomForEachResult) {
  std::vector<float> x(64);
  EXPECT_EQ(vgpuSgemmStridedBatched(vgpuRowMajor, vgpuNoTrans, vgpuNoTrans, 2, 2, 2, 1, x.data(), 2,
                                    4, x.data(), 2, 4, 0, x.data() + 32, 2, 0, 3, nullptr),
            vgpuErrorInvalidValue);
  vgpuGetLastError();
}

}  // namespace
