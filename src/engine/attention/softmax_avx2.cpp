// The softmax of attention for CPUs with AVX2.
// SPDX-License-Identifier: MIT
#include "engine/attention/softmax_of_width.h"
