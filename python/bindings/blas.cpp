// vgpu._native.gemm: stacks of matrices as NumPy lays them out, multiplied on a stream.
// SPDX-License-Identifier: MIT
#include <vgpu/c/gemm.h>
#include <vgpu/blas.hpp>

#include <pybind11/stl.h>

#include <optional>
#include <string>

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
  std::string types;  // of the elements, as "d*d=d"

  Operands(const py::buffer& left, const py::buffer& right, const py::buffer& result)
      : a(stack_of(left, false, "a")),
        b(stack_of(right, false, "b")),
        c(stack_of(result, true, "c")),
        types(left.request().format + "*" + right.request().format + "=" +
              result.request().format) {
    if (c.transposed) throw py::value_error("c: its rows do not lie side by side");
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
void run_complex(Function* function, const Operands& o, double alpha, double beta,
                 vgpuStream_t on) {
  T factor{}, keep{};
  factor.x = decltype(factor.x)(alpha), keep.x = decltype(keep.x)(beta);
  check(function(vgpuRowMajor, flag(o.a), flag(o.b), o.c.rows, o.c.columns, o.a.columns, &factor,
                 static_cast<const T*>(o.a.data), o.a.ld, o.a.stride,
                 static_cast<const T*>(o.b.data), o.b.ld, o.b.stride, &keep,
                 static_cast<T*>(o.c.data), o.c.ld, o.c.stride, o.c.count, on));
}

// bf16 numbers are given as their bits, in uint16.
void run_bf16(const Operands& o, double alpha, double beta, vgpuStream_t on) {
  using In = std::uint16_t;
  check(vgpuGemmBf16StridedBatched(vgpuRowMajor, flag(o.a), flag(o.b), o.c.rows, o.c.columns,
                                   o.a.columns, float(alpha), static_cast<const In*>(o.a.data),
                                   o.a.ld, o.a.stride, static_cast<const In*>(o.b.data), o.b.ld,
                                   o.b.stride, float(beta), static_cast<float*>(o.c.data), o.c.ld,
                                   o.c.stride, o.c.count, on));
}

void run_s8(const Operands& o, double beta, vgpuStream_t on) {
  using In = std::int8_t;
  check(vgpuGemmS8StridedBatched(vgpuRowMajor, flag(o.a), flag(o.b), o.c.rows, o.c.columns,
                                 o.a.columns, static_cast<const In*>(o.a.data), o.a.ld, o.a.stride,
                                 static_cast<const In*>(o.b.data), o.b.ld, o.b.stride,
                                 beta != 0 ? 1 : 0, static_cast<std::int32_t*>(o.c.data), o.c.ld,
                                 o.c.stride, o.c.count, on));
}

void gemm(const py::buffer& a, const py::buffer& b, const py::buffer& c, double alpha, double beta,
          const Stream* stream) {
  const Operands o(a, b, c);
  const vgpuStream_t on = stream != nullptr ? stream->handle() : nullptr;
  py::gil_scoped_release unlocked;
  if (o.types == "f*f=f")
    run_batch<float>(vgpuSgemmStridedBatched, o, alpha, beta, on);
  else if (o.types == "d*d=d")
    run_batch<double>(vgpuDgemmStridedBatched, o, alpha, beta, on);
  else if (o.types == "Zf*Zf=Zf")
    run_complex<vgpuComplex>(vgpuCgemmStridedBatched, o, alpha, beta, on);
  else if (o.types == "Zd*Zd=Zd")
    run_complex<vgpuDoubleComplex>(vgpuZgemmStridedBatched, o, alpha, beta, on);
  else if (o.types == "H*H=f")
    run_bf16(o, alpha, beta, on);
  else if (o.types == "b*b=i")
    run_s8(o, beta, on);
  else
    throw Failure{vgpuErrorInvalidValue,
                  "[vgpu.linalg] no product of elements of types " + o.types};
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
  if (o.types == "f*f=f")
    run(vgpuSgemmStrassen, 1.0f);
  else if (o.types == "d*d=d")
    run(vgpuDgemmStrassen, 1.0);
  else
    throw Failure{vgpuErrorInvalidValue, "[vgpu.linalg] no such product of types " + o.types};
  check(vgpuStreamSynchronize(nullptr));
}

const float* biases(const std::optional<py::buffer>& bias, std::int64_t count) {
  if (!bias) return nullptr;
  const py::buffer_info info = bias->request();
  if (info.format != "f" || info.size != count || info.ndim != 1 ||
      (count > 1 && info.strides[0] != info.itemsize))
    throw py::value_error("bias: not " + std::to_string(count) + " floats side by side");
  return static_cast<const float*>(info.ptr);
}

void fused(const py::buffer& a, const py::buffer& b, const py::buffer& c,
           const std::optional<py::buffer>& bias, int activation,
           const std::optional<py::buffer>& residual) {
  const Operands o(a, b, c);
  if (o.types != "f*f=f" || o.c.count != 1) throw py::value_error("not matrices of floats");
  vgpuSgemmEpilogue epilogue{
      biases(bias, o.c.columns), nullptr, vgpuActivation(activation), 1, nullptr, 0};
  if (residual) {
    const Stack rest = stack_of(*residual, false, "residual");
    if (rest.transposed || residual->request().format != "f" || rest.count != 1 ||
        rest.rows != o.c.rows || rest.columns != o.c.columns)
      throw py::value_error("residual: not a matrix of floats like the result");
    epilogue.residual = static_cast<const float*>(rest.data), epilogue.ldResidual = rest.ld;
  }
  py::gil_scoped_release unlocked;
  check(vgpuSgemmFused(vgpuRowMajor, flag(o.a), flag(o.b), o.c.rows, o.c.columns, o.a.columns, 1,
                       static_cast<const float*>(o.a.data), o.a.ld,
                       static_cast<const float*>(o.b.data), o.b.ld, 0,
                       static_cast<float*>(o.c.data), o.c.ld, &epilogue, nullptr));
  check(vgpuStreamSynchronize(nullptr));
}

}  // namespace

void bind_blas(py::module_& m) {
  m.def("gemm", gemm, py::arg("a"), py::arg("b"), py::arg("c"), py::arg("alpha") = 1.0,
        py::arg("beta") = 0.0, py::arg("stream") = nullptr,
        "c = alpha * a @ b + beta * c for stacks of matrices, and waits for it.");
  m.def("fused_gemm", fused, py::arg("a"), py::arg("b"), py::arg("c"), py::arg("bias"),
        py::arg("activation"), py::arg("residual"),
        "c = activation(a @ b + bias) + residual, for stacks of one matrix.");
  m.def("strassen", strassen, py::arg("a"), py::arg("b"), py::arg("c"), py::arg("levels") = -1,
        "c = a @ b by Strassen's recursion, for stacks of one matrix.");
}

}  // namespace vgpu_python
