"""Integer, relational, vector and pointer builtins against Python's arithmetic. SPDX-License-Identifier: MIT"""
import math

import numpy as np
import pytest

TYPES = {"char": np.int8, "uchar": np.uint8, "short": np.int16, "ushort": np.uint16, "int": np.int32, "uint": np.uint32,
         "long": np.int64, "ulong": np.uint64}


def pairs(dtype):
    limits = np.iinfo(dtype)
    values = sorted({int(limits.min), int(limits.max), 0, 1, 2, 3, 77, int(limits.max) // 2, int(limits.max) - 1, int(limits.min) // 2,
                     -1 if limits.min else 5, 100})
    return [(a, b) for a in values for b in values]


def wrap(value, bits, signed):
    value %= 2**bits
    return value - 2**bits if signed and value >= 2 ** (bits - 1) else value


@pytest.mark.parametrize("name", TYPES)
def test_integer_functions(run, name):
    dtype = TYPES[name]
    limits = np.iinfo(dtype)
    bits, signed = limits.bits, limits.min < 0
    clamp = lambda v: max(int(limits.min), min(int(limits.max), v))
    unsigned = lambda v: v % 2**bits
    expected = {
        "add_sat(a, b)": lambda a, b: clamp(a + b), "sub_sat(a, b)": lambda a, b: clamp(a - b), "hadd(a, b)": lambda a, b: (a + b) >> 1,
        "rhadd(a, b)": lambda a, b: (a + b + 1) >> 1, "mul_hi(a, b)": lambda a, b: (a * b) >> bits,
        "mad_hi(a, b, a)": lambda a, b: wrap(((a * b) >> bits) + a, bits, signed), "mad_sat(a, b, b)": lambda a, b: clamp(a * b + b),
        "max(a, b)": max, "min(a, b)": min, "clamp(a, (T)3, (T)77)": lambda a, b: max(3, min(77, a)),
        "(T)abs_diff(a, b)": lambda a, b: wrap(abs(a - b), bits, signed), "(T)abs(a)": lambda a, b: wrap(abs(a), bits, signed),
        "rotate(a, b)": lambda a, b: wrap((unsigned(a) << (b % bits)) | (unsigned(a) >> (-b % bits)), bits, signed),
        "clz(a)": lambda a, b: bits - unsigned(a).bit_length(), "popcount(a)": lambda a, b: bin(unsigned(a)).count("1"),
        "ctz(a)": lambda a, b: bits if a == 0 else (a & -a).bit_length() - 1,
        "bit_reverse(a)": lambda a, b: wrap(int(f"{unsigned(a):0{bits}b}"[::-1], 2), bits, signed),
    }
    n = len(expected)
    lines = "".join(f"out[i * {n} + {k}] = {e};" for k, e in enumerate(expected)).replace("(T)", f"({name})")
    text = f"""__kernel void k(__global {name}* out, __global const {name}* x, __global const {name}* y) {{
      int i = get_global_id(0); {name} a = x[i], b = y[i]; {lines} }}"""
    values = pairs(dtype)
    x, y = (np.array([p[side] for p in values], dtype) for side in (0, 1))
    options = "-cl-std=CL3.0 -Dcl_khr_extended_bit_ops"
    got = run(text, np.zeros(len(x) * n, dtype), x, y, items=len(x), options=options).reshape(-1, n)
    for i, (a, b) in enumerate(values):
        for k, (text, f) in enumerate(expected.items()):
            assert int(got[i, k]) == f(a, b), (name, text, a, b)


def test_relations_and_selects(run):
    text = """__kernel void k(__global int* out, __global const float* x) { int i = get_global_id(0); float a = x[i], b = x[(i + 1) % 8];
      __global int* o = out + i * 16; o[0] = isnan(a); o[1] = isinf(a); o[2] = isfinite(a); o[3] = isnormal(a); o[4] = signbit(a);
      o[5] = isless(a, b); o[6] = isunordered(a, b); o[7] = isgreaterequal(a, b);
      float4 v = (float4)(a, b, a, b); int4 c = isless(v, v.yxwz); o[8] = c.x; o[9] = any(c); o[10] = all(c);
      o[11] = as_int(select(a, b, isless(a, b))); int4 s = select((int4)(1), (int4)(2), c); o[12] = s.x; o[13] = s.y;
      o[14] = bitselect(0x0f0f0f0f, 0x12345678, 0x00ff00ff); o[15] = (int)sign(a); }"""
    x = np.array([1, 2, math.nan, math.inf, -math.inf, -0.0, 1e-40, -3], np.float32)
    got = run(text, np.zeros(8 * 16, np.int32), x, items=8).reshape(8, 16)
    for i in range(8):
        a, b = x[i], x[(i + 1) % 8]
        less, more = bool(a < b), bool(b < a)
        chosen = np.array([b if less else a], np.float32).view(np.int32)[0]
        sign = 0 if math.isnan(a) else int(np.sign(a))
        want = [math.isnan(a), math.isinf(a), math.isfinite(a), math.isfinite(a) and abs(float(a)) >= 2.0**-126, bool(np.signbit(a)),
                less, math.isnan(a) or math.isnan(b), bool(a >= b), -less, less or more, 0, chosen, 2 if less else 1,
                2 if more else 1, 0x0F340F78, sign]
        assert list(got[i]) == [int(w) for w in want], (a, b)


