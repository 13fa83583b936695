// Recurrent networks as matrix products and steps of cells on the handle's stream; see dnn_recurrent.h.
// SPDX-License-Identifier: MIT
#include "api/cuda/dnn_recurrent.h"

#include <vgpu/c/blas.h>

#include <memory>

#include "api/cuda/call.h"
#include "api/cuda/dnn_cells.h"
#include "api/cuda/dnn_dropout.h"

namespace vgpu::cuda::dnn {

Index Network::input_weights(Index part) const {
  Index before = 0;
  for (Index p = 0; p < part; ++p) before += wide() * (input_of(p / ways()) + hidden);
  return before;
}

Index Network::input_bias(Index part) const {
  const Index of_part = (has_input_bias() ? wide() : 0) + (has_state_bias() ? wide() : 0);
  return input_weights(parts()) + part * of_part;
}

namespace {

Layout flat(cudnnDataType_t type, Index count) {
  Layout layout;
  layout.type = type, layout.rank = 1, layout.size[0] = count, layout.stride[0] = 1;
  return layout;
}

// What is kept of each part and each layer, one behind the other.
template <typename A>
struct Kept {
  const Network& n;
  Index rows;
  A* base;

  Index of_part() const {
    return rows * (n.wide() + 3 * n.hidden + (n.mode == CUDNN_GRU ? n.wide() : 0));
  }
  A* gates(Index part) const { return base + part * of_part(); }
  A* before(Index part) const { return gates(part) + rows * n.wide(); }
  A* extra(Index part) const { return before(part) + rows * n.hidden; }
  A* cell_before(Index part) const { return extra(part) + rows * n.hidden; }
  A* turned(Index part) const {
    return n.mode == CUDNN_GRU ? cell_before(part) + rows * n.hidden : gates(part);
  }
  // A layer's output, and its input where that is the output of another.
  A* output(Index layer) const {
    return base + n.parts() * of_part() + 2 * layer * rows * n.output();
  }
  A* input(Index layer) const { return output(layer) + rows * n.output(); }
  std::uint8_t* mask(Index layer) const {
    return reinterpret_cast<std::uint8_t*>(output(n.layers)) + layer * rows * n.output();
  }
  std::size_t bytes() const {
    const Index numbers = n.parts() * of_part() + 2 * n.layers * rows * n.output();
    return static_cast<std::size_t>(numbers) * sizeof(A) +
           static_cast<std::size_t>(n.layers * rows * n.output());
  }
};

vgpuError_t multiply(vgpuTranspose ta, vgpuTranspose tb, Index m, Index n, Index k, const float* a,
                     Index lda, const float* b, Index ldb, float beta, float* c, Index ldc,
                     vgpuStream_t stream) {
  return vgpuSgemm(vgpuRowMajor, ta, tb, m, n, k, 1, a, lda, b, ldb, beta, c, ldc, stream);
}
vgpuError_t multiply(vgpuTranspose ta, vgpuTranspose tb, Index m, Index n, Index k, const double* a,
                     Index lda, const double* b, Index ldb, double beta, double* c, Index ldc,
                     vgpuStream_t stream) {
  return vgpuDgemm(vgpuRowMajor, ta, tb, m, n, k, 1, a, lda, b, ldb, beta, c, ldc, stream);
}

// One pass through a network. Memory of its own lives until end() has been reached on the stream.
template <typename A>
class Pass {
 public:
  Pass(cudnnHandle_t handle, const Network& network, const Sequence& sequence, void* reserve)
      : handle_(handle),
        n_(network),
        s_(std::make_shared<Sequence>(sequence)),
        kept_{n_, s_->rows, nullptr} {
    kept_.base = reserve != nullptr ? static_cast<A*>(reserve)
                                    : reinterpret_cast<A*>(room<char>(kept_.bytes()));
  }
  Pass(const Pass&) = delete;
  Pass& operator=(const Pass&) = delete;

  cudnnStatus_t forward(const void* x, const void* weights, const States& states, void* y,
                        bool training) {
    const A* w = weights_as_numbers(weights);
    A *h = read_states(states.h), *c = read_states(states.c);
    const A* in = read_rows(x, n_.input);
    for (Index layer = 0; layer < n_.layers && good(); ++layer) {
      if (layer > 0) in = input_of(layer, training);
      for (Index way = 0; way < n_.ways() && good(); ++way) run(layer, way, in, w, h, c);
    }
    write_rows(kept_.output(n_.layers - 1), y, n_.output());
    write_states(h, states.to_h);
    if (n_.mode == CUDNN_LSTM) write_states(c, states.to_c);
    return end();
  }

