// Runs every math function of OpenCL C on floats of every exponent, as kernels on the driver, against the host's doubles.
//
// math_sweep [samples [function]]: how many inputs a function gets (a hundred million and more on request) and which
// one. Functions of one argument get every n-th float there is; the others pairs of all kinds.
// SPDX-License-Identifier: MIT
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "rows.h"

namespace vgpu::math_sweep {
namespace {

constexpr std::size_t kChunk = std::size_t{1} << 18;

// Helpers for functions with two results; what only one of them says is checked by rows of their own.
constexpr char kHelpers[] = R"(
float fract_part(float x) { float i; return fract(x, &i); }
float fract_floor(float x) { float i; fract(x, &i); return i; }
float frexp_part(float x) { int e; return frexp(x, &e); }
float frexp_exponent(float x) { int e; frexp(x, &e); return isfinite(x) ? e : 0; }
float ilogb_or_limit(float x) {
  int e = ilogb(x);
  return e == FP_ILOGB0 ? -0x1p31f : e == FP_ILOGBNAN || e == INT_MAX ? 0x1p31f : e;
}
float modf_part(float x) { float i; float r = modf(x, &i); return i == trunc(x) || x != x ? r : NAN; }
float sincos_cosine(float x) { float c; sincos(x, &c); return c; }
float remquo_rest(float x, float y) { int q; return remquo(x, y, &q); }
float remquo_bits(float x, float y) {
  int q; remquo(x, y, &q);
  return !isfinite(x) || isnan(y) || y == 0 ? 0 : q < 0 ? -(-q & 7) : q & 7;
}
)";

void require(cl_int code, const char* what) {
  if (code == CL_SUCCESS) return;
  std::fprintf(stderr, "%s: %d\n", what, code);
  std::exit(1);
}

// The device and one kernel after another.
class Runner {
 public:
  Runner() {
    cl_platform_id platform = nullptr;
    require(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
    require(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device_, nullptr), "clGetDeviceIDs");
    cl_int code = 0;
    context_ = clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &code);
    require(code, "clCreateContext");
    queue_ = clCreateCommandQueueWithProperties(context_, device_, nullptr, &code);
    require(code, "clCreateCommandQueue");
  }
  ~Runner() {
    clReleaseCommandQueue(queue_);
    clReleaseContext(context_);
  }
  Runner(const Runner&) = delete;
  Runner& operator=(const Runner&) = delete;

  void build(const Row& row) {
    const std::string text = std::string(kHelpers) +
                             "kernel void k(global float* o, global float* a, global float* b) {\n"
                             "  size_t i = get_global_id(0); float x = a[i], y = b[i];\n"
                             "  int n = as_int(y); o[i] = " +
                             row.expression + "; }";
    const char* source = text.c_str();
    cl_int code = 0;
    cl_program program = clCreateProgramWithSource(context_, 1, &source, nullptr, &code);
    require(clBuildProgram(program, 1, &device_, "-cl-std=CL3.0", nullptr, nullptr), row.name);
    kernel_ = clCreateKernel(program, "k", &code);
    require(code, "clCreateKernel");
    clReleaseProgram(program);
  }

  // Memory of the program is the kernel's too.
  void run(std::vector<float>& out, std::vector<float>& x, std::vector<float>& y) {
    clSetKernelArgSVMPointer(kernel_, 0, out.data());
    clSetKernelArgSVMPointer(kernel_, 1, x.data());
    clSetKernelArgSVMPointer(kernel_, 2, y.data());
    const std::size_t size = out.size();
    cl_event event = nullptr;
    require(clEnqueueNDRangeKernel(queue_, kernel_, 1, nullptr, &size, nullptr, 0, nullptr, &event),
            "clEnqueueNDRangeKernel");
    require(clWaitForEvents(1, &event), "clWaitForEvents");
    clReleaseEvent(event);
  }

  void forget() { clReleaseKernel(kernel_); }

 private:
  cl_device_id device_ = nullptr;
  cl_context context_ = nullptr;
  cl_command_queue queue_ = nullptr;
  cl_kernel kernel_ = nullptr;
};

std::uint64_t mixed(std::uint64_t n) {
  n = (n ^ n >> 30) * 0xbf58476d1ce4e5b9;
  n = (n ^ n >> 27) * 0x94d049bb133111eb;
  return n ^ n >> 31;
}

constexpr float kSpecial[] = {
    0.0f,   -0.0f,   1.0f,           -1.0f,         INFINITY,    -INFINITY, NAN,
    1e-45f, -1e-45f, 1.1754943e-38f, 3.4028235e38f, 0.5f,        -0.5f,     2.0f,
    -2.0f,  3.0f,    -3.0f,          1.0000001f,    0.99999994f, 65536.0f,  0x1.8p23f};
constexpr std::size_t kSpecials = std::size(kSpecial);

float any_float(std::uint64_t bits) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
}
float moderate(std::uint64_t bits) {  // exponents near 0
  const auto word = static_cast<std::uint32_t>(bits);
  return std::bit_cast<float>((word & 0x807fffff) | (112 + (word >> 23 & 31)) << 23);
}

