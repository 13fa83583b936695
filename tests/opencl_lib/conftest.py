"""Runs one kernel over arrays: run(source, outputs, inputs) on the cpu device. SPDX-License-Identifier: MIT"""
import numpy as np
import pytest

import vgpu


@pytest.fixture(scope="session")
def run():
    device = vgpu.Device("cpu")

    def launch(source, out, *inputs, items, block=None, options="-cl-std=CL3.0"):
        """Launches kernel k(out, inputs...) over `items` work-items and returns what it left in `out`."""
        module = device.compile(source, language="opencl", options=options)
        block = block or items
        out = np.array(out)
        buffers = [device.to_device(np.ascontiguousarray(a)) for a in (out, *inputs)]
        module["k"].launch(items // block, block, buffers)
        device.synchronize()
        buffers[0].copy_to(out)
        return out

    return launch