  cudnnStatus_t backward(const void* dy, const void* weights, const States& states, void* dx) {
    const A* w = weights_as_numbers(weights);
    A *dh = read_states(states.h), *dc = read_states(states.c);
    const A* slopes = read_rows(dy, n_.output());
    for (Index layer = n_.layers - 1; layer >= 0 && good(); --layer) {
      A* below = room<A>(s_->rows * n_.input_of(layer));
      for (Index way = 0; way < n_.ways() && good(); ++way) {
        run_back(layer, way, slopes, w, dh, dc);
        const Index part = layer * n_.ways() + way, width = n_.input_of(layer);
        product(vgpuNoTrans, vgpuNoTrans, s_->rows, width, n_.wide(), kept_.gates(part), n_.wide(),
                w + n_.input_weights(part), width, way > 0 ? A(1) : A(0), below, width);
      }
      if (layer > 0 && drops()) {
        const Layout all = flat(kTypeOf<A>, s_->rows * n_.output());
        add(start_masked(handle_, n_.dropout->dropout, {all, below}, all, below,
                         kept_.mask(layer)));
      }
      slopes = below;
    }
    write_rows(const_cast<A*>(slopes), dx, n_.input);
    write_states(dh, states.to_h);
    if (n_.mode == CUDNN_LSTM) write_states(dc, states.to_c);
    return end();
  }

  cudnnStatus_t weights(const void* x, void* dw) {
    const bool direct = n_.type == kTypeOf<A>;
    A* sums = direct ? static_cast<A*>(dw) : room<A>(n_.weights());
    if (!direct) task(n_.weights(), 1 << 14, [sums](Index i) { sums[i] = 0; });
    const A* in = read_rows(x, n_.input);
    for (Index part = 0; part < n_.parts() && good(); ++part) {
      const Index layer = part / n_.ways(), width = n_.input_of(layer);
      const A *from = layer == 0 ? in : kept_.input(layer), *turned = kept_.turned(part);
      product(vgpuTrans, vgpuNoTrans, n_.wide(), width, s_->rows, kept_.gates(part), n_.wide(),
              from, width, 1, sums + n_.input_weights(part), width);
      product(vgpuTrans, vgpuNoTrans, n_.wide(), n_.hidden, s_->rows, turned, n_.wide(),
              kept_.before(part), n_.hidden, 1, sums + n_.state_weights(part), n_.hidden);
      if (n_.has_input_bias()) add_columns(kept_.gates(part), sums + n_.input_bias(part));
      if (n_.has_state_bias()) add_columns(turned, sums + n_.state_bias(part));
    }
    if (!direct) {
      const Layout to = flat(n_.type, n_.weights());
      add(start_copy<A>(handle_, to, dw, {flat(kTypeOf<A>, n_.weights()), sums}, {1, 1}));
    }
    return end();
  }

 private:
  bool good() const { return status_ == CUDNN_STATUS_SUCCESS; }
  void add(cudnnStatus_t status) {
    if (good()) status_ = status;
  }
  bool drops() const { return n_.dropout != nullptr && n_.dropout->dropout > 0; }

  template <typename T>
  T* room(std::size_t count) {
    const auto made = std::make_shared_for_overwrite<T[]>(std::max<std::size_t>(count, 1));
    held_.push_back(made);
    return made.get();
  }
  template <typename T>
  T* room(Index count) {
    return room<T>(static_cast<std::size_t>(count));
  }

  // body(i) for i in [0, count), `part` of them on a thread.
  template <typename Body>
  void task(Index count, Index part, Body body) {
    if (!good()) return;
    const auto range = [body](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) body(static_cast<Index>(i));
    };
    add(start(handle_,
              {static_cast<std::size_t>(count), static_cast<std::size_t>(part), range, {}}));
  }

