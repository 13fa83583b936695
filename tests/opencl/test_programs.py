"""Programs that other people wrote, on the OpenCL driver: clinfo, pyopencl, CLBlast, clpeak, hashcat; all through `vgpu run`.

SPDX-License-Identifier: MIT
"""
import hashlib
import json
import os
import pathlib
import shutil
import subprocess

import pytest

BUILD = pathlib.Path(os.environ["VGPU_BUILD_DIR"])
VGPU = BUILD / "bin" / "vgpu"
HERE = pathlib.Path(__file__).parent


def vgpu_run(*words, options=(), check=True):
    """What the program prints, run on the vGPU with a cache of its own."""
    environment = {**os.environ, "VGPU_CACHE_DIR": str(BUILD / "cache" / "opencl_programs"), "PYOPENCL_NO_CACHE": "1"}
    done = subprocess.run([str(VGPU), "run", *options, "--", *map(str, words)], env=environment, check=False,
                          capture_output=True, text=True, timeout=800)
    assert not check or done.returncode == 0, done.stdout + done.stderr
    return done


def needs(module):
    found = subprocess.run(["/usr/bin/python3", "-c", f"import {module}"], capture_output=True, check=False)
    if found.returncode:
        pytest.skip(f"{module} is not installed")


def test_clinfo_sees_one_complete_device():
    if not shutil.which("clinfo"):
        pytest.skip("clinfo is not installed")
    text = vgpu_run("clinfo").stdout
    assert "Number of platforms                               1" in text
    assert "Device Version                                  OpenCL 3.0" in text
    assert "error" not in text.lower().replace("error correction", ""), text


@pytest.mark.parametrize("told, shown", [("both", "GPU, CPU"), ("gpu", "GPU"), ("cpu", "CPU")])
def test_device_says_what_programs_compare_with(told, shown):
    if not shutil.which("clinfo"):
        pytest.skip("clinfo is not installed")
    text = vgpu_run("env", f"VGPU_OPENCL_TYPE={told}", "clinfo").stdout
    types = [line.split("Device Type")[1].strip() for line in text.splitlines() if line.startswith("  Device Type")]
    assert types == [shown]


def test_pyopencl_arrays():
    needs("pyopencl")
    text = vgpu_run("/usr/bin/python3", HERE / "pyopencl_program.py").stdout
    assert text.splitlines()[-1] == "all is well", text


def test_clblast_multiplies():
    program = BUILD / "bin" / "opencl_clblast"
    if not program.exists():
        pytest.skip("CLBlast is not installed")
    assert "worst difference" in vgpu_run(program).stdout


def test_clpeak_measures():
    if not shutil.which("clpeak"):
        pytest.skip("clpeak is not installed")
    text = vgpu_run("clpeak", "--kernel-latency").stdout
    assert "Kernel launch latency" in text and "vGPU" in text, text


# hashcat tests each of its kernels with a hash it knows before it starts.
def test_hashcat_finds_a_number(tmp_path):
    if not shutil.which("hashcat"):
        pytest.skip("hashcat is not installed")
    found = tmp_path / "found"
    hidden = hashlib.md5(b"4821").hexdigest()
    done = vgpu_run("env", f"HOME={tmp_path}", "hashcat", "-m", "0", "-a", "3", hidden, "?d?d?d?d", "--force", "-D", "1,2",
                    "--potfile-disable", "-o", found)
    assert found.read_text().strip() == f"{hidden}:4821", done.stdout


def test_exit_codes_pass_through():
    assert vgpu_run("sh", "-c", "exit 7", check=False).returncode == 7
    assert vgpu_run("sh", "-c", "kill -9 $$", check=False).returncode == 137
    assert vgpu_run("/no/such/program", check=False).returncode == 127


def test_profile_and_trace(tmp_path):
    needs("pyopencl")
    trace = tmp_path / "trace.json"
    text = vgpu_run("/usr/bin/python3", HERE / "pyopencl_program.py",
                    options=("--profile", "--trace", str(trace))).stdout
    assert "kernel" in text and "copy" in text
    names = {event.get("name") for event in json.loads(trace.read_text())["traceEvents"]}
    assert "transpose" in names
