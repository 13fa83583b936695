"""A programmable GPU for any Linux machine: devices, memory, streams, kernels from source.

    import numpy as np, vgpu
    device = vgpu.Device(0)
    x = device.to_device(np.arange(8, dtype=np.float32))
    module = device.compile("__kernel void twice(__global float* x) { x[get_global_id(0)] *= 2; }")
    module["twice"].launch(grid=1, block=8, args=[x])
    print(x.view())

SPDX-License-Identifier: MIT
"""
from . import fft, fmm
from ._native import Error, Event, Kernel, Module, OutOfMemory, Policy, Properties, Stream, WorkloadType, device_count
from . import linalg, nn
from ._einsum import einsum, einsum_path
from .buffer import Buffer
from .device import Device

__all__ = [
    "Buffer", "Device", "Error", "Event", "Kernel", "Module", "OutOfMemory", "Policy", "Properties", "Stream",
    "WorkloadType", "device_count", "devices", "einsum", "einsum_path", "fft", "fmm", "linalg", "nn",
]
__version__ = "0.1.0"


def devices():
    """All devices, in the order of their indices."""
    return [Device(i) for i in range(device_count())]
