// Batch normalisation of vgpu_dnn/normalization.h, over all pixels of a channel or over the images alone.
// SPDX-License-Identifier: MIT
#include <cmath>

#include "api/cuda/dnn_lines.h"

using namespace vgpu::cuda::dnn;

namespace {

bool is_mode(cudnnBatchNormMode_t mode) {
  return mode >= CUDNN_BATCHNORM_PER_ACTIVATION && mode <= CUDNN_BATCHNORM_SPATIAL_PERSISTENT;
}

// The axes that scale, bias, mean and variance have.
Axes parameter_axes(const Layout& x, cudnnBatchNormMode_t mode) {
  return only(x, 1, mode == CUDNN_BATCHNORM_PER_ACTIVATION ? x.rank : 2);
}
bool are_parameters(const Layout& p, const Layout& x, cudnnBatchNormMode_t mode) {
  return p.rank == x.rank && p.size == parameter_axes(x, mode);
}

// Means and variances are kept as numbers of the parameters' type; the pointers may be null.
struct Parameters {
  cudnnDataType_t type;
  void* data;
  explicit operator bool() const { return data != nullptr; }
  double get(Index at) const { return vgpu::cuda::dnn::get<double>({data, type}, at); }
  void put(Index at, double value, Blend blend = {}) const {
    if (data != nullptr) put_blended(Numbers{data, type}, at, 0, 1, &value, blend);
  }
};

// The mean and the variance of a line.
template <typename A, std::size_t kTensors>
std::pair<double, double> moments(const Lines<kTensors>& lines, const Numbers& x,
                                  const typename Lines<kTensors>::Offsets& begin) {
  const auto total = [&](auto function) {
    double sum = 0;
    lines.runs(begin, [&](const auto& at, Index, Index count) {
      A room[kRun];
      const A* run = fetch(x, at[0], lines.step(0), count, room);
      sum += sum_of(count, [&](Index i) { return function(static_cast<double>(run[i])); });
    });
    return sum / static_cast<double>(lines.length());
  };
  const double mean = total([](double v) { return v; });
  return {mean, total([mean](double v) { return (v - mean) * (v - mean); })};
}

struct Training {
  Numbers x, y;
  Blend blend;
  Parameters scale, bias, running_mean, running_variance, save_mean, save_inverse;
  double factor, epsilon;

  template <typename A>
  void run(const Lines<3>& lines, const Lines<3>::Offsets& begin) const {
    const auto [mean, variance] = moments<A>(lines, x, begin);
    const double inverse = 1 / std::sqrt(variance + epsilon);
    const Index p = begin[2];
    const auto m = static_cast<double>(lines.length());
    const Blend keep{factor, 1 - factor};
    running_mean.put(p, mean, keep);
    running_variance.put(p, m > 1 ? variance * (m / (m - 1)) : variance, keep);
    save_mean.put(p, mean);
    save_inverse.put(p, inverse);
    const A middle = static_cast<A>(mean), slope = static_cast<A>(inverse * scale.get(p));
    const A base = static_cast<A>(bias.get(p));
    lines.runs(begin, [&](const Lines<3>::Offsets& at, Index, Index count) {
      A room[kRun], result[kRun];
      const A* run = fetch(x, at[0], lines.step(0), count, room);
      for (Index i = 0; i < count; ++i) result[i] = (run[i] - middle) * slope + base;
      put_blended(y, at[1], lines.step(1), count, result, blend);
    });
  }
};

struct Backward {
  Numbers x, dy, dx;
  Blend data, parameters;
  Parameters scale, scale_slope, bias_slope, saved_mean, saved_inverse;
  double epsilon;

  template <typename A>
  std::pair<double, double> statistics(const Lines<4>& lines,
                                       const Lines<4>::Offsets& begin) const {
    if (saved_mean && saved_inverse) return {saved_mean.get(begin[3]), saved_inverse.get(begin[3])};
    const auto [mean, variance] = moments<A>(lines, x, begin);
    return {mean, 1 / std::sqrt(variance + epsilon)};
  }

