"""vgpucc's command line: what projects pass to nvcc does the same here.

SPDX-License-Identifier: MIT
"""

import shutil

import pytest
from build import BUILD, VGPUCC, run, vgpucc

KERNEL = """
#include <cstdio>
#ifndef FACTOR
#define FACTOR 2
#endif
__global__ void scale(int* x) { x[threadIdx.x] *= FACTOR; }
extern "C" int scaled(int value) {
  int* x;
  cudaMallocManaged(&x, 64 * sizeof(int));
  for (int i = 0; i < 64; ++i) x[i] = value;
  scale<<<1, 64>>>(x);
  cudaDeviceSynchronize();
  const int result = x[63];
  cudaFree(x);
  return result;
}
"""
MAIN = """
#include <cuda_runtime.h>
#include <stdio.h>
int scaled(int value);
int main(void) {
  int count = 0;
  const int3 sizes = make_int3(20, 21, 22);
  cudaGetDeviceCount(&count);
  printf("%d %d\\n", count, scaled(sizes.y));
  return 0;
}
"""


@pytest.fixture
def sources(tmp_path):
    (tmp_path / "scale.cu").write_text(KERNEL)
    (tmp_path / "main.c").write_text(MAIN)
    (tmp_path / "main.cpp").write_text(MAIN.replace("int scaled", 'extern "C" int scaled', 1))
    return tmp_path


def test_several_files_at_once(sources):
    vgpucc("-O2", "-std=c++14", "-DFACTOR=3", sources / "scale.cu", sources / "main.cpp", "-o", sources / "p")
    assert run([sources / "p"]).stdout == "1 63\n"


@pytest.mark.parametrize("words", ["-std=c++11", "-std=gnu++17,-Wall", "-std=c99", "-ansi",
                                   "-fno-gnu-unique,-fopt-info-vec,-fabi-version=11"])
def test_words_of_gcc(sources, words):
    """Standards as Makefiles gave them before nvcc had -std (gcc passes over C's where it compiles C++), and what clang
    does not know."""
    vgpucc("-Xcompiler", words, sources / "scale.cu", sources / "main.cpp", "-o", sources / "p")
    assert run([sources / "p"]).stdout == "1 42\n"


def test_a_toolkit_is_not_looked_at(sources):
    """Makefiles say -I$(CUDA_HOME)/include: where a toolkit is installed its headers must not replace ours."""
    toolkit = sources / "toolkit" / "include"
    (toolkit / "crt").mkdir(parents=True)
    for name in ["cuda_runtime.h", "cuda_runtime_api.h", "crt/host_config.h"]:
        (toolkit / name).write_text("#error a header of the toolkit\n")
    vgpucc("-I", toolkit, f"-I{toolkit}", "-isystem", toolkit, sources / "scale.cu", sources / "main.cpp", "-o",
           sources / "p")
    assert run([sources / "p"]).stdout == "1 42\n"
    for name in ["CPATH", "CPLUS_INCLUDE_PATH"]:
        run([VGPUCC, "-c", sources / "scale.cu", "-o", sources / "s.o"], **{name: f"{sources}:{toolkit}"})


def test_objects_linked_by_gcc(sources):
    """An object of vgpucc is an object like any other; C code of gcc calls the run time."""
    vgpucc("-c", "-arch=sm_70", "-Xcompiler", "-fPIC,-Wall", "-Xptxas", "-v", "-Xfatbin=-compress-all",
           sources / "scale.cu", "-o", sources / "scale.o")
    folder = vgpucc("--vgpu-paths").stdout.split()
    run(["gcc", "-c", f"-I{folder[0]}", sources / "main.c", "-o", sources / "main.o"])
    run(["g++", sources / "main.o", sources / "scale.o", f"-L{folder[1]}", f"-Wl,-rpath,{folder[1]}",
         "-lvgpu_cudart", "-o", sources / "p"])
    assert run([sources / "p"]).stdout == "1 42\n"


