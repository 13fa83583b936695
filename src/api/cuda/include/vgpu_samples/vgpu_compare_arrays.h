/* Arrays in text files and comparisons of arrays; part of helper_image.h.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_COMPARE_ARRAYS_H
#define VGPU_COMPARE_ARRAYS_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <fstream>
#include <vector>

/* Numbers in a text file. */
template <class T>
inline bool sdkReadFile(const char* filename, T** data, unsigned int* length, bool) {
  std::ifstream in(filename);
  std::vector<T> found;
  for (T value; in >> value;) found.push_back(value);
  if (found.empty()) return false;
  if (*data == NULL) *data = static_cast<T*>(malloc(found.size() * sizeof(T)));
  if (*length == 0 || *length > found.size()) *length = static_cast<unsigned int>(found.size());
  memcpy(*data, found.data(), *length * sizeof(T));
  return true;
}
template <class T, class S>
inline bool sdkWriteFile(const char* filename, const T* data, unsigned int length, const S, bool,
                         bool append = false) {
  std::ofstream out(filename, append ? std::ios::app : std::ios::trunc);
  for (unsigned int i = 0; i < length; ++i) out << data[i] << ' ';
  return static_cast<bool>(out);
}

/* Whether all elements differ by no more than epsilon, but for a part of them (threshold, 0 to 1). */
template <class T, class S>
inline bool compareData(const T* reference, const T* data, const unsigned int length,
                        const S epsilon, const float threshold) {
  unsigned int wrong = 0;
  for (unsigned int i = 0; i < length; ++i) {
    const double difference = static_cast<double>(reference[i]) - static_cast<double>(data[i]);
    wrong += !(fabs(difference) <= static_cast<double>(epsilon));
  }
  return threshold > 0 ? wrong < length * threshold : wrong == 0;
}

template <class T, class S>
inline bool compareDataAsFloatThreshold(const T* reference, const T* data,
                                        const unsigned int length, const S epsilon,
                                        const float threshold) {
  return compareData(reference, data, length, static_cast<float>(epsilon), threshold);
}

/* Whether the length of the difference is at most epsilon times that of the reference. */
inline bool sdkCompareL2fe(const float* reference, const float* data, const unsigned int length,
                           const float epsilon) {
  double error = 0, size = 0;
  for (unsigned int i = 0; i < length; ++i) {
    const double difference = static_cast<double>(reference[i]) - data[i];
    error += difference * difference;
    size += static_cast<double>(reference[i]) * reference[i];
  }
  return size > 0 && sqrt(error) / sqrt(size) < epsilon;
}

#endif
