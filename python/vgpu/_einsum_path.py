"""The order in which a product of several tensors is contracted, pair by pair.

SPDX-License-Identifier: MIT
"""
import itertools

_DYNAMIC_MOST = 8  # operands up to which all orders are looked at


def _elements(indices, sizes):
    total = 1
    for index in indices:
        total *= sizes[index]
    return total


def _result(left, right, others):
    """Indices of a pair's product that somebody still needs."""
    return frozenset(index for index in left | right if index in others)


def _cost(left, right, result, sizes):
    """Operations of a pair's product; those that are no matrix product count more, as they run at the memory's rate, and those
    without a sum most, as what they write is read again."""
    operations = _elements(left | right, sizes)
    rows, columns = left - right, right - left
    if not (left & right) - result:
        return 16 * operations
    return operations if _elements(rows, sizes) > 1 and _elements(columns, sizes) > 1 else 8 * operations


def _needed(sets, output, used):
    return output.union(*(s for i, s in enumerate(sets) if i not in used))


def greedy(sets, output, sizes, limit):
    """Takes the cheapest pair again and again."""
    sets, order = list(sets), []
    while len(sets) > 1:
        best = None
        for i, j in itertools.combinations(range(len(sets)), 2):
            result = _result(sets[i], sets[j], _needed(sets, output, (i, j)))
            size = _elements(result, sizes)
            key = (limit is not None and size > limit, _cost(sets[i], sets[j], result, sizes), size)
            if best is None or key < best[0]:
                best = key, i, j, result
        _, i, j, result = best
        order.append((i, j))
        sets = [s for x, s in enumerate(sets) if x not in (i, j)] + [result]
    return order


def dynamic(sets, output, sizes, limit):
    """The cheapest of all trees, by subsets; None if every tree has a result beyond the limit."""
    count = len(sets)
    needed = {}
    for subset in range(1, 1 << count):
        inside = frozenset().union(*(sets[i] for i in range(count) if subset >> i & 1))
        outside = output.union(*(sets[i] for i in range(count) if not subset >> i & 1))
        needed[subset] = inside & outside
    best = {1 << i: (0, None) for i in range(count)}
    operand = {1 << i: sets[i] for i in range(count)}
    full = (1 << count) - 1
    for subset in sorted(range(1, full + 1), key=lambda s: bin(s).count("1")):
        if subset in best:
            continue
        if limit is not None and subset != full and _elements(needed[subset], sizes) > limit:
            continue
        part = (subset - 1) & subset
        while part > subset ^ part:
            rest = subset ^ part
            if part in best and rest in best:
                left, right = operand.get(part, needed[part]), operand.get(rest, needed[rest])
                cost = best[part][0] + best[rest][0] + _cost(left, right, needed[subset], sizes)
                if subset not in best or cost < best[subset][0]:
                    best[subset] = cost, (part, rest)
            part = (part - 1) & subset
    return _order_of(best, full, count) if full in best else None


def _order_of(best, full, count):
    """A tree of subsets as pairs of positions, in the manner of numpy.einsum_path."""
    position, order = [1 << i for i in range(count)], []

    def visit(subset):
        pair = best[subset][1]
        if pair is None:
            return
        visit(pair[0])
        visit(pair[1])
        i, j = sorted(position.index(part) for part in pair)
        order.append((i, j))
        del position[j], position[i]
        position.append(subset)

    visit(full)
    return order


def find(sets, output, sizes, optimize, limit):
    """Pairs of positions; the result of each goes to the end of the list."""
    if optimize is False:
        return [(0, 1)] + [(0, len(sets) - 2 - i) for i in range(len(sets) - 2)] if len(sets) > 1 else []
    if optimize not in (True, "greedy", "dp", "optimal"):
        raise ValueError(f"einsum: optimize {optimize!r} is none of True, False, 'greedy', 'dp', 'optimal'")
    if optimize != "greedy" and (len(sets) <= _DYNAMIC_MOST or optimize in ("dp", "optimal")):
        order = dynamic(sets, output, sizes, limit)
        if order is not None:
            return order
    return greedy(sets, output, sizes, limit)
