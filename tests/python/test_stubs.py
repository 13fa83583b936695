"""The type stubs say what the compiled module really offers.

SPDX-License-Identifier: MIT
"""
import shutil
import subprocess

import pytest


def test_stubs_agree_with_the_modules(tmp_path):
    if shutil.which("stubtest") is None:
        pytest.skip("python3-mypy is not installed")
    # Classes themselves differ by pybind11's metaclass, which is nobody's business; their members are compared.
    (tmp_path / "allowed").write_text(r"vgpu(_runtime)?(\.\w+)*\.[A-Z]\w*" + "\n")
    done = subprocess.run(["stubtest", "--concise", "--allowlist", "allowed", "--ignore-unused-allowlist", "vgpu",
                           "vgpu_runtime"], cwd=tmp_path, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
