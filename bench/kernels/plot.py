#!/usr/bin/python3
"""Draws the results of bench_kernels --json as bars: how many times faster vGPU is than the peer and than OpenMP.

usage: plot.py RESULTS.json PICTURE.png        (needs Debian's python3-matplotlib)
SPDX-License-Identifier: MIT
"""
import json
import sys


def ratio(row, other):
    return row[other] / row["vgpu_ms"] if row["vgpu_ms"] > 0 and row[other] > 0 else None


def draw(results, path):
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    rows = results["rows"][::-1]
    figure, axes = pyplot.subplots(figsize=(9, 0.34 * len(rows) + 1.6), layout="constrained")
    for shift, key, colour, label in (
        (0.2, "peer_ms", "#2a6f97", results["peer"]),
        (-0.2, "openmp_ms", "#e09f3e", "OpenMP C++"),
    ):
        shown = [(i + shift, ratio(row, key)) for i, row in enumerate(rows) if ratio(row, key)]
        # Bars grow from 1 to the side of the faster one: a slower kernel must not look like a gain.
        axes.barh([y for y, _ in shown], [r - 1 for _, r in shown], 0.38, left=1, color=colour, label=f"against {label}")
        for y, r in shown:
            text = f"{r:.2f}" if r < 1 else f"{r:.1f}" if r < 10 else f"{r:.0f}"
            axes.text(r * (1.04 if r >= 1 else 0.96), y, text, va="center", ha="left" if r >= 1 else "right", fontsize=7)
    ratios = [r for row in rows for key in ("peer_ms", "openmp_ms") if (r := ratio(row, key))]
    axes.axvline(1, color="black", linewidth=0.8)
    axes.set_xscale("log")
    axes.set_xlim(min([0.5, *ratios]) * 0.7, max([2, *ratios]) * 1.4)
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:g}")
    axes.grid(axis="x", color="#dddddd", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.set_yticks(range(len(rows)), [row["kernel"] for row in rows], fontsize=8)
    axes.set_ylim(-0.7, len(rows) - 0.3)
    axes.set_xlabel("times as fast as the other (right of 1: vGPU is faster)")
    axes.set_title(f"vGPU kernels; geometric mean {results['geometric_mean']:.1f}x {results['peer']}", fontsize=11)
    axes.legend(loc="lower right", fontsize=8)
    figure.savefig(path, dpi=130)


def main(arguments):
    if len(arguments) != 3:
        sys.exit(__doc__)
    with open(arguments[1]) as file:
        results = json.load(file)
    try:
        draw(results, arguments[2])
    except ImportError:
        sys.exit("plot.py: needs python3-matplotlib (apt-get install python3-matplotlib)")


if __name__ == "__main__":
    main(sys.argv)
