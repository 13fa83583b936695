"""vgpu.Module and vgpu.Kernel: compile, launch, arguments, errors, streams. SPDX-License-Identifier: MIT"""
import numpy as np
import pytest

import vgpu

SCALE = "__kernel void scale(__global float* x, float factor, int n) { int i = get_global_id(0); if (i < n) x[i] *= factor; }"


def test_opencl_and_cuda(device):
    cuda = 'extern "C" __global__ void scale(float* x, float f, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) x[i] *= f; }'
    for source, language in ((SCALE, "opencl"), (cuda, "cuda")):
        x = np.arange(1000, dtype=np.float32)
        buffer = device.to_device(x)
        kernel = device.compile(source, language=language)["scale"]
        kernel.launch(grid=4, block=256, args=[buffer, np.float32(3), np.int32(1000)])
        kernel.launch(grid=(4,), block=(256, 1, 1), args=[buffer, 2.0, 999])
        device.synchronize()
        x *= 6
        x[999] /= 2
        np.testing.assert_array_equal(buffer.view(np.float32), x)
        assert device.last_kernel_time() > 0


def test_what_is_known_of_a_kernel(device):
    module = device.compile(SCALE)
    assert module.kernels == ["scale"]
    kinds = [(name, kind, size) for name, _, kind, size in module["scale"].arguments]
    assert kinds == [("x", "global", 8), ("factor", "value", 4), ("n", "value", 4)]


def test_compile_errors_carry_the_message_and_the_line(device):
    with pytest.raises(vgpu.Error) as error:
        device.compile("\n__kernel void f() { undefined_name(); }", file_name="mine.cl")
    assert "undefined_name" in str(error.value) and "mine.cl:2:" in str(error.value)
    assert error.value.code_name == "vgpuErrorCompilationFailed"


def test_misuse(device):
    module = device.compile(SCALE)
    buffer = device.malloc(4)
    with pytest.raises(vgpu.Error, match="no_such"):
        module["no_such"]
    with pytest.raises(ValueError, match="language"):
        device.compile("", language="fortran")
    kernel = module["scale"]
    with pytest.raises(TypeError, match="takes 3 arguments"):
        kernel.launch(1, 1, [buffer])
    with pytest.raises(TypeError, match="vgpu.Buffer"):
        kernel.launch(1, 1, [np.zeros(3), 1.0, 1])
    with pytest.raises(TypeError, match="4 bytes"):
        kernel.launch(1, 1, [buffer, np.float64(1), 1])
    with pytest.raises(vgpu.Error):
        kernel.launch(1, 1 << 20, [buffer, 1.0, 1])
    with pytest.raises(ValueError, match="one to three"):
        kernel.launch((1, 1, 1, 1), 1, [buffer, 1.0, 1])


def test_headers_and_options(device):
    source = '#include "f.h"\n__kernel void f(__global int* x) { x[0] = FROM_HEADER + FROM_OPTION; }'
    module = device.compile(source, options="-DFROM_OPTION=2", headers={"f.h": "#define FROM_HEADER 40"})
    buffer = device.malloc(4)
    module["f"].launch(1, 1, [buffer])
    assert buffer.view(np.int32)[0] == 42


def test_binaries_come_back(device):
    module = vgpu.Module.from_binary(device, device.compile(SCALE).binary())
    buffer = device.to_device(np.ones(3, np.float32))
    module["scale"].launch(1, 3, [buffer, 5.0, 3])
    np.testing.assert_array_equal(buffer.view(np.float32), [5, 5, 5])
    with pytest.raises(vgpu.Error):
        vgpu.Module.from_binary(device, b"not a module")


def test_streams_and_events(device):
    kernel = device.compile(SCALE)["scale"]
    buffer = device.to_device(np.ones(256, np.float32))
    first, second = device.stream(), device.stream()
    start, end = device.event(), device.event()
    start.record(first)
    kernel.launch(1, 256, [buffer, 2.0, 256], stream=first)
    end.record(first)
    second.wait(end)
    kernel.launch(1, 256, [buffer, 3.0, 256], stream=second)
    second.synchronize()
    assert end.query() and first.query()
    assert end.elapsed_since(start) >= 0
    np.testing.assert_array_equal(buffer.view(np.float32), np.full(256, 6, np.float32))


def test_local_memory_as_an_argument(device):
    source = """__kernel void reverse(__global int* x, __local int* t) {
      int i = get_local_id(0), n = get_local_size(0);
      t[i] = x[i]; barrier(CLK_LOCAL_MEM_FENCE); x[i] = t[n - 1 - i]; }"""
    buffer = device.to_device(np.arange(100, dtype=np.int32))
    device.compile(source)["reverse"].launch(1, 100, [buffer, 400])
    np.testing.assert_array_equal(buffer.view(np.int32), np.arange(100)[::-1])


@pytest.mark.parametrize("shape", [(1, 1, 1), (1024, 768, 512), (17, 33, 65), (5, 0, 3), (0, 4, 4)])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_matmul(device, shape, dtype):
    m, k, n = shape
    rng = np.random.default_rng(1)
    a, b = rng.standard_normal((m, k)).astype(dtype), rng.standard_normal((k, n)).astype(dtype)
    c = device.matmul(a, b)
    assert c.dtype == dtype
    np.testing.assert_allclose(c, a @ b, rtol=2e-4, atol=2e-3)


def test_matmul_of_shapes_that_do_not_fit(device):
    with pytest.raises(ValueError, match="do not fit"):
        device.matmul(np.zeros((2, 3)), np.zeros((2, 3)))


def test_runtime_face():
    import vgpu_runtime

    assert vgpu_runtime.Device is vgpu.Device and vgpu_runtime.Error is vgpu.Error
