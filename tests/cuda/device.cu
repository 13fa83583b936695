// The device side in whole programs: math of both libraries, warps, textures, surfaces, inline PTX, C++ objects.
// SPDX-License-Identifier: MIT
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuComplex.h>
#include <cuda_fp16.h>
#include <curand_kernel.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "check.h"

namespace cg = cooperative_groups;

template <class T>
struct Managed {
  T* data = nullptr;
  explicit Managed(int count) {
    cudaMallocManaged(&data, count * sizeof(T));
    cudaMemset(data, 0, count * sizeof(T));
    cudaDeviceSynchronize();
  }
  ~Managed() { cudaFree(data); }
  operator T*() const { return data; }
};

__global__ void both_libraries(double* out) {
  const float x = threadIdx.x * 0.25f + 0.5f;
  double* mine = out + 12 * threadIdx.x;
  mine[0] = std::sin(x), mine[1] = sinf(x), mine[2] = std::pow(x, 2), mine[3] = std::max(x, 1.0f);
  mine[4] = std::sqrt(double(x)), mine[5] = max(1, int(threadIdx.x)), mine[6] = std::abs(-x);
  mine[7] = std::isnan(x), mine[8] = std::numeric_limits<float>::max();
  mine[9] = std::floor(x), mine[10] = rsqrtf(x), mine[11] = std::exp(x);
}

CASE(math) {
  Managed<double> out(12 * 32);
  both_libraries<<<1, 32>>>(out);
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < 32; ++i) {
    const float x = i * 0.25f + 0.5f;
    const double* got = out.data + 12 * i;
    EXPECT(std::fabs(got[0] - std::sin(x)) < 1e-6 && got[0] == got[1]);
    EXPECT(std::fabs(got[2] - x * x) < 1e-5);
    EXPECT_EQ(got[3], double(std::max(x, 1.0f)));
    EXPECT_EQ(got[4], std::sqrt(double(x)));
    EXPECT_EQ(got[5], double(std::max(1, i)));
    EXPECT_EQ(got[6], double(x));
    EXPECT_EQ(got[7], 0.0);
    EXPECT_EQ(got[8], double(std::numeric_limits<float>::max()));
    EXPECT_EQ(got[9], double(std::floor(x)));
    EXPECT(std::fabs(got[10] - 1 / std::sqrt(x)) < 1e-6);
    EXPECT(std::fabs(got[11] - std::exp(x)) < 1e-5 * std::exp(x));
  }
}

__global__ void warps(int* out) {
  const int lane = threadIdx.x & 31;
  int sum = threadIdx.x;
  for (int step = 16; step > 0; step /= 2) sum += __shfl_xor(sum, step);
  out[threadIdx.x] = sum;
  if (lane == 0) out[64 + threadIdx.x / 32] = __popc(__ballot(1));
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  out[128 + threadIdx.x] = cg::reduce(tile, int(threadIdx.x), cg::plus<int>());
}

CASE(warp_functions) {
  Managed<int> out(256);
  warps<<<1, 64>>>(out);
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(out[3], 31 * 32 / 2);
  EXPECT_EQ(out[40], 31 * 32 / 2 + 32 * 32);
  EXPECT_EQ(out[128 + 9], 8 * 8 + 28);
}

__device__ unsigned bit_field(unsigned value, int at, int length) {
  unsigned result;
  asm("bfe.u32 %0, %1, %2, %3;" : "=r"(result) : "r"(value), "r"(at), "r"(length));
  return result;
}

