"""The programs in examples/cuda build by their Makefile and by CMake, and pass.

SPDX-License-Identifier: MIT
"""
import shutil

import pytest
from build import BUILD, HERE, VGPUCC, run

PROJECT = """
cmake_minimum_required(VERSION 3.21)
project(Whole LANGUAGES C CXX)
enable_language(CUDA)
find_package(CUDAToolkit 11 REQUIRED)
add_executable(mixed main.cu twice.cu host.cpp)
set_target_properties(mixed PROPERTIES CUDA_SEPARABLE_COMPILATION ON CUDA_ARCHITECTURES 80)
target_link_libraries(mixed PRIVATE CUDA::cudart CUDA::cublas)
add_executable(pure pure.cu)
target_link_libraries(pure PRIVATE CUDA::cudart cublas)
add_executable(host host.cpp)
target_compile_definitions(host PRIVATE ALONE)
target_link_libraries(host PRIVATE CUDA::cudart CUDA::cuda_driver)
"""
FILES = {
    "CMakeLists.txt": PROJECT,
    "twice.cu": "__device__ int twice(int x) { return 2 * x; }\n",
    "main.cu": """
#include <cublas_v2.h>
#include <cstdio>
__device__ int twice(int x);
int devices();
__global__ void k(int* p) { p[threadIdx.x] = twice(p[threadIdx.x]); }
int main() {
  int* p;
  cublasHandle_t handle;
  cudaMallocManaged(&p, 32 * sizeof(int));
  for (int i = 0; i < 32; ++i) p[i] = i;
  k<<<1, 32>>>(p);
  cudaDeviceSynchronize();
  printf("%d %d %d\\n", p[31], devices(), cublasCreate(&handle));
}
""",
    "pure.cu": """
#include <cublas_v2.h>
int main() { cublasHandle_t handle; return cublasCreate(&handle); }
""",
    "host.cpp": """
#include <cuda.h>
#include <cuda_runtime.h>
int devices() { int count = 0; cudaGetDeviceCount(&count); return count; }
#ifdef ALONE
int main() { int version; return cuDriverGetVersion(&version) + devices() - 1; }
#endif
""",
}

EXAMPLES = HERE.parents[1] / "examples" / "cuda"


def test_makefile(tmp_path):
    """With the name nvcc, found in a folder that looks like a toolkit."""
    run([BUILD / "bin" / "vgpu", "nvcc-shim", tmp_path / "shim"])
    for name in ("lib64/libcudart.so", "lib64/stubs/libcuda.so", "targets/x86_64-linux/include/cuda.h",
                 "targets/x86_64-linux/lib/stubs/libcuda.so", "samples/common/inc/helper_cuda.h"):
        assert (tmp_path / "shim" / name).exists(), name
    done = run(["make", "-C", EXAMPLES, f"BUILD={tmp_path}/build", f"NVCC={tmp_path}/shim/bin/nvcc", "run"])
    programs = sorted(path.stem for path in EXAMPLES.glob("*.cu"))
    assert len(programs) >= 10
    for name in programs:
        assert f"{name}: PASS" in done.stdout, done.stdout


def test_program_that_loads_the_driver(tmp_path):
    """Built by the nvcc of such a folder it finds libcuda.so.1 without LD_LIBRARY_PATH."""
    run([BUILD / "bin" / "vgpu", "nvcc-shim", tmp_path / "shim"])
    (tmp_path / "load.cu").write_text("""
#include <dlfcn.h>
#include <cstdio>
int main() {
  void* driver = dlopen("libcuda.so.1", RTLD_NOW);
  auto* start = driver ? (int (*)(unsigned))dlsym(driver, "cuInit") : nullptr;
  std::puts(start && start(0) == 0 ? "PASS" : "FAIL");
}
""")
    run([tmp_path / "shim" / "bin" / "nvcc", tmp_path / "load.cu", "-o", tmp_path / "load"])
    assert "PASS" in run([tmp_path / "load"]).stdout


def test_cmake(tmp_path):
    if shutil.which("cmake", path="/usr/bin:/bin") is None:
        pytest.skip("there is no cmake")
    toolchain = HERE.parents[1] / "cmake" / "cuda_toolchain.cmake"
    run(["cmake", "-S", EXAMPLES, "-B", tmp_path, f"-DCMAKE_TOOLCHAIN_FILE={toolchain}",
         f"-DVGPU_VGPUCC={VGPUCC}", "-DCMAKE_CXX_COMPILER=clang++-19"])
    run(["cmake", "--build", tmp_path])
    assert "PASS" in run([tmp_path / "saxpy"]).stdout
    assert "PASS" in run([tmp_path / "reduction"]).stdout


@pytest.mark.parametrize("way", ["toolchain file", "shim"])
def test_cmake_finds_a_toolkit(way, tmp_path):
    """find_package(CUDAToolkit), its targets and separate compilation, with the toolchain file and without."""
    if shutil.which("cmake", path="/usr/bin:/bin") is None:
        pytest.skip("there is no cmake")
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    run([BUILD / "bin" / "vgpu", "nvcc-shim", tmp_path / "shim"])
    words = {"toolchain file": [f"-DCMAKE_TOOLCHAIN_FILE={HERE.parents[1]}/cmake/cuda_toolchain.cmake",
                                f"-DVGPU_VGPUCC={VGPUCC}"],
             "shim": [f"-DCMAKE_CUDA_COMPILER={tmp_path}/shim/bin/nvcc"]}[way]
    run(["cmake", "-S", tmp_path, "-B", tmp_path / "build", *words])
    run(["cmake", "--build", tmp_path / "build"])
    assert run([tmp_path / "build" / "mixed"]).stdout == "62 1 0\n"
    run([tmp_path / "build" / "pure"])
    run([tmp_path / "build" / "host"])
