"""How a test of a language feature runs: one kernel, one launch, arrays in and out. SPDX-License-Identifier: MIT"""
import numpy as np
import pytest

import vgpu


class Runner:
    def __init__(self, language):
        self.device = vgpu.Device("cpu")
        self.language = language

    def __call__(self, source, kernel, out, *inputs, grid=1, block=32, options="", shared_bytes=0, cooperative=False):
        """Launches kernel(out, inputs...); arrays travel as buffers, NumPy scalars as values. Returns `out` filled."""
        module = self.device.compile(source, language=self.language, options=options)
        out = np.array(out)
        buffers = [self.device.to_device(a) if isinstance(a, np.ndarray) else a for a in (out, *inputs)]
        module[kernel].launch(grid, block, buffers, shared_bytes=shared_bytes, cooperative=cooperative)
        self.device.synchronize()
        buffers[0].copy_to(out)
        return out


@pytest.fixture(scope="session")
def cuda():
    return Runner("cuda")


@pytest.fixture(scope="session")
def opencl():
    return Runner("opencl")
