// Builds programs, keeps their binaries, and hands out kernels.
// SPDX-License-Identifier: MIT
#include "device/opencl/program.h"

#include <vector>

#include "base/log.h"
#include "device/opencl/sealed_record.h"

namespace vgpu::opencl_device {

using vgpu::log;

Program::Program(Session& session, Arena& arena, const compiler::Module& module)
    : session_(session),
      arena_(arena),
      text_(module.text()),
      language_(module.info().language),
      text_key_(module.text_key()) {}

Program::~Program() {
  const ClApi& api = session_.api();
  if (session_.lost()) return;  // the driver may not even answer
  for (const auto& [name, kernel] : kernels_) api.clReleaseKernel(kernel->object);
  if (program_ != nullptr) api.clReleaseProgram(program_);
}

void Program::build() {
  if (is_built()) return;
  const std::lock_guard lock(mutex_);
  if (error_) throw *error_;
  if (is_built()) return;
  try {
    make();
  } catch (const Error& error) {
    error_ = error;
    throw;
  }
  built_.store(true, std::memory_order_release);
}

// Everything that the binary depends on; drivers say by their version when their compiler has changed.
Hash128 Program::cache_key() const {
  const DeviceRecord& record = session_.record();
  Hasher hasher;
  hasher.add("opencl program").add(1).add(text_key_.high).add(text_key_.low);
  hasher.add(record.platform_name).add(record.platform_version).add(record.name);
  return hasher.add(record.version).add(record.driver_version).finish();
}

void Program::make() {
  const Hash128 key = cache_key();
  if (load_binary(key)) return;
  if (language_ == compiler::Language::spirv) {
    build_il();
  } else {
    build_source();
  }
  store_binary(key);
}

bool Program::load_binary(const Hash128& key) {
  if (log_enabled(LogLevel::code)) return false;  // who looks at compilers wants to see them work
  const std::optional<std::string> binary = find_record(key);
  if (!binary) return false;
  const ClApi& api = session_.api();
  const auto* bytes = reinterpret_cast<const unsigned char*>(binary->data());
  const std::size_t size = binary->size();
  cl_device_id device = session_.device();
  cl_int of_device = CL_SUCCESS, status = CL_SUCCESS;
  program_ = api.clCreateProgramWithBinary(session_.context(), 1, &device, &size, &bytes,
                                           &of_device, &status);
  if (status == CL_SUCCESS && of_device == CL_SUCCESS) {
    status = api.clBuildProgram(program_, 1, &device, "", nullptr, nullptr);
  }
  if (status == CL_SUCCESS && of_device == CL_SUCCESS) return true;
  log(LogLevel::compile, "opencl: a program's binary is refused ({}); it is built again",
      status_text(status != CL_SUCCESS ? status : of_device));
  if (program_ != nullptr) api.clReleaseProgram(std::exchange(program_, nullptr));
  drop_record(key);
  return false;
}

void Program::store_binary(const Hash128& key) const {
  const ClApi& api = session_.api();
  std::size_t size = 0;
  if (api.clGetProgramInfo(program_, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr) !=
          CL_SUCCESS ||
      size == 0) {
    return;
  }
  std::string binary(size, '\0');
  char* bytes = binary.data();
  if (api.clGetProgramInfo(program_, CL_PROGRAM_BINARIES, sizeof bytes, &bytes, nullptr) ==
      CL_SUCCESS) {
    store_record(key, binary);
  }
}

void Program::build_source() {
  const ClApi& api = session_.api();
  const std::string name = text_.file_name.empty() ? "kernel.cl" : text_.file_name;
  std::string quoted;
  for (const char c : name) quoted += c == '"' || c == '\\' ? std::string{'\\', c} : std::string{c};
  const std::string source = "#line 1 \"" + quoted + "\"\n" + text_.source;
  const char* text = source.c_str();
  const std::size_t size = source.size();
  cl_int status = CL_SUCCESS;
  program_ = api.clCreateProgramWithSource(session_.context(), 1, &text, &size, &status);
  check(status, "clCreateProgramWithSource");
  if (!text_.headers.empty()) return compile_with_headers();
  cl_device_id device = session_.device();
  check_build(api.clBuildProgram(program_, 1, &device, text_.options.c_str(), nullptr, nullptr),
              program_);
}

// Headers that are texts, not files, exist for clCompileProgram only.
void Program::compile_with_headers() {
  const ClApi& api = session_.api();
  cl_device_id device = session_.device();
  std::vector<cl_program> headers;
  std::vector<const char*> names;
  cl_int status = CL_SUCCESS;
  for (const auto& [name, contents] : text_.headers) {
    const char* text = contents.c_str();
    const std::size_t size = contents.size();
    cl_program header = api.clCreateProgramWithSource(session_.context(), 1, &text, &size, &status);
    if (status != CL_SUCCESS) break;
    headers.push_back(header);
    names.push_back(name.c_str());
  }
  if (status == CL_SUCCESS) {
    status = api.clCompileProgram(program_, 1, &device, text_.options.c_str(),
                                  static_cast<cl_uint>(headers.size()), headers.data(),
                                  names.data(), nullptr, nullptr);
  }
  for (cl_program header : headers) api.clReleaseProgram(header);
  check_build(status, program_);
  cl_program linked = api.clLinkProgram(session_.context(), 1, &device, "", 1, &program_, nullptr,
                                        nullptr, &status);
  if (linked != nullptr) api.clReleaseProgram(std::exchange(program_, linked));
  check_build(status, program_);
}

void Program::build_il() {
  const ClApi& api = session_.api();
  if (session_.record().il.empty() || api.clCreateProgramWithIL == nullptr) {
    fail(ErrorCode::NotSupported, "the device takes no SPIR-V");
  }
  cl_int status = CL_SUCCESS;
  program_ = api.clCreateProgramWithIL(session_.context(), text_.source.data(), text_.source.size(),
                                       &status);
  check(status, "clCreateProgramWithIL");
  cl_device_id device = session_.device();
  check_build(api.clBuildProgram(program_, 1, &device, text_.options.c_str(), nullptr, nullptr),
              program_);
}

void Program::check_build(cl_int status, cl_program program) const {
  const std::string text = build_log(program);
  if (status == CL_SUCCESS) {
    if (!text.empty()) log(LogLevel::compile, "opencl: {}", text);
    return;
  }
  const ClError error(status, "the driver's compiler");
  session_.note_failure(error);
  if (text.empty()) throw error;
  fail(ErrorCode::CompilationFailed, "{}:\n{}", error.message(), text);
}

std::string Program::build_log(cl_program program) const {
  const ClApi& api = session_.api();
  std::size_t size = 0;
  if (program == nullptr ||
      api.clGetProgramBuildInfo(program, session_.device(), CL_PROGRAM_BUILD_LOG, 0, nullptr,
                                &size) != CL_SUCCESS ||
      size <= 1) {
    return {};
  }
  std::string text(size, '\0');
  api.clGetProgramBuildInfo(program, session_.device(), CL_PROGRAM_BUILD_LOG, size, text.data(),
                            nullptr);
  text.resize(text.find('\0') == text.npos ? size : text.find('\0'));
  return text;
}

ProgramKernel& Program::kernel(const std::string& name) {
  build();
  const std::lock_guard lock(mutex_);
  const auto found = kernels_.find(name);
  if (found != kernels_.end()) return *found->second;
  const ClApi& api = session_.api();
  auto made = std::make_unique<ProgramKernel>();
  cl_int status = CL_SUCCESS;
  made->object = api.clCreateKernel(program_, name.c_str(), &status);
  check(status, "clCreateKernel");
  check(api.clGetKernelWorkGroupInfo(made->object, session_.device(), CL_KERNEL_WORK_GROUP_SIZE,
                                     sizeof made->max_group, &made->max_group, nullptr),
        "clGetKernelWorkGroupInfo");
  arena_.attach(session_, made->object);
  return *(kernels_[name] = std::move(made));
}

}  // namespace vgpu::opencl_device
