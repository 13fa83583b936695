/* Convolution, pooling and attention on streams, with their gradients; float tensors.
 *
 * Tensors lie in device memory, pinned memory or any other memory of the program, which must live and stay unchanged until the
 * stream has done the work. Results must not overlap operands.
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_C_NN_H
#define VGPU_C_NN_H

#include <vgpu/c/error.h>

/** out = softmax(scale * q k^T) v for every head. Vectors of a head (size or valueSize elements) lie side by side; strides are in
 * elements, of batch, head and token. With causal not 0, query i sees the keys up to i + keys - queries; a value that it does not see
 * counts 0 times, so it should be finite all the same. */
typedef struct vgpuAttention {
  int64_t batch, heads, queries, keys, size, valueSize;
  float scale;
  int causal;
  int64_t qStride[3], kStride[3], vStride[3], outStride[3];
} vgpuAttention;

/** A convolution or pooling of dense tensors [batch, channels, depth, height, width]; for fewer dimensions the first sizes are 1.
 * Pooling keeps inChannels and does not look at outChannels and groups. */
typedef struct vgpuConvolution {
  int64_t batch, inChannels, outChannels, groups;
  int64_t in[3], kernel[3], stride[3], padding[3], dilation[3];
} vgpuConvolution;

typedef enum vgpuPooling VGPU_INT_ENUM {
  vgpuPoolingMax = 0,
  vgpuPoolingAverage = 1,              /**< padding counts as zeros */
  vgpuPoolingAverageWithoutPadding = 2 /**< the mean of what lies in the image */
} vgpuPooling;

VGPU_C_BEGIN

/** logSum gets log(sum(exp)) of each query, [batch, heads, queries], for the gradients; or is NULL. */
VGPU_API vgpuError_t vgpuAttentionForward(const vgpuAttention* shape, const float* q,
                                          const float* k, const float* v, float* out, float* logSum,
                                          vgpuStream_t stream VGPU_DEFAULT(NULL));

/** Gradients of q, k and v, with their strides, from that of the output, with its strides. */
VGPU_API vgpuError_t vgpuAttentionBackward(const vgpuAttention* shape, const float* q,
                                           const float* k, const float* v, const float* out,
                                           const float* logSum, const float* grad, float* gradQ,
                                           float* gradK, float* gradV,
                                           vgpuStream_t stream VGPU_DEFAULT(NULL));

/** Sizes of the output: (in + 2 padding - dilation (kernel - 1) - 1) / stride + 1, at least 0. */
VGPU_API vgpuError_t vgpuConvolutionGetOutput(const vgpuConvolution* shape, int64_t out[3]);

/** y = x * w + bias: w is [outChannels, inChannels / groups, kernel], bias [outChannels] or NULL. */
VGPU_API vgpuError_t vgpuConvolutionForward(const vgpuConvolution* shape, const float* x,
                                            const float* w, const float* bias, float* y,
                                            vgpuStream_t stream VGPU_DEFAULT(NULL));
/** The gradient of x from that of y; as such also the transposed convolution. */
VGPU_API vgpuError_t vgpuConvolutionBackwardData(const vgpuConvolution* shape, const float* gradY,
                                                 const float* w, float* gradX,
                                                 vgpuStream_t stream VGPU_DEFAULT(NULL));
/** Gradients of w and of the bias (or NULL). */
VGPU_API vgpuError_t vgpuConvolutionBackwardWeights(const vgpuConvolution* shape, const float* x,
                                                    const float* gradY, float* gradW,
                                                    float* gradBias,
                                                    vgpuStream_t stream VGPU_DEFAULT(NULL));

VGPU_API vgpuError_t vgpuPoolingForward(const vgpuConvolution* shape, vgpuPooling kind,
                                        const float* x, float* y,
                                        vgpuStream_t stream VGPU_DEFAULT(NULL));
VGPU_API vgpuError_t vgpuPoolingBackward(const vgpuConvolution* shape, vgpuPooling kind,
                                         const float* x, const float* gradY, float* gradX,
                                         vgpuStream_t stream VGPU_DEFAULT(NULL));

VGPU_C_END

#endif
