"""Builds and runs CUDA programs with vgpucc of the build tree, in an environment without any CUDA toolkit.

Used by the tests of this folder.
SPDX-License-Identifier: MIT
"""
import os
import pathlib
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
BUILD = pathlib.Path(os.environ.get("VGPU_BUILD_DIR", HERE.parents[1] / "build"))
VGPUCC = BUILD / "bin" / "vgpucc"


def environment(**more):
    """Debian's programs only; a kernel cache that all these tests share."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("VGPU", "CUDA", "LD_LIBRARY"))}
    kept.update(PATH="/usr/bin:/bin", VGPU_CACHE_DIR=str(BUILD / "cache" / "cuda"), **more)
    return kept


def run(command, timeout=600, expect=0, **more):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=timeout,
                          env=environment(**more))
    assert expect is None or done.returncode == expect, f"{command}\n{done.stdout}\n{done.stderr}"
    return done


def vgpucc(*words, expect=0):
    return run([VGPUCC, *words], expect=expect)
