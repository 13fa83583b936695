"""The timeline's page in a real browser, and the other forms of `vgpu sim trace`.

SPDX-License-Identifier: MIT
"""
import json
import os
import pathlib
import re
import shutil
import subprocess

import pytest

BUILD = pathlib.Path(os.environ["VGPU_BUILD_DIR"])
PROGRAM = """
import numpy as np, vgpu
device = vgpu.Device(0)
assert device.properties().kind == "sim"
a = np.arange(12, dtype=np.float32).reshape(3, 4)
np.testing.assert_allclose(device.matmul(a, a.T), a @ a.T)
"""


def vgpu(*arguments, code=0):
    done = subprocess.run([BUILD / "bin" / "vgpu", *arguments], capture_output=True, text=True, timeout=600)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout


def test_text_tells_the_way_of_a_command():
    text = vgpu("sim", "trace")
    steps = ["submit copy host to device", "doorbell of ring", "fetch copy host to device", "launch scale_add",
             "copy device to host", "fence", "interrupt"]
    places = [text.index(step) for step in steps]
    assert places[:3] == sorted(places[:3])
    assert text == vgpu("sim", "trace"), "simulated times differ from run to run"


def test_perfetto(tmp_path):
    vgpu("sim", "trace", "-o", tmp_path / "t.json")
    events = json.loads((tmp_path / "t.json").read_text())["traceEvents"]
    rows = {e["tid"]: e["args"]["name"] for e in events if e["name"] == "thread_name"}
    assert {"host", "cp", "copy in", "copy out", "compute", "unit 0"} <= set(rows.values())
    spans = [e for e in events if e["ph"] == "X"]
    assert all(e["dur"] >= 0 and e["tid"] in rows for e in spans)
    copies = [e for e in spans if rows[e["tid"]] == "copy out"]
    launches = [e for e in spans if rows[e["tid"]] == "compute"]
    overlap = any(c["ts"] < l["ts"] + l["dur"] and l["ts"] < c["ts"] + c["dur"] for c in copies for l in launches)
    assert overlap, "the two streams of the sample do not overlap"


def test_a_program_of_the_users(tmp_path):
    (tmp_path / "program.py").write_text(PROGRAM)
    text = vgpu("sim", "trace", "--", "/usr/bin/python3", tmp_path / "program.py")
    assert "launch matmul" in text and "copy device to host" in text


def test_failures_are_said(tmp_path):
    assert json.loads(vgpu("sim", "trace", "--json", "--", "false", code=1))["error"]["message"]
    vgpu("sim", "trace", "-o", "/no/such/folder/t.html", code=1)


BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


@pytest.mark.skipif(BROWSER is None, reason="no Chromium is installed")
def test_the_page_runs_in_a_browser(tmp_path):
    page = tmp_path / "timeline.html"
    vgpu("sim", "trace", "-o", page)
    text = page.read_text()
    assert not re.search(r'(src|href)="?http', text), "the page needs something from elsewhere"
    count = text.count("],\n[") + 1
    # A sanitizer that our own programs need would take the browser minutes.
    environment = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
    done = subprocess.run(
        [BROWSER, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path}/profile",
         "--virtual-time-budget=4000", "--dump-dom", f"file://{page}#t=0.5"],
        capture_output=True, text=True, timeout=300, env=environment)
    dom = done.stdout
    # The script sets this at its very end: an exception before would leave it out.
    assert f'data-ready="{count}"' in dom, done.stderr[-2000:]
    assert dom.count('class="part on"') >= 2, "at half of the time some parts are at work"
    assert re.search(r'id="clock">[\d.]+ µs of [\d.]+ µs', dom)
    assert "launches" in dom and "compute units" in dom
