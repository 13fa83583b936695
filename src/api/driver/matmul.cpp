// Matrix products: of floats with gradients, of doubles for the simulated driver.
// SPDX-License-Identifier: MIT
#include <vgpu/driver.h>

#include <climits>

#include "api/driver/launch.h"
#include "api/driver/product.h"

using namespace vgpu::driver;

namespace {

constexpr std::size_t kRows = 8;  // that an item computes: ROWS of the kernels
constexpr std::size_t kFloat = sizeof(float), kDouble = sizeof(double);

template <typename Real>
void multiply(Gpu& gpu, const char* kernel, const Product& p, void* a, void* b, void* c) {
  if (engine_multiplies(gpu, p, Order::plain, static_cast<Real*>(a), static_cast<Real*>(b),
                        static_cast<Real*>(c)))
    return;
  const std::size_t count = static_cast<std::size_t>(p.rows) * static_cast<std::size_t>(p.columns);
  if (count == 0 || p.batch == 0) return;
  if (p.inner == 0) {
    return check(vgpuMemsetAsync(c, 0, p.batch * count * sizeof(Real), gpu.stream()));
  }
  const auto columns = static_cast<std::size_t>(p.columns);
  const std::size_t blocks = (static_cast<std::size_t>(p.rows) + kRows - 1) / kRows;
  launch(gpu, kernel, along(columns, blocks, p.batch), a, b, c, p.rows, p.columns, p.inner,
         p.stride_a, p.stride_b, static_cast<long>(count));
}

void transpose(Gpu& gpu, void* in, void* out, std::size_t batch, int rows, int columns) {
  constexpr std::size_t kTile = 16;
  const auto tiles = [](int size) {
    return (static_cast<std::size_t>(size) + kTile - 1) / kTile * kTile;
  };
  launch(gpu, "transpose", {{tiles(columns), tiles(rows), batch}, {kTile, kTile, 1}}, in, out, rows,
         columns);
}

// Rows of all batches together, where they meet the same b.
int rows_of(int B, int M) {
  const std::size_t rows = elements({B, M});
  if (rows > INT_MAX) refuse("dimensions: more than 2^31 rows");
  return static_cast<int>(rows);
}

struct Sizes {  // bytes of a (batch, M, K), of b, of c (batch, M, N)
  std::size_t a, b, c;
};

Sizes sizes_of(int B, int M, int N, int K, bool batched) {
  return {elements({B, M, K}) * kFloat, elements({batched ? B : 1, K, N}) * kFloat,
          elements({B, M, N}) * kFloat};
}

int forward(const char* function, int gpu, void* a, void* b, void* c, int B, int M, int N, int K,
            bool batched) {
  return guarded(function, 0, [&] {
    Call call(gpu);
    Gpu& on = call.gpu();
    const Sizes sizes = sizes_of(B, M, N, K, batched);
    a = on.buffer(a, sizes.a, "a");
    b = on.buffer(b, sizes.b, "b");
    c = on.buffer(c, sizes.c, "c");
    if (batched) {
      multiply<float>(on, "matrix_multiply",
                      {static_cast<std::size_t>(B), M, N, K, long{M} * K, long{K} * N}, a, b, c);
    } else {  // all rows of all batches meet the same b: one large product
      const int rows = rows_of(B, M);
      multiply<float>(on, "matrix_multiply", {1, rows, N, K, 0, 0}, a, b, c);
    }
    on.finish();
    return 1;
  });
}

// da = dc * b^T: b is transposed first, so that the product runs along memory.
void gradient_a(Gpu& gpu, void* b, void* dc, void* da, int B, int M, int N, int K, bool batched) {
  const std::size_t batch = batched ? static_cast<std::size_t>(B) : 1;
  if (elements({B, M, K}) == 0) return;
  const int all_rows = batched ? M : rows_of(B, M);
  if (engine_multiplies(gpu, {batch, all_rows, K, N, long{M} * N, long{K} * N}, Order::b_transposed,
                        static_cast<float*>(dc), static_cast<float*>(b), static_cast<float*>(da))) {
    return;
  }
  if (N == 0) return check(vgpuMemsetAsync(da, 0, elements({B, M, K}) * kFloat, gpu.stream()));
  void* transposed = gpu.scratch(batch * elements({K, N}) * kFloat);
  transpose(gpu, b, transposed, batch, K, N);
  multiply<float>(gpu, "matrix_multiply", {batch, all_rows, K, N, long{M} * N, long{K} * N}, dc,
                  transposed, da);
}

// db = a^T * dc, summed over the batches where they share b.
void gradient_b(Gpu& gpu, void* a, void* dc, void* db, int B, int M, int N, int K, bool batched) {
  const std::size_t batch = batched ? static_cast<std::size_t>(B) : 1;
  const int rows = batched ? M : rows_of(B, M);
  if (elements({K, N}) * batch == 0) return;
  if (engine_multiplies(gpu, {batch, K, N, rows, long{M} * K, long{M} * N}, Order::a_transposed,
                        static_cast<float*>(a), static_cast<float*>(dc), static_cast<float*>(db))) {
    return;
  }
  if (rows == 0)
    return check(vgpuMemsetAsync(db, 0, batch * elements({K, N}) * kFloat, gpu.stream()));
  const std::size_t blocks = (static_cast<std::size_t>(K) + kRows - 1) / kRows;
  launch(gpu, "matmul_transposed", along(static_cast<std::size_t>(N), blocks, batch), a, dc, db,
         rows, N, K, long{M} * K, long{M} * N, long{K} * N);
}

int backward(const char* function, int gpu, void* a, void* b, void* dc, void* da, void* db, int B,
             int M, int N, int K, bool batched) {
  return guarded(function, 0, [&] {
    Call call(gpu);
    Gpu& on = call.gpu();
    const Sizes sizes = sizes_of(B, M, N, K, batched);
    on.buffer(dc, sizes.c, "dc");
    const std::lock_guard lock(on.sequence());
    if (da != nullptr) {
      gradient_a(on, on.buffer(b, sizes.b, "b"), dc, on.buffer(da, sizes.a, "da"), B, M, N, K,
                 batched);
    }
    if (db != nullptr) {
      gradient_b(on, on.buffer(a, sizes.a, "a"), dc, on.buffer(db, sizes.b, "db"), B, M, N, K,
                 batched);
    }
    on.finish();
    return 1;
  });
}

// c (rows x columns) = a (rows x inner) * b, of doubles; the sizes are those that the caller believes in.
void multiply_doubles(Gpu& gpu, const DriverMatmulCommand& m) {
  const std::size_t a = elements({m.rows, m.cols_a}) * kDouble;
  const std::size_t b = elements({m.cols_a, m.cols_b}) * kDouble;
  const std::size_t c = elements({m.rows, m.cols_b}) * kDouble;
  if (m.cols != m.cols_b) refuse("cols: is not cols_b");
  if (m.size_a < a || m.size_b < b || m.size_c < c) refuse("size: is less than the shapes need");
  multiply<double>(gpu, "matrix_multiply_double", {1, m.rows, m.cols_b, m.cols_a, 0, 0},
                   gpu.buffer(m.a, a, "a"), gpu.buffer(m.b, b, "b"), gpu.buffer(m.c, c, "c"));
  gpu.finish();
}

}  // namespace

