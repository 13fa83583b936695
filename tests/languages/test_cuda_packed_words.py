"""CUDA's arithmetic on halves and bytes of words, and DPX, part by part against Python's integers. SPDX-License-Identifier: MIT"""
import numpy as np
import pytest

COUNT = 256


def limits(bits, signed):
    return (-(1 << bits - 1), (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)


def clamp(value, bits, signed):
    low, high = limits(bits, signed)
    return min(max(value, low), high)


def average(x, y):
    return (x + y + (x + y >= 0)) >> 1


# name: is it signed, and what a part of the result is
BINARY = {
    "vadd": (True, lambda x, y, b: x + y), "vaddss": (True, lambda x, y, b: clamp(x + y, b, True)), "vaddus": (False, lambda x, y, b: clamp(x + y, b, False)),
    "vsub": (True, lambda x, y, b: x - y), "vsubss": (True, lambda x, y, b: clamp(x - y, b, True)), "vsubus": (False, lambda x, y, b: clamp(x - y, b, False)),
    "vabsdiffs": (True, lambda x, y, b: abs(x - y)), "vabsdiffu": (False, lambda x, y, b: abs(x - y)),
    "vavgs": (True, lambda x, y, b: average(x, y)), "vavgu": (False, lambda x, y, b: average(x, y)), "vhaddu": (False, lambda x, y, b: (x + y) // 2),
    "vmaxs": (True, lambda x, y, b: max(x, y)), "vmaxu": (False, lambda x, y, b: max(x, y)), "vmins": (True, lambda x, y, b: min(x, y)),
    "vminu": (False, lambda x, y, b: min(x, y)), "vcmpeq": (True, lambda x, y, b: -(x == y)), "vcmpne": (True, lambda x, y, b: -(x != y)),
    "vseteq": (True, lambda x, y, b: x == y), "vsetne": (True, lambda x, y, b: x != y),
}
for word, compare in {"ge": lambda x, y: x >= y, "gt": lambda x, y: x > y, "le": lambda x, y: x <= y, "lt": lambda x, y: x < y}.items():
    for letter in "su":
        BINARY[f"vcmp{word}{letter}"] = (letter == "s", lambda x, y, b, f=compare: -f(x, y))
        BINARY[f"vset{word}{letter}"] = (letter == "s", lambda x, y, b, f=compare: f(x, y))
UNARY = {"vabs": lambda x, b: abs(x), "vabsss": lambda x, b: clamp(abs(x), b, True), "vneg": lambda x, b: -x, "vnegss": lambda x, b: clamp(-x, b, True)}


def words(seed):
    random = np.random.default_rng(seed)
    edge = random.choice(np.array([0, 1, 0x7F, 0x80, 0xFF], np.uint8), COUNT * 4)
    return np.where(random.random(COUNT * 4) < 0.5, edge, random.integers(0, 256, COUNT * 4)).astype(np.uint8).view(np.uint32)


def parts(word, bits, signed):
    values = [int(word) >> i & (1 << bits) - 1 for i in range(0, 32, bits)]
    return [v - (1 << bits) if signed and v >> bits - 1 else v for v in values]


def packed(values, bits):
    return sum((int(v) & (1 << bits) - 1) << i * bits for i, v in enumerate(values))


def run(cuda, calls, *inputs):
    body = "".join(f" out[{n} * {COUNT} + i] = {call};" for n, call in enumerate(calls))
    source = f'extern "C" __global__ void k(unsigned* out, const unsigned* a, const unsigned* b, const unsigned* c) {{ int i = threadIdx.x;{body} }}'
    return cuda(source, "k", np.zeros(len(calls) * COUNT, np.uint32), *inputs, block=COUNT).reshape(len(calls), COUNT)


@pytest.mark.parametrize("count,bits", [(2, 16), (4, 8)])
def test_parts_of_words(cuda, count, bits):
    a, b = words(1), words(2)
    calls = [f"__{name}{count}(a[i], b[i])" for name in BINARY] + [f"__{name}{count}(a[i])" for name in UNARY]
    got = run(cuda, calls, a, b, b)
    for row, (name, (signed, f)) in zip(got, BINARY.items()):
        want = [packed([f(x, y, bits) for x, y in zip(parts(u, bits, signed), parts(v, bits, signed))], bits) for u, v in zip(a, b)]
        np.testing.assert_array_equal(row, want, name)
    for row, (name, f) in zip(got[len(BINARY):], UNARY.items()):
        np.testing.assert_array_equal(row, [packed([f(x, bits) for x in parts(u, bits, True)], bits) for u in a], name)


def test_sums_of_differences(cuda):
    a, b = words(3), words(4)
    got = run(cuda, ["__vsads2(a[i], b[i])", "__vsadu2(a[i], b[i])", "__vsads4(a[i], b[i])", "__vsadu4(a[i], b[i])"], a, b, b)
    for row, (bits, signed) in zip(got, [(16, True), (16, False), (8, True), (8, False)]):
        np.testing.assert_array_equal(row, [sum(abs(x - y) for x, y in zip(parts(u, bits, signed), parts(v, bits, signed))) for u, v in zip(a, b)])


@pytest.mark.parametrize("suffix,bits,signed", [("s32", 32, True), ("u32", 32, False), ("s16x2", 16, True), ("u16x2", 16, False)])
def test_dpx(cuda, suffix, bits, signed):
    a, b, c = words(5), words(6), words(7)
    wrap = lambda v: parts(v & (1 << bits) - 1, bits, signed)[0]
    functions = {"viaddmax": lambda x, y, z: max(wrap(x + y), z), "viaddmin": lambda x, y, z: min(wrap(x + y), z), "vimax3": max, "vimin3": min}
    calls = {f"__{name}_{suffix}(a[i], b[i], c[i])": f for name, f in functions.items()}
    if signed:
        calls.update({f"__{name}_{suffix}_relu(a[i], b[i], c[i])": lambda x, y, z, f=f: max(f(x, y, z), 0) for name, f in functions.items()})
        calls[f"__vimax_{suffix}_relu(a[i], b[i])"] = lambda x, y, z: max(x, y, 0)
        calls[f"__vimin_{suffix}_relu(a[i], b[i])"] = lambda x, y, z: max(min(x, y), 0)
    for row, (call, f) in zip(run(cuda, list(calls), a, b, c), calls.items()):
        want = [packed([f(x, y, z) for x, y, z in zip(*(parts(v, bits, signed) for v in triple))], bits) for triple in zip(a, b, c)]
        np.testing.assert_array_equal(row, want, call)


@pytest.mark.parametrize("suffix,bits,signed", [("s32", 32, True), ("u32", 32, False), ("s16x2", 16, True), ("u16x2", 16, False)])
def test_dpx_says_which_was_taken(cuda, suffix, bits, signed):
    a, b = words(8), words(9)
    b[::5] = a[::5]  # where both are equal the first counts as taken
    taken = ["&p[0]"] if bits == 32 else ["&p[1]", "&p[0]"]
    functions = {"vibmax": (max, lambda x, y: x >= y), "vibmin": (min, lambda x, y: x <= y)}
    calls = []
    for name in functions:
        call = f"__{name}_{suffix}(a[i], b[i], {', '.join(taken)})"
        calls += [f"[&] {{ bool p[2]; return {call}; }}()", f"[&] {{ bool p[2] = {{}}; {call}; return p[1] * 2 + p[0]; }}()"]
    rows = run(cuda, calls, a, b, b)
    pairs = [list(zip(parts(u, bits, signed), parts(v, bits, signed))) for u, v in zip(a, b)]
    for (name, (choose, first)), values, marks in zip(functions.items(), rows[::2], rows[1::2]):
        np.testing.assert_array_equal(values, [packed([choose(*pair) for pair in pairs_of], bits) for pairs_of in pairs], name)
        np.testing.assert_array_equal(marks, [packed([first(*pair) for pair in pairs_of], 1) for pairs_of in pairs], name)
