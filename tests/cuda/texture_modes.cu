// What a texture gives at every place: all ways to leave it, filters and formats, against the rules written down plainly.
// SPDX-License-Identifier: MIT
#include <cuda_fp16.h>

#include <cmath>
#include <functional>
#include <vector>

#include "check.h"

constexpr int kWidth = 13, kHeight = 7, kSamples = 600;

template <class T>
__global__ void sample(cudaTextureObject_t texture, const float2* places, T* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < kSamples) out[i] = tex2D<T>(texture, places[i].x, places[i].y);
}

// The index of a texel in 0..size-1, or -1 for the border's.
static int index_of(int i, int size, cudaTextureAddressMode mode, bool normalized) {
  if (mode == cudaAddressModeBorder) return i < 0 || i >= size ? -1 : i;
  if (normalized && mode == cudaAddressModeWrap) return (i % size + size) % size;
  if (normalized && mode == cudaAddressModeMirror) {
    const int twice = (i % (2 * size) + 2 * size) % (2 * size);
    return twice < size ? twice : 2 * size - 1 - twice;
  }
  return std::min(std::max(i, 0), size - 1);
}

struct Setting {
  cudaTextureAddressMode mode;
  cudaTextureFilterMode filter;
  bool normalized;
};
using Texels = std::function<float(int x, int y)>;

static float wanted_at(const Setting& setting, float2 at, const Texels& texel) {
  const auto read = [&](int x, int y) {
    x = index_of(x, kWidth, setting.mode, setting.normalized);
    y = index_of(y, kHeight, setting.mode, setting.normalized);
    return x < 0 || y < 0 ? 0.25f : texel(x, y);
  };
  const float x = setting.normalized ? at.x * kWidth : at.x;
  const float y = setting.normalized ? at.y * kHeight : at.y;
  if (setting.filter == cudaFilterModePoint) return read((int)std::floor(x), (int)std::floor(y));
  const float u = x - 0.5f, v = y - 0.5f;
  const int i = (int)std::floor(u), j = (int)std::floor(v);
  const auto weight = [](float w) { return std::floor((w - std::floor(w)) * 256 + 0.5f) / 256; };
  const float a = weight(u), b = weight(v);
  return (1 - a) * (1 - b) * read(i, j) + a * (1 - b) * read(i + 1, j) +
         (1 - a) * b * read(i, j + 1) + a * b * read(i + 1, j + 1);
}

static cudaTextureObject_t texture_of(cudaArray_t array, const Setting& setting, bool whole) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc settings = {};
  settings.addressMode[0] = settings.addressMode[1] = setting.mode;
  settings.filterMode = setting.filter;
  settings.readMode = whole ? cudaReadModeElementType : cudaReadModeNormalizedFloat;
  settings.normalizedCoords = setting.normalized;
  for (float& channel : settings.borderColor) channel = 0.25f;
  cudaTextureObject_t texture = 0;
  OK(cudaCreateTextureObject(&texture, &resource, &settings, nullptr));
  return texture;
}

