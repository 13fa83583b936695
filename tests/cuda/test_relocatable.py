"""Device code of several files: -dc, -dlink, static libraries, and programs that g++ links.

SPDX-License-Identifier: MIT
"""
import shutil

import pytest
from build import BUILD, run, vgpucc

USER = """
#include <cstdio>
__device__ int twice(int);
extern __device__ int common;
__managed__ int managed = 11;
static __device__ int own = 4;
__global__ void f(int* x) { x[threadIdx.x] = twice(threadIdx.x) + common + managed + own; }
int other();
int main() {
  int* x;
  if (managed++ != 11) return 1;
  cudaMallocManaged(&x, 128);
  f<<<1, 32>>>(x);
  const int error = cudaDeviceSynchronize();
  printf("%d %d %d\\n", error, x[31], other());
}
"""
LIBRARY = """
__device__ int common = 100;
static __device__ int own = 1;
__device__ int twice(int x) { return 2 * x + own; }
__global__ void g(int* x) { *x = twice(20); }
int other() {
  int* x;
  cudaMallocManaged(&x, 4);
  g<<<1, 1>>>(x);
  cudaDeviceSynchronize();
  return *x;
}
"""
SAID = "0 179 41\n"  # 2 * 31 + 1 + 100 + 12 + 4


@pytest.fixture
def files(tmp_path):
    (tmp_path / "user.cu").write_text(USER)
    (tmp_path / "library.cu").write_text(LIBRARY)
    return tmp_path


def link_with_gcc(*words, expect=0):
    folder = vgpucc("--vgpu-paths").stdout.split()[1]
    return run(["g++", *words, f"-L{folder}", f"-Wl,-rpath,{folder}", "-lvgpu_cudart"], expect=expect)


def test_device_link_for_gcc(files):
    """Compile both, link their device code, let g++ link the program: as build systems did before nvcc linked."""
    for name in ("user", "library"):
        vgpucc("-dc", "-Xcompiler", "-fPIC", files / f"{name}.cu", "-o", files / f"{name}.o")
    objects = [files / "user.o", files / "library.o"]
    done = link_with_gcc(*objects, "-o", files / "p", expect=1)
    assert "__cudaRegisterLinkedBinary" in done.stderr
    vgpucc("-dlink", *objects, "-o", files / "link.o")
    link_with_gcc(*objects, files / "link.o", "-o", files / "p")
    assert run([files / "p"], VGPU_COMPILER="/nonexistent", VGPU_CACHE="0").stdout == SAID
    run(["ld", "-r", *objects, "-o", files / "both.o"])  # one object of two
    vgpucc("-dlink", files / "both.o", "-o", files / "link.o")
    link_with_gcc(files / "both.o", files / "link.o", "-o", files / "p")
    assert run([files / "p"]).stdout == SAID
    (files / "p").unlink()
    vgpucc(*objects, files / "link.o", "-o", files / "p")
    assert run([files / "p"]).stdout == SAID


def test_device_link_of_archives(files):
    vgpucc("-dc", files / "user.cu", "-o", files / "user.o")
    vgpucc("-dc", files / "library.cu", "-o", files / "library.o")
    run(["ar", "rcs", files / "liblibrary.a", files / "library.o"])
    for library in ([files / "liblibrary.a"], [f"-L{files}", "-llibrary"]):
        vgpucc("-dlink", files / "user.o", *library, "-o", files / "link.o")
        link_with_gcc(files / "user.o", files / "link.o", *library, "-o", files / "p")
        assert run([files / "p"]).stdout == SAID


def test_libraries_with_device_code_of_their_own(files):
    """Two shared libraries have functions and variables of the same names; neither sees the other's."""
    (files / "uses.cu").write_text("""
__device__ int factor();
extern __device__ int base;
__global__ void k(int* x) { *x = factor() + base; }
extern "C" __attribute__((visibility("default"))) int WHAT() {
  int *x, more = 1000;
  cudaMallocManaged(&x, 4);
  cudaMemcpyToSymbol(base, &more, 4);
  k<<<1, 1>>>(x);
  return cudaDeviceSynchronize() == cudaSuccess ? *x : -1;
}
""")
    (files / "gives.cu").write_text("__device__ int base; __device__ int factor() { return FACTOR; }\n")
    (files / "main.cpp").write_text("""
#include <cstdio>
extern "C" int one();
extern "C" int two();
int main() { std::printf("%d %d\\n", one(), two()); }
""")
    for name, factor in (("one", 3), ("two", 5)):
        vgpucc("-rdc=true", "-shared", "-Xcompiler", "-fPIC,-fvisibility=hidden", f"-DWHAT={name}",
               f"-DFACTOR={factor}", files / "uses.cu", files / "gives.cu", "-o", files / f"lib{name}.so")
    run(["g++", files / "main.cpp", f"-L{files}", "-lone", "-ltwo", f"-Wl,-rpath,{files}", "-o", files / "p"])
    assert run([files / "p"]).stdout == "1003 1005\n"


