// Wrong calls of the functions about images and samplers.
// SPDX-License-Identifier: MIT
#include "misuse_table.h"

namespace vgpu::opencl_test {
namespace {

class ImageMisuseTest : public OpenClTest {
 protected:
  static constexpr cl_image_format kBytes{CL_RGBA, CL_UNORM_INT8};
  static constexpr std::size_t kOrigin[3] = {0, 0, 0}, kAll[3] = {8, 8, 1};

  void SetUp() override {
    OpenClTest::SetUp();
    image = make_image(context, 0);
    sealed = make_image(context, CL_MEM_HOST_NO_ACCESS);
    other_context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code);
    foreign = make_image(other_context, 0);
    buffer = clCreateBuffer(context, 0, 256, nullptr, &code);
  }
  void TearDown() override {
    for (cl_mem object : {image, sealed, foreign, buffer}) clReleaseMemObject(object);
    clReleaseContext(other_context);
    OpenClTest::TearDown();
  }

  static cl_image_desc square(std::size_t side) {
    cl_image_desc desc{};
    desc.image_type = CL_MEM_OBJECT_IMAGE2D;
    desc.image_width = desc.image_height = side;
    return desc;
  }
  cl_mem make_image(cl_context in, cl_mem_flags flags) {
    const cl_image_desc desc = square(8);
    cl_mem made = clCreateImage(in, flags, &kBytes, &desc, nullptr, &code);
    EXPECT_EQ(CL_SUCCESS, code);
    return made;
  }
  // Both functions that make images say the same.
  cl_int image_code(cl_image_desc desc, cl_image_format format = kBytes, cl_mem_flags flags = 0,
                    void* host = nullptr) {
    const cl_int code = code_of(
        [&](cl_int* out) { return clCreateImage(context, flags, &format, &desc, host, out); });
    EXPECT_EQ(code, code_of([&](cl_int* out) {
                return clCreateImageWithProperties(context, nullptr, flags, &format, &desc, host,
                                                   out);
              }));
    return code;
  }
  cl_int read_code(cl_mem from, const std::size_t* origin, const std::size_t* region,
                   std::size_t row, std::size_t slice, void* to) {
    return clEnqueueReadImage(queue, from, CL_TRUE, origin, region, row, slice, to, 0, nullptr,
                              nullptr);
  }
  cl_int copy_code(cl_mem from, cl_mem to, const std::size_t* where, const std::size_t* region) {
    return clEnqueueCopyImage(queue, from, to, kOrigin, where, region, 0, nullptr, nullptr);
  }
  cl_int map_code(cl_mem of, cl_map_flags flags, const std::size_t* region, std::size_t* row) {
    cl_int result = 77;
    clEnqueueMapImage(queue, of, CL_TRUE, flags, kOrigin, region, row, nullptr, 0, nullptr, nullptr,
                      &result);
    return result;
  }
  cl_int sampler_code(const std::vector<cl_sampler_properties>& properties) {
    return code_of([&](cl_int* out) {
      return clCreateSamplerWithProperties(context, properties.data(), out);
    });
  }

