"""`cmake --install` gives a tree that works by itself: CMake package, pkg-config, command line, Python.

SPDX-License-Identifier: MIT
"""
import os
import pathlib
import subprocess

import pytest
import tree

PROGRAM = r"""
#include <stdio.h>
#include <vgpu/runtime.h>

int main(void) {
  int count = 0;
  void* memory = NULL;
  if (vgpuGetDeviceCount(&count) != vgpuSuccess || count < 1) return 1;
  if (vgpuMalloc(&memory, 1 << 20) != vgpuSuccess || vgpuFree(memory) != vgpuSuccess) return 2;
  printf("%d devices\n", count);
  return 0;
}
"""

CMAKE = """
cmake_minimum_required(VERSION 3.20)
project(user LANGUAGES C CXX)
find_package(vgpu REQUIRED)
add_executable(user_c user.c)
add_executable(user_cpp user.cpp)
target_link_libraries(user_c PRIVATE vgpu::vgpu)
target_link_libraries(user_cpp PRIVATE vgpu::vgpu)
"""


def run(*command, **options):
    options.setdefault("timeout", 600)
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, **options)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def prefix(tmp_path_factory):
    path = tmp_path_factory.mktemp("prefix")
    run("cmake", "--install", tree.BUILD, "--prefix", path)
    return path


@pytest.fixture
def environment(prefix, tmp_path):
    return dict(os.environ, HOME=str(tmp_path), VGPU_CACHE_DIR=str(tmp_path / "cache"),
                LD_LIBRARY_PATH=str(prefix / "lib"), PKG_CONFIG_PATH=str(prefix / "lib" / "pkgconfig"),
                CMAKE_PREFIX_PATH=str(prefix))


@pytest.fixture
def sources(tmp_path):
    (tmp_path / "user.c").write_text(PROGRAM)
    (tmp_path / "user.cpp").write_text(PROGRAM)
    (tmp_path / "CMakeLists.txt").write_text(CMAKE)
    return tmp_path


def test_find_package(sources, environment):
    run("cmake", "-G", "Ninja", "-S", sources, "-B", sources / "b", "-DCMAKE_C_COMPILER=clang-19",
        "-DCMAKE_CXX_COMPILER=clang++-19", env=environment)
    run("cmake", "--build", sources / "b", env=environment)
    for name in ("user_c", "user_cpp"):
        assert "devices" in run(sources / "b" / name, env=environment)


def test_pkg_config(sources, environment):
    flags = run("pkg-config", "--cflags", "--libs", "vgpu", env=environment).split()
    run("clang-19", "-std=c99", "-Wall", "-Werror", sources / "user.c", "-o", sources / "user", *flags)
    assert "devices" in run(sources / "user", env=environment)


def test_command_line(prefix, environment):
    del environment["LD_LIBRARY_PATH"]
    for name in ("vgpu", "vgpu-cli"):
        assert run(prefix / "bin" / name, "--version", env=environment).startswith("vgpu ")
    run(prefix / "bin" / "vgpu", "test-basic", env=environment)


def test_python(prefix, environment):
    found = [path.parent for path in prefix.rglob("__init__.py") if path.parent.name == "vgpu"]
    if not (tree.BUILD / "python" / "vgpu").exists():
        pytest.skip("the Python packages are not built")
    assert len(found) == 1, found
    environment["PYTHONPATH"] = str(found[0].parent)
    del environment["LD_LIBRARY_PATH"]
    run("/usr/bin/python3", "-c", "import vgpu; print(vgpu.__version__)", env=environment)


def test_libraries_stand_together(prefix):
    names = {path.name for path in pathlib.Path(prefix, "lib").iterdir()}
    assert "libvgpu.so" in names
    if (tree.BUILD / "lib" / "libvgpu_compiler.so").exists():
        assert "libvgpu_compiler.so" in names
