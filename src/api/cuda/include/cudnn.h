/* cuDNN's interface, that of versions 7 and 8 with descriptors: tensors, convolutions, layers and their gradients.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CUDNN_H_
#define CUDNN_H_

#include "vgpu_dnn/activation.h"
#include "vgpu_dnn/algorithms.h"
#include "vgpu_dnn/convolution.h"
#include "vgpu_dnn/dropout.h"
#include "vgpu_dnn/handle.h"
#include "vgpu_dnn/normalization.h"
#include "vgpu_dnn/normalization_fused.h"
#include "vgpu_dnn/operations.h"
#include "vgpu_dnn/pooling.h"
#include "vgpu_dnn/rnn.h"
#include "vgpu_dnn/rnn_older.h"
#include "vgpu_dnn/tensors.h"

#endif
