// Images and samplers: making them, moving pixels, reading and writing them in kernels.
// SPDX-License-Identifier: MIT
#include <array>
#include <cmath>

#include "opencl_test.h"

namespace vgpu::opencl_test {
namespace {

class ImageTest : public OpenClTest {
 protected:
  static cl_image_desc desc_of(cl_mem_object_type type, std::size_t width, std::size_t height = 0,
                               std::size_t depth = 0, std::size_t layers = 0) {
    cl_image_desc desc{};
    desc.image_type = type;
    desc.image_width = width;
    desc.image_height = height;
    desc.image_depth = depth;
    desc.image_array_size = layers;
    return desc;
  }
  cl_mem make_image(cl_image_format format, cl_image_desc desc, void* pixels = nullptr) {
    cl_mem image =
        clCreateImage(context, pixels ? CL_MEM_COPY_HOST_PTR : 0, &format, &desc, pixels, &code);
    EXPECT_EQ(CL_SUCCESS, code);
    return image;
  }
  void launch(cl_kernel kernel, std::vector<std::size_t> global) {
    EXPECT_EQ(CL_SUCCESS,
              clEnqueueNDRangeKernel(queue, kernel, static_cast<cl_uint>(global.size()), nullptr,
                                     global.data(), nullptr, 0, nullptr, nullptr));
  }
  template <typename T>
  void set(cl_kernel kernel, cl_uint index, const T& value) {
    EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, index, sizeof value, &value));
  }
};

constexpr cl_image_format kFloats{CL_RGBA, CL_FLOAT};
constexpr cl_image_format kBytes{CL_RGBA, CL_UNORM_INT8};

TEST_F(ImageTest, CreationIsChecked) {
  const auto made = [&](cl_image_format format, cl_image_desc desc, void* host = nullptr) {
    cl_mem image = clCreateImage(context, 0, &format, &desc, host, &code);
    if (image) clReleaseMemObject(image);
    return code;
  };
  EXPECT_EQ(CL_SUCCESS, made(kBytes, desc_of(CL_MEM_OBJECT_IMAGE2D, 4, 4)));
  EXPECT_EQ(CL_INVALID_IMAGE_SIZE, made(kBytes, desc_of(CL_MEM_OBJECT_IMAGE2D, 0, 4)));
  EXPECT_EQ(CL_INVALID_IMAGE_SIZE, made(kBytes, desc_of(CL_MEM_OBJECT_IMAGE2D, 1 << 20, 4)));
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR, made(kBytes, desc_of(CL_MEM_OBJECT_BUFFER, 4, 4)));
  EXPECT_EQ(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, made({1, 2}, desc_of(CL_MEM_OBJECT_IMAGE2D, 4, 4)));
  EXPECT_EQ(CL_IMAGE_FORMAT_NOT_SUPPORTED,
            made({CL_RGB, CL_UNORM_SHORT_565}, desc_of(CL_MEM_OBJECT_IMAGE2D, 4, 4)));
  cl_image_desc pitched = desc_of(CL_MEM_OBJECT_IMAGE2D, 4, 4);
  pitched.image_row_pitch = 64;
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR, made(kBytes, pitched));
  int host = 0;
  EXPECT_EQ(CL_INVALID_HOST_PTR, made(kBytes, desc_of(CL_MEM_OBJECT_IMAGE2D, 1, 1), &host));
  cl_uint count = 0;
  EXPECT_EQ(CL_SUCCESS, clGetSupportedImageFormats(context, CL_MEM_READ_WRITE,
                                                   CL_MEM_OBJECT_IMAGE2D, 0, nullptr, &count));
  EXPECT_GE(count, 30u);
  EXPECT_EQ(CL_INVALID_VALUE,
            clGetSupportedImageFormats(context, 0, CL_MEM_OBJECT_BUFFER, 0, nullptr, &count));
}

TEST_F(ImageTest, ImagesSayWhatTheyAre) {
  cl_mem image = make_image(kFloats, desc_of(CL_MEM_OBJECT_IMAGE3D, 5, 4, 3));
  const auto value = [&](cl_image_info name) {
    std::size_t result = 0;
    EXPECT_EQ(CL_SUCCESS, clGetImageInfo(image, name, sizeof result, &result, nullptr));
    return result;
  };
  EXPECT_EQ(16u, value(CL_IMAGE_ELEMENT_SIZE));
  EXPECT_EQ(80u, value(CL_IMAGE_ROW_PITCH));
  EXPECT_EQ(320u, value(CL_IMAGE_SLICE_PITCH));
  EXPECT_EQ(3u, value(CL_IMAGE_DEPTH));
  EXPECT_EQ(0u, value(CL_IMAGE_ARRAY_SIZE));
  clReleaseMemObject(image);
}

