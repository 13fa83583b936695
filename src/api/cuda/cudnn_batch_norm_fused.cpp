// The functions of vgpu_dnn/normalization_fused.h: batch normalisation and what follows it, one task after another.
// SPDX-License-Identifier: MIT
#include <memory>

#include "api/cuda/dnn_elements.h"

using namespace vgpu::cuda;
using namespace vgpu::cuda::dnn;

namespace {

// alpha and beta as they are wanted for tensors of a type.
struct Factor {
  float narrow;
  double wide;
  const void* as(cudnnDataType_t type) const {
    return type == CUDNN_DATA_DOUBLE ? static_cast<const void*>(&wide) : &narrow;
  }
};
constexpr Factor kOne{1, 1}, kZero{0, 0};

bool is_known(cudnnBatchNormOps_t ops) {
  return ops >= CUDNN_BATCHNORM_OPS_BN && ops <= CUDNN_BATCHNORM_OPS_BN_ADD_ACTIVATION;
}

// Whether what follows the normalisation can be done.
cudnnStatus_t check(cudnnBatchNormOps_t ops, cudnnActivationDescriptor_t activation,
                    const Blend& blend) {
  if (!is_known(ops)) return CUDNN_STATUS_BAD_PARAM;
  if (ops == CUDNN_BATCHNORM_OPS_BN) return CUDNN_STATUS_SUCCESS;
  if (activation == nullptr) return CUDNN_STATUS_BAD_PARAM;
  const bool plain = blend.alpha == 1 && blend.beta == 0;
  return plain && activation->mode == CUDNN_ACTIVATION_RELU ? CUDNN_STATUS_SUCCESS
                                                            : CUDNN_STATUS_NOT_SUPPORTED;
}

cudnnStatus_t give_none(cudnnHandle_t handle, cudnnBatchNormOps_t ops, const Layout* x,
                        size_t* bytes) {
  if (any_null(handle, bytes) || !all_set(x) || !is_known(ops)) return CUDNN_STATUS_BAD_PARAM;
  *bytes = 0;
  return CUDNN_STATUS_SUCCESS;
}

}  // namespace

cudnnStatus_t cudnnGetBatchNormalizationForwardTrainingExWorkspaceSize(
    cudnnHandle_t handle, cudnnBatchNormMode_t, cudnnBatchNormOps_t bnOps,
    const cudnnTensorDescriptor_t xDesc, const cudnnTensorDescriptor_t,
    const cudnnTensorDescriptor_t, const cudnnTensorDescriptor_t, const cudnnActivationDescriptor_t,
    size_t* sizeInBytes) {
  return give_none(handle, bnOps, xDesc, sizeInBytes);
}

cudnnStatus_t cudnnGetBatchNormalizationBackwardExWorkspaceSize(
    cudnnHandle_t handle, cudnnBatchNormMode_t, cudnnBatchNormOps_t bnOps,
    const cudnnTensorDescriptor_t xDesc, const cudnnTensorDescriptor_t,
    const cudnnTensorDescriptor_t, const cudnnTensorDescriptor_t, const cudnnTensorDescriptor_t,
    const cudnnTensorDescriptor_t, const cudnnActivationDescriptor_t, size_t* sizeInBytes) {
  return give_none(handle, bnOps, xDesc, sizeInBytes);
}

cudnnStatus_t cudnnGetBatchNormalizationTrainingExReserveSpaceSize(
    cudnnHandle_t handle, cudnnBatchNormMode_t, cudnnBatchNormOps_t bnOps,
    const cudnnActivationDescriptor_t, const cudnnTensorDescriptor_t xDesc, size_t* sizeInBytes) {
  return give_none(handle, bnOps, xDesc, sizeInBytes);
}

