// Modules that are PTX text: parameters, variables, loops, functions, scopes, tables of branches, errors, links.
// SPDX-License-Identifier: MIT
#include <cuda.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>

#include "check.h"

#undef OK
#define OK(call) EXPECT_EQ(int(call), 0)

static const char kHead[] = ".version 7.0\n.target sm_70\n.address_size 64\n";

// Loads a text and keeps one of its functions.
class Loaded {
 public:
  Loaded(const std::string& text, const char* name) {
    char log[1024] = "";
    CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    void* values[] = {log, reinterpret_cast<void*>(sizeof log)};
    CUdevice device = 0;
    CUcontext context = nullptr;
    OK(cuInit(0));
    OK(cuDeviceGet(&device, 0));
    OK(cuDevicePrimaryCtxRetain(&context, device));
    OK(cuCtxSetCurrent(context));
    OK(cuModuleLoadDataEx(&module, text.c_str(), 2, options, values));
    if (log[0] != 0) std::printf("%s\n", log);
    OK(cuModuleGetFunction(&function, module, name));
  }
  ~Loaded() { OK(cuModuleUnload(module)); }

  template <typename... Arguments>
  void run(unsigned blocks, unsigned threads, unsigned shared, Arguments... arguments) {
    void* all[] = {&arguments...};
    OK(cuLaunchKernel(function, blocks, 1, 1, threads, 1, 1, shared, nullptr, all, nullptr));
    OK(cuCtxSynchronize());
  }

  CUmodule module = nullptr;
  CUfunction function = nullptr;
};

static int* managed(std::size_t count) {
  CUdeviceptr made = 0;
  OK(cuMemAllocManaged(&made, count * sizeof(int), CU_MEM_ATTACH_GLOBAL));
  std::memset(reinterpret_cast<void*>(made), 0, count * sizeof(int));
  return reinterpret_cast<int*>(made);
}

CASE(sums_over_a_loop) {
  Loaded loaded(std::string("// a comment first\n") + kHead + R"(
.visible .entry sums(.param .u64 .ptr .global .align 4 sums_out, .param .u32 sums_n,
                     .param .f32 sums_step, .param .s8 sums_bias)
.maxntid 64, 1, 1
{
  .reg .pred %p<3>; .reg .b32 %r<8>; .reg .f32 %f<4>; .reg .b64 %rd<5>;
  .loc 1 7 3
  ld.param.u64 %rd1, [sums_out];
  ld.param.u32 %r1, [sums_n];
  ld.param.f32 %f1, [sums_step];
  ld.param.s8 %r7, [sums_bias];
  mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x; mov.u32 %r4, %tid.x;
  mad.lo.s32 %r5, %r2, %r3, %r4;
  setp.ge.s32 %p1, %r5, 100;
  @%p1 bra $L__end;
  mov.f32 %f2, 0f3F800000;
  mov.u32 %r6, 0;
$L__again:
  setp.ge.s32 %p2, %r6, %r1;
  @%p2 bra $L__done;
  add.f32 %f2, %f2, %f1;
  add.s32 %r6, %r6, 1;
  bra.uni $L__again;
$L__done:
  cvta.to.global.u64 %rd2, %rd1;
  mul.wide.s32 %rd3, %r5, 4;
  add.s64 %rd4, %rd2, %rd3;
  cvt.rzi.s32.f32 %r6, %f2;
  add.s32 %r6, %r6, %r7;
  add.s32 %r6, %r6, %r5;
  st.global.u32 [%rd4], %r6;
$L__end:
  ret;
}
)",
                "sums");
  int* out = managed(128);
  loaded.run(2, 64, 0, out, 10, 2.0f, static_cast<signed char>(-3));
  for (int i = 0; i < 128; ++i) EXPECT_EQ(out[i], i < 100 ? 21 - 3 + i : 0);
  OK(cuMemFree(reinterpret_cast<CUdeviceptr>(out)));
}

