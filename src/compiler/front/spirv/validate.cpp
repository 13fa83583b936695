// Checks a SPIR-V module before anything is made of it; see validate.h.
// SPDX-License-Identifier: MIT
#include "compiler/front/spirv/validate.h"

#include <algorithm>
#include <spirv-tools/libspirv.hpp>

namespace vgpu::compiler::spirv {
namespace {

// Matrix and Shader are declared by producers for instructions such as OpBitReverse that kernels have as well.
constexpr spv::Capability kCapabilities[] = {
    spv::CapabilityMatrix,
    spv::CapabilityShader,
    spv::CapabilityAddresses,
    spv::CapabilityLinkage,
    spv::CapabilityKernel,
    spv::CapabilityVector16,
    spv::CapabilityFloat16Buffer,
    spv::CapabilityFloat16,
    spv::CapabilityFloat64,
    spv::CapabilityInt8,
    spv::CapabilityInt16,
    spv::CapabilityInt64,
    spv::CapabilityInt64Atomics,
    spv::CapabilityImageBasic,
    spv::CapabilityImageReadWrite,
    spv::CapabilityImage1D,
    spv::CapabilitySampled1D,
    spv::CapabilityImageBuffer,
    spv::CapabilitySampledBuffer,
    spv::CapabilityLiteralSampler,
    spv::CapabilityGroups,
    spv::CapabilityGenericPointer,
    spv::CapabilitySubgroupDispatch,
    spv::CapabilityGroupNonUniform,
    spv::CapabilityGroupNonUniformVote,
    spv::CapabilityGroupNonUniformArithmetic,
    spv::CapabilityGroupNonUniformBallot,
    spv::CapabilityGroupNonUniformShuffle,
    spv::CapabilityGroupNonUniformShuffleRelative,
    spv::CapabilityGroupNonUniformClustered,
    spv::CapabilityGroupNonUniformRotateKHR,
    spv::CapabilityBitInstructions,
    spv::CapabilityDotProduct,
    spv::CapabilityDotProductInputAll,
    spv::CapabilityDotProductInput4x8Bit,
    spv::CapabilityDotProductInput4x8BitPacked,
    spv::CapabilityExpectAssumeKHR,
    spv::CapabilityUniformDecoration,
    spv::CapabilityOptNoneINTEL,
    spv::CapabilityShaderClockKHR,
    spv::CapabilityDenormPreserve,
    spv::CapabilitySignedZeroInfNanPreserve,
    spv::CapabilityRoundingModeRTE,
    spv::CapabilityAtomicFloat32AddEXT,
    spv::CapabilityAtomicFloat64AddEXT,
    spv::CapabilityAtomicFloat32MinMaxEXT,
    spv::CapabilityAtomicFloat64MinMaxEXT,
};

// A number rather than an enumerator: a damaged module has any.
bool is_supported(std::uint32_t capability) {
  return std::any_of(std::begin(kCapabilities), std::end(kCapabilities),
                     [&](std::uint32_t known) { return known == capability; });
}

void check_addressing(const Instruction& model) {
  if (model.operand(0) != spv::AddressingModelPhysical64)
    throw SpirvError(
        "pointers of this device have 64 bits: the addressing model must be Physical64");
  if (model.operand(1) != spv::MemoryModelOpenCL)
    throw SpirvError("the memory model must be OpenCL's");
}

// The number is what the specification lists; the module's own text may have no name for it.
void check_capability(const Instruction& instruction) {
  if (is_supported(instruction.operand(0))) return;
  throw SpirvError("capability " + std::to_string(instruction.operand(0)) +
                   " is not one of this device");
}

}  // namespace

void check_support(const Code& code) {
  for (const Instruction& instruction : code.instructions()) {
    if (instruction.op == spv::OpCapability) check_capability(instruction);
    if (instruction.op == spv::OpMemoryModel) check_addressing(instruction);
    if (instruction.op == spv::OpEntryPoint && instruction.operand(0) != spv::ExecutionModelKernel)
      throw SpirvError("an entry point is not an OpenCL kernel");
  }
}

void validate(const Code& code) {
  spvtools::SpirvTools tools(SPV_ENV_UNIVERSAL_1_6);
  std::string problems;
  tools.SetMessageConsumer(
      [&](spv_message_level_t level, const char*, const spv_position_t&, const char* message) {
        if (level <= SPV_MSG_ERROR)
          problems += (problems.empty() ? "" : "\n") + std::string(message);
      });
  if (!tools.Validate(code.words().data(), code.words().size()))
    throw SpirvError("the module is not valid: " + problems);
}

}  // namespace vgpu::compiler::spirv
