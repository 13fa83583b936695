// The functions of vgpu_driver/references.h.
//
// A reference's variable on the device holds a texture object, as references of the run time do. Every change of a
// bound reference makes a new object: what kernels see is complete at each launch. Programs never give back a reference
// of a module, and may hold one longer than the module: it then changes nothing.
// SPDX-License-Identifier: MIT
#include <vgpu/c/copy.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "api/cuda/driver.h"
#include "api/cuda/driver_boxes.h"

using namespace vgpu::cuda;

struct CUtexref_st {
  void* variable = nullptr;  // null: of no module
  CUmodule module = nullptr;
  CUDA_RESOURCE_DESC resource{};
  CUDA_TEXTURE_DESC settings{};
  CUarray_format format = CU_AD_FORMAT_FLOAT;
  int channels = 1;
  bool bound = false;
  CUtexObject object = 0;
};

struct CUsurfref_st {
  void* variable = nullptr;
  CUmodule module = nullptr;
  CUarray array = nullptr;
  CUsurfObject object = 0;
};

namespace {

template <class Reference>
struct References {
  std::mutex mutex;
  std::map<void*, std::unique_ptr<Reference>> all;  // by the variable
  std::vector<std::unique_ptr<Reference>> retired;  // of modules that are gone
};

template <class Reference>
References<Reference>& references() {
  static auto* all = new References<Reference>;
  return *all;
}

// One handle for each variable.
template <class Reference>
CUresult find(Reference** reference, CUmodule module, const char* name) {
  CUdeviceptr variable = 0;
  std::size_t bytes = 0;
  if (reference == nullptr || name == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const CUresult error = cuModuleGetGlobal(&variable, &bytes, module, name);
  if (error != CUDA_SUCCESS) return error;
  if (bytes != sizeof(CUtexObject)) return CUDA_ERROR_NOT_FOUND;
  const std::lock_guard lock(references<Reference>().mutex);
  std::unique_ptr<Reference>& made = references<Reference>().all[to_pointer(variable)];
  if (made == nullptr) made = std::make_unique<Reference>();
  made->variable = to_pointer(variable);
  made->module = module;
  *reference = made.get();
  return CUDA_SUCCESS;
}

template <class Reference>
void forget(CUmodule module) {
  References<Reference>& known = references<Reference>();
  const std::lock_guard lock(known.mutex);
  for (auto one = known.all.begin(); one != known.all.end();) {
    const auto next = std::next(one);
    if (one->second->module == module) {
      one->second->variable = nullptr;
      known.retired.push_back(std::move(one->second));
      known.all.erase(one);
    }
    one = next;
  }
}

CUresult store(void* variable, unsigned long long object) {
  if (variable == nullptr) return CUDA_SUCCESS;
  return result(
      call([&] { return vgpuMemcpy(variable, &object, sizeof object, vgpuMemcpyDefault); }));
}

// Binds again after a change; what is not bound keeps the change for later.
CUresult renew(CUtexref reference) {
  if (!reference->bound) return CUDA_SUCCESS;
  CUtexObject made = 0;
  CUresult error = cuTexObjectCreate(&made, &reference->resource, &reference->settings, nullptr);
  if (error != CUDA_SUCCESS) return error;
  error = store(reference->variable, made);
  cuTexObjectDestroy(std::exchange(reference->object, made));
  return error;
}

CUresult bind(CUtexref reference, const CUDA_RESOURCE_DESC& resource) {
  reference->resource = resource;
  reference->bound = true;
  const CUresult error = renew(reference);
  reference->bound = error == CUDA_SUCCESS;
  return error;
}

template <class Value>
CUresult set(CUtexref reference, Value* place, Value value) {
  *place = value;
  return renew(reference);
}

template <class Value>
CUresult get(Value* place, const Value& value) {
  if (place == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *place = value;
  return CUDA_SUCCESS;
}

bool is_dimension(int dimension) { return dimension >= 0 && dimension < 3; }

}  // namespace

namespace vgpu::cuda {

void forget_references(CUmodule module) {
  forget<CUtexref_st>(module);
  forget<CUsurfref_st>(module);
}

}  // namespace vgpu::cuda

CUresult cuModuleGetTexRef(CUtexref* reference, CUmodule module, const char* name) {
  return find(reference, module, name);
}
CUresult cuModuleGetSurfRef(CUsurfref* reference, CUmodule module, const char* name) {
  return find(reference, module, name);
}

CUresult cuTexRefCreate(CUtexref* reference) {
  return reference == nullptr ? CUDA_ERROR_INVALID_VALUE : get(reference, new CUtexref_st);
}
CUresult cuTexRefDestroy(CUtexref reference) {
  if (reference == nullptr || reference->module != nullptr) return CUDA_ERROR_INVALID_VALUE;
  cuTexObjectDestroy(reference->object);
  delete reference;
  return CUDA_SUCCESS;
}

CUresult cuTexRefSetArray(CUtexref reference, CUarray array, unsigned int flags) {
  CUDA_ARRAY3D_DESCRIPTOR known{};
  if (reference == nullptr || flags != CU_TRSA_OVERRIDE_FORMAT) return CUDA_ERROR_INVALID_VALUE;
  const CUresult error = cuArray3DGetDescriptor(&known, array);
  if (error != CUDA_SUCCESS) return error;
  reference->format = known.Format;
  reference->channels = static_cast<int>(known.NumChannels);
  CUDA_RESOURCE_DESC resource{};
  resource.resType = CU_RESOURCE_TYPE_ARRAY;
  resource.res.array.hArray = array;
  return bind(reference, resource);
}

CUresult cuTexRefSetMipmappedArray(CUtexref reference, CUmipmappedArray array, unsigned int flags) {
  if (reference == nullptr || flags != CU_TRSA_OVERRIDE_FORMAT) return CUDA_ERROR_INVALID_VALUE;
  CUDA_RESOURCE_DESC resource{};
  resource.resType = CU_RESOURCE_TYPE_MIPMAPPED_ARRAY;
  resource.res.mipmap.hMipmappedArray = array;
  return bind(reference, resource);
}

CUresult cuTexRefSetAddress(size_t* offset, CUtexref reference, CUdeviceptr pointer, size_t bytes) {
  if (reference == nullptr) return CUDA_ERROR_INVALID_VALUE;
  if (offset != nullptr) *offset = 0;
  CUDA_RESOURCE_DESC resource{};
  resource.resType = CU_RESOURCE_TYPE_LINEAR;
  resource.res.linear = {pointer, reference->format, static_cast<unsigned>(reference->channels),
                         bytes};
  return bind(reference, resource);
}

CUresult cuTexRefSetAddress2D(CUtexref reference, const CUDA_ARRAY_DESCRIPTOR* descriptor,
                              CUdeviceptr pointer, size_t pitch) {
  if (reference == nullptr || descriptor == nullptr) return CUDA_ERROR_INVALID_VALUE;
  reference->format = descriptor->Format;
  reference->channels = static_cast<int>(descriptor->NumChannels);
  CUDA_RESOURCE_DESC resource{};
  resource.resType = CU_RESOURCE_TYPE_PITCH2D;
  resource.res.pitch2D = {pointer,           descriptor->Format, descriptor->NumChannels,
                          descriptor->Width, descriptor->Height, pitch};
  return bind(reference, resource);
}

// Of linear memory bound before too; arrays have their own.
CUresult cuTexRefSetFormat(CUtexref reference, CUarray_format format, int channels) {
  if (reference == nullptr || channels < 0) return CUDA_ERROR_INVALID_VALUE;
  const auto count = static_cast<unsigned>(channels);
  if (channel_format(format, count).x == 0) return CUDA_ERROR_INVALID_VALUE;
  reference->format = format;
  reference->channels = channels;
  if (!reference->bound || reference->resource.resType != CU_RESOURCE_TYPE_LINEAR)
    return CUDA_SUCCESS;
  reference->resource.res.linear.format = format;
  reference->resource.res.linear.numChannels = count;
  return renew(reference);
}

CUresult cuTexRefSetAddressMode(CUtexref reference, int dimension, CUaddress_mode mode) {
  if (reference == nullptr || !is_dimension(dimension)) return CUDA_ERROR_INVALID_VALUE;
  return set(reference, &reference->settings.addressMode[dimension], mode);
}
CUresult cuTexRefSetFilterMode(CUtexref reference, CUfilter_mode mode) {
  if (reference == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return set(reference, &reference->settings.filterMode, mode);
}
CUresult cuTexRefSetMipmapFilterMode(CUtexref reference, CUfilter_mode mode) {
  if (reference == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return set(reference, &reference->settings.mipmapFilterMode, mode);
}
CUresult cuTexRefSetMipmapLevelBias(CUtexref reference, float bias) {
  if (reference == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return set(reference, &reference->settings.mipmapLevelBias, bias);
}
CUresult cuTexRefSetMipmapLevelClamp(CUtexref reference, float least, float most) {
  if (reference == nullptr) return CUDA_ERROR_INVALID_VALUE;
  reference->settings.minMipmapLevelClamp = least;
  return set(reference, &reference->settings.maxMipmapLevelClamp, most);
}
CUresult cuTexRefSetMaxAnisotropy(CUtexref reference, unsigned int most) {
  if (reference == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return set(reference, &reference->settings.maxAnisotropy, most);
}
CUresult cuTexRefSetBorderColor(CUtexref reference, float* color) {
  if (reference == nullptr || color == nullptr) return CUDA_ERROR_INVALID_VALUE;
  std::copy_n(color, 4, reference->settings.borderColor);
  return renew(reference);
}
CUresult cuTexRefSetFlags(CUtexref reference, unsigned int flags) {
  if (reference == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return set(reference, &reference->settings.flags, flags);
}

CUresult cuTexRefGetAddress(CUdeviceptr* pointer, CUtexref reference) {
  if (reference == nullptr || !reference->bound) return CUDA_ERROR_INVALID_VALUE;
  switch (reference->resource.resType) {
    case CU_RESOURCE_TYPE_LINEAR:
      return get(pointer, reference->resource.res.linear.devPtr);
    case CU_RESOURCE_TYPE_PITCH2D:
      return get(pointer, reference->resource.res.pitch2D.devPtr);
    default:
      return CUDA_ERROR_INVALID_VALUE;
  }
}
CUresult cuTexRefGetArray(CUarray* array, CUtexref reference) {
  if (reference == nullptr || !reference->bound ||
      reference->resource.resType != CU_RESOURCE_TYPE_ARRAY)
    return CUDA_ERROR_INVALID_VALUE;
  return get(array, reference->resource.res.array.hArray);
}
CUresult cuTexRefGetFormat(CUarray_format* format, int* channels, CUtexref reference) {
  if (reference == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const CUresult error = get(format, reference->format);
  return error == CUDA_SUCCESS ? get(channels, reference->channels) : error;
}
CUresult cuTexRefGetAddressMode(CUaddress_mode* mode, CUtexref reference, int dimension) {
  if (reference == nullptr || !is_dimension(dimension)) return CUDA_ERROR_INVALID_VALUE;
  return get(mode, reference->settings.addressMode[dimension]);
}
CUresult cuTexRefGetFilterMode(CUfilter_mode* mode, CUtexref reference) {
  if (reference == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return get(mode, reference->settings.filterMode);
}
CUresult cuTexRefGetBorderColor(float* color, CUtexref reference) {
  if (reference == nullptr || color == nullptr) return CUDA_ERROR_INVALID_VALUE;
  std::copy_n(reference->settings.borderColor, 4, color);
  return CUDA_SUCCESS;
}
CUresult cuTexRefGetFlags(unsigned int* flags, CUtexref reference) {
  if (reference == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return get(flags, reference->settings.flags);
}

CUresult cuSurfRefSetArray(CUsurfref reference, CUarray array, unsigned int flags) {
  if (reference == nullptr || flags != 0) return CUDA_ERROR_INVALID_VALUE;
  CUDA_RESOURCE_DESC resource{};
  resource.resType = CU_RESOURCE_TYPE_ARRAY;
  resource.res.array.hArray = array;
  CUsurfObject made = 0;
  CUresult error = cuSurfObjectCreate(&made, &resource);
  if (error != CUDA_SUCCESS) return error;
  error = store(reference->variable, made);
  cuSurfObjectDestroy(std::exchange(reference->object, made));
  reference->array = array;
  return error;
}
CUresult cuSurfRefGetArray(CUarray* array, CUsurfref reference) {
  if (reference == nullptr || reference->array == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return get(array, reference->array);
}