cudnnStatus_t cudnnBatchNormalizationForwardTrainingEx(
    cudnnHandle_t handle, cudnnBatchNormMode_t mode, cudnnBatchNormOps_t bnOps, const void* alpha,
    const void* beta, const cudnnTensorDescriptor_t xDesc, const void* xData,
    const cudnnTensorDescriptor_t zDesc, const void* zData, const cudnnTensorDescriptor_t yDesc,
    void* yData, const cudnnTensorDescriptor_t bnScaleBiasMeanVarDesc, const void* bnScale,
    const void* bnBias, double exponentialAverageFactor, void* resultRunningMean,
    void* resultRunningVariance, double epsilon, void* resultSaveMean, void* resultSaveInvVariance,
    cudnnActivationDescriptor_t activationDesc, void*, size_t, void*, size_t) {
  return call(handle, [&] {
    if (!all_set(xDesc) || any_null(alpha, beta)) return CUDNN_STATUS_BAD_PARAM;
    if (const auto error = check(bnOps, activationDesc, blend(alpha, beta, xDesc->type)))
      return error;
    const bool adds = bnOps == CUDNN_BATCHNORM_OPS_BN_ADD_ACTIVATION;
    if (adds && (!all_set(zDesc) || zData == nullptr)) return CUDNN_STATUS_BAD_PARAM;
    if (const auto error = cudnnBatchNormalizationForwardTraining(
            handle, mode, alpha, beta, xDesc, xData, yDesc, yData, bnScaleBiasMeanVarDesc, bnScale,
            bnBias, exponentialAverageFactor, resultRunningMean, resultRunningVariance, epsilon,
            resultSaveMean, resultSaveInvVariance))
      return error;
    const void *one = kOne.as(xDesc->type), *zero = kZero.as(xDesc->type);
    if (adds)
      if (const auto error = cudnnAddTensor(handle, one, zDesc, zData, one, yDesc, yData))
        return error;
    if (bnOps == CUDNN_BATCHNORM_OPS_BN) return CUDNN_STATUS_SUCCESS;
    return cudnnActivationForward(handle, activationDesc, one, yDesc, yData, zero, yDesc, yData);
  });
}

cudnnStatus_t cudnnBatchNormalizationBackwardEx(
    cudnnHandle_t handle, cudnnBatchNormMode_t mode, cudnnBatchNormOps_t bnOps,
    const void* alphaDataDiff, const void* betaDataDiff, const void* alphaParamDiff,
    const void* betaParamDiff, const cudnnTensorDescriptor_t xDesc, const void* xData,
    const cudnnTensorDescriptor_t yDesc, const void* yData, const cudnnTensorDescriptor_t dyDesc,
    const void* dyData, const cudnnTensorDescriptor_t dzDesc, void* dzData,
    const cudnnTensorDescriptor_t dxDesc, void* dxData,
    const cudnnTensorDescriptor_t dBnScaleBiasDesc, const void* bnScaleData, const void*,
    void* dBnScaleData, void* dBnBiasData, double epsilon, const void* savedMean,
    const void* savedInvVariance, cudnnActivationDescriptor_t activationDesc, void*, size_t, void*,
    size_t) {
  return call(handle, [&] {
    if (!all_set(xDesc, dyDesc) || any_null(alphaDataDiff, betaDataDiff))
      return CUDNN_STATUS_BAD_PARAM;
    if (const auto error =
            check(bnOps, activationDesc, blend(alphaDataDiff, betaDataDiff, xDesc->type)))
      return error;
    const void *one = kOne.as(xDesc->type), *zero = kZero.as(xDesc->type), *slopes = dyData;
    std::shared_ptr<char[]> room;
    if (bnOps != CUDNN_BATCHNORM_OPS_BN) {
      // What ReLU passes on can be seen from its results as well.
      const auto bytes = static_cast<std::size_t>(dyDesc->span()) * bytes_of(dyDesc->type);
      room = std::make_shared_for_overwrite<char[]>(bytes);
      slopes = room.get();
      if (const auto error =
              cudnnActivationBackward(handle, activationDesc, one, yDesc, yData, dyDesc, dyData,
                                      yDesc, yData, zero, dyDesc, room.get()))
        return error;
    }
    if (bnOps == CUDNN_BATCHNORM_OPS_BN_ADD_ACTIVATION)
      if (const auto error =
              cudnnTransformTensor(handle, one, dyDesc, slopes, zero, dzDesc, dzData))
        return error;
    if (const auto error = cudnnBatchNormalizationBackward(
            handle, mode, alphaDataDiff, betaDataDiff, alphaParamDiff, betaParamDiff, xDesc, xData,
            dyDesc, slopes, dxDesc, dxData, dBnScaleBiasDesc, bnScaleData, dBnScaleData,
            dBnBiasData, epsilon, savedMean, savedInvVariance))
      return error;
    StreamTask keep;
    keep.finish = [room] {};
    return start(handle, std::move(keep));
  });
}
