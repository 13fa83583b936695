"""vgpu.einsum: NumPy's einsum with contractions by the engine for matrix products.

SPDX-License-Identifier: MIT
"""
import functools
import math

import numpy as np

from . import _einsum_path, linalg

__all__ = ["einsum", "einsum_path"]


def _expand(terms, output, shapes):
    """Ellipses as letters of their own: the last letters stand for the last axes, so that shapes broadcast."""
    used = set("".join(terms)) | set(output or "")
    free = [chr(c) for c in range(0x3B1, 0x3B1 + 64) if chr(c) not in used]
    ranks = [len(s) - len(t.replace("...", "")) for t, s in zip(terms, shapes)]
    most = max((r for r, t in zip(ranks, terms) if "..." in t), default=0)
    letters = free[:most]

    def fill(term, rank):
        return term.replace("...", "".join(letters[len(letters) - rank:] if rank else []))

    expanded = []
    for term, rank, shape in zip(terms, ranks, shapes):
        if term.count(".") not in (0, 3) or (rank < 0 or (rank > 0 and "..." not in term)):
            raise ValueError(f"einsum: '{term}' does not fit an operand with {len(shape)} axes")
        expanded.append(fill(term, rank))
    if output is None:
        joined = "".join(terms).replace("...", "")
        single = "".join(sorted(c for c in set(joined) if joined.count(c) == 1))
        return expanded, "".join(letters) + single
    if letters and "..." not in output:
        raise ValueError(f"einsum: the output '{output}' leaves the axes of an ellipsis out")
    return expanded, output.replace("...", "".join(letters))


def _parse(subscripts, shapes):
    text = subscripts.replace(" ", "")
    left, arrow, right = text.partition("->")
    terms = left.split(",")
    if len(terms) != len(shapes):
        raise ValueError(f"einsum: {len(terms)} terms in '{subscripts}', but {len(shapes)} operands")
    if not all(c.isalpha() or c in ".," for c in left + right) or "," in right:
        raise ValueError(f"einsum: '{subscripts}' holds a character that is no index")
    terms, output = _expand(terms, right if arrow else None, shapes)
    known = set("".join(terms))
    if len(set(output)) != len(output) or not set(output) <= known:
        raise ValueError(f"einsum: the output '{right}' repeats an index or has one of no operand")
    return terms, output


def _sizes_of(terms, shapes):
    sizes = {}
    for term, shape in zip(terms, shapes):
        for index, n in zip(term, shape):
            if sizes.setdefault(index, n) == 1:
                sizes[index] = n
            elif n not in (1, sizes[index]):
                raise ValueError(f"einsum: index '{index}' has sizes {sizes[index]} and {n}")
    return sizes


def _plain(term, array, keep):
    """The operand with each index once and only those that are kept: diagonals are views, the rest is summed up."""
    if keep.issuperset(term) and len(set(term)) == len(term):
        return term, array
    indices = list(dict.fromkeys(term))
    if len(indices) != len(term):
        shape = [max(n for i, n in zip(term, array.shape) if i == index) for index in indices]
        for i, n in zip(term, array.shape):
            if n != shape[indices.index(i)]:
                raise ValueError(f"einsum: index '{i}' has sizes {n} and {shape[indices.index(i)]} in one operand")
        strides = [sum(s for i, s in zip(term, array.strides) if i == index) for index in indices]
        array = np.lib.stride_tricks.as_strided(array, shape, strides, writeable=False)
    gone = tuple(axis for axis, index in enumerate(indices) if index not in keep)
    if gone:
        array = array.sum(gone)
    return "".join(i for i in indices if i in keep), array


def _repeated_axes(term, shape, sizes):
    """Axes of length 1 that stand for longer ones: they would be read again and again."""
    return tuple(a for a, i in enumerate(term) if shape[a] == 1 and sizes[i] != 1)


@functools.lru_cache(maxsize=1024)
def _plan(subscripts, shapes, optimize, memory_limit):
    """All that follows from the text and the shapes: terms, output, sizes, axes to leave out, order of contractions."""
    terms, output = _parse(subscripts, shapes)
    sizes = _sizes_of(terms, shapes)
    gone = [_repeated_axes(t, s, sizes) for t, s in zip(terms, shapes)]
    terms = tuple("".join(i for a, i in enumerate(t) if a not in axes) for t, axes in zip(terms, gone))
    order = _einsum_path.find([frozenset(t) for t in terms], frozenset(output), sizes, optimize, memory_limit)
    return terms, output, sizes, gone, tuple(order)


def _plan_of(subscripts, arrays, optimize, memory_limit):
    # What is no name at all may not be a key of the cache; by its text it is refused like a wrong name.
    how = optimize if isinstance(optimize, (bool, str)) else repr(optimize)
    return _plan(subscripts, tuple(a.shape for a in arrays), how, memory_limit)


