#!/usr/bin/python3
"""Measures PyTorch's convolutions of the network in conv_rows.cpp, forward and all gradients; prints {"PyTorch": seconds}.

SPDX-License-Identifier: MIT
"""
import json
import os
import time

import torch


def main():
    torch.set_num_threads(len(os.sched_getaffinity(0)))
    image = torch.full((64, 3, 32, 32), 0.5, requires_grad=True)
    layers = [torch.nn.Conv2d(3, 32, 3, padding=1), torch.nn.Conv2d(32, 64, 3, padding=1)]
    slope = torch.ones(64, 64, 32, 32)

    def step():
        layers[1](layers[0](image)).backward(slope)

    step()
    start, times = time.perf_counter(), []
    while len(times) < 5 or time.perf_counter() - start < 1:
        begin = time.perf_counter()
        step()
        times.append(time.perf_counter() - begin)
    print(json.dumps({"PyTorch": min(times)}))


if __name__ == "__main__":
    main()
