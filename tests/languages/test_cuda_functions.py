"""CUDA's intrinsics, math functions, half and vector types. SPDX-License-Identifier: MIT"""
import math

import numpy as np
import pytest


def run(cuda, body, out, *inputs, kind="float", before="", threads=None):
    extra = "".join(f", const {'float' if a.dtype == np.float32 else 'double' if a.dtype == np.float64 else 'int'}* x{n}" for n, a in enumerate(inputs))
    source = f'{before}\nextern "C" __global__ void k({kind}* out{extra}) {{ int i = blockIdx.x * blockDim.x + threadIdx.x; {body} }}'
    return cuda(source, "k", out, *inputs, block=threads or len(out))


@pytest.mark.parametrize("name", ["sin", "cos", "tan", "exp", "log", "sqrt", "cbrt", "tanh", "erf", "atan", "log2", "exp2", "log1p", "expm1", "floor", "lgamma"])
@pytest.mark.parametrize("suffix,dtype", [("f", np.float32), ("", np.float64)])
def test_math(cuda, name, suffix, dtype):
    x = np.linspace(0.1, 8, 97).astype(dtype)
    got = run(cuda, f"out[i] = {name}{suffix}(x0[i]);", np.zeros_like(x), x, kind="float" if suffix else "double")
    functions = {"erf": math.erf, "lgamma": math.lgamma, "atan": math.atan}
    want = np.array([functions[name](v) for v in x]) if name in functions else getattr(np, name)(x.astype(np.float64))
    np.testing.assert_allclose(got, want, rtol=2e-6 if suffix else 1e-14, atol=1e-6 if suffix else 1e-14)


def test_fast_math_intrinsics(cuda):
    x = np.linspace(0.1, 4, 64).astype(np.float32)
    body = "out[i] = __expf(x0[i]) + __logf(x0[i]) * __sinf(x0[i]) - __fdividef(1.0f, x0[i]) + __fmaf_rn(x0[i], 2.0f, 1.0f) + rsqrtf(x0[i]);"
    want = np.exp(x) + np.log(x) * np.sin(x) - 1 / x + x * 2 + 1 + 1 / np.sqrt(x)
    np.testing.assert_allclose(run(cuda, body, np.zeros_like(x), x), want, rtol=1e-5, atol=1e-5)


def test_integer_intrinsics(cuda):
    x = np.array([0, 1, 2, 3, 255, 256, 0x7FFFFFFF, -1, -2, 12345678, -87654321, 1 << 30] + [7] * 4, np.int32)
    body = """unsigned u = x0[i]; out[8 * i] = __popc(u); out[8 * i + 1] = __clz(u); out[8 * i + 2] = __ffs(u); out[8 * i + 3] = __brev(u);
    out[8 * i + 4] = __byte_perm(u, 0x12345678, 0x5140); out[8 * i + 5] = __mulhi(x0[i], 1000003); out[8 * i + 6] = __funnelshift_l(u, 0x9abcdef0u, 8);
    out[8 * i + 7] = __dp4a((int)u, 0x01020304, 10);"""
    got = run(cuda, body, np.zeros(8 * len(x), np.int32), x, kind="int", threads=len(x)).reshape(-1, 8)
    for row, value in zip(got, x):
        u, signed = int(value) & 0xFFFFFFFF, int(value)
        b = [u >> 8 * k & 255 for k in range(4)]
        s8 = [v - 256 if v > 127 else v for v in b]
        perm = b[0] | 0x78 << 8 | b[1] << 16 | 0x56 << 24
        want = [bin(u).count("1"), 32 - u.bit_length(), (u & -u).bit_length(), int(f"{u:032b}"[::-1], 2), perm, signed * 1000003 >> 32,
                ((0x9ABCDEF0 << 32 | u) << 8 >> 32) & 0xFFFFFFFF, 10 + 4 * s8[0] + 3 * s8[1] + 2 * s8[2] + s8[3]]
        np.testing.assert_array_equal(row, np.array([w & 0xFFFFFFFF for w in want], np.uint32).view(np.int32))


def test_vector_types(cuda):
    before = "__device__ float4 twice(float4 v) { return make_float4(2 * v.x, 2 * v.y, 2 * v.z, 2 * v.w); }"
    x = np.arange(64, dtype=np.float32)
    body = "float4 v = twice(((const float4*)x0)[i]); ((float4*)out)[i] = make_float4(v.w, v.z, v.y, v.x); int2 p = make_int2(i, 1); out[0] += 0 * (p.x + p.y);"
    got = run(cuda, body, np.zeros_like(x), x, before=before, threads=16)
    np.testing.assert_array_equal(got.reshape(16, 4), 2 * x.reshape(16, 4)[:, ::-1])


def test_half(cuda):
    before = "#include <cuda_fp16.h>\n#include <cuda_bf16.h>"
    body = """__half h = __float2half(i * 0.25f), g = __hadd(h, __float2half(1.0f)); out[2 * i] = __half2float(__hmul(g, h));
    __half2 p = __floats2half2_rn(i, 2.0f); p = __hfma2(p, p, p); out[2 * i + 1] = __low2float(p) + __high2float(p) + __bfloat162float(__float2bfloat16(1.0f * i));"""
    i = np.arange(32, dtype=np.float32)
    got = run(cuda, body, np.zeros(64, np.float32), before=before, threads=32).reshape(32, 2)
    np.testing.assert_array_equal(got[:, 0], (i * 0.25 + 1) * (i * 0.25))
    np.testing.assert_array_equal(got[:, 1], (i * i + i) + 6 + i)


def test_casts_and_conversions(cuda):
    x = np.array([1.5, -1.5, 2.5, 0.49, 1e9, -3.7, 100.25, -0.0], np.float32)
    body = """out[4 * i] = __float2int_rn(x0[i]); out[4 * i + 1] = __float2int_rz(x0[i]); out[4 * i + 2] = __float2int_ru(x0[i]);
    out[4 * i + 3] = __float_as_int(x0[i]);"""
    got = run(cuda, body, np.zeros(32, np.int32), x, kind="int", threads=8).reshape(8, 4)
    np.testing.assert_array_equal(got.T, [np.rint(x), np.trunc(x), np.ceil(x), x.view(np.int32)])


def test_clock_ldg_memcpy_and_min_max(cuda):
    x = np.arange(32, dtype=np.int32)
    body = """long long a = clock64(), b = clock64(); int t[2]; memcpy(t, x0 + i, 4); memset(t + 1, 0, 4);
    out[i] = (b >= a) * 1000 + __ldg(x0 + i) + t[0] + t[1] + max(i, 5) + min(3, i) + abs(-i);"""
    i = np.arange(32)
    np.testing.assert_array_equal(run(cuda, body, np.zeros(32, np.int32), x, kind="int"), 1000 + 2 * i + np.maximum(i, 5) + np.minimum(3, i) + i)
