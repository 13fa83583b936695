#!/usr/bin/python3
"""Kernels of every kind on vGPU and on another OpenCL platform, side by side: where is vGPU slower?

usage: run.py [--platform TEXT] [--seconds S] [--json FILE] [WORD ...]     kernels whose name contains one of the words

Unlike `vgpu bench kernels`, which holds bars on a few kernels, this is a net for cliffs: idioms that programs have and
that a compiler may treat badly. Both platforms must be there for the OpenCL loader (OCL_ICD_VENDORS); results are
compared too. Needs python3-pyopencl.
SPDX-License-Identifier: MIT
"""
import argparse
import json
import pathlib
import sys
import time
import warnings

import cases
import numpy as np
import pyopencl as cl

FILES = ["images", "grids", "matrices", "searches", "scattered", "sums", "numbers", "vectors",
         "science", "filters", "codes", "work"]
# What these leave depends on which item comes first, or on what a NaN is made of; of the last PoCL 3.1 has no idea.
UNORDERED = {"stream_compact", "halves", "cipher_constant_tables"}
MOST_RUNS = 500


class Platform:
    def __init__(self, name):
        found = [one for one in cl.get_platforms() if name.lower() in one.name.lower()]
        if not found:
            sys.exit(f"no OpenCL platform {name!r}: there are {[one.name for one in cl.get_platforms()]}")
        self.context = cl.Context(found[0].get_devices()[:1])
        self.queue = cl.CommandQueue(self.context)

    def build(self, text):
        return cl.Program(self.context, text).build()

    def argument(self, value):
        if isinstance(value, np.ndarray):
            flags = cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR
            return cl.Buffer(self.context, flags, hostbuf=value)
        return cl.LocalMemory(value[1]) if isinstance(value, tuple) else value

    def run(self, program, name, case, seconds):
        """The arrays behind the first run, and the best time of several."""
        size, group, *values = case
        kernel = cl.Kernel(program, name)
        arguments = [self.argument(value) for value in values]
        kernel.set_args(*arguments)
        self.launch(kernel, size, group)
        arrays = []
        for value, argument in zip(values, arguments):
            if isinstance(value, np.ndarray):
                arrays.append(np.empty_like(value))
                cl.enqueue_copy(self.queue, arrays[-1], argument)
        begin, best, runs = time.perf_counter(), 1e9, 0
        while runs < 5 or (time.perf_counter() - begin < seconds and runs < MOST_RUNS):
            best, runs = min(best, self.launch(kernel, size, group)), runs + 1
        return arrays, best

    def launch(self, kernel, size, group):
        start = time.perf_counter()
        cl.enqueue_nd_range_kernel(self.queue, kernel, size, group)
        self.queue.finish()
        return time.perf_counter() - start


def difference(ours, theirs):
    """The largest one, as a part of the largest number."""
    worst = 0.0
    for one, other in zip(ours, theirs):
        one, other = one.astype(np.float64), other.astype(np.float64)
        worst = max(worst, np.abs(one - other).max() / max(np.abs(other).max(), 1e-30))
    return worst


def measure(words, vgpu, peer, seconds):
    for file in FILES:
        chosen = {name: case for name, case in getattr(cases, file)().items()
                  if not words or any(word in name for word in words)}
        if not chosen:
            continue
        text = (pathlib.Path(__file__).parent / f"{file}.cl").read_text()
        ours, theirs = vgpu.build(text), peer.build(text)
        for name, case in chosen.items():
            got, time_here = vgpu.run(ours, name, case, seconds)
            want, time_there = peer.run(theirs, name, case, seconds)
            wrong = name not in UNORDERED and difference(got, want) > 1e-4
            yield {"kernel": name, "ms": time_here * 1e3, "peer_ms": time_there * 1e3,
                   "ratio": time_there / time_here, "wrong": bool(wrong)}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("words", nargs="*", help="parts of kernels' names")
    parser.add_argument("--platform", default="Portable", help="part of the other platform's name (default: PoCL's)")
    parser.add_argument("--seconds", type=float, default=0.04, help="for each measurement")
    parser.add_argument("--json", help="write the rows to this file")
    options = parser.parse_args()
    warnings.filterwarnings("ignore", category=cl.CompilerWarning)
    rows = []
    print(f"{'kernel':24}{'vGPU':>10}{'peer':>10}{'ratio':>9}   milliseconds, best of several runs")
    for row in measure(options.words, Platform("vGPU"), Platform(options.platform), options.seconds):
        rows.append(row)
        remark = "  WRONG" if row["wrong"] else "  slower" if row["ratio"] < 1 else ""
        print(f"{row['kernel']:24}{row['ms']:10.3f}{row['peer_ms']:10.3f}{row['ratio']:8.2f}x{remark}", flush=True)
    if not rows:
        sys.exit("no kernel has such a name")
    mean = np.exp(np.mean(np.log([row["ratio"] for row in rows])))
    slower = sum(row["ratio"] < 1 for row in rows)
    print(f"geometric mean {mean:.1f}x, {slower} of {len(rows)} slower")
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps({"schema": 1, "rows": rows}, indent=1))
    return 1 if any(row["wrong"] for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
