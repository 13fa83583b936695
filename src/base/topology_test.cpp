// Tests of base/topology.h and base/cpu_features.h: the answers agree with each other and with the system.
// SPDX-License-Identifier: MIT
#include "base/topology.h"

#include <gtest/gtest.h>
#include <sched.h>

#include <set>
#include <thread>

#include "base/config.h"
#include "base/cpu_features.h"

namespace vgpu {
namespace {

TEST(Topology, CpusAndMemoryAreThere) {
  EXPECT_GE(available_cpus(), 1u);
  EXPECT_LE(available_cpus(), topology().hardware_threads);
  EXPECT_GT(total_memory(), 1u << 20);
  EXPECT_LE(available_memory(), total_memory());
}

TEST(Topology, OrderHoldsEveryAllowedCpuOnce) {
  const Topology& t = topology();
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  ASSERT_EQ(sched_getaffinity(0, sizeof allowed, &allowed), 0);
  EXPECT_EQ(t.order.size(), static_cast<std::size_t>(CPU_COUNT(&allowed)));
  EXPECT_EQ(std::set<unsigned>(t.order.begin(), t.order.end()).size(), t.order.size());
  for (unsigned cpu : t.order) EXPECT_TRUE(CPU_ISSET(cpu, &allowed)) << cpu;
  ASSERT_FALSE(t.nodes.empty());
  for (const Topology::Node& node : t.nodes) EXPECT_FALSE(node.cpus.empty());
}

TEST(Topology, BindsThreads) {
  std::thread([] {
    for (unsigned index : {0u, 1u, 1000u}) {
      ASSERT_TRUE(bind_this_thread(index, Binding::core));
      cpu_set_t set;
      ASSERT_EQ(sched_getaffinity(0, sizeof set, &set), 0);
      EXPECT_EQ(CPU_COUNT(&set), 1);
    }
    EXPECT_TRUE(bind_this_thread(0, Binding::node));
    EXPECT_TRUE(bind_this_thread(0, Binding::none));
  }).join();
}

TEST(CpuFeatures, AgreeWithTheCompilersView) {
  const CpuFeatures& f = cpu_features();
  __builtin_cpu_init();
  EXPECT_EQ(f.sse42, __builtin_cpu_supports("sse4.2") != 0);
  EXPECT_EQ(f.avx2, __builtin_cpu_supports("avx2") != 0);
  EXPECT_EQ(f.fma, __builtin_cpu_supports("fma") != 0);
  EXPECT_EQ(f.bmi2, __builtin_cpu_supports("bmi2") != 0);
  EXPECT_EQ(f.avx512f, __builtin_cpu_supports("avx512f") != 0);
  EXPECT_EQ(f.avx512vl, __builtin_cpu_supports("avx512vl") != 0);
#ifdef __clang__
  EXPECT_TRUE(!f.amx_bf16 || __builtin_cpu_supports("amx-bf16"));
#endif
  EXPECT_FALSE(f.name.empty());
  EXPECT_EQ(f.vendor.size(), 12u);
}

TEST(CpuFeatures, LevelFitsTheFeatures) {
  const SimdLevel level = simd_level();
  EXPECT_TRUE(level == SimdLevel::baseline || cpu_features().avx2);
  EXPECT_EQ(simd_bytes(SimdLevel::avx2), 32u);
  EXPECT_EQ(simd_level_name(SimdLevel::avx512), "avx512");
  EXPECT_TRUE(!amx_allowed() || (cpu_features().amx_bf16 && level == SimdLevel::avx512));
}

// Leave to use tiles is asked for once and stays; a CPU without them, or a lower VGPU_ISA, never gets it.
TEST(CpuFeatures, TilesNeedLeave) {
  const bool allowed = amx_allowed();
  EXPECT_EQ(amx_allowed(), allowed);
  if (!allowed) return;
  EXPECT_TRUE(cpu_features().amx_bf16 && cpu_features().amx_int8);
  EXPECT_EQ(simd_level(), SimdLevel::avx512);
  EXPECT_TRUE(config().isa == "auto" || config().isa == "amx");
}

}  // namespace
}  // namespace vgpu