TEST_F(ImageTest, PixelsMove) {
  std::vector<cl_uint> pixels(8 * 4);
  for (std::size_t i = 0; i < pixels.size(); ++i) pixels[i] = static_cast<cl_uint>(i);
  cl_mem image = make_image(kBytes, desc_of(CL_MEM_OBJECT_IMAGE2D, 8, 4), pixels.data());
  const std::size_t origin[] = {2, 1, 0}, region[] = {3, 2, 1}, zero[] = {0, 0, 0};
  std::vector<cl_uint> out(6);
  EXPECT_EQ(CL_SUCCESS, clEnqueueReadImage(queue, image, CL_TRUE, origin, region, 0, 0, out.data(),
                                           0, nullptr, nullptr));
  EXPECT_EQ((std::vector<cl_uint>{10, 11, 12, 18, 19, 20}), out);
  EXPECT_EQ(CL_SUCCESS, clEnqueueWriteImage(queue, image, CL_TRUE, zero, region, 0, 0, out.data(),
                                            0, nullptr, nullptr));
  cl_mem other = make_image(kBytes, desc_of(CL_MEM_OBJECT_IMAGE2D, 8, 4), pixels.data());
  EXPECT_EQ(CL_SUCCESS,
            clEnqueueCopyImage(queue, image, other, zero, origin, region, 0, nullptr, nullptr));
  cl_mem buffer = clCreateBuffer(context, 0, 24, nullptr, &code);
  EXPECT_EQ(CL_SUCCESS, clEnqueueCopyImageToBuffer(queue, other, buffer, origin, region, 0, 0,
                                                   nullptr, nullptr));
  EXPECT_EQ(out, read<cl_uint>(buffer, 6));
  EXPECT_EQ(CL_SUCCESS,
            clEnqueueCopyBufferToImage(queue, buffer, image, 0, zero, region, 0, nullptr, nullptr));
  const float color[] = {1.0f, 0.0f, 0.5f, 2.0f};
  EXPECT_EQ(CL_SUCCESS, clEnqueueFillImage(queue, image, color, zero, region, 0, nullptr, nullptr));
  std::size_t pitch = 0;
  auto* mapped =
      static_cast<cl_uint*>(clEnqueueMapImage(queue, image, CL_TRUE, CL_MAP_READ, zero, region,
                                              &pitch, nullptr, 0, nullptr, nullptr, &code));
  ASSERT_EQ(CL_SUCCESS, code);
  EXPECT_EQ(32u, pitch);
  EXPECT_EQ(0xff8000ffu, mapped[0]);
  EXPECT_EQ(CL_SUCCESS, clEnqueueUnmapMemObject(queue, image, mapped, 0, nullptr, nullptr));
  const std::size_t outside[] = {7, 0, 0};
  EXPECT_EQ(CL_INVALID_VALUE, clEnqueueReadImage(queue, image, CL_TRUE, outside, region, 0, 0,
                                                 out.data(), 0, nullptr, nullptr));
  const std::size_t near[] = {1, 1, 0};
  EXPECT_EQ(CL_MEM_COPY_OVERLAP,
            clEnqueueCopyImage(queue, image, image, zero, near, region, 0, nullptr, nullptr));
  for (cl_mem object : {image, other, buffer}) clReleaseMemObject(object);
}