__global__ void assembly(unsigned* out, const unsigned* in) {
  unsigned lane, low, high, permuted, logic, carried;
  unsigned long long wide;
  asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
  asm("mul.wide.u32 %0, %1, %2;" : "=l"(wide) : "r"(in[0]), "r"(in[1]));
  asm("mov.b64 {%0, %1}, %2;" : "=r"(low), "=r"(high) : "l"(wide));
  asm("prmt.b32 %0, %1, %2, 0x3210;" : "=r"(permuted) : "r"(in[0]), "r"(in[1]));
  asm("lop3.b32 %0, %1, %2, %3, 0xe8;" : "=r"(logic) : "r"(in[0]), "r"(in[1]), "r"(in[2]));
  asm("{ .reg .u32 t;\n\t add.cc.u32 t, %1, %2; addc.u32 %0, 0, 0; }"
      : "=r"(carried)
      : "r"(in[0]), "r"(in[1]));
  unsigned loaded;
  asm("ld.global.cg.u32 %0, [%1+4];" : "=r"(loaded) : "l"(in));
  asm volatile("membar.gl;" ::: "memory");
  unsigned chosen;
  asm("{ .reg .pred p; setp.gt.u32 p, %1, %2; selp.u32 %0, 7, 9, p; }"
      : "=r"(chosen)
      : "r"(in[0]), "r"(in[1]));
  unsigned* mine = out + 10 * threadIdx.x;
  mine[0] = lane, mine[1] = low, mine[2] = high, mine[3] = permuted, mine[4] = logic;
  mine[5] = carried, mine[6] = loaded, mine[7] = bit_field(in[0], 4, 8), mine[8] = chosen;
}

CASE(inline_ptx) {
  Managed<unsigned> in(3), out(10 * 33);
  in[0] = 0xfedcba98u, in[1] = 0x12345678u, in[2] = 0x0f0f0f0fu;
  assembly<<<1, 33>>>(out, in);
  OK(cudaDeviceSynchronize());
  const unsigned long long wide = (unsigned long long)in[0] * in[1];
  const unsigned* last = out.data + 10 * 32;
  EXPECT_EQ(last[0], 0u);
  EXPECT_EQ(last[1], unsigned(wide));
  EXPECT_EQ(last[2], unsigned(wide >> 32));
  EXPECT_EQ(last[3], in[0]);
  EXPECT_EQ(last[4], (in[0] & in[1]) | (in[0] & in[2]) | (in[1] & in[2]));
  EXPECT_EQ(last[5], unsigned(((unsigned long long)in[0] + in[1]) >> 32));
  EXPECT_EQ(last[6], in[1]);
  EXPECT_EQ(last[7], (in[0] >> 4) & 255u);
  EXPECT_EQ(last[8], 7u);
}

texture<float, 2, cudaReadModeElementType> image;
texture<uchar4, 1, cudaReadModeNormalizedFloat> colours;

__global__ void sample(float* out, cudaTextureObject_t object) {
  const int i = threadIdx.x;
  out[i] = tex2D(image, i + 0.5f, 1.5f);
  out[8 + i] = tex2D<float>(object, i + 1.0f, 1.5f);
  out[16 + i] = tex1Dfetch(colours, i).y;
}

CASE(textures) {
  const int width = 8, height = 4;
  std::vector<float> pixels(width * height);
  for (int i = 0; i < width * height; ++i) pixels[i] = float(i);
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  OK(cudaMallocArray(&array, &format, width, height));
  OK(cudaMemcpy2DToArray(array, 0, 0, pixels.data(), width * 4, width * 4, height,
                         cudaMemcpyHostToDevice));
  image.filterMode = cudaFilterModePoint;
  image.addressMode[0] = image.addressMode[1] = cudaAddressModeClamp;
  OK(cudaBindTextureToArray(image, array));
  Managed<uchar4> values(8);
  for (int i = 0; i < 8; ++i) values[i] = make_uchar4(0, 51 * (i % 6), 0, 0);
  OK(cudaBindTexture(nullptr, colours, values.data, 8 * sizeof(uchar4)));
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc settings{};
  settings.filterMode = cudaFilterModeLinear;
  settings.addressMode[0] = settings.addressMode[1] = cudaAddressModeClamp;
  cudaTextureObject_t object = 0;
  OK(cudaCreateTextureObject(&object, &resource, &settings, nullptr));
  Managed<float> out(24);
  sample<<<1, 8>>>(out, object);
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < 8; ++i) {
    EXPECT_EQ(out[i], float(width + i));
    EXPECT_EQ(out[8 + i], i < 7 ? width + i + 0.5f : width + 7.0f);
    EXPECT(std::fabs(out[16 + i] - 0.2f * (i % 6)) < 1e-6f);
  }
  OK(cudaDestroyTextureObject(object));
  OK(cudaUnbindTexture(image));
  OK(cudaFreeArray(array));
}

