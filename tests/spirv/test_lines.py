"""Lines of the source behind a module: `vgpu compile --explain` names them. SPDX-License-Identifier: MIT"""
import os
import subprocess

import producer
import pytest

producer.require()
SOURCE = """kernel void k(global float* o, global const float* x, int n) {
  int i = get_global_id(0);
  o[i] =
    x[i * n];
}
"""


def test_remarks_name_lines(tmp_path):
    build = os.environ.get("VGPU_BUILD_DIR", "")
    program = os.path.join(build, "bin", "vgpu")
    if not os.path.exists(program):
        pytest.skip("bin/vgpu is not built")
    module = tmp_path / "k.spv"
    module.write_bytes(producer.compile_to_spirv(SOURCE, "-gline-tables-only"))
    done = subprocess.run([program, "compile", "--explain", str(module)], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert ":4" in done.stdout and "gather" in done.stdout, done.stdout
