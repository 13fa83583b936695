"""SPIR-V from OpenCL C by somebody else's compiler: clang 15 and llvm-spirv 15, where Debian has them.

SPDX-License-Identifier: MIT
"""
import shlex
import shutil
import subprocess

import pytest

CLANG, TRANSLATOR = shutil.which("clang-15"), shutil.which("llvm-spirv-15")


def require():
    """Skips the tests of a file where the producer is not installed."""
    if not CLANG or not TRANSLATOR:
        pytest.skip("clang-15 or llvm-spirv-15 is not installed (tools/setup partners)", allow_module_level=True)


def translate(source, options, level, version):
    front = [CLANG, "-x", "cl", "--target=spir64-unknown-unknown", "-Xclang", "-no-opaque-pointers", "-emit-llvm", level,
             "-Xclang", "-finclude-default-header", "-Xclang", "-fdeclare-opencl-builtins", "-w", *shlex.split(options)]
    if "-cl-std" not in options:
        front.append("-cl-std=CL1.2")
    bitcode = subprocess.run([*front, "-c", "-", "-o", "-"], input=source.encode(), capture_output=True, check=True).stdout
    extensions = "--spirv-ext=+SPV_KHR_no_integer_wrap_decoration,+SPV_KHR_integer_dot_product"
    back = [TRANSLATOR, f"--spirv-max-version={version}", extensions, "-", "-o", "-"]
    return subprocess.run(back, input=bitcode, capture_output=True, check=True).stdout


def compile_to_spirv(source, options="", version="1.2"):
    """The words of a module. Optimised code may have numbers of 33 bits, which the translator refuses: then without."""
    try:
        return translate(source, options, "-O1", version)
    except subprocess.CalledProcessError as error:
        if b"InvalidBitWidth" not in error.stderr:
            raise
    return translate(source, options, "-O0", version)
