"""Compiles one source of the device library to a bitcode part that links into any kernel module.

clang writes LLVM text for its own target; a part must carry nothing of that target: no CPU features (they would
forbid inlining), no spir calling convention, no `convergent` on plain arithmetic, no module flags that could clash.
Called by CMake once a part: build_part.py CLANG OUTPUT.bc SOURCE FLAGS...
SPDX-License-Identifier: MIT
"""
import re
import subprocess
import sys

LAYOUT = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
TRIPLE = "x86_64-unknown-linux-gnu"
# Work-item queries and warp operations must not be moved across control flow; everything else may.
CONVERGENT = ("__vg_barrier", "__vg_grid_barrier", "__vg_ballot", "__vg_active_mask", "__vg_shuffle32",
              "__vg_shuffle64", "__vg_warp_barrier")
DROPPED = {"convergent", "uwtable", "optnone", "sspstrong", "ssp"}


def run(command, text=None):
    done = subprocess.run(command, input=text, stdout=subprocess.PIPE, check=False, text=True)
    if done.returncode:
        sys.exit(done.returncode)
    return done.stdout


def clean_attributes(line):
    """`attributes #3 = { convergent nounwind "target-cpu"="x" }` -> only what is true on every target."""
    head, body = line.split(" = { ", 1)
    words = re.sub(r'"[^"]*"(="[^"]*")?', "", body.rsplit("}", 1)[0]).split()
    kept = [w for w in words if not any(w == d or w.startswith(d + "(") for d in DROPPED)]
    kept = ["alwaysinline" if w == "noinline" else w for w in kept]
    return f"{head} = {{ {' '.join(kept) or 'nounwind'} }}"


def clean(text):
    """The module's text without its target."""
    out = []
    for line in text.splitlines():
        if line.startswith("target datalayout"):
            line = f'target datalayout = "{LAYOUT}"'
        elif line.startswith("target triple"):
            line = f'target triple = "{TRIPLE}"'
        elif line.startswith("attributes #"):
            line = clean_attributes(line)
        elif re.match(r"!(llvm\.|opencl\.|spirv\.)", line) or line.startswith("source_filename"):
            continue
        elif re.match(r"(define|declare) .*@(\w+)\(", line):
            name = re.match(r"(define|declare) .*?@(\w+)\(", line).group(2)
            if line.startswith("declare") and name in CONVERGENT:
                line += " convergent nounwind"
        line = line.replace(" spir_func ", " ").replace(" dso_local ", " ")
        out.append(line)
    return "\n".join(out) + "\n"


def main():
    clang, output, source, *flags = sys.argv[1:]
    launcher = clang.split(",")  # perhaps ccache, then clang
    run([*launcher, *flags, "-S", "-emit-llvm", source, "-o", output + ".ll"])
    with open(output + ".ll", encoding="utf-8") as file:
        text = clean(file.read())
    bare = launcher[-1]
    run([bare, "-x", "ir", "-c", "-emit-llvm", "-Xclang", "-disable-llvm-passes", "-Wno-override-module",
         "-target", TRIPLE, "-", "-o", output], text)
    names = sorted(set(re.findall(r"^define (?!internal|private|linkonce).*?@(\w+)\(", text, re.M)))
    with open(output + ".symbols", "w", encoding="ascii") as file:
        file.write("\n".join(names) + "\n")


main()
