// Benchmark cases whose items work together: reduction, histograms, scans, a bitonic sort.
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "case.h"

namespace bench {
namespace {

constexpr std::size_t kElements = 1 << 20, kGroup = 256, kKeys = 1 << 16;

void reduce(Buffers& b) {
  const float* in = b[0].as<float>();
  float* out = b[1].as<float>();
#pragma omp parallel for
  for (std::size_t group = 0; group < kElements / kGroup; ++group) {
    float sum = 0;
#pragma omp simd reduction(+ : sum)
    for (std::size_t i = 0; i < kGroup; ++i) sum += in[group * kGroup + i];
    out[group] = sum;
  }
}

void histogram(Buffers& b) {
  const unsigned char* in = b[0].as<unsigned char>();
  unsigned* bins = b[1].as<unsigned>();
#pragma omp parallel
  {
    unsigned part[256] = {};
#pragma omp for
    for (std::size_t i = 0; i < kElements; ++i) ++part[in[i]];
    for (int i = 0; i < 256; ++i)
#pragma omp atomic
      bins[i] += part[i];
  }
}

template <int kBlock, bool kExclusive>
void scan(Buffers& b) {
  const int* in = b[0].as<int>();
  int* out = b[1].as<int>();
#pragma omp parallel for
  for (std::size_t start = 0; start < kElements; start += kBlock) {
    int sum = 0;
    for (int i = 0; i < kBlock; ++i) {
      int next = sum + in[start + i];
      out[start + i] = kExclusive ? sum : next;
      sum = next;
    }
  }
}

// The same network as the kernels run: the comparison is of the code, not of the algorithm.
void bitonic(Buffers& b) {
  unsigned* keys = b[0].as<unsigned>();
  for (std::size_t stage = 2; stage <= kKeys; stage *= 2)
    for (std::size_t distance = stage / 2; distance > 0; distance /= 2)
#pragma omp parallel for
      for (std::size_t block = 0; block < kKeys / (2 * distance); ++block) {
        unsigned *low = keys + block * 2 * distance, *high = low + distance;
        bool up = (block * 2 * distance / stage) % 2 == 0;
        for (std::size_t i = 0; i < distance; ++i) {
          unsigned smaller = std::min(low[i], high[i]), larger = std::max(low[i], high[i]);
          low[i] = up ? smaller : larger;
          high[i] = up ? larger : smaller;
        }
      }
}

std::vector<Launch> bitonic_launches() {
  std::vector<Launch> launches;
  for (unsigned stage = 2; stage <= kKeys; stage *= 2)
    for (unsigned distance = stage / 2; distance > 0; distance /= 2)
      launches.push_back({"bitonic_step",
                          {kKeys / 2, 1, 1},
                          {256, 1, 1},
                          {Argument::buffer(0), Argument::of(distance), Argument::of(stage)}});
  return launches;
}

}  // namespace

void add_collective_cases(std::vector<Case>& cases) {
  using A = Argument;
  const char *opencl = "opencl/collective.cl", *cuda = "cuda/kernels.cu";
  auto add = [&](Case c, const char* name, std::size_t global, std::size_t local,
                 std::vector<Argument> arguments, const char* twin = "") {
    c.name = name, c.opencl_twin = twin, c.cuda = *twin != 0, c.file = c.cuda ? cuda : opencl;
    c.launches = {{name, {global, 1, 1}, {local, 1, 1}, std::move(arguments)}};
    cases.push_back(std::move(c));
  };
  Case sums{.openmp = reduce, .slowest = 4};
  sums.buffers = {filled<float>(kElements, noise), zeros<float>(kElements / kGroup)};
  add(sums, "reduce_tree", kElements, kGroup, {A::buffer(0), A::buffer(1), A::local(kGroup * 4)});
  add(sums, "reduce_shuffle", kElements, kGroup, {A::buffer(0), A::buffer(1)}, "reduce_tree");

  Case bins{.openmp = histogram, .tolerance = 0};
  bins.buffers = {filled<unsigned char>(kElements, [](std::size_t i) { return 256 * noise(i); }),
                  zeros<unsigned>(256)};
  auto count = A::of(unsigned(kElements));
  add(bins, "histogram_global", kElements, 256, {A::buffer(0), A::buffer(1)});
  add(bins, "histogram_local", 64 * 256, 256, {A::buffer(0), A::buffer(1), count});
  add(bins, "histogram_shared", 64 * 256, 256, {A::buffer(0), A::buffer(1), count},
      "histogram_local");

  Case scans{.openmp = scan<256, false>, .tolerance = 0, .slowest = 4};
  scans.buffers = {filled<int>(kElements, [](std::size_t i) { return int(100 * noise(i)) - 50; }),
                   zeros<int>(kElements)};
  add(scans, "scan_hillis_steele", kElements, 256, {A::buffer(0), A::buffer(1)});
  add(scans, "scan_shuffle", kElements, 256, {A::buffer(0), A::buffer(1)}, "scan_hillis_steele");
  scans.openmp = scan<512, true>;
  add(scans, "scan_blelloch", kElements / 2, 256, {A::buffer(0), A::buffer(1)});

  Case sort{.name = "bitonic_sort", .file = opencl, .openmp = bitonic, .tolerance = 0};
  sort.buffers = {filled<unsigned>(kKeys, [](std::size_t i) { return noise(i) * 4e9f; }, true)};
  sort.launches = bitonic_launches();
  cases.push_back(sort);
}

}  // namespace bench