  void product(vgpuTranspose ta, vgpuTranspose tb, Index m, Index n, Index k, const A* a, Index lda,
               const A* b, Index ldb, A beta, A* c, Index ldc) {
    if (good())
      add(status(
          multiply(ta, tb, m, n, k, a, lda, b, ldb, beta, c, ldc, to_vgpu(handle_->stream))));
  }

  const A* weights_as_numbers(const void* weights) {
    if (n_.type == kTypeOf<A>) return static_cast<const A*>(weights);
    A* const copy = room<A>(n_.weights());
    add(start_copy<A>(handle_, flat(kTypeOf<A>, n_.weights()), copy,
                      {flat(n_.type, n_.weights()), weights}, {}));
    return copy;
  }

  Index rows_of_task(Index width) const {
    return std::max<Index>(1, 16384 / std::max<Index>(width, 1));
  }

  const A* read_rows(const void* from, Index width) {
    A* const to = room<A>(s_->rows * width);
    const Numbers numbers{const_cast<void*>(from), n_.type};
    task(s_->rows, rows_of_task(width), [=, s = s_](Index row) {
      A* const here = to + row * width;
      const A* run =
          fetch(numbers, s->place[static_cast<std::size_t>(row)] * width, 1, width, here);
      if (run != here) std::copy_n(run, width, here);
    });
    return to;
  }
  void write_rows(A* from, void* to, Index width) {
    const Numbers numbers{to, n_.type};
    task(s_->rows, rows_of_task(width), [=, s = s_](Index row) {
      put(numbers, s->place[static_cast<std::size_t>(row)] * width, 1, width, from + row * width);
    });
  }

  // The place of a row of states in the program's order.
  static Index state_row(const Sequence& s, Index row) {
    return row / s.most() * s.most() + s.order[static_cast<std::size_t>(row % s.most())];
  }
  A* read_states(const void* from) {
    const Index width = n_.hidden, rows = n_.parts() * s_->most();
    A* const to = room<A>(rows * width);
    const Numbers numbers{const_cast<void*>(from), n_.type};
    task(rows, rows_of_task(width), [=, s = s_](Index row) {
      A* const here = to + row * width;
      if (numbers.data == nullptr) return static_cast<void>(std::fill_n(here, width, A(0)));
      const A* run = fetch(numbers, state_row(*s, row) * width, 1, width, here);
      if (run != here) std::copy_n(run, width, here);
    });
    return to;
  }
  void write_states(const A* from, void* to) {
    if (to == nullptr) return;
    const Index width = n_.hidden;
    const Numbers numbers{to, n_.type};
    task(n_.parts() * s_->most(), rows_of_task(width), [=, s = s_](Index row) {
      put(numbers, state_row(*s, row) * width, 1, width, from + row * width);
    });
  }

  // What a layer sees of the one below it.
  const A* input_of(Index layer, bool training) {
    const Layout all = flat(kTypeOf<A>, s_->rows * n_.output());
    const Operand below{all, kept_.output(layer - 1)};
    A* const to = kept_.input(layer);
    if (training && drops()) {
      add(start_mask(handle_, *n_.dropout, all.count(), kept_.mask(layer)));
      add(start_masked(handle_, n_.dropout->dropout, below, all, to, kept_.mask(layer)));
    } else {
      add(start_copy<A>(handle_, all, to, below, {}));
    }
    return to;
  }

  void run(Index layer, Index way, const A* in, const A* w, A* h, A* c) {
    const Index part = layer * n_.ways() + way, width = n_.input_of(layer), wide = n_.wide();
    const Index hidden = n_.hidden, offset = part * s_->most() * hidden;
    product(vgpuNoTrans, vgpuTrans, s_->rows, wide, width, in, width, w + n_.input_weights(part),
            width, 0, kept_.gates(part), wide);
    A* const from_state = room<A>(s_->most() * wide);
    const A* input_bias = n_.has_input_bias() ? w + n_.input_bias(part) : nullptr;
    const A* state_bias = n_.has_state_bias() ? w + n_.state_bias(part) : nullptr;
    for (Index k = 0; k < s_->steps() && good(); ++k) {
      const auto t = static_cast<std::size_t>(way == 0 ? k : s_->steps() - 1 - k);
      const Index first = s_->first[t];
      product(vgpuNoTrans, vgpuTrans, s_->batch[t], wide, hidden, h + offset, hidden,
              w + n_.state_weights(part), hidden, 0, from_state, wide);
      A *const gates = kept_.gates(part), *const before = kept_.before(part),
               *const extra = kept_.extra(part), *const cells = kept_.cell_before(part),
               *const out = kept_.output(layer) + way * hidden;
      task(s_->batch[t], rows_of_task(wide), [=, mode = n_.mode, across = n_.output()](Index i) {
        const Index row = first + i, state = offset + i * hidden;
        step<A>(mode, hidden,
                {gates + row * wide, from_state + i * wide, input_bias, state_bias, h + state,
                 c + state, before + row * hidden, extra + row * hidden, cells + row * hidden,
                 out + row * across});
      });
    }
  }

