// Arrays of random numbers by curand.h: their moments, what repeats and what does not, misuse, streams and graphs.
// SPDX-License-Identifier: MIT
#include <curand.h>
#include <curand_kernel.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "check.h"

static const size_t kCount = 200000;

struct Moments {
  double mean = 0, variance = 0;
};

template <typename T>
static Moments moments(const T* x, size_t count) {
  Moments m;
  for (size_t i = 0; i < count; ++i) m.mean += x[i];
  m.mean /= count;
  for (size_t i = 0; i < count; ++i) m.variance += (x[i] - m.mean) * (x[i] - m.mean);
  m.variance /= count;
  return m;
}

static bool near(double got, double wanted, double tolerance) {
  if (std::fabs(got - wanted) <= tolerance) return true;
  std::printf("%g is not near %g\n", got, wanted);
  return false;
}

template <typename T>
struct Array {
  T* x = nullptr;
  explicit Array(size_t count = kCount) { OK(cudaMallocManaged(&x, count * sizeof(T))); }
  ~Array() { cudaFree(x); }
};

struct Generator {
  curandGenerator_t g = nullptr;
  explicit Generator(curandRngType_t type = CURAND_RNG_PSEUDO_DEFAULT) {
    EXPECT_EQ(curandCreateGenerator(&g, type), CURAND_STATUS_SUCCESS);
  }
  ~Generator() { EXPECT_EQ(curandDestroyGenerator(g), CURAND_STATUS_SUCCESS); }
};

CASE(uniform_numbers) {
  Generator generator;
  Array<float> a;
  Array<double> b;
  EXPECT_EQ(curandGenerateUniform(generator.g, a.x, kCount), CURAND_STATUS_SUCCESS);
  EXPECT_EQ(curandGenerateUniformDouble(generator.g, b.x, kCount - 1), CURAND_STATUS_SUCCESS);
  OK(cudaDeviceSynchronize());
  EXPECT(near(moments(a.x, kCount).mean, 0.5, 0.005));
  EXPECT(near(moments(a.x, kCount).variance, 1.0 / 12, 0.002));
  EXPECT(near(moments(b.x, kCount - 1).mean, 0.5, 0.005));
  EXPECT(*std::min_element(a.x, a.x + kCount) > 0);
  EXPECT(*std::max_element(a.x, a.x + kCount) <= 1);
}

CASE(normal_and_log_normal_numbers) {
  Generator generator(CURAND_RNG_PSEUDO_MT19937);
  Array<float> a;
  Array<double> b;
  EXPECT_EQ(curandGenerateNormal(generator.g, a.x, kCount, 3, 2), CURAND_STATUS_SUCCESS);
  EXPECT_EQ(curandGenerateNormalDouble(generator.g, b.x, kCount, -1, 0.5), CURAND_STATUS_SUCCESS);
  OK(cudaDeviceSynchronize());
  EXPECT(near(moments(a.x, kCount).mean, 3, 0.03));
  EXPECT(near(moments(a.x, kCount).variance, 4, 0.1));
  EXPECT(near(moments(b.x, kCount).mean, -1, 0.01));
  EXPECT_EQ(curandGenerateLogNormalDouble(generator.g, b.x, kCount, 0, 0.25),
            CURAND_STATUS_SUCCESS);
  OK(cudaDeviceSynchronize());
  EXPECT(near(moments(b.x, kCount).mean, std::exp(0.25 * 0.25 / 2), 0.01));
  EXPECT_EQ(curandGenerateNormal(generator.g, a.x, 3, 0, 1), CURAND_STATUS_LENGTH_NOT_MULTIPLE);
}

CASE(poisson_numbers) {
  Generator generator(CURAND_RNG_PSEUDO_PHILOX4_32_10);
  Array<unsigned> a;
  for (const double lambda : {0.7, 10.0, 500.0}) {
    EXPECT_EQ(curandGeneratePoisson(generator.g, a.x, kCount, lambda), CURAND_STATUS_SUCCESS);
    OK(cudaDeviceSynchronize());
    EXPECT(near(moments(a.x, kCount).mean, lambda, 0.01 * lambda + 0.01));
    EXPECT(near(moments(a.x, kCount).variance, lambda, 0.03 * lambda + 0.01));
  }
  EXPECT_EQ(curandGeneratePoisson(generator.g, a.x, 1, -1), CURAND_STATUS_OUT_OF_RANGE);
}