CASE(variables) {
  Loaded loaded(std::string(kHead) + R"(
.visible .global .align 4 .u32 counter = 7;
.visible .const .align 4 .b32 factors[4] = {1, 0x10, 100, -1};
.global .align 8 .b8 words[8] = {1, 2, 3, 4, 5, 6, 7, 8};
.visible .global .align 8 .u64 place[2] = {words, generic(words)+4};
.extern .shared .align 16 .b8 dynamic[];
.visible .entry variables(.param .u64 out)
{
  .shared .align 4 .b32 turned[32];
  .local .align 8 .b8 depot[16];
  .reg .b32 %r<12>; .reg .b64 %rd<16>;
  ld.param.u64 %rd1, [out];
  mov.u32 %r1, %tid.x;
  mov.u64 %rd2, turned;
  mul.wide.u32 %rd3, %r1, 4;
  add.s64 %rd4, %rd2, %rd3;
  st.shared.u32 [%rd4], %r1;
  mov.u32 %r9, dynamic;
  cvt.u64.u32 %rd12, %r9;
  add.s64 %rd12, %rd12, %rd3;
  st.shared.u32 [%rd12], %r1;
  bar.sync 0;
  sub.s32 %r2, 31, %r1;
  mul.wide.u32 %rd5, %r2, 4;
  add.s64 %rd6, %rd2, %rd5;
  ld.shared.u32 %r3, [%rd6];
  mov.u64 %rd7, dynamic;
  add.s64 %rd7, %rd7, %rd5;
  ld.shared.u32 %r10, [%rd7];
  and.b32 %r4, %r1, 3;
  mul.wide.u32 %rd8, %r4, 4;
  mov.u64 %rd9, factors;
  add.s64 %rd9, %rd9, %rd8;
  ld.const.u32 %r5, [%rd9];
  ld.global.u64 %rd10, [place+8];
  ld.global.u8 %r6, [%rd10+1];
  mov.u64 %rd11, depot;
  st.local.u32 [%rd11+8], %r5;
  ld.local.u32 %r7, [depot+8];
  mov.u64 %rd13, words+2;
  ld.global.u8 %r11, [%rd13];
  add.s32 %r3, %r3, %r10;
  add.s32 %r3, %r3, %r7;
  add.s32 %r3, %r3, %r6;
  add.s32 %r3, %r3, %r11;
  add.s64 %rd14, %rd1, %rd3;
  st.global.u32 [%rd14], %r3;
  atom.global.add.u32 %r8, [counter], 1;
  ret;
}
)",
                "variables");
  int* out = managed(32);
  loaded.run(1, 32, 128, out);
  const int factors[] = {1, 16, 100, -1};
  for (int i = 0; i < 32; ++i) EXPECT_EQ(out[i], 2 * (31 - i) + factors[i % 4] + 6 + 3);
  CUdeviceptr counter = 0;
  std::size_t bytes = 0;
  int value = 0;
  OK(cuModuleGetGlobal(&counter, &bytes, loaded.module, "counter"));
  EXPECT_EQ(bytes, 4u);
  OK(cuMemcpyDtoH(&value, counter, 4));
  EXPECT_EQ(value, 39);
  OK(cuMemFree(reinterpret_cast<CUdeviceptr>(out)));
}

static const char kFunctions[] = R"(
.extern .func (.param .b32 func_retval0) vprintf (.param .b64 a, .param .b64 b);
.global .align 1 .b8 text[10] = {115, 97, 121, 115, 32, 37, 100, 10, 0, 0};
.func (.param .b32 func_retval0) weighted(.param .align 4 .b8 pair[8], .param .b32 weight)
{
  .reg .b32 %r<6>; .reg .pred %p;
  ld.param.v2.u32 {%r1, %r2}, [pair];
  ld.param.u32 %r3, [weight];
  mad.lo.s32 %r4, %r2, %r3, %r1;
  st.param.b32 [func_retval0+0], %r4;
  setp.lt.s32 %p, %r4, 50;
  @%p ret;
  mov.u32 %r5, 50;
  st.param.b32 [func_retval0+0], %r5;
  ret;
}
.func (.reg .u32 %result) doubled(.reg .u32 %x)
{
  add.u32 %result, %x, %x;
  ret;
}
.visible .entry functions(.param .u64 out)
{
  .local .align 8 .b8 __local_depot0[8];
  .reg .b32 %r<10>; .reg .b64 %rd<8>; .reg .pred %p1;
  ld.param.u64 %rd1, [out];
  mov.u32 %r1, %tid.x;
  {
    .reg .b32 temp;
    .param .align 4 .b8 param0[8];
    st.param.b32 [param0+0], %r1;
    st.param.b32 [param0+4], 3;
    .param .b32 param1;
    st.param.b32 [param1+0], %r1;
    .param .b32 retval0;
    call.uni (retval0), weighted, (param0, param1);
    ld.param.b32 temp, [retval0+0];
    mov.u32 %r2, temp;
  }
  {
    .reg .b32 temp;
    mov.u32 temp, 0;
  again:
    add.u32 %r2, %r2, 1;
    add.u32 temp, temp, 1;
    setp.lt.u32 %p1, temp, 2;
    @%p1 bra again;
  }
  {
    .reg .b32 temp;
    mov.u32 temp, 0;
  again:
    add.u32 %r2, %r2, 100;
    add.u32 temp, temp, 1;
    setp.lt.u32 %p1, temp, 2;
    @%p1 bra again;
  }
  call (%r3), doubled, (%r2);
  mul.wide.u32 %rd2, %r1, 4;
  add.s64 %rd3, %rd1, %rd2;
  st.global.u32 [%rd3], %r3;
  setp.ne.u32 %p1, %r1, 0;
  @%p1 bra done;
  mov.u64 %rd4, __local_depot0;
  st.local.u32 [%rd4], %r3;
  mov.u64 %rd5, text;
  cvta.global.u64 %rd6, %rd5;
  {
    .param .b64 param0;
    st.param.b64 [param0+0], %rd6;
    .param .b64 param1;
    st.param.b64 [param1+0], %rd4;
    .param .b32 retval0;
    call.uni (retval0), vprintf, (param0, param1);
  }
done:
  ret;
}
)";

