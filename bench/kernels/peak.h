// The machine's f32 multiply-add rate on a number of threads, measured: the yardstick of the SGEMM
// rows. SPDX-License-Identifier: MIT
#pragma once

namespace bench {

double peak_gflops(unsigned threads);

}  // namespace bench
