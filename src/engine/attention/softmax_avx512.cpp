// The softmax of attention for CPUs with AVX-512.
// SPDX-License-Identifier: MIT
#include "engine/attention/softmax_of_width.h"
