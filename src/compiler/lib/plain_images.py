"""Runs clang for a part of the device library that knows images, and makes pointers of their types in what it wrote.

Stands before clang in the command that build_part.py gets: plain_images.py CLANG... -o OUTPUT. The functions that ask
for an image's or a sampler's value (opencl/image/image.h) get their definitions here, where a pointer is a pointer.
SPDX-License-Identifier: MIT
"""
import re
import subprocess
import sys

IMAGE = """define internal ptr addrspace(1) {name}(ptr %x) alwaysinline nounwind {{
  %y = addrspacecast ptr %x to ptr addrspace(1)
  ret ptr addrspace(1) %y
}}"""
SAMPLER = """define internal i32 {name}(ptr %x) alwaysinline nounwind {{
  %y = ptrtoint ptr %x to i32
  ret i32 %y
}}"""


def plain(line):
    line = re.sub(r'target\("spirv\.(Image|Sampler)"[^)]*\)', "ptr", line)
    asks = re.match(r"declare .*?(@_Z\d+__vg_(image|sampler)\w+)\(", line)
    if not asks:
        return line
    return (IMAGE if asks.group(2) == "image" else SAMPLER).format(name=asks.group(1))


def main():
    command = sys.argv[1:]
    done = subprocess.run(command, check=False)
    if done.returncode:
        sys.exit(done.returncode)
    output = command[command.index("-o") + 1]
    with open(output, encoding="utf-8") as file:
        lines = file.read().splitlines()
    with open(output, "w", encoding="utf-8") as file:
        file.write("\n".join(plain(line) for line in lines) + "\n")


main()
