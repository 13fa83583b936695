"""Headers, files and functions stay small enough to be read at a sitting; exceptions stand in sizes_allowed.txt.

SPDX-License-Identifier: MIT
"""
import functions
import tree

HEADER, FILE, FUNCTION = 150, 600, 40  # lines, as in CONTRIBUTING.md


def allowed():
    rows = {}
    for line in tree.text("tests/house/sizes_allowed.txt").splitlines():
        fields = line.split("#")[0].split()
        if fields:
            rows[tuple(fields[:-1])] = int(fields[-1])
    return rows


ALLOWED = allowed()


def too_large(sizes):
    return [f"{' '.join(key)}: {size} lines, limit {limit}"
            for key, size, limit in sizes if size > ALLOWED.get(key, limit)]


def file_sizes():
    for path in tree.files(*tree.CPP, *tree.KERNELS, ".py"):
        limit = HEADER if path.suffix in (".h", ".hpp") else FILE
        yield (str(path),), tree.text(path).count("\n"), limit


def function_sizes():
    for path in tree.files(".cpp", ".h", ".hpp", under=("include", "src", "examples", "bench", "python")):
        for name, _, length in functions.functions(tree.text(path)):
            yield (str(path), name), length, FUNCTION


def test_files_are_short():
    wrong = too_large(file_sizes())
    assert not wrong, "\n".join(wrong)


def test_functions_are_short():
    wrong = too_large(function_sizes())
    assert not wrong, "\n".join(wrong)


def test_every_exception_is_still_needed():
    sizes = {key: (size, limit) for key, size, limit in [*file_sizes(), *function_sizes()]}
    gone = [" ".join(key) for key in ALLOWED if key not in sizes or sizes[key][0] <= sizes[key][1]]
    assert not gone, "rows of sizes_allowed.txt that nothing needs: " + ", ".join(gone)


def test_exceptions_stay_few():
    assert len(ALLOWED) <= 12


def test_function_lengths_are_measured_right():
    source = """
namespace a {
struct S {
  int f(int x) const {
    // a comment
    if (x) {

      return 1;
    }
    return 0;
  }
  int table[2] = {1, 2};
};
template <typename T>
void g(T t) noexcept(true) { t(); }
const int kTable[] = {
    1,
    2,
};
}  // namespace a
"""
    assert [(name, length) for name, _, length in functions.functions(source)] == [("f", 4), ("g", 0)]
