// Engines on the simulated GPU: their computations pass the rings and stand in the timeline.
// SPDX-License-Identifier: MIT
#include <vgpu/c/blas.h>

#include "sim_fixture.h"

namespace {

using sim_test::Sim;

TEST_F(Sim, AnEnginesComputationIsALaunch) {
  constexpr int64_t kSize = 16;
  std::vector<float> a(kSize * kSize, 2.0f), c(kSize * kSize);
  const size_t bytes = a.size() * sizeof(float);
  auto* x = static_cast<float*>(memory);
  float* y = x + a.size();
  SIM_OK(vgpuSimClearTrace(device));
  const uint32_t fences = read("FENCE");
  SIM_OK(vgpuMemcpy(x, a.data(), bytes, vgpuMemcpyHostToDevice));
  SIM_OK(vgpuSgemm(vgpuRowMajor, vgpuNoTrans, vgpuNoTrans, kSize, kSize, kSize, 1, x, kSize, x,
                   kSize, 0, y, kSize));
  SIM_OK(vgpuMemcpy(c.data(), y, bytes, vgpuMemcpyDeviceToHost));
  for (float value : c) EXPECT_EQ(value, 64.0f);
  EXPECT_EQ(read("FENCE"), fences + 3);
  size_t count = 0;
  SIM_OK(vgpuSimGetTrace(device, nullptr, &count));
  std::vector<vgpuSimEvent> events(count);
  SIM_OK(vgpuSimGetTrace(device, events.data(), &count));
  size_t launches = 0;
  for (const vgpuSimEvent& event : events) launches += std::string(event.lane) == "compute";
  EXPECT_EQ(launches, 1u);
}

}  // namespace
