// The functions of vgpu_dnn/rnn.h: recurrent networks in the words of version 8.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <numeric>

#include "api/cuda/dnn_dropout.h"
#include "api/cuda/dnn_rnn_call.h"

using namespace vgpu::cuda;
using namespace vgpu::cuda::dnn;

struct cudnnRNNDataStruct {
  int rank = 0;  // 0: not set yet
  cudnnDataType_t type = CUDNN_DATA_FLOAT;
  cudnnRNNDataLayout_t layout = CUDNN_RNN_DATA_LAYOUT_SEQ_MAJOR_PACKED;
  int steps = 0, batch = 0, vector = 0;
  std::vector<int> lengths;
  bool fills = false;
  double fill = 0;

  bool has_sequences_of(const cudnnRNNDataStruct& other) const {
    return type == other.type && layout == other.layout && steps == other.steps &&
           lengths == other.lengths;
  }
};

namespace {

// Which vector of the program's data step t of sequence b is; packed data has its steps one behind the other.
Sequence sequence_of(const cudnnRNNDataStruct& data) {
  Sequence s;
  s.order.resize(static_cast<std::size_t>(data.batch));
  std::iota(s.order.begin(), s.order.end(), 0);
  const auto length = [&](Index b) { return data.lengths[static_cast<std::size_t>(b)]; };
  std::sort(s.order.begin(), s.order.end(), [&](Index a, Index b) {
    return length(a) != length(b) ? length(a) > length(b) : a < b;
  });
  for (int t = 0; t < length(s.order[0]); ++t) {
    s.first.push_back(s.rows);
    Index here = 0;
    for (; here < data.batch && length(s.order[static_cast<std::size_t>(here)]) > t; ++here) {
      const Index b = s.order[static_cast<std::size_t>(here)];
      s.place.push_back(data.layout == CUDNN_RNN_DATA_LAYOUT_SEQ_MAJOR_UNPACKED ? t * data.batch + b
                        : data.layout == CUDNN_RNN_DATA_LAYOUT_BATCH_MAJOR_UNPACKED
                            ? b * data.steps + t
                            : s.rows + here);
    }
    s.batch.push_back(here);
    s.rows += here;
  }
  return s;
}

// Vectors behind the ends of sequences.
cudnnStatus_t fill_padding(cudnnHandle_t handle, const cudnnRNNDataStruct& data, const Sequence& s,
                           void* y) {
  if (!data.fills || data.layout == CUDNN_RNN_DATA_LAYOUT_SEQ_MAJOR_PACKED)
    return CUDNN_STATUS_SUCCESS;
  std::vector<bool> used(static_cast<std::size_t>(data.steps) *
                         static_cast<std::size_t>(data.batch));
  for (Index place : s.place) used[static_cast<std::size_t>(place)] = true;
  StreamTask task;
  task.finish = [=, width = static_cast<Index>(data.vector), value = data.fill, type = data.type] {
    const std::vector<double> line(static_cast<std::size_t>(width), value);
    for (std::size_t i = 0; i < used.size(); ++i)
      if (!used[i]) put(Numbers{y, type}, static_cast<Index>(i) * width, 1, width, line.data());
  };
  return start(handle, std::move(task));
}

cudnnStatus_t check(const cudnnRNNStruct* how, const cudnnRNNDataStruct* x,
                    const cudnnRNNDataStruct* y) {
  if (!is_set(how) || !all_set(x, y) || x->vector != how->input || x->type != how->type ||
      !x->has_sequences_of(*y) || y->vector != Network(*how, how->input).output())
    return CUDNN_STATUS_BAD_PARAM;
  return CUDNN_STATUS_SUCCESS;
}

}  // namespace

cudnnStatus_t cudnnCreateRNNDescriptor(cudnnRNNDescriptor_t* rnnDesc) { return make(rnnDesc); }
cudnnStatus_t cudnnDestroyRNNDescriptor(cudnnRNNDescriptor_t rnnDesc) { return destroy(rnnDesc); }

cudnnStatus_t cudnnSetRNNDescriptor_v8(cudnnRNNDescriptor_t rnnDesc, cudnnRNNAlgo_t algo,
                                       cudnnRNNMode_t cellMode, cudnnRNNBiasMode_t biasMode,
                                       cudnnDirectionMode_t dirMode, cudnnRNNInputMode_t inputMode,
                                       cudnnDataType_t dataType, cudnnDataType_t, cudnnMathType_t,
                                       int32_t inputSize, int32_t hiddenSize, int32_t projSize,
                                       int32_t numLayers, cudnnDropoutDescriptor_t dropoutDesc,
                                       uint32_t) {
  if (rnnDesc == nullptr || inputSize < 1 || biasMode < 0 || biasMode > CUDNN_RNN_SINGLE_REC_BIAS)
    return CUDNN_STATUS_BAD_PARAM;
  if (projSize != 0 && projSize != hiddenSize) return CUDNN_STATUS_NOT_SUPPORTED;
  const cudnnStatus_t error = set_network(*rnnDesc, algo, cellMode, dirMode, inputMode, dataType,
                                          hiddenSize, numLayers, dropoutDesc);
  if (error == CUDNN_STATUS_SUCCESS) rnnDesc->bias = biasMode, rnnDesc->input = inputSize;
  return error;
}

