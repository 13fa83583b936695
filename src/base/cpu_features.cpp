// CPUID and XGETBV, decoded.
// SPDX-License-Identifier: MIT
#include "base/cpu_features.h"

#include <cpuid.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cstring>

#include "base/config.h"
#include "base/error.h"

namespace vgpu {
namespace {

struct Registers {
  std::uint32_t a = 0, b = 0, c = 0, d = 0;
};

Registers cpuid(std::uint32_t leaf, std::uint32_t subleaf = 0) {
  Registers r;
  if (leaf <= __get_cpuid_max(leaf & 0x80000000u, nullptr)) {
    __cpuid_count(leaf, subleaf, r.a, r.b, r.c, r.d);
  }
  return r;
}

bool bit(std::uint32_t word, int index) { return (word >> index & 1) != 0; }

// Which register state the operating system saves; without it the instructions fault.
std::uint64_t saved_state(const Registers& leaf1) {
  if (!bit(leaf1.c, 27)) return 0;  // OSXSAVE
  std::uint32_t low = 0, high = 0;
  asm volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return std::uint64_t{high} << 32 | low;
}

std::string brand() {
  std::array<char, 49> text{};
  for (std::uint32_t i = 0; i < 3; ++i) {
    const Registers r = cpuid(0x80000002u + i);
    std::memcpy(text.data() + 16 * i, &r, 16);
  }
  std::string name(text.data());
  name.erase(0, name.find_first_not_of(' '));
  name.erase(name.find_last_not_of(' ') + 1);
  return name.empty() ? "unknown CPU" : name;
}

void read_identity(CpuFeatures& f, const Registers& leaf1) {
  const Registers leaf0 = cpuid(0);
  const std::uint32_t vendor[3] = {leaf0.b, leaf0.d, leaf0.c};
  f.vendor.assign(reinterpret_cast<const char*>(vendor), sizeof vendor);
  f.name = brand();
  const std::uint32_t family = leaf1.a >> 8 & 15;
  f.family = family == 15 ? family + (leaf1.a >> 20 & 255) : family;
  f.model = (leaf1.a >> 4 & 15) | (family >= 6 ? leaf1.a >> 12 & 0xF0 : 0);
  f.stepping = leaf1.a & 15;
}

CpuFeatures detect() {
  CpuFeatures f;
  const Registers leaf1 = cpuid(1), leaf7 = cpuid(7), leaf7_1 = cpuid(7, 1),
                  extended = cpuid(0x80000001u);
  read_identity(f, leaf1);
  const std::uint64_t state = saved_state(leaf1);
  const bool ymm = (state & 0x6) == 0x6, zmm = ymm && (state & 0xE0) == 0xE0;
  f.sse42 = bit(leaf1.c, 20);
  f.popcnt = bit(leaf1.c, 23);
  f.movbe = bit(leaf1.c, 22);
  f.lzcnt = bit(extended.c, 5);
  f.bmi1 = bit(leaf7.b, 3);
  f.bmi2 = bit(leaf7.b, 8);
  f.avx = ymm && bit(leaf1.c, 28);
  f.fma = f.avx && bit(leaf1.c, 12);
  f.f16c = f.avx && bit(leaf1.c, 29);
  f.avx2 = f.avx && bit(leaf7.b, 5);
  f.avx512f = zmm && bit(leaf7.b, 16);
  f.avx512dq = f.avx512f && bit(leaf7.b, 17);
  f.avx512cd = f.avx512f && bit(leaf7.b, 28);
  f.avx512bw = f.avx512f && bit(leaf7.b, 30);
  f.avx512vl = f.avx512f && bit(leaf7.b, 31);
  f.avx512_vnni = f.avx512f && bit(leaf7.c, 11);
  f.avx512_fp16 = f.avx512f && bit(leaf7.d, 23);
  f.avx512_bf16 = f.avx512f && bit(leaf7_1.a, 5);
  const bool tiles = zmm && (state & 0x60000) == 0x60000 && bit(leaf7.d, 24);
  f.amx_bf16 = tiles && bit(leaf7.d, 22);
  f.amx_int8 = tiles && bit(leaf7.d, 25);
  return f;
}

SimdLevel best_level(const CpuFeatures& f) {
  if (!f.avx2 || !f.fma || !f.f16c || !f.bmi1 || !f.bmi2 || !f.lzcnt) return SimdLevel::baseline;
  const bool wide = f.avx512f && f.avx512bw && f.avx512cd && f.avx512dq && f.avx512vl;
  return wide ? SimdLevel::avx512 : SimdLevel::avx2;
}

SimdLevel choose_level() {
  const CpuFeatures& f = cpu_features();
  const SimdLevel best = best_level(f);
  const std::string& wanted = config().isa;
  if (wanted == "auto") return best;
  if (wanted == "amx") {
    if (best == SimdLevel::avx512 && f.amx_bf16 && f.amx_int8) return best;
    fail(ErrorCode::InvalidValue, "VGPU_ISA: amx is asked for, {} does not have it", f.name);
  }
  for (SimdLevel level : {SimdLevel::baseline, SimdLevel::avx2, SimdLevel::avx512}) {
    if (wanted != simd_level_name(level)) continue;
    if (level <= best) return level;
    fail(ErrorCode::InvalidValue, "VGPU_ISA: {} is asked for, {} has {} at best", wanted, f.name,
         simd_level_name(best));
  }
  fail(ErrorCode::InvalidValue, "VGPU_ISA: \"{}\" is none of auto, baseline, avx2, avx512, amx",
       wanted);
}

// Tiles are 8 KiB of a thread's state, which Linux saves for those processes only that ask.
bool ask_for_tiles() {
  constexpr long kRequest = 0x1023, kTileData = 18;  // ARCH_REQ_XCOMP_PERM, XFEATURE_XTILEDATA
  return syscall(SYS_arch_prctl, kRequest, kTileData) == 0;
}

}  // namespace

const CpuFeatures& cpu_features() {
  static const CpuFeatures features = detect();
  return features;
}

SimdLevel simd_level() {
  static const SimdLevel level = choose_level();
  return level;
}

bool amx_allowed() {
  static const bool allowed = [] {
    const CpuFeatures& f = cpu_features();
    const bool wanted = config().isa == "auto" || config().isa == "amx";
    return wanted && simd_level() == SimdLevel::avx512 && f.amx_bf16 && f.amx_int8 &&
           ask_for_tiles();
  }();
  return allowed;
}

void require_kernel_cpu() {
  const CpuFeatures& f = cpu_features();
  if (f.sse42 && f.popcnt) return;
  fail(ErrorCode::NotSupported,
       "cpu: {} has no SSE4.2, which compiled kernels need; native kernels run", f.name);
}

std::string_view simd_level_name(SimdLevel level) noexcept {
  static constexpr std::string_view kNames[] = {"baseline", "avx2", "avx512"};
  return kNames[static_cast<int>(level)];
}

unsigned simd_bytes(SimdLevel level) noexcept { return 16u << static_cast<int>(level); }

}  // namespace vgpu
