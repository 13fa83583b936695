"""What kernels ask of the host: printf and assert, in a process of their own. SPDX-License-Identifier: MIT"""
import subprocess
import sys
import textwrap


def run(program):
    text = "import numpy as np, vgpu\ndevice = vgpu.Device('cpu')\n" + textwrap.dedent(program)
    return subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, timeout=300)


def test_cuda_printf():
    done = run(r"""
    m = device.compile('extern "C" __global__ void k(float x) { if (threadIdx.x % 2) printf("%d %5.2f %s %c %lld%%\\n", threadIdx.x, x, "word", 65, 1ll << 40); }', language="cuda")
    m["k"].launch(1, 6, [np.float32(1.5)]); device.synchronize()""")
    assert done.stdout.splitlines() == [f"{t}  1.50 word A 1099511627776%" for t in (1, 3, 5)], done


def test_opencl_printf_with_vectors():
    done = run(r"""
    m = device.compile('__kernel void k() { float4 v = (float4)(1, 2, 3, 4.5f); printf("%v4hlf|%d\\n", v, 7); uchar2 c = (uchar2)(200, 3); printf("%v2hhu\\n", c); }')
    m["k"].launch(1, 1, []); device.synchronize()""")
    assert done.stdout.splitlines() == ["1.000000,2.000000,3.000000,4.500000|7", "200,3"], done


def test_assert_is_an_error_and_the_process_lives():
    done = run(r"""
    m = device.compile('#include <assert.h>\nextern "C" __global__ void k(int n) { assert(threadIdx.x < n); }', language="cuda", file_name="mine.cu")
    m["k"].launch(1, 8, [np.int32(8)]); device.synchronize()
    try:
        m["k"].launch(1, 8, [np.int32(4)]); device.synchronize()
    except vgpu.Error as error:
        print(error.code_name)
    m["k"].launch(1, 4, [np.int32(4)]); device.synchronize(); print("alive")""")
    assert done.returncode == 0 and done.stdout.splitlines() == ["vgpuErrorAssert", "alive"], done
