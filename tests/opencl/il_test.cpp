// Programs from SPIR-V: creating, building, specialising, linking with source, saving, and what is refused.
// SPDX-License-Identifier: MIT
#include <cstring>
#include <fstream>
#include <iterator>
#include <regex>

#include "opencl_test.h"
#include "spirv-tools/libspirv.h"

namespace vgpu::opencl_test {
namespace {

std::string read_text(const std::string& path) {
  std::ifstream file(path);
  EXPECT_TRUE(file) << path;
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::vector<std::uint32_t> assemble(const std::string& text,
                                    spv_target_env version = SPV_ENV_UNIVERSAL_1_2) {
  spv_context context = spvContextCreate(version);
  spv_binary binary = nullptr;
  spv_diagnostic problem = nullptr;
  spvTextToBinary(context, text.data(), text.size(), &binary, &problem);
  EXPECT_EQ(nullptr, problem) << (problem ? problem->error : "");
  std::vector<std::uint32_t> words;
  if (binary) words.assign(binary->code, binary->code + binary->wordCount);
  spvBinaryDestroy(binary);
  spvDiagnosticDestroy(problem);
  spvContextDestroy(context);
  return words;
}

// A kernel `name(global int* p)` that does p[0] = value(), made of `declarations` and `body`, which defines %value.
std::string kernel_text(const std::string& decorations, const std::string& declarations,
                        const std::string& body) {
  return R"(OpCapability Addresses
OpCapability Kernel
OpCapability Linkage
OpMemoryModel Physical64 OpenCL
OpEntryPoint Kernel %k "k"
)" + decorations +
         R"(
%void = OpTypeVoid
%int = OpTypeInt 32 0
%pointer = OpTypePointer CrossWorkgroup %int
%kernel = OpTypeFunction %void %pointer
%unary = OpTypeFunction %int %int
%five = OpConstant %int 5
)" + declarations +
         R"(
%k = OpFunction %void None %kernel
%p = OpFunctionParameter %pointer
%entry = OpLabel
)" + body +
         R"(
OpStore %p %value Aligned 4
OpReturn
OpFunctionEnd
)";
}

class IlTest : public OpenClTest {
 protected:
  cl_program make(const std::vector<std::uint32_t>& words) {
    return clCreateProgramWithIL(context, words.data(), words.size() * sizeof words[0], &code);
  }
  cl_int build(cl_program program, const char* options = "") {
    return clBuildProgram(program, 1, &device, options, nullptr, nullptr);
  }
  int run(cl_program program, const char* name = "k") {
    std::vector<int> data{-1};
    cl_mem buffer = make_buffer(data);
    cl_kernel kernel = clCreateKernel(program, name, &code);
    EXPECT_EQ(CL_SUCCESS, code);
    clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    const std::size_t one = 1;
    EXPECT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, nullptr, 0,
                                                 nullptr, nullptr));
    const int result = read<int>(buffer, 1)[0];
    clReleaseKernel(kernel);
    clReleaseMemObject(buffer);
    return result;
  }
  void mirror_both_signs(cl_program program);
};

TEST_F(IlTest, AddsVectors) {
  const auto words = assemble(read_text(VGPU_TEST_SPIRV "/vadd.spvasm"));
  cl_program program = make(words);
  ASSERT_EQ(CL_SUCCESS, code);
  ASSERT_EQ(CL_SUCCESS, build(program)) << log_of(program);
  cl_kernel kernel = clCreateKernel(program, "vadd", &code);
  ASSERT_EQ(CL_SUCCESS, code);
  constexpr cl_uint kCount = 1000;
  std::vector<float> a(kCount), b(kCount), c(kCount + 24, -1);
  for (cl_uint i = 0; i < kCount; ++i) a[i] = float(i), b[i] = 0.5f * float(i);
  cl_mem buffers[] = {make_buffer(a), make_buffer(b), make_buffer(c)};
  for (cl_uint i = 0; i < 3; ++i) clSetKernelArg(kernel, i, sizeof(cl_mem), &buffers[i]);
  clSetKernelArg(kernel, 3, sizeof kCount, &kCount);
  const std::size_t global = kCount + 24, local = 64;
  ASSERT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, &local, 0,
                                               nullptr, nullptr));
  const auto sums = read<float>(buffers[2], global);
  for (cl_uint i = 0; i < global; ++i) ASSERT_EQ(i < kCount ? a[i] + b[i] : -1.0f, sums[i]) << i;
  char name[8] = {};
  EXPECT_EQ(CL_SUCCESS,
            clGetKernelArgInfo(kernel, 3, CL_KERNEL_ARG_NAME, sizeof name, name, nullptr));
  EXPECT_STREQ("n", name);
  for (cl_mem buffer : buffers) clReleaseMemObject(buffer);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
}

