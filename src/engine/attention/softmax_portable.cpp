// The softmax of attention for any x86-64.
// SPDX-License-Identifier: MIT
#include "engine/attention/softmax_of_width.h"
