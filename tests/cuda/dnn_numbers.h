// Sizes, places and plain numbers for the tests of cuDNN, and gradients by differences.
// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <vector>

typedef std::vector<int> Sizes;
typedef std::vector<double> Numbers;

inline int count_of(const Sizes& size) {
  int all = 1;
  for (int s : size) all *= s;
  return all;
}
// The indices of element i.
inline Sizes place(const Sizes& size, int i) {
  Sizes at(size.size());
  for (int axis = int(size.size()) - 1; axis >= 0; --axis)
    at[axis] = i % size[axis], i /= size[axis];
  return at;
}
inline int number(const Sizes& size, const Sizes& at) {
  int i = 0;
  for (size_t axis = 0; axis < size.size(); ++axis) i = i * size[axis] + at[axis];
  return i;
}

// The gradient of sum(dy * f(x)), by differences.
inline Numbers slopes(const std::function<Numbers(const Numbers&)>& f, Numbers x,
                      const Numbers& dy) {
  Numbers result;
  const double step = 1e-5;
  const auto loss = [&] {
    const Numbers y = f(x);
    double sum = 0;
    for (size_t i = 0; i < y.size(); ++i) sum += dy[i] * y[i];
    return sum;
  };
  for (double& v : x) {
    const double middle = v;
    v = middle + step;
    const double up = loss();
    v = middle - step;
    const double down = loss();
    v = middle;
    result.push_back((up - down) / (2 * step));
  }
  return result;
}