  template <typename A>
  void run(const Lines<4>& lines, const Lines<4>::Offsets& begin) const {
    const auto [mean, inverse] = statistics<A>(lines, begin);
    double slopes = 0, products = 0;
    lines.runs(begin, [&](const Lines<4>::Offsets& at, Index, Index count) {
      A room[2][kRun];
      const A* v = fetch(x, at[0], lines.step(0), count, room[0]);
      const A* d = fetch(dy, at[1], lines.step(1), count, room[1]);
      slopes += sum_of(count, [&](Index i) { return d[i]; });
      products += sum_of(count, [&, m = mean](Index i) {
        return (static_cast<double>(v[i]) - m) * static_cast<double>(d[i]);
      });
    });
    const double normal_slope = products * inverse, m = static_cast<double>(lines.length());
    const A factor = static_cast<A>(scale.get(begin[3]) * inverse);
    const A offset = static_cast<A>(slopes / m), middle = static_cast<A>(mean);
    const A tilt = static_cast<A>(normal_slope * inverse / m);
    lines.runs(begin, [&](const Lines<4>::Offsets& at, Index, Index count) {
      A room[2][kRun], result[kRun];
      const A* v = fetch(x, at[0], lines.step(0), count, room[0]);
      const A* d = fetch(dy, at[1], lines.step(1), count, room[1]);
      for (Index i = 0; i < count; ++i)
        result[i] = factor * (d[i] - offset - (v[i] - middle) * tilt);
      put_blended(dx, at[2], lines.step(2), count, result, data);
    });
    scale_slope.put(begin[3], normal_slope, parameters);
    bias_slope.put(begin[3], slopes, parameters);
  }
};

Parameters parameters(const void* data, const Layout& layout) {
  return {layout.type, const_cast<void*>(data)};
}

}  // namespace

