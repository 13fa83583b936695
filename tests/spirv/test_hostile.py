"""Damaged modules get an answer: they compile, or an error says why not; the compiler never crashes, not even in its guard.

Words of the folder's modules are changed, cut off, doubled and exchanged; VGPU_TEST_MODULES says how many of them (default
300). SPDX-License-Identifier: MIT
"""
import glob
import os
import random
import struct

import pytest
from conftest import assemble

import vgpu

FILES = sorted(glob.glob(os.path.join(os.path.dirname(__file__), "*.spvasm")))
COUNT = int(os.environ.get("VGPU_TEST_MODULES", "300"))


def words_of(path):
    with open(path, encoding="utf-8") as file:
        data = assemble(file.read())
    return list(struct.unpack(f"<{len(data) // 4}I", data))


def instructions(words):
    """Where instructions start, behind the header."""
    at, starts = 5, []
    while at < len(words):
        starts.append(at)
        at += max(1, words[at] >> 16)
    return starts


def change_word(words, dice):
    words[dice.randrange(5, len(words))] = dice.choice([0, 1, 2, 3, 0xffffffff, dice.getrandbits(32), dice.randrange(words[3] % 2**20 + 2)])


def change_operand(words, dice):
    """An operand becomes another id of the module: the instruction stays one."""
    start = dice.choice(instructions(words))
    length = words[start] >> 16
    if length > 1:
        place = start + dice.randrange(1, length)
        if place < len(words):
            words[place] = dice.randrange(1, max(2, words[3]))


def change_opcode(words, dice):
    start = dice.choice(instructions(words))
    words[start] = (words[start] & 0xffff0000) | dice.choice([dice.randrange(400), words[dice.choice(instructions(words))] & 0xffff])


def move_instruction(words, dice):
    starts = instructions(words)
    start, target = dice.choice(starts), dice.choice(starts)
    length = max(1, words[start] >> 16)
    moved = words[start:start + length]
    if dice.random() < 0.5:
        del words[start:start + length]
    words[target:target] = moved


def cut_off(words, dice):
    del words[dice.randrange(1, len(words)):]


def damaged(words, dice):
    words = list(words)
    for _ in range(dice.randrange(1, 4)):
        if len(words) > 8:
            kinds = [change_word, change_operand, change_operand, change_operand, change_opcode, move_instruction, cut_off]
            dice.choice(kinds)(words, dice)
    return struct.pack(f"<{len(words)}I", *words)


def answer(device, module):
    """What the compiler says: nothing if it takes the module."""
    try:
        device.compile(module, language="spirv")
    except vgpu.Error as error:
        return str(error) or "an error without words"
    return ""


def test_damaged_modules(device):
    dice = random.Random(7)
    modules = [words_of(path) for path in FILES]
    taken = 0
    for number in range(COUNT):
        module = damaged(dice.choice(modules), dice)
        said = answer(device, module)
        taken += said == ""
        if "internal compiler error" in said or "crashed" in said:
            pytest.fail(f"module {number}: {said}")
    assert 0 < taken < COUNT


@pytest.mark.parametrize("module", [b"", b"\x03\x02\x23\x07", bytes(20), b"not a module, but text" * 10, b"\x03\x02\x23\x07" + bytes(16),
                                    b"\x03\x02\x23\x07\x00\x03\x01\x00" + b"\xff" * 4096])
def test_what_is_no_module(device, module):
    if module:
        assert answer(device, module) != ""
    else:
        with pytest.raises(Exception):
            device.compile(module, language="spirv")