@functools.lru_cache(maxsize=1024)
def _arrangement(left, right, keep, left_strides, right_strides):
    """Which axes of a pair become the stack, the rows, the sum and the columns of a matrix product, and whether each is one axis;
    None without a sum."""
    both = [i for i in left if i in right and i in keep]
    summed = [i for i in left if i in right and i not in keep]
    rows, columns = [i for i in left if i not in right], [i for i in right if i not in left]
    if not summed:
        return None
    # The stack's axes by their steps in memory, so that they become one axis without a copy.
    both.sort(key=lambda i: -left_strides[left.index(i)])
    summed.sort(key=lambda i: -right_strides[right.index(i)])
    rows.sort(key=lambda i: -left_strides[left.index(i)])
    columns.sort(key=lambda i: -right_strides[right.index(i)])

    def axes(term, *groups):
        return [[term.index(i) for i in group] for group in groups]

    single = len(both) == len(rows) == len(columns) == 1
    return axes(left, both, rows, summed), axes(right, both, summed, columns), "".join(both + rows + columns), single


def _ordered(array, groups):
    """The array as a stack of matrices, one axis a group; a view where the strides allow one."""
    if groups == [[0], [1], [2]]:
        return array
    shape = [math.prod(array.shape[axis] for axis in group) for group in groups]
    return array.transpose([axis for group in groups for axis in group]).reshape(shape)


@functools.lru_cache(maxsize=1024)
def _innermost_stack(left, shape, strides, right, order):
    """Whether the right operand is a vector for each matrix of a stack whose matrices lie interleaved: as matrices they would have
    to be taken apart, while the memory's rate is all that NumPy's loops need, too."""
    if not set(right) < set(left):
        return False
    innermost = left[min(range(len(left)), key=lambda x: strides[x] if shape[x] > 1 else math.inf)]
    return innermost in right and innermost in order


def _contract(left, a, right, b, keep):
    """The product of a pair, with the indices that are kept, in the order (both, left, right)."""
    if len(left) < len(right) and set(left) < set(right):
        # a vector is better on the right: rows of the other are copied as they lie
        left, a, right, b = right, b, left, a
    found = _arrangement(left, right, keep, a.strides, b.strides)
    if found is None:
        return _outer(left, a, right, b)
    of_a, of_b, order, single = found
    if (len(right) < len(left) and a.dtype == b.dtype and a.dtype.char in "fdFD"
            and _innermost_stack(left, a.shape, a.strides, right, order)):
        letter = {i: x for x, i in enumerate(left)}
        return order, np.einsum(a, range(a.ndim), b, [letter[i] for i in right], [letter[i] for i in order])
    product = linalg.matmul(_ordered(a, of_a), _ordered(b, of_b))
    if single:
        return order, product
    sizes = dict(zip(left, a.shape)) | dict(zip(right, b.shape))
    return order, product.reshape([sizes[i] for i in order])


def _outer(left, a, right, b):
    order = left + "".join(i for i in right if i not in left)
    x = a.reshape(a.shape + (1,) * (len(order) - len(left)))
    y = b.transpose([right.index(i) for i in order if i in right])
    y = y.reshape([b.shape[right.index(i)] if i in right else 1 for i in order])
    return order, x * y


@functools.lru_cache(maxsize=1024)
def _steps(terms, output, order):
    """The contractions in order: a pair, the indices that later ones need, and those that each of the pair needs."""
    sets, steps = [frozenset(t) for t in terms], []
    for pair in order:
        i, j = sorted(pair)
        keep = frozenset(output).union(*(s for x, s in enumerate(sets) if x not in (i, j)))
        steps.append((i, j, keep, keep | sets[j], keep | sets[i]))
        sets = [s for x, s in enumerate(sets) if x not in (i, j)] + [(sets[i] | sets[j]) & keep]
    return steps


def _run(terms, output, arrays, sizes, order):
    steps, terms, arrays = _steps(terms, output, order), list(terms), list(arrays)
    for i, j, keep, keep_left, keep_right in steps:
        left, a = _plain(terms[i], arrays[i], keep_left)
        right, b = _plain(terms[j], arrays[j], keep_right)
        pair = _contract(left, a, right, b, keep)
        for x in (j, i):
            del terms[x], arrays[x]
        terms.append(pair[0]), arrays.append(pair[1])
    term, array = _plain(terms[0], arrays[0], set(output))
    if steps and term == output:
        return array
    missing = [i for i in output if i not in term]
    array = array.transpose([term.index(i) for i in output if i in term])
    if missing:
        array = np.broadcast_to(array.reshape([1 if i in missing else sizes[i] for i in output]), [sizes[i] for i in output])
    return array