__global__ void draw(cudaSurfaceObject_t surface, int width) {
  surf2Dwrite(float(threadIdx.x * 10 + threadIdx.y), surface, threadIdx.x * 4, threadIdx.y);
}

CASE(surfaces) {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  OK(cudaMallocArray(&array, &format, 4, 4, cudaArraySurfaceLoadStore));
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaSurfaceObject_t surface = 0;
  OK(cudaCreateSurfaceObject(&surface, &resource));
  draw<<<1, dim3(4, 4)>>>(surface, 4);
  float back[16];
  OK(cudaMemcpyFromArray(back, array, 0, 0, sizeof back, cudaMemcpyDeviceToHost));
  EXPECT_EQ(back[4 * 2 + 3], 32.0f);
  OK(cudaDestroySurfaceObject(surface));
  OK(cudaFreeArray(array));
}

struct Shape {
  __device__ virtual float area() const = 0;
  __device__ virtual ~Shape() {}
};
struct Square : Shape {
  float side;
  __device__ explicit Square(float s) : side(s) {}
  __device__ float area() const override { return side * side; }
};

__device__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

__global__ void objects(float* out) {
  Shape* shape = new Square(threadIdx.x);
  out[threadIdx.x] = shape->area() + fibonacci(threadIdx.x % 8);
  delete shape;
}

CASE(cpp_objects) {
  Managed<float> out(32);
  objects<<<1, 32>>>(out);
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(out[7], 49.0f + 13.0f);
}

__global__ void randoms(float* out, int count) {
  curandState state;
  curandStatePhilox4_32_10_t philox;
  curand_init(1234, threadIdx.x, 0, &state);
  curand_init(1234, threadIdx.x, 0, &philox);
  float sum = 0, squares = 0, uniform = 0;
  for (int i = 0; i < count; ++i) {
    const float x = curand_normal(&state);
    sum += x, squares += x * x, uniform += curand_uniform(&philox);
  }
  out[threadIdx.x] = sum / count, out[64 + threadIdx.x] = squares / count;
  out[128 + threadIdx.x] = uniform / count;
}

CASE(random_numbers) {
  Managed<float> out(192);
  randoms<<<1, 64>>>(out, 2000);
  OK(cudaDeviceSynchronize());
  double mean = 0, variance = 0, uniform = 0;
  for (int i = 0; i < 64; ++i)
    mean += out[i] / 64, variance += out[64 + i] / 64, uniform += out[128 + i] / 64;
  EXPECT(std::fabs(mean) < 0.02);
  EXPECT(std::fabs(variance - 1) < 0.03);
  EXPECT(std::fabs(uniform - 0.5) < 0.01);
  EXPECT(out[0] != out[1]);
}

__global__ void numbers(cuComplex* z, __half* h) {
  z[0] = cuCmulf(z[0], z[1]);
  z[1] = cuCdivf(z[0], z[1]);
  h[0] = __hadd(h[0], __float2half(0.5f));
}

CASE(complex_and_half) {
  Managed<cuComplex> z(2);
  Managed<__half> h(1);
  z[0] = make_cuComplex(1, 2), z[1] = make_cuComplex(3, -1);
  h[0] = __float2half(1.25f);
  numbers<<<1, 1>>>(z, h);
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(z[0].x, 5.0f);
  EXPECT_EQ(z[0].y, 5.0f);
  EXPECT(std::fabs(z[1].x - 1) < 1e-6f && std::fabs(z[1].y - 2) < 1e-6f);
  EXPECT_EQ(__half2float(h[0]), 1.75f);
}

