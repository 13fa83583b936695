"""Which OpenCL devices there are, how they are listed and chosen, and what a program that uses none pays.

SPDX-License-Identifier: MIT
"""
import json
import os
import pathlib
import subprocess
import sys

import pytest

BUILD = pathlib.Path(os.environ["VGPU_BUILD_DIR"])
VGPU = BUILD / "bin" / "vgpu"
# All but the test that knows the cpu device's limits.
API_TESTS = [BUILD / "bin" / "api_tests", "--gtest_brief=1", "--gtest_filter=-Launch.BadSizesAreRefused"]


def run(*words, **variables):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, env=os.environ | variables, timeout=600)


def devices(**variables):
    done = run(VGPU, "devices", "--json", **variables)
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(done.stdout)["devices"]


@pytest.fixture
def opencl():
    found = [device for device in devices() if device["kind"] == "opencl"]
    if not found:
        pytest.skip("this machine has no OpenCL platform but vGPU's own")
    return found[0]


def test_listed_with_abilities(opencl):
    assert opencl["name"].startswith("vGPU opencl: ") and opencl["driver_version"]
    assert opencl["compute_units"] >= 1 and opencl["memory_total_bytes"] > 0
    for ability in ("fp16", "fp64", "sub_groups", "images", "shared_with_host"):
        assert isinstance(opencl[ability], bool)
    for verb in ("devices", "status"):
        assert opencl["name"][:20] in run(VGPU, verb).stdout


def test_numbers_of_the_others_stay(opencl):
    kinds = [device["kind"] for device in devices()]
    assert kinds[:3] == ["cpu", "sim", "null"] and set(kinds[3:]) == {"opencl"}


@pytest.mark.parametrize("chosen", ["kind", "name", "part of the name"])
def test_chosen_by_name_becomes_the_first(opencl, chosen):
    name = {"kind": "opencl", "name": opencl["name"], "part of the name": opencl["name"][13:30]}[chosen]
    assert devices(VGPU_DEVICE=name)[0]["name"] == opencl["name"]


def test_chosen_by_number(opencl):
    program = f"""import ctypes
device = ctypes.c_int()
ctypes.CDLL({str(BUILD / 'lib' / 'libvgpu.so')!r}).vgpuGetDevice(ctypes.byref(device))
print(device.value)"""
    done = run(sys.executable, "-c", program, VGPU_DEVICE=str(opencl["id"]))
    assert done.stdout.strip() == str(opencl["id"]), done.stderr


def test_only_those_listed(opencl):
    assert [device["kind"] for device in devices(VGPU_DEVICES="cpu")] == ["cpu"]
    assert [device["kind"] for device in devices(VGPU_DEVICES="opencl,cpu")][-1] == "cpu"


def test_machine_without_opencl(tmp_path):
    nothing = {"OCL_ICD_VENDORS": str(tmp_path), "OPENCL_VENDOR_PATH": str(tmp_path)}
    assert "opencl" not in [device["kind"] for device in devices(**nothing)]
    done = run(VGPU, "devices", VGPU_DEVICE="opencl", **nothing)
    assert done.returncode != 0 and 'no device "opencl"' in done.stdout + done.stderr


def test_own_driver_is_no_device(tmp_path):
    (tmp_path / "vgpu.icd").write_text(str(BUILD / "lib" / "libvgpu_opencl.so"))
    own = {"OCL_ICD_VENDORS": str(tmp_path), "OPENCL_VENDOR_PATH": str(tmp_path)}
    assert "opencl" not in [device["kind"] for device in devices(**own)]


def loaded_libraries(program, **variables):
    text = f"import vgpu\n{program}\nprint(open('/proc/self/maps').read())"
    done = run(sys.executable, "-c", text, **variables)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_nothing_is_loaded_unless_asked(opencl, tmp_path):
    cache = {"VGPU_CACHE_DIR": str(tmp_path)}
    assert "libOpenCL" not in loaded_libraries("vgpu.Device('cpu'); vgpu.Device()", **cache)
    assert "libOpenCL" in loaded_libraries("vgpu.device_count()", **cache)
    assert "libOpenCL" not in loaded_libraries("vgpu.device_count()", **cache)  # from the record on disk


def test_damaged_records_are_made_again(opencl, tmp_path):
    cache = {"VGPU_CACHE_DIR": str(tmp_path)}
    assert devices(**cache)[-1]["kind"] == "opencl"
    for path in tmp_path.rglob("*"):
        if path.is_file():
            path.write_bytes(path.read_bytes()[:-3] + b"xyz")
    assert devices(**cache)[-1]["kind"] == "opencl"


def test_public_interface_on_it(opencl):
    if not API_TESTS[0].exists():
        pytest.skip("the tests of the interface are not built")
    done = run(*API_TESTS, VGPU_DEVICE="opencl")
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
