// Modules: kernels by name, variables, binaries, compiler messages.
// SPDX-License-Identifier: MIT
#include <cstring>

#include "program.h"

namespace {

TEST(Module, ListsItsKernels) {
  const Program program(vgpuLanguageOpenCL,
                        "kernel void first(global int* p) { *p = 1; }\n"
                        "kernel void second(global int* p, int x) { *p = x; }\n");
  int count = 0;
  EXPECT_OK(vgpuModuleGetKernelCount(&count, program.module()));
  EXPECT_EQ(count, 2);
  vgpuKernelAttributes attributes;
  EXPECT_OK(vgpuKernelGetAttributes(&attributes, program.kernel("second")));
  EXPECT_EQ(attributes.argumentCount, 2);
  vgpuArgumentInfo info;
  EXPECT_OK(vgpuKernelGetArgumentInfo(&info, program.kernel("second"), 1));
  EXPECT_EQ(info.kind, vgpuArgumentValue);
  EXPECT_EQ(info.size, 4u);
  vgpuKernel_t none = nullptr;
  EXPECT_EQ(vgpuModuleGetKernel(&none, program.module(), "third"), vgpuErrorSymbolNotFound);
}

TEST(Module, FindsKernelsByTheirPlainName) {
  const Program program(vgpuLanguageCUDA, "__global__ void mangled(int* p) { *p = 3; }");
  Array<int> out(1);
  EXPECT_OK(program.run("mangled", 1, 1, out.device()));
  EXPECT_EQ(out.download()[0], 3);
}

TEST(Module, VariablesAreSharedWithTheHost) {
  const Program program(vgpuLanguageCUDA,
                        "__device__ int counter = 40;\n"
                        "__constant__ float factor[2] = {1.5f, 2.5f};\n"
                        "extern \"C\" __global__ void use(float* out) {\n"
                        "  atomicAdd(&counter, 1);\n"
                        "  out[threadIdx.x] = factor[threadIdx.x];\n"
                        "}");
  void* counter = nullptr;
  void* factor = nullptr;
  std::size_t size = 0;
  ASSERT_EQ(vgpuModuleGetGlobal(&counter, &size, program.module(), "counter"), vgpuSuccess);
  EXPECT_EQ(size, 4u);
  ASSERT_EQ(vgpuModuleGetGlobal(&factor, &size, program.module(), "factor"), vgpuSuccess);
  EXPECT_EQ(size, 8u);
  const float changed = 7.5f;
  EXPECT_OK(vgpuMemcpy(static_cast<float*>(factor) + 1, &changed, 4, vgpuMemcpyHostToDevice));
  Array<float> out(2);
  EXPECT_OK(program.run("use", 1, 2, out.device()));
  EXPECT_EQ(out.download(), (std::vector<float>{1.5f, 7.5f}));
  int value = 0;
  EXPECT_OK(vgpuMemcpy(&value, counter, 4, vgpuMemcpyDeviceToHost));
  EXPECT_EQ(value, 42);
  EXPECT_EQ(vgpuModuleGetGlobal(&counter, &size, program.module(), "none"),
            vgpuErrorSymbolNotFound);
}

TEST(Module, BinariesRunLikeTheSource) {
  std::vector<char> binary;
  Array<int> out(4);
  {
    const Program program(vgpuLanguageOpenCL,
                          "kernel void set(global int* p) { p[get_global_id(0)] = 5; }");
    EXPECT_OK(program.run("set", 1, 4, out.device()));
    std::size_t size = 0;
    ASSERT_EQ(vgpuModuleGetBinary(program.module(), nullptr, &size), vgpuSuccess);
    binary.resize(size);
    ASSERT_EQ(vgpuModuleGetBinary(program.module(), binary.data(), &size), vgpuSuccess);
  }
  vgpuModule_t module = nullptr;
  ASSERT_EQ(vgpuModuleLoadBinary(&module, binary.data(), binary.size()), vgpuSuccess);
  vgpuKernel_t kernel = nullptr;
  ASSERT_EQ(vgpuModuleGetKernel(&kernel, module, "set"), vgpuSuccess);
  out.host.assign(4, 0);
  out.upload();
  int* pointer = out.device();
  void* arguments[] = {&pointer};
  for (const unsigned block : {4u, 2u}) {  // one size is in the binary, the other is made of its IR
    EXPECT_OK(vgpuLaunchKernel(kernel, 4 / block, block, arguments));
    EXPECT_OK(vgpuDeviceSynchronize());
    EXPECT_EQ(out.download(), std::vector<int>(4, 5));
  }
  EXPECT_OK(vgpuModuleUnload(module));
  binary[binary.size() / 2] ^= 1;
  EXPECT_EQ(vgpuModuleLoadBinary(&module, binary.data(), binary.size()),
            vgpuErrorInvalidKernelImage);
}

TEST(Module, MessagesNameTheUsersFileAndLine) {
  vgpuModule_t module = nullptr;
  std::vector<char> log(4096);
  vgpuBuildOptions options = {};
  options.fileName = "my_kernels.cl";
  options.log = log.data();
  options.logSize = log.size();
  EXPECT_EQ(vgpuModuleLoadSource(&module, "\nkernel void f() { nonsense; }\n", vgpuLanguageOpenCL,
                                 &options),
            vgpuErrorCompilationFailed);
  EXPECT_NE(std::strstr(log.data(), "my_kernels.cl:2"), nullptr) << log.data();
  EXPECT_NE(std::strstr(log.data(), "nonsense"), nullptr) << log.data();
}

TEST(Module, TakesOptionsAndHeaders) {
  const char* names[] = {"value.h"};
  const char* texts[] = {"#define VALUE (BASE + 1)\n"};
  vgpuBuildOptions options = {};
  options.options = "-DBASE=41";
  options.headerCount = 1;
  options.headerNames = names;
  options.headerTexts = texts;
  vgpuModule_t module = nullptr;
  ASSERT_EQ(vgpuModuleLoadSource(
                &module, "#include \"value.h\"\nkernel void f(global int* p) { *p = VALUE; }",
                vgpuLanguageOpenCL, &options),
            vgpuSuccess)
      << vgpuGetLastErrorMessage();
  vgpuKernel_t kernel = nullptr;
  ASSERT_EQ(vgpuModuleGetKernel(&kernel, module, "f"), vgpuSuccess);
  Array<int> out(1);
  int* pointer = out.device();
  void* arguments[] = {&pointer};
  EXPECT_OK(vgpuLaunchKernel(kernel, 1, 1, arguments));
  EXPECT_OK(vgpuDeviceSynchronize());
  EXPECT_EQ(out.download()[0], 42);
  EXPECT_OK(vgpuModuleUnload(module));
}

TEST(Module, NonsenseIsRefused) {
  vgpuModule_t module = nullptr;
  for (const char* source :
       {"{{{{{{{{", "kernel void f(", "#include \"/nowhere.h\"", "\x01\x02\x03"}) {
    EXPECT_EQ(vgpuModuleLoadSource(&module, source, vgpuLanguageOpenCL, nullptr),
              vgpuErrorCompilationFailed);
  }
  const std::string deep = "kernel void f(global int* p) { *p = " + std::string(20000, '(') + "1" +
                           std::string(20000, ')') + "; }";
  EXPECT_EQ(vgpuModuleLoadSource(&module, deep.c_str(), vgpuLanguageOpenCL, nullptr),
            vgpuErrorCompilationFailed);
}

}  // namespace
