"""Every source file says in its first comment what it is, carries its licence, and is formatted.

SPDX-License-Identifier: MIT
"""
import re
import shutil
import subprocess

import pytest
import tree

COMMENTED = tree.CPP | tree.KERNELS | {".py", ".def", ".cmake"}
STARTS = {".py": ('"""', "#!", "#"), ".cmake": ("#",)}


def test_first_line_is_a_comment():
    wrong = [str(path) for path in tree.files(*COMMENTED)
             if not tree.text(path).startswith(STARTS.get(path.suffix, ("//", "/*")))]
    assert not wrong, "no head comment: " + ", ".join(wrong)


def test_licence_line():
    wrong = [str(path) for path in tree.files(*COMMENTED)
             if "SPDX-License-Identifier: MIT" not in tree.text(path)[:3000]]
    assert not wrong, "no SPDX line: " + ", ".join(wrong)


def test_no_unfinished_work():
    words = re.compile("\\b(" + "|".join(("TO" "DO", "FIX" "ME", "XX" "X", "HA" "CK")) + ")\\b")
    wrong = [f"{path}:{number}" for path in tree.files(*COMMENTED)
             for number, line in enumerate(tree.text(path).splitlines(), 1) if words.search(line)]
    assert not wrong, "unfinished: " + ", ".join(wrong)


def test_names_are_snake_case():
    wrong = [str(path) for path in tree.files(*tree.CPP, ".py", ".def")
             if not re.fullmatch(r"[a-z0-9_]+(\.[a-z]+)+", path.name)]
    assert not wrong, ", ".join(wrong)


def test_clang_format():
    tool = shutil.which("clang-format-19")
    if not tool:
        pytest.skip("clang-format-19 is not installed")
    sources = [str(path) for path in tree.files(*tree.CPP)]
    result = subprocess.run([tool, "--dry-run", "-Werror", *sources], cwd=tree.ROOT, capture_output=True,
                            text=True)
    wrong = sorted({line.split(":")[0] for line in result.stderr.splitlines() if "error:" in line})
    assert result.returncode == 0, "run `make format`: " + ", ".join(wrong)