cudnnStatus_t cudnnDeriveBNTensorDescriptor(cudnnTensorDescriptor_t derivedBnDesc,
                                            const cudnnTensorDescriptor_t xDesc,
                                            cudnnBatchNormMode_t mode) {
  if (derivedBnDesc == nullptr || !all_set(xDesc) || !is_mode(mode)) return CUDNN_STATUS_BAD_PARAM;
  Layout made = *xDesc;
  made.size = parameter_axes(*xDesc, mode);
  const bool small = xDesc->type == CUDNN_DATA_HALF || xDesc->type == CUDNN_DATA_BFLOAT16;
  static_cast<Layout&>(*derivedBnDesc) = made.packed(small ? CUDNN_DATA_FLOAT : xDesc->type);
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnBatchNormalizationForwardInference(
    cudnnHandle_t handle, cudnnBatchNormMode_t mode, const void* alpha, const void* beta,
    const cudnnTensorDescriptor_t xDesc, const void* x, const cudnnTensorDescriptor_t yDesc,
    void* y, const cudnnTensorDescriptor_t bnScaleBiasMeanVarDesc, const void* bnScale,
    const void* bnBias, const void* estimatedMean, const void* estimatedVariance, double epsilon) {
  return call(handle, [&] {
    if (!all_set(xDesc, yDesc, bnScaleBiasMeanVarDesc) || !is_mode(mode) ||
        any_null(alpha, beta, x, y, bnScale, bnBias, estimatedMean, estimatedVariance) ||
        !xDesc->has_sizes_of(*yDesc) || epsilon < CUDNN_BN_MIN_EPSILON ||
        !are_parameters(*bnScaleBiasMeanVarDesc, *xDesc, mode))
      return CUDNN_STATUS_BAD_PARAM;
    return with_numbers(xDesc->type, [&](auto a) {
      using A = decltype(a);
      const auto body = [least = static_cast<A>(epsilon)](const std::array<const A*, 5>& in, A* out,
                                                          Index count) {
        for (Index i = 0; i < count; ++i)
          out[i] = (in[0][i] - in[3][i]) / std::sqrt(in[4][i] + least) * in[1][i] + in[2][i];
      };
      const Layout& p = *bnScaleBiasMeanVarDesc;
      return start_each<A, 5>(handle, *yDesc, y,
                              {Operand{*xDesc, x}, Operand{p, bnScale}, Operand{p, bnBias},
                               Operand{p, estimatedMean}, Operand{p, estimatedVariance}},
                              blend(alpha, beta, xDesc->type), body);
    });
  });
}

cudnnStatus_t cudnnBatchNormalizationForwardTraining(
    cudnnHandle_t handle, cudnnBatchNormMode_t mode, const void* alpha, const void* beta,
    const cudnnTensorDescriptor_t xDesc, const void* x, const cudnnTensorDescriptor_t yDesc,
    void* y, const cudnnTensorDescriptor_t bnScaleBiasMeanVarDesc, const void* bnScale,
    const void* bnBias, double exponentialAverageFactor, void* resultRunningMean,
    void* resultRunningVariance, double epsilon, void* resultSaveMean,
    void* resultSaveInvVariance) {
  return call(handle, [&] {
    if (!all_set(xDesc, yDesc, bnScaleBiasMeanVarDesc) || !is_mode(mode) ||
        any_null(alpha, beta, x, y, bnScale, bnBias) || !xDesc->has_sizes_of(*yDesc) ||
        epsilon < CUDNN_BN_MIN_EPSILON || !are_parameters(*bnScaleBiasMeanVarDesc, *xDesc, mode) ||
        any_null(resultRunningMean) != any_null(resultRunningVariance) ||
        any_null(resultSaveMean) != any_null(resultSaveInvVariance))
      return CUDNN_STATUS_BAD_PARAM;
    return with_numbers(xDesc->type, [&](auto a) {
      const Layout& p = *bnScaleBiasMeanVarDesc;
      const Lines<3> lines(*xDesc, p.size, {xDesc->stride, yDesc->stride, p.stride});
      const Training training{numbers(x, *xDesc),
                              numbers(y, *yDesc),
                              blend(alpha, beta, xDesc->type),
                              parameters(bnScale, p),
                              parameters(bnBias, p),
                              parameters(resultRunningMean, p),
                              parameters(resultRunningVariance, p),
                              parameters(resultSaveMean, p),
                              parameters(resultSaveInvVariance, p),
                              exponentialAverageFactor,
                              epsilon};
      return lines.start(handle, [training](const Lines<3>& all, const Lines<3>::Offsets& begin) {
        training.run<decltype(a)>(all, begin);
      });
    });
  });
}

cudnnStatus_t cudnnBatchNormalizationBackward(
    cudnnHandle_t handle, cudnnBatchNormMode_t mode, const void* alphaDataDiff,
    const void* betaDataDiff, const void* alphaParamDiff, const void* betaParamDiff,
    const cudnnTensorDescriptor_t xDesc, const void* x, const cudnnTensorDescriptor_t dyDesc,
    const void* dy, const cudnnTensorDescriptor_t dxDesc, void* dx,
    const cudnnTensorDescriptor_t dBnScaleBiasDesc, const void* bnScale, void* dBnScaleResult,
    void* dBnBiasResult, double epsilon, const void* savedMean, const void* savedInvVariance) {
  return call(handle, [&] {
    if (!all_set(xDesc, dyDesc, dxDesc, dBnScaleBiasDesc) || !is_mode(mode) ||
        any_null(alphaDataDiff, betaDataDiff, alphaParamDiff, betaParamDiff, x, dy, dx, bnScale,
                 dBnScaleResult, dBnBiasResult) ||
        !xDesc->has_sizes_of(*dyDesc) || !xDesc->has_sizes_of(*dxDesc) ||
        epsilon < CUDNN_BN_MIN_EPSILON || !are_parameters(*dBnScaleBiasDesc, *xDesc, mode) ||
        any_null(savedMean) != any_null(savedInvVariance))
      return CUDNN_STATUS_BAD_PARAM;
    return with_numbers(xDesc->type, [&](auto a) {
      const Layout& p = *dBnScaleBiasDesc;
      const Lines<4> lines(*xDesc, p.size,
                           {xDesc->stride, dyDesc->stride, dxDesc->stride, p.stride});
      const Backward backward{numbers(x, *xDesc),
                              numbers(dy, *dyDesc),
                              numbers(dx, *dxDesc),
                              blend(alphaDataDiff, betaDataDiff, xDesc->type),
                              blend(alphaParamDiff, betaParamDiff, xDesc->type),
                              parameters(bnScale, p),
                              parameters(dBnScaleResult, p),
                              parameters(dBnBiasResult, p),
                              parameters(savedMean, p),
                              parameters(savedInvVariance, p),
                              epsilon};
      return lines.start(handle, [backward](const Lines<4>& all, const Lines<4>::Offsets& begin) {
        backward.run<decltype(a)>(all, begin);
      });
    });
  });
}
