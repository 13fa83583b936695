// CUDA's driver interface: texture and surface references, mipmaps, launches of the older kind, streams that wait for
// words of memory, handles for other processes.
// SPDX-License-Identifier: MIT
#include <cuda.h>
#include <nvrtc.h>

#include <cstdint>
#include <cstring>

#include "check.h"

#undef OK
#define OK(call) EXPECT_EQ(call, CUDA_SUCCESS)

static const char kSource[] = R"(
#include "vgpu_texture_reference.h"
texture<float, 1, cudaReadModeElementType> line;
texture<float, 2, cudaReadModeElementType> sheet;
texture<unsigned char, 1, cudaReadModeNormalizedFloat> fractions;
surface<void, 2> target;
__device__ int number;
extern "C" __global__ void read_line(float* out) { out[threadIdx.x] = tex1Dfetch(line, threadIdx.x); }
extern "C" __global__ void read_sheet(float* out, float scale) {
  out[threadIdx.x] = tex2D(sheet, threadIdx.x * scale, 0.5f);
}
extern "C" __global__ void read_fractions(float* out) {
  out[threadIdx.x] = tex1Dfetch(fractions, threadIdx.x);
}
extern "C" __global__ void write_target(int value) {
  surf2Dwrite(value + (int)threadIdx.x, target, (int)threadIdx.x * 4, (int)threadIdx.y);
}
extern "C" __global__ void read_level(cudaTextureObject_t object, float* out, float level) {
  out[threadIdx.x] = tex2DLod<float>(object, threadIdx.x + 0.5f, 0.5f, level);
}
)";

static CUmodule load() {
  static const std::vector<char> image = [] {
    nvrtcProgram program = nullptr;
    size_t size = 0;
    nvrtcCreateProgram(&program, kSource, "references.cu", 0, nullptr, nullptr);
    const char* options[] = {"--gpu-architecture=sm_80"};
    EXPECT_EQ(nvrtcCompileProgram(program, 1, options), NVRTC_SUCCESS);
    nvrtcGetCUBINSize(program, &size);
    std::vector<char> bytes(size);
    nvrtcGetCUBIN(program, bytes.data());
    nvrtcDestroyProgram(&program);
    return bytes;
  }();
  CUmodule module = nullptr;
  OK(cuModuleLoadData(&module, image.data()));
  return module;
}

static CUmodule module() {
  static const CUmodule loaded = load();
  return loaded;
}

static CUfunction function(const char* name) {
  CUfunction found = nullptr;
  OK(cuModuleGetFunction(&found, module(), name));
  return found;
}

static CUarray sheet_of(int width, int height, const float* values, unsigned flags = 0) {
  CUarray array = nullptr;
  const CUDA_ARRAY3D_DESCRIPTOR wanted{size_t(width), size_t(height), 0, CU_AD_FORMAT_FLOAT, 1,
                                       flags};
  OK(cuArray3DCreate(&array, &wanted));
  CUDA_MEMCPY2D copy{};
  copy.srcMemoryType = CU_MEMORYTYPE_HOST, copy.srcHost = values;
  copy.dstMemoryType = CU_MEMORYTYPE_ARRAY, copy.dstArray = array;
  copy.WidthInBytes = width * sizeof(float), copy.Height = height;
  if (values != nullptr) OK(cuMemcpy2D(&copy));
  return array;
}

CASE(linear_memory) {
  CUtexref line = nullptr, again = nullptr;
  CUdeviceptr values, out, found = 0;
  CUarray_format format;
  int channels = 0;
  float host[8] = {0, 10, 20, 30, 40, 50, 60, 70}, got[8];
  size_t offset = 1;
  OK(cuModuleGetTexRef(&line, module(), "line"));
  OK(cuModuleGetTexRef(&again, module(), "line"));
  EXPECT_EQ(line, again);
  EXPECT_EQ(cuModuleGetTexRef(&again, module(), "nobody"), CUDA_ERROR_NOT_FOUND);
  EXPECT_EQ(cuModuleGetTexRef(&again, module(), "number"), CUDA_ERROR_NOT_FOUND);
  OK(cuMemAlloc(&values, sizeof host));
  OK(cuMemAlloc(&out, sizeof host));
  OK(cuMemcpyHtoD(values, host, sizeof host));
  OK(cuTexRefSetFormat(line, CU_AD_FORMAT_FLOAT, 1));
  OK(cuTexRefSetAddress(&offset, line, values, sizeof host));
  EXPECT_EQ(offset, 0u);
  OK(cuTexRefGetAddress(&found, line));
  EXPECT_EQ(found, values);
  OK(cuTexRefGetFormat(&format, &channels, line));
  EXPECT(format == CU_AD_FORMAT_FLOAT && channels == 1);
  void* arguments[] = {&out};
  OK(cuLaunchKernel(function("read_line"), 1, 1, 1, 8, 1, 1, 0, nullptr, arguments, nullptr));
  OK(cuMemcpyDtoH(got, out, sizeof got));
  EXPECT_EQ(got[7], 70.0f);
  EXPECT_EQ(cuTexRefSetFormat(line, CU_AD_FORMAT_FLOAT, 3), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuTexRefSetAddress(&offset, nullptr, values, 4), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuTexRefDestroy(line), CUDA_ERROR_INVALID_VALUE);  // the module's
  OK(cuMemFree(values));
  OK(cuMemFree(out));
}

