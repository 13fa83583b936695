// Arrays with levels of detail, filled level by level from the host and by a kernel through surfaces.
// SPDX-License-Identifier: MIT
#include <cuda_runtime.h>

#include <cmath>
#include <vector>

#include "check.h"
#include "managed.h"

constexpr unsigned kLevels = 4;
constexpr int kWidth = 16, kHeight = 8;

// Level l holds 100 * l + its own texels' numbers.
static float texel(int level, int x, int y) { return 100.0f * level + x + 0.25f * y; }

static cudaMipmappedArray_t filled() {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaMipmappedArray_t mipmap = nullptr;
  OK(cudaMallocMipmappedArray(&mipmap, &format, make_cudaExtent(kWidth, kHeight, 0), kLevels));
  for (unsigned l = 0; l < kLevels; ++l) {
    cudaArray_t level = nullptr;
    OK(cudaGetMipmappedArrayLevel(&level, mipmap, l));
    cudaExtent extent;
    OK(cudaArrayGetInfo(nullptr, &extent, nullptr, level));
    EXPECT_EQ(extent.width, size_t(kWidth >> l));
    EXPECT_EQ(extent.height, size_t(kHeight >> l));
    std::vector<float> values(extent.width * extent.height);
    for (size_t i = 0; i < values.size(); ++i)
      values[i] = texel((int)l, (int)(i % extent.width), (int)(i / extent.width));
    const size_t row = extent.width * sizeof(float);
    OK(cudaMemcpy2DToArray(level, 0, 0, values.data(), row, row, extent.height,
                           cudaMemcpyHostToDevice));
  }
  return mipmap;
}

static cudaTextureObject_t texture_of(cudaMipmappedArray_t mipmap, cudaTextureFilterMode between,
                                      float bias = 0, float most = kLevels - 1) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeMipmappedArray;
  resource.res.mipmap.mipmap = mipmap;
  cudaTextureDesc settings = {};
  settings.addressMode[0] = settings.addressMode[1] = cudaAddressModeClamp;
  settings.filterMode = cudaFilterModePoint;
  settings.mipmapFilterMode = between;
  settings.normalizedCoords = 1;
  settings.mipmapLevelBias = bias;
  settings.maxMipmapLevelClamp = most;
  cudaTextureObject_t texture = 0;
  OK(cudaCreateTextureObject(&texture, &resource, &settings, nullptr));
  return texture;
}

__global__ void read(cudaTextureObject_t texture, const float* lods, float x, float y, float* out) {
  out[threadIdx.x] = tex2DLod<float>(texture, x, y, lods[threadIdx.x]);
}

// The value at (0.6, 0.3) of one level.
static float at_level(int level) {
  return texel(level, (int)(0.6f * (kWidth >> level)), (int)(0.3f * (kHeight >> level)));
}

CASE(levels_by_point_and_in_between) {
  const float wished[8] = {-2, 0, 0.25f, 0.75f, 1, 2.5f, 3, 9};
  Managed<float> lods(8), out(8);
  for (int i = 0; i < 8; ++i) lods[i] = wished[i];
  cudaMipmappedArray_t mipmap = filled();
  const cudaTextureObject_t nearest = texture_of(mipmap, cudaFilterModePoint);
  read<<<1, 8>>>(nearest, lods.get(), 0.6f, 0.3f, out.get());
  OK(cudaDeviceSynchronize());
  const int levels[8] = {0, 0, 0, 1, 1, 3, 3, 3};
  for (int i = 0; i < 8; ++i) EXPECT_EQ(out[i], at_level(levels[i]));
  const cudaTextureObject_t mixed = texture_of(mipmap, cudaFilterModeLinear);
  read<<<1, 8>>>(mixed, lods.get(), 0.6f, 0.3f, out.get());
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < 8; ++i) {
    const float lod = std::fmin(std::fmax(wished[i], 0.0f), 3.0f), part = lod - std::floor(lod);
    const int below = (int)lod, above = below < 3 ? below + 1 : 3;
    EXPECT(std::fabs(out[i] - ((1 - part) * at_level(below) + part * at_level(above))) < 1e-3f);
  }
  const cudaTextureObject_t biased = texture_of(mipmap, cudaFilterModePoint, 1.0f, 2.0f);
  read<<<1, 8>>>(biased, lods.get(), 0.6f, 0.3f, out.get());
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(out[1], at_level(1));
  EXPECT_EQ(out[7], at_level(2));
  for (cudaTextureObject_t texture : {nearest, mixed, biased})
    OK(cudaDestroyTextureObject(texture));
  OK(cudaFreeMipmappedArray(mipmap));
  EXPECT_EQ(cudaFreeMipmappedArray(mipmap), cudaErrorInvalidResourceHandle);
  cudaGetLastError();
}

