// Carries out what a command line asks for; see build.h.
// SPDX-License-Identifier: MIT
#include "vgpucc/build.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <sstream>

#include "api/cuda/text_code.h"
#include "base/error.h"
#include "base/hash.h"
#include "vgpucc/child_launches.h"
#include "vgpucc/command.h"
#include "vgpucc/device_bodies.h"
#include "vgpucc/device_code.h"
#include "vgpucc/device_link.h"
#include "vgpucc/host_code.h"
#include "vgpucc/nvcc_spellings.h"
#include "vgpucc/object_parts.h"
#include "vgpucc/toolchain.h"

namespace vgpu::vgpucc {
namespace {

namespace fs = std::filesystem;

class Builder {
 public:
  explicit Builder(const Job& job) : job_(job) {}

  int build() {
    for (const Input& input : job_.inputs)
      if (input.kind != InputKind::linked)
        if (const int code = build_source(input); code != 0) return code;
    return finish();
  }

 private:
  Words with(Words words, std::initializer_list<std::string> more) const {
    words.insert(words.end(), more);
    return words;
  }

  void show(const Words& words) const {
    if (job_.verbose || job_.dry_run) std::fprintf(stderr, "%s\n", shell_text(words).c_str());
  }

  int run_shown(const Words& words) const {
    show(words);
    return job_.dry_run ? 0 : run(words);
  }

  std::string result_name(const Input& input, const std::string& ending) const {
    if (!job_.output.empty() && !makes_temporary_objects()) return job_.output;
    const std::string name = fs::path(input.path).stem().string() + ending;
    return job_.output_folder.empty() ? name : (fs::path(job_.output_folder) / name).string();
  }

  bool makes_temporary_objects() const {
    return job_.stage == Stage::link || job_.stage == Stage::archive ||
           job_.stage == Stage::device_link;
  }

  int build_source(const Input& input) {
    std::string object = result_name(input, ".o");
    if (makes_temporary_objects()) {
      object = files_.file(std::to_string(objects_.size()) + ".o");
      objects_.push_back(object);
    }
    if (job_.stage == Stage::preprocess) return preprocess(input);
    return input.kind == InputKind::cuda ? compile_cuda(input, object)
                                         : compile_plain(input, object);
  }

  int preprocess(const Input& input) {
    Words words = input.kind == InputKind::cuda ? host_command(job_) : plain_command(job_, input);
    words.push_back(input.path);
    if (!job_.output.empty()) words.insert(words.end(), {"-o", job_.output});
    return run_shown(words);
  }

  int compile_plain(const Input& input, const std::string& object) {
    Words words = plain_command(job_, input);
    if (input.kind != InputKind::assembler)
      words.insert(words.end(), {"-x", input.kind == InputKind::c ? "c" : "c++"});
    return run_shown(with(words, {"-c", input.path, "-o", object}));
  }

  // Both halves at once. What clang says of the device's half it mostly says of the host's too, so that is
  // shown only when the host's half is fine.
  int run_halves(const Input& input, const std::string& object) {
    write_file(files_.file("empty"), std::string(16, '\0'));
    const std::string id = "-cuid=" + file_id(input);  // both halves name static variables by it
    const Words device =
        with(device_command(job_), {"-Xclang", id, input.path, "-o", files_.file("device.bc")});
    Words host = with(host_command(job_), {"-Xclang", id, "-Xclang", "-fcuda-include-gpubinary",
                                           "-Xclang", files_.file("empty"), "-emit-llvm", "-c",
                                           input.path, "-o", files_.file("host.bc")});
    add_dependency_names(host, input, object);
    show(device);
    show(host);
    if (job_.dry_run) return 0;
    const std::string device_log = files_.file("device.log"), host_log = files_.file("host.log");
    Process device_half(device, device_log);
    int result = Process(host, host_log).wait();
    if (result != 0) result = compile_rewritten(input, host, result, host_log);
    std::fputs(read_file(host_log).c_str(), stderr);
    int device_result = device_half.wait();
    device_words_ = device;
    if (result != 0) return result;
    if (device_result != 0)
      device_result = compile_rewritten(input, device, device_result, device_log);
    std::fputs(read_file(device_log).c_str(), stderr);
    return device_result;
  }

