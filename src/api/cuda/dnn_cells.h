// One step of one row of a recurrent network, and its gradient: the cells of cuDNN's four kinds.
//
// Gates lie in cuDNN's order: LSTM's input, forget, new, output; GRU's reset, update, new. SPDX-License-Identifier: MIT
#pragma once

#include <cmath>

#include "api/cuda/dnn_recurrent.h"

namespace vgpu::cuda::dnn {

template <typename A>
struct CellRow {
  A* gates;                          // from the input, without biases; becomes the gates' values
  const A* state_part;               // from the state, without biases
  const A *input_bias, *state_bias;  // or null
  A *h, *c;                          // the state: before, then after
  A *before, *extra,
      *cell_before;  // kept: h before; LSTM: c after, c before; GRU: the new gate's part from the state
  A* out;
};

template <typename A>
struct CellSlope {
  A* gates;   // values; become slopes
  A* turned;  // slopes as the state's weights see them; may be gates
  const A *before, *extra, *cell_before;
  const A* dy;
  A *dh,
      *dc;  // slopes of the state after; become those of the state before, dh without what goes through the weights
};

template <typename A>
A gate(A x) {
  return A(1) / (A(1) + std::exp(-x));
}

template <typename A>
void step(cudnnRNNMode_t mode, Index n, const CellRow<A>& r) {
  const auto from_state = [&](Index i) {
    return r.state_part[i] + (r.state_bias ? r.state_bias[i] : A(0));
  };
  const auto from_input = [&](Index i) {
    return r.gates[i] + (r.input_bias ? r.input_bias[i] : A(0));
  };
  const auto sum = [&](Index i) { return from_input(i) + from_state(i); };
  for (Index j = 0; j < n; ++j) {
    r.before[j] = r.h[j];
    if (mode == CUDNN_LSTM) {
      const A in = gate(sum(j)), forget = gate(sum(n + j)), fresh = std::tanh(sum(2 * n + j)),
              shown = gate(sum(3 * n + j));
      r.gates[j] = in, r.gates[n + j] = forget, r.gates[2 * n + j] = fresh;
      r.gates[3 * n + j] = shown;
      r.cell_before[j] = r.c[j];
      r.extra[j] = r.c[j] = forget * r.c[j] + in * fresh;
      r.h[j] = shown * std::tanh(r.c[j]);
    } else if (mode == CUDNN_GRU) {
      const A reset = gate(sum(j)), update = gate(sum(n + j)), part = from_state(2 * n + j);
      const A fresh = std::tanh(from_input(2 * n + j) + reset * part);
      r.gates[j] = reset, r.gates[n + j] = update, r.gates[2 * n + j] = fresh;
      r.extra[j] = part;
      r.h[j] = (A(1) - update) * fresh + update * r.h[j];
    } else {
      const A v = sum(j);
      r.gates[j] = r.h[j] = mode == CUDNN_RNN_TANH ? std::tanh(v) : v > 0 ? v : A(0);
    }
    r.out[j] = r.h[j];
  }
}

template <typename A>
void step_back(cudnnRNNMode_t mode, Index n, const CellSlope<A>& r) {
  for (Index j = 0; j < n; ++j) {
    const A dh = r.dy[j] + r.dh[j];
    r.dh[j] = 0;
    if (mode == CUDNN_LSTM) {
      const A in = r.gates[j], forget = r.gates[n + j], fresh = r.gates[2 * n + j],
              shown = r.gates[3 * n + j], top = std::tanh(r.extra[j]);
      const A dc = r.dc[j] + dh * shown * (A(1) - top * top);
      r.gates[j] = dc * fresh * in * (A(1) - in);
      r.gates[n + j] = dc * r.cell_before[j] * forget * (A(1) - forget);
      r.gates[2 * n + j] = dc * in * (A(1) - fresh * fresh);
      r.gates[3 * n + j] = dh * top * shown * (A(1) - shown);
      r.dc[j] = dc * forget;
    } else if (mode == CUDNN_GRU) {
      const A reset = r.gates[j], update = r.gates[n + j], fresh = r.gates[2 * n + j];
      const A d_fresh = dh * (A(1) - update) * (A(1) - fresh * fresh);
      const A d_reset = d_fresh * r.extra[j] * reset * (A(1) - reset);
      const A d_update = dh * (r.before[j] - fresh) * update * (A(1) - update);
      r.gates[j] = r.turned[j] = d_reset;
      r.gates[n + j] = r.turned[n + j] = d_update;
      r.gates[2 * n + j] = d_fresh;
      r.turned[2 * n + j] = d_fresh * reset;
      r.dh[j] = dh * update;
    } else {
      const A v = r.gates[j];
      r.gates[j] = mode == CUDNN_RNN_TANH ? dh * (A(1) - v * v) : v > 0 ? dh : A(0);
    }
  }
}

}  // namespace vgpu::cuda::dnn
