"""docs/cuda_functions.md says what the headers declare, and the library exports all that it promises.

SPDX-License-Identifier: MIT
"""
import importlib.machinery
import importlib.util
import subprocess

from build import BUILD, HERE

ROOT = HERE.parents[1]


def tool():
    loader = importlib.machinery.SourceFileLoader("cuda_functions", str(ROOT / "tools/cuda_functions"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


def test_page_is_generated():
    assert (ROOT / "docs/cuda_functions.md").read_text() == tool().page(), \
        "run tools/cuda_functions > docs/cuda_functions.md"


def test_library_has_what_headers_declare():
    listed = subprocess.run(["nm", "-D", "--defined-only", BUILD / "lib/libvgpu_cudart.so"], check=True,
                            capture_output=True, text=True).stdout
    exported = {line.split()[-1].split("@")[0] for line in listed.splitlines()}
    module = tool()
    lost = sorted(set(module.host_functions()) - exported)
    assert not lost, lost
    both = sorted(exported & set(module.missing()))
    assert not both, f"there after all: {both}"
