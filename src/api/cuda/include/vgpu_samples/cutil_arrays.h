/* Comparisons, files and images of the CUDA SDK up to version 4; part of cutil.h.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_CUTIL_ARRAYS_H
#define VGPU_CUTIL_ARRAYS_H

#include "helper_image.h"
#include "helper_string.h"

enum CUTBoolean { CUTFalse = 0, CUTTrue = 1 };
inline CUTBoolean vgpuCutBoolean(bool value) { return value ? CUTTrue : CUTFalse; }

/* Every element, up to epsilon; of the last ones a part (threshold, 0 to 1) may differ. */
#define VGPU_CUT_COMPARE(suffix, T)                                          \
  inline CUTBoolean cutCompare##suffix(const T* reference, const T* data,    \
                                       const unsigned int length) {          \
    return vgpuCutBoolean(compareData(reference, data, length, 0.0f, 0.0f)); \
  }
VGPU_CUT_COMPARE(f, float)
VGPU_CUT_COMPARE(i, int)
VGPU_CUT_COMPARE(ub, unsigned char)
#undef VGPU_CUT_COMPARE
inline CUTBoolean cutCompareuit(const unsigned int* reference, const unsigned int* data,
                                const unsigned int length, const float epsilon,
                                const float threshold) {
  return vgpuCutBoolean(compareData(reference, data, length, epsilon, threshold));
}
inline CUTBoolean cutComparefe(const float* reference, const float* data, const unsigned int length,
                               const float epsilon) {
  return vgpuCutBoolean(compareData(reference, data, length, epsilon, 0.0f));
}
inline CUTBoolean cutComparefet(const float* reference, const float* data,
                                const unsigned int length, const float epsilon,
                                const float threshold) {
  return vgpuCutBoolean(compareData(reference, data, length, epsilon, threshold));
}
inline CUTBoolean cutCompareube(const unsigned char* reference, const unsigned char* data,
                                const unsigned int length, const float epsilon) {
  return vgpuCutBoolean(compareData(reference, data, length, epsilon, 0.0f));
}
inline CUTBoolean cutCompareubt(const unsigned char* reference, const unsigned char* data,
                                const unsigned int length, const float epsilon,
                                const float threshold) {
  return vgpuCutBoolean(compareData(reference, data, length, epsilon, threshold));
}
inline CUTBoolean cutCompareL2fe(const float* reference, const float* data,
                                 const unsigned int length, const float epsilon) {
  return vgpuCutBoolean(sdkCompareL2fe(reference, data, length, epsilon));
}

/* Numbers in text files. */
#define VGPU_CUT_FILES(suffix, T)                                                                  \
  inline CUTBoolean cutReadFile##suffix(const char* filename, T** data, unsigned int* length,      \
                                        bool verbose = false) {                                    \
    return vgpuCutBoolean(sdkReadFile(filename, data, length, verbose));                           \
  }                                                                                                \
  inline CUTBoolean cutWriteFile##suffix(const char* filename, const T* data, unsigned int length, \
                                         const T epsilon = 0, bool verbose = false) {              \
    return vgpuCutBoolean(sdkWriteFile(filename, data, length, epsilon, verbose));                 \
  }
VGPU_CUT_FILES(f, float)
VGPU_CUT_FILES(d, double)
VGPU_CUT_FILES(i, int)
VGPU_CUT_FILES(ui, unsigned int)
#undef VGPU_CUT_FILES

/* Images: one channel, and three of which memory has four. */
#define VGPU_CUT_IMAGES(suffix, T)                                                      \
  inline CUTBoolean cutLoadPGM##suffix(const char* file, T** data, unsigned int* width, \
                                       unsigned int* height) {                          \
    return vgpuCutBoolean(sdkLoadPGM(file, data, width, height));                       \
  }                                                                                     \
  inline CUTBoolean cutSavePGM##suffix(const char* file, T* data, unsigned int width,   \
                                       unsigned int height) {                           \
    return vgpuCutBoolean(sdkSavePGM(file, data, width, height));                       \
  }
VGPU_CUT_IMAGES(f, float)
VGPU_CUT_IMAGES(i, unsigned int)
VGPU_CUT_IMAGES(s, unsigned short)
VGPU_CUT_IMAGES(ub, unsigned char)
#undef VGPU_CUT_IMAGES
inline CUTBoolean cutLoadPPM4ub(const char* file, unsigned char** data, unsigned int* width,
                                unsigned int* height) {
  return vgpuCutBoolean(sdkLoadPPM4(file, data, width, height));
}
inline CUTBoolean cutSavePPM4ub(const char* file, unsigned char* data, unsigned int width,
                                unsigned int height) {
  return vgpuCutBoolean(sdkSavePPM4ub(file, data, width, height));
}

#endif