int execute_matmul_on_gpu(int gpu, void* a, void* b, void* c, int B, int M, int N, int K) {
  return forward(__func__, gpu, a, b, c, B, M, N, K, false);
}

int execute_matmul_batched_on_gpu(int gpu, void* a, void* b, void* c, int B, int M, int N, int K) {
  return forward(__func__, gpu, a, b, c, B, M, N, K, true);
}

int execute_matmul_backward_on_gpu(int gpu, void* a, void* b, void* dc, void* da, void* db, int B,
                                   int M, int N, int K) {
  return backward(__func__, gpu, a, b, dc, da, db, B, M, N, K, false);
}

int execute_matmul_batched_backward_on_gpu(int gpu, void* a, void* b, void* dc, void* da, void* db,
                                           int B, int M, int N, int K) {
  return backward(__func__, gpu, a, b, dc, da, db, B, M, N, K, true);
}

int execute_transpose_on_gpu(int gpu, void* input, void* output, int rows, int cols) {
  return execute_transpose_batched_gpu(gpu, input, output, 1, rows, cols);
}

int execute_transpose_backward_on_gpu(int gpu, void* dc, void* da, int rows, int cols) {
  return execute_transpose_batched_gpu(gpu, dc, da, 1, cols, rows);
}

int execute_transpose_batched_gpu(int gpu, void* in, void* out, int batch, int d1, int d2) {
  return guarded(__func__, 0, [&] {
    Call call(gpu);
    const std::size_t count = elements({batch, d1, d2});
    in = call.gpu().buffer(in, count * kFloat, "input");
    out = call.gpu().buffer(out, count * kFloat, "output");
    if (count != 0) transpose(call.gpu(), in, out, static_cast<std::size_t>(batch), d1, d2);
    call.gpu().finish();
    return 1;
  });
}

int submit_command(int gpu, int command, void* data) {
  return guarded(__func__, 0, [&] {
    Call call(gpu);
    if (command != 1) refuse("command: " + std::to_string(command) + " is none; 1 multiplies");
    if (data == nullptr) refuse("data: is NULL");
    multiply_doubles(call.gpu(), *static_cast<const DriverMatmulCommand*>(data));
    return 1;
  });
}

unsigned long long simulated_matrix_multiply(int gpu, unsigned long long a, unsigned long long b,
                                             size_t size_a, size_t size_b, const int* shape_a,
                                             const int* shape_b) {
  return guarded(__func__, 0ULL, [&] {
    Call call(gpu);
    if (shape_a == nullptr || shape_b == nullptr) refuse("shape: is NULL");
    if (shape_a[1] != shape_b[0]) {
      refuse("shapes: " + std::to_string(shape_a[1]) + " columns and " +
             std::to_string(shape_b[0]) + " rows do not fit");
    }
    const std::size_t size_c = elements({shape_a[0], shape_b[1]}) * kDouble;
    void* c = call.gpu().allocate(size_c);
    try {
      multiply_doubles(call.gpu(),
                       {reinterpret_cast<void*>(a), reinterpret_cast<void*>(b), c, size_a, size_b,
                        size_c, shape_a[1], shape_b[1], shape_a[0], shape_b[1]});
    } catch (...) {
      call.gpu().free(c);
      throw;
    }
    return reinterpret_cast<unsigned long long>(c);
  });
}
