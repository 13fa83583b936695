// Modules: from text, cache or binary to code that can be called (see service.h).
//
// Two stages, each behind the disk cache: text -> archive (kernels, variables, IR), and IR + kernel
// + local size -> object. Everything a result depends on is in its key; the compiler itself by its
// build id.
// SPDX-License-Identifier: MIT
#include "compiler/service.h"

#include <fstream>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <sstream>
#include <tuple>
#include <unordered_map>

#include "base/config.h"
#include "base/cpu_features.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/log.h"
#include "compiler/archive.h"
#include "compiler/code_image.h"
#include "compiler/disk_cache.h"
#include "compiler/loader.h"
#include "compiler/services.h"
#include "compiler/variable_image.h"

namespace vgpu::compiler {
namespace {

using HashWords = std::array<std::uint64_t, 2>;

// Somebody who wants to see the compiler at work does not want a cached result.
bool cache_is_wanted() { return !log_enabled(LogLevel::code); }

HashWords words(const Hash128& hash) { return {hash.high, hash.low}; }

Hash128 source_key(const FrontRequest& request) {
  Hasher hasher;
  hasher.add("module").add(kAbiVersion).add(compiler_version()).add(request.language);
  hasher.add(request.source).add(request.file_name).add(request.options);
  hasher.add(request.headers.size());
  for (const auto& [name, text] : request.headers) hasher.add(name).add(text);
  for (const std::string& module : request.modules) hasher.add(module);
  return hasher.add(request.debug_info).finish();
}

Hash128 code_key(const HashWords& bitcode, const CodeRequest& request) {
  const CpuFeatures& cpu = cpu_features();  // the code generator tunes for the model
  Hasher hasher;
  hasher.add("code").add(kAbiVersion).add(compiler_version()).add(bitcode[0]).add(bitcode[1]);
  hasher.add(request.symbol).add(request.instruction_set);
  for (int d = 0; d < 3; ++d) hasher.add(request.local_size[d]).add(request.enqueued_size[d]);
  hasher.add(request.width).add(request.jam_x).add(request.jam_y).add(request.lockstep);
  return hasher.add(cpu.vendor).add(cpu.family).add(cpu.model).finish();
}

std::optional<HashWords> hash_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  std::ostringstream text;
  text << file.rdbuf();
  return words(hash128(text.str()));
}

bool files_are_unchanged(const std::vector<IncludedFile>& files) {
  for (const IncludedFile& file : files) {
    if (hash_file(file.path) != std::optional(file.hash)) return false;
  }
  return true;
}

bool find_module(const Hash128& key, ModuleArchive* archive) {
  if (!cache_is_wanted()) return false;
  DiskCache& cache = DiskCache::shared();
  const std::optional<std::string> bytes = cache.find(key);
  if (!bytes) return false;
  std::string error;
  if (!read_archive(*bytes, archive, &error)) {
    log(LogLevel::compile, "kernel cache: a module is {}; compiling it again", error);
    cache.remove(key);
    return false;
  }
  return files_are_unchanged(archive->files);
}

ModuleArchive run_front(const FrontRequest& request, std::string* log_text) {
  FrontResult result = load_compiler().front(request);
  if (log_text) *log_text = result.log;
  if (!result.ok) {
    fail(ErrorCode::CompilationFailed, "the source does not compile:\n{}",
         result.log.empty() ? "the compiler gave no reason" : result.log);
  }
  ModuleArchive archive;
  archive.bitcode_hash = words(hash128(result.bitcode));
  archive.info = std::move(result.info);
  archive.bitcode = std::move(result.bitcode);
  archive.log = std::move(result.log);
  if (request.language != Language::cuda) {
    archive.text = {request.source, request.file_name, request.options, request.headers};
  }
  for (const std::string& path : result.files) {
    archive.files.push_back({path, hash_file(path).value_or(HashWords{})});
  }
  return archive;
}

CodeResult run_generator(const CodeRequest& request) {
  CodeResult result = load_compiler().generate(request);
  if (!result.log.empty()) log(LogLevel::code, "{}", result.log);
  if (!result.ok) {
    fail(ErrorCode::CompilationFailed, "kernel {} for groups of {}x{}x{}: {}", request.symbol,
         request.local_size[0], request.local_size[1], request.local_size[2],
         result.log.empty() ? "the compiler gave no reason" : result.log);
  }
  return result;
}

using CodeKey = std::tuple<std::size_t, Size3, Size3>;  // kernel's index, local, enqueued

}  // namespace

