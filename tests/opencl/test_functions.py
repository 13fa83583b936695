"""Every function that the driver has is called by one of its tests. SPDX-License-Identifier: MIT"""
import pathlib
import re

HERE = pathlib.Path(__file__).parent
TABLE = HERE.parent.parent / "src/api/opencl/dispatch.def"


def test_every_function_is_called():
    tests = "\n".join(path.read_text() for path in HERE.glob("*_test.cpp"))
    functions = re.findall(r"^VG_FUNCTION\((\w+)\)", TABLE.read_text(), re.MULTILINE)
    assert len(functions) > 100
    assert [name for name in functions if not re.search(rf"\b{name}\b", tests)] == []