__global__ void along(cudaTextureObject_t texture, float step, float* out) {
  out[0] = tex2DGrad<float>(texture, 0.6f, 0.3f, make_float2(step, 0), make_float2(0, step / 4));
  out[1] = tex2D<float>(texture, 0.6f, 0.3f);
}

CASE(a_level_by_how_far_neighbours_are) {
  cudaMipmappedArray_t mipmap = filled();
  const cudaTextureObject_t texture = texture_of(mipmap, cudaFilterModePoint);
  Managed<float> out(2);
  for (int level = 0; level < 4; ++level) {
    along<<<1, 1>>>(texture, (float)(1 << level) / kWidth, out.get());
    OK(cudaDeviceSynchronize());
    EXPECT_EQ(out[0], at_level(level));
    EXPECT_EQ(out[1], at_level(0));
  }
  OK(cudaDestroyTextureObject(texture));
  OK(cudaFreeMipmappedArray(mipmap));
}

__global__ void halve(cudaTextureObject_t from, cudaSurfaceObject_t to, int width, int height) {
  const int x = threadIdx.x, y = threadIdx.y;
  if (x >= width || y >= height) return;
  float4 sum = make_float4(0, 0, 0, 0);
  for (int i = 0; i < 4; ++i) {
    const float4 one = tex2D<float4>(from, 2 * x + i % 2, 2 * y + i / 2);
    sum.x += one.x, sum.w += one.w;
  }
  const uchar4 mean = make_uchar4(sum.x * 255 / 4 + 0.5f, 0, 0, sum.w * 255 / 4 + 0.5f);
  surf2Dwrite(mean, to, x * (int)sizeof(uchar4), y);
}

// Each level is made of the one above it, as programs make mipmaps of a picture.
CASE(levels_made_by_kernels) {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<uchar4>();
  cudaMipmappedArray_t mipmap = nullptr;
  OK(cudaMallocMipmappedArray(&mipmap, &format, make_cudaExtent(8, 8, 0), 99,
                              cudaArraySurfaceLoadStore));
  cudaArray_t level = nullptr;
  OK(cudaGetMipmappedArrayLevel(&level, mipmap, 0));
  std::vector<uchar4> picture(64);
  for (int i = 0; i < 64; ++i) picture[i] = make_uchar4((unsigned char)(i * 4), 1, 2, 255);
  OK(cudaMemcpy2DToArray(level, 0, 0, picture.data(), 32, 32, 8, cudaMemcpyHostToDevice));
  for (unsigned l = 1, size = 4; l < 4; ++l, size /= 2) {
    cudaResourceDesc from = {}, to = {};
    from.resType = to.resType = cudaResourceTypeArray;
    from.res.array.array = level;
    OK(cudaGetMipmappedArrayLevel(&level, mipmap, l));
    to.res.array.array = level;
    cudaTextureDesc settings = {};
    settings.readMode = cudaReadModeNormalizedFloat;
    cudaTextureObject_t texture;
    cudaSurfaceObject_t surface;
    OK(cudaCreateTextureObject(&texture, &from, &settings, nullptr));
    OK(cudaCreateSurfaceObject(&surface, &to));
    halve<<<1, dim3(8, 8)>>>(texture, surface, (int)size, (int)size);
    OK(cudaDeviceSynchronize());
    OK(cudaDestroyTextureObject(texture));
    OK(cudaDestroySurfaceObject(surface));
  }
  uchar4 last;
  OK(cudaMemcpy2DFromArray(&last, 4, level, 0, 0, 4, 1, cudaMemcpyDeviceToHost));
  EXPECT(last.x >= 125 && last.x <= 128);
  EXPECT_EQ((int)last.w, 255);
  EXPECT_EQ(cudaGetMipmappedArrayLevel(&level, mipmap, 4), cudaErrorInvalidValue);
  cudaGetLastError();
  OK(cudaFreeMipmappedArray(mipmap));
}

int main() { return run_cases(); }