struct Module::State {
  explicit State(ModuleArchive contents) : archive(std::move(contents)), variables(archive.info) {}

  CodeRequest request_for(const KernelInfo& kernel, const Size3& local,
                          const Size3& enqueued) const;
  CodeKey key_of(const KernelInfo& kernel, const Size3& local, const Size3& enqueued) const;
  std::shared_ptr<const Code> find(const KernelInfo& kernel, const Size3& local,
                                   const Size3& enqueued);
  std::shared_ptr<const Code> make(const KernelInfo& kernel, const Size3& local,
                                   const Size3& enqueued);
  std::shared_ptr<const Code> make_quick(const KernelInfo& kernel, const Size3& local,
                                         const Size3& enqueued);
  std::shared_ptr<const Code> load(const KernelInfo& kernel, const CodeRecord& record);
  std::shared_ptr<const Code> from_caches(const KernelInfo& kernel, const CodeRequest& request,
                                          const Hash128& key);
  const CodeRecord* saved_code(const CodeRequest& request) const;
  void remember(CodeRecord record);

  ModuleArchive archive;  // its list of code grows under record_mutex, the rest never changes
  VariableImage variables;
  std::mutex record_mutex;
  std::shared_mutex code_mutex;
  std::map<CodeKey, std::shared_ptr<CodeTask>> code;
  std::mutex quick_mutex;
  std::map<CodeKey, std::shared_ptr<CodeTask>> quick;
};

CodeKey Module::State::key_of(const KernelInfo& kernel, const Size3& local,
                              const Size3& enqueued) const {
  const auto index = static_cast<std::size_t>(&kernel - archive.info.kernels.data());
  if (index >= archive.info.kernels.size()) {
    fail(ErrorCode::InvalidValue, "kernel {} is not one of this module", kernel.name);
  }
  return {index, local, enqueued};
}

std::shared_ptr<const Code> Module::State::load(const KernelInfo& kernel,
                                                const CodeRecord& record) {
  auto code = std::make_shared<Code>();
  auto image =
      std::make_shared<CodeImage>(record.object, kernel.name, [&](const std::string& name) {
        void* variable = variables.by_symbol(name);
        return variable ? variable : find_service(name);
      });
  code->entry = reinterpret_cast<GroupFunction>(image->symbol(kGroupSymbol));
  if (!code->entry) fail(ErrorCode::InvalidKernelImage, "code of {}: no entry point", kernel.name);
  code->several = reinterpret_cast<GroupsFunction>(image->symbol(kGroupsSymbol));
  code->info = record.info;
  code->image = std::move(image);
  return code;
}

// Code that came with the module's binary.
const CodeRecord* Module::State::saved_code(const CodeRequest& request) const {
  for (const CodeRecord& record : archive.code) {
    if (record.symbol == request.symbol && record.instruction_set == request.instruction_set &&
        std::equal(record.local.begin(), record.local.end(), request.local_size) &&
        std::equal(record.enqueued.begin(), record.enqueued.end(), request.enqueued_size)) {
      return &record;
    }
  }
  return nullptr;
}

void Module::State::remember(CodeRecord record) {
  const std::lock_guard lock(record_mutex);
  archive.code.push_back(std::move(record));
}

