// Attention with small scores for CPUs with AVX-512.
// SPDX-License-Identifier: MIT
#include "engine/attention/bounded_of_width.h"