// Its table of virtual functions lives as long as the base's constructor is a call.
struct Figure {
  __device__ __noinline__ Figure();
  __device__ virtual float area() const = 0;
};
__device__ Figure::Figure() {}
struct Box : Figure {
  float side;
  __device__ Box(float s) : side(s) {}
  __device__ float area() const override { return side * side; }
};
__global__ void area_of_new(float* out, float side) {
  Figure* shape = new Box(side);
  *out = shape->area();
  delete shape;
}

CASE(pure_virtual_functions) {
  float* out = nullptr;
  OK(cudaMallocManaged(&out, sizeof(float)));
  area_of_new<<<1, 1>>>(out, 3);
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(*out, 9.0f);
  OK(cudaFree(out));
}

__global__ void packed_words(unsigned a, unsigned b, int* out) {
  asm("vabsdiff4.u32.u32.u32.add %0, %1, %2, %3;" : "=r"(out[0]) : "r"(a), "r"(b), "r"(5));
  asm("vadd2.s32.s32.s32.sat %0, %1, %2, %3;"
      : "=r"(out[1])
      : "r"(0x7fff0001), "r"(0x00010001), "r"(0));
  asm("vmax4.s32.s32.s32 %0, %1, %2, %3;"
      : "=r"(out[2])
      : "r"(0x80017f02), "r"(0x00020103), "r"(0));
  asm("dp4a.s32.s32 %0, %1, %2, %3;" : "=r"(out[3]) : "r"(0xff020304), "r"(0x01010101), "r"(100));
  asm("sad.s32 %0, %1, %2, %3;" : "=r"(out[4]) : "r"(-3), "r"(4), "r"(10));
  asm("slct.s32.s32 %0, %1, %2, %3;" : "=r"(out[5]) : "r"(11), "r"(22), "r"(-1));
  asm("dp2a.lo.u32.u32 %0, %1, %2, %3;" : "=r"(out[6]) : "r"(0x00020003), "r"(0x00000504), "r"(1));
}

CASE(packed_words_of_ptx) {
  int* out = nullptr;
  OK(cudaMallocManaged(&out, 7 * sizeof(int)));
  packed_words<<<1, 1>>>(0x01ff0a00, 0x02000c03, out);
  OK(cudaDeviceSynchronize());
  const int wanted[] = {5 + 1 + 255 + 2 + 3, 0x7fff0002, 0x00027f03, 100 - 1 + 2 + 3 + 4, 17, 22,
                        1 + 12 + 10};
  for (int i = 0; i < 7; ++i) EXPECT_EQ(out[i], wanted[i]);
  OK(cudaFree(out));
}

__global__ void wide_products(unsigned long long* out, unsigned long long a, long long b) {
  const unsigned __int128 product = (unsigned __int128)(a + threadIdx.x) * a;
  const __int128 negative = -(__int128)a * b;
  unsigned long long* mine = out + 4 * threadIdx.x;
  mine[0] = (unsigned long long)(product % 1000000007ull);
  mine[1] = (unsigned long long)(product / a);
  mine[2] = (unsigned long long)(long long)(negative / (b + (int)threadIdx.x));
  mine[3] = (unsigned long long)((double)product / 0x1p64);
}
CASE(integers_of_128_bits) {
  const unsigned long long a = 0x7edcba9876543210ull;
  const long long b = 0x123456789abcdefll;
  unsigned long long* out;
  OK(cudaMallocManaged(&out, 4 * 40 * sizeof(*out)));
  wide_products<<<1, 40>>>(out, a, b);
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < 40; ++i) {
    const unsigned __int128 product = (unsigned __int128)(a + i) * a;
    EXPECT_EQ(out[4 * i], (unsigned long long)(product % 1000000007ull));
    EXPECT_EQ(out[4 * i + 1], a + i);
    EXPECT_EQ(out[4 * i + 2], (unsigned long long)(long long)(-(__int128)a * b / (b + i)));
    EXPECT_EQ(out[4 * i + 3], (unsigned long long)((double)product / 0x1p64));
  }
  OK(cudaFree(out));
}

int main() { return run_cases(); }
