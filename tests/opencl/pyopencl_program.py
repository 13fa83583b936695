"""A program as pyopencl's users write it: arrays, reductions, scans, local memory, events. Run by test_programs.py.

SPDX-License-Identifier: MIT
"""
import numpy as np
import pyopencl as cl
import pyopencl.array
from pyopencl.elementwise import ElementwiseKernel
from pyopencl.reduction import ReductionKernel
from pyopencl.scan import InclusiveScanKernel

SOURCE = """
__kernel void transpose(__global const float* in, __global float* out, int width, int height, __local float* tile) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x < width && y < height) tile[get_local_id(1) * 9 + get_local_id(0)] = in[y * width + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  x = get_group_id(1) * 8 + get_local_id(0);
  y = get_group_id(0) * 8 + get_local_id(1);
  if (x < height && y < width) out[y * height + x] = tile[get_local_id(0) * 9 + get_local_id(1)];
}
"""

context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context, properties=cl.command_queue_properties.PROFILING_ENABLE)
random = np.random.default_rng(1)

matrix = random.standard_normal((100, 52)).astype(np.float32)
source, target = cl.array.to_device(queue, matrix), cl.array.zeros(queue, (52, 100), np.float32)
program = cl.Program(context, SOURCE).build()
event = program.transpose(queue, (56, 104), (8, 8), source.data, target.data, np.int32(52), np.int32(100),
                          cl.LocalMemory(8 * 9 * 4))
event.wait()
assert event.profile.end > event.profile.start
np.testing.assert_array_equal(target.get(), matrix.T)

x = cl.array.to_device(queue, random.standard_normal(5001))
y = cl.array.to_device(queue, random.standard_normal(5001))
np.testing.assert_allclose((2 * x + y * y).get(), 2 * x.get() + y.get() ** 2, rtol=1e-12)
ElementwiseKernel(context, "double a, double* x, double* y", "y[i] = a * x[i] + y[i]")(3.0, x, z := y.copy())
np.testing.assert_allclose(z.get(), 3 * x.get() + y.get(), rtol=1e-12)
largest = ReductionKernel(context, np.float64, neutral="-INFINITY", reduce_expr="fmax(a, b)", map_expr="x[i]",
                          arguments="__global const double* x")
assert largest(x).get() == x.get().max()
numbers = cl.array.to_device(queue, random.integers(0, 9, 10000).astype(np.int32))
InclusiveScanKernel(context, np.int32, "a + b", neutral="0")(sums := numbers.copy())
np.testing.assert_array_equal(sums.get(), np.cumsum(numbers.get()))
binary = program.get_info(cl.program_info.BINARIES)[0]
again = cl.Program(context, context.devices, [binary]).build()
target.fill(0)
again.transpose(queue, (56, 104), (8, 8), source.data, target.data, np.int32(52), np.int32(100),
                cl.LocalMemory(8 * 9 * 4))
np.testing.assert_array_equal(target.get(), matrix.T)
image = cl.image_from_array(context, np.ascontiguousarray(random.standard_normal((6, 5, 4)).astype(np.float32)), 4)
assert image.shape == (5, 6)
print("all is well")
