// What both faces of cuDNN's recurrent networks do alike: descriptions checked, matrices found among the weights.
// SPDX-License-Identifier: MIT
#pragma once

#include "api/cuda/dnn_recurrent.h"

namespace vgpu::cuda::dnn {

inline bool is_set(const cudnnRNNStruct* how) { return how != nullptr && how->hidden > 0; }

inline cudnnStatus_t set_network(cudnnRNNStruct& how, cudnnRNNAlgo_t algo, cudnnRNNMode_t mode,
                                 cudnnDirectionMode_t direction, cudnnRNNInputMode_t input,
                                 cudnnDataType_t type, int hidden, int layers,
                                 cudnnDropoutDescriptor_t dropout) {
  if (hidden < 1 || layers < 1 || mode < 0 || mode > CUDNN_GRU || direction < 0 ||
      direction > CUDNN_BIDIRECTIONAL || algo < 0 || algo >= CUDNN_RNN_ALGO_COUNT)
    return CUDNN_STATUS_BAD_PARAM;
  const bool number = type == CUDNN_DATA_FLOAT || type == CUDNN_DATA_DOUBLE ||
                      type == CUDNN_DATA_HALF || type == CUDNN_DATA_BFLOAT16;
  if (input != CUDNN_LINEAR_INPUT || !number) return CUDNN_STATUS_NOT_SUPPORTED;
  how.mode = mode, how.two_ways = direction == CUDNN_BIDIRECTIONAL, how.type = type;
  how.hidden = hidden, how.layers = layers, how.dropout = dropout;
  return CUDNN_STATUS_SUCCESS;
}

inline std::size_t weight_bytes(const Network& network) {
  return static_cast<std::size_t>(network.weights()) * bytes_of(network.type);
}

// A matrix or a bias among the weights; no rows: there is none.
struct Part {
  Index first, rows, columns;
  void* in(const Network& network, const void* weights) const {
    const Index bytes = first * static_cast<Index>(bytes_of(network.type));
    return static_cast<char*>(const_cast<void*>(weights)) + bytes;
  }
  Layout layout(cudnnDataType_t type) const {
    Layout made;
    made.rank = rows == 0 ? 0 : 3;
    made.size = {1, rows, columns};
    return made.packed(type);
  }
};

// The first numbers name what is multiplied with the input, the others what is with the state.
inline bool is_matrix(const Network& n, Index part, Index number) {
  return part >= 0 && part < n.parts() && number >= 0 && number < 2 * n.gates();
}
inline Part matrix_of(const Network& n, Index part, Index number) {
  const Index gate = number % n.gates();
  const Index columns = number < n.gates() ? n.input_of(part / n.ways()) : n.hidden;
  const Index all = number < n.gates() ? n.input_weights(part) : n.state_weights(part);
  return {all + gate * n.hidden * columns, n.hidden, columns};
}
inline Part bias_of(const Network& n, Index part, Index number) {
  const Index gate = number % n.gates();
  const bool of_input = number < n.gates();
  if (!(of_input ? n.has_input_bias() : n.has_state_bias())) return {0, 0, 0};
  return {(of_input ? n.input_bias(part) : n.state_bias(part)) + gate * n.hidden, n.hidden, 1};
}

}  // namespace vgpu::cuda::dnn
