"""The project's files as the house tests see them: where they stand, their text, their code without comments.

Imported by every test in this folder; knows no rule itself.
SPDX-License-Identifier: MIT
"""
import os
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ.get("VGPU_BUILD_DIR", ROOT / "build"))
FOLDERS = ("include", "src", "tests", "bench", "examples", "python", "tools", "cmake", "docs", "packaging")
CPP = {".cpp", ".h", ".hpp", ".c"}
KERNELS = {".cl", ".cu", ".cuh"}


def files(*suffixes, under=FOLDERS):
    """All files of the project with one of these suffixes (all files without any), as paths from the root."""
    found = []
    for folder in under:
        for path in sorted((ROOT / folder).rglob("*")):
            hidden = any(part.startswith((".", "__pycache__")) for part in path.relative_to(ROOT).parts)
            if path.is_file() and not hidden and (not suffixes or path.suffix in suffixes):
                found.append(path.relative_to(ROOT))
    return found


def text(path):
    return (ROOT / path).read_text(encoding="utf-8")


def blank(match):
    """Spaces instead of the matched text, with its line ends kept so that line numbers stay."""
    return re.sub(r"[^\n]", " ", match.group(0))


NOT_CODE = re.compile(
    r"""R"(?P<tag>\w*)\(.*?\)(?P=tag)"     # raw strings
      | //[^\n]* | /\*.*?\*/              # comments
      | "(?:\\.|[^"\\\n])*"               # strings
      | '(?:\\.|[^'\\\n])+'(?!\w)         # characters, not digit separators
      | ^[ \t]*\#(?:\\\n|[^\n])*          # preprocessor
    """,
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)


def code(source):
    """C++ text with comments, strings and preprocessor lines blanked out."""
    return NOT_CODE.sub(blank, source)
