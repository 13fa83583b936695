"""The device that all tests of the Python packages share. SPDX-License-Identifier: MIT"""
import pytest

import vgpu


@pytest.fixture(scope="session")
def device():
    return vgpu.Device("cpu")
