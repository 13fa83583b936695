"""What a program's user reads of a kernel that failed: the kernel's name, an assertion's text and place.

SPDX-License-Identifier: MIT
"""
import pytest
from build import run, vgpucc

PROGRAM = r"""
#include <cassert>
#include <cstdio>
#include <cstring>
__global__ void writes_nowhere(int* p) { p[threadIdx.x] = 1; }
__global__ void asserts(int limit) {
  assert(int(threadIdx.x) < limit);  // line 7
}
int main(int, char** words) {
  if (strcmp(words[1], "address") == 0) writes_nowhere<<<2, 32>>>((int*)16);
  if (strcmp(words[1], "assert") == 0) asserts<<<2, 32>>>(31);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    folder = tmp_path_factory.mktemp("failures")
    (folder / "fails.cu").write_text(PROGRAM)
    vgpucc(folder / "fails.cu", "-o", folder / "fails")
    return folder / "fails"


def test_illegal_address_names_the_kernel(program):
    done = run([program, "address"], VGPU_DEBUG="1")
    assert done.stdout == "cudaErrorIllegalAddress\n"
    assert "writes_nowhere" in done.stderr


def test_assertion_says_where(program):
    done = run([program, "assert"])
    assert done.stdout == "cudaErrorAssert\n"
    said = done.stderr.splitlines()
    assert len(said) == 1 and "fails.cu:7: void asserts(int): assertion `int(threadIdx.x) < limit` failed" in said[0]
