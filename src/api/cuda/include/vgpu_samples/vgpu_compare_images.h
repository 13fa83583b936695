/* Images with as many channels as their files, files of bytes, and comparisons of both; part of helper_image.h.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_COMPARE_IMAGES_H
#define VGPU_COMPARE_IMAGES_H

#include "helper_string.h"

inline bool __loadPPM(const char* file, unsigned char** data, unsigned int* width,
                      unsigned int* height, unsigned int* channels) {
  const std::vector<unsigned char> pixels = vgpuLoadPixels(file, width, height, channels);
  if (pixels.empty()) return false;
  if (*data == NULL) *data = static_cast<unsigned char*>(malloc(pixels.size()));
  memcpy(*data, pixels.data(), pixels.size());
  return true;
}
inline bool __savePPM(const char* file, unsigned char* data, unsigned int width,
                      unsigned int height, unsigned int channels) {
  return vgpuSavePixels(file, data, width, height, channels);
}
inline bool sdkLoadPPM4ub(const char* file, unsigned char** data, unsigned int* width,
                          unsigned int* height) {
  return sdkLoadPPM4(file, data, width, height);
}

/* Blocks of bytes that stand one behind another in a file, as elements of T. */
template <class T>
inline bool sdkReadFileBlocks(char* filename, T** data, unsigned int* length,
                              unsigned int block_num, unsigned int block_size, bool) {
  std::ifstream in(filename, std::ios::binary);
  in.seekg(static_cast<std::streamoff>(block_num) * block_size);
  data[block_num] = reinterpret_cast<T*>(malloc(block_size));
  in.read(reinterpret_cast<char*>(data[block_num]), block_size);
  *length = block_size;
  return static_cast<bool>(in);
}
inline void sdkDumpBin(void* data, unsigned int bytes, const char* filename) {
  std::ofstream(filename, std::ios::binary)
      .write(static_cast<const char*>(data), static_cast<std::streamsize>(bytes));
}

/* As many elements of a file, looked for around the program if that is given; short: there are not so many. */
template <class T>
inline std::vector<T> vgpuLoadElements(const char* file, unsigned int count,
                                       const char* executable) {
  char* const found = executable != NULL ? sdkFindFilePath(file, executable) : NULL;
  std::ifstream in(found != NULL ? found : file, std::ios::binary);
  free(found);
  std::vector<T> elements(count);
  in.read(reinterpret_cast<char*>(elements.data()),
          static_cast<std::streamsize>(count * sizeof(T)));
  elements.resize(static_cast<size_t>(in.gcount()) / sizeof(T));
  return elements;
}
template <class T>
inline bool vgpuCompareFiles(const char* file, const char* reference, unsigned int count,
                             float epsilon, float threshold, const char* executable) {
  const std::vector<T> found = vgpuLoadElements<T>(file, count, NULL);
  const std::vector<T> wanted = vgpuLoadElements<T>(reference, count, executable);
  return found.size() == count && wanted.size() == count &&
         compareData(wanted.data(), found.data(), count, epsilon, threshold);
}
inline bool sdkCompareBin2BinUint(const char* src_file, const char* ref_file,
                                  unsigned int nelements, const float epsilon,
                                  const float threshold, char* exec_path) {
  return vgpuCompareFiles<unsigned int>(src_file, ref_file, nelements, epsilon, threshold,
                                        exec_path);
}
inline bool sdkCompareBin2BinFloat(const char* src_file, const char* ref_file,
                                   unsigned int nelements, const float epsilon,
                                   const float threshold, char* exec_path) {
  return vgpuCompareFiles<float>(src_file, ref_file, nelements, epsilon, threshold, exec_path);
}

/* Two images with the same numbers of pixels and channels. */
inline bool vgpuCompareImages(const char* file, const char* reference, float epsilon,
                              float threshold) {
  unsigned int width[2], height[2], channels[2];
  if (file == NULL || reference == NULL) return false;
  const auto found = vgpuLoadPixels(file, &width[0], &height[0], &channels[0]);
  const auto wanted = vgpuLoadPixels(reference, &width[1], &height[1], &channels[1]);
  return !found.empty() && width[0] == width[1] && height[0] == height[1] &&
         channels[0] == channels[1] &&
         compareData(wanted.data(), found.data(), static_cast<unsigned int>(found.size()), epsilon,
                     threshold);
}
inline bool sdkComparePPM(const char* src_file, const char* ref_file, const float epsilon,
                          const float threshold, bool) {
  return vgpuCompareImages(src_file, ref_file, epsilon, threshold);
}
inline bool sdkComparePGM(const char* src_file, const char* ref_file, const float epsilon,
                          const float threshold, bool) {
  return vgpuCompareImages(src_file, ref_file, epsilon, threshold);
}

#endif
