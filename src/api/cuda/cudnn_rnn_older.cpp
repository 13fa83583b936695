// The functions of vgpu_dnn/rnn_older.h: recurrent networks in the words of versions 6 and 7.
// SPDX-License-Identifier: MIT
#include <numeric>

#include "api/cuda/dnn_dropout.h"
#include "api/cuda/dnn_rnn_call.h"

using namespace vgpu::cuda::dnn;

// What a GPU compiles for one size of batch; every algorithm runs without it here.
struct cudnnPersistentRNNPlan {
  int batch;
};

namespace {

// Each step has a tensor [batch, vector, 1]; batches may shrink. False: they do not belong together.
bool read(const cudnnRNNStruct* how, int steps, const cudnnTensorDescriptor_t* x, Sequence& s) {
  if (!is_set(how) || steps < 1 || x == nullptr) return false;
  for (int t = 0; t < steps; ++t) {
    if (!all_set(x[t]) || x[t]->size[1] != x[0]->size[1] || x[t]->type != how->type ||
        (t > 0 && x[t]->size[0] > x[t - 1]->size[0]))
      return false;
    s.first.push_back(s.rows);
    s.batch.push_back(x[t]->size[0]);
    s.rows += x[t]->size[0];
  }
  s.place.resize(static_cast<std::size_t>(s.rows));
  std::iota(s.place.begin(), s.place.end(), 0);
  s.order.resize(static_cast<std::size_t>(s.most()));
  std::iota(s.order.begin(), s.order.end(), 0);
  return true;
}

bool is_output(const Network& network, const Sequence& s, const cudnnTensorDescriptor_t* y) {
  if (y == nullptr) return false;
  for (Index t = 0; t < s.steps(); ++t)
    if (!all_set(y[t]) || y[t]->size[0] != s.batch[static_cast<std::size_t>(t)] ||
        y[t]->size[1] != network.output())
      return false;
  return true;
}

// body(network, sequence) if the sequences of x and y are right.
template <typename Body>
cudnnStatus_t checked(cudnnHandle_t handle, cudnnRNNDescriptor_t how, int steps,
                      const cudnnTensorDescriptor_t* x, const cudnnTensorDescriptor_t* y,
                      Body&& body) {
  return call(handle, [&] {
    Sequence sequence;
    if (!read(how, steps, x, sequence)) return CUDNN_STATUS_BAD_PARAM;
    const Network network(*how, x[0]->size[1]);
    return is_output(network, sequence, y) ? body(network, sequence) : CUDNN_STATUS_BAD_PARAM;
  });
}

cudnnStatus_t give_part(cudnnHandle_t handle, cudnnRNNDescriptor_t how, cudnnTensorDescriptor_t x,
                        const void* w, int part, int number, bool bias, cudnnFilterDescriptor_t d,
                        void** out) {
  if (handle == nullptr || !is_set(how) || !all_set(x) || any_null(w, d, out))
    return CUDNN_STATUS_BAD_PARAM;
  const Network network(*how, x->size[1]);
  if (!is_matrix(network, part, number)) return CUDNN_STATUS_BAD_PARAM;
  const Part found = bias ? bias_of(network, part, number) : matrix_of(network, part, number);
  *out = found.rows == 0 ? nullptr : found.in(network, w);
  static_cast<Layout&>(*d) = found.layout(network.type);
  return CUDNN_STATUS_SUCCESS;
}

}  // namespace

cudnnStatus_t cudnnSetRNNDescriptor(cudnnHandle_t handle, cudnnRNNDescriptor_t rnnDesc,
                                    const int hiddenSize, const int numLayers,
                                    cudnnDropoutDescriptor_t dropoutDesc,
                                    cudnnRNNInputMode_t inputMode, cudnnDirectionMode_t direction,
                                    cudnnRNNMode_t mode, cudnnRNNAlgo_t algo,
                                    cudnnDataType_t mathPrec) {
  return cudnnSetRNNDescriptor_v6(handle, rnnDesc, hiddenSize, numLayers, dropoutDesc, inputMode,
                                  direction, mode, algo, mathPrec);
}

cudnnStatus_t cudnnSetRNNDescriptor_v6(cudnnHandle_t handle, cudnnRNNDescriptor_t rnnDesc,
                                       const int hiddenSize, const int numLayers,
                                       cudnnDropoutDescriptor_t dropoutDesc,
                                       cudnnRNNInputMode_t inputMode,
                                       cudnnDirectionMode_t direction, cudnnRNNMode_t mode,
                                       cudnnRNNAlgo_t algo, cudnnDataType_t mathPrec) {
  if (any_null(handle, rnnDesc)) return CUDNN_STATUS_BAD_PARAM;
  return set_network(*rnnDesc, algo, mode, direction, inputMode, mathPrec, hiddenSize, numLayers,
                     dropoutDesc);
}

