/* cuDNN's recurrent networks in the words of versions 6 and 7: a tensor for each step of the sequence.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_DNN_RNN_OLDER_H
#define VGPU_DNN_RNN_OLDER_H

#include "rnn_names.h"

VG_C_BEGIN
cudnnStatus_t cudnnSetRNNDescriptor(cudnnHandle_t handle, cudnnRNNDescriptor_t rnnDesc,
                                    const int hiddenSize, const int numLayers,
                                    cudnnDropoutDescriptor_t dropoutDesc,
                                    cudnnRNNInputMode_t inputMode, cudnnDirectionMode_t direction,
                                    cudnnRNNMode_t mode, cudnnRNNAlgo_t algo,
                                    cudnnDataType_t mathPrec);
cudnnStatus_t cudnnSetRNNDescriptor_v6(cudnnHandle_t handle, cudnnRNNDescriptor_t rnnDesc,
                                       const int hiddenSize, const int numLayers,
                                       cudnnDropoutDescriptor_t dropoutDesc,
                                       cudnnRNNInputMode_t inputMode,
                                       cudnnDirectionMode_t direction, cudnnRNNMode_t mode,
                                       cudnnRNNAlgo_t algo, cudnnDataType_t mathPrec);
cudnnStatus_t cudnnSetRNNMatrixMathType(cudnnRNNDescriptor_t rnnDesc, cudnnMathType_t mType);
cudnnStatus_t cudnnSetRNNBiasMode(cudnnRNNDescriptor_t rnnDesc, cudnnRNNBiasMode_t biasMode);
cudnnStatus_t cudnnCreatePersistentRNNPlan(cudnnRNNDescriptor_t rnnDesc, const int minibatch,
                                           const cudnnDataType_t dataType,
                                           cudnnPersistentRNNPlan_t* plan);
cudnnStatus_t cudnnSetPersistentRNNPlan(cudnnRNNDescriptor_t rnnDesc,
                                        cudnnPersistentRNNPlan_t plan);
cudnnStatus_t cudnnDestroyPersistentRNNPlan(cudnnPersistentRNNPlan_t plan);
cudnnStatus_t cudnnGetRNNWorkspaceSize(cudnnHandle_t handle, const cudnnRNNDescriptor_t rnnDesc,
                                       const int seqLength, const cudnnTensorDescriptor_t* xDesc,
                                       size_t* sizeInBytes);
cudnnStatus_t cudnnGetRNNTrainingReserveSize(cudnnHandle_t handle,
                                             const cudnnRNNDescriptor_t rnnDesc,
                                             const int seqLength,
                                             const cudnnTensorDescriptor_t* xDesc,
                                             size_t* sizeInBytes);
cudnnStatus_t cudnnGetRNNParamsSize(cudnnHandle_t handle, const cudnnRNNDescriptor_t rnnDesc,
                                    const cudnnTensorDescriptor_t xDesc, size_t* sizeInBytes,
                                    cudnnDataType_t dataType);
cudnnStatus_t cudnnGetRNNLinLayerMatrixParams(
    cudnnHandle_t handle, const cudnnRNNDescriptor_t rnnDesc, const int pseudoLayer,
    const cudnnTensorDescriptor_t xDesc, const cudnnFilterDescriptor_t wDesc, const void* w,
    const int linLayerID, cudnnFilterDescriptor_t linLayerMatDesc, void** linLayerMat);
cudnnStatus_t cudnnGetRNNLinLayerBiasParams(
    cudnnHandle_t handle, const cudnnRNNDescriptor_t rnnDesc, const int pseudoLayer,
    const cudnnTensorDescriptor_t xDesc, const cudnnFilterDescriptor_t wDesc, const void* w,
    const int linLayerID, cudnnFilterDescriptor_t linLayerBiasDesc, void** linLayerBias);
cudnnStatus_t cudnnRNNForwardInference(cudnnHandle_t handle, const cudnnRNNDescriptor_t rnnDesc,
                                       const int seqLength, const cudnnTensorDescriptor_t* xDesc,
                                       const void* x, const cudnnTensorDescriptor_t hxDesc,
                                       const void* hx, const cudnnTensorDescriptor_t cxDesc,
                                       const void* cx, const cudnnFilterDescriptor_t wDesc,
                                       const void* w, const cudnnTensorDescriptor_t* yDesc, void* y,
                                       const cudnnTensorDescriptor_t hyDesc, void* hy,
                                       const cudnnTensorDescriptor_t cyDesc, void* cy,
                                       void* workSpace, size_t workSpaceSizeInBytes);
cudnnStatus_t cudnnRNNForwardTraining(cudnnHandle_t handle, const cudnnRNNDescriptor_t rnnDesc,
                                      const int seqLength, const cudnnTensorDescriptor_t* xDesc,
                                      const void* x, const cudnnTensorDescriptor_t hxDesc,
                                      const void* hx, const cudnnTensorDescriptor_t cxDesc,
                                      const void* cx, const cudnnFilterDescriptor_t wDesc,
                                      const void* w, const cudnnTensorDescriptor_t* yDesc, void* y,
                                      const cudnnTensorDescriptor_t hyDesc, void* hy,
                                      const cudnnTensorDescriptor_t cyDesc, void* cy,
                                      void* workSpace, size_t workSpaceSizeInBytes,
                                      void* reserveSpace, size_t reserveSpaceSizeInBytes);
cudnnStatus_t cudnnRNNBackwardData(
    cudnnHandle_t handle, const cudnnRNNDescriptor_t rnnDesc, const int seqLength,
    const cudnnTensorDescriptor_t* yDesc, const void* y, const cudnnTensorDescriptor_t* dyDesc,
    const void* dy, const cudnnTensorDescriptor_t dhyDesc, const void* dhy,
    const cudnnTensorDescriptor_t dcyDesc, const void* dcy, const cudnnFilterDescriptor_t wDesc,
    const void* w, const cudnnTensorDescriptor_t hxDesc, const void* hx,
    const cudnnTensorDescriptor_t cxDesc, const void* cx, const cudnnTensorDescriptor_t* dxDesc,
    void* dx, const cudnnTensorDescriptor_t dhxDesc, void* dhx,
    const cudnnTensorDescriptor_t dcxDesc, void* dcx, void* workSpace, size_t workSpaceSizeInBytes,
    void* reserveSpace, size_t reserveSpaceSizeInBytes);
cudnnStatus_t cudnnRNNBackwardWeights(cudnnHandle_t handle, const cudnnRNNDescriptor_t rnnDesc,
                                      const int seqLength, const cudnnTensorDescriptor_t* xDesc,
                                      const void* x, const cudnnTensorDescriptor_t hxDesc,
                                      const void* hx, const cudnnTensorDescriptor_t* yDesc,
                                      const void* y, const void* workSpace,
                                      size_t workSpaceSizeInBytes,
                                      const cudnnFilterDescriptor_t dwDesc, void* dw,
                                      const void* reserveSpace, size_t reserveSpaceSizeInBytes);
VG_C_END

#endif