  // clang lets no kernel launch another one, refuses a few spellings of nvcc and asks more of device code. Where that was
  // the error the text is compiled again with such places written in another way, a few at a time: clang stops after
  // some errors.
  int compile_rewritten(const Input& input, Words words, int result, const std::string& messages) {
    constexpr int kRounds = 20;
    const bool host = std::find(words.begin(), words.end(), "--cuda-host-only") != words.end();
    const Half half = host ? Half::host : Half::device;
    const std::string said = read_file(messages);
    if (!can_be_rewritten(said) && !refuses_calls(said, half)) return result;
    const std::string source = messages + ".cui";
    for (std::string& word : words)  // what the launches become needs no less
      if (word == "-std=c++11" || word == "-std=c++14") word = "-std=c++17";
    Words reading = words;
    const auto output = std::find(reading.begin(), reading.end(), "-o");
    *output = "-E", *(output + 1) = "-o" + source;
    if (run(reading) != 0) return result;
    const Words again = for_preprocessed(words, input.path, source);
    std::string text = read_file(source);
    bool opened = false;
    for (int round = 0; round < kRounds && result != 0; ++round) {
      const std::string said = read_file(messages);
      const std::set<SourceLine> lines = error_lines(said);
      int changes = rewrite_overloads(text, overload_lines(said));
      if (!host) changes += rewrite_default_arguments(text, said);
      changes += rewrite_launches(text, lines) + rewrite_spellings(text, lines) +
                 rewrite_filled_arrays(text, said);
      if (!opened && refuses_calls(said, half)) {
        open_own_functions(text, half);
        opened = true;
        ++changes;
      }
      if (changes == 0) return result;
      write_file(source, text);
      result = Process(again, messages).wait();
    }
    if (!host) device_words_ = again;
    return result;
  }

  // Dependencies are written and headers in the text by then.
  static Words for_preprocessed(const Words& words, const std::string& from,
                                const std::string& to) {
    Words made;
    for (std::size_t i = 0; i < words.size(); ++i) {
      const std::string& word = words[i];
      if (word == "-MD" || word == "-MMD" || word == "-MP") continue;
      if (word == "-MF" || word == "-MT" || word == "-MQ" || word == "-include") {
        ++i;
      } else {
        made.push_back(word == from ? to : word);
      }
    }
    return made;
  }

  // One file may be compiled twice for a program, with other macros.
  std::string file_id(const Input& input) const {
    Hasher hasher;
    hasher.add(fs::absolute(input.path).lexically_normal().string());
    if (!job_.output.empty()) hasher.add(fs::absolute(job_.output).lexically_normal().string());
    for (const std::string& word : job_.common) hasher.add(word);
    const Hash128 hash = hasher.finish();
    return fmt::format("{:016x}", hash.high ^ hash.low);
  }

  // clang would name the temporary file that it writes.
  void add_dependency_names(Words& words, const Input& input, const std::string& object) const {
    const auto has = [&](const char* word) {
      return std::find(words.begin(), words.end(), word) != words.end();
    };
    if (!has("-MD") && !has("-MMD")) return;
    const std::string target = job_.stage == Stage::link ? result_name(input, ".o") : object;
    if (!has("-MT") && !has("-MQ")) words = with(words, {"-MT", target});
    if (!has("-MF"))
      words = with(words, {"-MF", fs::path(target).replace_extension(".d").string()});
  }

