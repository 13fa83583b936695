// Attention with small scores for any x86-64.
// SPDX-License-Identifier: MIT
#include "engine/attention/bounded_of_width.h"