  cl_mem image = nullptr, sealed = nullptr, foreign = nullptr, buffer = nullptr;
  cl_context other_context = nullptr;
  char data[1024] = {};
};

TEST_F(ImageMisuseTest, Creation) {
  cl_image_desc strange = square(8), thin = square(8), odd = square(8), deep = square(8);
  cl_image_desc layered = square(8), levels = square(8), of_buffer = square(8), line = square(8);
  cl_image_desc large = square(8), lines = square(8);
  strange.image_type = 0x7777;
  thin.image_row_pitch = 16;
  odd.image_row_pitch = 33;
  lines.image_type = CL_MEM_OBJECT_IMAGE1D_ARRAY;
  lines.image_array_size = 2;
  lines.image_slice_pitch = 40;
  deep.image_type = CL_MEM_OBJECT_IMAGE3D;  // of no depth
  layered.image_type = CL_MEM_OBJECT_IMAGE2D_ARRAY;
  levels.num_mip_levels = 2;
  of_buffer.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER;
  large.mem_object = buffer;
  large.image_height = 9;
  line.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER;
  line.mem_object = image;
  const cl_mem_properties property[] = {0x7777, 1, 0};
  const auto without = [&](const cl_image_format* format, const cl_image_desc* desc) {
    return code_of(
        [&](cl_int* out) { return clCreateImage(context, 0, format, desc, nullptr, out); });
  };
  const cl_image_desc good = square(8);
  cl_uint count = 0;
  expect_codes({
      {"no format", CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, [&] { return without(nullptr, &good); }},
      {"no description", CL_INVALID_IMAGE_DESCRIPTOR, [&] { return without(&kBytes, nullptr); }},
      {"a type that does not exist", CL_INVALID_IMAGE_DESCRIPTOR,
       [&] { return image_code(strange); }},
      {"no pixels", CL_INVALID_IMAGE_SIZE, [&] { return image_code(square(0)); }},
      {"too many pixels", CL_INVALID_IMAGE_SIZE, [&] { return image_code(square(1 << 20)); }},
      {"no depth", CL_INVALID_IMAGE_SIZE, [&] { return image_code(deep); }},
      {"no layers", CL_INVALID_IMAGE_SIZE, [&] { return image_code(layered); }},
      {"mip-maps, which the device has not", CL_INVALID_IMAGE_DESCRIPTOR,
       [&] { return image_code(levels); }},
      {"a pitch without memory", CL_INVALID_IMAGE_DESCRIPTOR, [&] { return image_code(odd); }},
      {"a pitch shorter than a row", CL_INVALID_IMAGE_DESCRIPTOR,
       [&] { return image_code(thin, kBytes, CL_MEM_COPY_HOST_PTR, data); }},
      {"a pitch of no whole pixels", CL_INVALID_IMAGE_DESCRIPTOR,
       [&] { return image_code(odd, kBytes, CL_MEM_COPY_HOST_PTR, data); }},
      {"lines of no whole rows", CL_INVALID_IMAGE_DESCRIPTOR,
       [&] { return image_code(lines, kBytes, CL_MEM_COPY_HOST_PTR, data); }},
      {"flags that do not exist", CL_INVALID_VALUE,
       [&] { return image_code(good, kBytes, 1 << 20); }},
      {"two kinds of access", CL_INVALID_VALUE,
       [&] { return image_code(good, kBytes, CL_MEM_READ_ONLY | CL_MEM_READ_WRITE); }},
      {"memory that is not there", CL_INVALID_HOST_PTR,
       [&] { return image_code(good, kBytes, CL_MEM_USE_HOST_PTR); }},
      {"memory that nobody asked for", CL_INVALID_HOST_PTR,
       [&] { return image_code(good, kBytes, 0, data); }},
      {"an order that does not exist", CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
       [&] { return image_code(good, {1, CL_FLOAT}); }},
      {"a channel type that does not exist", CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
       [&] { return image_code(good, {CL_RGBA, 1}); }},
      {"an order that does not go with its type", CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
       [&] { return image_code(good, {CL_RGB, CL_FLOAT}); }},
      {"an order that a packed type does not have", CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
       [&] { return image_code(good, {CL_BGRA, CL_UNORM_INT_101010_2}); }},
      {"a format that the device lacks", CL_IMAGE_FORMAT_NOT_SUPPORTED,
       [&] { return image_code(good, {CL_RGB, CL_UNORM_SHORT_565}); }},
      {"three channels and a gap, which the device lacks", CL_IMAGE_FORMAT_NOT_SUPPORTED,
       [&] { return image_code(good, {CL_RGBx, CL_UNORM_INT8}); }},
      {"a line of what is no buffer", CL_INVALID_IMAGE_DESCRIPTOR,
       [&] { return image_code(of_buffer); }},
      {"a line of an image", CL_INVALID_IMAGE_DESCRIPTOR, [&] { return image_code(line); }},
      {"an image larger than its buffer", CL_INVALID_IMAGE_SIZE, [&] { return image_code(large); }},
      {"a property that does not exist", CL_INVALID_PROPERTY,
       [&] {
         return code_of([&](cl_int* out) {
           return clCreateImageWithProperties(context, property, 0, &kBytes, &good, nullptr, out);
         });
       }},
      {"formats of what is no image", CL_INVALID_VALUE,
       [&] {
         return clGetSupportedImageFormats(context, 0, CL_MEM_OBJECT_BUFFER, 0, nullptr, &count);
       }},
      {"formats without room", CL_INVALID_VALUE,
       [&] {
         cl_image_format format;
         return clGetSupportedImageFormats(context, 0, CL_MEM_OBJECT_IMAGE2D, 0, &format, &count);
       }},
      {"formats for flags that do not exist", CL_INVALID_VALUE,
       [&] {
         return clGetSupportedImageFormats(context, 1 << 20, CL_MEM_OBJECT_IMAGE2D, 0, nullptr,
                                           &count);
       }},
      {"query that does not exist", CL_INVALID_VALUE,
       [&] { return clGetImageInfo(image, 0, 0, nullptr, nullptr); }},
      {"too little room for an answer", CL_INVALID_VALUE,
       [&] { return clGetImageInfo(image, CL_IMAGE_WIDTH, 4, data, nullptr); }},
  });
}

// Images in a buffer, and what they must not be.
TEST_F(ImageMisuseTest, Views) {
  cl_image_desc flat = square(8), line = square(0), view = square(8), sliced = square(8);
  line.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER;
  line.image_width = 8;
  for (cl_image_desc* desc : {&flat, &line, &sliced}) desc->mem_object = buffer;
  view.mem_object = image;
  sliced.image_slice_pitch = 256;
  cl_image_desc wide = flat, thin = flat, odd = flat, long_line = line, wrong = flat;
  wide.image_row_pitch = 36;
  thin.image_row_pitch = 28;
  odd.image_row_pitch = 34;
  long_line.image_row_pitch = 28;
  wrong.mem_object = not_a(buffer);
  alignas(16) char memory[512] = {};
  cl_mem uneven = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, 256, memory + 2, &code);
  cl_image_desc in_uneven = flat;
  in_uneven.mem_object = uneven;
  const cl_image_format other_order{CL_BGRA, CL_UNORM_INT8};
  expect_codes({
      {"pixels of an image", CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, [&] { return image_code(view); }},
      {"pixels of an image in an order that is no other view", CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
       [&] { return image_code(view, other_order); }},
      {"pixels of what is no object", CL_INVALID_IMAGE_DESCRIPTOR,
       [&] { return image_code(wrong); }},
      {"memory for pixels that lie in a buffer", CL_INVALID_HOST_PTR,
       [&] { return image_code(flat, kBytes, 0, data); }},
      {"a copy into a buffer", CL_INVALID_VALUE,
       [&] { return image_code(flat, kBytes, CL_MEM_COPY_HOST_PTR, data); }},
      {"rows that overlap", CL_INVALID_IMAGE_DESCRIPTOR, [&] { return image_code(thin); }},
      {"rows that start between pixels", CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
       [&] { return image_code(odd); }},
      {"rows that the buffer is too short for", CL_INVALID_IMAGE_SIZE,
       [&] { return image_code(wide); }},
      {"pixels that lie across the addresses of others", CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
       [&] { return image_code(in_uneven); }},
      {"a slice without memory", CL_INVALID_IMAGE_DESCRIPTOR, [&] { return image_code(sliced); }},
      {"a line with a pitch that is less than it", CL_INVALID_IMAGE_DESCRIPTOR,
       [&] { return image_code(long_line); }},
  });
  clReleaseMemObject(uneven);
}

