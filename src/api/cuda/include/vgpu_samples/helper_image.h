/* Images in PGM and PPM files, with the names of the headers beside NVIDIA's samples. C++ only.
 *
 * Bytes stay bytes and are 0 to 1 as floats; arrays that a caller gives no memory for are allocated with malloc.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef COMMON_HELPER_IMAGE_H_
#define COMMON_HELPER_IMAGE_H_

#include <stdio.h>
#include <stdlib.h>

#include <fstream>
#include <string>
#include <vector>

#include "vgpu_compare_arrays.h"

template <class T>
inline T vgpuPixelFromByte(unsigned char value) {
  return static_cast<T>(value);
}
template <>
inline float vgpuPixelFromByte<float>(unsigned char value) {
  return value / 255.0f;
}
template <class T>
inline unsigned char vgpuByteFromPixel(T value) {
  return static_cast<unsigned char>(value);
}
template <>
inline unsigned char vgpuByteFromPixel<float>(float value) {
  return static_cast<unsigned char>(value * 255.0f);
}

/* Reads P5 (one channel) and P6 (three) with comments in the head; empty: no such image. */
inline std::vector<unsigned char> vgpuLoadPixels(const char* file, unsigned int* width,
                                                 unsigned int* height, unsigned int* channels) {
  std::ifstream in(file, std::ios::binary);
  std::string kind, word;
  in >> kind;
  *channels = kind == "P5" ? 1 : 3;
  unsigned int numbers[3] = {0, 0, 0};
  for (int found = 0; found < 3 && in >> word;) {
    if (word[0] == '#')
      std::getline(in, word);
    else
      numbers[found++] = static_cast<unsigned int>(atoi(word.c_str()));
  }
  in.get();
  if (!in || (kind != "P5" && kind != "P6")) {
    fprintf(stderr, "%s is no PGM or PPM image\n", file);
    return {};
  }
  *width = numbers[0];
  *height = numbers[1];
  std::vector<unsigned char> pixels(size_t{1} * *width * *height * *channels);
  in.read(reinterpret_cast<char*>(pixels.data()), static_cast<std::streamsize>(pixels.size()));
  return in ? pixels : std::vector<unsigned char>();
}

inline bool vgpuSavePixels(const char* file, const unsigned char* pixels, unsigned int width,
                           unsigned int height, unsigned int channels) {
  std::ofstream out(file, std::ios::binary);
  out << (channels == 1 ? "P5" : "P6") << "\n" << width << "\n" << height << "\n255\n";
  out.write(reinterpret_cast<const char*>(pixels),
            static_cast<std::streamsize>(size_t{1} * width * height * channels));
  return static_cast<bool>(out);
}

template <class T>
inline bool sdkLoadPGM(const char* file, T** data, unsigned int* width, unsigned int* height) {
  unsigned int channels = 0;
  const std::vector<unsigned char> pixels = vgpuLoadPixels(file, width, height, &channels);
  if (pixels.empty() || channels != 1) return false;
  if (*data == NULL) *data = static_cast<T*>(malloc(pixels.size() * sizeof(T)));
  for (size_t i = 0; i < pixels.size(); ++i) (*data)[i] = vgpuPixelFromByte<T>(pixels[i]);
  return true;
}

template <class T>
inline bool sdkSavePGM(const char* file, T* data, unsigned int width, unsigned int height) {
  std::vector<unsigned char> pixels(size_t{1} * width * height);
  for (size_t i = 0; i < pixels.size(); ++i) pixels[i] = vgpuByteFromPixel<T>(data[i]);
  return vgpuSavePixels(file, pixels.data(), width, height, 1);
}

/* Three channels in the file, four in memory. */
template <class T>
inline bool sdkLoadPPM4(const char* file, T** data, unsigned int* width, unsigned int* height) {
  unsigned int channels = 0;
  const std::vector<unsigned char> pixels = vgpuLoadPixels(file, width, height, &channels);
  if (pixels.empty() || channels != 3) return false;
  const size_t count = pixels.size() / 3;
  if (*data == NULL) *data = static_cast<T*>(malloc(count * 4 * sizeof(T)));
  for (size_t i = 0; i < count; ++i) {
    for (size_t c = 0; c < 3; ++c) (*data)[4 * i + c] = vgpuPixelFromByte<T>(pixels[3 * i + c]);
    (*data)[4 * i + 3] = T(0);
  }
  return true;
}
inline bool sdkSavePPM4ub(const char* file, unsigned char* data, unsigned int width,
                          unsigned int height) {
  std::vector<unsigned char> pixels(size_t{3} * width * height);
  for (size_t i = 0; i < pixels.size(); ++i) pixels[i] = data[i / 3 * 4 + i % 3];
  return vgpuSavePixels(file, pixels.data(), width, height, 3);
}

#include "vgpu_compare_images.h"

#endif
