// vgpu._native.gemm: stacks of matrices as NumPy lays them out, multiplied on a stream.
// SPDX-License-Identifier: MIT
#include <vgpu/c/gemm.h>
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

// The operands of c = a * b.
struct Operands {
  Stack a, b, c;
  std::string format;  // of the elements: f, d, Zf, Zd

  Operands(const py::buffer& left, const py::buffer& right, const py::buffer& result)
      : a(stack_of(left, false, "a")),
        b(stack_of(right, false, "b")),
        c(stack_of(result, true, "c")),
        format(result.request().format) {
    if (c.transposed) throw py::value_error("c: its rows do not lie side by side");
    if (left.request().format != format || right.request().format != format)
      throw py::value_error("operands of several types");
    if (a.count != c.count || b.count != c.count || a.rows != c.rows || b.columns != c.columns ||
        a.columns != b.rows)
      throw py::value_error("shapes do not fit");
  }
};

template <typename T, typename Function>
void run_batch(Function* function, const Operands& o, double alpha, double beta, vgpuStream_t on) {
  check(function(vgpuRowMajor, flag(o.a), flag(o.b), o.c.rows, o.c.columns, o.a.columns, T(alpha),
                 static_cast<const T*>(o.a.data), o.a.ld, o.a.stride,
                 static_cast<const T*>(o.b.data), o.b.ld, o.b.stride, T(beta),
                 static_cast<T*>(o.c.data), o.c.ld, o.c.stride, o.c.count, on));
}

template <typename T, typename Function>
void run_each(Function* function, const Operands& o, double alpha, double beta, vgpuStream_t on) {
  T factor{}, keep{};
  factor.x = decltype(factor.x)(alpha), keep.x = decltype(keep.x)(beta);
  for (std::int64_t i = 0; i < o.c.count; ++i) {
    check(function(vgpuRowMajor, flag(o.a), flag(o.b), o.c.rows, o.c.columns, o.a.columns, &factor,
                   static_cast<const T*>(o.a.data) + i * o.a.stride, o.a.ld,
                   static_cast<const T*>(o.b.data) + i * o.b.stride, o.b.ld, &keep,
                   static_cast<T*>(o.c.data) + i * o.c.stride, o.c.ld, on));
  }
}

void gemm(const py::buffer& a, const py::buffer& b, const py::buffer& c, double alpha, double beta,
          const Stream* stream) {
  const Operands o(a, b, c);
  const vgpuStream_t on = stream != nullptr ? stream->handle() : nullptr;
  py::gil_scoped_release unlocked;
  if (o.format == "f")
    run_batch<float>(vgpuSgemmStridedBatched, o, alpha, beta, on);
  else if (o.format == "d")
    run_batch<double>(vgpuDgemmStridedBatched, o, alpha, beta, on);
  else if (o.format == "Zf")
    run_each<vgpuComplex>(vgpuCgemm, o, alpha, beta, on);
  else if (o.format == "Zd")
    run_each<vgpuDoubleComplex>(vgpuZgemm, o, alpha, beta, on);
  else
    throw Failure{vgpuErrorInvalidValue,
                  "[vgpu.linalg] no product of elements of type " + o.format};
  check(vgpuStreamSynchronize(on));
}

void strassen(const py::buffer& a, const py::buffer& b, const py::buffer& c, int levels) {
  const Operands o(a, b, c);
  py::gil_scoped_release unlocked;
  const auto run = [&](auto* function, auto one) {
    using T = decltype(one);
    check(function(vgpuRowMajor, flag(o.a), flag(o.b), o.c.rows, o.c.columns, o.a.columns, one,
                   static_cast<const T*>(o.a.data), o.a.ld, static_cast<const T*>(o.b.data), o.b.ld,
                   T(0), static_cast<T*>(o.c.data), o.c.ld, levels, nullptr));
  };
  if (o.format == "f")
    run(vgpuSgemmStrassen, 1.0f);
  else
    run(vgpuDgemmStrassen, 1.0);
  check(vgpuStreamSynchronize(nullptr));
}

}  // namespace

void bind_blas(py::module_& m) {
  m.def("gemm", gemm, py::arg("a"), py::arg("b"), py::arg("c"), py::arg("alpha") = 1.0,
        py::arg("beta") = 0.0, py::arg("stream") = nullptr,
        "c = alpha * a @ b + beta * c for stacks of matrices, and waits for it.");
  m.def("strassen", strassen, py::arg("a"), py::arg("b"), py::arg("c"), py::arg("levels") = -1,
        "c = a @ b by Strassen's recursion, for stacks of one matrix.");
}

}  // namespace vgpu_python