def test_shuffles_and_upsampling(run):
    text = """__kernel void k(__global int* out) { int i = get_global_id(0); int8 v = (int8)(0, 1, 2, 3, 4, 5, 6, 7) + i; int8 w = v + 100;
      uint4 m = (uint4)(7, i, 3, 12); vstore4(shuffle(v, m), i * 3, out); vstore4(shuffle2(v, w, m + (uint4)(0, 8, 0, 1)), i * 3 + 1, out);
      out[i * 12 + 8] = upsample((short)-2, (ushort)5); out[i * 12 + 9] = mul24(-3, i); out[i * 12 + 10] = (int)(upsample(1u, 2u) >> 31);
      out[i * 12 + 11] = dot((char4)(1, -2, 3, -4), (char4)(5, 6, 7, 8)); }"""
    got = run(text, np.zeros(8 * 12, np.int32), items=8).reshape(8, 12)
    for i in range(8):
        v, w = np.arange(8) + i, np.arange(8) + i + 100
        both = np.concatenate([v, w])
        want = [v[7], v[i], v[3], v[4], both[7], both[i + 8], both[3], both[13], -2 * 65536 + 5, -3 * i, 2, 5 - 12 + 21 - 32]
        assert list(got[i]) == [int(x) for x in want]


@pytest.mark.parametrize("standard", ["CL1.2", "CL3.0"])
def test_results_behind_pointers(run, standard):
    text = """__kernel void k(__global float* out, __global const float* x) { int i = get_global_id(0); __global float* o = out + i * 12;
      __local float shared[16]; float p, c; int e, q; o[0] = fract(x[i], &p); o[1] = p; o[2] = modf(x[i], o + 3); o[4] = frexp(x[i], &e); o[5] = e;
      o[6] = sincos(x[i], &shared[i]); o[7] = shared[i]; o[8] = remquo(x[i], 0.7f, &q); o[9] = q & 7;
      float2 f2; float2 r2 = modf((float2)(x[i], -x[i]), &f2); o[10] = r2.y; o[11] = f2.y; }"""
    x = np.array([1.5, -2.25, 100.75, 0.001, -0.5, 12345.5, 3, 7.7], np.float32)
    got = run(text, np.zeros(8 * 12, np.float32), x, items=8, options=f"-cl-std={standard}").reshape(8, 12)
    for i, v in enumerate(float(t) for t in x):
        mantissa, exponent = math.frexp(v)
        part, whole = math.modf(v)
        seven = float(np.float32(0.7))
        quotient = round(v / seven)
        want = [v - math.floor(v), math.floor(v), part, whole, mantissa, exponent, math.sin(v), math.cos(v), math.remainder(v, seven)]
        np.testing.assert_allclose(got[i, :9], want, rtol=1e-6, atol=1e-7)
        assert (int(got[i, 9]) - quotient) % 8 == 0 or (int(got[i, 9]) + abs(quotient)) % 8 == 0
        np.testing.assert_allclose(got[i, 10:], [-part, -whole], rtol=1e-6)


def test_math_on_vectors(run):
    text = """__kernel void k(__global double* out, __global const double* x) { int i = get_global_id(0); double3 v = (double3)(x[i], x[i] + 1, 2);
      double3 r = exp(v) + log(v) + sqrt(v) * sin(v) - pow(v, (double3)(1.5)) + fmax(v, 2.0) + atan2(v, v.zyx) + erf(v);
      vstore3(r, i, out); }"""
    x = np.linspace(0.1, 9, 16)
    got = run(text, np.zeros(48), x, items=16).reshape(16, 3)
    for i, value in enumerate(x):
        v = [value, value + 1, 2.0]
        want = [math.exp(a) + math.log(a) + math.sqrt(a) * math.sin(a) - a**1.5 + max(a, 2.0) + math.atan2(a, b) + math.erf(a)
                for a, b in zip(v, v[::-1])]
        np.testing.assert_allclose(got[i], want, rtol=1e-12)


