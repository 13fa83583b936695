// Fused attention: softmax(scale * q k^T) v for many heads, block by block, without the matrix of all pairs in memory.
//
// A block of queries meets block after block of keys; maxima and sums of the softmax are corrected as they grow (Milakov and
// Gimelshein; Dao and others). With `causal` query i sees the keys up to i + keys - queries, and blocks that nobody sees are
// not computed. Called by src/api/c/nn.cpp as commands on streams.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace vgpu::attention {

// Vector (batch, head, token) of a tensor; the elements of a head lie side by side.
template <typename T>
struct Heads {
  T* data = nullptr;
  std::int64_t batch = 0, head = 0, token = 0;  // strides

  T* at(std::int64_t b, std::int64_t h) const { return data + b * batch + h * head; }
};

struct Shape {
  std::int64_t batch = 0, heads = 0, queries = 0, keys = 0;
  std::int64_t size = 0;        // of q and k of a head
  std::int64_t value_size = 0;  // of v and of the output
  float scale = 1;
  bool causal = false;
};

// `logsum` gets log(sum(exp(scale q k))) of every query, [batch, heads, queries], for backward(); or null.
void forward(const Shape& shape, const Heads<const float>& q, const Heads<const float>& k,
             const Heads<const float>& v, const Heads<float>& out, float* logsum);

struct Gradients {
  Heads<float> q, k, v;
};

// Gradients with respect to q, k and v from the gradient of the output.
void backward(const Shape& shape, const Heads<const float>& q, const Heads<const float>& k,
              const Heads<const float>& v, const Heads<const float>& out, const float* logsum,
              const Heads<const float>& grad, const Gradients& result);

}  // namespace vgpu::attention