// The module does not say whether a pixel's integers have signs: both kinds must come through.
void IlTest::mirror_both_signs(cl_program program) {
  ASSERT_EQ(CL_SUCCESS, build(program)) << log_of(program);
  constexpr std::size_t kWidth = 5, kHeight = 3;
  const std::size_t origin[3] = {}, region[3] = {kWidth, kHeight, 1};
  for (const cl_channel_type type : {CL_UNSIGNED_INT8, CL_SIGNED_INT8}) {
    const cl_image_format format{CL_RGBA, type};
    cl_image_desc desc{};
    desc.image_type = CL_MEM_OBJECT_IMAGE2D;
    desc.image_width = kWidth, desc.image_height = kHeight;
    std::vector<unsigned char> pixels(kWidth * kHeight * 4), mirrored(pixels.size());
    for (std::size_t i = 0; i < pixels.size(); ++i) pixels[i] = static_cast<unsigned char>(i * 37);
    cl_mem from =
        clCreateImage(context, CL_MEM_COPY_HOST_PTR, &format, &desc, pixels.data(), &code);
    cl_mem to = clCreateImage(context, CL_MEM_READ_WRITE, &format, &desc, nullptr, &code);
    std::vector<int> facts(4);
    cl_mem buffer = make_buffer(facts);
    cl_kernel kernel = clCreateKernel(program, "mirror", &code);
    cl_mem arguments[] = {from, to, buffer};
    for (cl_uint i = 0; i < 3; ++i)
      ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, i, sizeof(cl_mem), &arguments[i]));
    ASSERT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(queue, kernel, 2, nullptr, region, nullptr, 0,
                                                 nullptr, nullptr));
    ASSERT_EQ(CL_SUCCESS, clEnqueueReadImage(queue, to, CL_TRUE, origin, region, 0, 0,
                                             mirrored.data(), 0, nullptr, nullptr));
    for (std::size_t i = 0; i < mirrored.size(); ++i) {
      const std::size_t row = i / (kWidth * 4), column = i / 4 % kWidth;
      ASSERT_EQ(pixels[(row * kWidth + kWidth - 1 - column) * 4 + i % 4], mirrored[i]) << i;
    }
    facts = read<int>(buffer, 4);
    EXPECT_EQ((std::vector<int>{5, 3, CL_RGBA - CL_R, int(type) - CL_SNORM_INT8}), facts);
    clReleaseKernel(kernel);
    for (cl_mem memory : arguments) clReleaseMemObject(memory);
  }
  clReleaseProgram(program);
}

TEST_F(IlTest, ImagesOfBothSigns) {
  mirror_both_signs(make(assemble(read_text(VGPU_TEST_FOLDER "/image_copy.spvasm"))));
}

TEST_F(IlTest, ImagesBesideTheCaches) {
  const std::regex reads("Lod %f0"), writes("(OpImageWrite .*)");
  std::string text = read_text(VGPU_TEST_FOLDER "/image_copy.spvasm");
  text = std::regex_replace(text, reads, "Lod|Nontemporal %f0");
  text = std::regex_replace(text, writes, "$1 Nontemporal");
  mirror_both_signs(make(assemble(text, SPV_ENV_UNIVERSAL_1_6)));
}

TEST_F(IlTest, DeviceSaysWhatItTakes) {
  char text[256] = {};
  ASSERT_EQ(CL_SUCCESS, clGetDeviceInfo(device, CL_DEVICE_IL_VERSION, sizeof text, text, nullptr));
  EXPECT_NE(nullptr, std::strstr(text, "SPIR-V_1.0"));
  cl_name_version versions[16];
  std::size_t bytes = 0;
  ASSERT_EQ(CL_SUCCESS,
            clGetDeviceInfo(device, CL_DEVICE_ILS_WITH_VERSION, sizeof versions, versions, &bytes));
  ASSERT_EQ(7u, bytes / sizeof versions[0]);
  for (std::size_t i = 0; i < 7; ++i) EXPECT_STREQ("SPIR-V", versions[i].name);
  EXPECT_NE(nullptr,
            clGetExtensionFunctionAddressForPlatform(platform, "clCreateProgramWithILKHR"));
}