// Every format that a kernel can write is read back as it was.
TEST_F(ImageTest, KernelsReadAndWriteEveryFormat) {
  cl_uint count = 0;
  clGetSupportedImageFormats(context, CL_MEM_READ_WRITE, CL_MEM_OBJECT_IMAGE2D, 0, nullptr, &count);
  std::vector<cl_image_format> formats(count);
  clGetSupportedImageFormats(context, CL_MEM_READ_WRITE, CL_MEM_OBJECT_IMAGE2D, count,
                             formats.data(), nullptr);
  cl_program program = build(R"(
    #define BOTH(name, T, read, write)                                                   \
      kernel void put_##name(write_only image2d_t image) {                               \
        int2 at = (int2)(get_global_id(0), get_global_id(1));                            \
        write(image, at, (T)(at.x & 1, at.y & 1, 0, 1));                                 \
      }                                                                                  \
      kernel void get_##name(read_only image2d_t image, global T* out) {                 \
        int2 at = (int2)(get_global_id(0), get_global_id(1));                            \
        out[at.y * 8 + at.x] = read(image, at);                                          \
      }
    BOTH(float, float4, read_imagef, write_imagef)
    BOTH(int, int4, read_imagei, write_imagei)
    BOTH(uint, uint4, read_imageui, write_imageui))");
  cl_mem out = clCreateBuffer(context, 0, 8 * 4 * 16, nullptr, &code);
  for (const cl_image_format& format : formats) {
    const cl_channel_type type = format.image_channel_data_type;
    const bool is_signed = type >= CL_SIGNED_INT8 && type <= CL_SIGNED_INT32;
    const bool is_unsigned = type >= CL_UNSIGNED_INT8 && type <= CL_UNSIGNED_INT32;
    const std::string name = is_signed ? "int" : is_unsigned ? "uint" : "float";
    cl_mem image = make_image(format, desc_of(CL_MEM_OBJECT_IMAGE2D, 8, 4));
    cl_kernel put = clCreateKernel(program, ("put_" + name).c_str(), &code);
    cl_kernel get = clCreateKernel(program, ("get_" + name).c_str(), &code);
    set(put, 0, image);
    set(get, 0, image);
    set(get, 1, out);
    launch(put, {8, 4});
    launch(get, {8, 4});
    const std::vector<float> real = read<float>(out, 128);
    const std::vector<int> whole = read<int>(out, 128);
    const auto channel = [&](std::size_t i) {
      return name == "float" ? real[i] : static_cast<float>(whole[i]);
    };
    const std::size_t pixel = (1 * 8 + 3) * 4;  // x odd, y odd
    const bool red = format.image_channel_order != CL_A;
    EXPECT_EQ(red ? 1.0f : 0.0f, channel(pixel)) << format.image_channel_order << " " << type;
    EXPECT_EQ(1.0f, channel(pixel + 3)) << format.image_channel_order << " " << type;
    EXPECT_EQ(0.0f, channel(2 * 4)) << "even columns have no red";
    clReleaseKernel(put);
    clReleaseKernel(get);
    clReleaseMemObject(image);
  }
  clReleaseMemObject(out);
  clReleaseProgram(program);
}

TEST_F(ImageTest, SamplersAddressAndFilter) {
  std::vector<float> pixels;
  for (int i = 0; i < 4; ++i) pixels.insert(pixels.end(), {static_cast<float>(i), 0, 0, 1});
  cl_mem image = make_image(kFloats, desc_of(CL_MEM_OBJECT_IMAGE1D, 4), pixels.data());
  cl_kernel kernel = make_kernel(R"(
    kernel void k(read_only image1d_t image, sampler_t s, global const float* at, global float4* out) {
      size_t i = get_global_id(0);
      out[i] = read_imagef(image, s, at[i]);
    })",
                                 "k");
  const auto sample = [&](cl_bool normalized, cl_addressing_mode mode, cl_filter_mode filter,
                          std::vector<float> at) {
    cl_sampler sampler = clCreateSampler(context, normalized, mode, filter, &code);
    EXPECT_EQ(CL_SUCCESS, code);
    cl_mem places = make_buffer(at);
    cl_mem out = clCreateBuffer(context, 0, at.size() * 16, nullptr, &code);
    set(kernel, 0, image);
    set(kernel, 1, sampler);
    set(kernel, 2, places);
    set(kernel, 3, out);
    launch(kernel, {at.size()});
    std::vector<float> red;
    const auto all = read<float>(out, at.size() * 4);
    for (std::size_t i = 0; i < at.size(); ++i) red.push_back(all[i * 4]);
    clReleaseMemObject(places);
    clReleaseMemObject(out);
    clReleaseSampler(sampler);
    return red;
  };
  using Values = std::vector<float>;
  EXPECT_EQ((Values{0, 0, 3, 3}),
            sample(CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_NEAREST, {-5, 0.9f, 3.1f, 9}));
  EXPECT_EQ((Values{0, 3, 0}),
            sample(CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, {-1, 3.5f, 4}));
  EXPECT_EQ((Values{1, 1, 3}),
            sample(CL_TRUE, CL_ADDRESS_REPEAT, CL_FILTER_NEAREST, {0.3f, 1.3f, -0.1f}));
  EXPECT_EQ((Values{1, 3, 0}),
            sample(CL_TRUE, CL_ADDRESS_MIRRORED_REPEAT, CL_FILTER_NEAREST, {-0.3f, 1.1f, 2.1f}));
  EXPECT_EQ((Values{0.5f, 1.25f, 3}),
            sample(CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_LINEAR, {1, 1.75f, 4}));
  EXPECT_EQ((Values{1.5f}), sample(CL_TRUE, CL_ADDRESS_REPEAT, CL_FILTER_LINEAR, {0}));
  clReleaseKernel(kernel);
  clReleaseMemObject(image);
}