@pytest.mark.parametrize("linker", ["bfd", "gold", "lld-19"])
def test_objects_linked_by_gcc_with_the_shims_library(sources, linker):
    """As Makefiles do that know where a toolkit is: -L, and no word about where the library is when the program runs."""
    if shutil.which(f"ld.{linker}", path="/usr/bin:/bin") is None:
        pytest.skip(f"there is no ld.{linker}")
    shim = sources / "shim"
    run([BUILD / "bin" / "vgpu", "nvcc-shim", shim])
    run([shim / "bin" / "nvcc", "-c", sources / "scale.cu", "-o", sources / "scale.o"])
    run(["gcc", "-c", f"-I{shim}/include", sources / "main.c", "-o", sources / "main.o"])
    compiler = ["clang-19", "-fuse-ld=lld"] if linker == "lld-19" else ["gcc", f"-fuse-ld={linker}"]
    for libraries in (["-lcudart", "-lcuda", "-lstdc++"], [shim / "lib64" / "libcudart_static.a", "-lcudadevrt"]):
        run([*compiler, sources / "main.o", sources / "scale.o", f"-L{shim}/lib64", *libraries, "-o", sources / "p"])
        assert run([sources / "p"]).stdout == "1 42\n"


def test_the_shims_library_opened_by_hand(sources):
    shim = sources / "shim"
    run([BUILD / "bin" / "vgpu", "nvcc-shim", shim])
    (sources / "open.c").write_text("""
#include <dlfcn.h>
#include <stdio.h>
int main(void) {
  int (*init)(unsigned), (*count)(int*), devices = 0;
  void* library = dlopen("libcuda.so", RTLD_NOW);
  if (library == NULL) return puts(dlerror()), 1;
  *(void**)&init = dlsym(library, "cuInit");
  *(void**)&count = dlsym(library, "cuDeviceGetCount");
  if (init(0) != 0 || count(&devices) != 0) return 1;
  printf("%d\\n", devices);
}
""")
    run(["gcc", sources / "open.c", "-o", sources / "p"])
    assert run([sources / "p"], LD_LIBRARY_PATH=str(shim / "lib64")).stdout == "1\n"


def test_shared_library(sources):
    vgpucc("-shared", "-Xcompiler", "-fPIC", sources / "scale.cu", "-o", sources / "libscale.so")
    vgpucc(sources / "main.cpp", f"-L{sources}", "-lscale", "-Xlinker", f"-rpath,{sources}", "-lcudart", "-o",
           sources / "p")
    assert run([sources / "p"]).stdout == "1 42\n"


def test_names_of_device_code(sources):
    """Without -o the file is named as nvcc names it."""
    for word in ("ptx", "cubin", "fatbin"):
        vgpucc(f"-{word}", sources / "scale.cu", "-odir", sources)
        assert (sources / f"scale.{word}").stat().st_size > 0


@pytest.mark.parametrize("ending, words", [("c", ["-x", "cu"]), ("hpp", ["--x=cu"])])
def test_a_language_behind_the_file(sources, ending, words):
    """nvcc takes -x for all inputs, wherever it stands."""
    source = sources / f"kernels.{ending}"
    source.write_text(KERNEL)
    vgpucc(source, *words, "-c", "-o", sources / "kernels.o")
    vgpucc(sources / "kernels.o", sources / "main.cpp", "-o", sources / "p")
    assert run([sources / "p"]).stdout == "1 42\n"


def test_words_of_makefiles(sources):
    """Quotes that make leaves on, files of words, and options of other versions of nvcc."""
    (sources / "words").write_text("-DFACTOR=4 -lineinfo\n")
    vgpucc("-Xcompiler", '"-Wl,--no-as-needed"', "-Xcompiler", '-Wall,-DUNUSED=\\"a\\"', "-optf", sources / "words",
           "-ewp", "--extensible-whole-program", "-Xopencc", "-O3", "--ftemplate-depth", "512", "-maxrregcount=64",
           "-noeh", "-Ofc", "max", "-t0", "-t", "4", "--threads=2", sources / "scale.cu", sources / "main.cpp", "-o",
           sources / "p")
    assert run([sources / "p"]).stdout == "1 84\n"


def test_lists_of_architectures(sources):
    assert vgpucc("--list-gpu-arch").stdout.split()[-1] == "compute_90"
    assert vgpucc("--list-gpu-code").stdout.split()[0] == "sm_50"


def test_headers_in_any_order(sources):
    """cuda::std before the host's library, with each standard."""
    (sources / "order.cu").write_text("""
#include <cuda/std/type_traits>
#include <cuda/std/array>
#include <fstream>
#include <algorithm>
#include <sstream>
#include <map>
static const unsigned most = UINT_MAX;  // cuda_runtime.h brings limits.h
int main() { return most != 0u - 1; }
""")
    for standard in ("c++11", "c++17", "c++20"):
        vgpucc(f"-std={standard}", "-c", sources / "order.cu", "-o", sources / "order.o")