cudnnStatus_t cudnnSetRNNMatrixMathType(cudnnRNNDescriptor_t rnnDesc, cudnnMathType_t) {
  return rnnDesc == nullptr ? CUDNN_STATUS_BAD_PARAM : CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnSetRNNBiasMode(cudnnRNNDescriptor_t rnnDesc, cudnnRNNBiasMode_t biasMode) {
  if (rnnDesc == nullptr || biasMode < 0 || biasMode > CUDNN_RNN_SINGLE_REC_BIAS)
    return CUDNN_STATUS_BAD_PARAM;
  rnnDesc->bias = biasMode;
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnCreatePersistentRNNPlan(cudnnRNNDescriptor_t rnnDesc, const int minibatch,
                                           const cudnnDataType_t dataType,
                                           cudnnPersistentRNNPlan_t* plan) {
  if (!is_set(rnnDesc) || minibatch < 1 || dataType != rnnDesc->type) return CUDNN_STATUS_BAD_PARAM;
  const cudnnStatus_t error = make(plan);
  if (error == CUDNN_STATUS_SUCCESS) (*plan)->batch = minibatch;
  return error;
}
cudnnStatus_t cudnnSetPersistentRNNPlan(cudnnRNNDescriptor_t rnnDesc,
                                        cudnnPersistentRNNPlan_t plan) {
  return any_null(rnnDesc, plan) ? CUDNN_STATUS_BAD_PARAM : CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnDestroyPersistentRNNPlan(cudnnPersistentRNNPlan_t plan) { return destroy(plan); }

cudnnStatus_t cudnnGetRNNWorkspaceSize(cudnnHandle_t handle, const cudnnRNNDescriptor_t rnnDesc,
                                       const int seqLength, const cudnnTensorDescriptor_t* xDesc,
                                       size_t* sizeInBytes) {
  return call(handle, [&] {
    Sequence sequence;
    if (!read(rnnDesc, seqLength, xDesc, sequence) || sizeInBytes == nullptr)
      return CUDNN_STATUS_BAD_PARAM;
    *sizeInBytes = 0;
    return CUDNN_STATUS_SUCCESS;
  });
}

cudnnStatus_t cudnnGetRNNTrainingReserveSize(cudnnHandle_t handle,
                                             const cudnnRNNDescriptor_t rnnDesc,
                                             const int seqLength,
                                             const cudnnTensorDescriptor_t* xDesc,
                                             size_t* sizeInBytes) {
  return call(handle, [&] {
    Sequence sequence;
    if (!read(rnnDesc, seqLength, xDesc, sequence) || sizeInBytes == nullptr)
      return CUDNN_STATUS_BAD_PARAM;
    *sizeInBytes = reserve_bytes(Network(*rnnDesc, xDesc[0]->size[1]), sequence);
    return CUDNN_STATUS_SUCCESS;
  });
}

cudnnStatus_t cudnnGetRNNParamsSize(cudnnHandle_t handle, const cudnnRNNDescriptor_t rnnDesc,
                                    const cudnnTensorDescriptor_t xDesc, size_t* sizeInBytes,
                                    cudnnDataType_t dataType) {
  if (any_null(handle, sizeInBytes) || !is_set(rnnDesc) || !all_set(xDesc) ||
      bytes_of(dataType) == 0)
    return CUDNN_STATUS_BAD_PARAM;
  *sizeInBytes =
      static_cast<size_t>(Network(*rnnDesc, xDesc->size[1]).weights()) * bytes_of(dataType);
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnGetRNNLinLayerMatrixParams(
    cudnnHandle_t handle, const cudnnRNNDescriptor_t rnnDesc, const int pseudoLayer,
    const cudnnTensorDescriptor_t xDesc, const cudnnFilterDescriptor_t, const void* w,
    const int linLayerID, cudnnFilterDescriptor_t linLayerMatDesc, void** linLayerMat) {
  return give_part(handle, rnnDesc, xDesc, w, pseudoLayer, linLayerID, false, linLayerMatDesc,
                   linLayerMat);
}

cudnnStatus_t cudnnGetRNNLinLayerBiasParams(
    cudnnHandle_t handle, const cudnnRNNDescriptor_t rnnDesc, const int pseudoLayer,
    const cudnnTensorDescriptor_t xDesc, const cudnnFilterDescriptor_t, const void* w,
    const int linLayerID, cudnnFilterDescriptor_t linLayerBiasDesc, void** linLayerBias) {
  return give_part(handle, rnnDesc, xDesc, w, pseudoLayer, linLayerID, true, linLayerBiasDesc,
                   linLayerBias);
}

cudnnStatus_t cudnnRNNForwardInference(cudnnHandle_t handle, const cudnnRNNDescriptor_t rnnDesc,
                                       const int seqLength, const cudnnTensorDescriptor_t* xDesc,
                                       const void* x, const cudnnTensorDescriptor_t, const void* hx,
                                       const cudnnTensorDescriptor_t, const void* cx,
                                       const cudnnFilterDescriptor_t, const void* w,
                                       const cudnnTensorDescriptor_t* yDesc, void* y,
                                       const cudnnTensorDescriptor_t, void* hy,
                                       const cudnnTensorDescriptor_t, void* cy, void*, size_t) {
  return checked(handle, rnnDesc, seqLength, xDesc, yDesc,
                 [&](const Network& network, const Sequence& sequence) {
                   if (any_null(x, w, y)) return CUDNN_STATUS_BAD_PARAM;
                   return start_recurrence(handle, network, sequence, x, w, {hx, cx, hy, cy}, y,
                                           nullptr);
                 });
}

cudnnStatus_t cudnnRNNForwardTraining(cudnnHandle_t handle, const cudnnRNNDescriptor_t rnnDesc,
                                      const int seqLength, const cudnnTensorDescriptor_t* xDesc,
                                      const void* x, const cudnnTensorDescriptor_t, const void* hx,
                                      const cudnnTensorDescriptor_t, const void* cx,
                                      const cudnnFilterDescriptor_t, const void* w,
                                      const cudnnTensorDescriptor_t* yDesc, void* y,
                                      const cudnnTensorDescriptor_t, void* hy,
                                      const cudnnTensorDescriptor_t, void* cy, void*, size_t,
                                      void* reserveSpace, size_t reserveSpaceSizeInBytes) {
  return checked(handle, rnnDesc, seqLength, xDesc, yDesc,
                 [&](const Network& network, const Sequence& sequence) {
                   if (any_null(x, w, y, reserveSpace) ||
                       reserveSpaceSizeInBytes < reserve_bytes(network, sequence))
                     return CUDNN_STATUS_BAD_PARAM;
                   return start_recurrence(handle, network, sequence, x, w, {hx, cx, hy, cy}, y,
                                           reserveSpace);
                 });
}

cudnnStatus_t cudnnRNNBackwardData(
    cudnnHandle_t handle, const cudnnRNNDescriptor_t rnnDesc, const int seqLength,
    const cudnnTensorDescriptor_t* yDesc, const void* y, const cudnnTensorDescriptor_t* dyDesc,
    const void* dy, const cudnnTensorDescriptor_t, const void* dhy, const cudnnTensorDescriptor_t,
    const void* dcy, const cudnnFilterDescriptor_t, const void* w, const cudnnTensorDescriptor_t,
    const void*, const cudnnTensorDescriptor_t, const void*, const cudnnTensorDescriptor_t* dxDesc,
    void* dx, const cudnnTensorDescriptor_t, void* dhx, const cudnnTensorDescriptor_t, void* dcx,
    void*, size_t, void* reserveSpace, size_t reserveSpaceSizeInBytes) {
  return checked(handle, rnnDesc, seqLength, dxDesc, dyDesc,
                 [&](const Network& network, const Sequence& sequence) {
                   if (any_null(y, dy, w, dx, reserveSpace) ||
                       !is_output(network, sequence, yDesc) ||
                       reserveSpaceSizeInBytes < reserve_bytes(network, sequence))
                     return CUDNN_STATUS_BAD_PARAM;
                   return start_recurrence_back(handle, network, sequence, dy, w,
                                                {dhy, dcy, dhx, dcx}, dx, reserveSpace);
                 });
}

cudnnStatus_t cudnnRNNBackwardWeights(cudnnHandle_t handle, const cudnnRNNDescriptor_t rnnDesc,
                                      const int seqLength, const cudnnTensorDescriptor_t* xDesc,
                                      const void* x, const cudnnTensorDescriptor_t, const void*,
                                      const cudnnTensorDescriptor_t* yDesc, const void* y,
                                      const void*, size_t, const cudnnFilterDescriptor_t, void* dw,
                                      const void* reserveSpace, size_t reserveSpaceSizeInBytes) {
  return checked(handle, rnnDesc, seqLength, xDesc, yDesc,
                 [&](const Network& network, const Sequence& sequence) {
                   if (any_null(x, y, dw, reserveSpace) ||
                       reserveSpaceSizeInBytes < reserve_bytes(network, sequence))
                     return CUDNN_STATUS_BAD_PARAM;
                   return start_recurrence_weights(handle, network, sequence, x, dw,
                                                   const_cast<void*>(reserveSpace));
                 });
}
