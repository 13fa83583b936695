"""Every module of this folder does what its comments say. SPDX-License-Identifier: MIT"""
import glob
import os

import pytest
from conftest import Script

FILES = sorted(glob.glob(os.path.join(os.path.dirname(__file__), "*.spvasm")))


@pytest.mark.parametrize("path", FILES, ids=[os.path.basename(path)[:-7] for path in FILES])
def test_module(device, capfd, path):
    Script(device, path, capfd).follow()
