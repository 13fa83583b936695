// The softmax between a peer's two matrix products: as fast as a compiler makes a loop, on all CPUs.
// SPDX-License-Identifier: MIT
#pragma once

namespace bench {

// Rows of scale * scores become probabilities, in place. Causal: row i of each square of `columns` rows has i + 1 of them, the
// rest is 0.
void softmax_rows(float* scores, long rows, long columns, float scale, bool causal);

}  // namespace bench
