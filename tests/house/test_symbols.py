"""libvgpu.so exports what the public headers declare, no more and no less.

SPDX-License-Identifier: MIT
"""
import re
import shutil
import subprocess

import pytest
import tree

DECLARED = re.compile(r"\bVGPU_API\b[^;{(]*?\b(vgpu\w+)\s*\(")


def declared():
    names = set()
    for path in tree.files(".h", ".hpp", under=("include",)):
        code = tree.code(tree.text(path))
        names.update(DECLARED.findall(code))
    return names


def exported(library):
    out = subprocess.run(["nm", "-D", "--defined-only", str(library)], check=True, capture_output=True, text=True)
    return {line.split()[-1].split("@")[0] for line in out.stdout.splitlines()}


def test_exports_equal_the_headers():
    library, headers = exported(tree.BUILD / "lib" / "libvgpu.so"), declared()
    assert headers, "no declaration found"
    assert library == headers, (
        f"declared but not exported: {sorted(headers - library)}; "
        f"exported but not declared: {sorted(library - headers)}")


def test_the_library_runs_on_any_x86_64():
    """Wider instructions than SSE2's stand in functions whose namespace says so (src/engine), and nowhere else.

    A function of a shared header that was compiled with such flags may be the one that the linker keeps for all.
    """
    if shutil.which("objdump") is None:
        pytest.skip("binutils is not installed")
    code = subprocess.run(["objdump", "-d", "--no-show-raw-insn", str(tree.BUILD / "lib" / "libvgpu.so")],
                          check=True, capture_output=True, text=True).stdout
    wide = re.compile(r"%[yzt]mm\d|\tv[a-z0-9]+ ")
    function, wrong = "", set()
    for line in code.splitlines():
        if line.endswith(">:"):
            function = line
        elif wide.search(line) and not re.search(r"\d+avx(2|512\w*?)(\d|E)", function):
            wrong.add(function)
    assert not wrong, sorted(wrong)[:5]


def test_the_compiler_exports_only_its_entries():
    library = tree.BUILD / "lib" / "libvgpu_compiler.so"
    if library.exists():
        assert exported(library) == {"vgpu_compiler_plugin", "vgpu_compiler_program_plugin", "vgpu_compiler_limits_plugin"}


def test_the_opencl_driver_exports_only_what_the_loader_asks_for():
    library = tree.BUILD / "lib" / "libvgpu_opencl.so"
    if library.exists():
        assert exported(library) == {"clGetExtensionFunctionAddress", "clIcdGetPlatformIDsKHR", "clGetPlatformInfo"}