// Reads a texture of Texel as T; channel(result) and texel(x, y) are what is compared.
template <class Texel, class T>
static void check_all(bool whole, const std::function<Texel(int)>& made,
                      const std::function<float(const T&)>& channel, const Texels& texel) {
  std::vector<Texel> texels;
  for (int i = 0; i < kWidth * kHeight; ++i) texels.push_back(made(i));
  cudaArray_t array;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<Texel>();
  OK(cudaMallocArray(&array, &format, kWidth, kHeight));
  OK(cudaMemcpy2DToArray(array, 0, 0, texels.data(), kWidth * sizeof(Texel), kWidth * sizeof(Texel),
                         kHeight, cudaMemcpyHostToDevice));
  float2* places;
  T* out;
  OK(cudaMallocManaged(&places, kSamples * sizeof(float2)));
  OK(cudaMallocManaged(&out, kSamples * sizeof(T)));
  for (const bool normalized : {false, true})
    for (const auto mode :
         {cudaAddressModeWrap, cudaAddressModeClamp, cudaAddressModeMirror, cudaAddressModeBorder})
      for (const auto filter : {cudaFilterModePoint, cudaFilterModeLinear}) {
        const Setting setting{mode, filter, normalized};
        for (int i = 0; i < kSamples; ++i) {
          const float x = i % 40 - 13.3f, y = (i / 40 - 6) * 1.37f;
          places[i] = normalized ? make_float2(x / kWidth, y / kHeight) : make_float2(x, y);
        }
        const cudaTextureObject_t texture = texture_of(array, setting, whole);
        sample<<<(kSamples + 127) / 128, 128>>>(texture, places, out);
        OK(cudaDeviceSynchronize());
        int wrong = 0;
        for (int i = 0; i < kSamples; ++i) {
          const float wanted = wanted_at(setting, places[i], texel), got = channel(out[i]);
          wrong += !(std::abs(got - wanted) <= 1e-3f * (1 + std::abs(wanted)));
        }
        if (wrong != 0) std::printf("mode %d filter %d normalized %d\n", mode, filter, normalized);
        EXPECT_EQ(wrong, 0);
        OK(cudaDestroyTextureObject(texture));
      }
  OK(cudaFreeArray(array));
  OK(cudaFree(places));
  OK(cudaFree(out));
}

static int number(int i) { return i * 37 % 101; }
static int number_at(int x, int y) { return number(y * kWidth + x); }

CASE(floats) {
  check_all<float, float>(
      true, [](int i) { return (float)number(i); }, [](const float& v) { return v; },
      [](int x, int y) { return (float)number_at(x, y); });
}
CASE(four_floats) {
  check_all<float4, float4>(
      true, [](int i) { return make_float4(0, 0, number(i), 0); },
      [](const float4& v) { return v.z; }, [](int x, int y) { return (float)number_at(x, y); });
}
CASE(four_bytes_as_floats) {
  check_all<uchar4, float4>(
      false, [](int i) { return make_uchar4(1, number(i), 2, 3); },
      [](const float4& v) { return v.y; }, [](int x, int y) { return number_at(x, y) / 255.0f; });
}
CASE(a_byte_as_float) {
  check_all<unsigned char, float>(
      false, [](int i) { return (unsigned char)number(i); }, [](const float& v) { return v; },
      [](int x, int y) { return number_at(x, y) / 255.0f; });
}
CASE(signed_shorts_as_floats) {
  check_all<short2, float2>(
      false, [](int i) { return make_short2(0, -300 * number(i)); },
      [](const float2& v) { return v.y; },
      [](int x, int y) { return -300 * number_at(x, y) / 32767.0f; });
}

__global__ void sample_integers(cudaTextureObject_t texture, int4* out) {
  out[threadIdx.x] = tex2D<int4>(texture, threadIdx.x + 0.5f, 2.5f);
}
CASE(whole_numbers_and_channels_that_are_not_there) {
  cudaArray_t array;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<int2>();
  OK(cudaMallocArray(&array, &format, kWidth, kHeight));
  std::vector<int2> texels;
  for (int i = 0; i < kWidth * kHeight; ++i) texels.push_back(make_int2(number(i), -i));
  OK(cudaMemcpy2DToArray(array, 0, 0, texels.data(), kWidth * sizeof(int2), kWidth * sizeof(int2),
                         kHeight, cudaMemcpyHostToDevice));
  const cudaTextureObject_t texture =
      texture_of(array, {cudaAddressModeClamp, cudaFilterModePoint, false}, true);
  int4* out;
  OK(cudaMallocManaged(&out, 16 * sizeof(int4)));
  sample_integers<<<1, 16>>>(texture, out);
  OK(cudaDeviceSynchronize());
  for (int x = 0; x < 16; ++x) {
    const int at = 2 * kWidth + std::min(x, kWidth - 1);
    EXPECT_EQ(out[x].x, number(at));
    EXPECT_EQ(out[x].y, -at);
    EXPECT_EQ(out[x].z, 0);
  }
  OK(cudaDestroyTextureObject(texture));
  OK(cudaFreeArray(array));
  OK(cudaFree(out));
}