std::shared_ptr<const Code> Module::State::from_caches(const KernelInfo& kernel,
                                                       const CodeRequest& request,
                                                       const Hash128& key) {
  if (!cache_is_wanted()) return nullptr;
  {
    const std::lock_guard lock(record_mutex);
    if (const CodeRecord* record = saved_code(request)) return load(kernel, *record);
  }
  DiskCache& cache = DiskCache::shared();
  const std::optional<std::string> bytes = cache.find(key);
  if (!bytes) return nullptr;
  CodeRecord record;
  std::string error;
  if (read_code(*bytes, &record, &error)) {
    try {
      std::shared_ptr<const Code> code = load(kernel, record);
      remember(std::move(record));
      return code;
    } catch (const Error& failure) {
      error = failure.message();
    }
  }
  log(LogLevel::compile, "kernel cache: {}: {}; compiling it again", kernel.name, error);
  cache.remove(key);
  return nullptr;
}

CodeRequest Module::State::request_for(const KernelInfo& kernel, const Size3& local,
                                       const Size3& enqueued) const {
  CodeRequest request;
  request.bitcode = &archive.bitcode;
  request.symbol = kernel.symbol;
  std::copy(local.begin(), local.end(), request.local_size);
  std::copy(enqueued.begin(), enqueued.end(), request.enqueued_size);
  request.instruction_set = static_cast<InstructionSet>(simd_level());
  request.width = static_cast<std::uint32_t>(config().width);
  request.debug = static_cast<std::uint32_t>(config().debug);
  return request;
}

// The code from a cache; null if it has to be made.
std::shared_ptr<const Code> Module::State::find(const KernelInfo& kernel, const Size3& local,
                                                const Size3& enqueued) {
  const CodeRequest request = request_for(kernel, local, enqueued);
  if (auto code = from_caches(kernel, request, code_key(archive.bitcode_hash, request))) {
    return code;
  }
  if (archive.bitcode.empty()) {
    fail(ErrorCode::NoBinaryForDevice, "the binary has no code of {} for this device", kernel.name);
  }
  return nullptr;
}

std::shared_ptr<const Code> Module::State::make(const KernelInfo& kernel, const Size3& local,
                                                const Size3& enqueued) {
  const CodeRequest request = request_for(kernel, local, enqueued);
  CodeResult result = run_generator(request);
  CodeRecord record{kernel.symbol,           local,       enqueued,
                    request.instruction_set, result.info, std::move(result.object)};
  auto code = std::const_pointer_cast<Code>(load(kernel, record));
  code->remarks = std::move(result.remarks);
  DiskCache::shared().store(code_key(archive.bitcode_hash, request), write_code(record));
  remember(std::move(record));
  const std::lock_guard lock(quick_mutex);
  quick.erase(key_of(kernel, local, enqueued));
  return code;
}

// One vector at a time and a tenth of LLVM's work.
std::shared_ptr<const Code> Module::State::make_quick(const KernelInfo& kernel, const Size3& local,
                                                      const Size3& enqueued) {
  CodeRequest request = request_for(kernel, local, enqueued);
  request.quick = true;
  request.jam_x = request.jam_y = 1;
  request.debug = 0;  // the real one is shown
  CodeResult result = run_generator(request);
  return load(kernel, {kernel.symbol, local, enqueued, request.instruction_set, result.info,
                       std::move(result.object)});
}

Module::Module(std::shared_ptr<State> state) : state_(std::move(state)) {}
Module::~Module() = default;

std::shared_ptr<Module> Module::compile(const FrontRequest& request, std::string* log_text) {
  FrontRequest wanted = request;
  wanted.debug_info |= config().compile_debug;
  const Hash128 key = source_key(wanted);
  ModuleArchive archive;
  if (find_module(key, &archive)) {
    if (log_text) *log_text = archive.log;
  } else {
    archive = run_front(wanted, log_text);
    DiskCache::shared().store(key, write_archive(archive));
  }
  return std::shared_ptr<Module>(new Module(std::make_shared<State>(std::move(archive))));
}

