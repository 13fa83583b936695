"""convert_T with saturation and rounding modes, half stores, against exact arithmetic. SPDX-License-Identifier: MIT"""
from fractions import Fraction
import math

import numpy as np
import pytest

INTEGERS = {"char": np.int8, "uchar": np.uint8, "short": np.int16, "ushort": np.uint16, "int": np.int32, "uint": np.uint32,
            "long": np.int64, "ulong": np.uint64}
MODES = {"rte": round, "rtz": math.trunc, "rtp": math.ceil, "rtn": math.floor}
FLOATS = [0.0, -0.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0.999, -0.999, 126.5, 127.4, 127.5, -128.4, -128.6, 255.4, 255.5, 256.0,
          32767.5, -32768.5, 65535.4, 65536.0, 2147483520.0, 2147483648.0, -2147483648.0, -2147485696.0, 4294967040.0,
          4294967296.0, 9.2e18, 9.3e18, -9.2e18, -9.3e18, 1.8e19, 1.9e19, 1e30, -1e30, 1e-40, -1e-40, math.inf, -math.inf,
          math.nan, 3.7, -3.7, 100.5, 101.5, -7.5, 8388607.5, 123456.75]


def saturated(x, mode, limits):
    if math.isnan(x):
        return 0
    if math.isinf(x):
        return int(limits.max) if x > 0 else int(limits.min)
    return max(int(limits.min), min(int(limits.max), MODES[mode](Fraction(float(x)))))


@pytest.mark.parametrize("source,dtype", [("float", np.float32), ("double", np.float64), ("half", np.float16)])
def test_to_integers_saturated(run, source, dtype):
    with np.errstate(over="ignore"):
        x = np.array(FLOATS, dtype)
    names = [(t, m) for t in INTEGERS for m in MODES]
    lines = "".join(f"out[i * {len(names)} + {k}] = (long)convert_{t}_sat_{m}(x[i]);" for k, (t, m) in enumerate(names))
    head = "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
    text = head + f"__kernel void k(__global long* out, __global const {source}* x) {{ int i = get_global_id(0); {lines} }}"
    got = run(text, np.zeros(len(x) * len(names), np.int64), x, items=len(x)).reshape(len(x), -1)
    for i, value in enumerate(x):
        for k, (t, m) in enumerate(names):
            want = saturated(value, m, np.iinfo(INTEGERS[t]))
            assert int(got[i, k]) % 2**64 == want % 2**64, (source, t, m, value)


def test_integers_to_integers_saturated(run):
    x = np.array([0, 1, -1, 127, 128, -128, -129, 255, 256, 32767, 32768, -32769, 65535, 65536, 2**31 - 1, 2**31, -2**31 - 1,
                  2**32 - 1, 2**32, 2**63 - 1, -2**63], np.int64)
    lines = "".join(f"out[i * 16 + {k}] = (long)convert_{t}_sat(x[i]); out[i * 16 + 8 + {k}] = (long)convert_{t}_sat((ulong)x[i]);"
                    for k, t in enumerate(INTEGERS))
    text = f"__kernel void k(__global long* out, __global const long* x) {{ int i = get_global_id(0); {lines} }}"
    got = run(text, np.zeros(len(x) * 16, np.int64), x, items=len(x)).reshape(-1, 16)
    for i, value in enumerate(x):
        for k, t in enumerate(INTEGERS):
            limits = np.iinfo(INTEGERS[t])
            for column, number in ((k, int(value)), (8 + k, int(value) % 2**64)):
                want = max(int(limits.min), min(int(limits.max), number))
                assert int(got[i, column]) % 2**64 == want % 2**64, (t, number)


def neighbours(exact, dtype):
    """The largest value of dtype below and the smallest above the exact number."""
    with np.errstate(over="ignore"):
        near = dtype(float(exact))
    for _ in range(3):
        if math.isinf(near) or Fraction(float(near)) > exact:
            below = np.nextafter(near, dtype(-np.inf))
            if math.isinf(near) or Fraction(float(below)) >= exact:
                near = below
    low = near if not math.isinf(near) and Fraction(float(near)) <= exact else np.nextafter(near, dtype(-np.inf))
    if math.isinf(low):
        return low, np.nextafter(low, dtype(np.inf))
    return low, low if Fraction(float(low)) == exact else np.nextafter(low, dtype(np.inf))


def rounded(exact, mode, dtype):
    low, high = neighbours(exact, dtype)
    return {"rtn": low, "rtp": high, "rtz": low if exact >= 0 else high}[mode]


