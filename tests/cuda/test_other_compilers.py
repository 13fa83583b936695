"""Files without kernels, compiled by g++: what they include is plain C++, and what that does works there too.

SPDX-License-Identifier: MIT
"""
import pytest
from build import run, vgpucc

SHARED = """
#include <curand_kernel.h>
#include <thrust/device_vector.h>
struct Walk {
  thrust::device_vector<int> steps;
  curandState* states = nullptr;
  void grow();
};
"""
KERNELS = """
#include "walk.h"
#include <thrust/sort.h>
__global__ void start(curandState* states, int* steps) {
  const int i = threadIdx.x;
  curand_init(7, i, 0, states + i);
  steps[i] = (int)(curand(states + i) % 5) - 2;
}
void Walk::grow() {
  start<<<1, 64>>>(states, thrust::raw_pointer_cast(steps.data()));
  thrust::sort(steps.begin(), steps.end());
}
"""
MAIN = """
#include "walk.h"
#include <algorithm>
#include <cstdio>
#include <cuda/atomic>
#include <thrust/host_vector.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/unique.h>
struct Twice {
  __host__ __device__ int operator()(int x) const { return 2 * x; }
};
int main() {
  Walk walk;
  walk.steps.resize(64, 9);
  cudaMalloc(&walk.states, 64 * sizeof(curandState));
  walk.grow();
  thrust::host_vector<int> host = walk.steps;
  const bool sorted = std::is_sorted(host.begin(), host.end()) && host[0] >= -2 && host[63] <= 2;

  for (int i = 0; i < 64; ++i) host[i] = (37 * i) % 64;
  thrust::device_vector<int> device = host, sums(64);
  thrust::sort(device.begin(), device.end());
  thrust::transform(device.begin(), device.end(), device.begin(), Twice());
  thrust::inclusive_scan(device.begin(), device.end(), sums.begin());
  thrust::sort(host.begin(), host.end(), thrust::greater<int>());
  thrust::fill(device.begin(), device.begin() + 32, 5);
  const auto end = thrust::unique(device.begin(), device.end());
  cuda::atomic<int> number(3);
  number.fetch_add(4);
  number.fetch_max(30);
  number.fetch_min(20);
  cuda::atomic<float> real(1.5f);
  real.fetch_add(1);
  std::printf("%d %d %d %d %d %g\\n", sorted, host[0], (int)sums[63], (int)(end - device.begin()), number.load(),
              real.load());
  cudaFree(walk.states);
  return 0;
}
"""


def folders():
    return vgpucc("--vgpu-paths").stdout.split()[:2]


def check_syntax(text, standard, folder):
    (folder / "plain.cpp").write_text(text)
    run(["g++", f"-std={standard}", "-fsyntax-only", f"-I{folders()[0]}", folder / "plain.cpp"])


@pytest.mark.parametrize("header", ["vector_types.h", "cuda_runtime.h", "device_launch_parameters.h", "cuda.h",
                                    "math_functions.h", "host_defines.h", "builtin_types.h", "cuda_fp16.h", "cuda_bf16.h",
                                    "cooperative_groups.h", "cufft.h", "curand.h"])
def test_headers_with_vectors(header, tmp_path):
    check_syntax(f"#include <{header}>\nint main() {{ int3 x = make_int3(1, 2, 3); return x.z; }}", "c++17", tmp_path)


@pytest.mark.parametrize("standard", ["c++11", "c++14"])
@pytest.mark.parametrize("header", ["cuda_runtime.h", "cuda.h", "cuda_fp16.h", "cuda_bf16.h", "cuda_fp8.h",
                                    "cooperative_groups.h", "cooperative_groups/reduce.h", "mma.h", "cuda_pipeline.h",
                                    "cufft.h", "curand.h", "curand_kernel.h", "cublas_v2.h", "cublasLt.h", "cusparse.h",
                                    "cusolverDn.h", "cudnn.h", "nccl.h", "nvml.h", "nvrtc.h"])
def test_headers_in_older_standards(header, standard, tmp_path):
    check_syntax(f"#include <{header}>\nint main() {{ return 0; }}", standard, tmp_path)


@pytest.mark.parametrize("standard", ["c++14", "c++17", "c++20"])
def test_thrust_beside_kernels(standard, tmp_path):
    """A class with thrust's vectors and cuRAND's states is declared for both compilers; algorithms run in both."""
    for name, text in (("walk.h", SHARED), ("walk.cu", KERNELS), ("main.cpp", MAIN)):
        (tmp_path / name).write_text(text)
    include, library = folders()
    vgpucc("-c", tmp_path / "walk.cu", "-o", tmp_path / "walk.o")
    compiled = run(["g++", f"-std={standard}", "-O1", "-Wall", "-Werror", f"-I{include}", "-c", tmp_path / "main.cpp", "-o",
                    tmp_path / "main.o"])
    assert compiled.stderr == ""
    run(["g++", tmp_path / "main.o", tmp_path / "walk.o", f"-L{library}", f"-Wl,-rpath,{library}", "-lvgpu_cudart", "-o",
         tmp_path / "p"])
    assert run([tmp_path / "p"]).stdout == "1 63 4032 33 20 2.5\n"
