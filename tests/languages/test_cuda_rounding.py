"""CUDA's arithmetic with a chosen rounding against exact rational arithmetic. SPDX-License-Identifier: MIT"""
import math
from fractions import Fraction

import numpy as np
import pytest

MODES = ["rn", "rz", "ru", "rd"]
OPERATIONS = {"add": 2, "sub": 2, "mul": 2, "div": 2, "rcp": 1, "sqrt": 1, "fma": 3}
TYPES = {"float": (np.float32, 24, -149, "f"), "double": (np.float64, 53, -1074, "d")}


def round_exact(value, root, bits, lowest, mode):
    """value (its square root where `root`), a positive Fraction, to `bits` bits with last places from 2**lowest on."""
    size = value.numerator.bit_length() - value.denominator.bit_length()
    place = max((size // 2 if root else size) - bits - 1, lowest)  # one or two places too fine; coarsened below
    while True:
        scaled = value / Fraction(2) ** (place * 2 if root else place)
        whole = math.isqrt(scaled.numerator // scaled.denominator) if root else scaled.numerator // scaled.denominator
        if whole.bit_length() <= bits:
            break
        place += 1
    exact = (whole * whole if root else whole) == scaled
    middle = Fraction(2 * whole + 1, 2)
    over = scaled - (middle * middle if root else middle)
    if not exact and (mode == "away" or (mode == "near" and (over > 0 or (over == 0 and whole % 2)))):
        whole += 1
    return Fraction(whole) * Fraction(2) ** place


def reference(kind, operation, mode, args):
    dtype, bits, lowest, _ = TYPES[kind]
    with np.errstate(all="ignore"):
        if not all(map(math.isfinite, args)) or (operation in ("div", "rcp") and args[-1] == 0) or (operation == "sqrt" and args[0] <= 0):
            a = [dtype(v) for v in args]
            plain = {"add": lambda: a[0] + a[1], "sub": lambda: a[0] - a[1], "mul": lambda: a[0] * a[1], "div": lambda: a[0] / a[1],
                     "rcp": lambda: dtype(1) / a[0], "sqrt": lambda: np.sqrt(a[0]), "fma": lambda: a[2] if math.isfinite(args[0]) and math.isfinite(args[1]) else a[0] * a[1] + a[2]}
            return float(plain[operation]())
    x = [Fraction(v) for v in args]
    minus = [math.copysign(1, v) < 0 for v in args]
    exact = {"add": lambda: x[0] + x[1], "sub": lambda: x[0] - x[1], "mul": lambda: x[0] * x[1], "div": lambda: x[0] / x[1],
             "rcp": lambda: 1 / x[0], "sqrt": lambda: x[0], "fma": lambda: x[0] * x[1] + x[2]}[operation]()
    if exact == 0:
        if operation in ("mul", "div"):
            return -0.0 if minus[0] != minus[1] else 0.0
        first = minus[0] != minus[1] if operation == "fma" else minus[0]
        second = minus[-1] != (operation == "sub")
        zeros = (x[0] * x[1] == 0 and x[2] == 0) if operation == "fma" else x[0] == 0
        return (-0.0 if first else 0.0) if first == second and zeros else -0.0 if mode == "rd" else 0.0
    negative = exact < 0
    way = {"rn": "near", "rz": "down", "ru": "down" if negative else "away", "rd": "away" if negative else "down"}[mode]
    rounded = round_exact(abs(exact), operation == "sqrt", bits, lowest, way)
    largest = Fraction(float(np.finfo(dtype).max))
    size = (float(largest) if way == "down" else math.inf) if rounded > largest else float(rounded)
    return -size if negative else size


def numbers(kind, count, seed):
    """Ordinary numbers, and ones from all over the range: denormals, limits, zeros, infinities, NaN."""
    dtype, bits, _, _ = TYPES[kind]
    random = np.random.default_rng(seed)
    integers = np.uint32 if dtype is np.float32 else np.uint64
    patterns = random.integers(0, np.iinfo(integers).max, count, integers, True).view(dtype)
    special = np.array([0.0, -0.0, 1, -1, np.inf, -np.inf, np.nan, np.finfo(dtype).max, -np.finfo(dtype).max, np.finfo(dtype).tiny,
                        np.finfo(dtype).smallest_subnormal, -np.finfo(dtype).smallest_subnormal, 1 + np.finfo(dtype).eps, 3], dtype)
    plain = random.integers(-(1 << bits), 1 << bits, count).astype(dtype) * dtype(2) ** random.integers(-30, 2, count).astype(dtype)
    return np.where(random.random(count) < 0.15, random.choice(special, count), np.where(random.random(count) < 0.5, patterns, plain)).astype(dtype)


@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.parametrize("kind", TYPES)
def test_arithmetic(cuda, kind, operation):
    dtype, _, _, prefix = TYPES[kind]
    count, arity = 768, OPERATIONS[operation]
    x = [numbers(kind, count, seed) for seed in range(3)]
    with np.errstate(over="ignore", invalid="ignore"):
        x[2][:200] = -(x[0][:200] * x[1][:200])  # sums that nearly or wholly cancel
    if operation in ("add", "sub"):
        x[1][200:400] = np.nextafter(-x[0][200:400], dtype(0))
    name = {"fma": "__fmaf" if kind == "float" else "__fma"}.get(operation, f"__{prefix}{operation}")
    call = ", ".join(f"{v}[i]" for v in "abc"[:arity])
    source = f'extern "C" __global__ void k({kind}* out, const {kind}* a, const {kind}* b, const {kind}* c) {{ int i = blockIdx.x * blockDim.x + threadIdx.x;' + \
        "".join(f" out[{n} * {count} + i] = {name}_{mode}({call});" for n, mode in enumerate(MODES)) + " }"
    got = cuda(source, "k", np.zeros(4 * count, dtype), *x, grid=count // 64, block=64).reshape(4, count)
    for n, mode in enumerate(MODES):
        for i in range(count):
            args = [float(v[i]) for v in x[:arity]]
            want = reference(kind, operation, mode, args)
            value = float(got[n, i])
            same = math.isnan(value) if math.isnan(want) else value == want and math.copysign(1, value) == math.copysign(1, want)
            assert same, f"{name}_{mode}{args} is {value!r}, expected {want!r}"


def clamp_integer(exact, mode, low, high):
    whole = {"rz": math.trunc, "rd": math.floor, "ru": math.ceil, "rn": round}[mode](exact)
    return min(max(whole, low), high)


@pytest.mark.parametrize("kind", TYPES)
@pytest.mark.parametrize("target,bits,signed", [("int", 32, True), ("uint", 32, False), ("ll", 64, True), ("ull", 64, False)])
def test_to_integers(cuda, kind, target, bits, signed):
    dtype = TYPES[kind][0]
    x = np.concatenate([numbers(kind, 200, 5), np.array([0.5, 1.5, -0.5, -1.5, 2147483647.5, 4294967295.5, -2147483648.5, 9.2e18, -9.3e18, 1.8e19, 2e19], dtype)])
    x = np.resize(x, 256)
    low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)
    ctype = ("" if signed else "unsigned ") + ("int" if bits == 32 else "long long")
    source = f'extern "C" __global__ void k({ctype}* out, const {kind}* x) {{ int i = threadIdx.x;' + \
        "".join(f" out[{n} * 256 + i] = __{kind}2{target}_{mode}(x[i]);" for n, mode in enumerate(MODES)) + " }"
    out = np.zeros(4 * 256, np.dtype(f"{'i' if signed else 'u'}{bits // 8}"))
    got = cuda(source, "k", out, x, block=256).reshape(4, 256)
    for n, mode in enumerate(MODES):
        for value, result in zip(map(float, x), got[n]):
            want = 0 if math.isnan(value) else (high if value > 0 else low) if math.isinf(value) else clamp_integer(Fraction(value), mode, low, high)
            assert int(result) == want, f"__{kind}2{target}_{mode}({value!r}) is {result}, expected {want}"


@pytest.mark.parametrize("source_type,name,target", [("int", "int", "float"), ("unsigned", "uint", "float"), ("long long", "ll", "float"), ("unsigned long long", "ull", "float"),
                                                     ("long long", "ll", "double"), ("unsigned long long", "ull", "double"), ("double", "double", "float")])
def test_to_reals(cuda, source_type, name, target):
    dtype, bits, lowest, _ = TYPES[target]
    if source_type == "double":
        x = numbers("double", 512, 9)
    else:
        integer = np.dtype({"int": "i4", "unsigned": "u4", "long long": "i8", "unsigned long long": "u8"}[source_type])
        limits = np.iinfo(integer)
        x = np.random.default_rng(3).integers(limits.min, limits.max, 512, integer, True) >> np.arange(512, dtype=integer) % (integer.itemsize * 8)
        x[:4] = [limits.min, limits.max, 0, 1]
    body = "".join(f" out[{n} * 512 + i] = __{name}2{target}_{mode}(x[i]);" for n, mode in enumerate(MODES))
    got = cuda(f'extern "C" __global__ void k({target}* out, const {source_type}* x) {{ int i = threadIdx.x; {body} }}', "k", np.zeros(4 * 512, dtype), x, block=512)
    largest = Fraction(float(np.finfo(dtype).max))
    for n, mode in enumerate(MODES):
        for value, result in zip(x, got.reshape(4, 512)[n]):
            if not np.isfinite(value) or value == 0:
                assert np.array_equal(result, dtype(value), equal_nan=True)
                continue
            exact = Fraction(float(value)) if source_type == "double" else Fraction(int(value))
            way = {"rn": "near", "rz": "down", "ru": "down" if exact < 0 else "away", "rd": "away" if exact < 0 else "down"}[mode]
            size = round_exact(abs(exact), False, bits, lowest, way)
            want = (float(largest) if way == "down" else math.inf) if size > largest else float(size)
            assert abs(float(result)) == want and (result < 0) == (exact < 0 and want > 0), f"__{name}2{target}_{mode}({value!r}) is {result!r}"
