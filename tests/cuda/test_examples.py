"""The programs in examples/cuda build by their Makefile and by CMake, and pass.

SPDX-License-Identifier: MIT
"""
import shutil

import pytest
from build import BUILD, HERE, VGPUCC, run

EXAMPLES = HERE.parents[1] / "examples" / "cuda"


def test_makefile(tmp_path):
    """With the name nvcc, found in a folder that looks like a toolkit."""
    run([BUILD / "bin" / "vgpu", "nvcc-shim", tmp_path / "shim"])
    for name in ("lib64/libcudart.so", "lib64/stubs/libcuda.so", "targets/x86_64-linux/include/cuda.h",
                 "targets/x86_64-linux/lib/stubs/libcuda.so"):
        assert (tmp_path / "shim" / name).exists(), name
    done = run(["make", "-C", EXAMPLES, f"BUILD={tmp_path}/build", f"NVCC={tmp_path}/shim/bin/nvcc", "run"])
    programs = sorted(path.stem for path in EXAMPLES.glob("*.cu"))
    assert len(programs) >= 10
    for name in programs:
        assert f"{name}: PASS" in done.stdout, done.stdout


def test_cmake(tmp_path):
    if shutil.which("cmake", path="/usr/bin:/bin") is None:
        pytest.skip("there is no cmake")
    toolchain = HERE.parents[1] / "cmake" / "cuda_toolchain.cmake"
    run(["cmake", "-S", EXAMPLES, "-B", tmp_path, f"-DCMAKE_TOOLCHAIN_FILE={toolchain}",
         f"-DVGPU_VGPUCC={VGPUCC}", "-DCMAKE_CXX_COMPILER=clang++-19"])
    run(["cmake", "--build", tmp_path])
    assert "PASS" in run([tmp_path / "saxpy"]).stdout
    assert "PASS" in run([tmp_path / "reduction"]).stdout