// Pair number i: all special values with each other first, then any bits and numbers of like size in turn.
void fill_pair(std::uint64_t i, Second second, float& x, float& y) {
  const std::uint64_t a = mixed(2 * i + 1), b = mixed(2 * i + 2);
  const bool special = i < kSpecials * kSpecials;
  const int kind = static_cast<int>(i % 3);
  x = special ? kSpecial[i / kSpecials] : kind == 0 ? any_float(a) : moderate(a);
  y = special ? kSpecial[i % kSpecials] : kind == 2 ? moderate(b) : any_float(b);
  if (second != Second::integer) return;
  constexpr int kShift[] = {0, 16, 24, 28};
  const int n = static_cast<std::int32_t>(b) >> kShift[i % 4];
  y = std::bit_cast<float>(special ? static_cast<int>(i % kSpecials) - 10 : n);
}

void fill(const Row& row, std::uint64_t first, std::uint64_t samples, std::vector<float>& x,
          std::vector<float>& y) {
  for (std::size_t i = 0; i < x.size(); ++i) {
    const std::uint64_t n = first + i;
    if (row.second != Second::none) {
      fill_pair(n, row.second, x[i], y[i]);
    } else if (n < kSpecials) {
      x[i] = kSpecial[n];
    } else {
      x[i] = any_float(n * (std::uint64_t{1} << 32) / samples + mixed(n) % 16);
    }
  }
}

// The error in units in the last place of the reference as a float; infinity counts as what comes after the largest.
double error_of(float got, double want) {
  if (std::isnan(want)) return std::isnan(got) ? 0 : INFINITY;
  if (static_cast<double>(got) == want || got == static_cast<float>(want)) {
    return static_cast<double>(got) == want || std::isinf(got)
               ? 0
               : std::fabs(static_cast<double>(got) - want) /
                     std::ldexp(1.0, std::max(std::ilogb(want), -126) - 23);
  }
  if (std::isnan(got) || std::isinf(want)) return INFINITY;
  const double number = std::isinf(got) ? std::copysign(0x1p128, got) : static_cast<double>(got);
  const int exponent = want == 0 ? -126 : std::clamp(std::ilogb(want), -126, 127);
  return std::fabs(number - want) / std::ldexp(1.0, exponent - 23);
}

struct Worst {
  double error = 0;
  float x = 0, y = 0, got = 0;
};

Worst compare(const Row& row, const std::vector<float>& x, const std::vector<float>& y,
              const std::vector<float>& out, std::size_t begin, std::size_t end) {
  Worst worst;
  for (std::size_t i = begin; i < end; ++i) {
    if (row.largest != 0 && !(std::fabs(x[i]) <= row.largest)) continue;
    const double second = row.second == Second::integer
                              ? static_cast<double>(std::bit_cast<std::int32_t>(y[i]))
                              : static_cast<double>(y[i]);
    const double error = error_of(out[i], row.reference(x[i], second));
    if (error > worst.error) worst = {error, x[i], y[i], out[i]};
  }
  return worst;
}

Worst compare_all(const Row& row, const std::vector<float>& x, const std::vector<float>& y,
                  const std::vector<float>& out) {
  const std::size_t threads = std::clamp(std::thread::hardware_concurrency(), 1u, 64u);
  std::vector<Worst> parts(threads);
  std::vector<std::thread> workers;
  for (std::size_t t = 0; t < threads; ++t) {
    workers.emplace_back([&, t] {
      parts[t] = compare(row, x, y, out, x.size() * t / threads, x.size() * (t + 1) / threads);
    });
  }
  for (std::thread& worker : workers) worker.join();
  return *std::max_element(parts.begin(), parts.end(),
                           [](const Worst& a, const Worst& b) { return a.error < b.error; });
}

bool sweep(Runner& runner, const Row& row, std::uint64_t samples) {
  runner.build(row);
  Worst worst;
  for (std::uint64_t first = 0; first < samples; first += kChunk) {
    const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(kChunk, samples - first));
    std::vector<float> x(size), y(size), out(size);
    fill(row, first, samples, x, y);
    runner.run(out, x, y);
    const Worst found = compare_all(row, x, y, out);
    if (found.error > worst.error) worst = found;
  }
  runner.forget();
  const bool good = worst.error <= row.limit;
  std::printf("%-4s %-14s %10.4g ulp, limit %-5g (%a, %a) gave %a\n", good ? "ok" : "FAIL",
              row.name, worst.error, row.limit, static_cast<double>(worst.x),
              static_cast<double>(worst.y), static_cast<double>(worst.got));
  std::fflush(stdout);
  return good;
}

}  // namespace
}  // namespace vgpu::math_sweep

int main(int argc, char** argv) {
  using namespace vgpu::math_sweep;
  setenv("OCL_ICD_VENDORS", VGPU_TEST_VENDORS, 1);
  const auto samples =
      std::max<std::uint64_t>(argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 30000, 1000);
  Runner runner;
  int failures = 0;
  for (const Row& row : rows()) {
    if (argc > 2 && std::strcmp(argv[2], row.name) != 0) continue;
    failures += sweep(runner, row, samples) ? 0 : 1;
  }
  std::printf("%d functions beyond their limit\n", failures);
  return failures == 0 ? 0 : 1;
}
