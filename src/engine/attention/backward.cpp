// Attention backward: probabilities are computed again block by block; five products a block. One thread a head.
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/thread_pool.h"
#include "engine/attention/attention.h"
#include "engine/attention/softmax.h"
#include "engine/gemm/gemm.h"
#include "engine/scratch.h"

namespace vgpu::attention {
namespace {

using engine::Scratch;
using gemm::Matrix;

constexpr std::int64_t kQueries = 64, kKeys = 256;

// c += alpha * a * b on the calling thread.
void add_product(std::int64_t m, std::int64_t n, std::int64_t k, Matrix<const float> a,
                 Matrix<const float> b, Matrix<float> c, float beta) {
  gemm::multiply<float>({m, n, k, a, b, c, 1, beta, {}, nullptr}, {.threads = gemm::Threads::one});
}

// One head's tensors.
struct Head {
  Matrix<const float> q, k, v, out, grad;
  Matrix<float> dq, dk, dv;
  const float* logsum;
};

template <typename T>
Matrix<T> matrix(const Heads<T>& heads, std::int64_t b, std::int64_t h) {
  return {heads.at(b, h), heads.token, 1};
}

void clear(Matrix<float> m, std::int64_t rows, std::int64_t columns) {
  for (std::int64_t i = 0; i < rows; ++i) std::fill_n(m.at(i, 0), columns, 0.0f);
}

class HeadBackward {
 public:
  HeadBackward(const Shape& shape, const Head& head)
      : s_(shape),
        h_(head),
        probabilities_(kQueries * kKeys * sizeof(float)),
        slopes_(kQueries * kKeys * sizeof(float)),
        means_(static_cast<std::size_t>(shape.queries) * sizeof(float)) {}

  void run() {
    clear(h_.dq, s_.queries, s_.size);
    clear(h_.dk, s_.keys, s_.size);
    clear(h_.dv, s_.keys, s_.value_size);
    for (std::int64_t i = 0; i < s_.queries; ++i) {
      float sum = 0;
      for (std::int64_t d = 0; d < s_.value_size; ++d) sum += *h_.out.at(i, d) * *h_.grad.at(i, d);
      means_.as<float>()[i] = sum;
    }
    for (std::int64_t i = 0; i < s_.queries; i += kQueries) {
      const std::int64_t rows = std::min(kQueries, s_.queries - i);
      const std::int64_t last = visible(i + rows - 1);
      for (std::int64_t j = 0; j < last; j += kKeys)
        run_block(i, rows, j, std::min(kKeys, last - j));
    }
  }

 private:
  std::int64_t visible(std::int64_t i) const {
    return s_.causal ? std::clamp<std::int64_t>(i + 1 + s_.keys - s_.queries, 0, s_.keys) : s_.keys;
  }

  void run_block(std::int64_t i, std::int64_t rows, std::int64_t j, std::int64_t keys) {
    const SoftmaxKernels& softmax = softmax_kernels();
    const Matrix<float> p{probabilities_.as<float>(), kKeys, 1}, ds{slopes_.as<float>(), kKeys, 1};
    const Matrix<const float> p_in{p.data, kKeys, 1}, ds_in{ds.data, kKeys, 1};
    add_product(rows, keys, s_.size, h_.q.from(i, 0), h_.k.from(j, 0).transposed(), p, 0);
    add_product(rows, keys, s_.value_size, h_.grad.from(i, 0), h_.v.from(j, 0).transposed(), ds, 0);
    for (std::int64_t r = 0; r < rows; ++r) {
      softmax.again(p.at(r, 0), std::min(visible(i + r) - j, keys), keys, s_.scale,
                    h_.logsum[i + r]);
      softmax.slope(ds.at(r, 0), p.at(r, 0), means_.as<float>()[i + r], s_.scale, keys);
    }
    add_product(keys, s_.value_size, rows, p_in.transposed(), h_.grad.from(i, 0), h_.dv.from(j, 0),
                1);
    add_product(rows, s_.size, keys, ds_in, h_.k.from(j, 0), h_.dq.from(i, 0), 1);
    add_product(keys, s_.size, rows, ds_in.transposed(), h_.q.from(i, 0), h_.dk.from(j, 0), 1);
  }

  const Shape& s_;
  const Head& h_;
  Scratch probabilities_, slopes_, means_;
};

}  // namespace

void backward(const Shape& shape, const Heads<const float>& q, const Heads<const float>& k,
              const Heads<const float>& v, const Heads<const float>& out, const float* logsum,
              const Heads<const float>& grad, const Gradients& result) {
  const auto run_head = [&](std::int64_t x) {
    const std::int64_t b = x / shape.heads, h = x % shape.heads;
    const Head head{matrix(q, b, h),        matrix(k, b, h),        matrix(v, b, h),
                    matrix(out, b, h),      matrix(grad, b, h),     matrix(result.q, b, h),
                    matrix(result.k, b, h), matrix(result.v, b, h), logsum + x * shape.queries};
    HeadBackward(shape, head).run();
  };
  ThreadPool::shared().parallel_for(static_cast<std::uint64_t>(shape.batch * shape.heads), 1,
                                    [&](std::uint64_t begin, std::uint64_t end, unsigned) {
                                      for (std::uint64_t x = begin; x < end; ++x) {
                                        run_head(static_cast<std::int64_t>(x));
                                      }
                                    });
}

}  // namespace vgpu::attention
