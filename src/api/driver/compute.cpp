// All compute functions but the matrix products: each checks its buffers and launches one kernel.
// SPDX-License-Identifier: MIT
#include <vgpu/driver.h>

#include <algorithm>
#include <cmath>

#include "api/driver/launch.h"

using namespace vgpu::driver;

namespace {

constexpr std::size_t kFloat = sizeof(float), kIndex = sizeof(int);

enum class Wait { no, yes };

// Runs `body(gpu)` on the device and waits.
template <typename Body>
int run(const char* function, int number, Body&& body, Wait wait = Wait::yes) {
  return guarded(function, 0, [&] {
    Call call(number);
    body(call.gpu());
    if (wait == Wait::yes) call.gpu().finish();
    return 1;
  });
}

// Buffers of `count` floats each, all of them checked before the kernel starts.
template <typename... Buffers>
int elementwise(const char* function, const char* kernel, int number, int count,
                Buffers... buffers) {
  return run(function, number, [&](Gpu& gpu) {
    const std::size_t items = elements({count});
    (gpu.buffer(buffers, items * kFloat, "buffer"), ...);
    if (items != 0) launch(gpu, kernel, along(items), buffers...);
  });
}

// A group a row. `loose` functions return before the device is done.
constexpr unsigned kLanes = 64;  // LANES of the kernels
Grid row_grid(std::size_t rows) { return {{rows * kLanes, 1, 1}, {kLanes, 1, 1}}; }

template <typename... Arguments>
int rowwise(const char* function, const char* kernel, int number, std::size_t rows, int size,
            Wait wait, Arguments... arguments) {
  return run(
      function, number,
      [&](Gpu& gpu) {
        if (rows != 0 && size != 0) launch(gpu, kernel, row_grid(rows), arguments...);
      },
      wait);
}

// Whether all buffers are there; what is wrong goes the way of all errors.
bool all_there(const char* function, int number, std::size_t bytes,
               std::initializer_list<void*> list) {
  return run(
             function, number,
             [&](Gpu& gpu) {
               for (void* buffer : list) gpu.buffer(buffer, bytes, "buffer");
             },
             Wait::no) == 1;
}

// elements() outside of a call: 0 stands for what it refuses, which the call then refuses again.
template <typename Body>
int with_rows(const char* function, std::initializer_list<int> rows, int size, Body&& body) {
  return guarded(function, 0, [&] {
    const std::size_t count = elements(rows);
    elements({size});
    if (size != 0 && count > SIZE_MAX / kFloat / static_cast<std::size_t>(size)) {
      refuse("dimensions: more elements than there can be");
    }
    return body(count, count * static_cast<std::size_t>(size) * kFloat);
  });
}

}  // namespace

int execute_add_on_gpu(int gpu, void* a, void* b, void* c, int count) {
  return elementwise(__func__, "add_elementwise", gpu, count, a, b, c);
}

int execute_mul_on_gpu(int gpu, void* a, void* b, void* c, int count) {
  return elementwise(__func__, "mul_elementwise", gpu, count, a, b, c);
}

int execute_gelu_on_gpu(int gpu, void* input, void* output, int count) {
  return elementwise(__func__, "gelu_elementwise", gpu, count, input, output);
}

int execute_gelu_backward_on_gpu(int gpu, void* input, void* dy, void* dx, int count) {
  return elementwise(__func__, "gelu_backward_elementwise", gpu, count, input, dy, dx);
}

int execute_mul_backward_on_gpu(int gpu, void* dc, void* a, void* b, void* da, void* db,
                                int count) {
  const char* function = __func__;
  if (da != nullptr && elementwise(function, "mul_elementwise", gpu, count, dc, b, da) == 0)
    return 0;
  if (db != nullptr && elementwise(function, "mul_elementwise", gpu, count, dc, a, db) == 0)
    return 0;
  return elementwise(function, "add_elementwise", gpu, 0, dc, dc, dc);  // dc is checked in any case
}

