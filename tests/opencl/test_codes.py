"""Every function gives every error code that the specification lists for it. SPDX-License-Identifier: MIT"""
import fnmatch
import os
import pathlib
import re
import subprocess

HERE = pathlib.Path(__file__).parent
FUNCTIONS = HERE.parent.parent / "src/api/opencl/dispatch.def"
HEADER = "/usr/include/CL/cl.h"
WITHOUT_CODES = {"clSVMAlloc", "clSVMFree", "clGetExtensionFunctionAddress", "clGetExtensionFunctionAddressForPlatform",
                 "clUnloadCompiler"}


def read_lists():
    """What the specification lists, and what can never happen here: sets of (function, code)."""
    lines = (HERE / "listed_codes.txt").read_text().splitlines()
    rows = [re.fullmatch(r"(cl\w+): ([A-Z_ ]+)", line) for line in lines]
    listed = {(row[1], code) for row in rows if row for code in row[2].split()}
    exceptions = [re.fullmatch(r"never (\S+) (\w+): .+", line) for line in lines]
    never = {(function, code) for function, code in listed
             if any(row and row[2] == code and fnmatch.fnmatchcase(function, row[1]) for row in exceptions)}
    return listed, never


def code_names():
    rows = re.findall(r"#define CL_(\w+)\s+(-\d+)\s*$", pathlib.Path(HEADER).read_text(), re.MULTILINE)
    return {int(number): name for name, number in reversed(rows)}  # errors stand before other negative numbers


def run_tests():
    """What the driver's own tests got: a set of (function, code), from the driver's log."""
    program = pathlib.Path(os.environ["VGPU_BUILD_DIR"]) / "bin" / "opencl_tests"
    done = subprocess.run([program, "--gtest_brief=1"], env={**os.environ, "VGPU_DEBUG": "1"}, capture_output=True,
                          text=True, errors="replace", timeout=600)
    assert done.returncode == 0, done.stdout[-2000:]
    names = code_names()
    return {(function, names[int(number)]) for function, number in re.findall(r"\b(cl[A-Z]\w+): returns (-\d+)", done.stderr)}


def test_every_function_has_its_list():
    functions = re.findall(r"^VG_FUNCTION\((\w+)\)", FUNCTIONS.read_text(), re.MULTILINE)
    listed = {function for function, _ in read_lists()[0]} | WITHOUT_CODES
    assert [name for name in functions if name.removesuffix("KHR") not in listed and name not in listed] == []


def test_every_code_is_given():
    listed, never = read_lists()
    got = run_tests()
    assert sorted(listed - never - got) == []
    assert sorted(got & never) == []  # what happens after all is no exception
    general = {"OUT_OF_RESOURCES", "OUT_OF_HOST_MEMORY"}
    assert sorted(row for row in got - listed if row[1] not in general and row[0] not in WITHOUT_CODES) == []
