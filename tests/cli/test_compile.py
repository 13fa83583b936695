"""vgpu compile: what it says of each kernel, for people and for scripts.

SPDX-License-Identifier: MIT
"""
import json
import os
import pathlib
import re
import subprocess

import pytest

BUILD = pathlib.Path(os.environ["VGPU_BUILD_DIR"])
VGPU = BUILD / "bin" / "vgpu"

pytestmark = pytest.mark.skipif(not (BUILD / "lib" / "libvgpu_compiler.so").exists(),
                                reason="built without the compiler")

SOURCE = """kernel void scale(global float* x, float f) { x[get_global_id(0)] *= f; }
kernel void both(global int* x, local int* t) {
  t[get_local_id(0)] = x[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  x[get_global_id(0)] = t[0];
}
"""


@pytest.fixture
def compile_file(tmp_path):
    """Writes kernels.cl and compiles it with the arguments given."""

    def run(source, *arguments, before=()):
        (tmp_path / "kernels.cl").write_text(source)
        clean = {key: value for key, value in os.environ.items() if not key.startswith("VGPU_")}
        environment = {**clean, "HOME": str(tmp_path), "VGPU_CACHE_DIR": str(tmp_path / "cache")}
        return subprocess.run([str(VGPU), "compile", *before, "kernels.cl", *arguments],
                              capture_output=True, text=True, env=environment, cwd=tmp_path, stdin=subprocess.DEVNULL,
                              timeout=600)

    return run


def test_tells_of_every_kernel(compile_file):
    done = compile_file(SOURCE, "--json", "--local", "64")
    assert done.returncode == 0, done.stderr
    scale, both = json.loads(done.stdout)["kernels"]
    assert scale["name"] == "scale" and scale["ok"] and scale["local_size"] == [64, 1, 1]
    assert [argument["name"] for argument in scale["arguments"]] == ["x", "f"]
    assert both["width"] >= 1 and both["object_bytes"] > 0


def test_text_for_people(compile_file):
    done = compile_file(SOURCE, "--explain", "--kernel", "scale")
    assert done.returncode == 0, done.stderr
    assert "scale" in done.stdout and "lanes" in done.stdout and "both" not in done.stdout


def test_explains_what_costs_time_with_lines(compile_file):
    # 48 sums live at once in a loop: more than any instruction set has registers for.
    sums = range(48)
    source = "\n".join([
        "kernel void costly(global float* x, global const int* where, int n) {",
        "  int i = get_global_id(0);",
        "  if (where[i] > 0)",
        "    x[where[i]] = 1;",
        "  float " + ", ".join(f"s{k} = {k}" for k in sums) + ";",
        "  for (int j = 0; j < n; ++j) {",
        *(f"    s{k} = s{k} * s{(k + 7) % 48} + x[j + {k}];" for k in sums),
        "  }",
        "  x[i] = " + " + ".join(f"s{k}" for k in sums) + ";",
        "}"])
    done = compile_file(source, "--explain")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert any("scatter" in line and line.endswith(":4") for line in lines), done.stdout
    assert any("masked" in line and line.endswith(":4") for line in lines), done.stdout
    assert any("spills and" in line and "a loop of" in line for line in lines), done.stdout


def test_scalar_code_on_request(compile_file):
    done = compile_file(SOURCE, "--json", "--width", "1")
    assert [kernel["width"] for kernel in json.loads(done.stdout)["kernels"]] == [1, 1]


def test_emits_what_was_made(compile_file, tmp_path):
    done = compile_file(SOURCE, "--kernel", "scale", "--emit", "object", "-o", "scale.o")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "scale.o").read_bytes()[:4] == b"\x7fELF"
    done = compile_file(SOURCE, "--kernel", "scale", "--emit", "asm")
    assert "vgpu_group" in done.stdout


def test_failures(compile_file):
    done = compile_file("kernel void f() { nonsense; }")
    assert done.returncode == 1 and "nonsense" in done.stdout + done.stderr
    assert compile_file(SOURCE, "--kernel", "none").returncode != 0


@pytest.mark.parametrize("expression", ["x[i] < y[i] ? x[i] : y[i]", "round(x[i])", "sqrt(x[i])", "fmax(x[i], y[i])"])
def test_halves_stay_vectors(compile_file, expression):
    source = f"""#pragma OPENCL EXTENSION cl_khr_fp16 : enable
    kernel void k(global half4* x, global half4* y) {{ size_t i = get_global_id(0); y[i] = {expression}; }}"""
    done = compile_file(source, "--local", "256", "--emit", "asm")
    assert done.returncode == 0, done.stderr
    # vucomiss, vroundss work on one lane at a time; a broadcast fills all of them.
    single = [name for name in re.findall(r"\b\w+ss\b", done.stdout) if name != "vbroadcastss"]
    assert not single, single[:5]


def test_local_size_is_one_word(compile_file):
    done = compile_file("kernel void k(global int* x) { }", "-o", "k.s", before=["--emit", "asm", "--local", "8,4"])
    assert done.returncode == 0 and "k 8x4x1" in done.stdout, done.stderr
    done = compile_file("kernel void k(global int* x) { }", "--local", "1,1,1,1")
    assert done.returncode != 0 and "--local: more than three sizes" in done.stderr
