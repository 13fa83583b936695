// Samplers: how kernels read between and beyond the pixels of an image.
// SPDX-License-Identifier: MIT
#include <memory>

#include "api/opencl/image.h"
#include "api/opencl/info.h"

struct _cl_sampler : vgpu::opencl::Object<_cl_sampler> {
  static constexpr std::uint32_t kMagic = 0x76470009;
  static constexpr cl_int kInvalid = CL_INVALID_SAMPLER;

  explicit _cl_sampler(_cl_context& of_context) : context(of_context) {}

  const vgpu::opencl::Ref<_cl_context> context;
  cl_bool normalized = CL_TRUE;
  cl_addressing_mode addressing = CL_ADDRESS_CLAMP;
  cl_filter_mode filter = CL_FILTER_NEAREST;
  std::vector<cl_sampler_properties> properties;  // as given, with the final zero
};

namespace vgpu::opencl {
namespace {

using Sampler = ::_cl_sampler;

int address_bits(cl_addressing_mode mode) {
  switch (mode) {
    case CL_ADDRESS_CLAMP_TO_EDGE:
      return kVgClampToEdge;
    case CL_ADDRESS_CLAMP:
      return kVgClamp;
    case CL_ADDRESS_REPEAT:
      return kVgRepeat;
    case CL_ADDRESS_MIRRORED_REPEAT:
      return kVgMirroredRepeat;
    default:
      return kVgAddressNone;
  }
}

void check_sampler(const Sampler& sampler) {
  require(sampler.normalized == CL_TRUE || sampler.normalized == CL_FALSE, CL_INVALID_VALUE);
  require(sampler.addressing >= CL_ADDRESS_NONE && sampler.addressing <= CL_ADDRESS_MIRRORED_REPEAT,
          CL_INVALID_VALUE);
  require(sampler.filter == CL_FILTER_NEAREST || sampler.filter == CL_FILTER_LINEAR,
          CL_INVALID_VALUE);
}

}  // namespace

std::uint64_t sampler_argument(cl_sampler handle) {
  const Sampler& sampler = check(handle);
  int bits = address_bits(sampler.addressing);
  if (sampler.normalized == CL_TRUE) bits |= kVgNormalized;
  if (sampler.filter == CL_FILTER_LINEAR) bits |= kVgLinear;
  return static_cast<std::uint64_t>(bits);
}

}  // namespace vgpu::opencl

using namespace vgpu::opencl;

cl_sampler clCreateSampler(cl_context context, cl_bool normalized_coords,
                           cl_addressing_mode addressing_mode, cl_filter_mode filter_mode,
                           cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&] {
    auto sampler = std::make_unique<Sampler>(check(context));
    sampler->normalized = normalized_coords;
    sampler->addressing = addressing_mode;
    sampler->filter = filter_mode;
    check_sampler(*sampler);
    return sampler.release();
  });
}

cl_sampler clCreateSamplerWithProperties(cl_context context,
                                         const cl_sampler_properties* properties,
                                         cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&] {
    auto sampler = std::make_unique<Sampler>(check(context));
    unsigned seen = 0;
    for (; properties != nullptr && *properties != 0; properties += 2) {
      const cl_sampler_properties name = properties[0];
      require(name >= CL_SAMPLER_NORMALIZED_COORDS && name <= CL_SAMPLER_FILTER_MODE,
              CL_INVALID_VALUE);
      const unsigned bit = 1u << (name - CL_SAMPLER_NORMALIZED_COORDS);
      require((seen & bit) == 0, CL_INVALID_VALUE);
      seen |= bit;
      require(properties[1] <= CL_UINT_MAX, CL_INVALID_VALUE);  // all three have 32 bits
      if (name == CL_SAMPLER_NORMALIZED_COORDS)
        sampler->normalized = static_cast<cl_bool>(properties[1]);
      if (name == CL_SAMPLER_ADDRESSING_MODE)
        sampler->addressing = static_cast<cl_addressing_mode>(properties[1]);
      if (name == CL_SAMPLER_FILTER_MODE)
        sampler->filter = static_cast<cl_filter_mode>(properties[1]);
      sampler->properties.insert(sampler->properties.end(), {name, properties[1]});
    }
    if (properties != nullptr) sampler->properties.push_back(0);
    check_sampler(*sampler);
    return sampler.release();
  });
}

cl_int clRetainSampler(cl_sampler sampler) { return retain(__func__, sampler); }
cl_int clReleaseSampler(cl_sampler sampler) { return release(__func__, sampler); }

cl_int clGetSamplerInfo(cl_sampler handle, cl_sampler_info param_name, std::size_t size,
                        void* value, std::size_t* size_ret) {
  return entry(__func__, [&] {
    const Sampler& sampler = check(handle);
    const InfoReply reply(size, value, size_ret);
    switch (param_name) {
      case CL_SAMPLER_REFERENCE_COUNT:
        return reply.put<cl_uint>(sampler.users.load());
      case CL_SAMPLER_CONTEXT:
        return reply.put<cl_context>(sampler.context.get());
      case CL_SAMPLER_NORMALIZED_COORDS:
        return reply.put(sampler.normalized);
      case CL_SAMPLER_ADDRESSING_MODE:
        return reply.put(sampler.addressing);
      case CL_SAMPLER_FILTER_MODE:
        return reply.put(sampler.filter);
      case CL_SAMPLER_PROPERTIES:
        return reply.list(sampler.properties);
      default:
        throw ClError{CL_INVALID_VALUE};
    }
  });
}
