#!/usr/bin/python3
"""Draws the results of bench_engines --json as bars: how many times faster vGPU is than the best peer, with the bars to reach.

usage: plot.py RESULTS.json PICTURE.png        (needs Debian's python3-matplotlib)
SPDX-License-Identifier: MIT
"""
import json
import sys


def draw(results, path):
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    rows = [row for row in results["rows"] if "ratio" in row][::-1]
    figure, axes = pyplot.subplots(figsize=(9, 0.24 * len(rows) + 1.6), layout="constrained")
    colours = ["#2a6f97" if row["holds"] else "#bc4749" for row in rows]
    axes.barh(range(len(rows)), [row["ratio"] for row in rows], 0.7, color=colours)
    widest = max([1, *(max(row["ratio"], row.get("bar", 0)) for row in rows)])
    for i, row in enumerate(rows):
        right = max(row["ratio"], row.get("bar", 0), 1)  # of all lines, so that none crosses the number
        axes.text(right + 0.01 * widest, i, f"{row['ratio']:.2f}", va="center", fontsize=7)
        if "bar" in row:
            axes.plot([row["bar"]] * 2, [i - 0.45, i + 0.45], color="#e09f3e", linewidth=2)
    axes.set_xlim(0, 1.1 * widest)  # room for the numbers
    axes.axvline(1, color="black", linewidth=0.8)
    axes.set_yticks(range(len(rows)), [row["name"] for row in rows], fontsize=8)
    axes.set_ylim(-0.7, len(rows) - 0.3)
    axes.set_xlabel("times faster than the best peer (orange: the bar to reach)")
    axes.set_title("vGPU engines", fontsize=11)
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