CASE(seeds_repeat_and_calls_go_on) {
  Generator one, two;
  Array<unsigned> a, b;
  for (curandGenerator_t g : {one.g, two.g})
    EXPECT_EQ(curandSetPseudoRandomGeneratorSeed(g, 42), CURAND_STATUS_SUCCESS);
  EXPECT_EQ(curandGenerate(one.g, a.x, kCount), CURAND_STATUS_SUCCESS);
  EXPECT_EQ(curandGenerate(two.g, b.x, 1000), CURAND_STATUS_SUCCESS);
  EXPECT_EQ(curandGenerate(two.g, b.x + 1000, kCount - 1000), CURAND_STATUS_SUCCESS);
  OK(cudaDeviceSynchronize());
  EXPECT(std::equal(a.x, a.x + kCount, b.x));
  EXPECT_EQ(curandSetPseudoRandomGeneratorSeed(two.g, 43), CURAND_STATUS_SUCCESS);
  EXPECT_EQ(curandGenerate(two.g, b.x, kCount), CURAND_STATUS_SUCCESS);
  OK(cudaDeviceSynchronize());
  EXPECT(!std::equal(a.x, a.x + 100, b.x));
  EXPECT_EQ(curandSetPseudoRandomGeneratorSeed(two.g, 42), CURAND_STATUS_SUCCESS);
  EXPECT_EQ(curandSetGeneratorOffset(two.g, 400), CURAND_STATUS_SUCCESS);
  EXPECT_EQ(curandGenerate(two.g, b.x, 100), CURAND_STATUS_SUCCESS);
  OK(cudaDeviceSynchronize());
  EXPECT(std::equal(b.x, b.x + 100, a.x + 400));
}

CASE(streams_and_graphs) {
  Generator generator;
  Array<float> a(1024);
  cudaStream_t stream;
  OK(cudaStreamCreate(&stream));
  EXPECT_EQ(curandSetStream(generator.g, stream), CURAND_STATUS_SUCCESS);
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  EXPECT_EQ(curandGenerateUniform(generator.g, a.x, 1024), CURAND_STATUS_SUCCESS);
  OK(cudaStreamEndCapture(stream, &graph));
  OK(cudaGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
  for (int launch = 0; launch < 3; ++launch) {
    std::fill(a.x, a.x + 1024, 0.0f);
    OK(cudaGraphLaunch(exec, stream));
    OK(cudaStreamSynchronize(stream));
    EXPECT(*std::min_element(a.x, a.x + 1024) > 0);
  }
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphDestroy(graph));
  OK(cudaStreamDestroy(stream));
}

CASE(host_generators_and_quasi_random_points) {
  std::vector<float> x(3000);
  curandGenerator_t host;
  EXPECT_EQ(curandCreateGeneratorHost(&host, CURAND_RNG_QUASI_SOBOL32), CURAND_STATUS_SUCCESS);
  EXPECT_EQ(curandSetQuasiRandomGeneratorDimensions(host, 3), CURAND_STATUS_SUCCESS);
  EXPECT_EQ(curandGenerateUniform(host, x.data(), x.size()), CURAND_STATUS_SUCCESS);
  for (int dimension = 0; dimension < 3; ++dimension)
    EXPECT(near(moments(x.data() + 1000 * dimension, 1000).mean, 0.5, 0.01));
  EXPECT_EQ(curandGenerateNormal(host, x.data(), x.size(), 0, 1), CURAND_STATUS_SUCCESS);
  EXPECT(near(moments(x.data(), 1000).variance, 1, 0.05));
  EXPECT_EQ(curandGenerateUniform(host, x.data(), 3001), CURAND_STATUS_LENGTH_NOT_MULTIPLE);
  EXPECT_EQ(curandSetPseudoRandomGeneratorSeed(host, 1), CURAND_STATUS_TYPE_ERROR);
  EXPECT_EQ(curandDestroyGenerator(host), CURAND_STATUS_SUCCESS);
}

