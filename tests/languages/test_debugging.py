"""Looking into kernels: gdb stops at their lines, perf knows their names, VGPU_DEBUG shows the passes at work. SPDX-License-Identifier: MIT"""
import os
import pathlib
import re
import shutil
import subprocess
import sys

import pytest

KERNEL = """int helper(int x) {
  return x * 3;
}
kernel void mine(global int* o) {
  int i = get_global_id(0);
  o[i] = helper(o[i]) + i;
}
"""
PROGRAM = """import numpy as np, os, sys, vgpu
device = vgpu.Device("cpu")
module = device.compile(open("mine.cl").read(), file_name="mine.cl", options=sys.argv[1])
data = device.to_device(np.arange(64, dtype=np.int32))
module["mine"].launch(1, 64, [data])
device.synchronize()
print("pid", os.getpid())
"""


@pytest.fixture
def program(tmp_path):
    (tmp_path / "mine.cl").write_text(KERNEL)
    (tmp_path / "program.py").write_text(PROGRAM)

    def run(option, *before, **environment):
        variables = {**os.environ, "VGPU_CACHE_DIR": str(tmp_path / "cache"), "VGPU_THREADS": "1", **environment}
        variables.pop("LD_PRELOAD", None) if before else None
        return subprocess.run([*before, sys.executable, "program.py", option], cwd=tmp_path, env=variables, capture_output=True, text=True, timeout=600)

    return run


@pytest.mark.skipif(shutil.which("gdb") is None, reason="gdb is not installed")
@pytest.mark.skipif("LD_PRELOAD" in os.environ, reason="gdb and a sanitized Python do not mix")
def test_gdb_stops_at_a_line_of_a_kernel(program):
    commands = ["set breakpoint pending on", "set debuginfod enabled off", "break mine.cl:6", "run", "backtrace 2"]
    done = program("-g", "gdb", "-q", "-nx", "-batch", *(word for command in commands for word in ("-ex", command)), "--args")
    if "ptrace" in done.stderr or "not permitted" in done.stderr:
        pytest.skip("this machine does not let gdb trace processes")
    assert re.search(r"^#0 .*mine.* at mine\.cl:6", done.stdout, re.MULTILINE), done.stdout + done.stderr


def test_perf_finds_kernels_by_name(program):
    done = program("", VGPU_PERF_MAP="1")
    pid = re.search(r"pid (\d+)", done.stdout)
    assert pid, done.stderr
    path = pathlib.Path(f"/tmp/perf-{pid[1]}.map")
    try:
        lines = path.read_text().splitlines()
    finally:
        path.unlink(missing_ok=True)
    assert any(re.fullmatch(r"[0-9a-f]+ [0-9a-f]+ vgpu:mine:vgpu_group", line) for line in lines), lines


def test_debug_levels_show_generated_code_and_every_pass(program):
    source = pathlib.Path(__file__).resolve().parents[2] / "src/compiler/passes/passes.def"
    passes = re.findall(r"^VG_PASS\((\w+),", source.read_text(), re.MULTILINE)
    last = program("", VGPU_DEBUG="4").stderr
    assert "; ---- optimised" in last and "; ---- after" not in last and re.search(r"^define .*@vgpu_group\(", last, re.MULTILINE)
    everything = program("", VGPU_DEBUG="5").stderr
    assert re.findall(r"; ---- after (\w+)$", everything, re.MULTILINE) == passes
