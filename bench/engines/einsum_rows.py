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
    # Each with its own way to find the order of contractions; PyTorch uses opt_einsum's where it is installed.
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


def best_times(calls, seconds=0.4, rounds=5):
    """The best time of each; in rounds, so that a machine that was busy for a moment does not decide."""
    best = {who: float("inf") for who in calls}
    for who, call in list(calls.items()) * rounds:
        time.sleep(0.025)  # threads of the one before may still wait actively
        call()
        start = time.perf_counter()
        while time.perf_counter() - start < seconds / rounds:
            begin = time.perf_counter()
            call()
            best[who] = min(best[who], time.perf_counter() - begin)
    return best


def main():
    random = np.random.default_rng(1)
    for name, text, shapes, bar in ROWS:
        arrays = [random.uniform(-1, 1, shape).astype(np.float32) for shape in shapes]
        calls = {who: lambda call=call: call(text, *arrays) for who, call in {"": vgpu.einsum, **peers()}.items()}
        right = np.allclose(calls[""](), calls["NumPy"](), rtol=1e-3, atol=1e-3)
        times = best_times(calls)
        row = {"name": name, "seconds": times.pop(""), "bar": bar, "work": 0, "peers": times,
               "error": "" if right else "result"}
        print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main()
