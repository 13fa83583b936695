"""OpenCL C: types, address spaces, work-item functions, local memory, program scope. SPDX-License-Identifier: MIT"""
import math

import numpy as np
import pytest

import vgpu


def kernel(body, parameters="__global int* out", before=""):
    return f"{before}\n__kernel void k({parameters}) {{ int i = get_global_id(0); {body} }}"


def ints(n):
    return np.zeros(n, np.int32)


def test_work_item_functions(opencl):
    body = """int g = get_group_id(0), n = get_local_size(0); out[i] = i == g * n + (int)get_local_id(0) && get_global_size(0) == 96
      && get_num_groups(0) == 3 && get_work_dim() >= 1 && get_global_offset(0) == 0 && get_global_id(2) == 0 && get_local_size(1) == 1
      && get_enqueued_local_size(0) == 32 && get_global_linear_id() == i && get_local_linear_id() == get_local_id(0);"""
    assert opencl(kernel(body), "k", ints(96), grid=3, options="-cl-std=CL3.0").all()


@pytest.mark.parametrize("standard", ["CL1.2", "CL2.0", "CL3.0"])
def test_versions(opencl, standard):
    assert opencl(kernel("out[i] = __OPENCL_C_VERSION__;"), "k", ints(1), block=1, options=f"-cl-std={standard}")[0] == int(standard[2] + standard[4] + "0")


@pytest.mark.parametrize("n", [2, 3, 4, 8, 16])
def test_vectors(opencl, n):
    fields = "0123456789abcdef"[:n]
    body = f"""int{n} v; {''.join(f'v.s{c} = i + {k};' for k, c in enumerate(fields))} v = (v * 2 + (int{n})(1)) % 7; v = v > 3 ? v : -v;
    vstore{n}(v.s{fields[::-1]}, i, out); int{n} w = vload{n}(i, out); if (any(w != v.s{fields[::-1]})) out[0] = 99;"""
    want = ((np.arange(8)[:, None] + np.arange(n)) * 2 + 1) % 7
    want = np.where(want > 3, want, -want)[:, ::-1]
    np.testing.assert_array_equal(opencl(kernel(body), "k", ints(8 * n), block=8).reshape(8, n), want)


def test_swizzles_and_literals(opencl):
    body = """float4 v = (float4)((float2)(1, 2), 3, 4); float4 w = v.wzyx; w.xy = v.hi; w.odd += v.even; float8 b = (float8)(v, w);
    vstore8(b, 0, out); out[8] = dot(v, w); out[9] = length((float3)(2, 3, 6)); out[10] = as_float(0x3f800000); out[11] = (float)sizeof(float3);"""
    got = opencl(kernel(body, "__global float* out"), "k", np.zeros(12, np.float32), block=1)
    np.testing.assert_array_equal(got, [1, 2, 3, 4, 3, 5, 2, 4, 3 + 10 + 6 + 16, 7, 1, 16])