TEST_F(IlTest, ModuleIsKeptAndBuiltAgain) {
  const auto words = assemble(kernel_text("", "", "%value = OpIAdd %int %five %five"));
  cl_program program = make(words);
  ASSERT_EQ(CL_SUCCESS, build(program)) << log_of(program);
  std::vector<std::uint32_t> kept(words.size());
  std::size_t bytes = 0;
  EXPECT_EQ(CL_SUCCESS,
            clGetProgramInfo(program, CL_PROGRAM_IL, words.size() * 4, kept.data(), &bytes));
  EXPECT_EQ(words.size() * 4, bytes);
  EXPECT_EQ(words, kept);
  EXPECT_EQ(10, run(program));
  EXPECT_EQ(CL_SUCCESS, build(program, "-cl-fast-relaxed-math"));
  EXPECT_EQ(CL_INVALID_BUILD_OPTIONS, build(program, "--no-such-option"));
  clReleaseProgram(program);
}

// A module ignores what is said to a preprocessor and to a parser, but knows it.
TEST_F(IlTest, OptionsOfSourceMeanNothing) {
  cl_program program = make(assemble(kernel_text("", "", "%value = OpIAdd %int %five %five")));
  for (const char* options :
       {"-D X", "-D X=1", "-I /tmp", "-cl-single-precision-constant", "-w", "-Werror",
        "-cl-std=CL3.0", "-cl-kernel-arg-info", "-g", "-cl-opt-disable", "-cl-mad-enable",
        "-cl-no-subgroup-ifp", "-cl-uniform-work-group-size"}) {
    EXPECT_EQ(CL_SUCCESS, clBuildProgram(program, 0, nullptr, options, nullptr, nullptr))
        << options << ": " << log_of(program);
  }
  EXPECT_EQ(10, run(program));
  EXPECT_EQ(CL_INVALID_BUILD_OPTIONS,
            clBuildProgram(program, 0, nullptr, "-no-such-option", nullptr, nullptr));
  clReleaseProgram(program);
}

TEST_F(IlTest, BinaryRoundTrip) {
  cl_program program = make(assemble(kernel_text("", "", "%value = OpIMul %int %five %five")));
  ASSERT_EQ(CL_SUCCESS, build(program)) << log_of(program);
  std::size_t size = 0;
  clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr);
  std::vector<unsigned char> bytes(size);
  unsigned char* place = bytes.data();
  clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof place, &place, nullptr);
  clReleaseProgram(program);
  const unsigned char* data = bytes.data();
  cl_program loaded = clCreateProgramWithBinary(context, 1, &device, &size, &data, nullptr, &code);
  ASSERT_EQ(CL_SUCCESS, code);
  ASSERT_EQ(CL_SUCCESS, build(loaded));
  EXPECT_EQ(25, run(loaded));
  clReleaseProgram(loaded);
}

TEST_F(IlTest, ConstantsAreSpecialised) {
  const auto words = assemble(kernel_text(
      "OpDecorate %a SpecId 7\nOpDecorate %b SpecId 9",
      "%a = OpSpecConstant %int 3\n%bool = OpTypeBool\n%b = OpSpecConstantTrue %bool\n"
      "%sum = OpSpecConstantOp %int IAdd %a %five\n%all = OpSpecConstantOp %int Select %b %sum %a",
      "%value = OpIAdd %int %all %five"));
  cl_program program = make(words);
  ASSERT_EQ(CL_SUCCESS, build(program)) << log_of(program);
  EXPECT_EQ(13, run(program));
  const int number = 100;
  const unsigned char no = 0;
  EXPECT_EQ(CL_SUCCESS, clSetProgramSpecializationConstant(program, 7, sizeof number, &number));
  ASSERT_EQ(CL_SUCCESS, build(program)) << log_of(program);
  EXPECT_EQ(110, run(program));
  EXPECT_EQ(CL_SUCCESS, clSetProgramSpecializationConstant(program, 9, sizeof no, &no));
  ASSERT_EQ(CL_SUCCESS, build(program)) << log_of(program);
  EXPECT_EQ(105, run(program));
  EXPECT_EQ(CL_INVALID_SPEC_ID,
            clSetProgramSpecializationConstant(program, 8, sizeof number, &number));
  EXPECT_EQ(CL_INVALID_VALUE, clSetProgramSpecializationConstant(program, 7, 8, &number));
  EXPECT_EQ(CL_INVALID_VALUE, clSetProgramSpecializationConstant(program, 7, 4, nullptr));
  clReleaseProgram(program);
  cl_program text = make_program("kernel void k() {}");
  EXPECT_EQ(CL_INVALID_PROGRAM, clSetProgramSpecializationConstant(text, 7, 4, &number));
  clReleaseProgram(text);
}