CASE(functions_and_scopes) {
  Loaded loaded(std::string(kHead) + kFunctions, "functions");
  int* out = managed(32);
  loaded.run(1, 32, 0, out);
  for (int i = 0; i < 32; ++i) {
    const int sum = i + 3 * i < 50 ? i + 3 * i : 50;
    EXPECT_EQ(out[i], 2 * (sum + 202));
  }
  OK(cuMemFree(reinterpret_cast<CUdeviceptr>(out)));
}

CASE(tables_of_branches) {
  Loaded loaded(std::string(kHead) + R"(
.visible .entry choose(.param .u64 out)
{
  .reg .b32 %r<5>; .reg .b64 %rd<4>; .reg .pred %p1;
  ld.param.u64 %rd1, [out];
  mov.u32 %r1, %tid.x;
  mov.u32 %r2, -1;
  setp.gt.u32 %p1, %r1, 2;
  @%p1 bra $store;
$table: .branchtargets $zero, $one, $two;
  brx.idx %r1, $table;
$zero:
  mov.u32 %r2, 10;
  bra.uni $store;
$one:
  mov.u32 %r2, 20;
  bra.uni $store;
$two:
  mov.u32 %r2, 30;
$store:
  mul.wide.u32 %rd2, %r1, 4;
  add.s64 %rd3, %rd1, %rd2;
  st.global.u32 [%rd3], %r2;
  exit;
}
)",
                "choose");
  int* out = managed(8);
  loaded.run(1, 8, 0, out);
  for (int i = 0; i < 8; ++i) EXPECT_EQ(out[i], i > 2 ? -1 : 10 * (i + 1));
  OK(cuMemFree(reinterpret_cast<CUdeviceptr>(out)));
}

// As compilers of the years before CUDA 3 wrote it.
CASE(old_text) {
  Loaded loaded(R"(	.version 1.4
	.target sm_10, map_f64_to_f32
	.file	1	"old.cu"
	.const .align 4 .b8 scale[8];
	.entry old (
		.param .u64 __cudaparm_old_out,
		.param .s32 __cudaparm_old_n)
	{
	.reg .u16 %rh<4>;
	.reg .u32 %r<8>;
	.reg .u64 %rd<6>;
	.reg .pred %p<3>;
	.loc	1	4	0
$LDWbegin_old:
	mov.u16 	%rh1, %ctaid.x;
	mov.u16 	%rh2, %ntid.x;
	mul.wide.u16 	%r1, %rh1, %rh2;
	cvt.u32.u16 	%r2, %tid.x;
	add.u32 	%r3, %r2, %r1;
	ld.param.s32 	%r4, [__cudaparm_old_n];
	setp.le.s32 	%p1, %r4, %r3;
	@%p1 bra 	$Lt_0_1;
	ld.param.u64 	%rd1, [__cudaparm_old_out];
	cvt.u64.s32 	%rd2, %r3;
	mul.lo.u64 	%rd3, %rd2, 4;
	add.u64 	%rd4, %rd1, %rd3;
	ld.const.u32 	%r5, [scale+4];
	mul24.lo.s32 	%r6, %r3, %r5;
	st.global.s32 	[%rd4+0], %r6;
$Lt_0_1:
	exit;
$LDWend_old:
	} // old
)",
                "old");
  CUdeviceptr scale = 0;
  const int values[] = {0, 5};
  OK(cuModuleGetGlobal(&scale, nullptr, loaded.module, "scale"));
  OK(cuMemcpyHtoD(scale, values, sizeof values));
  int* out = managed(64);
  loaded.run(2, 32, 0, out, 50);
  for (int i = 0; i < 64; ++i) EXPECT_EQ(out[i], i < 50 ? 5 * i : 0);
  OK(cuMemFree(reinterpret_cast<CUdeviceptr>(out)));
}

CASE(errors) {
  CUmodule module = nullptr;
  char log[256] = "";
  CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  void* values[] = {log, reinterpret_cast<void*>(sizeof log)};
  const std::string text =
      std::string(kHead) + ".visible .entry k() { frobnicate.u32 %r1, 2; ret; }";
  EXPECT_EQ(cuModuleLoadDataEx(&module, text.c_str(), 2, options, values), CUDA_ERROR_INVALID_PTX);
  EXPECT(std::strstr(log, "frobnicate") != nullptr);
  EXPECT_EQ(cuModuleLoadData(&module, "// nothing\n"), CUDA_ERROR_INVALID_PTX);
}

