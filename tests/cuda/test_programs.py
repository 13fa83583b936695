"""Each .cu file of this folder is a program of many cases; all of them hold.

Comment lines of a file may say how it wants to be built and run: "// build: WORDS", "// environment: NAME=VALUE ...".
SPDX-License-Identifier: MIT
"""
import re

import pytest
from build import HERE, run, vgpucc

PROGRAMS = sorted(path.stem for path in HERE.glob("*.cu"))


def wish(path, name):
    found = re.search(rf"^// {name}: (.*)$", path.read_text(), flags=re.M)
    return found[1].split() if found else []


@pytest.mark.parametrize("name", PROGRAMS)
def test_program(name, tmp_path):
    source = HERE / f"{name}.cu"
    program = tmp_path / name
    vgpucc("-O1", *wish(source, "build"), source, "-o", program)
    done = run([program], **dict(pair.split("=") for pair in wish(source, "environment")))
    last = done.stdout.strip().splitlines()[-1]
    assert re.fullmatch(r"\d+ cases, 0 failures", last), done.stdout