template <class T>
__global__ void gather(cudaTextureObject_t texture, T* out, int channel) {
  const int x = threadIdx.x, y = blockIdx.x;
  out[y * kWidth + x] = tex2Dgather<T>(texture, x + 0.75f, y + 1.25f, channel);
}

template <class T, class Texel>
static void check_gather(int channel) {
  std::vector<Texel> texels(kWidth * kHeight);
  auto* values = reinterpret_cast<decltype(T::x)*>(texels.data());
  constexpr int kChannels = sizeof(Texel) / sizeof(decltype(T::x));
  for (int i = 0; i < kWidth * kHeight * kChannels; ++i) values[i] = decltype(T::x)(i * 37 % 251);
  cudaArray_t array;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<Texel>();
  OK(cudaMallocArray(&array, &format, kWidth, kHeight, cudaArrayTextureGather));
  OK(cudaMemcpy2DToArray(array, 0, 0, texels.data(), kWidth * sizeof(Texel), kWidth * sizeof(Texel),
                         kHeight, cudaMemcpyDefault));
  const Setting setting{cudaAddressModeClamp, cudaFilterModePoint, false};
  const cudaTextureObject_t texture = texture_of(array, setting, true);
  T* out;
  OK(cudaMallocManaged(&out, kWidth * kHeight * sizeof(T)));
  gather<T><<<kHeight, kWidth>>>(texture, out, channel);
  OK(cudaDeviceSynchronize());
  int wrong = 0;
  for (int y = 0; y < kHeight; ++y) {
    for (int x = 0; x < kWidth; ++x) {
      const auto at = [&](int dx, int dy) {
        const int i = index_of(x + dx, kWidth, setting.mode, false);
        const int j = index_of(y + dy, kHeight, setting.mode, false);
        return values[(j * kWidth + i) * kChannels + channel];
      };
      const T got = out[y * kWidth + x];
      wrong += got.x != at(0, 1) || got.y != at(1, 1) || got.z != at(1, 0) || got.w != at(0, 0);
    }
  }
  EXPECT_EQ(wrong, 0);
  OK(cudaDestroyTextureObject(texture));
  OK(cudaFreeArray(array));
  OK(cudaFree(out));
}

CASE(four_texels_at_once) {
  check_gather<float4, float>(0);
  check_gather<float4, float2>(1);
  check_gather<uchar4, uchar4>(2);
  check_gather<int4, int2>(1);
}

template <class T>
__global__ void with_gradients(cudaTextureObject_t texture, T* out) {
  const float x = threadIdx.x + 0.5f, y = blockIdx.x + 0.5f;
  out[blockIdx.x * kWidth + threadIdx.x] =
      tex2DGrad<T>(texture, x, y, make_float2(1, 0), make_float2(0, 1)) +
      tex2DLod<T>(texture, x, y, 0.0f);
}

CASE(gradients_of_textures_with_one_level) {
  std::vector<float> texels(kWidth * kHeight);
  for (int i = 0; i < kWidth * kHeight; ++i) texels[i] = i * 0.5f;
  cudaArray_t array;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  OK(cudaMallocArray(&array, &format, kWidth, kHeight));
  OK(cudaMemcpy2DToArray(array, 0, 0, texels.data(), kWidth * sizeof(float), kWidth * sizeof(float),
                         kHeight, cudaMemcpyDefault));
  const Setting setting{cudaAddressModeClamp, cudaFilterModePoint, false};
  const cudaTextureObject_t texture = texture_of(array, setting, true);
  float* out;
  OK(cudaMallocManaged(&out, kWidth * kHeight * sizeof(float)));
  with_gradients<<<kHeight, kWidth>>>(texture, out);
  OK(cudaDeviceSynchronize());
  int wrong = 0;
  for (int i = 0; i < kWidth * kHeight; ++i) wrong += out[i] != 2 * texels[i];
  EXPECT_EQ(wrong, 0);
  OK(cudaDestroyTextureObject(texture));
  OK(cudaFreeArray(array));
  OK(cudaFree(out));
}

int main() { return run_cases(); }
