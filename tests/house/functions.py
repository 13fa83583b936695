"""Finds the functions of a C++ file and how long they are, by matching braces: enough for clang-formatted code.

Used by test_sizes.py. A function's length is its lines between the braces that hold code; comments and blank
lines are free.
SPDX-License-Identifier: MIT
"""
import re

import tree

NAME = re.compile(r"([~\w:]+|operator\s*[^\s(]+)\s*\($")


def scope_kind(head, outer):
    """What a `{` opens, from the text before it and the kind of scope it stands in."""
    if outer in ("function", "data"):
        return outer
    if re.search(r'\bnamespace\b|\bextern\b\s*$', head):
        return "scope"
    if "(" in head and not re.match(r"\s*(enum|union)\b", head) and not re.search(r"=\s*$", head):
        return "function"
    if re.search(r"\b(class|struct|union)\b", head):
        return "scope"
    return "data"


def function_name(head):
    found = NAME.search(head[: head.index("(") + 1])
    return found.group(1) if found else head.strip().split("\n")[0]


def functions(source):
    """Yields (name, line, length) of each function in C++ text."""
    code = tree.code(source)
    lines = code.split("\n")
    stack, start, line = [], 0, 1
    for i, char in enumerate(code):
        if char == "\n":
            line += 1
        elif char == "{":
            head = code[start:i]
            kind = scope_kind(head, stack[-1][0] if stack else "scope")
            new = kind == "function" and not (stack and stack[-1][0] == "function")
            stack.append((kind, function_name(head) if new else None, line))
            start = i + 1
        elif char == "}" and stack:
            _, name, first = stack.pop()
            start = i + 1
            if name is not None:
                yield name, first, sum(1 for text in lines[first : line - 1] if text.strip())
        elif char == ";":
            start = i + 1
