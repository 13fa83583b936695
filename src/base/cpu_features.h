// Which instructions this CPU has and the operating system lets programs use.
//
// libvgpu is compiled for plain x86-64; whoever has a faster variant asks here at run time.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace vgpu {

struct CpuFeatures {
  bool sse42 = false, popcnt = false;
  bool avx = false, avx2 = false, fma = false, f16c = false;
  bool bmi1 = false, bmi2 = false, lzcnt = false, movbe = false;
  bool avx512f = false, avx512bw = false, avx512cd = false, avx512dq = false, avx512vl = false;
  bool avx512_vnni = false, avx512_bf16 = false, avx512_fp16 = false;
  bool amx_bf16 = false, amx_int8 = false;  // with tiles
  std::string name;                         // "AMD EPYC 7R13 Processor"
  std::string vendor;                       // "AuthenticAMD"
  std::uint32_t family = 0, model = 0, stepping = 0;
};

// Read once, at the first use; a few microseconds.
const CpuFeatures& cpu_features();

// The instruction sets that kernels are compiled for; in the order of compiler::InstructionSet.
enum class SimdLevel : std::uint8_t { baseline, avx2, avx512 };

// The best level of this CPU, or VGPU_ISA where it asks for less. VGPU_ISA above what the CPU has is an error
// (InvalidValue).
SimdLevel simd_level();

// Whether engines may use AMX's tiles: the CPU has them, VGPU_ISA is auto or amx (which is avx512 for everything else), and
// the operating system has given this process leave, for which it is asked at the first call.
bool amx_allowed();

// Error(NotSupported) on a plain x86-64 without SSE4.2, where all of vGPU runs but compiled kernels.
void require_kernel_cpu();
std::string_view simd_level_name(SimdLevel level) noexcept;  // "avx2", as VGPU_ISA spells it
unsigned simd_bytes(SimdLevel level) noexcept;               // of a vector register: 16, 32, 64

}  // namespace vgpu
