"""Spellings that nvcc takes and clang refuses.

SPDX-License-Identifier: MIT
"""

from build import run, vgpucc


def test_spellings_of_nvcc(tmp_path):
    """What clang refuses and nvcc takes: alignas behind __shared__, registers with one percent sign beside operands,
    launches with brackets apart, operands without a comma."""
    (tmp_path / "spellings.cu").write_text("""
#include <cstdio>
extern __shared__ alignas(16) unsigned char bytes[];
__global__ void f(int* x) {
  __shared__ alignas(
      alignof(float4)) float values[4];
  unsigned lane, zero;
  asm volatile("mov.u32 %0, %laneid;" : "=r"(lane));
  asm("mov.u32 %0, %%ctaid.x;" : "=r"(zero));
  asm("{ .reg.b32 %v; .reg.pred %in;"
      "  shfl.sync.up.b32 %v|%in, %0, 1, 0, 0xffffffff;"
      "  @%in sub.u32 %0, %0, %v; }" : "+r"(lane));
  asm("{ .reg.pred %p;");
  asm("setp.eq.u32 %p, %0, 1;" ::"r"(lane));
  asm("@%p mov.u32 %0, %1;" : "+r"(lane) : "r"(threadIdx.x));
  asm("}");
  asm volatile("st.global.u32 [%1], %0;" ::"r"(zero) "l"(x) : "memory");
  values[threadIdx.x % 4] = 1;
  bytes[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 5)
    *x = lane + zero + bytes[9] + (int)values[1] + ((size_t)values % 16 == 0) + ((size_t)bytes % 16 == 0);
}
int main() {
  int* x;
  cudaMallocManaged(&x, 4);
  f << <1, 32,
       64 >> >(x);
  printf("%d %d\\n", cudaDeviceSynchronize(), *x >> (x != nullptr ? 0 : 1));
}
""")
    vgpucc("-std=c++11", tmp_path / "spellings.cu", "-o", tmp_path / "p")
    assert run([tmp_path / "p"]).stdout == "0 17\n"


def test_arrays_of_unknown_length(tmp_path):
    """g++ lets them have initializers: zeros or a list."""
    (tmp_path / "arrays.cu").write_text("""
#include <cstdio>
#include <cstdlib>
struct Pair { int a; double b; };
__global__ void twice(int* x) { x[threadIdx.x] *= 2; }
int main(int count, char**) {
  int n = count + 4, sum = 0;
  int zeros[n] = {0}, more[n] = {1, n, n + 2}, plane[n][3] = {{0}};
  char* names[n] = {NULL};
  Pair pairs[n] = {};
  float reals[n] = {
      0.0f,
  };
  for (int i = 0; i < n; ++i)
    sum += zeros[i] + more[i] + plane[i][i % 3] + (names[i] != nullptr) + pairs[i].a + (int)pairs[i].b + (int)reals[i];
  int* x;
  cudaMalloc(&x, sizeof(more));
  cudaMemcpy(x, more, sizeof(more), cudaMemcpyHostToDevice);
  twice<<<1, n>>>(x);
  cudaMemcpy(zeros, x, sizeof(zeros), cudaMemcpyDeviceToHost);
  printf("%d %d %d %d %d\\n", sum, zeros[0], zeros[1], zeros[2], zeros[3]);
}
""")
    vgpucc(tmp_path / "arrays.cu", "-o", tmp_path / "p")
    assert run([tmp_path / "p"]).stdout == "13 2 10 14 0\n"
    (tmp_path / "arrays.cu").write_text("int main(int n, char**) { int x[n] = {{1}}; return x[0]; }")
    vgpucc(tmp_path / "arrays.cu", "-o", tmp_path / "p", expect=1)


def test_default_arguments_of_kernels(tmp_path):
    """The host's variables may stand in a kernel's default arguments, also of templates; in a body they are refused."""
    text = """
#include <cstdio>
int *where = nullptr, counts[2] = {3, 5};
__global__ void plain(int* x = where, int n = counts[1]) { *x += n; }
template <class T>
__global__ void general(T by, const int* from = where + 1, int n = counts[0] * counts[1], int* x = where,
                        const char* name = "ab") { *x += by * n + *from + (name != nullptr); }
template <class T> void launch(T by) { general<<<1, 1>>>(by); }
int main() {
  cudaMallocManaged(&where, 8);
  where[0] = 1000, where[1] = 100;
  plain<<<1, 1>>>();
  launch(2);
  launch(1u);
  printf("%d %d\\n", cudaDeviceSynchronize(), *where);
}
"""
    (tmp_path / "defaults.cu").write_text(text)
    vgpucc(tmp_path / "defaults.cu", "-o", tmp_path / "p")
    assert run([tmp_path / "p"]).stdout == "0 1252\n"
    (tmp_path / "defaults.cu").write_text(text.replace("{ *x += by", "{ *x += counts[by]"))
    vgpucc(tmp_path / "defaults.cu", "-o", tmp_path / "p", expect=1)
