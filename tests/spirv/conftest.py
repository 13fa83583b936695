"""Runs what a .spvasm file says about itself: arrays, a launch, what the arrays hold then.

Comments of these forms are read, in order:
    ; let NAME = EXPRESSION               a NumPy array (a buffer of the device) or scalar
    ; run KERNEL[GRID, BLOCK](NAMES)      compiles with the options so far, launches, and brings the arrays back
    ; expect NAME: EXPRESSION             equal in every element; with `near` before the name: nearly
    ; options TEXT                        build options of the next runs
    ; prints TEXT                         a line that the last run printed
    ; fails TEXT                          the module does not compile, and the message has this text
    ; version 1.4                         of SPIR-V, anywhere in the file; 1.3 without it
SPDX-License-Identifier: MIT
"""
import os
import re
import subprocess

import numpy as np
import producer
import pytest

import vgpu


# What %o..., %f... and so on point to in `; put`.
TYPES = {"o": "%int_g", "f": "%float_g", "l": "%long_g", "d": "%double_g"}


def expand(text):
    """The module's text with the parts of prelude.inc in the places that ask for them."""
    with open(os.path.join(os.path.dirname(__file__), "prelude.inc"), encoding="utf-8") as file:
        prelude, types = file.read().split("; types\n")
    text = re.sub(r"^; types$", lambda _: types, text, flags=re.M)
    return re.sub(r"^; put (\S+) (.*)$", put, re.sub(r"^; prelude$", lambda _: prelude, text, flags=re.M), flags=re.M)


def put(found):
    """`; put %o %a %b`: stores values one behind the other at %o, whose first letter says of what type. Up to 17."""
    place, values = found.group(1), found.group(2).split()
    lines = [f"OpStore {place} {values[0]}"]
    for index, value in enumerate(values[1:], 1):
        lines += [f"{place}_{index} = OpPtrAccessChain {TYPES[place[1]]} {place} %i{index}", f"OpStore {place}_{index} {value}"]
    return "\n".join(lines)


def assemble(text):
    """The words of a module, by spirv-as of SPIRV-Tools."""
    said = re.search(r"^; version (\S+)$", text, re.MULTILINE)
    version = said.group(1) if said else "1.3"
    command = ["spirv-as", "--target-env", f"spv{version}", "-", "-o", "-"]
    done = subprocess.run(command, input=expand(text).encode(), capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout


class Script:
    def __init__(self, device, path, capture):
        self.device, self.path, self.capture = device, path, capture
        self.names = {"np": np}
        self.options, self.printed, self.expected = "", "", 0
        with open(path, encoding="utf-8") as file:
            text = file.read()
        self.lines = [line[1:].strip() for line in text.splitlines() if line.startswith(";")]
        self.words = assemble(text)

    def value(self, expression):
        return eval(expression, self.names)  # pylint: disable=eval-used

    def run(self, text):
        kernel, size, arguments = re.fullmatch(r"(\w+)\[(.*)\]\((.*)\)", text).groups()
        module = self.device.compile(self.words, language="spirv", options=self.options)
        names = [name.strip() for name in arguments.split(",")]
        values = [self.names[name] for name in names]
        buffers = [self.device.to_device(v) if isinstance(v, np.ndarray) else v for v in values]
        grid, block = self.value(f"({size})")
        module[kernel].launch(grid, block, buffers)
        self.device.synchronize()
        for value, buffer in zip(values, buffers):
            if isinstance(value, np.ndarray):
                buffer.copy_to(value)
        self.printed = self.capture.readouterr().out

    def expect(self, text):
        near = text.startswith("near ")
        name, expression = text.removeprefix("near ").split(":", 1)
        got, wanted = self.names[name.strip()], self.value(expression)
        self.expected += 1
        if near:
            np.testing.assert_allclose(got, wanted, rtol=2e-6, err_msg=text)
        else:
            np.testing.assert_array_equal(got, wanted, err_msg=text)

    def fails(self, text):
        self.expected += 1
        with pytest.raises(Exception) as error:
            self.device.compile(self.words, language="spirv", options=self.options)
        assert text in str(error.value)

    def follow(self):
        for line in self.lines:
            word, _, rest = line.partition(" ")
            if word == "let":
                name, expression = rest.split("=", 1)
                value = self.value(expression)
                self.names[name.strip()] = np.array(value) if isinstance(value, np.ndarray) else value
            elif word == "run":
                self.run(rest)
            elif word == "expect":
                self.expect(rest)
            elif word == "options":
                self.options = rest
            elif word == "prints":
                self.expected += 1
                assert rest in self.printed.splitlines()
            elif word == "fails":
                self.fails(rest)
        assert self.expected > 0, f"{os.path.basename(self.path)} expects nothing"


@pytest.fixture(scope="session")
def device():
    return vgpu.Device("cpu")


@pytest.fixture(scope="session")
def run(device):
    """The launcher of tests/opencl_lib, with kernels that another compiler made."""
    def launch(source, out, *inputs, items, block=None, options="-cl-std=CL3.0"):
        module = device.compile(producer.compile_to_spirv(source, options), language="spirv")
        block = block or items
        out = np.array(out)
        buffers = [device.to_device(np.ascontiguousarray(a)) for a in (out, *inputs)]
        module["k"].launch(items // block, block, buffers)
        device.synchronize()
        buffers[0].copy_to(out)
        return out

    return launch


@pytest.fixture(scope="session")
def opencl(device):
    """The launcher of tests/languages, likewise."""
    def launch(source, kernel, out, *inputs, grid=1, block=32, options="", shared_bytes=0):
        module = device.compile(producer.compile_to_spirv(source, options), language="spirv")
        out = np.array(out)
        buffers = [device.to_device(a) if isinstance(a, np.ndarray) else a for a in (out, *inputs)]
        module[kernel].launch(grid, block, buffers, shared_bytes=shared_bytes)
        device.synchronize()
        buffers[0].copy_to(out)
        return out

    return launch
