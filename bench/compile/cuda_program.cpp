// Builds and starts a CUDA program of 300 lines; see cuda_program.h.
//
// The program has 24 kernels of the usual kinds: loops, shared memory, atomics, math. SPDX-License-Identifier: MIT
#include "cuda_program.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace bench {
namespace {

namespace fs = std::filesystem;

// Twelve lines each. Another round has other code, which is in no cache.
std::string kernels(int number, int round) {
  const std::string n = std::to_string(number), other = std::to_string(1000 + round);
  return "__global__ void sum" + n + R"((const float* x, float* out, int n) {
  __shared__ float part[256];
  float own = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    own += sqrtf(x[i] + )" +
         n + R"(.0f);
  part[threadIdx.x] = n == -)" +
         other + R"( ? 0 : own;
  __syncthreads();
  for (int step = blockDim.x / 2; step > 0; step /= 2) {
    if (threadIdx.x < step) part[threadIdx.x] += part[threadIdx.x + step];
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicAdd(out, part[0]);
}
__global__ void wave)" +
         n + R"((float* x, const float* y, int width, int height) {
  const int c = blockIdx.x * blockDim.x + threadIdx.x;
  const int r = blockIdx.y * blockDim.y + threadIdx.y;
  if (c <= 0 || r <= 0 || c >= width - 1 || r >= height - 1) return;
  const int at = r * width + c;
  float value = y[at - 1] + y[at + 1] + y[at - width] + y[at + width];
  for (int i = 0; i < )" +
         n + R"(; ++i) value = value * 0.)" + other + R"(f + sinf(value);
  x[at] = value > 0 ? value : expf(value);
}
)";
}

std::string source(int round) {
  std::string text = "#include <cstdio>\n#include <vector>\n";
  std::string calls;
  for (int i = 1; i <= 12; ++i) {
    text += kernels(i, round);
    const std::string n = std::to_string(i);
    calls += "  if (all) sum" + n + "<<<4, 256>>>(x, y, 4096);\n";
    calls += "  if (all) wave" + n + "<<<dim3(4, 4), dim3(16, 16)>>>(x, y, 64, 64);\n";
  }
  return text + R"(
int main(int count, char**) {
  const bool all = count > 1;
  float *x, *y, result = 0;
  std::vector<float> host(4096, 3.0f);
  cudaMalloc(&x, 4096 * sizeof(float));
  cudaMalloc(&y, 4096 * sizeof(float));
  cudaMemcpy(x, host.data(), 4096 * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemset(y, 0, 4096 * sizeof(float));
)" + calls +
         R"(  sum1<<<4, 256>>>(x, y, 4096);
  cudaMemcpy(&result, y, sizeof result, cudaMemcpyDeviceToHost);
  return result > 8191 && result < 8193 ? 0 : 1;
}
)";
}

void run(std::vector<std::string> words) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  pid_t child = 0;
  int status = -1;
  if (posix_spawn(&child, arguments[0], nullptr, nullptr, arguments.data(), environ) == 0)
    waitpid(child, &status, 0);
  if (status != 0) throw std::runtime_error(words[0] + " failed");
}

}  // namespace

void measure_cuda_program(Rows& rows) {
  const fs::path compiler = fs::read_symlink("/proc/self/exe").parent_path() / "vgpucc";
  if (!fs::exists(compiler)) return;
  std::string folder = fs::temp_directory_path() / "vgpu-bench-cuda-XXXXXX";
  if (mkdtemp(folder.data()) == nullptr) throw std::runtime_error("cannot make " + folder);
  const std::string file = folder + "/program.cu", program = folder + "/program";
  std::string text;
  int round = 0;
  const double built = seconds(2, 1, [&] {
    text = source(++round);
    std::ofstream(file) << text;
    run({compiler, "-O2", file, "-o", program});
  });
  const double started = seconds(10, 1, [&] { run({program}); });
  fs::remove_all(folder);
  const auto lines = std::count(text.begin(), text.end(), '\n');
  rows.push_back({"a CUDA program of " + std::to_string(lines) + " lines, built by vgpucc", built,
                  "s", Goal::at_most, 4});
  rows.push_back(
      {"a CUDA program, start to end after one kernel", started * 1e3, "ms", Goal::at_most, 15});
}

}  // namespace bench