@pytest.mark.parametrize("target,dtype", [("float", np.float32), ("double", np.float64)])
def test_integers_to_floats_with_modes(run, target, dtype):
    x = np.array([0, 1, -1, 2**24 + 1, -(2**24) - 1, 2**24 + 3, 2**31 - 1, 2**53 + 1, -(2**53) - 1, 2**63 - 1, -2**63, 123456789123456789,
                  -123456789123456789, 2**62 + 1], np.int64)
    modes = ("rtz", "rtp", "rtn")
    lines = "".join(f"out[i * 6 + {k}] = convert_{target}_{m}(x[i]); out[i * 6 + 3 + {k}] = convert_{target}_{m}((ulong)x[i]);"
                    for k, m in enumerate(modes))
    text = f"__kernel void k(__global {target}* out, __global const long* x) {{ int i = get_global_id(0); {lines} }}"
    got = run(text, np.zeros(len(x) * 6, dtype), x, items=len(x)).reshape(-1, 6)
    for i, value in enumerate(x):
        for k, mode in enumerate(modes):
            assert got[i, k] == rounded(Fraction(int(value)), mode, dtype), (mode, value)
            assert got[i, 3 + k] == rounded(Fraction(int(value) % 2**64), mode, dtype), (mode, value)


@pytest.mark.parametrize("source,dtype", [("float", np.float32), ("double", np.float64)])
def test_half_stores_with_modes(run, source, dtype):
    x = np.array([0, 1, -1, 1.0001, -1.0001, 1.00048828125, 1.0004882813, 1.0014648437, 65504, 65519, 65520, 70000, -70000, 6e-8, 2e-8, -2e-8,
                  3.0e-8, 1e-5, 0.333333333, 1e-10, -1e-10, 6.1e-5, 1234.567], dtype)
    modes = ("rte", "rtz", "rtp", "rtn")
    lines = "".join(f"vstore_half_{m}(x[i], i * 4 + {k}, out);" for k, m in enumerate(modes))
    text = f"__kernel void k(__global half* out, __global const {source}* x) {{ int i = get_global_id(0); {lines} }}"
    got = run(text, np.zeros(len(x) * 4, np.float16), x, items=len(x)).reshape(-1, 4)
    for i, value in enumerate(x):
        with np.errstate(over="ignore"):
            assert got[i, 0] == np.float16(value), value
        for k, mode in enumerate(modes[1:]):
            want = rounded(Fraction(float(value)), mode, np.float16)
            assert got[i, k + 1] == want, (mode, value, got[i, k + 1], want)


def test_vectors_and_half_loads(run):
    text = """__kernel void k(__global float* out, __global const half* h) {
      int i = get_global_id(0); float3 v = vload_half3(i, h); float4 w = vloada_half4(i, h); int4 n = convert_int4_sat_rte(w * 1e9f);
      short8 s = convert_short8_sat((float8)(w, w * 1e5f)); uchar16 b = convert_uchar16_sat((int16)(n, n, n, n));
      out[i * 4] = v.x + v.y + v.z; out[i * 4 + 1] = convert_float4(n).w; out[i * 4 + 2] = s.s7; out[i * 4 + 3] = b.sf; }"""
    h = np.arange(16, dtype=np.float16) / 2
    got = run(text, np.zeros(16, np.float32), h, items=4).reshape(4, 4)
    for i in range(4):
        last = float(h[4 * i + 3])
        want = [float(h[3 * i:3 * i + 3].sum()), min(last * 1e9, 2**31 - 1), min(last * 1e5, 32767), 255]
        np.testing.assert_allclose(got[i], want, rtol=1e-6)


@pytest.mark.parametrize("standard", ["CL1.1", "CL1.2", "CL3.0"])
def test_aligned_single_halves(run, standard):
    text = """__kernel void k(__global half* out, __global const half* h) { size_t i = get_global_id(0);
      ushort word; __private half* own = (__private half*)&word; __local ushort words[8]; __local half* shared = (__local half*)words;
      vstorea_half(vloada_half(i, h), i * 3, out); vstorea_half_rtp(vload_half(i, h) + 1e-6f, 0, own); vstorea_half_rtz(1.9999f, i, shared);
      vstorea_half(vloada_half(0, own), i * 3 + 1, out); vstorea_half_rtn(vloada_half(i, shared), i * 3 + 2, out); }"""
    h = np.arange(1, 9, dtype=np.float16)
    got = run(text, np.zeros(24, np.float16), h, items=8, options=f"-cl-std={standard}").reshape(8, 3)
    assert (got[:, 0] == h).all() and (got[:, 1] == np.nextafter(h, np.float16(np.inf))).all()
    assert (got[:, 2] == np.float16(2 - 2.0**-10)).all()