def test_local_memory_variables_and_arguments(opencl):
    source = """__kernel void k(__global int* out, __local int* a, __local float* b) { __local int c[64]; int t = get_local_id(0);
      a[t] = t; b[t] = t * 0.5f; c[t] = t * t; barrier(CLK_LOCAL_MEM_FENCE); int r = 63 - t; out[get_global_id(0)] = a[r] + (int)b[r] + c[r]; }"""
    r = np.arange(64)[::-1]
    got = opencl(source, "k", ints(128), 256, 256, grid=2, block=64)
    np.testing.assert_array_equal(got, np.tile(r + r // 2 + r * r, 2))


def test_barriers_in_uniform_branches_and_loops(opencl):
    source = """__kernel void k(__global int* out, int n) { __local int a[32]; int t = get_local_id(0); a[t] = t; int sum = 0;
      for (int j = 0; j < n; ++j) { barrier(CLK_LOCAL_MEM_FENCE); if (n > 3) { int v = a[(t + 1) % 32]; barrier(CLK_LOCAL_MEM_FENCE); a[t] = v; }
        sum += a[t] * (j + 1); } out[t] = sum; }"""
    a = np.arange(32)
    want = sum(np.roll(a, -(j + 1)) * (j + 1) for j in range(5))
    np.testing.assert_array_equal(opencl(source, "k", ints(32), np.int32(5)), want)


def test_program_scope_variables_constants_and_functions(opencl):
    before = """__constant int table[4] = {10, 20, 30, 40}; __global int total = 5; typedef struct { int a; char b; union { float f; int n; } u; } S;
    int helper(const __global int* p, __private int* q) { return *p + *q; } int flat(int* p) { return *p * 2; }"""
    body = """S s = {i, 'x', {1.0f}}; int q = 3; out[i] = table[i % 4] + helper(&total, &q) + s.a + (s.u.n == 0x3f800000) + flat(&q);"""
    i = np.arange(32)
    got = opencl(kernel(body, before=before), "k", ints(32), options="-cl-std=CL3.0")
    np.testing.assert_array_equal(got, (i % 4 + 1) * 10 + 8 + i + 1 + 6)


@pytest.mark.parametrize("kind,dtype", [("char", np.int8), ("uchar", np.uint8), ("short", np.int16), ("ushort", np.uint16), ("int", np.int32), ("uint", np.uint32), ("long", np.int64), ("ulong", np.uint64)])
def test_integer_functions(opencl, kind, dtype):
    info = np.iinfo(dtype)
    x = np.array([info.min, info.max, 0, 1, 77, info.max // 3, info.min // 2, 5], dtype)
    body = f"""{kind} v = x[i], w = x[7 - i]; out[i * 10] = add_sat(v, w); out[i * 10 + 1] = sub_sat(v, w); out[i * 10 + 2] = hadd(v, w);
    out[i * 10 + 3] = rhadd(v, w); out[i * 10 + 4] = popcount(v); out[i * 10 + 5] = clz(v); out[i * 10 + 6] = rotate(v, ({kind})3);
    out[i * 10 + 7] = mul_hi(v, w); out[i * 10 + 8] = abs_diff(v, w); out[i * 10 + 9] = clamp(v, ({kind})1, ({kind})50);"""
    got = opencl(kernel(body, f"__global {kind}* out, __global const {kind}* x"), "k", np.zeros(80, dtype), x, block=8).reshape(8, 10)
    bits = info.bits
    low, high, mask = int(info.min), int(info.max), (1 << bits) - 1
    wrap = lambda v: ((v - low) & mask) + low
    for row, v, w in zip(got, map(int, x), map(int, x[::-1])):
        u = v & mask
        want = [min(max(v + w, low), high), min(max(v - w, low), high), (v + w) >> 1, (v + w + 1) >> 1, bin(u).count("1"), bits - u.bit_length(),
                wrap((u << 3 | u >> bits - 3) & mask), (v * w) >> bits, wrap(abs(v - w)), min(max(v, 1), 50)]
        assert [int(r) for r in row] == want, (v, w)


def test_conversions(opencl):
    x = np.array([1.5, 2.5, -1.5, 300.7, -300.2, 1e10, -1e10, np.nan], np.float32)
    body = """out[i * 6] = convert_uchar_sat(x[i]); out[i * 6 + 1] = convert_int_sat_rte(x[i]); out[i * 6 + 2] = convert_int_sat_rtp(x[i]);
    out[i * 6 + 3] = convert_short_sat_rtn(x[i]); out[i * 6 + 4] = convert_int4_sat((float4)(x[i])).z; out[i * 6 + 5] = as_int(convert_float_rtz(convert_double(x[i]) / 3));"""
    got = opencl(kernel(body, "__global int* out, __global const float* x"), "k", ints(48), x, block=8).reshape(8, 6)
    low, high = -(2**31), 2**31 - 1
    clip = lambda v, a, b: np.array([0 if np.isnan(e) else int(min(max(e, a), b)) for e in v.astype(np.float64)])
    np.testing.assert_array_equal(got[:, 0], clip(np.trunc(x), 0, 255))
    np.testing.assert_array_equal(got[:, 1], clip(np.rint(x), low, high))
    np.testing.assert_array_equal(got[:, 2], clip(np.ceil(x), low, high))
    np.testing.assert_array_equal(got[:, 3], clip(np.floor(x), -32768, 32767))
    np.testing.assert_array_equal(got[:, 4], clip(np.trunc(x), low, high))


@pytest.mark.parametrize("name", ["sin", "cos", "exp", "log", "sqrt", "rsqrt", "erf", "tanh", "pow", "fmod", "atan2", "hypot", "native_exp", "half_exp"])
def test_math(opencl, name):
    x = np.linspace(0.1, 6, 64).astype(np.float32)
    two = name in ("pow", "fmod", "atan2", "hypot")
    got = opencl(kernel(f"out[i] = {name}(x[i]{', 1.7f' if two else ''});", "__global float* out, __global const float* x"), "k", np.zeros_like(x), x, block=64)
    y = np.float64(np.float32(1.7))
    functions = {"erf": np.vectorize(math.erf), "rsqrt": lambda v: 1 / np.sqrt(v), "pow": lambda v: v**y, "fmod": lambda v: np.fmod(v, y),
                 "atan2": lambda v: np.arctan2(v, y), "hypot": lambda v: np.hypot(v, y), "native_exp": np.exp, "half_exp": np.exp}
    np.testing.assert_allclose(got, functions.get(name, getattr(np, name, None))(x.astype(np.float64)), rtol=3e-6, atol=1e-6)


def test_double_and_half(opencl):
    source = """#pragma OPENCL EXTENSION cl_khr_fp64 : enable
    #pragma OPENCL EXTENSION cl_khr_fp16 : enable
    __kernel void k(__global double* out, __global const half* h) { int i = get_global_id(0); half v = h[i] * (half)2; out[2 * i] = sin((double)i) + v;
      out[2 * i + 1] = vload_half(i, h); }"""
    h = np.linspace(-2, 2, 16).astype(np.float16)
    got = opencl(source, "k", np.zeros(32), h, block=16).reshape(16, 2)
    np.testing.assert_allclose(got[:, 0], np.sin(np.arange(16)) + (h * np.float16(2)).astype(np.float64), rtol=1e-14)
    np.testing.assert_array_equal(got[:, 1], h)


def test_atomics(opencl):
    source = """#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
    __kernel void k(__global int* out, __global long* big) { __local int s; if (get_local_id(0) == 0) s = 0; barrier(CLK_LOCAL_MEM_FENCE);
      int i = get_global_id(0); atomic_add(&s, 1); atomic_inc(out); atomic_max(out + 1, i); atomic_min(out + 2, -i); atomic_xchg(out + 3, 9);
      atomic_cmpxchg(out + 4, 0, 8); atomic_or(out + 5, i); atom_add(big, (long)1 << 32); barrier(CLK_LOCAL_MEM_FENCE); if (get_local_id(0) == 0) atomic_add(out + 6, s); }"""
    got = opencl(source, "k", ints(7), np.zeros(1, np.int64), grid=4, block=64)
    np.testing.assert_array_equal(got, [256, 255, -255, 9, 8, 255, 256])


def test_c11_atomics(opencl):
    source = """__kernel void k(__global atomic_int* out) { atomic_fetch_add(out, 2); atomic_fetch_max_explicit(out + 1, (int)get_global_id(0), memory_order_relaxed, memory_scope_device);
      int want = 0; atomic_compare_exchange_strong(out + 2, &want, 5); if (get_global_id(0) == 0) atomic_store(out + 3, 7); }"""
    np.testing.assert_array_equal(opencl(source, "k", ints(4), grid=2, options="-cl-std=CL3.0"), [128, 63, 5, 7])


def test_group_collectives(opencl):
    body = """out[i] = work_group_reduce_add(i); out[96 + i] = work_group_scan_inclusive_add(1); out[192 + i] = work_group_broadcast(i, 3);
    out[288 + i] = work_group_all(i >= 0) * 2 + work_group_any(i == 40); out[384 + i] = work_group_scan_exclusive_max(i);"""
    got = opencl(kernel(body), "k", ints(480), grid=2, block=48, options="-cl-std=CL3.0").reshape(5, 2, 48)
    i = np.arange(96).reshape(2, 48)
    np.testing.assert_array_equal(got[0], np.broadcast_to(i.sum(1, keepdims=True), (2, 48)))
    np.testing.assert_array_equal(got[1], np.tile(np.arange(1, 49), (2, 1)))
    np.testing.assert_array_equal(got[2], np.broadcast_to(i[:, 3:4], (2, 48)))
    np.testing.assert_array_equal(got[3], [[3] * 48, [2] * 48])
    np.testing.assert_array_equal(got[4][:, 1:], i[:, :-1])


def test_sub_groups(opencl):
    body = """int n = get_sub_group_size(), l = get_sub_group_local_id(); out[i] = sub_group_reduce_add(1) == n; out[64 + i] = sub_group_scan_inclusive_add(1) == l + 1;
    out[128 + i] = sub_group_broadcast(l, 0) == 0; out[192 + i] = sub_group_any(l == 0) && get_sub_group_id() * get_max_sub_group_size() + l == get_local_id(0);"""
    assert opencl(kernel(body), "k", ints(256), block=64, options="-cl-std=CL3.0").all()


def test_asynchronous_copies(opencl):
    source = """__kernel void k(__global int* out, __global const int* in) { __local int a[64]; event_t e = async_work_group_copy(a, in + get_group_id(0) * 64, 64, 0);
      wait_group_events(1, &e); int t = get_local_id(0); a[t] += 1; barrier(CLK_LOCAL_MEM_FENCE);
      e = async_work_group_copy(out + get_group_id(0) * 64, a, 64, 0); wait_group_events(1, &e); }"""
    x = np.arange(128, dtype=np.int32)
    np.testing.assert_array_equal(opencl(source, "k", ints(128), x, grid=2, block=64), x + 1)


def test_shuffle_select_and_relational(opencl):
    body = """int4 v = (int4)(1, 2, 3, 4); int4 s = shuffle(v, (uint4)(3, 3, 0, 1)); int4 t = select(v, -v, (int4)(-1, 0, -1, 0));
    vstore4(s, 0, out); vstore4(t, 1, out); out[8] = isnan(0.0f / 0.0f) && isinf(1.0f / 0.0f) && isequal(1.0f, 1.0f) && !isgreater(1.0f, 2.0f);
    out[9] = all((int4)(-1)) + any((int4)(0, 0, -1, 0)); out[10] = bitselect(0xff00ff, 0x123456, 0xffff); out[11] = signbit(-1.0f);"""
    got = opencl(kernel(body), "k", ints(12), block=1)
    np.testing.assert_array_equal(got, [4, 4, 1, 2, -1, 2, -3, 4, 1, 2, 0xFF3456, 1])


def test_required_group_size_is_enforced(opencl):
    source = "__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void k(__global int* out) { out[get_global_id(0)] = get_local_size(0); }"
    np.testing.assert_array_equal(opencl(source, "k", ints(16), grid=2, block=8), np.full(16, 8))
    with pytest.raises(vgpu.Error):
        opencl(source, "k", ints(16), grid=1, block=16)


def test_options(opencl):
    got = opencl(kernel("out[i] = A + B(2) + sizeof(1.0);"), "k", ints(1), block=1, options="-DA=40 -D 'B(x)=x*10' -cl-single-precision-constant -cl-fast-relaxed-math -w")
    assert got[0] == 64


@pytest.mark.parametrize("group", [1, 3, 7, 16, 33, 100])
def test_odd_group_sizes(opencl, group):
    source = """__kernel void k(__global int* out) { int i = get_global_id(0), sum = 0; for (int j = 0; j < i % 7; ++j) { if (j == 4) break; sum += j * i; } out[i] = sum; }"""
    want = [sum(j * i for j in range(min(i % 7, 4))) for i in range(3 * group)]
    np.testing.assert_array_equal(opencl(source, "k", ints(3 * group), grid=3, block=group), want)