def test_one_file_compiled_twice(files):
    """With other macros, and files of one name in two folders."""
    text = """
#include <cstdio>
static __device__ int own = VALUE;
static __global__ void k(int* x) { *x = own; }
int NAME() {
  int* x;
  cudaMallocManaged(&x, 4);
  k<<<1, 1>>>(x);
  cudaDeviceSynchronize();
  return *x;
}
"""
    (files / "main.cpp").write_text("""
#include <cstdio>
int one(); int two(); int three();
int main() { std::printf("%d %d %d\\n", one(), two(), three()); }
""")
    (files / "sub").mkdir()
    objects = []
    for name, value, folder in (("one", 1, "."), ("two", 2, "."), ("three", 3, "sub")):
        (files / folder / "k.cu").write_text(text)
        objects.append(files / f"{name}.o")
        run(["sh", "-c", f"cd {files / folder} && {BUILD}/bin/vgpucc -dc -DVALUE={value} -DNAME={name} k.cu -o {objects[-1]}"])
    vgpucc("-dlink", *objects, "-o", files / "link.o")
    link_with_gcc(files / "main.cpp", *objects, files / "link.o", "-o", files / "p")
    assert run([files / "p"]).stdout == "1 2 3\n"


def test_errors_of_parts(files):
    """What cannot be compiled is an error of -dc, what nothing defines one of the link."""
    vgpucc("-dc", files / "user.cu", "-o", files / "user.o")
    done = vgpucc("-dlink", files / "user.o", "-o", files / "link.o", expect=1)
    assert "undefined function 'twice(int)'" in done.stderr
    (files / "bad.cu").write_text('__device__ void f() {\n  asm("frobnicate.u32 a, b;");\n}\n')
    done = vgpucc("-dc", files / "bad.cu", "-o", files / "bad.o", expect=1)
    assert "bad.cu:2" in done.stderr and "frobnicate" in done.stderr


def test_relocatable_device_code(tmp_path):
    """Device code of several files is linked: functions, variables, and static variables of the same name."""
    (tmp_path / "one.cu").write_text("""
#include <cstdio>
extern __device__ int common;
__device__ int twice(int);
static __device__ int own = 3;
__global__ void f(int* x) { x[threadIdx.x] = twice(threadIdx.x) + common + own; }
int main() {
  int five = 5, *x;
  cudaMemcpyToSymbol(common, &five, 4);
  cudaMemcpyToSymbol(own, &five, 4);
  cudaMallocManaged(&x, 128);
  f<<<1, 32>>>(x);
  cudaDeviceSynchronize();
  printf("%d\\n", x[31]);
}
""")
    (tmp_path / "two.cu").write_text("""
__device__ int common = 1;
static __device__ int own = 100;
__device__ int twice(int x) { return 2 * x + own; }
""")
    for name in ("one", "two"):
        vgpucc("-dc", tmp_path / f"{name}.cu", "-o", tmp_path / f"{name}.o")
    vgpucc("-dlink", tmp_path / "one.o", tmp_path / "two.o", "-o", tmp_path / "link.o")
    vgpucc(tmp_path / "one.o", tmp_path / "two.o", tmp_path / "link.o", "-o", tmp_path / "p")
    assert run([tmp_path / "p"]).stdout == "172\n"


def test_function_pointers_of_linked_objects(tmp_path):
    """A pointer that the host reads in one file means a function of another, in kernels of both."""
    (tmp_path / "halve.cu").write_text("""
typedef int (*F)(int);
__device__ int halve(int x) { return x / 2; }
__global__ void other(F f, int* x) { *x = f(*x) + 1; }
""")
    (tmp_path / "reader.cu").write_text("""
#include <cstdio>
typedef int (*F)(int);
__device__ int halve(int);
__global__ void other(F, int*);
__device__ F pointer = halve;
__global__ void mine(F f, int* x) { *x = f(*x); }
int main() {
  F f;
  int* x;
  cudaMallocManaged(&x, 4);
  *x = 168;
  if (cudaMemcpyFromSymbol(&f, pointer, sizeof f) != cudaSuccess) return 1;
  mine<<<1, 1>>>(f, x);
  other<<<1, 1>>>(f, x);
  cudaDeviceSynchronize();
  printf("%d\\n", *x);
}
""")
    vgpucc("-rdc=true", tmp_path / "halve.cu", tmp_path / "reader.cu", "-o", tmp_path / "p")
    assert run([tmp_path / "p"]).stdout == "43\n"


def test_device_code_of_archives(tmp_path):
    """Functions that only kernels call come from static libraries, named by path or by -l."""
    (tmp_path / "half.cu").write_text("__device__ int half(int x) { return x / 2; }\n")
    (tmp_path / "user.cu").write_text("""
#include <cstdio>
__device__ int half(int);
__global__ void f(int* x) { *x = half(*x); }
int main() {
  int* x;
  cudaMallocManaged(&x, 4);
  *x = 84;
  f<<<1, 1>>>(x);
  printf("%d %d\\n", cudaDeviceSynchronize(), *x);
}
""")
    vgpucc("-dc", tmp_path / "half.cu", "-o", tmp_path / "half.o")
    vgpucc("-lib", tmp_path / "half.o", "-o", tmp_path / "libhalf.a")
    vgpucc("-dc", tmp_path / "user.cu", "-o", tmp_path / "user.o")
    for library in ([tmp_path / "libhalf.a"], [f"-L{tmp_path}", "-lhalf"]):
        vgpucc(tmp_path / "user.o", *library, "-o", tmp_path / "p")
        assert run([tmp_path / "p"]).stdout == "0 42\n"