CASE(misuse) {
  curandGenerator_t none = nullptr;
  float x = 0;
  int version = 0;
  EXPECT_EQ(curandCreateGenerator(nullptr, CURAND_RNG_PSEUDO_DEFAULT),
            CURAND_STATUS_NOT_INITIALIZED);
  EXPECT_EQ(curandCreateGenerator(&none, (curandRngType_t)7), CURAND_STATUS_TYPE_ERROR);
  EXPECT_EQ(curandGenerateUniform(nullptr, &x, 1), CURAND_STATUS_NOT_INITIALIZED);
  EXPECT_EQ(curandDestroyGenerator(nullptr), CURAND_STATUS_NOT_INITIALIZED);
  EXPECT_EQ(curandGetVersion(&version), CURAND_STATUS_SUCCESS);
  Generator generator;
  EXPECT_EQ(curandGenerateUniform(generator.g, nullptr, 4), CURAND_STATUS_OUT_OF_RANGE);
  EXPECT_EQ(curandGenerateUniform(generator.g, nullptr, 0), CURAND_STATUS_SUCCESS);
  EXPECT_EQ(curandSetQuasiRandomGeneratorDimensions(generator.g, 2), CURAND_STATUS_TYPE_ERROR);
}

// Of 2^k points that follow each other, every interval of that width holds one: in each dimension, scrambled or not.
template <class Word>
static bool fills_all_intervals(const Word* points, int count) {
  std::vector<int> hits(count, 0);
  int shift = sizeof(Word) * 8;
  for (int n = count; n > 1; n /= 2) --shift;
  for (int i = 0; i < count; ++i) ++hits[points[i] >> shift];
  return std::all_of(hits.begin(), hits.end(), [](int hit) { return hit == 1; });
}

template <class State, class Vectors, class Word>
__global__ void draw(Vectors* vectors, int dimensions, int points, Word* out) {
  const int dimension = blockIdx.x, thread = threadIdx.x, each = points / blockDim.x;
  State state;
  curand_init(vectors[dimension], (Word)(thread * each), &state);
  for (int i = 0; i < each; ++i) out[dimension * points + thread * each + i] = curand(&state);
}

template <class State, class Vectors, class Word>
static void check_sobol(Vectors* host) {
  const int dimensions = 300, points = 256;
  Vectors* vectors;
  Word* out;
  OK(cudaMalloc(&vectors, dimensions * sizeof(Vectors)));
  OK(cudaMallocManaged(&out, dimensions * points * sizeof(Word)));
  OK(cudaMemcpy(vectors, host, dimensions * sizeof(Vectors), cudaMemcpyHostToDevice));
  draw<State, Vectors, Word><<<dimensions, 32>>>(vectors, dimensions, points, out);
  OK(cudaDeviceSynchronize());
  int wrong = 0;
  for (int d = 0; d < dimensions; ++d) wrong += !fills_all_intervals(out + d * points, points);
  EXPECT_EQ(wrong, 0);
  // Two dimensions are not the same sequence.
  EXPECT(!std::equal(out + points, out + 2 * points, out + 2 * points));
  OK(cudaFree(vectors));
  OK(cudaFree(out));
}
CASE(sobol_states_fill_every_dimension_evenly) {
  curandDirectionVectors32_t* narrow;
  curandDirectionVectors64_t* wide;
  EXPECT_EQ(curandGetDirectionVectors32(&narrow, CURAND_DIRECTION_VECTORS_32_JOEKUO6),
            CURAND_STATUS_SUCCESS);
  EXPECT_EQ(curandGetDirectionVectors64(&wide, CURAND_DIRECTION_VECTORS_64_JOEKUO6),
            CURAND_STATUS_SUCCESS);
  EXPECT_EQ(curandGetDirectionVectors32(&narrow, CURAND_DIRECTION_VECTORS_64_JOEKUO6),
            CURAND_STATUS_OUT_OF_RANGE);
  check_sobol<curandStateSobol32, curandDirectionVectors32_t, unsigned>(narrow);
  check_sobol<curandStateSobol64, curandDirectionVectors64_t, unsigned long long>(wide);
}