  void run_back(Index layer, Index way, const A* dy, const A* w, A* dh, A* dc) {
    const Index part = layer * n_.ways() + way, wide = n_.wide(), hidden = n_.hidden;
    const Index offset = part * s_->most() * hidden;
    A *const gates = kept_.gates(part), *const turned = kept_.turned(part);
    const A *const before = kept_.before(part), *const extra = kept_.extra(part),
                   *const cells = kept_.cell_before(part);
    for (Index k = s_->steps() - 1; k >= 0 && good(); --k) {
      const auto t = static_cast<std::size_t>(way == 0 ? k : s_->steps() - 1 - k);
      const Index first = s_->first[t];
      task(s_->batch[t], rows_of_task(wide), [=, mode = n_.mode, across = n_.output()](Index i) {
        const Index row = first + i, state = offset + i * hidden;
        step_back<A>(
            mode, hidden,
            {gates + row * wide, turned + row * wide, before + row * hidden, extra + row * hidden,
             cells + row * hidden, dy + row * across + way * hidden, dh + state, dc + state});
      });
      product(vgpuNoTrans, vgpuNoTrans, s_->batch[t], hidden, wide, turned + first * wide, wide,
              w + n_.state_weights(part), hidden, 1, dh + offset, hidden);
    }
  }

  void add_columns(const A* slopes, A* to) {
    task(n_.wide(), 16, [=, rows = s_->rows, wide = n_.wide()](Index column) {
      double sum = 0;
      for (Index row = 0; row < rows; ++row)
        sum += static_cast<double>(slopes[row * wide + column]);
      to[column] += static_cast<A>(sum);
    });
  }

  cudnnStatus_t end() {
    StreamTask last;
    last.finish = [held = std::move(held_)] {};
    const cudnnStatus_t ended = start(handle_, std::move(last));
    return good() ? ended : status_;
  }

  cudnnHandle_t handle_;
  Network n_;
  std::shared_ptr<const Sequence> s_;
  std::vector<std::shared_ptr<void>> held_;
  Kept<A> kept_;
  cudnnStatus_t status_ = CUDNN_STATUS_SUCCESS;
};

}  // namespace

std::size_t reserve_bytes(const Network& network, const Sequence& sequence) {
  return network.type == CUDNN_DATA_DOUBLE ? Kept<double>{network, sequence.rows, nullptr}.bytes()
                                           : Kept<float>{network, sequence.rows, nullptr}.bytes();
}

cudnnStatus_t start_recurrence(cudnnHandle_t handle, const Network& network,
                               const Sequence& sequence, const void* x, const void* weights,
                               const States& states, void* y, void* reserve) {
  return with_numbers(network.type, [&](auto a) {
    return Pass<decltype(a)>(handle, network, sequence, reserve)
        .forward(x, weights, states, y, reserve != nullptr);
  });
}

cudnnStatus_t start_recurrence_back(cudnnHandle_t handle, const Network& network,
                                    const Sequence& sequence, const void* dy, const void* weights,
                                    const States& states, void* dx, void* reserve) {
  return with_numbers(network.type, [&](auto a) {
    return Pass<decltype(a)>(handle, network, sequence, reserve).backward(dy, weights, states, dx);
  });
}

cudnnStatus_t start_recurrence_weights(cudnnHandle_t handle, const Network& network,
                                       const Sequence& sequence, const void* x, void* dw,
                                       void* reserve) {
  return with_numbers(network.type, [&](auto a) {
    return Pass<decltype(a)>(handle, network, sequence, reserve).weights(x, dw);
  });
}

}  // namespace vgpu::cuda::dnn