def test_thrust_brings_the_standard_library(sources):
    """Programs sort on the host and throw errors with no headers but thrust's."""
    (sources / "host.cu").write_text("""
#include <thrust/host_vector.h>
int main() {
  thrust::host_vector<int> x(3, 1);
  std::transform(x.begin(), x.end(), x.begin(), std::bind(std::plus<int>(), std::placeholders::_1, 1));
  if (x[2] != 2) throw std::logic_error("a wrong sum");
}
""")
    for standard in ("c++14", "c++20"):
        vgpucc(f"-std={standard}", sources / "host.cu", "-o", sources / "host")
        run([sources / "host"])


def test_dependencies(sources):
    text = vgpucc("-M", sources / "scale.cu").stdout
    assert "scale.cu" in text and "cuda_runtime.h" in text
    vgpucc("-MD", "-MF", sources / "d", "-c", sources / "scale.cu", "-o", sources / "scale.o")
    assert (sources / "d").read_text().startswith(f"{sources}/scale.o:")


def test_errors(sources):
    (sources / "bad.cu").write_text("__global__ void f() { no_such_name(); }\n")
    done = vgpucc("-c", sources / "bad.cu", "-o", sources / "bad.o", expect=None)
    assert done.returncode != 0 and "bad.cu:1" in done.stderr and "no_such_name" in done.stderr
    (sources / "lost.cu").write_text("""#include <cstdio>
__device__ int lost(int);
extern __device__ int nowhere;
__global__ void child(int* x) { x[alignof(int)] = 1; }
__global__ void f(int* x) {
  child<<<1, 1>>>(x);
  x[0] =
      lost(nowhere);
}
""")
    done = vgpucc("-c", "-std=c++11", sources / "lost.cu", "-o", sources / "lost.o", expect=1)
    assert "lost.cu:8: error: undefined function 'lost(int)'" in done.stderr, done.stderr
    done = vgpucc("--no-such-option", sources / "scale.cu", expect=None)
    assert done.returncode != 0 and "--no-such-option" in done.stderr
    assert vgpucc(expect=None).returncode != 0


def test_architecture_and_fast_math(sources):
    (sources / "arch.cu").write_text("""
#include <cstdio>
__global__ void f(int* x) {
#ifdef __CUDA_ARCH__
  *x = __CUDA_ARCH__;
#endif
}
int main() {
  int* x;
  cudaMallocManaged(&x, 4);
  f<<<1, 1>>>(x);
  cudaDeviceSynchronize();
  cudaFuncAttributes known;
  cudaFuncGetAttributes(&known, f);
  printf("%d %d %d\\n", *x, known.ptxVersion, known.binaryVersion);
}
""")
    for words, wanted in ((["-arch=sm_75"], "750 75 75\n"), (["-gencode", "arch=compute_60,code=sm_60"], "600 60 60\n"),
                          (["-gencode=arch=compute_52,code=sm_52", "-gencode=arch=compute_80,code=sm_80",
                            "-gencode=arch=compute_90,code=sm_90"], "800 80 80\n"),
                          (["--gpu-architecture", "compute_90a", "-use_fast_math", "-rdc=true"], "900 90 90\n")):
        vgpucc(*words, sources / "arch.cu", "-o", sources / "p")
        assert run([sources / "p"]).stdout == wanted


def test_options_of_other_tools(sources):
    """Words for nvcc's own tools pass, those for the host compiler reach it, and a file holds more of them."""
    (sources / "words").write_text("\"-DFACTOR=5\" -Xcudafe '--diag_suppress=177'\n")
    done = vgpucc("--dryrun", "-optf", sources / "words", "-brief-diag", "true", "-ftemplate-depth", "2000", "-noeh",
                  "-err-no", "-pedantic", "-pie", sources / "scale.cu", "-o", sources / "p")
    device, host, link = [line for line in done.stderr.splitlines() if line.startswith("clang")]
    assert "-DFACTOR=5" in device and "-ftemplate-depth=2000" in device and "-pedantic" not in device
    assert "-fno-exceptions" in host and "-pedantic" in host and "-pie" in link


def test_version_and_dry_run(sources):
    assert "release 12.5" in vgpucc("--version").stdout
    text = vgpucc("--dryrun", sources / "scale.cu", "-o", sources / "p").stderr
    assert "--cuda-host-only" in text and "--cuda-device-only" in text and not (sources / "p").exists()


def test_build_and_run(tmp_path):
    source = tmp_path / "p.cu"
    source.write_text('#include <cstdio>\nint main(int n, char** w) { while (--n) puts(*++w); return 3; }\n')
    done = vgpucc("-run", source, "-o", tmp_path / "p", "--run-args", "one,two", "-run-args=3", expect=3)
    assert done.stdout == "one\ntwo\n3\n"