// A line of pixels cannot be copied into or from the buffer that it lies in, nor can both be mapped to be written.
TEST_F(ImageMisuseTest, LinesInBuffers) {
  cl_image_desc desc{};
  desc.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER;
  desc.image_width = 16;
  desc.mem_object = buffer;
  cl_mem line = clCreateImage(context, 0, &kBytes, &desc, nullptr, &code);
  ASSERT_EQ(CL_SUCCESS, code);
  const std::size_t part[3] = {8, 1, 1}, far[3] = {8, 0, 0};
  const auto map_line = [&](const std::size_t* origin) {
    std::size_t row = 0;
    clEnqueueMapImage(queue, line, CL_TRUE, CL_MAP_WRITE, origin, part, &row, nullptr, 0, nullptr,
                      nullptr, &code);
    return code;
  };
  expect_codes({
      {"to its own buffer", CL_INVALID_MEM_OBJECT,
       [&] {
         return clEnqueueCopyImageToBuffer(queue, line, buffer, kOrigin, part, 128, 0, nullptr,
                                           nullptr);
       }},
      {"from its own buffer", CL_INVALID_MEM_OBJECT,
       [&] {
         return clEnqueueCopyBufferToImage(queue, buffer, line, 128, kOrigin, part, 0, nullptr,
                                           nullptr);
       }},
      {"a map of the buffer's start", CL_SUCCESS,
       [&] {
         clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_WRITE, 0, 32, 0, nullptr, nullptr,
                            &code);
         return code;
       }},
      {"and of the pixels there", CL_INVALID_OPERATION, [&] { return map_line(kOrigin); }},
      {"and of the pixels behind them", CL_SUCCESS, [&] { return map_line(far); }},
  });
  clReleaseMemObject(line);
}

