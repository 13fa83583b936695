"""Every extended instruction finds its function in the device library, for every type that it takes.

SPDX-License-Identifier: MIT
"""
import json
import os
import re

import pytest
from conftest import assemble

TABLE = os.path.join(os.path.dirname(__file__), "..", "..", "src", "compiler", "front", "spirv", "opencl_std.def")
GRAMMAR = "/usr/include/spirv/unified1/extinst.opencl.std.100.grammar.json"
COUNTS = [1, 2, 3, 4, 8, 16]
INTEGERS, REALS = ["char", "short", "int", "long"], ["half", "float", "double"]
# Shapes: what the parameters are, by a letter each. x: the result's type, i: int of the same count, u: the integer as wide
# as x, e: the result's element, w: twice as many elements, p: a pointer to x, q: a pointer to int, v: a vector to reduce.
SHAPES = {
    "pown": "xi", "rootn": "xi", "ldexp": "xi", "fract": "xp", "modf": "xp", "sincos": "xp", "frexp": "xq", "lgamma_r": "xq",
    "remquo": "xxq", "nan": "u", "ilogb": None, "distance": None, "length": None, "fast_distance": None, "fast_length": None,
    "cross": None, "shuffle": None, "shuffle2": None, "upsample": None, "select": "xxu",
}
BINARY = {"atan2", "atan2pi", "copysign", "fdim", "fmax", "fmin", "fmod", "hypot", "maxmag", "minmag", "nextafter", "pow", "powr",
          "remainder", "half_divide", "half_powr", "native_divide", "native_powr", "abs_diff", "add_sat", "sub_sat", "hadd", "rhadd",
          "max", "min", "mul_hi", "rotate", "mul24", "step"}
TERNARY = {"fma", "mad", "clamp", "mad_hi", "mad_sat", "mad24", "mix", "smoothstep", "bitselect"}
NORMALISED = {"normalize", "fast_normalize"}


def rows():
    with open(TABLE, encoding="utf-8") as file:
        return [(int(n), name) for n, name in re.findall(r"^VG_EXTENDED\((\d+), (\w+),", file.read(), re.M)]


def names():
    """What spirv-as calls the instructions, by number."""
    with open(GRAMMAR, encoding="utf-8") as file:
        return {row["opcode"]: row["opname"] for row in json.load(file)["instructions"]}


def elements_of(number, name):
    if name in ("mul24", "mad24"):
        return ["int"]
    if name.startswith(("half_", "native_")):
        return ["float"]
    if name in ("bitselect", "select"):
        return INTEGERS + REALS
    return REALS if number < 141 else INTEGERS


class Module:
    """The text of a module, with types made as they are needed."""

    def __init__(self):
        self.types, self.body, self.number, self.names = {}, [], 0, names()

    def type(self, element, count=1, pointer=False):
        name = f"%{element}" + (str(count) if count > 1 else "")
        if count > 1 and name not in self.types:
            self.types[name] = f"OpTypeVector %{element} {count}"
        if not pointer:
            return name
        self.types.setdefault(name + "_x", f"OpTypePointer Function {name}")
        return name + "_x"

    def value(self, element, count, pointer):
        kind = self.type(element, count, pointer)
        if not pointer:
            self.types.setdefault(f"{kind}_null", f"OpConstantNull {kind}")
            return f"{kind}_null"
        self.body.insert(0, f"{kind}_v{self.number} = OpVariable {kind} Function")
        return f"{kind}_v{self.number}"

    def add(self, number, result, arguments):
        """Types are (element, count) or (element, count, True) for pointers."""
        self.number += 1
        values = [self.value(*argument, *([False] * (3 - len(argument)))) for argument in arguments]
        self.body.append(f"%r{self.number} = OpExtInst {self.type(*result)} %cl {self.names[number]} {' '.join(values)}")

    def text(self):
        head = """OpCapability Addresses\nOpCapability Kernel\nOpCapability Int8\nOpCapability Int16\nOpCapability Int64
OpCapability Float16\nOpCapability Float64\nOpCapability Vector16\n%cl = OpExtInstImport "OpenCL.std"
OpMemoryModel Physical64 OpenCL\nOpEntryPoint Kernel %k "k"\n%void = OpTypeVoid\n%char = OpTypeInt 8 0\n%short = OpTypeInt 16 0
%int = OpTypeInt 32 0\n%long = OpTypeInt 64 0\n%half = OpTypeFloat 16\n%float = OpTypeFloat 32\n%double = OpTypeFloat 64
%kernel = OpTypeFunction %void\n"""
        types = "".join(f"{name} = {made}\n" for name, made in self.types.items())
        body = "\n".join(self.body)
        return f"{head}{types}%k = OpFunction %void None %kernel\n%entry = OpLabel\n{body}\nOpReturn\nOpFunctionEnd\n"


def add_plain(module, number, name, element, count):
    shape = SHAPES.get(name) or ("xxx" if name in TERNARY else "xx" if name in BINARY else "x")
    whole = {"half": "short", "float": "int", "double": "long"}.get(element, element)
    kinds = {"x": (element, count), "i": ("int", count), "u": (whole, count), "p": (element, count, True), "q": ("int", count, True)}
    module.add(number, (element, count), [kinds[letter] for letter in shape])


def add_special(module, number, name):
    if name == "ilogb":
        for element in REALS:
            for count in COUNTS:
                module.add(number, ("int", count), [(element, count)])
    elif name == "cross":
        for element in REALS:
            for count in (3, 4):
                module.add(number, (element, count), [(element, count)] * 2)
    elif name in ("shuffle", "shuffle2"):
        for element, mask in [("float", "int"), ("char", "char"), ("double", "long"), ("short", "short")]:
            for count in (2, 4, 8, 16):
                module.add(number, (element, 4), [(element, count)] * (2 if name == "shuffle2" else 1) + [(mask, 4)])
    elif name == "upsample":
        for element, wide in [("char", "short"), ("short", "int"), ("int", "long")]:
            for count in COUNTS:
                module.add(number, (wide, count), [(element, count)] * 2)
    else:
        elements = ["float"] if name.startswith("fast_") else REALS
        for element in elements:
            for count in COUNTS[:4]:
                module.add(number, (element, 1), [(element, count)] * (2 if "distance" in name else 1))


@pytest.mark.parametrize("number,name", rows(), ids=[f"{number}_{name}" for number, name in rows()])
def test_instruction(device, number, name):
    module = Module()
    if name in SHAPES and SHAPES[name] is None:
        add_special(module, number, name)
    else:
        for element in elements_of(number, name):
            if name == "fast_normalize" and element != "float":
                continue
            for count in COUNTS[:4] if name in NORMALISED else COUNTS:
                add_plain(module, number, name, element, count)
    device.compile(assemble(module.text()), language="spirv")
