// OpenBLAS, BLIS and oneDNN as far as the benchmark calls them: row-major products.
// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace bench {

// A product of dense row-major matrices with transposes; c is m x n.
template <typename T>
struct Product {
  bool trans_a = false, trans_b = false;
  long m = 0, n = 0, k = 0;
  const T* a = nullptr;
  const T* b = nullptr;
  T* c = nullptr;

  long lda() const { return trans_a ? m : k; }
  long ldb() const { return trans_b ? k : n; }
};

using Calls = std::vector<std::pair<std::string, std::function<void()>>>;

// The product by every peer that is installed and has that type, all of them with all CPUs.
Calls peer_gemms(const Product<float>& product);
Calls peer_gemms(const Product<double>& product);
// `count` products whose matrices lie behind each other.
Calls peer_gemms(const Product<float>& first, long count);
// bf16 operands (as bits), float result: oneDNN alone has it.
Calls peer_gemms_bf16(bool trans_b, long m, long n, long k, const unsigned short* a,
                      const unsigned short* b, float* c);

}  // namespace bench
