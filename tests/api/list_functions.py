"""Writes a row VG_FUNCTION(name) for each function that the public C headers declare.  usage: list_functions.py HEADER... OUTPUT

hostile_test.cpp includes the list, so that no function of the interface can be forgotten there.
SPDX-License-Identifier: MIT
"""
import pathlib
import re
import sys

DECLARED = re.compile(r"\bVGPU_API\b[^;{(]*?\b(vgpu\w+)\s*\(")

*headers, output = sys.argv[1:]
names = [name for header in headers for name in DECLARED.findall(pathlib.Path(header).read_text(encoding="utf-8"))]
pathlib.Path(output).write_text("".join(f"VG_FUNCTION({name})\n" for name in names), encoding="utf-8")