std::shared_ptr<Module> Module::load(std::string_view binary) {
  ModuleArchive archive;
  std::string error;
  if (!read_archive(binary, &archive, &error)) {
    fail(ErrorCode::InvalidKernelImage, "the module's binary is {}", error);
  }
  return std::shared_ptr<Module>(new Module(std::make_shared<State>(std::move(archive))));
}

std::string Module::save() const {
  const std::lock_guard lock(state_->record_mutex);
  return write_archive(state_->archive);
}

const ModuleInfo& Module::info() const { return state_->archive.info; }
const ModuleText& Module::text() const { return state_->archive.text; }

Hash128 Module::text_key() const {
  const ModuleText& text = state_->archive.text;
  Hasher hasher;
  hasher.add("text").add(text.source).add(text.file_name).add(text.options);
  for (const auto& [name, contents] : text.headers) hasher.add(name).add(contents);
  for (const IncludedFile& file : state_->archive.files) {
    hasher.add(file.path).add(file.hash[0]).add(file.hash[1]);
  }
  return hasher.finish();
}

void Module::bind_variables(void* image) { state_->variables.bind(image); }
std::size_t Module::image_bytes() const { return state_->variables.bytes(); }
std::size_t Module::image_alignment() const { return state_->variables.alignment(); }

void* Module::variable(const std::string& name, std::size_t* size) {
  return state_->variables.by_name(name, size);
}

bool Module::move_managed(const std::string& name, void* address) {
  return state_->variables.move_managed(name, address);
}

// The task of that code, found or added; a new one is done already if a cache has the code.
std::shared_ptr<CodeTask> Module::task(const KernelInfo& kernel, const Size3& local,
                                       const Size3& enqueued, bool* is_new) {
  const CodeKey key = state_->key_of(kernel, local, enqueued);
  *is_new = false;
  {
    const std::shared_lock lock(state_->code_mutex);
    const auto found = state_->code.find(key);
    if (found != state_->code.end()) return found->second;
  }
  const std::lock_guard lock(state_->code_mutex);
  const auto found = state_->code.find(key);
  if (found != state_->code.end()) return found->second;
  if (auto code = state_->find(kernel, local, enqueued)) {
    return state_->code[key] = std::make_shared<CodeTask>(std::move(code));
  }
  *is_new = true;
  return state_->code[key] =
             std::make_shared<CodeTask>([state = state_, &kernel, local, enqueued, key] {
               try {
                 return state->make(kernel, local, enqueued);
               } catch (...) {
                 const std::lock_guard lock(state->code_mutex);
                 state->code.erase(key);  // the next caller may have better luck
                 throw;
               }
             });
}

std::shared_ptr<const Code> Module::code(const KernelInfo& kernel, const Size3& local,
                                         const Size3& enqueued) {
  bool is_new = false;
  return task(kernel, local, enqueued, &is_new)->get();
}

std::shared_ptr<CodeTask> Module::start_code(const KernelInfo& kernel, const Size3& local,
                                             const Size3& enqueued) {
  bool is_new = false;
  std::shared_ptr<CodeTask> result = task(kernel, local, enqueued, &is_new);
  if (is_new) CompileQueue::shared().add(result);
  return result;
}

std::shared_ptr<const Code> Module::quick_code(const KernelInfo& kernel, const Size3& local,
                                               const Size3& enqueued) {
  const CodeKey key = state_->key_of(kernel, local, enqueued);
  std::shared_ptr<CodeTask> task;
  {
    const std::lock_guard lock(state_->quick_mutex);
    std::shared_ptr<CodeTask>& place = state_->quick[key];
    if (!place) {
      place = std::make_shared<CodeTask>([state = state_, &kernel, local, enqueued] {
        return state->make_quick(kernel, local, enqueued);
      });
    }
    task = place;
  }
  return task->get();
}

}  // namespace vgpu::compiler
