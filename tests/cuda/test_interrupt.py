"""A program whose kernel never ends: Ctrl-C ends it, a handler of its own can end it, and a timeout lets it live.

SPDX-License-Identifier: MIT
"""
import signal
import subprocess

import pytest
from build import environment, vgpucc

PROGRAM = r"""
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
__global__ void spin(volatile int* flag) { while (*flag == 0) {} }
static void leave(int) { exit(7); }
int main(int, char** words) {
  int* flag;
  if (strcmp(words[1], "handler") == 0) signal(SIGINT, leave);
  cudaMallocManaged(&flag, sizeof(int));
  *flag = 0;
  spin<<<64, 64>>>(flag);
  printf("running\n");
  fflush(stdout);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    folder = tmp_path_factory.mktemp("interrupt")
    (folder / "spin.cu").write_text(PROGRAM)
    vgpucc(folder / "spin.cu", "-o", folder / "spin")
    return folder / "spin"


@pytest.mark.parametrize("word, code", [("default", -signal.SIGINT), ("handler", 7)])
def test_interrupt(program, word, code):
    with subprocess.Popen([program, word], stdout=subprocess.PIPE, text=True, env=environment()) as process:
        assert process.stdout.readline() == "running\n"
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) == code


def test_timeout(program):
    done = subprocess.run([program, "default"], capture_output=True, text=True, timeout=60,
                          env=environment(VGPU_KERNEL_TIMEOUT="200"))
    assert done.stdout == "running\ncudaErrorLaunchTimeout\n" and done.returncode == 0
