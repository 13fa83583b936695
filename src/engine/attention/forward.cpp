// Attention forward: heads, or blocks of queries of a head, shared out over the thread pool.
// SPDX-License-Identifier: MIT
#include "base/thread_pool.h"
#include "engine/attention/attention.h"
#include "engine/attention/tile_forward.h"
#include "engine/attention/vector_forward.h"
#include "engine/scratch.h"

namespace vgpu::attention {
namespace {

using engine::Scratch;

template <typename Body>
void loop(std::int64_t count, Body body) {
  ThreadPool::shared().parallel_for(static_cast<std::uint64_t>(count), 1,
                                    [&](std::uint64_t begin, std::uint64_t end, unsigned) {
                                      for (std::uint64_t i = begin; i < end; ++i) {
                                        body(static_cast<std::int64_t>(i));
                                      }
                                    });
}

template <typename Method>
void run(const Shape& s, const Method& method) {
  const std::int64_t heads = s.batch * s.heads, rows = method.block_rows();
  const std::int64_t blocks = (s.queries + rows - 1) / rows;
  const std::size_t bytes = (method.head_bytes() + 63) / 64 * 64;
  // Many heads go to the threads whole: what is packed stays in the second cache until it is used.
  if (heads >= 4 * std::int64_t{ThreadPool::shared().size()}) {
    return loop(heads, [&](std::int64_t x) {
      const Scratch packed(bytes);
      method.prepare(x, packed.data());
      for (std::int64_t i = 0; i < s.queries; i += rows) method.run_block(x, i, packed.data());
    });
  }
  const Scratch packed(bytes * static_cast<std::size_t>(heads));
  const auto of_head = [&](std::int64_t x) { return packed.as<char>() + x * std::int64_t(bytes); };
  loop(heads, [&](std::int64_t x) { method.prepare(x, of_head(x)); });
  loop(heads * blocks, [&](std::int64_t item) {
    // The last blocks of a causal head see the most keys: begin with them.
    method.run_block(item / blocks, (blocks - 1 - item % blocks) * rows, of_head(item / blocks));
  });
}

}  // namespace

void forward(const Shape& shape, const Heads<const float>& q, const Heads<const float>& k,
             const Heads<const float>& v, const Heads<float>& out, float* logsum) {
  if (shape.batch == 0 || shape.heads == 0 || shape.queries == 0) return;
  const Request request{shape, q, k, v, out, logsum};
  if (TileForward::suits(shape)) return run(shape, TileForward(request));
  run(shape, VectorForward(request));
}

}  // namespace vgpu::attention