def _largest(terms, output, sizes, order):
    """Elements of the largest intermediate result, and its indices."""
    sets, best = [frozenset(t) for t in terms], (0, frozenset())
    for i, j in order[:-1] if order else []:
        keep = frozenset(output).union(*(s for x, s in enumerate(sets) if x not in (i, j)))
        result = (sets[i] | sets[j]) & keep
        sets = [s for x, s in enumerate(sets) if x not in (i, j)] + [result]
        best = max(best, (_einsum_path._elements(result, sizes), result), key=lambda x: x[0])
    return best


def _stream(terms, output, arrays, sizes, order, limit):
    """Over the longest index of what does not fit, a part at a time."""
    if limit is None:
        return _run(terms, output, arrays, sizes, order)
    size, indices = _largest(terms, output, sizes, order)
    if size <= limit or not indices:
        return _run(terms, output, arrays, sizes, order)
    index = max(indices, key=lambda i: sizes[i])
    parts = min(sizes[index], -(-size // limit))
    if parts <= 1:
        return _run(terms, output, arrays, sizes, order)
    width = -(-sizes[index] // parts)
    result = None
    for start in range(0, sizes[index], width):
        cut = [a[tuple(slice(start, start + width) if i == index and a.shape[x] > 1 else slice(None)
                       for x, i in enumerate(t))] for t, a in zip(terms, arrays)]
        inner = dict(sizes, **{index: min(width, sizes[index] - start)})
        part = _stream(terms, output, cut, inner, order, limit)
        if index in output:
            if result is None:
                result = np.empty([sizes[i] for i in output], part.dtype)
            result[tuple(slice(start, start + width) if i == index else slice(None) for i in output)] = part
        else:
            result = part.copy() if result is None else result + part
    return result


def _fit_floats(arrays, sizes, output):
    """Whether all sums of products of these whole numbers, and of some of them, are so small that doubles hold them exactly."""
    most = math.prod(n for i, n in sizes.items() if i not in output)
    for a in arrays:
        most *= max(1, int(a.max()), -int(a.min())) if a.size else 1
    return most <= 2**53


def _whole_numbers(terms, output, arrays, sizes, order, limit, dtype):
    """By the engine where that is exact, else by NumPy's loops, which drop the digits that do not fit the type, too."""
    if _fit_floats(arrays, sizes, output):
        # By way of the longest type: what a float beyond the shorter one becomes is nobody's promise.
        return np.rint(_stream(terms, output, arrays, sizes, order, limit)).astype(np.int64).astype(dtype)
    number = {i: x for x, i in enumerate(sizes)}
    operands = [part for t, a in zip(terms, arrays) for part in (a, [number[i] for i in t])]
    return np.asarray(np.einsum(*operands, [number[i] for i in output], optimize=True))


def einsum(subscripts, *operands, optimize=True, memory_limit=None, out=None):
    """Sums of products by Einstein's convention, as numpy.einsum: `einsum("ij,jk->ik", a, b)`.

    Ellipses, implicit output, diagonals and broadcasting as in NumPy. `optimize` chooses the order of contractions: True (all orders
    up to eight operands, else greedy), "greedy", "dp", or False (from left to right). `memory_limit` is the most elements that an
    intermediate result should have: orders that keep it are preferred, and what does not fit is computed a part at a time.
    Whole numbers give what they give in NumPy, by the engine as long as doubles hold all sums exactly.

    >>> einsum("ij,jk", np.eye(2), np.ones((2, 3))).shape
    (2, 3)
    """
    if not operands:
        raise ValueError("einsum: no operands")
    if not isinstance(subscripts, str):
        raise TypeError(f"einsum: the first argument is a text such as 'ij,jk->ik', not {type(subscripts).__name__}")
    if memory_limit is not None and memory_limit < 1:
        raise ValueError(f"einsum: memory_limit {memory_limit} leaves room for nothing")
    arrays = [np.asarray(x) for x in operands]
    terms, output, sizes, gone, order = _plan_of(subscripts, arrays, optimize, memory_limit)
    whole = np.result_type(*arrays)
    if whole.kind not in "fciub":
        raise TypeError(f"einsum: no sums of products of {whole}")
    arrays = [a.squeeze(axes) if axes else a for a, axes in zip(arrays, gone)]
    if whole.kind in "iub":
        result = _whole_numbers(terms, output, arrays, sizes, order, memory_limit, whole)
    else:
        result = _stream(terms, output, arrays, sizes, order, memory_limit).astype(whole, copy=False)
    if out is not None:
        if out.shape != result.shape:
            raise ValueError(f"einsum: out has shape {out.shape}, the result {result.shape}")
        out[...] = result
        return out
    return np.array(result) if result.flags.writeable is False else result[()] if result.ndim == 0 else result


def einsum_path(subscripts, *operands, optimize=True, memory_limit=None):
    """The pairs of operands in the order in which einsum would contract them; results go to the end of the list."""
    return list(_plan_of(subscripts, [np.asarray(x) for x in operands], optimize, memory_limit)[-1])
