"""Every verb of the command line: exit code, JSON that scripts can rely on, text for people.

SPDX-License-Identifier: MIT
"""
import json
import os
import pathlib
import subprocess

import pytest

BUILD = pathlib.Path(os.environ["VGPU_BUILD_DIR"])
VGPU = BUILD / "bin" / "vgpu"
HAS_COMPILER = (BUILD / "lib" / "libvgpu_compiler.so").exists()


@pytest.fixture
def vgpu(tmp_path):
    """Runs vgpu with a clean environment and a home of its own; extra variables as keywords."""
    clean = {key: value for key, value in os.environ.items() if not key.startswith(("VGPU_", "XDG_"))}

    def run(*arguments, **variables):
        environment = {**clean, "HOME": str(tmp_path), "VGPU_CACHE_DIR": str(tmp_path / "cache"), **variables}
        return subprocess.run([str(VGPU), *arguments], capture_output=True, text=True, env=environment,
                              cwd=tmp_path, stdin=subprocess.DEVNULL, timeout=600)

    return run


def data_of(done, verb):
    data = json.loads(done.stdout)
    assert data["schema"] == 1 and data["verb"] == verb
    return data


def test_version(vgpu):
    done = vgpu("--version")
    assert done.returncode == 0 and done.stdout.startswith("vgpu ")


def test_help_lists_the_verbs(vgpu):
    done = vgpu("--help")
    assert done.returncode == 0
    for verb in ("status", "devices", "test-basic", "healthcheck", "config", "bench"):
        assert verb in done.stdout


def test_no_verb_prints_help(vgpu):
    assert "status" in vgpu().stdout


def test_wrong_usage(vgpu):
    for arguments in (["no-such-verb"], ["status", "--no-such-option"], ["status", "extra"]):
        done = vgpu(*arguments)
        assert done.returncode == 2 and done.stdout == "" and done.stderr != ""


def test_wrong_usage_is_json_too(vgpu):
    done = vgpu("no-such-verb", "--json")
    assert done.returncode == 2
    assert "no-such-verb" in json.loads(done.stdout)["error"]["message"]


@pytest.mark.parametrize("verb", ["status", "devices", "test-basic", "healthcheck", "config", "bench", "compile"])
def test_every_verb_has_help(vgpu, verb):
    done = vgpu(verb, "--help")
    assert done.returncode == 0 and "--json" in done.stdout


def test_without_a_home(vgpu):
    done = vgpu("config", HOME="")
    assert done.returncode == 0 and "no home directory" in done.stdout
    assert vgpu("test-basic", HOME="", VGPU_CACHE_DIR="").returncode == 0


def test_damaged_configuration_names_file_and_line(vgpu, tmp_path):
    (tmp_path / "config.json").write_text('{\n "threads": 2,\n')
    done = vgpu("status", VGPU_CONFIG=str(tmp_path / "config.json"))
    assert done.returncode == 1
    assert "config.json" in done.stderr and "line 3" in done.stderr


def test_a_full_disk_does_not_stop_work(vgpu):
    assert vgpu("test-basic", VGPU_TRACE="/dev/full").returncode == 0


def test_status(vgpu):
    done = vgpu("status", "--json")
    assert done.returncode == 0, done.stderr
    data = data_of(done, "status")
    cpu = data["devices"][0]
    assert cpu["kind"] == "cpu" and cpu["compute_units"] >= 1 and cpu["memory_total_bytes"] > 1 << 28
    assert data["host"]["memory_total_bytes"] > 0
    text = vgpu("status").stdout
    assert cpu["name"] in text and text.startswith("+--")
    assert len({len(line) for line in text.splitlines()}) == 1, "the frame is straight"


def test_json_may_stand_before_the_verb(vgpu):
    assert data_of(vgpu("--json", "status"), "status")


def test_devices(vgpu):
    data = data_of(vgpu("devices", "--json"), "devices")
    assert [device["id"] for device in data["devices"]] == list(range(len(data["devices"])))
    text = vgpu("devices").stdout
    assert "instruction set" in text and "device 0: " in text


def test_config_shows_sources(vgpu):
    data = data_of(vgpu("config", "--json", VGPU_THREADS="1"), "config")
    options = {option["name"]: option for option in data["options"]}
    assert options["threads"]["value"] == "1" and options["threads"]["source"] == "environment"
    assert options["spin_us"]["source"] == "default"
    assert "VGPU_THREADS" in vgpu("config").stdout


def test_config_reports_unknown_variables(vgpu):
    done = vgpu("config", "--json", VGPU_TREADS="1")
    assert done.returncode == 1
    assert any("VGPU_TREADS" in problem for problem in data_of(done, "config")["problems"])