int execute_softmax_on_gpu(int gpu, void* input, void* output, int rows, int row_size) {
  const char* function = __func__;
  return with_rows(function, {rows}, row_size, [&](std::size_t count, std::size_t bytes) {
    if (!all_there(function, gpu, bytes, {input, output})) return 0;
    return rowwise(function, "softmax_rowwise", gpu, count, row_size, Wait::yes, input, output,
                   row_size);
  });
}

int execute_log_softmax_stable_gpu(int gpu, void* input, void* output, int B, int S, int V) {
  const char* function = __func__;
  return with_rows(function, {B, S}, V, [&](std::size_t count, std::size_t bytes) {
    if (!all_there(function, gpu, bytes, {input, output})) return 0;
    return rowwise(function, "log_softmax_stable_rowwise", gpu, count, V, Wait::no, input, output,
                   V);
  });
}

int execute_softmax_backward_on_gpu(int gpu, void* dy, void* y, void* dx, int rows, int row_size) {
  const char* function = __func__;
  return with_rows(function, {rows}, row_size, [&](std::size_t count, std::size_t bytes) {
    if (!all_there(function, gpu, bytes, {dy, y, dx})) return 0;
    return rowwise(function, "softmax_backward", gpu, count, row_size, Wait::yes, dy, y, dx,
                   row_size);
  });
}

int execute_layernorm_on_gpu(int gpu, void* input, void* output, int rows, int row_size,
                             float eps) {
  const char* function = __func__;
  return with_rows(function, {rows}, row_size, [&](std::size_t count, std::size_t bytes) {
    if (!all_there(function, gpu, bytes, {input, output})) return 0;
    return rowwise(function, "layer_norm", gpu, count, row_size, Wait::yes, input, output, row_size,
                   eps);
  });
}

int execute_layernorm_backward_on_gpu(int gpu, void* dy, void* x, void* dx, int rows, int row_size,
                                      float eps) {
  const char* function = __func__;
  return with_rows(function, {rows}, row_size, [&](std::size_t count, std::size_t bytes) {
    if (!all_there(function, gpu, bytes, {dy, x, dx})) return 0;
    return rowwise(function, "layer_norm_backward", gpu, count, row_size, Wait::yes, dy, x, dx,
                   row_size, eps);
  });
}

int execute_cross_entropy_loss_grad_gpu(int gpu, void* log_probs, void* targets, void* grad,
                                        void* loss, int B, int S, int V) {
  const char* function = __func__;
  return with_rows(function, {B, S}, V, [&](std::size_t count, std::size_t bytes) {
    if (!all_there(function, gpu, bytes, {log_probs, grad})) return 0;
    if (!all_there(function, gpu, count * kFloat, {targets, loss})) return 0;
    return rowwise(function, "cross_entropy_loss_grad", gpu, count, V, Wait::no, log_probs, targets,
                   grad, loss, V);
  });
}

int execute_clone_on_gpu(int gpu, void* source, void* target, size_t size) {
  return run(__func__, gpu, [&](Gpu& on) {
    on.buffer(source, size, "source");
    on.buffer(target, size, "target");
    if (size == 0) return;
    check(vgpuMemcpyAsync(target, source, size, vgpuMemcpyDeviceToDevice, on.stream()));
  });
}

int execute_transpose_12_batched_gpu(int gpu, void* in, void* out, int B, int D1, int D2, int D3) {
  return run(__func__, gpu, [&](Gpu& on) {
    const std::size_t count = elements({B, D1, D2, D3});
    on.buffer(in, count * kFloat, "input");
    on.buffer(out, count * kFloat, "output");
    if (count == 0) return;
    const Grid grid =
        along(static_cast<std::size_t>(D3), static_cast<std::size_t>(D1), elements({B, D2}));
    launch(on, "transpose_12_batched", grid, in, out, D1, D2, D3);
  });
}

