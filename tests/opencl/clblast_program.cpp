// CLBlast's SGEMM on the OpenCL driver, compared with three loops. Run by test_programs.py.
// SPDX-License-Identifier: MIT
#define CL_TARGET_OPENCL_VERSION 120
#include <clblast_c.h>

#include <cmath>
#include <cstdio>
#include <random>
#include <vector>

namespace {

constexpr std::size_t kM = 129, kN = 65, kK = 77;

std::vector<float> random_matrix(std::size_t rows, std::size_t columns, unsigned seed) {
  std::mt19937 engine(seed);
  std::uniform_real_distribution<float> values(-1, 1);
  std::vector<float> matrix(rows * columns);
  for (float& value : matrix) value = values(engine);
  return matrix;
}

double worst_difference(const std::vector<float>& a, const std::vector<float>& b,
                        const std::vector<float>& c) {
  double worst = 0;
  for (std::size_t i = 0; i < kM; ++i) {
    for (std::size_t j = 0; j < kN; ++j) {
      double sum = 0;
      for (std::size_t k = 0; k < kK; ++k) sum += double{a[i * kK + k]} * b[k * kN + j];
      worst = std::fmax(worst, std::fabs(sum - c[i * kN + j]));
    }
  }
  return worst;
}

cl_mem upload(cl_context context, std::vector<float>& matrix) {
  return clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, matrix.size() * 4, matrix.data(), nullptr);
}

}  // namespace

int main() {
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  clGetPlatformIDs(1, &platform, nullptr);
  clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr);
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, nullptr);
  auto a = random_matrix(kM, kK, 1), b = random_matrix(kK, kN, 2), c = random_matrix(kM, kN, 3);
  cl_mem buffer_a = upload(context, a), buffer_b = upload(context, b),
         buffer_c = upload(context, c);
  cl_event event = nullptr;
  const auto code =
      CLBlastSgemm(CLBlastLayoutRowMajor, CLBlastTransposeNo, CLBlastTransposeNo, kM, kN, kK, 1.0f,
                   buffer_a, 0, kK, buffer_b, 0, kN, 0.0f, buffer_c, 0, kN, &queue, &event);
  if (code != CLBlastSuccess) {
    std::printf("CLBlast says %d\n", static_cast<int>(code));
    return 1;
  }
  clWaitForEvents(1, &event);
  clEnqueueReadBuffer(queue, buffer_c, CL_TRUE, 0, c.size() * 4, c.data(), 0, nullptr, nullptr);
  const double worst = worst_difference(a, b, c);
  std::printf("worst difference %g\n", worst);
  return worst < 1e-4 ? 0 : 1;
}
