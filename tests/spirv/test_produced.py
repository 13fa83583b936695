"""The tests of OpenCL C once more, their kernels compiled to SPIR-V by another compiler.

Files of tests are taken as they are; the launchers that they ask for (conftest.py) go by way of SPIR-V here.
SPDX-License-Identifier: MIT
"""
import importlib.util
import os

import producer

producer.require()
TESTS = os.path.join(os.path.dirname(__file__), "..")
# The language is asked, not SPIR-V; a compare-exchange and clusters of sub-groups (of SPIR-V 1.3) on which the other
# compiler dies, and functions it does not declare.
LEFT_OUT = {"test_versions", "test_options", "test_atomics", "test_aligned_single_halves",
            "test_clusters_are_of_active_items_only"}


def take(folder, file):
    """Puts the tests of a file among those of this one."""
    path = os.path.join(TESTS, folder, file + ".py")
    spec = importlib.util.spec_from_file_location(f"{folder}_{file}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for name in dir(module):
        if name.startswith("test_") and name not in LEFT_OUT:
            globals()[f"test_{file[5:]}_{name[5:]}"] = getattr(module, name)


take("opencl_lib", "test_functions")
take("opencl_lib", "test_conversions")
take("opencl_lib", "test_groups")
take("languages", "test_opencl_c")
take("languages", "test_opencl_async_copies")