def test_no_compiler_is_needed_to_run(sources):
    """Launches with sizes that the source names were compiled ahead: without libvgpu_compiler.so they still run."""
    vgpucc(sources / "scale.cu", sources / "main.cpp", "-o", sources / "p")
    done = run([sources / "p"], VGPU_COMPILER="/nonexistent", VGPU_CACHE="0")
    assert done.stdout == "1 42\n"


def test_toolkit_is_not_used(sources):
    commands = vgpucc("--dryrun", sources / "scale.cu", "-o", sources / "p").stderr
    assert "-nocudainc" in commands and "/usr/local/cuda" not in commands
    # Else clang takes the toolkit's version from what is installed, and a machine without one behaves otherwise.
    assert commands.count("--cuda-path=") == 2
    included = vgpucc("-M", sources / "scale.cu").stdout
    assert "/usr/local/cuda" not in included


def test_standards_and_openmp(sources):
    """Old standards serve, a C++ standard is not for C files, and OpenMP reaches the linker."""
    (sources / "threads.cu").write_text("""
        #include <omp.h>
        #include <thrust/device_vector.h>
        #include <thrust/reduce.h>
        extern "C" int scaled(int value) {
          thrust::device_vector<int> ones(3, 1);
          int threads = 0;
          #pragma omp parallel num_threads(3)
          {
            #pragma omp atomic
            ++threads;
          }
          return value * threads + thrust::reduce(ones.begin(), ones.end());
        }""")
    vgpucc("-std=c++11", "-Xcompiler", "-fopenmp", "-lgomp", "-lcusparse", "-lcublas_static", sources / "threads.cu",
           sources / "main.c", "-o", sources / "p")
    assert run([sources / "p"]).stdout == "1 66\n"


def test_host_sums_wrap(tmp_path):
    """Host code is compiled as nvcc has it compiled: a sum that overflows wraps, whatever the optimiser could make of it."""
    (tmp_path / "wrap.cu").write_text("""
        #include <cstdio>
        int main() {
          int wrong = 0;
          static int squares[70000];
          for (int i = 0; i < 70000; ++i) squares[i] = (int)((unsigned)i * (unsigned)i);
          for (int i = 0; i < 70000; ++i) wrong += squares[i] != i * i;
          printf("%d\\n", wrong);
        }""")
    vgpucc("-O3", tmp_path / "wrap.cu", "-o", tmp_path / "p")
    assert run([tmp_path / "p"]).stdout == "0\n"


def test_functions_without_a_value(tmp_path):
    """A function that ends without its value returns, as with nvcc's unoptimised host code."""
    text = """
#include <cstdio>
int ends(int x) { if (x > 1000) return 1; std::puts("ended"); }
main(int argc, char**) { ends(argc); std::puts("on"); }
"""
    (tmp_path / "ends.cu").write_text(text)
    (tmp_path / "ends.cpp").write_text(text.replace("main", "int main"))
    for name in ["ends.cu", "ends.cpp"]:
        for level in ["-O0", "-O2"]:
            vgpucc(level, tmp_path / name, "-o", tmp_path / "p")
            assert run([tmp_path / "p"]).stdout == "ended\non\n"


def test_old_c(sources):
    """C as gcc takes it: functions that nothing declares, types left out, numbers as pointers."""
    (sources / "old.c").write_text("""
static count;
int first(class, n) int class; int n; { return class + later(n); }
int later(int n) { return n + strlen("abc") + ++count; }
char* pointer(long value) { return value; }
""")
    (sources / "new.cu").write_text("""
#include <cstdio>
extern "C" int first(int, int);
extern "C" char* pointer(long);
int main() { std::printf("%d %ld\\n", first(3, 4), (long)pointer(5)); }
""")
    vgpucc(sources / "new.cu", sources / "old.c", "-o", sources / "p")
    assert run([sources / "p"]).stdout == "11 5\n"


