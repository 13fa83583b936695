// vgpu._native.gemm: stacks of matrices as NumPy lays them out, multiplied on a stream.
// SPDX-License-Identifier: MIT
#include <vgpu/blas.hpp>

#include "bindings.h"

namespace vgpu_python {
namespace {

// A stack of matrices: (count, rows, columns), in elements.
struct Stack {
  void* data;
  std::int64_t count, rows, columns, stride, ld;
  bool transposed;
};

Stack stack_of(const py::buffer& array, bool writable, const char* name) {
  const py::buffer_info info = array.request(writable);
  if (info.ndim != 3) throw py::value_error(std::string(name) + ": not a stack of matrices");
  const auto step = [&](int axis) { return std::int64_t(info.strides[axis] / info.itemsize); };
  Stack s{info.ptr, info.shape[0], info.shape[1], info.shape[2], step(0), 1, false};
  if (s.count <= 1 || s.rows * s.columns == 0) s.stride = 0;
  const std::int64_t row = s.rows > 1 ? step(1) : std::max<std::int64_t>(s.columns, 1);
  const std::int64_t column = s.columns > 1 ? step(2) : 1;
  s.transposed = column != 1;
  s.ld = s.transposed ? column : row;
  if (s.transposed && s.rows > 1 && row != 1)
    throw py::value_error(std::string(name) + ": neither rows nor columns lie side by side");
  if (s.rows * s.columns == 0) s.ld = std::max<std::int64_t>({s.rows, s.columns, 1});
  return s;
}

vgpuTranspose flag(const Stack& s) { return s.transposed ? vgpuTrans : vgpuNoTrans; }

void gemm(const py::buffer& a, const py::buffer& b, const py::buffer& c, double alpha, double beta,
          const Stream* stream) {
  const Stack sa = stack_of(a, false, "a"), sb = stack_of(b, false, "b");
  const Stack sc = stack_of(c, true, "c");
  if (sc.transposed) throw py::value_error("c: its rows do not lie side by side");
  const bool single = a.request().itemsize == 4;
  const vgpuStream_t on = stream != nullptr ? stream->handle() : nullptr;
  py::gil_scoped_release unlocked;
  const auto run = [&](auto* function, auto zero) {
    using T = decltype(zero);
    check(function(vgpuRowMajor, flag(sa), flag(sb), sc.rows, sc.columns, sa.columns, T(alpha),
                   static_cast<const T*>(sa.data), sa.ld, sa.stride, static_cast<const T*>(sb.data),
                   sb.ld, sb.stride, T(beta), static_cast<T*>(sc.data), sc.ld, sc.stride, sc.count,
                   on));
  };
  if (single)
    run(vgpuSgemmStridedBatched, 0.0f);
  else
    run(vgpuDgemmStridedBatched, 0.0);
  check(vgpuStreamSynchronize(on));
}

}  // namespace

void bind_blas(py::module_& m) {
  m.def("gemm", gemm, py::arg("a"), py::arg("b"), py::arg("c"), py::arg("alpha") = 1.0,
        py::arg("beta") = 0.0, py::arg("stream") = nullptr,
        "c = alpha * a @ b + beta * c for stacks of matrices, and waits for it.");
}

}  // namespace vgpu_python