def test_large_angles_in_divergent_lanes(run):
    text = "__kernel void k(__global float* out, __global const float* x) { int i = get_global_id(0); out[i] = sin(x[i]) + 2 * cos(x[i]); }"
    x = np.array([1, 1e5, 1e6, 3e7, 1e20, 3e38, -1e10, 0, 2, 4, 1e-30, -5e8, 100, 10, 6.5, 9], np.float32)
    got = run(text, np.zeros(16, np.float32), x, items=16)
    np.testing.assert_allclose(got, [math.sin(v) + 2 * math.cos(v) for v in map(float, x)], rtol=2e-6, atol=3e-7)


def test_fract_stays_below_one(run):
    text = """#pragma OPENCL EXTENSION cl_khr_fp16 : enable
    __kernel void k(__global half* out, __global const half* x) { int i = get_global_id(0); half whole;
      out[2 * i] = fract(x[i], &whole); float down; out[2 * i + 1] = fract((float)x[i], &down); }"""
    x = np.array([-(2.0**-24), -(2.0**-14), -0.25, 0.75, math.inf, -0.0], np.float16)
    got = run(text, np.zeros(12, np.float16), x, items=6).reshape(6, 2)
    below = 1 - 2.0**-11
    assert list(got[:, 0]) == [below, below, 0.75, 0.75, 0, 0]
    assert not np.signbit(got[4, 1]) and np.signbit(got[5, 1])


@pytest.mark.parametrize("name,dtype", [("float", np.float32), ("double", np.float64)])
def test_normalize_of_any_size(run, name, dtype):
    text = f"""__kernel void k(__global {name}* out, __global const {name}* x) {{ int i = get_global_id(0);
      vstore3(normalize(vload3(i, x)), i * 2, out); {name}2 two = normalize((({name}2)(x[3 * i], x[3 * i + 1])));
      vstore3(({name}3)(two, normalize(x[3 * i])), i * 2 + 1, out); }}"""
    large, small = (2.0**61, 2.0**-60) if dtype is np.float32 else (2.0**505, 2.0**-500)
    x = np.array([[large, small * 1.25, 0], [math.inf, 1, 0], [-math.inf, math.inf, 5], [math.nan, 1, 2], [3, 0, 4], [0, 0, 0],
                  [large * large * 7, 0, large], [small * small, 0, 0]], dtype)
    got = run(text, np.zeros((8, 6), dtype), x, items=8)

    def unit(v):
        v = [float(a) for a in v]
        if any(map(math.isnan, v)):
            return [math.nan] * len(v)
        if any(map(math.isinf, v)):
            v = [math.copysign(1, a) if math.isinf(a) else 0 for a in v]
        top = max(map(abs, v))
        length = math.hypot(*[a / top for a in v]) if top else 1
        return [a / (top or 1) / length for a in v]

    want = np.array([[*unit(v), *unit(v[:2]), *unit(v[:1])] for v in x], dtype)
    np.testing.assert_allclose(got, want, rtol=4 * np.finfo(dtype).eps)


@pytest.mark.parametrize("name", ["char", "uchar", "short", "ushort", "int", "ulong"])
@pytest.mark.parametrize("width", ["", "4"])
def test_bit_fields(run, name, width):
    dtype = np.dtype({"char": "i1", "short": "i2", "int": "i4", "long": "i8"}[name.lstrip("u")])
    bits = dtype.itemsize * 8
    text = f"""__kernel void k(__global u{name.lstrip('u')}{width}* out, __global const {name}{width}* x, __global const uint2* field) {{
      int i = get_global_id(0); uint2 f = field[i]; __global u{name.lstrip('u')}{width}* o = out + i * 3;
      o[0] = bitfield_extract_unsigned(x[i], f.x, f.y); o[1] = as_u{name.lstrip('u')}{width}(bitfield_extract_signed(x[i], f.x, f.y));
      o[2] = as_u{name.lstrip('u')}{width}(bitfield_insert(x[i], x[i ^ 1], f.x, f.y)); }}"""
    fields = [(0, 0), (0, bits), (bits - 1, 1), (1, bits - 1), (3, bits // 2), (2, 1), (bits // 2, bits // 2), (5, 2)]
    lanes = int(width or 1)
    x = np.random.default_rng(5).integers(0, 2**bits, (len(fields), lanes), dtype=np.uint64).astype(f"u{dtype.itemsize}")
    got = run(text, np.zeros(x.size * 3, x.dtype), x, np.array(fields, np.uint32), items=len(fields)).reshape(len(fields), 3, lanes)
    for i, (offset, count) in enumerate(fields):
        for lane in range(lanes):
            word, other, ones = int(x[i, lane]), int(x[i ^ 1, lane]), 2**count - 1
            field = word >> offset & ones
            signed = field - 2**count if count and field >> (count - 1) else field
            inserted = word & ~(ones << offset) | (other & ones) << offset
            assert [int(v) for v in got[i, :, lane]] == [field, signed % 2**bits, inserted], (offset, count)