CASE(files_and_links) {
  Loaded first(std::string(kHead) + kFunctions, "functions");  // makes the context
  const std::string path = "/tmp/vgpu_" + std::to_string(getpid()) + ".ptx";
  std::ofstream(path) << kHead << kFunctions;
  CUmodule module = nullptr;
  CUfunction function = nullptr;
  OK(cuModuleLoad(&module, path.c_str()));
  OK(cuModuleGetFunction(&function, module, "functions"));
  OK(cuModuleUnload(module));

  std::string caller = std::string(kHead) + R"(
.extern .func (.param .b32 r) tripled(.param .b32 x);
.visible .entry calls(.param .u64 out)
{
  .reg .b32 %r<3>; .reg .b64 %rd<2>;
  ld.param.u64 %rd1, [out];
  { .param .b32 p; st.param.b32 [p], 14; .param .b32 q; call (q), tripled, (p); ld.param.b32 %r1, [q]; }
  st.global.u32 [%rd1], %r1;
  ret;
}
)";
  std::string called = std::string(kHead) + R"(
.visible .func (.param .b32 r) tripled(.param .b32 x)
{
  .reg .b32 %r<3>;
  ld.param.u32 %r1, [x];
  mul.lo.s32 %r2, %r1, 3;
  st.param.b32 [r], %r2;
  ret;
}
)";
  CUlinkState link = nullptr;
  void* image = nullptr;
  std::size_t size = 0;
  OK(cuLinkCreate(0, nullptr, nullptr, &link));
  OK(cuLinkAddData(link, CU_JIT_INPUT_PTX, caller.data(), caller.size() + 1, "caller", 0, nullptr,
                   nullptr));
  OK(cuLinkAddData(link, CU_JIT_INPUT_PTX, called.data(), called.size() + 1, "called", 0, nullptr,
                   nullptr));
  OK(cuLinkComplete(link, &image, &size));
  OK(cuModuleLoadData(&module, image));
  OK(cuLinkDestroy(link));
  OK(cuModuleGetFunction(&function, module, "calls"));
  int* out = managed(1);
  void* arguments[] = {&out};
  OK(cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr));
  OK(cuCtxSynchronize());
  EXPECT_EQ(out[0], 42);
  OK(cuModuleUnload(module));
  OK(cuMemFree(reinterpret_cast<CUdeviceptr>(out)));
  std::remove(path.c_str());
}

// The run time's own libraries: their kernels are launched by handle.
CASE(libraries) {
  const std::string text = std::string(kHead) + R"(
.visible .global .align 4 .u32 step = 5;
.visible .entry fill(.param .u64 out)
{
  .reg .b32 %r<4>; .reg .b64 %rd<4>;
  ld.param.u64 %rd1, [out];
  mov.u32 %r1, %tid.x;
  ld.global.u32 %r2, [step];
  mul.lo.u32 %r3, %r1, %r2;
  mul.wide.u32 %rd2, %r1, 4;
  add.s64 %rd3, %rd1, %rd2;
  st.global.u32 [%rd3], %r3;
  ret;
}
)";
  cudaLibrary_t library = nullptr;
  cudaKernel_t kernel = nullptr, all[1] = {};
  unsigned count = 0;
  void* step = nullptr;
  std::size_t bytes = 0;
  OK(cudaLibraryLoadData(&library, text.c_str(), nullptr, nullptr, 0, nullptr, nullptr, 0));
  OK(cudaLibraryGetKernelCount(&count, library));
  EXPECT_EQ(count, 1u);
  OK(cudaLibraryGetKernel(&kernel, library, "fill"));
  OK(cudaLibraryEnumerateKernels(all, 1, library));
  EXPECT_EQ(cudaLibraryGetKernel(&all[0], library, "nobody"), cudaErrorSymbolNotFound);
  OK(cudaLibraryGetGlobal(&step, &bytes, library, "step"));
  EXPECT_EQ(bytes, 4u);
  OK(cudaKernelSetAttributeForDevice(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 1024, 0));
  int* out = managed(8);
  void* arguments[] = {&out};
  OK(cudaLaunchKernel((const void*)kernel, dim3(1), dim3(8), arguments, 0, nullptr));
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < 8; ++i) EXPECT_EQ(out[i], 5 * i);
  OK(cudaLibraryUnload(library));
  EXPECT_EQ(cudaLaunchKernel((const void*)kernel, dim3(1), dim3(8), arguments, 0, nullptr),
            cudaErrorInvalidDeviceFunction);
  cudaGetLastError();
  OK(cudaFree(out));
}

int main() { return run_cases(); }
