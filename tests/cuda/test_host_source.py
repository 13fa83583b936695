"""vgpucc -cuda: C++ text for another compiler.

SPDX-License-Identifier: MIT
"""

from build import run, vgpucc


def test_source_for_the_host(tmp_path):
    """-cuda: another compiler makes the object."""
    (tmp_path / "count.cu").write_text("""
#include <cstdio>
__device__ int total;
__global__ void count() { atomicAdd(&total, 2); }
int main() {
  count<<<1, 21>>>();
  int n = 0;
  cudaMemcpyFromSymbol(&n, total, sizeof(n));
  printf("%d\\n", n);
}
""")
    vgpucc("-cuda", tmp_path / "count.cu", "-o", tmp_path / "count.cu.cpp.ii")
    run(["g++", "-c", tmp_path / "count.cu.cpp.ii", "-o", tmp_path / "count.o"])
    vgpucc(tmp_path / "count.o", "-o", tmp_path / "p")
    assert run([tmp_path / "p"]).stdout == "42\n"