def test_attributes_by_architecture(tmp_path):
    """Where only the device's half sees __device__, the host's half takes calls in kernels as nvcc does; a function
    without it is still refused."""
    text = """
#include <cstdio>
#ifdef __CUDA_ARCH__
#define SIDE __device__
#else
#define SIDE
#endif
SIDE static inline int twice(int x) { return 2 * x; }
__device__ unsigned
lane() {
  unsigned found;
  asm("mov.u32 %0, %%laneid;" : "=r"(found));
  return found;
}
struct Plus { int by; SIDE int operator()(int x) const { return x + by; } };
__global__ void f(int* x) { *x = Plus{1}(twice(*x)) + (int)lane(); }
int main() {
  int* x;
  cudaMallocManaged(&x, sizeof(int));
  *x = twice(10);
  f<<<1, 1>>>(x);
  cudaDeviceSynchronize();
  std::printf("%d\\n", *x);
}
"""
    (tmp_path / "sides.cu").write_text(text)
    vgpucc(tmp_path / "sides.cu", "-o", tmp_path / "p")
    assert run([tmp_path / "p"]).stdout == "41\n"
    (tmp_path / "sides.cu").write_text(text.replace("SIDE __device__", "SIDE"))
    vgpucc(tmp_path / "sides.cu", "-o", tmp_path / "p", expect=1)


def test_declarations_of_builtins(tmp_path):
    """A program may declare CUDA's functions again, its variables for functions of the host too, and copy them."""
    (tmp_path / "again.cu").write_text("""
#include <cstdio>
extern __device__ __device_builtin__ void __syncthreads(void);
#ifndef __CUDA_ARCH__
extern const dim3 blockDim;
extern const uint3 threadIdx;
#endif
__host__ __device__ int place() {
#ifdef __CUDA_ARCH__
  auto here = threadIdx;
  const auto size = blockDim;
  return here.x + size.x * here.y;
#else
  return -1;
#endif
}
__global__ void f(int* x) {
  __syncthreads();
  x[place()] = place();
}
int main() {
  int* x;
  cudaMallocManaged(&x, 32 * sizeof(int));
  f<<<1, dim3(8, 4)>>>(x);
  std::printf("%d %d %d\\n", cudaDeviceSynchronize(), x[27], place());
}
""")
    vgpucc(tmp_path / "again.cu", "-o", tmp_path / "p")
    assert run([tmp_path / "p"]).stdout == "0 27 -1\n"


def test_sides_do_not_choose(tmp_path):
    """nvcc chooses functions whatever their side and reads `using` in templates late: Eigen's headers need both."""
    (tmp_path / "late.cu").write_text("""
#include <complex>
#include <cstdio>
#include <cuda_fp16.h>
struct Number : __half_raw {
  __host__ __device__ Number(float v) { x = (unsigned short)v; }
  __host__ __device__ operator float() const { return x; }
};
#ifdef __CUDA_ARCH__
#define SIDE __device__
#define FROM(name) using ::name;
#else
#define SIDE
#define FROM(name) using std::name;
#endif
SIDE Number operator-(const Number& a, const Number& b) { return Number(float(a) - float(b)); }
static Number between(const Number& a, const Number& b) { return b - a; }
template <class T> __host__ __device__ T angle(const T& x) { FROM(arg) return arg(x); }
__global__ void f(int* x) { *x = (int)float(Number(9) - Number(2)); }
int main() {
  int* x;
  cudaMallocManaged(&x, sizeof(int));
  f<<<1, 1>>>(x);
  std::printf("%d %d %g\\n", cudaDeviceSynchronize(), *x, float(between(Number(1), Number(4))) + angle(2.0));
}
""")
    vgpucc(tmp_path / "late.cu", "-o", tmp_path / "p")
    assert run([tmp_path / "p"]).stdout == "0 7 3\n"


OPTION_MACROS = """
#include <cstdio>
#if __CUDA_ARCH_LIST__ != 750 || !defined(__NVCC_DIAG_PRAGMA_SUPPORT__) || __CUDA_API_VER_MAJOR__ < 12
#error macros that nvcc always has
#endif
int main() {
#ifdef __CUDACC_EXTENDED_LAMBDA__
  std::puts("lambda");
#endif
#ifdef __CUDACC_RELAXED_CONSTEXPR__
  std::puts("constexpr");
#endif
#ifdef __CUDACC_RDC__
  std::puts("rdc");
#endif
}
"""


@pytest.mark.parametrize(("words", "expected"), [
    ([], ""), (["--extended-lambda"], "lambda\n"),
    (["-expt-extended-lambda", "--expt-relaxed-constexpr", "-rdc=true"], "lambda\nconstexpr\nrdc\n")])
def test_macros_of_options(words, expected, tmp_path):
    """Headers refuse to be compiled without an option whose macro they miss."""
    (tmp_path / "p.cu").write_text(OPTION_MACROS)
    vgpucc("-arch=sm_75", *words, tmp_path / "p.cu", "-o", tmp_path / "p")
    assert run([tmp_path / "p"]).stdout == expected