TEST_F(ImageTest, EveryKindHasItsCoordinates) {
  cl_program program = build(R"(
    const sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
    kernel void lines(write_only image1d_array_t w) {
      write_imagef(w, (int2)(get_global_id(0), get_global_id(1)), (float4)(get_global_id(0) + 10.0f * get_global_id(1)));
    }
    kernel void volume(write_only image3d_t w) {
      write_imagef(w, (int4)(get_global_id(0), get_global_id(1), get_global_id(2), 0),
                   (float4)(get_global_id(0) + 10.0f * get_global_id(1) + 100.0f * get_global_id(2)));
    }
    kernel void layers(write_only image2d_array_t w) {
      write_imagef(w, (int4)(get_global_id(0), get_global_id(1), get_global_id(2), 0),
                   (float4)(get_global_id(0) + 10.0f * get_global_id(1) + 100.0f * get_global_id(2)));
    }
    kernel void look(read_only image1d_array_t a, read_only image3d_t b, read_only image2d_array_t c,
                     read_only image1d_buffer_t d, global float* out) {
      out[0] = read_imagef(a, s, (float2)(2.5f, 1.2f)).x;
      out[1] = read_imagef(b, s, (int4)(1, 2, 1, 0)).x;
      out[2] = read_imagef(c, s, (float4)(3.5f, 1.5f, 1.9f, 0)).x;
      out[3] = read_imagef(d, 2).x;
      out[4] = get_image_array_size(a) + 10 * get_image_depth(b) + 100 * get_image_dim(c).y + 1000 * get_image_width(d);
    })",
                             "-cl-std=CL3.0");
  const cl_image_format format{CL_R, CL_FLOAT};
  cl_mem lines = make_image(format, desc_of(CL_MEM_OBJECT_IMAGE1D_ARRAY, 4, 0, 0, 2));
  cl_mem volume = make_image(format, desc_of(CL_MEM_OBJECT_IMAGE3D, 4, 3, 2));
  cl_mem layers = make_image(format, desc_of(CL_MEM_OBJECT_IMAGE2D_ARRAY, 4, 3, 0, 3));
  std::vector<float> values{5, 6, 7, 8, 9};
  cl_mem buffer = make_buffer(values);
  cl_image_desc of_buffer = desc_of(CL_MEM_OBJECT_IMAGE1D_BUFFER, 5);
  of_buffer.mem_object = buffer;
  cl_mem view = make_image(format, of_buffer);
  cl_mem out = clCreateBuffer(context, 0, 20, nullptr, &code);
  const auto write = [&](const char* name, cl_mem image, std::vector<std::size_t> global) {
    cl_kernel kernel = clCreateKernel(program, name, &code);
    set(kernel, 0, image);
    launch(kernel, global);
    clReleaseKernel(kernel);
  };
  write("lines", lines, {4, 2});
  write("volume", volume, {4, 3, 2});
  write("layers", layers, {4, 3, 3});
  cl_kernel look = clCreateKernel(program, "look", &code);
  cl_uint index = 0;
  for (cl_mem object : {lines, volume, layers, view, out}) set(look, index++, object);
  launch(look, {1});
  EXPECT_EQ((std::vector<float>{12, 121, 213, 7, 2 + 20 + 300 + 5000}), read<float>(out, 5));
  clReleaseKernel(look);
  for (cl_mem object : {lines, volume, layers, buffer, view, out}) clReleaseMemObject(object);
  clReleaseProgram(program);
}

// What a program says of its own pixels is what it is told of the image, and the bytes beyond a row are not the image's.
TEST_F(ImageTest, PitchesAreTheProgramsOwn) {
  std::vector<cl_uchar> pixels(4 * 24);
  for (std::size_t i = 0; i < pixels.size(); ++i) pixels[i] = static_cast<cl_uchar>(i);
  cl_image_desc desc = desc_of(CL_MEM_OBJECT_IMAGE2D_ARRAY, 5, 2, 0, 2);
  desc.image_row_pitch = 24;
  desc.image_slice_pitch = 48;
  cl_mem image = make_image(kBytes, desc, pixels.data());
  std::size_t row = 0, slice = 0;
  clGetImageInfo(image, CL_IMAGE_ROW_PITCH, sizeof row, &row, nullptr);
  clGetImageInfo(image, CL_IMAGE_SLICE_PITCH, sizeof slice, &slice, nullptr);
  EXPECT_EQ(24u, row);
  EXPECT_EQ(48u, slice);
  const std::size_t origin[3] = {}, region[3] = {5, 2, 2};
  std::vector<cl_uchar> got(5 * 4 * 4);
  EXPECT_EQ(CL_SUCCESS, clEnqueueReadImage(queue, image, CL_TRUE, origin, region, 0, 0, got.data(),
                                           0, nullptr, nullptr));
  for (std::size_t i = 0; i < got.size(); ++i) ASSERT_EQ(pixels[i / 20 * 24 + i % 20], got[i]) << i;
  clReleaseMemObject(image);
}