TEST_F(IlTest, LinksWithSource) {
  const auto words = assemble(kernel_text(
      "OpDecorate %triple LinkageAttributes \"triple\" Import",
      "%triple = OpFunction %int None %unary\n%x = OpFunctionParameter %int\nOpFunctionEnd",
      "%value = OpFunctionCall %int %triple %five"));
  cl_program module = make(words);
  cl_program source = make_program("int triple(int x) { return 3 * x; }");
  // Headers mean nothing to a module, not even missing ones.
  for (cl_program program : {module, source})
    ASSERT_EQ(CL_SUCCESS, clCompileProgram(program, 1, &device, "", program == module ? 1 : 0,
                                           nullptr, nullptr, nullptr, nullptr))
        << log_of(program);
  cl_program both[] = {module, source};
  cl_program linked = clLinkProgram(context, 1, &device, "", 2, both, nullptr, nullptr, &code);
  ASSERT_EQ(CL_SUCCESS, code) << log_of(linked);
  EXPECT_EQ(15, run(linked));
  // On its own the module lacks the function.
  EXPECT_EQ(CL_BUILD_PROGRAM_FAILURE, build(module));
  EXPECT_NE(std::string::npos, log_of(module).find("triple")) << log_of(module);
  for (cl_program program : {module, source, linked}) clReleaseProgram(program);
}

TEST_F(IlTest, NonsenseIsRefused) {
  const auto words = assemble(kernel_text("", "", "%value = OpIAdd %int %five %five"));
  EXPECT_EQ(nullptr, clCreateProgramWithIL(context, nullptr, 4, &code));
  EXPECT_EQ(CL_INVALID_VALUE, code);
  EXPECT_EQ(nullptr, clCreateProgramWithIL(context, words.data(), 0, &code));
  EXPECT_EQ(CL_INVALID_VALUE, code);
  EXPECT_EQ(nullptr, clCreateProgramWithIL(context, "this is no module, only text", 28, &code));
  EXPECT_EQ(CL_INVALID_VALUE, code);
  // Cut off in an instruction.
  EXPECT_EQ(nullptr, clCreateProgramWithIL(context, words.data(), words.size() * 4 - 12, &code));
  EXPECT_EQ(CL_INVALID_VALUE, code);
  std::vector<std::uint32_t> newer = words;
  newer[1] = 0x00020000;
  EXPECT_EQ(nullptr, make(newer));
  EXPECT_EQ(CL_INVALID_VALUE, code);
  // Whole, but without a meaning: the validator says so.
  const auto swapped = assemble(kernel_text("", "", "%value = OpFAdd %int %five %five"));
  cl_program program = make(swapped);
  ASSERT_EQ(CL_SUCCESS, code);
  EXPECT_EQ(CL_BUILD_PROGRAM_FAILURE, build(program));
  EXPECT_NE(std::string::npos, log_of(program).find("not valid")) << log_of(program);
  clReleaseProgram(program);
}

TEST_F(IlTest, WordsOfTheOtherByteOrder) {
  auto words = assemble(kernel_text("", "", "%value = OpISub %int %five %five"));
  for (std::uint32_t& word : words) word = __builtin_bswap32(word);
  cl_program program = make(words);
  ASSERT_EQ(CL_SUCCESS, code);
  ASSERT_EQ(CL_SUCCESS, build(program)) << log_of(program);
  EXPECT_EQ(0, run(program));
  clReleaseProgram(program);
}

}  // namespace
}  // namespace vgpu::opencl_test