TEST_F(ImageMisuseTest, Commands) {
  const std::size_t wide[3] = {9, 8, 1}, flat[3] = {8, 8, 0}, thick[3] = {8, 8, 2};
  const std::size_t part[3] = {4, 4, 1}, shifted[3] = {2, 2, 0}, deep[3] = {0, 0, 1};
  std::size_t row = 0;
  const cl_image_format floats{CL_RGBA, CL_FLOAT};
  const cl_image_desc desc = square(8);
  cl_mem other = clCreateImage(context, 0, &floats, &desc, nullptr, &code);
  const auto to_buffer = [&](cl_mem target, std::size_t offset) {
    return clEnqueueCopyImageToBuffer(queue, image, target, kOrigin, kAll, offset, 0, nullptr,
                                      nullptr);
  };
  const auto from_buffer = [&](cl_mem source, std::size_t offset) {
    return clEnqueueCopyBufferToImage(queue, source, image, offset, kOrigin, kAll, 0, nullptr,
                                      nullptr);
  };
  expect_codes({
      {"reading what is no image", CL_INVALID_MEM_OBJECT,
       [&] { return read_code(buffer, kOrigin, kAll, 0, 0, data); }},
      {"reading of another context", CL_INVALID_CONTEXT,
       [&] { return read_code(foreign, kOrigin, kAll, 0, 0, data); }},
      {"reading beyond the edge", CL_INVALID_VALUE,
       [&] { return read_code(image, kOrigin, wide, 0, 0, data); }},
      {"reading no slice", CL_INVALID_VALUE,
       [&] { return read_code(image, kOrigin, flat, 0, 0, data); }},
      {"reading two slices of one", CL_INVALID_VALUE,
       [&] { return read_code(image, kOrigin, thick, 0, 0, data); }},
      {"reading another slice", CL_INVALID_VALUE,
       [&] { return read_code(image, deep, kAll, 0, 0, data); }},
      {"reading nowhere", CL_INVALID_VALUE,
       [&] { return read_code(image, nullptr, kAll, 0, 0, data); }},
      {"reading without a region", CL_INVALID_VALUE,
       [&] { return read_code(image, kOrigin, nullptr, 0, 0, data); }},
      {"reading to nowhere", CL_INVALID_VALUE,
       [&] { return read_code(image, kOrigin, kAll, 0, 0, nullptr); }},
      {"a pitch shorter than a row", CL_INVALID_VALUE,
       [&] { return read_code(image, kOrigin, kAll, 31, 0, data); }},
      {"a slice pitch without slices", CL_INVALID_VALUE,
       [&] { return read_code(image, kOrigin, kAll, 0, 256, data); }},
      {"reading what the host may not", CL_INVALID_OPERATION,
       [&] { return read_code(sealed, kOrigin, kAll, 0, 0, data); }},
      {"writing what the host may not", CL_INVALID_OPERATION,
       [&] {
         return clEnqueueWriteImage(queue, sealed, CL_TRUE, kOrigin, kAll, 0, 0, data, 0, nullptr,
                                    nullptr);
       }},
      {"writing beyond the edge", CL_INVALID_VALUE,
       [&] {
         return clEnqueueWriteImage(queue, image, CL_TRUE, kOrigin, wide, 0, 0, data, 0, nullptr,
                                    nullptr);
       }},
      {"copying to another format", CL_IMAGE_FORMAT_MISMATCH,
       [&] { return copy_code(image, other, kOrigin, kAll); }},
      {"copying beyond the edge", CL_INVALID_VALUE,
       [&] { return copy_code(image, sealed, shifted, kAll); }},
      {"copying onto itself", CL_MEM_COPY_OVERLAP,
       [&] { return copy_code(image, image, shifted, part); }},
      {"copying to another context", CL_INVALID_CONTEXT,
       [&] { return copy_code(image, foreign, kOrigin, kAll); }},
      {"into a buffer that is too small", CL_INVALID_VALUE, [&] { return to_buffer(buffer, 4); }},
      {"into what is no buffer", CL_INVALID_MEM_OBJECT, [&] { return to_buffer(sealed, 0); }},
      {"out of a buffer that is too small", CL_INVALID_VALUE,
       [&] { return from_buffer(buffer, 4); }},
      {"out of what is no buffer", CL_INVALID_MEM_OBJECT, [&] { return from_buffer(sealed, 0); }},
      {"filling with no colour", CL_INVALID_VALUE,
       [&] {
         return clEnqueueFillImage(queue, image, nullptr, kOrigin, kAll, 0, nullptr, nullptr);
       }},
      {"filling beyond the edge", CL_INVALID_VALUE,
       [&] { return clEnqueueFillImage(queue, image, data, kOrigin, wide, 0, nullptr, nullptr); }},
      {"mapping without a place for the pitch", CL_INVALID_VALUE,
       [&] { return map_code(image, CL_MAP_READ, kAll, nullptr); }},
      {"mapping beyond the edge", CL_INVALID_VALUE,
       [&] { return map_code(image, CL_MAP_READ, wide, &row); }},
      {"mapping in a way that does not exist", CL_INVALID_VALUE,
       [&] { return map_code(image, 1 << 9, kAll, &row); }},
      {"mapping what the host may not", CL_INVALID_OPERATION,
       [&] { return map_code(sealed, CL_MAP_READ, kAll, &row); }},
      {"a map", CL_SUCCESS, [&] { return map_code(image, CL_MAP_WRITE, kAll, &row); }},
      {"two maps that write to one place", CL_INVALID_OPERATION,
       [&] { return map_code(image, CL_MAP_WRITE, part, &row); }},
  });
  clReleaseMemObject(other);
}

