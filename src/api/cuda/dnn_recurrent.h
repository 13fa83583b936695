// Recurrent networks behind cudnn.h: their shape, their sequences, and what of them runs on the handle's stream.
//
// Rows of a sequence are those of its first step, then of its second, and so on; longer sequences of a batch come first, so
// that each step has the first rows of the one before it. SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "api/cuda/dnn_elements.h"

struct cudnnRNNStruct {
  cudnnRNNMode_t mode = CUDNN_RNN_TANH;
  cudnnRNNBiasMode_t bias = CUDNN_RNN_DOUBLE_BIAS;
  bool two_ways = false;
  cudnnDataType_t type = CUDNN_DATA_FLOAT;
  int input = 0, hidden = 0, layers = 0;  // input 0: told with the data
  cudnnDropoutDescriptor_t dropout = nullptr;
};

namespace vgpu::cuda::dnn {

struct Network : cudnnRNNStruct {
  Network(const cudnnRNNStruct& how, Index input_size) : cudnnRNNStruct(how) {
    input = static_cast<int>(input_size);
  }
  Index gates() const { return mode == CUDNN_LSTM ? 4 : mode == CUDNN_GRU ? 3 : 1; }
  Index ways() const { return two_ways ? 2 : 1; }
  Index parts() const { return layers * ways(); }  // pseudo layers
  Index wide() const { return gates() * hidden; }
  Index output() const { return ways() * hidden; }
  Index input_of(Index layer) const { return layer == 0 ? input : output(); }
  bool has_input_bias() const {
    return bias == CUDNN_RNN_SINGLE_INP_BIAS || bias == CUDNN_RNN_DOUBLE_BIAS;
  }
  bool has_state_bias() const {
    return bias == CUDNN_RNN_SINGLE_REC_BIAS || bias == CUDNN_RNN_DOUBLE_BIAS;
  }

  // Where things lie among the weights, in elements: matrices of all parts, then their biases.
  Index input_weights(Index part) const;
  Index state_weights(Index part) const {
    return input_weights(part) + wide() * input_of(part / ways());
  }
  Index input_bias(Index part) const;
  Index state_bias(Index part) const { return input_bias(part) + (has_input_bias() ? wide() : 0); }
  Index weights() const { return input_bias(parts()); }
};

struct Sequence {
  std::vector<Index> batch, first;  // of each step: rows, and the first of them
  std::vector<Index> place;         // of each row: which vector of the program's data it is
  std::vector<Index> order;         // of each row of a step: which of the program's batch it is
  Index rows = 0;

  Index steps() const { return static_cast<Index>(batch.size()); }
  Index most() const { return batch.empty() ? 0 : batch[0]; }
};

// What is kept from a forward pass for the gradients.
std::size_t reserve_bytes(const Network& network, const Sequence& sequence);

struct States {  // [parts, batch, hidden] each, or null
  const void *h = nullptr, *c = nullptr;
  void *to_h = nullptr, *to_c = nullptr;
};

// `reserve` null: inference.
cudnnStatus_t start_recurrence(cudnnHandle_t handle, const Network& network,
                               const Sequence& sequence, const void* x, const void* weights,
                               const States& states, void* y, void* reserve);
// The states are gradients here.
cudnnStatus_t start_recurrence_back(cudnnHandle_t handle, const Network& network,
                                    const Sequence& sequence, const void* dy, const void* weights,
                                    const States& states, void* dx, void* reserve);
// Adds to dw.
cudnnStatus_t start_recurrence_weights(cudnnHandle_t handle, const Network& network,
                                       const Sequence& sequence, const void* x, void* dw,
                                       void* reserve);

}  // namespace vgpu::cuda::dnn
