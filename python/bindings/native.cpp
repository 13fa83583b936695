// vgpu._native: the Python module over the public C interface.
// SPDX-License-Identifier: MIT
#include "bindings.h"

PYBIND11_MODULE(_native, m) {
  m.doc() = "vGPU's C interface for Python.";
  vgpu_python::bind_errors(m);
  vgpu_python::bind_device(m);
  vgpu_python::bind_buffer(m);
  vgpu_python::bind_stream(m);
  vgpu_python::bind_module(m);
  vgpu_python::bind_blas(m);
  vgpu_python::bind_einsum(m);
  vgpu_python::bind_fft(m);
  vgpu_python::bind_sim(m);
  vgpu_python::bind_nn(m);
  vgpu_python::bind_fmm(m);
}