cudnnStatus_t cudnnCreateRNNDataDescriptor(cudnnRNNDataDescriptor_t* rnnDataDesc) {
  return make(rnnDataDesc);
}
cudnnStatus_t cudnnDestroyRNNDataDescriptor(cudnnRNNDataDescriptor_t rnnDataDesc) {
  return destroy(rnnDataDesc);
}

cudnnStatus_t cudnnSetRNNDataDescriptor(cudnnRNNDataDescriptor_t rnnDataDesc,
                                        cudnnDataType_t dataType, cudnnRNNDataLayout_t layout,
                                        int maxSeqLength, int batchSize, int vectorSize,
                                        const int seqLengthArray[], void* paddingFill) {
  if (any_null(rnnDataDesc, seqLengthArray) || maxSeqLength < 1 || batchSize < 1 ||
      vectorSize < 1 || layout < 0 || layout > CUDNN_RNN_DATA_LAYOUT_BATCH_MAJOR_UNPACKED ||
      bytes_of(dataType) == 0)
    return CUDNN_STATUS_BAD_PARAM;
  const bool packed = layout == CUDNN_RNN_DATA_LAYOUT_SEQ_MAJOR_PACKED;
  for (int i = 0; i < batchSize; ++i) {
    if (seqLengthArray[i] < 1 || seqLengthArray[i] > maxSeqLength) return CUDNN_STATUS_BAD_PARAM;
    if (packed && i > 0 && seqLengthArray[i] > seqLengthArray[i - 1]) return CUDNN_STATUS_BAD_PARAM;
  }
  return library_call(CUDNN_STATUS_ALLOC_FAILED, CUDNN_STATUS_INTERNAL_ERROR, [&] {
    *rnnDataDesc = {1,
                    dataType,
                    layout,
                    maxSeqLength,
                    batchSize,
                    vectorSize,
                    std::vector<int>(seqLengthArray, seqLengthArray + batchSize),
                    paddingFill != nullptr,
                    paddingFill == nullptr ? 0 : get<double>(Numbers{paddingFill, dataType}, 0)};
    return CUDNN_STATUS_SUCCESS;
  });
}

cudnnStatus_t cudnnGetRNNTempSpaceSizes(cudnnHandle_t handle, cudnnRNNDescriptor_t rnnDesc,
                                        cudnnForwardMode_t fwdMode, cudnnRNNDataDescriptor_t xDesc,
                                        size_t* workSpaceSize, size_t* reserveSpaceSize) {
  return call(handle, [&] {
    if (!is_set(rnnDesc) || !all_set(xDesc)) return CUDNN_STATUS_BAD_PARAM;
    give(workSpaceSize, 0);
    const bool training = fwdMode == CUDNN_FWD_MODE_TRAINING;
    give(reserveSpaceSize,
         training ? reserve_bytes(Network(*rnnDesc, rnnDesc->input), sequence_of(*xDesc)) : 0);
    return CUDNN_STATUS_SUCCESS;
  });
}