TEST_F(ImageMisuseTest, Samplers) {
  cl_sampler sampler =
      clCreateSampler(context, CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, &code);
  ASSERT_EQ(CL_SUCCESS, code);
  const cl_sampler wrong = not_a(sampler);
  const auto old_code = [&](cl_bool normalized, cl_addressing_mode mode, cl_filter_mode filter) {
    return code_of(
        [&](cl_int* out) { return clCreateSampler(context, normalized, mode, filter, out); });
  };
  expect_codes({
      {"an addressing mode that does not exist", CL_INVALID_VALUE,
       [&] { return old_code(CL_TRUE, 1, CL_FILTER_NEAREST); }},
      {"a filter that does not exist", CL_INVALID_VALUE,
       [&] { return old_code(CL_TRUE, CL_ADDRESS_CLAMP, 1); }},
      {"coordinates neither normalised nor not", CL_INVALID_VALUE,
       [&] { return old_code(2, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST); }},
      {"a property that does not exist", CL_INVALID_VALUE,
       [&] { return sampler_code({0x7777, 1, 0}); }},
      {"a property twice", CL_INVALID_VALUE,
       [&] {
         return sampler_code({CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR, CL_SAMPLER_FILTER_MODE,
                              CL_FILTER_LINEAR, 0});
       }},
      {"a property's value that does not exist", CL_INVALID_VALUE,
       [&] { return sampler_code({CL_SAMPLER_FILTER_MODE, 1, 0}); }},
      {"a property's value that exists, but for its upper half", CL_INVALID_VALUE,
       [&] {
         const cl_sampler_properties wide = cl_sampler_properties{1} << 32;
         return sampler_code({CL_SAMPLER_FILTER_MODE, wide | CL_FILTER_LINEAR, 0});
       }},
      {"query of what is no sampler", CL_INVALID_SAMPLER,
       [&] { return clGetSamplerInfo(wrong, CL_SAMPLER_CONTEXT, 0, nullptr, nullptr); }},
      {"query that does not exist", CL_INVALID_VALUE,
       [&] { return clGetSamplerInfo(sampler, 0, 0, nullptr, nullptr); }},
      {"too little room for an answer", CL_INVALID_VALUE,
       [&] { return clGetSamplerInfo(sampler, CL_SAMPLER_CONTEXT, 4, data, nullptr); }},
      {"retaining", CL_INVALID_SAMPLER, [&] { return clRetainSampler(wrong); }},
      {"releasing", CL_INVALID_SAMPLER, [&] { return clReleaseSampler(wrong); }},
  });
  clReleaseSampler(sampler);
}

}  // namespace
}  // namespace vgpu::opencl_test
