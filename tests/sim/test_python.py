"""vgpu.sim: registers, rings and traces from Python, and the page of documentation.

SPDX-License-Identifier: MIT
"""
import pathlib
import select
import subprocess
import sys

import numpy as np
import pytest

import vgpu
import vgpu.sim

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def gpu():
    return vgpu.sim.Sim(vgpu.Device("sim"))


def test_registers_by_name_and_offset(gpu):
    assert gpu.mmio.read32("ID") == gpu.mmio[0] == int.from_bytes(b"VGPU", "little")
    gpu.mmio["SCRATCH"] = 99
    assert gpu.mmio.read32(gpu.mmio.offset("SCRATCH")) == 99
    assert gpu.mmio.names()["RING28_TAIL"] == 0x1000 + 28 * 0x40 + 0x10
    with pytest.raises(vgpu.Error):
        gpu.mmio.read32("NOTHING")
    with pytest.raises(vgpu.Error):
        gpu.mmio.read32(0xFFF0)


def test_config_space_and_bars(gpu):
    assert gpu.read_config(0, 2) == 0x5647
    page = np.frombuffer(gpu.map_bar(0), np.uint32)
    assert page[0] == gpu.mmio["ID"]


def test_a_ring_of_ones_own(gpu):
    ring = vgpu.sim.Ring(gpu, 29)
    data = np.arange(64, dtype=np.float32)
    memory = gpu.device.malloc(data.nbytes)
    target = memory.view(np.float32)
    module = gpu.device.compile("__kernel void twice(__global float* x) { x[get_global_id(0)] *= 2; }")
    kernel = gpu.add_kernel(module["twice"])
    arguments = gpu.device.to_device(np.array([target.ctypes.data], np.uint64))
    gpu.map_host(data.ctypes.data, data.nbytes)
    ring.submit(vgpu.sim.copy(data.ctypes.data, target.ctypes.data, data.nbytes),
                vgpu.sim.dispatch(kernel, arguments.view(np.uint8).ctypes.data, 8, (2,), (32,)),
                vgpu.sim.fence(3, interrupt=True))
    assert select.select([gpu.interrupt_fd()], [], [], 60)[0] or ring["FENCE"] == 3
    gpu.wait_idle()
    assert ring["FENCE"] == 3 and gpu.mmio["FAULT"] == 0
    np.testing.assert_array_equal(target, 2 * data)
    ring.submit(vgpu.sim.copy(16, target.ctypes.data, 4))
    gpu.wait_idle()
    assert gpu.mmio["FAULT"] == 6 and ring["STATE"] == 3
    ring.reset()
    ring.submit(vgpu.sim.fence(4))
    gpu.wait_idle()
    assert ring["FENCE"] == 4
    gpu.unmap_host(data.ctypes.data)
    gpu.remove_kernel(kernel)


def test_the_trace(gpu):
    gpu.clear_trace()
    before = gpu.time()
    a = np.ones((8, 8), np.float32)
    gpu.device.matmul(a, a)
    events = gpu.trace()
    assert {"host", "cp", "copy in", "compute", "copy out"} <= {e["lane"] for e in events}
    assert all(before <= e["start_ps"] <= e["end_ps"] for e in events)
    assert gpu.time() > before


def test_the_documentation_lists_what_there_is():
    made = subprocess.run([sys.executable, ROOT / "tools" / "sim_doc"], capture_output=True, text=True, check=True)
    assert made.stdout == (ROOT / "docs" / "sim.md").read_text(), "run tools/sim_doc"