def test_basic_tests_pass(vgpu):
    done = vgpu("test-basic", "--json")
    assert done.returncode == 0, done.stdout
    outcomes = {test["name"]: test["outcome"] for test in data_of(done, "test-basic")["tests"]}
    expected = "passed" if HAS_COMPILER else "skipped"
    assert outcomes.pop("OpenCL C") == expected and outcomes.pop("CUDA C++") == expected
    assert set(outcomes.values()) == {"passed"}


def checks_of(done):
    return {check["name"]: check for check in data_of(done, "healthcheck")["checks"]}


def test_healthcheck(vgpu):
    done = vgpu("healthcheck", "--json")
    checks = checks_of(done)
    problems = [name for name, check in checks.items() if check["health"] == "problem"]
    assert problems == ([] if HAS_COMPILER else ["compiler"]), done.stdout
    assert done.returncode == (1 if problems else 0)


def test_healthcheck_names_the_misspelt_variable(vgpu):
    done = vgpu("healthcheck", "--json", VGPU_TREADS="1")
    assert done.returncode == 1
    assert "VGPU_TREADS" in checks_of(done)["options"]["text"]


def test_healthcheck_names_the_bad_value(vgpu):
    done = vgpu("healthcheck", VGPU_THREADS="many")
    assert done.returncode == 1 and "VGPU_THREADS" in done.stdout


def test_healthcheck_finds_the_cache_that_cannot_be_written(vgpu, tmp_path):
    (tmp_path / "file").write_text("no folder")
    done = vgpu("healthcheck", "--json", **{"VGPU_CACHE_DIR": str(tmp_path / "file" / "cache")})
    check = checks_of(done)["kernel cache"]
    assert done.returncode == 1 and check["health"] == "problem" and check["fix"]


def test_no_colours_in_a_pipe(vgpu):
    for verb in ("status", "devices", "config", "test-basic"):
        assert "\033" not in vgpu(verb, TERM="xterm-256color").stdout


def test_bench_runtime(vgpu):
    data = data_of(vgpu("bench", "runtime", "--json"), "bench runtime")
    assert all(figure["seconds"] > 0 for figure in data["figures"])


HAS_CUDA = (BUILD / "lib" / "libvgpu_cudart.so").exists()


@pytest.mark.skipif(not HAS_CUDA, reason="built without the CUDA run time")
def test_smi(vgpu):
    """What scripts ask nvidia-smi, by the name that nvcc-shim gives it too."""
    data = data_of(vgpu("smi", "--json", VGPU_CUDA_DEVICE="a100", VGPU_DEVICE_COUNT="2"), "smi")
    assert [gpu["compute_cap"]["value"] for gpu in data["gpus"]] == ["8.0", "8.0"]
    assert data["gpus"][0]["temperature.gpu"]["value"] is None

    done = vgpu("smi", "--query-gpu=gpu_name, compute_cap,memory.total,power.draw", "--format=csv", VGPU_CUDA_DEVICE="v100")
    heading, row = done.stdout.splitlines()
    assert heading == "gpu_name, compute_cap, memory.total [MiB], power.draw [W]"
    name, capability, memory, power = row.split(", ")
    assert "V100" in name and capability == "7.0" and memory.endswith(" MiB") and power == "[N/A]"
    done = vgpu("smi", "-i", "1", "--query-gpu=index,memory.total", "--format=csv,noheader,nounits", VGPU_DEVICE_COUNT="2")
    index, memory = done.stdout.split(", ")
    assert index == "1" and int(memory) > 0

    assert len(vgpu("smi", "-L", VGPU_DEVICE_COUNT="3").stdout.splitlines()) == 3
    assert "CUDA Version: 12." in vgpu("smi").stdout and "CUDA Version   : 12." in vgpu("smi", "-q").stdout

    done = vgpu("smi", "-i", "5")
    assert done.returncode == 1 and "no GPU is 5" in done.stderr
    done = vgpu("smi", "--query-gpu=name,height")
    assert done.returncode == 2 and "height" in done.stderr
    assert vgpu("smi", "--query-gpu=name", "--format=xml").returncode == 2


@pytest.mark.skipif(not HAS_CUDA, reason="built without the CUDA run time")
def test_smi_of_the_shim(vgpu, tmp_path):
    assert vgpu("nvcc-shim", str(tmp_path / "shim")).returncode == 0
    done = subprocess.run([tmp_path / "shim" / "bin" / "nvidia-smi", "--query-gpu=name,depth", "--format=csv"],
                          capture_output=True, text=True)
    assert done.returncode == 2 and "depth" in done.stderr
    done = subprocess.run([tmp_path / "shim" / "bin" / "nvidia-smi", "-L"], capture_output=True, text=True)
    assert done.returncode == 0 and done.stdout.startswith("GPU 0: ")
