// A picture blurred through a texture, with weights in constant memory.
// SPDX-License-Identifier: MIT
#include <cmath>
#include <vector>

#include "check.h"

constexpr int kRadius = 2;
__constant__ float weights[2 * kRadius + 1];

__global__ void blur(cudaTextureObject_t image, float* out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float sum = 0;
  for (int i = -kRadius; i <= kRadius; ++i)
    for (int j = -kRadius; j <= kRadius; ++j)
      sum += weights[i + kRadius] * weights[j + kRadius] *
             tex2D<float>(image, x + j + 0.5f, y + i + 0.5f);
  out[y * width + x] = sum;
}

int main() {
  const int width = 200, height = 120;
  const float host_weights[2 * kRadius + 1] = {0.1f, 0.2f, 0.4f, 0.2f, 0.1f};
  std::vector<float> pixels(width * height), got(width * height);
  for (int i = 0; i < width * height; ++i) pixels[i] = float(i % 31);
  CHECK(cudaMemcpyToSymbol(weights, host_weights, sizeof host_weights));
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  CHECK(cudaMallocArray(&array, &format, width, height));
  CHECK(cudaMemcpy2DToArray(array, 0, 0, pixels.data(), width * sizeof(float),
                            width * sizeof(float), height, cudaMemcpyHostToDevice));
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc settings{};
  settings.addressMode[0] = settings.addressMode[1] = cudaAddressModeClamp;
  cudaTextureObject_t image = 0;
  CHECK(cudaCreateTextureObject(&image, &resource, &settings, nullptr));
  float* out;
  CHECK(cudaMalloc(&out, got.size() * sizeof(float)));
  blur<<<dim3((width + 15) / 16, (height + 7) / 8), dim3(16, 8)>>>(image, out, width, height);
  CHECK(cudaMemcpy(got.data(), out, got.size() * sizeof(float), cudaMemcpyDeviceToHost));
  const auto clamp = [](int v, int most) { return v < 0 ? 0 : v > most ? most : v; };
  bool good = true;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      float sum = 0;
      for (int i = -kRadius; i <= kRadius; ++i)
        for (int j = -kRadius; j <= kRadius; ++j)
          sum += host_weights[i + kRadius] * host_weights[j + kRadius] *
                 pixels[clamp(y + i, height - 1) * width + clamp(x + j, width - 1)];
      good = good && std::fabs(sum - got[y * width + x]) < 1e-3f;
    }
  CHECK(cudaDestroyTextureObject(image));
  CHECK(cudaFreeArray(array));
  return finish("blur", good);
}