  int compile_cuda(const Input& input, const std::string& object) {
    if (const int result = run_halves(input, object); result != 0 || job_.dry_run) return result;
    const std::string host = read_file(files_.file("host.bc"));
    const std::string code = device_code(host);
    if (job_.stage == Stage::device_binary) return write_device_binary(input, code);
    write_file(files_.file("whole.bc"),
               embed_device_code(host, code, job_.relocatable ? "_" + file_id(input) : ""));
    if (job_.stage == Stage::host_source) return write_host_source(input);
    return run_shown(with(object_command(job_), {files_.file("whole.bc"), "-o", object}));
  }

  // C++ that any compiler makes the same object of: one assembly.
  int write_host_source(const Input& input) const {
    const std::string assembly = files_.file("whole.s");
    if (const int result = run_shown(with(
            object_command(job_), {files_.file("whole.bc"), "-S", "-fno-addrsig", "-o", assembly}));
        result != 0)
      return result;
    write_file(result_name(input, ".cu.cpp.ii"),
               "asm(R\"assembly(" + read_file(assembly) + ")assembly\");\n");
    return 0;
  }

  int write_device_binary(const Input& input, const std::string& code) const {
    const bool text = job_.binary_ending == ".ptx";
    write_file(result_name(input, job_.binary_ending), text ? cuda::to_text_code(code) : code);
    return 0;
  }

  std::string device_code(const std::string& host) const {
    DeviceRequest request;
    request.modules = {read_file(files_.file("device.bc"))};
    request.launches = find_launches(host);
    request.ahead = job_.ahead;
    request.debug = job_.debug_device;
    request.architecture = static_cast<unsigned>(std::stoul(job_.architecture));
    try {
      return job_.relocatable ? make_device_part(request) : make_device_code(request);
    } catch (const Error& error) {
      if (error.code() != ErrorCode::CompilationFailed || job_.debug_device) throw;
    }
    // Once more with lines, for messages that name them.
    if (const int result = Process(with(device_words_, {"-gline-tables-only"})).wait(); result != 0)
      fail(ErrorCode::CompilationFailed, "clang failed with code {}", result);
    request.modules = {read_file(files_.file("device.bc"))};
    request.debug = true;
    return job_.relocatable ? make_device_part(request) : make_device_code(request);
  }

  std::string linked_code(const ObjectParts& parts) const {
    DeviceRequest request;
    request.modules = parts.modules;
    request.launches = parts.launches;
    request.ahead = job_.ahead;
    request.debug = job_.debug_device;
    request.architecture = parts.architecture;
    return make_device_code(request);
  }

  // Of -cubin or -fatbin with objects.
  int link_device_binary() const {
    const ObjectParts parts = parts_to_link({}, job_.link);
    if (job_.dry_run || parts.modules.empty()) return 0;
    const std::string name = "a_dlink" + job_.binary_ending;
    write_file(job_.output.empty() ? name : job_.output, linked_code(parts));
    return 0;
  }

  int make_archive() {
    Words words{"ar", "rcs", job_.output.empty() ? "a.a" : job_.output};
    words.insert(words.end(), objects_.begin(), objects_.end());
    words.insert(words.end(), job_.link.begin(), job_.link.end());
    return run_shown(words);
  }

  int make_link_object(const ObjectParts& parts, const std::string& object) const {
    const std::string code = files_.file("linked.code"), text = files_.file("linked.c");
    if (!parts.wanted.empty()) write_file(code, linked_code(parts));
    write_file(text, device_link_text(parts, code));
    return run_shown({clang(), "-x", "c", "-fPIC", "-O1", "-c", text, "-o", object});
  }

  int link_device() const {
    const ObjectParts parts = job_.dry_run ? ObjectParts{} : parts_to_link(objects_, job_.link);
    return make_link_object(parts, job_.output.empty() ? "a_dlink.o" : job_.output);
  }

  int finish() {
    switch (job_.stage) {
      case Stage::link:
        return link();
      case Stage::archive:
        return make_archive();
      case Stage::device_link:
        return link_device();
      case Stage::device_binary:
        return link_device_binary();
      default:
        return 0;
    }
  }