cudnnStatus_t cudnnGetRNNWeightSpaceSize(cudnnHandle_t handle, cudnnRNNDescriptor_t rnnDesc,
                                         size_t* weightSpaceSize) {
  if (any_null(handle, weightSpaceSize) || !is_set(rnnDesc)) return CUDNN_STATUS_BAD_PARAM;
  *weightSpaceSize = weight_bytes(Network(*rnnDesc, rnnDesc->input));
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnGetRNNWeightParams(cudnnHandle_t handle, cudnnRNNDescriptor_t rnnDesc,
                                      int32_t pseudoLayer, size_t weightSpaceSize,
                                      const void* weightSpace, int32_t linLayerID,
                                      cudnnTensorDescriptor_t mDesc, void** mAddr,
                                      cudnnTensorDescriptor_t bDesc, void** bAddr) {
  if (handle == nullptr || !is_set(rnnDesc) || any_null(mDesc, mAddr, bDesc, bAddr))
    return CUDNN_STATUS_BAD_PARAM;
  const Network network(*rnnDesc, rnnDesc->input);
  if (!is_matrix(network, pseudoLayer, linLayerID) || weightSpaceSize < weight_bytes(network))
    return CUDNN_STATUS_BAD_PARAM;
  const Part matrix = matrix_of(network, pseudoLayer, linLayerID);
  const Part bias = bias_of(network, pseudoLayer, linLayerID);
  *mAddr = matrix.in(network, weightSpace);
  *bAddr = bias.rows == 0 ? nullptr : bias.in(network, weightSpace);
  static_cast<Layout&>(*mDesc) = matrix.layout(network.type);
  static_cast<Layout&>(*bDesc) = bias.layout(network.type);
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnRNNForward(cudnnHandle_t handle, cudnnRNNDescriptor_t rnnDesc,
                              cudnnForwardMode_t fwdMode, const int32_t*,
                              cudnnRNNDataDescriptor_t xDesc, const void* x,
                              cudnnRNNDataDescriptor_t yDesc, void* y, cudnnTensorDescriptor_t,
                              const void* hx, void* hy, cudnnTensorDescriptor_t, const void* cx,
                              void* cy, size_t weightSpaceSize, const void* weightSpace, size_t,
                              void*, size_t reserveSpaceSize, void* reserveSpace) {
  return call(handle, [&] {
    if (const cudnnStatus_t error = check(rnnDesc, xDesc, yDesc)) return error;
    const Network network(*rnnDesc, rnnDesc->input);
    const Sequence sequence = sequence_of(*xDesc);
    const bool training = fwdMode == CUDNN_FWD_MODE_TRAINING;
    if (any_null(x, y, weightSpace) || weightSpaceSize < weight_bytes(network) ||
        (training &&
         (reserveSpace == nullptr || reserveSpaceSize < reserve_bytes(network, sequence))))
      return CUDNN_STATUS_BAD_PARAM;
    if (const cudnnStatus_t error =
            start_recurrence(handle, network, sequence, x, weightSpace, {hx, cx, hy, cy}, y,
                             training ? reserveSpace : nullptr))
      return error;
    return fill_padding(handle, *yDesc, sequence, y);
  });
}

cudnnStatus_t cudnnRNNBackwardData_v8(cudnnHandle_t handle, cudnnRNNDescriptor_t rnnDesc,
                                      const int32_t*, cudnnRNNDataDescriptor_t yDesc, const void* y,
                                      const void* dy, cudnnRNNDataDescriptor_t xDesc, void* dx,
                                      cudnnTensorDescriptor_t, const void*, const void* dhy,
                                      void* dhx, cudnnTensorDescriptor_t, const void*,
                                      const void* dcy, void* dcx, size_t weightSpaceSize,
                                      const void* weightSpace, size_t, void*,
                                      size_t reserveSpaceSize, void* reserveSpace) {
  return call(handle, [&] {
    if (const cudnnStatus_t error = check(rnnDesc, xDesc, yDesc)) return error;
    const Network network(*rnnDesc, rnnDesc->input);
    const Sequence sequence = sequence_of(*xDesc);
    if (any_null(y, dy, dx, weightSpace, reserveSpace) || weightSpaceSize < weight_bytes(network) ||
        reserveSpaceSize < reserve_bytes(network, sequence))
      return CUDNN_STATUS_BAD_PARAM;
    return start_recurrence_back(handle, network, sequence, dy, weightSpace, {dhy, dcy, dhx, dcx},
                                 dx, reserveSpace);
  });
}

cudnnStatus_t cudnnRNNBackwardWeights_v8(cudnnHandle_t handle, cudnnRNNDescriptor_t rnnDesc,
                                         cudnnWgradMode_t addGrad, const int32_t*,
                                         cudnnRNNDataDescriptor_t xDesc, const void* x,
                                         cudnnTensorDescriptor_t, const void*,
                                         cudnnRNNDataDescriptor_t yDesc, const void* y,
                                         size_t weightSpaceSize, void* dweightSpace, size_t, void*,
                                         size_t reserveSpaceSize, void* reserveSpace) {
  return call(handle, [&] {
    if (const cudnnStatus_t error = check(rnnDesc, xDesc, yDesc)) return error;
    if (addGrad != CUDNN_WGRAD_MODE_ADD) return CUDNN_STATUS_NOT_SUPPORTED;
    const Network network(*rnnDesc, rnnDesc->input);
    const Sequence sequence = sequence_of(*xDesc);
    if (any_null(x, y, dweightSpace, reserveSpace) || weightSpaceSize < weight_bytes(network) ||
        reserveSpaceSize < reserve_bytes(network, sequence))
      return CUDNN_STATUS_BAD_PARAM;
    return start_recurrence_weights(handle, network, sequence, x, dweightSpace, reserveSpace);
  });
}