LEGACY = """
cmake_minimum_required(VERSION 3.10)
project(Legacy C CXX)
find_package(CUDA REQUIRED)
set(CUDA_SEPARABLE_COMPILATION ON)
set(CUDA_NVCC_FLAGS ${CUDA_NVCC_FLAGS};-O2;-arch=sm_60)
cuda_add_library(own STATIC library.cu)
cuda_add_executable(p user.cu library.cu)
cuda_add_executable(q q.cpp)
target_link_libraries(q own)
"""
MODERN = """
cmake_minimum_required(VERSION 3.18)
project(Modern CXX CUDA)
add_library(own STATIC library.cu)
set_target_properties(own PROPERTIES CUDA_SEPARABLE_COMPILATION ON CUDA_RESOLVE_DEVICE_SYMBOLS OFF)
add_executable(p user.cu)
set_target_properties(p PROPERTIES CUDA_SEPARABLE_COMPILATION ON)
target_link_libraries(p PRIVATE own)
add_library(closed STATIC library.cu)
set_target_properties(closed PROPERTIES CUDA_SEPARABLE_COMPILATION ON CUDA_RESOLVE_DEVICE_SYMBOLS ON)
add_executable(q q.cpp)
target_link_libraries(q PRIVATE closed)
"""


@pytest.mark.parametrize("project", ["legacy", "modern"])
def test_cmake(files, project):
    """FindCUDA.cmake, which CMake had before it knew the language, and what came after it."""
    if shutil.which("cmake", path="/usr/bin:/bin") is None:
        pytest.skip("there is no cmake")
    run([BUILD / "bin" / "vgpu", "nvcc-shim", files / "shim"])
    (files / "CMakeLists.txt").write_text(LEGACY if project == "legacy" else MODERN)
    (files / "q.cpp").write_text("#include <cstdio>\nint other();\nint main() { std::printf(\"%d\\n\", other()); }\n")
    run(["cmake", "-S", files, "-B", files / "build", "-Wno-dev", f"-DCUDA_TOOLKIT_ROOT_DIR={files}/shim",
         f"-DCMAKE_CUDA_COMPILER={files}/shim/bin/nvcc"])
    run(["cmake", "--build", files / "build"])
    assert run([files / "build" / "p"]).stdout == SAID
    assert run([files / "build" / "q"]).stdout == "41\n"


AT_RUN_TIME = """
#include <cuda.h>
#include <nvJitLink.h>
#include <nvrtc.h>
#include <cstdio>
#include <vector>
int main() {
  const char* text = "extern __device__ int twice(int);"
                     "extern \\"C\\" __global__ void k(int* x) { *x = twice(*x); }";
  const char *rdc = "-rdc=true", *arch = "-arch=sm_86";
  nvrtcProgram program;
  nvrtcCreateProgram(&program, text, nullptr, 0, nullptr, nullptr);
  int error = nvrtcCompileProgram(program, 1, &rdc);
  size_t size;
  nvrtcGetCUBINSize(program, &size);
  std::vector<char> part(size);
  nvrtcGetCUBIN(program, part.data());
  nvJitLinkHandle link;
  error |= nvJitLinkCreate(&link, 1, &arch);
  error |= nvJitLinkAddFile(link, NVJITLINK_INPUT_CUBIN, "PLACE");
  error |= nvJitLinkAddData(link, NVJITLINK_INPUT_CUBIN, part.data(), size, "k");
  error |= nvJitLinkComplete(link);
  nvJitLinkGetLinkedCubinSize(link, &size);
  std::vector<char> image(size);
  error |= nvJitLinkGetLinkedCubin(link, image.data());
  CUcontext context;
  CUmodule module;
  CUfunction k;
  CUdeviceptr x;
  int value = 20;
  cuInit(0);
  cuCtxCreate(&context, 0, 0);
  error |= cuModuleLoadData(&module, image.data());
  error |= cuModuleGetFunction(&k, module, "k");
  cuMemAlloc(&x, 4);
  cuMemcpyHtoD(x, &value, 4);
  void* arguments[] = {&x};
  error |= cuLaunchKernel(k, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr);
  cuMemcpyDtoH(&value, x, 4);
  std::printf("%d %d\\n", error, value);
}
"""


def test_file_and_text_are_linked_at_run_time(files):
    """What vgpucc -cubin left of a file, with what NVRTC made of a text."""
    vgpucc("-rdc=true", "-cubin", files / "library.cu", "-o", files / "library.cubin")
    source = files / "linker.cpp"
    source.write_text(AT_RUN_TIME.replace("PLACE", str(files / "library.cubin")))
    vgpucc(source, "-o", files / "linker", "-lcuda", "-lnvrtc", "-lnvJitLink")
    assert run([files / "linker"]).stdout == "0 41\n"
