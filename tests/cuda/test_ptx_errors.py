"""Inline PTX that cannot be compiled: the build says so, with the file and the line.

SPDX-License-Identifier: MIT
"""
import pytest
from build import vgpucc


def test_unknown_instructions_and_modifiers(tmp_path):
    (tmp_path / "ptx.cu").write_text('__global__ void f() { asm("frobnicate.u32 a, b;"); }\n')
    done = vgpucc("-c", tmp_path / "ptx.cu", "-o", tmp_path / "ptx.o", expect=None)
    assert done.returncode != 0 and "frobnicate" in done.stderr and "ptx.cu:1" in done.stderr
    refused = {"add.rz.f64": "f64", "fma.rn.oob.f32": ".oob", "min.xorsign.f32": ".xorsign",
               "lop3.or.b32": ".or", "cvt.rn.satfinite.bf16x2.f32": ".satfinite"}
    lines = [f'asm("{text} %0, %1, %1, %1;" : "=d"(x) : "d"(1.0));' for text in refused]
    (tmp_path / "ptx.cu").write_text("__global__ void f() { double x; " + "\n".join(lines) + " }\n")
    done = vgpucc("-c", tmp_path / "ptx.cu", "-o", tmp_path / "ptx.o", expect=None)
    for line, (text, named) in enumerate(refused.items(), 1):
        [found] = [said for said in done.stderr.splitlines() if f"ptx.cu:{line}:" in said]
        assert text in found and named in found.replace(text, "", 1 if text != named else 0), found


@pytest.mark.parametrize("text, said", [
    ("bra NOWHERE;", "no label NOWHERE"),
    ("L: nanosleep.u32 1; L: bra L;", "two labels L"),
    ("{ .reg .pred p; @p frobnicate.u32 %0, 1; }", "frobnicate"),
    ("AGAIN: { .reg .pred p; @p bra.sometimes AGAIN; }", "sometimes"),
])
def test_labels(tmp_path, text, said):
    (tmp_path / "ptx.cu").write_text(f'__global__ void f(unsigned x) {{\n  asm volatile("{text}" : "+r"(x));\n}}\n')
    done = vgpucc("-c", tmp_path / "ptx.cu", "-o", tmp_path / "ptx.o", expect=1)
    assert said in done.stderr and "ptx.cu:2: error: inline PTX" in done.stderr, done.stderr
