"""Kernels that launch kernels of other files, and what of dynamic parallelism is refused, with its line.

SPDX-License-Identifier: MIT
"""
from build import run, vgpucc

PARENT = """
#include <cstdio>
__global__ void child(int* x, int value);
__global__ void parent(int* x) { child<<<1, 32>>>(x, 5); }
int main() {
  int* x;
  cudaMallocManaged(&x, 128);
  parent<<<1, 1>>>(x);
  cudaDeviceSynchronize();
  printf("%d\\n", x[31]);
}
"""
CHILD = "__global__ void child(int* x, int value) { x[threadIdx.x] = value; }\n"
WAITING = """
__global__ void child() {}
__global__ void parent() {
  child<<<1, 1>>>();
  cudaDeviceSynchronize();
}
"""


def test_child_of_another_file(tmp_path):
    (tmp_path / "parent.cu").write_text(PARENT)
    (tmp_path / "child.cu").write_text(CHILD)
    vgpucc("-rdc=true", "-std=c++14", tmp_path / "parent.cu", tmp_path / "child.cu", "-lcudadevrt", "-o", tmp_path / "p")
    assert run([tmp_path / "p"]).stdout == "5\n"


def test_waiting_is_refused(tmp_path):
    (tmp_path / "waiting.cu").write_text(WAITING)
    done = vgpucc("-c", tmp_path / "waiting.cu", "-o", tmp_path / "waiting.o", expect=None)
    assert done.returncode != 0 and "waiting.cu:5" in done.stderr and "cudaDeviceSynchronize" in done.stderr
    assert "waiting.cu:4" not in done.stderr
