"""Each .cu file of this folder is a program of many cases; all of them hold.

SPDX-License-Identifier: MIT
"""
import re

import pytest
from build import HERE, run, vgpucc

PROGRAMS = sorted(path.stem for path in HERE.glob("*.cu"))


@pytest.mark.parametrize("name", PROGRAMS)
def test_program(name, tmp_path):
    program = tmp_path / name
    vgpucc("-O1", HERE / f"{name}.cu", "-o", program)
    done = run([program])
    last = done.stdout.strip().splitlines()[-1]
    assert re.fullmatch(r"\d+ cases, 0 failures", last), done.stdout
