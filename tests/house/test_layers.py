"""A folder includes only folders above it in docs/layers.txt, and LLVM stays inside the compiler.

SPDX-License-Identifier: MIT
"""
import re

import tree

LAYERS = [line.split()[0] for line in tree.text("docs/layers.txt").splitlines() if line and line[0] != "#"]
LLVM_ALLOWED = ("src/compiler/front/", "src/compiler/passes/", "src/compiler/target/")
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)


def layer_of(path):
    return next((i for i, layer in enumerate(LAYERS) if str(path).startswith(layer + "/")), None)


def layer_of_include(name):
    return layer_of("include/" + name) if name.startswith("vgpu/") else layer_of("src/" + name)


def includes(path):
    return [name for _, name in INCLUDE.findall(tree.text(path))]


def test_folders_include_only_what_stands_above_them():
    wrong = []
    for path in tree.files(*tree.CPP, under=("include", "src")):
        own = layer_of(path)
        assert own is not None, f"{path}: its folder is missing in docs/layers.txt"
        for name in includes(path):
            other = layer_of_include(name)
            if other is not None and other > own:
                wrong.append(f"{path} includes {name}")
    assert not wrong, "\n".join(wrong)


def test_llvm_is_included_in_the_compiler_only():
    wrong = [
        f"{path} includes {name}"
        for path in tree.files(*tree.CPP)
        if not str(path).startswith(LLVM_ALLOWED)
        for name in includes(path)
        if re.match(r"(llvm|clang|lld)(-c)?/", name)
    ]
    assert not wrong, "\n".join(wrong)


def test_examples_know_public_headers_only():
    wrong = [
        f"{path} includes {name}"
        for path in tree.files(*tree.CPP, under=("examples",))
        for name in includes(path)
        if layer_of("src/" + name) is not None
    ]
    assert not wrong, "\n".join(wrong)
