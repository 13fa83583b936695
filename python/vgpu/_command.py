"""The command `vgpu` of a pip installation: the program that stands inside the package.

SPDX-License-Identifier: MIT
"""
import os
import pathlib
import sys


def main() -> None:
    program = pathlib.Path(__file__).parent / "bin" / "vgpu"
    if not program.exists():
        sys.exit(f"vgpu: {program} is missing; install the package again")
    os.execv(program, [str(program), *sys.argv[1:]])