// An image in a buffer has no memory of the program, though the buffer has.
TEST_F(ImageTest, ImagesInBuffersHaveNoHostPointer) {
  auto* shared = static_cast<char*>(clSVMAlloc(context, CL_MEM_READ_WRITE, 256, 0));
  cl_mem buffer = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, 256, shared, &code);
  cl_image_desc desc = desc_of(CL_MEM_OBJECT_IMAGE2D, 8, 8);
  cl_mem direct = clCreateImage(context, CL_MEM_USE_HOST_PTR, &kBytes, &desc, shared, &code);
  desc.mem_object = buffer;
  cl_mem inside = make_image(kBytes, desc);
  const auto pointer_of = [](cl_mem object) {
    void* pointer = nullptr;
    clGetMemObjectInfo(object, CL_MEM_HOST_PTR, sizeof pointer, &pointer, nullptr);
    return pointer;
  };
  const auto is_shared = [](cl_mem object) {
    cl_bool shared = 77;
    clGetMemObjectInfo(object, CL_MEM_USES_SVM_POINTER, sizeof shared, &shared, nullptr);
    return shared;
  };
  EXPECT_EQ(shared, pointer_of(buffer));
  EXPECT_EQ(shared, pointer_of(direct));
  EXPECT_EQ(nullptr, pointer_of(inside));
  EXPECT_EQ(cl_bool{CL_TRUE}, is_shared(buffer));
  EXPECT_EQ(cl_bool{CL_FALSE}, is_shared(direct));
  EXPECT_EQ(cl_bool{CL_FALSE}, is_shared(inside));
  for (cl_mem object : {inside, direct, buffer}) clReleaseMemObject(object);
  clSVMFree(context, shared);
}

TEST_F(ImageTest, SamplersAndImageArgumentsAreChecked) {
  EXPECT_EQ(nullptr, clCreateSampler(context, 5, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, &code));
  EXPECT_EQ(CL_INVALID_VALUE, code);
  const cl_sampler_properties twice[] = {CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR,
                                         CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR, 0};
  EXPECT_EQ(nullptr, clCreateSamplerWithProperties(context, twice, &code));
  EXPECT_EQ(CL_INVALID_VALUE, code);
  cl_kernel kernel = make_kernel("kernel void k(read_only image2d_t i, sampler_t s) {}", "k");
  cl_mem buffer = clCreateBuffer(context, 0, 64, nullptr, &code);
  cl_sampler none = nullptr;
  EXPECT_EQ(CL_INVALID_ARG_VALUE, clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
  EXPECT_EQ(CL_INVALID_SAMPLER, clSetKernelArg(kernel, 1, sizeof none, &none));
  const cl_image_desc desc = desc_of(CL_MEM_OBJECT_IMAGE2D, 4, 4);
  cl_mem unreadable = clCreateImage(context, CL_MEM_WRITE_ONLY, &kBytes, &desc, nullptr, &code);
  EXPECT_EQ(CL_INVALID_ARG_VALUE, clSetKernelArg(kernel, 0, sizeof unreadable, &unreadable));
  cl_mem layered = make_image(kBytes, desc_of(CL_MEM_OBJECT_IMAGE2D_ARRAY, 4, 4, 0, 1));
  EXPECT_EQ(CL_INVALID_ARG_VALUE, clSetKernelArg(kernel, 0, sizeof layered, &layered));
  clReleaseMemObject(layered);
  cl_kernel_arg_access_qualifier access = 0;
  clGetKernelArgInfo(kernel, 0, CL_KERNEL_ARG_ACCESS_QUALIFIER, sizeof access, &access, nullptr);
  EXPECT_EQ(static_cast<cl_kernel_arg_access_qualifier>(CL_KERNEL_ARG_ACCESS_READ_ONLY), access);
  char name[16] = {};
  clGetKernelArgInfo(kernel, 0, CL_KERNEL_ARG_TYPE_NAME, sizeof name, name, nullptr);
  EXPECT_STREQ("image2d_t", name);
  clReleaseMemObject(unreadable);
  clReleaseMemObject(buffer);
  clReleaseKernel(kernel);
}

}  // namespace
}  // namespace vgpu::opencl_test
