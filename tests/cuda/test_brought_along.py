"""Headers bring along what NVIDIA's do, so that programs which count on it build.

SPDX-License-Identifier: MIT
"""
import pytest
from build import vgpucc

CLOCKS = """
std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
std::string name(const char* text) { assert(std::strlen(text) < INT_MAX && FLT_MAX > 1); return text; }
uint8_t small = 1;
"""
BROUGHT = {
    "cooperative_groups.h": CLOCKS,
    "cuda/atomic": CLOCKS,
    "thrust/device_ptr.h": CLOCKS + "std::atomic<int> count;",
    "cub/block/block_reduce.cuh": CLOCKS,
    "curand_kernel.h": "curandGenerator_t generator;",
    "cuda_bf16.h": "__global__ void k(half* x) { x[0] = __float2half(1); }",
    "cusparse.h": "__global__ void k(half* x) { x[0] = __float2half(1); } int64_t n; FILE* file;",
    "cusolverDn.h": "FILE* file; const char* format = PRId64;",
}


@pytest.mark.parametrize("header", BROUGHT)
def test_header(header, tmp_path):
    source = tmp_path / "a.cu"
    source.write_text(f"#include <{header}>\n{BROUGHT[header]}\n")
    vgpucc("-O0", "-c", source, "-o", tmp_path / "a.o")
