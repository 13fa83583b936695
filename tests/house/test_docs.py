"""Links in the documents lead somewhere, and what is generated is up to date.

SPDX-License-Identifier: MIT
"""
import re
import subprocess
import sys

import pytest
import tree

LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
PATH = re.compile(r"`((?:src|include|tests|bench|examples|python|tools|cmake|docs)/[\w./-]+)`")


def documents():
    top = [path.relative_to(tree.ROOT) for path in sorted(tree.ROOT.glob("*.md"))]
    return top + tree.files(".md")


@pytest.mark.parametrize("path", documents(), ids=str)
def test_links(path):
    folder = (tree.ROOT / path).parent
    wrong = []
    for target in LINK.findall(tree.text(path)):
        if not re.match(r"https?:|#|mailto:", target) and not (folder / target.split("#")[0]).exists():
            wrong.append(target)
    for target in PATH.findall(tree.text(path)):
        if not (tree.ROOT / target).exists():
            wrong.append(target)
    assert not wrong, f"{path}: {wrong}"


def test_options_page_is_generated():
    made = subprocess.run([sys.executable, str(tree.ROOT / "tools/options_doc")], check=True,
                          capture_output=True, text=True).stdout
    assert made == tree.text("docs/options.md"), "run tools/options_doc > docs/options.md"