__global__ void sobol_values(curandDirectionVectors32_t* vectors, unsigned scramble, double* out) {
  curandStateSobol32_t plain;
  curandStateScrambledSobol32_t scrambled;
  curand_init(vectors[1], 0u, &plain);
  curand_init(vectors[1], scramble, 0u, &scrambled);
  double sum = 0, normal = 0, square = 0;
  for (int i = 0; i < 1024; ++i) sum += curand_uniform(&plain);
  for (int i = 0; i < 1024; ++i) {
    const double x = curand_normal_double(&scrambled);
    normal += x, square += x * x;
  }
  out[0] = sum / 1024, out[1] = normal / 1024, out[2] = square / 1024;
}
CASE(sobol_distributions_take_a_point_a_number) {
  curandDirectionVectors32_t *host, *vectors;
  unsigned* constants;
  double* out;
  EXPECT_EQ(curandGetDirectionVectors32(&host, CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6),
            CURAND_STATUS_SUCCESS);
  EXPECT_EQ(curandGetScrambleConstants32(&constants), CURAND_STATUS_SUCCESS);
  OK(cudaMalloc(&vectors, 2 * sizeof(*host)));
  OK(cudaMallocManaged(&out, 3 * sizeof(double)));
  OK(cudaMemcpy(vectors, host, 2 * sizeof(*host), cudaMemcpyHostToDevice));
  sobol_values<<<1, 1>>>(vectors, constants[1], out);
  OK(cudaDeviceSynchronize());
  EXPECT(std::abs(out[0] - 0.5) < 1e-3);  // random numbers would be ten times as far off
  EXPECT(std::abs(out[1]) < 5e-3);
  EXPECT(std::abs(out[2] - 1.0) < 2e-2);
  OK(cudaFree(vectors));
  OK(cudaFree(out));
}

__global__ void draw(unsigned* out, curandDiscreteDistribution_t distribution) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  curandStateXORWOW_t one;
  curand_init(3, i, 0, &one);
  out[5 * i] = curand_discrete(&one, distribution);
  curandStatePhilox4_32_10_t four;
  curand_init(4, i, 0, &four);
  const uint4 v = curand_discrete4(&four, distribution);
  out[5 * i + 1] = v.x, out[5 * i + 2] = v.y, out[5 * i + 3] = v.z, out[5 * i + 4] = v.w;
}

CASE(discrete_distributions) {
  const int threads = 40960;
  unsigned* out;
  OK(cudaMallocManaged(&out, 5 * threads * sizeof *out));
  for (const double mean : {0.7, 12.0, 5000.0}) {
    curandDiscreteDistribution_t distribution;
    EXPECT_EQ(curandCreatePoissonDistribution(mean, &distribution), CURAND_STATUS_SUCCESS);
    draw<<<threads / 256, 256>>>(out, distribution);
    OK(cudaDeviceSynchronize());
    const Moments m = moments(out, 5 * threads);
    EXPECT(std::abs(m.mean - mean) < 0.015 * std::sqrt(mean));
    EXPECT(std::abs(m.variance - mean) < 0.03 * mean);
    EXPECT_EQ(curandDestroyDistribution(distribution), CURAND_STATUS_SUCCESS);
  }
  OK(cudaFree(out));
  EXPECT_EQ(curandCreatePoissonDistribution(-1, nullptr), CURAND_STATUS_OUT_OF_RANGE);
  int major = 0;
  EXPECT_EQ(curandGetProperty(MAJOR_VERSION, &major), CURAND_STATUS_SUCCESS);
  EXPECT_EQ(major, 10);
}

int main() { return run_cases(); }
