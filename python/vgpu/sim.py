"""The simulated GPU from below: registers by name, packets in rings, the trace of simulated time.

    import vgpu, vgpu.sim
    gpu = vgpu.sim.Sim(vgpu.Device("sim"))
    print(hex(gpu.mmio.read32("ID")), gpu.mmio["FENCE"])
    ring = vgpu.sim.Ring(gpu, 28)
    ring.submit(vgpu.sim.fence(7))
    gpu.wait_idle()
    assert gpu.mmio["RING28_FENCE"] == 7

docs/sim.md describes registers and packets. Any device works: one without registers gets them put in front.
SPDX-License-Identifier: MIT
"""
import struct

import numpy as np

from . import _native

PACKET_BYTES = 128
NOP, COPY, FILL, DISPATCH, FENCE, WAIT, WRITE = range(7)
INTERRUPT = 1


class Mmio:
    """BAR 0: registers by name ("RING28_TAIL"; "RING_TAIL" is ring 0's) or offset."""

    def __init__(self, sim):
        self._sim = sim

    @staticmethod
    def offset(register):
        """A register's offset; an offset is given back as it is."""
        return register if isinstance(register, int) else _native.sim_find_register(register)

    def read32(self, register):
        """The register's value now."""
        return self._sim.read32(self.offset(register))

    def write32(self, register, value):
        """Writes it; control registers and doorbells act."""
        self._sim.write32(self.offset(register), value & 0xFFFFFFFF)

    __getitem__, __setitem__ = read32, write32

    @staticmethod
    def names():
        """Offsets of all registers by name."""
        return _native.sim_registers()


class Sim(_native.Sim):
    """The machine of a device. `mmio` holds its registers."""

    def __init__(self, device):
        super().__init__(device)
        self.device = device
        self.mmio = Mmio(self)


def _packet(opcode, flags, layout, *values):
    return struct.pack("<II" + layout, opcode, flags, *values).ljust(PACKET_BYTES, b"\0")


def copy(source, target, nbytes):
    """Bytes from one address to another; host memory must be mapped (Sim.map_host)."""
    return _packet(COPY, 0, "6Q", source, target, 0, 0, nbytes, 1)


def fence(value, interrupt=False):
    """The ring's FENCE register becomes `value` when all before it is done."""
    return _packet(FENCE, INTERRUPT if interrupt else 0, "Q", value)


def wait(ring, value):
    """Until the FENCE register of another ring has reached `value`."""
    return _packet(WAIT, 0, "IIQ", ring, 0, value)


def write(address, value):
    """64 bits into memory."""
    return _packet(WRITE, 0, "QQ", address, value)


def dispatch(kernel, arguments, argument_bytes, grid, block):
    """Groups of a kernel (a number of Sim.add_kernel); `arguments` is the address of the packed block."""
    block = tuple(block) + (1,) * (3 - len(block))
    items = [g * b for g, b in zip(tuple(grid) + (1,) * (3 - len(grid)), block)]
    return _packet(DISPATCH, 0, "IIQII3Q3Q3I", kernel, 3, arguments, argument_bytes, 0, *items, 0, 0, 0, *block)


class Ring:
    """A ring of the program's own (28 to 31) in device memory."""

    def __init__(self, sim, number, slots=64):
        self.sim, self.number, self.slots, self.tail = sim, number, slots, 0
        self._memory = sim.device.malloc(slots * PACKET_BYTES)
        self._bytes = self._memory.view(np.uint8)
        address = self._bytes.ctypes.data
        for name, value in (("CONTROL", 1), ("BASE_LO", address), ("BASE_HI", address >> 32), ("SIZE", slots)):
            self[name] = value

    def __getitem__(self, register):
        return self.sim.mmio.read32(f"RING{self.number}_{register}")

    def __setitem__(self, register, value):
        self.sim.mmio.write32(f"RING{self.number}_{register}", value)

    def submit(self, *packets):
        """Writes packets and rings the doorbell; returns before they are done."""
        for packet in packets:
            at = self.tail % self.slots * PACKET_BYTES
            self._bytes[at : at + PACKET_BYTES] = np.frombuffer(packet, np.uint8)
            self.tail += 1
        self["DOORBELL"] = self.tail

    def reset(self):
        """Makes a ring that has stopped by a fault usable again."""
        self["CONTROL"] = 1
        self.sim.mmio["CONTROL"] = 2
        self.tail = 0
