#!/usr/bin/python3
"""Measures vgpu.einsum and its peers; prints one JSON object a row for bench_engines.

SPDX-License-Identifier: MIT
"""
import json
import os
import time

import numpy as np
import vgpu

ROWS = [
    # name, subscripts, shapes, bar
    ("einsum bhqd,bhkd->bhqk", "bhqd,bhkd->bhqk", [(8, 12, 256, 64)] * 2, 2.0),
    ("einsum ijk,jr,kr->ir", "ijk,jr,kr->ir", [(200, 200, 200), (200, 32), (200, 32)], 2.0),
    ("einsum abcd,bfde->acfe", "abcd,bfde->acfe", [(32, 32, 32, 32)] * 2, 1.0),
    ("einsum 10000 x 4x4", "bij,bjk->bik", [(10000, 4, 4)] * 2, 5.0),
    ("einsum 10000 x 16x16", "bij,bjk->bik", [(10000, 16, 16)] * 2, 5.0),
]


def peers():
    found = {"NumPy": lambda text, *x: np.einsum(text, *x, optimize=True)}
    try:
        import opt_einsum

        found["opt_einsum"] = opt_einsum.contract
    except ImportError:
        pass
    try:
        import torch

        torch.set_num_threads(len(os.sched_getaffinity(0)))
        found["PyTorch"] = lambda text, *x: torch.einsum(text, *(torch.from_numpy(y) for y in x)).numpy()
    except ImportError:
        pass
    return found


def best(call, seconds=0.25):
    call()
    start, times = time.perf_counter(), []
    while len(times) < 3 or time.perf_counter() - start < seconds:
        begin = time.perf_counter()
        call()
        times.append(time.perf_counter() - begin)
    return min(times)


def main():
    random = np.random.default_rng(1)
    for name, text, shapes, bar in ROWS:
        arrays = [random.uniform(-1, 1, shape).astype(np.float32) for shape in shapes]
        others = peers()
        right = np.allclose(vgpu.einsum(text, *arrays), others["NumPy"](text, *arrays), rtol=1e-3, atol=1e-3)
        row = {"name": name, "seconds": best(lambda: vgpu.einsum(text, *arrays)), "bar": bar, "work": 0,
               "peers": {who: best(lambda: call(text, *arrays)) for who, call in others.items()},
               "error": "" if right else "result"}
        print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main()
