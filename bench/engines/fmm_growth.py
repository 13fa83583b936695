"""Draws how the time of vgpu.fmm.laplace3d grows with the number of points, against a straight line.

    PYTHONPATH=build/python python3 bench/engines/fmm_growth.py growth.png [most points] [digits]

SPDX-License-Identifier: MIT
"""
import sys
import time

import numpy as np

import vgpu


def seconds(n, digits):
    random = np.random.default_rng(1)
    points, charges = random.random((n, 3)), random.standard_normal(n)
    best = float("inf")
    for _ in range(3 if n < 3e6 else 1):
        start = time.perf_counter()
        vgpu.fmm.laplace3d(points, charges, digits=digits, gradient=True)
        best = min(best, time.perf_counter() - start)
    return best


def main():
    picture = sys.argv[1]
    most = float(sys.argv[2]) if len(sys.argv) > 2 else 1e7
    digits = int(sys.argv[3]) if len(sys.argv) > 3 else 3
    vgpu.fmm.laplace3d(np.zeros((1, 3)), np.ones(1), digits=digits)  # matrices are made once
    counts = [int(n) for n in np.geomspace(1e4, most, 2 * int(np.log10(most / 1e4)) + 1)]
    times = []
    for n in counts:  # each as soon as it is known: the last ones take a while
        times.append(seconds(n, digits))
        print(f"{n:>9} points {times[-1]:8.4f} s {times[-1] / n * 1e6:6.3f} us a point", flush=True)
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib import pyplot
    pyplot.loglog(counts, times, "o-", label=f"laplace3d, {digits} digits, potential and gradient")
    pyplot.loglog(counts, [times[-1] * n / counts[-1] for n in counts], ":", label="proportional to the number")
    pyplot.xlabel("points")
    pyplot.ylabel("seconds")
    pyplot.legend()
    pyplot.savefig(picture)


if __name__ == "__main__":
    main()