  // For what no device link has been made of yet.
  int link_missing() {
    const ObjectParts parts = parts_to_link(objects_, job_.link);
    if (!parts.incomplete()) return 0;
    objects_.push_back(files_.file("linked.o"));
    return make_link_object(parts, objects_.back());
  }

  int link() {
    if (!job_.dry_run)
      if (const int code = link_missing(); code != 0) return code;
    Words words{clang()};
    if (job_.shared) words.push_back("-shared");
    const Words flags = link_flags(job_);
    words.insert(words.end(), flags.begin(), flags.end());
    words.insert(words.end(), objects_.begin(), objects_.end());
    words.insert(words.end(), job_.link.begin(), job_.link.end());
    const Words libraries = library_arguments();
    words.insert(words.end(), libraries.begin(), libraries.end());
    // Programs that load libcuda.so.1 by hand find it, too.
    if (const fs::path folder = shim_libraries(); !folder.empty())
      words.push_back("-Wl,-rpath," + folder.string());
    const std::string program = job_.output.empty() ? "a.out" : job_.output;
    const int code = run_shown(with(words, {"-o", program}));
    show_for_cmake(program);
    return code == 0 && job_.run ? run_program(program) : code;
  }

  // The libraries of the folder that looks like a toolkit, if this was called as its nvcc; else nothing.
  fs::path shim_libraries() const {
    fs::path called = job_.called_as;
    if (job_.called_as.find('/') == std::string::npos) {
      const char* path = std::getenv("PATH");
      std::istringstream folders(path == nullptr ? "" : path);
      for (std::string one; std::getline(folders, one, ':');)
        if (fs::exists(fs::path(one) / job_.called_as)) {
          called = fs::path(one) / job_.called_as;
          break;
        }
    }
    const fs::path folder = fs::absolute(called).parent_path().parent_path() / "lib64";
    return fs::exists(folder / "libcudart.so") ? folder : fs::path();
  }

  // CMake runs nvcc with -v to learn where libraries are, what links a program and for which architecture: it looks for
  // LIBRARIES, and takes the first word of the last command with the same in it. We link ourselves, so that nobody needs
  // to know how. A linker's own line says where C++ programs with CUDA libraries find theirs.
  void show_for_cmake(const std::string& program) const {
    if (!job_.verbose && !job_.dry_run) return;
    Words libraries{"-lcudart"};
    if (const fs::path folder = shim_libraries(); !folder.empty())
      libraries.insert(libraries.begin(), "-L" + folder.string());
    const bool has_place = job_.called_as.find('/') != std::string::npos;
    const fs::path self =
        has_place ? fs::absolute(job_.called_as) : fs::read_symlink("/proc/self/exe");
    Words words{self.string(), "-arch", "compute_" + job_.architecture, "-o", program};
    words.insert(words.end(), libraries.begin(), libraries.end());
    std::fprintf(stderr, "#$ LIBRARIES=%s\n#$ %s\n", shell_text(libraries).c_str(),
                 shell_text(words).c_str());
    if (libraries.size() > 1) std::fprintf(stderr, "ld %s\n", libraries.front().c_str());
  }

  int run_program(const std::string& program) const {
    Words words{fs::absolute(program).string()};
    words.insert(words.end(), job_.run_arguments.begin(), job_.run_arguments.end());
    return run_shown(words);
  }

  const Job& job_;
  TemporaryFolder files_;
  Words device_words_;  // what compiled the device's half
  Words objects_;
};

}  // namespace

int build(const Job& job) {
  for (const std::string& note : job.notes)
    std::fprintf(stderr, "vgpucc: note: '%s' has no effect here\n", note.c_str());
  if (job.inputs.empty()) fail(ErrorCode::InvalidValue, "no input files");
  return Builder(job).build();
}

}  // namespace vgpu::vgpucc