int execute_embedding_lookup_gpu(int gpu, void* indices, void* weights, void* output, int b, int s,
                                 int d, int v) {
  return run(__func__, gpu, [&](Gpu& on) {
    const std::size_t tokens = elements({b, s}), count = elements({b, s, d});
    on.buffer(indices, tokens * kIndex, "indices");
    on.buffer(weights, elements({v, d}) * kFloat, "weights");
    on.buffer(output, count * kFloat, "output");
    if (count == 0) return;
    launch(on, "embedding_lookup", along(static_cast<std::size_t>(d), tokens), indices, weights,
           output, d, v);
  });
}

int execute_embedding_backward_gpu(int gpu, void* dout, void* indices, void* dw, int b, int s,
                                   int d, int v) {
  return run(__func__, gpu, [&](Gpu& on) {
    const std::size_t tokens = elements({b, s}), count = elements({b, s, d});
    on.buffer(dout, count * kFloat, "dout");
    on.buffer(indices, tokens * kIndex, "indices");
    on.buffer(dw, elements({v, d}) * kFloat, "dw");
    if (tokens > INT32_MAX) refuse("dimensions: more than 2^31 tokens");
    if (count == 0 || v == 0) return;
    constexpr std::size_t kParts = 16;
    launch(on, "embedding_backward", along(static_cast<std::size_t>(d), kParts), dout, indices, dw,
           static_cast<int>(tokens), d, v);
  });
}

int execute_broadcast_add_gpu(int gpu, void* a, void* bias, void* c, int B, int M, int N) {
  return run(__func__, gpu, [&](Gpu& on) {
    const std::size_t count = elements({B, M, N}), period = elements({N});
    on.buffer(a, count * kFloat, "a");
    on.buffer(bias, period * kFloat, "bias");
    on.buffer(c, count * kFloat, "c");
    if (count != 0) launch(on, "broadcast_add", along(period, count / period), a, bias, c, period);
  });
}

int execute_add_broadcast_pe_gpu(int gpu, void* input, void* pe, void* output, int B, int S,
                                 int E) {
  return run(__func__, gpu, [&](Gpu& on) {
    const std::size_t count = elements({B, S, E}), period = elements({S, E});
    on.buffer(input, count * kFloat, "input");
    on.buffer(pe, period * kFloat, "pe");
    on.buffer(output, count * kFloat, "output");
    if (count != 0)
      launch(on, "broadcast_add", along(period, count / period), input, pe, output, period);
  });
}

int execute_reduce_sum_gpu(int gpu, void* in, void* out, int B, int M, int N) {
  return run(__func__, gpu, [&](Gpu& on) {
    const std::size_t rows = elements({B, M}), columns = elements({N});
    on.buffer(in, elements({B, M, N}) * kFloat, "in");
    on.buffer(out, columns * kFloat, "out");
    if (columns != 0)
      launch(on, "reduce_sum_axis01",
             {{columns, 1, 1}, {static_cast<unsigned>(std::min<std::size_t>(columns, 64)), 1, 1}},
             in, out, rows);
  });
}

int execute_adam_update_on_gpu(int gpu, void* param, void* grad, void* m, void* v, int count, int t,
                               float lr, float beta1, float beta2, float eps, float weight_decay) {
  return run(__func__, gpu, [&](Gpu& on) {
    const std::size_t items = elements({count});
    for (void* buffer : {param, grad, m, v}) on.buffer(buffer, items * kFloat, "buffer");
    if (t < 1) refuse("t: " + std::to_string(t) + " is not a step; the first one is 1");
    const auto correction = [t](float beta) {
      return static_cast<float>(1 / (1 - std::pow(static_cast<double>(beta), t)));
    };
    if (items == 0) return;
    launch(on, "adam_update", along(items), param, grad, m, v, lr, beta1, beta2, eps, weight_decay,
           correction(beta1), correction(beta2));
  });
}
