"""The names of the vgpu_runtime module; all behaviour is vgpu's.

SPDX-License-Identifier: MIT
"""
from vgpu import Buffer, Device, Error, Event, Kernel, Module, OutOfMemory, Policy, Stream, WorkloadType, device_count

__all__ = [
    "Buffer", "Device", "Error", "Event", "Kernel", "Module", "OutOfMemory", "Policy", "Stream", "WorkloadType",
    "device_count",
]