CASE(bytes_as_fractions) {
  CUtexref reference;
  CUdeviceptr values, out;
  const unsigned char host[4] = {0, 51, 102, 255};
  float got[4];
  OK(cuModuleGetTexRef(&reference, module(), "fractions"));
  OK(cuMemAlloc(&values, 4));
  OK(cuMemAlloc(&out, sizeof got));
  OK(cuMemcpyHtoD(values, host, 4));
  OK(cuTexRefSetFormat(reference, CU_AD_FORMAT_UNSIGNED_INT8, 1));
  OK(cuTexRefSetAddress(nullptr, reference, values, 4));
  void* arguments[] = {&out};
  OK(cuLaunchKernel(function("read_fractions"), 1, 1, 1, 4, 1, 1, 0, nullptr, arguments, nullptr));
  OK(cuMemcpyDtoH(got, out, sizeof got));
  EXPECT(got[3] == 1.0f && got[1] > 0.199f && got[1] < 0.201f);
  OK(cuMemFree(values));
  OK(cuMemFree(out));
}

// Settings hold whether they are made before or after the array is bound; a launch of the older kind.
CASE(arrays_and_older_launches) {
  const float host[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  float got[8];
  CUtexref sheet;
  CUarray found = nullptr, array = sheet_of(8, 1, host);
  CUdeviceptr out;
  CUfilter_mode filter;
  CUaddress_mode mode;
  unsigned flags = 0;
  OK(cuMemAlloc(&out, sizeof got));
  OK(cuModuleGetTexRef(&sheet, module(), "sheet"));
  OK(cuTexRefSetFilterMode(sheet, CU_TR_FILTER_MODE_LINEAR));
  OK(cuTexRefSetArray(sheet, array, CU_TRSA_OVERRIDE_FORMAT));
  OK(cuTexRefSetAddressMode(sheet, 0, CU_TR_ADDRESS_MODE_WRAP));
  OK(cuTexRefSetFlags(sheet, CU_TRSF_NORMALIZED_COORDINATES));
  OK(cuTexRefGetArray(&found, sheet));
  EXPECT_EQ(found, array);
  OK(cuTexRefGetFilterMode(&filter, sheet));
  OK(cuTexRefGetAddressMode(&mode, sheet, 0));
  OK(cuTexRefGetFlags(&flags, sheet));
  EXPECT(filter == CU_TR_FILTER_MODE_LINEAR && mode == CU_TR_ADDRESS_MODE_WRAP);
  EXPECT_EQ(flags, unsigned(CU_TRSF_NORMALIZED_COORDINATES));
  EXPECT_EQ(cuTexRefSetAddressMode(sheet, 3, mode), CUDA_ERROR_INVALID_VALUE);
  const CUfunction read = function("read_sheet");
  OK(cuFuncSetBlockShape(read, 8, 1, 1));
  OK(cuFuncSetSharedSize(read, 0));
  OK(cuParamSetv(read, 0, &out, sizeof out));
  OK(cuParamSetf(read, 8, 1.125f));  // once around and an eighth
  OK(cuParamSetSize(read, 12));
  OK(cuParamSetTexRef(read, CU_PARAM_TR_DEFAULT, sheet));
  OK(cuLaunch(read));
  OK(cuMemcpyDtoH(got, out, sizeof got));
  EXPECT_EQ(got[2], 1.5f);
  OK(cuLaunchGrid(read, 3, 2));
  OK(cuLaunchGridAsync(read, 1, 1, nullptr));
  OK(cuCtxSynchronize());
  EXPECT_EQ(cuLaunchGrid(read, 0, 1), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuParamSeti(read, -4, 1), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuParamSetSize(read, 1 << 20), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuFuncSetBlockShape(read, 0, 1, 1), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuFuncSetBlockShape((CUfunction)0x1234, 1, 1, 1), CUDA_ERROR_INVALID_HANDLE);
  OK(cuArrayDestroy(array));
  OK(cuMemFree(out));
}

CASE(surfaces) {
  CUsurfref target;
  CUarray found = nullptr, array = sheet_of(4, 2, nullptr, CUDA_ARRAY3D_SURFACE_LDST);
  int value = 5, got[8];
  OK(cuModuleGetSurfRef(&target, module(), "target"));
  OK(cuSurfRefSetArray(target, array, 0));
  OK(cuSurfRefGetArray(&found, target));
  EXPECT_EQ(found, array);
  void* arguments[] = {&value};
  OK(cuLaunchKernel(function("write_target"), 1, 1, 1, 4, 2, 1, 0, nullptr, arguments, nullptr));
  CUDA_MEMCPY2D copy{};
  copy.srcMemoryType = CU_MEMORYTYPE_ARRAY, copy.srcArray = array;
  copy.dstMemoryType = CU_MEMORYTYPE_HOST, copy.dstHost = got;
  copy.WidthInBytes = 16, copy.Height = 2;
  OK(cuMemcpy2D(&copy));
  EXPECT_EQ(got[7], 8);
  EXPECT_EQ(cuSurfRefSetArray(target, nullptr, 0), CUDA_ERROR_INVALID_VALUE);
  OK(cuArrayDestroy(array));
}

// A reference may be held longer than its module; one of a new module begins anew.
CASE(modules_that_go) {
  CUmodule other = load();
  CUtexref line, next;
  CUaddress_mode mode;
  OK(cuModuleGetTexRef(&line, other, "line"));
  OK(cuTexRefSetAddressMode(line, 0, CU_TR_ADDRESS_MODE_MIRROR));
  OK(cuModuleUnload(other));
  OK(cuTexRefSetAddressMode(line, 0, CU_TR_ADDRESS_MODE_CLAMP));
  other = load();
  OK(cuModuleGetTexRef(&next, other, "line"));
  OK(cuTexRefGetAddressMode(&mode, next, 0));
  EXPECT_EQ(mode, CU_TR_ADDRESS_MODE_WRAP);
  OK(cuModuleUnload(other));
  OK(cuTexRefCreate(&line));
  OK(cuTexRefDestroy(line));
}

CASE(mipmaps) {
  const CUDA_ARRAY3D_DESCRIPTOR wanted{4, 4, 0, CU_AD_FORMAT_FLOAT, 1, 0};
  CUmipmappedArray mipmap;
  CUarray level;
  float values[16], got[2];
  OK(cuMipmappedArrayCreate(&mipmap, &wanted, 3));
  for (unsigned i = 0; i < 2; ++i) {
    for (float& value : values) value = float(i + 1);
    OK(cuMipmappedArrayGetLevel(&level, mipmap, i));
    CUDA_MEMCPY2D copy{};
    copy.srcMemoryType = CU_MEMORYTYPE_HOST, copy.srcHost = values;
    copy.dstMemoryType = CU_MEMORYTYPE_ARRAY, copy.dstArray = level;
    copy.WidthInBytes = 16 >> i, copy.Height = 4 >> i;
    OK(cuMemcpy2D(&copy));
  }
  EXPECT_EQ(cuMipmappedArrayGetLevel(&level, mipmap, 9), CUDA_ERROR_INVALID_VALUE);
  CUDA_RESOURCE_DESC resource{}, known{};
  CUDA_TEXTURE_DESC settings{}, seen{};
  resource.resType = CU_RESOURCE_TYPE_MIPMAPPED_ARRAY;
  resource.res.mipmap.hMipmappedArray = mipmap;
  settings.maxMipmapLevelClamp = 2;
  CUtexObject object = 0;
  OK(cuTexObjectCreate(&object, &resource, &settings, nullptr));
  OK(cuTexObjectGetResourceDesc(&known, object));
  OK(cuTexObjectGetTextureDesc(&seen, object));
  EXPECT_EQ(known.res.mipmap.hMipmappedArray, mipmap);
  EXPECT_EQ(seen.maxMipmapLevelClamp, 2.0f);
  CUdeviceptr out;
  float wanted_level = 1;
  OK(cuMemAlloc(&out, sizeof got));
  void* arguments[] = {&object, &out, &wanted_level};
  OK(cuLaunchKernel(function("read_level"), 1, 1, 1, 2, 1, 1, 0, nullptr, arguments, nullptr));
  OK(cuMemcpyDtoH(got, out, sizeof got));
  EXPECT_EQ(got[0], 2.0f);
  OK(cuTexObjectDestroy(object));
  OK(cuMipmappedArrayDestroy(mipmap));
  EXPECT_EQ(cuMipmappedArrayDestroy(mipmap), CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(cuTexObjectCreate(&object, &resource, &settings, nullptr), CUDA_ERROR_INVALID_HANDLE);
  OK(cuMemFree(out));
}

CASE(arrays_to_arrays) {
  float from[4] = {1, 2, 3, 4}, got[4] = {};
  CUarray a = sheet_of(4, 0, nullptr), b = sheet_of(4, 0, nullptr);
  OK(cuMemcpyHtoAAsync(a, 0, from, sizeof from, nullptr));
  OK(cuMemcpyAtoA(b, 4, a, 0, 12));
  OK(cuMemcpyAtoHAsync(got, b, 4, 12, nullptr));
  OK(cuCtxSynchronize());
  EXPECT(got[0] == 1 && got[2] == 3);
  OK(cuArrayDestroy(a));
  OK(cuArrayDestroy(b));
}

CASE(fills_in_streams) {
  CUdeviceptr x;
  CUstream stream;
  unsigned host[8];
  OK(cuStreamCreate(&stream, 0));
  OK(cuMemAlloc(&x, sizeof host));
  OK(cuMemsetD2D8Async(x, 16, 0, 16, 2, stream));
  OK(cuMemsetD2D32Async(x, 16, 7, 2, 2, stream));
  OK(cuMemsetD2D16Async(x + 8, 16, 3, 1, 2, stream));
  OK(cuStreamSynchronize(stream));
  OK(cuMemcpyDtoH(host, x, sizeof host));
  EXPECT(host[5] == 7 && host[6] == 3 && host[7] == 0);
  OK(cuMemFree(x));
  OK(cuStreamDestroy(stream));
}

// The second stream holds until the first has come to its write.
CASE(words_between_streams) {
  CUstream first, second;
  CUdeviceptr words;
  cuuint64_t host[2] = {};
  OK(cuStreamCreate(&first, CU_STREAM_NON_BLOCKING));
  OK(cuStreamCreate(&second, CU_STREAM_NON_BLOCKING));
  OK(cuMemAlloc(&words, 16));
  OK(cuMemsetD8(words, 0, 16));
  OK(cuStreamWaitValue32(second, words, 3, CU_STREAM_WAIT_VALUE_GEQ));
  OK(cuStreamWriteValue64(second, words + 8, 1ull << 40, 0));
  EXPECT_EQ(cuStreamQuery(second), CUDA_ERROR_NOT_READY);
  OK(cuStreamWriteValue32(first, words, 4, CU_STREAM_WRITE_VALUE_DEFAULT));
  OK(cuStreamWaitValue64(first, words + 8, 1ull << 40, CU_STREAM_WAIT_VALUE_EQ));
  OK(cuStreamSynchronize(first));
  OK(cuMemcpyDtoH(host, words, 16));
  EXPECT(host[0] == 4 && host[1] == 1ull << 40);
  CUstreamBatchMemOpParams steps[3] = {};
  steps[0].waitValue = {CU_STREAM_MEM_OP_WAIT_VALUE_32, words, {4}, CU_STREAM_WAIT_VALUE_AND, 0};
  steps[1].operation = CU_STREAM_MEM_OP_BARRIER;
  steps[2].writeValue = {CU_STREAM_MEM_OP_WRITE_VALUE_32, words, {9}, 0, 0};
  OK(cuStreamBatchMemOp(second, 3, steps, 0));
  OK(cuStreamWaitValue32(second, words, 9, CU_STREAM_WAIT_VALUE_NOR));
  OK(cuStreamSynchronize(second));
  OK(cuMemcpyDtoH(host, words, 16));
  EXPECT_EQ(host[0], 9u);
  EXPECT_EQ(cuStreamWaitValue32(second, words + 2, 0, 0), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuStreamWaitValue32(second, words, 0, 8), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuStreamWriteValue64(second, 0, 0, 0), CUDA_ERROR_INVALID_VALUE);
  steps[1].operation = (CUstreamBatchMemOpType)77;
  EXPECT_EQ(cuStreamBatchMemOp(second, 3, steps, 0), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuStreamBatchMemOp(second, 0, steps, 0), CUDA_ERROR_INVALID_VALUE);
  OK(cuMemFree(words));
  OK(cuStreamDestroy(first));
  OK(cuStreamDestroy(second));
  EXPECT_EQ(cuStreamWriteValue32(first, words, 4, 0), CUDA_ERROR_INVALID_HANDLE);
}

CASE(handles_for_other_processes) {
  CUdeviceptr x;
  CUipcMemHandle memory;
  CUipcEventHandle shared;
  CUevent event;
  OK(cuMemAlloc(&x, 4096));
  OK(cuIpcGetMemHandle(&memory, x));
  EXPECT_EQ(cuIpcGetMemHandle(&memory, 0), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuIpcCloseMemHandle(x), CUDA_ERROR_INVALID_VALUE);  // nobody opened it
  OK(cuEventCreate(&event, CU_EVENT_DISABLE_TIMING | CU_EVENT_INTERPROCESS));
  OK(cuIpcGetEventHandle(&shared, event));
  EXPECT_EQ(cuIpcGetEventHandle(nullptr, event), CUDA_ERROR_INVALID_VALUE);
  OK(cuEventDestroy(event));
  OK(cuMemFree(x));
}

int main() { return run_cases(); }
