"""README's programs are compiled and run as they stand; their output is what README says.

SPDX-License-Identifier: MIT
"""
import os
import re
import subprocess

import pytest
import tree

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def programs(language):
    """Pairs of program and expected output (the ```text block right behind it, or None)."""
    blocks = BLOCK.findall(tree.text("README.md"))
    for i, (tag, body) in enumerate(blocks):
        if tag == language:
            following = blocks[i + 1] if i + 1 < len(blocks) else ("", "")
            yield body, following[1] if following[0] == "text" else None


def run(command, expected, environment):
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    if expected is not None:
        assert done.stdout == expected


@pytest.fixture
def environment(tmp_path):
    return dict(os.environ, VGPU_CACHE_DIR=str(tmp_path / "cache"), HOME=str(tmp_path),
                LD_LIBRARY_PATH=str(tree.BUILD / "lib"), PYTHONPATH=str(tree.BUILD / "python"))


@pytest.mark.parametrize("program, expected", programs("cpp"))
def test_cpp(program, expected, tmp_path, environment):
    source, binary = tmp_path / "program.cpp", tmp_path / "program"
    source.write_text(program)
    subprocess.run(["clang++-19", "-std=c++17", str(source), "-o", str(binary), f"-I{tree.ROOT}/include",
                    f"-L{tree.BUILD}/lib", "-lvgpu"], check=True, timeout=600)
    run([str(binary)], expected, environment)


@pytest.mark.skipif(not (tree.BUILD / "python" / "vgpu").exists(), reason="the Python packages are not built")
@pytest.mark.parametrize("program, expected", programs("python"))
def test_python(program, expected, tmp_path, environment):
    source = tmp_path / "program.py"
    source.write_text(program)
    run(["/usr/bin/python3", str(source)], expected, environment)
