// Reads the command line of nvcc; see options.h. The table is the documentation: one row an option.
// SPDX-License-Identifier: MIT
#include "vgpucc/options.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <sstream>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "vgpucc/command.h"
#include "vgpucc/header_folders.h"

namespace vgpu::vgpucc {
namespace {

enum class Takes {
  nothing,
  value,   // -opt value, -opt=value
  joined,  // the same and -optvalue
};

struct Option {
  const char* names;  // separated by blanks
  Takes takes;
  void (*apply)(Job& job, const std::string& value);
  const char* meaning;
};

void add(Words& words, std::initializer_list<std::string> more) { words.insert(words.end(), more); }

void ignore(Job&, const std::string&) {}

// As a shell would: blanks part words, quotes and backslashes keep them together.
Words split_words(const std::string& text) {
  Words words;
  std::string word;
  bool open = false;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote == 0 && std::isspace(static_cast<unsigned char>(c))) {
      if (open) words.push_back(std::exchange(word, {}));
      open = false;
      continue;
    }
    open = true;
    if (c == quote || (quote == 0 && (c == '"' || c == '\''))) {
      quote = c == quote ? '\0' : c;
    } else {
      word += c == '\\' && quote != '\'' && i + 1 < text.size() ? text[++i] : c;
    }
  }
  if (open) words.push_back(word);
  return words;
}

// a,b,c as nvcc's -X options take them; a backslash keeps a comma, and quotes that make left on go as a shell's do:
// -Xcompiler \"-Wl,-rpath\" of a Makefile.
Words split_list(const std::string& text) {
  Words parts(1);
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool escape = text[i] == '\\' && i + 1 < text.size();
    if (escape && std::string_view(",\"'").find(text[i + 1]) != std::string_view::npos) {
      parts.back() += text[++i];
    } else if (quote != 0 ? text[i] == quote : text[i] == '"' || text[i] == '\'') {
      quote = quote != 0 ? 0 : text[i];
    } else if (quote == 0 && (text[i] == ',' || text[i] == ' ')) {
      parts.emplace_back();
    } else {
      parts.back() += text[i];
    }
  }
  std::erase(parts, "");
  return parts;
}

// -Wl,-rpath,dir is one word for the host compiler, whatever its commas.
Words split_compiler_list(const std::string& text) {
  Words parts;
  for (const std::string& part : split_list(text)) {
    const bool continues = !parts.empty() &&
                           (parts.back().starts_with("-Wl,") || parts.back() == "-Wl") &&
                           !part.starts_with("-f");
    if (continues)
      parts.back() += "," + part;
    else
      parts.push_back(part);
  }
  return parts;
}

// Ways to optimise, to report and to name that gcc alone has; clang would end at them.
bool is_only_gccs(const std::string& word) {
  constexpr std::string_view kStarts[] = {"-fno-gnu-unique",
                                          "-fopt-info",
                                          "-ftree-vectorizer-verbose",
                                          "-fconcepts",
                                          "-fabi-version",
                                          "-fipa-",
                                          "-floop-",
                                          "-fsplit-loops",
                                          "-fsplit-paths",
                                          "-fvar-tracking",
                                          "-fext-numeric-literals",
                                          "-fno-weak",
                                          "-fgnu89-inline"};
  return std::any_of(std::begin(kStarts), std::end(kStarts),
                     [&](std::string_view start) { return word.starts_with(start); });
}

// Standards are those of the whole file here, and gcc only says that it does not know C's for C++.
void add_host_word(Job& job, const std::string& word) {
  if (word.starts_with("-Wl,"))
    job.link.push_back(word);
  else if (is_only_gccs(word))
    job.notes.push_back(word);
  else if (word.starts_with("-std=") || word == "-ansi")
    (word.find("++") != std::string::npos ? job.common : job.notes).push_back(word);
  else
    job.host.push_back(word);
}

void add_header_folder(Job& job, std::initializer_list<std::string> words) {
  if (!holds_toolkit(*(words.end() - 1))) add(job.common, words);
}

void set_stage(Job& job, Stage stage) { job.stage = stage; }

// The digits of sm_86, compute_86, compute_90a; none in words such as "native".
std::string number_in(const std::string& text) {
  const auto digit = std::min(text.find_first_of("0123456789"), text.size());
  const auto end = std::min(text.find_first_not_of("0123456789", digit), text.size());
  return text.substr(digit, end - digit);
}

void set_architecture(Job& job, const std::string& text) {
  if (const std::string number = number_in(text); !number.empty()) job.architecture = number;
}

// Of several a device takes the highest that it can run, which the default one is asked for; else the lowest.
void add_architecture(Job& job, const std::string& text) {
  const std::string number = number_in(text);
  if (number.empty()) return;
  const auto fits = [](const std::string& one) {
    return std::stoul(one) <= std::stoul(kUsualArchitecture);
  };
  const auto above = [](const std::string& a, const std::string& b) {
    return std::stoul(a) > std::stoul(b);
  };
  const std::string& best = job.generated;
  if (best.empty() ||
      (fits(number) ? !fits(best) || above(number, best) : !fits(best) && above(best, number)))
    job.architecture = job.generated = number;
}

const Option kOptions[] = {
    {"-o --output-file", Takes::value, [](Job& j, const std::string& v) { j.output = v; },
     "name of the result"},
    {"-c --compile", Takes::nothing,
     [](Job& j, const std::string&) { set_stage(j, Stage::compile); }, "compile to objects"},
    {"-dc --device-c", Takes::nothing,
     [](Job& j, const std::string&) { set_stage(j, Stage::compile), j.relocatable = true; },
     "compile to objects whose device code is linked later"},
    {"-dw --device-w", Takes::nothing,
     [](Job& j, const std::string&) { set_stage(j, Stage::compile), j.relocatable = false; },
     "compile to objects with complete device code"},
    {"-dlink --device-link", Takes::nothing,
     [](Job& j, const std::string&) { set_stage(j, Stage::device_link); },
     "link device code of objects"},
    {"-lib --lib", Takes::nothing, [](Job& j, const std::string&) { set_stage(j, Stage::archive); },
     "make an archive"},
    {"-link --link", Takes::nothing, [](Job& j, const std::string&) { set_stage(j, Stage::link); },
     "link (the default)"},
    {"-E --preprocess", Takes::nothing,
     [](Job& j, const std::string&) { set_stage(j, Stage::preprocess), add(j.common, {"-E"}); },
     "preprocess only"},
    {"-M --generate-dependencies", Takes::nothing,
     [](Job& j, const std::string&) { set_stage(j, Stage::preprocess), add(j.common, {"-M"}); },
     "list the files that are included"},
    {"-MM --generate-nonsystem-dependencies", Takes::nothing,
     [](Job& j, const std::string&) { set_stage(j, Stage::preprocess), add(j.common, {"-MM"}); },
     "the same without system headers"},
    {"-MD --generate-dependencies-with-compile", Takes::nothing,
     [](Job& j, const std::string&) { add(j.host, {"-MD"}); }, "write dependencies beside"},
    {"-MMD --generate-nonsystem-dependencies-with-compile", Takes::nothing,
     [](Job& j, const std::string&) { add(j.host, {"-MMD"}); }, "the same without system headers"},
    {"-MP --generate-dependency-targets", Takes::nothing,
     [](Job& j, const std::string&) { add(j.host, {"-MP"}); }, "empty rules for headers"},
    {"-MF --dependency-output", Takes::value,
     [](Job& j, const std::string& v) { add(j.host, {"-MF", v}); }, "file for dependencies"},
    {"-MT --dependency-target-name", Takes::value,
     [](Job& j, const std::string& v) { add(j.host, {"-MT", v}); }, "target in dependencies"},
    {"-MQ", Takes::value, [](Job& j, const std::string& v) { add(j.host, {"-MQ", v}); },
     "the same, quoted"},
    {"-ptx --ptx", Takes::nothing,
     [](Job& j, const std::string&) {
       set_stage(j, Stage::device_binary), j.binary_ending = ".ptx";
     },
     "the device code alone, as a module that cuModuleLoad takes"},
    {"-cubin --cubin", Takes::nothing,
     [](Job& j, const std::string&) {
       set_stage(j, Stage::device_binary), j.binary_ending = ".cubin";
     },
     "the same"},
    {"-fatbin --fatbin", Takes::nothing,
     [](Job& j, const std::string&) {
       set_stage(j, Stage::device_binary), j.binary_ending = ".fatbin";
     },
     "the same"},
    {"-cuda --cuda", Takes::nothing,
     [](Job& j, const std::string&) { set_stage(j, Stage::host_source); },
     "C++ for the host's compiler, with the device code in it"},
    {"-shared --shared", Takes::nothing, [](Job& j, const std::string&) { j.shared = true; },
     "make a shared library"},
    {"-odir --output-directory", Takes::value,
     [](Job& j, const std::string& v) { j.output_folder = v; }, "folder for results"},
    {"-x --x", Takes::joined, [](Job& j, const std::string& v) { j.forced_language = v; },
     "language of the inputs: cu, c++, c"},
    {"-I --include-path", Takes::joined,
     [](Job& j, const std::string& v) {
       for (const std::string& part : split_list(v)) add_header_folder(j, {"-I", part});
     },
     "folder of headers; a CUDA toolkit's is passed over"},
    {"-isystem --system-include", Takes::joined,
     [](Job& j, const std::string& v) { add_header_folder(j, {"-isystem", v}); },
     "folder of system headers"},
    {"-iquote", Takes::value, [](Job& j, const std::string& v) { add(j.common, {"-iquote", v}); },
     "folder of quoted headers"},
    {"-include --pre-include", Takes::value,
     [](Job& j, const std::string& v) { add(j.common, {"-include", v}); },
     "header to include first"},
    {"-D --define-macro", Takes::joined,
     [](Job& j, const std::string& v) { add(j.common, {"-D" + v}); }, "macro"},
    {"-U --undefine-macro", Takes::joined,
     [](Job& j, const std::string& v) { add(j.common, {"-U" + v}); }, "no macro"},
    {"-L --library-path", Takes::joined,
     [](Job& j, const std::string& v) { add(j.link, {"-L" + v}); }, "folder of libraries"},
    {"-O --optimize", Takes::joined, [](Job& j, const std::string& v) { j.optimization = v; },
     "optimisation of host code; device code is always optimised"},
    {"-std --std", Takes::value, [](Job& j, const std::string& v) { add(j.common, {"-std=" + v}); },
     "C++ standard"},
    {"-g --debug", Takes::nothing, [](Job& j, const std::string&) { add(j.host, {"-g"}); },
     "debug information of host code"},
    {"-G --device-debug -lineinfo --generate-line-info", Takes::nothing,
     [](Job& j, const std::string&) { j.debug_device = true; }, "line numbers of device code"},
    {"-pg --profile", Takes::nothing, [](Job& j, const std::string&) { add(j.host, {"-pg"}); },
     "gprof"},
    {"-noeh --no-exceptions", Takes::nothing,
     [](Job& j, const std::string&) { add(j.host, {"-fno-exceptions"}); },
     "host code without exceptions"},
    {"-t --threads", Takes::joined,
     [](Job&, const std::string& v) {
       if (v.find_first_not_of("0123456789") != std::string::npos)
         fail(ErrorCode::InvalidValue, "-t{} is unknown", v);
     },
     "no effect"},
    {"-ftemplate-depth --ftemplate-depth", Takes::value,
     [](Job& j, const std::string& v) { add(j.common, {"-ftemplate-depth=" + v}); },
     "templates within templates"},
    {"-ftemplate-backtrace-limit --ftemplate-backtrace-limit", Takes::value,
     [](Job& j, const std::string& v) { add(j.common, {"-ftemplate-backtrace-limit=" + v}); },
     "how many of them a message names"},
    {"-w --disable-warnings", Takes::nothing,
     [](Job& j, const std::string&) { add(j.common, {"-w"}); }, "no warnings"},
    {"-Werror --Werror", Takes::value, ignore, "kinds of warnings as errors: not used"},
    {"-arch --gpu-architecture", Takes::value, set_architecture, "__CUDA_ARCH__"},
    {"-code --gpu-code", Takes::value, ignore, "follows -arch"},
    {"-gencode --generate-code", Takes::value, add_architecture,
     "__CUDA_ARCH__, the last one given"},
    {"-rdc --relocatable-device-code", Takes::value,
     [](Job& j, const std::string& v) { j.relocatable = v == "true"; },
     "link device code of several files"},
    {"-Xcompiler --compiler-options", Takes::value,
     [](Job& j, const std::string& v) {
       for (const std::string& part : split_compiler_list(v)) add_host_word(j, part);
     },
     "to the host compiler"},
    {"-Xlinker --linker-options", Takes::value,
     [](Job& j, const std::string& v) {
       for (const std::string& part : split_list(v)) add(j.link, {"-Xlinker", part});
     },
     "to the linker"},
    {"-Xptxas --ptxas-options -Xnvlink --nvlink-options -Xarchive --archive-options -Xcudafe "
     "--cudafe-options -Xopencc --opencc-options -Xfatbin --fatbin-options",
     Takes::value, [](Job& j, const std::string& v) { j.notes.push_back(v); },
     "for tools that are not used: ignored with a note"},
    {"-use_fast_math --use_fast_math", Takes::nothing,
     [](Job& j, const std::string&) {
       add(j.device, {"-D__USE_FAST_MATH__=1", "-fapprox-func"});
       add(j.host, {"-D__USE_FAST_MATH__=1"});
     },
     "fast device math"},
    {"-fmad --fmad", Takes::value,
     [](Job& j, const std::string& v) {
       add(j.device, {v == "false" ? "-ffp-contract=off" : "-ffp-contract=fast"});
     },
     "fused multiply-add on the device"},
    {"-ftz --ftz -prec-div --prec-div -prec-sqrt --prec-sqrt -maxrregcount --maxrregcount",
     Takes::value, ignore, "no effect: math is precise"},
    {"-default-stream --default-stream", Takes::value,
     [](Job& j, const std::string& v) {
       if (v == "legacy" || v == "null") return;
       if (v != "per-thread") fail(ErrorCode::InvalidValue, "--default-stream {} is unknown", v);
       add(j.common, {"-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1"});
       add(j.host, {"-Xclang", "-fgpu-default-stream=per-thread"});
     },
     "legacy or per-thread"},
    {"-run --run", Takes::nothing, [](Job& j, const std::string&) { j.run = true; },
     "run the program when it is linked"},
    {"-run-args --run-args", Takes::value,
     [](Job& j, const std::string& v) {
       for (const std::string& part : split_list(v)) j.run_arguments.push_back(part);
     },
     "its arguments, with commas between them"},
    {"-dryrun --dryrun", Takes::nothing, [](Job& j, const std::string&) { j.dry_run = true; },
     "print the commands only"},
    {"-v --verbose", Takes::nothing, [](Job& j, const std::string&) { j.verbose = true; },
     "print the commands"},
    {"--no-ahead", Takes::nothing, [](Job& j, const std::string&) { j.ahead = false; },
     "vgpucc's own: leave machine code to the first launch"},
    {"-ccbin --compiler-bindir -cudart --cudart -cudadevrt --cudadevrt -keep-dir --keep-dir "
     "-m --machine -ldir --library-directory -target-dir --target-directory "
     "-diag-suppress --diag-suppress -diag-error --diag-error -diag-warn --diag-warn "
     "-split-compile --split-compile -dopt --dopt -idp --input-drive-prefix -ddp -dp "
     "-arch-list -brief-diag --brief-diagnostics -opt-info "
     "--optimization-info -time --time -static-global-template-stub "
     "--static-global-template-stub -device-stack-protector --device-stack-protector -jtd "
     "--jump-table-density -split-compile-extended --split-compile-extended -fdevice-time-trace "
     "--fdevice-time-trace -device-entity-has-hidden-visibility "
     "--device-entity-has-hidden-visibility -compress-mode --compress-mode -arbin "
     "--archiver-binary --libdevice-directory --frandom-seed -Ofc --Ofast-compile "
     "--dependency-drive-prefix --drive-prefix -e --entries -hls --host-linker-script "
     "-frandom-seed -qpp-config --qpp-config -po -host-compilation --host-compilation",
     Takes::value, ignore, "no effect"},
    {"-expt-extended-lambda --expt-extended-lambda -extended-lambda --extended-lambda",
     Takes::nothing,
     [](Job& j, const std::string&) { add(j.cuda, {"-D__CUDACC_EXTENDED_LAMBDA__=1"}); },
     "its macro: lambdas may be the device's anyway"},
    {"-expt-relaxed-constexpr --expt-relaxed-constexpr", Takes::nothing,
     [](Job& j, const std::string&) { add(j.cuda, {"-D__CUDACC_RELAXED_CONSTEXPR__=1"}); },
     "its macro: constexpr functions are both sides' anyway"},
    {"-keep --keep -save-temps --save-temps "
     "-restrict --restrict -m64 -noprof --no-align-double -res-usage --resource-usage "
     "-src-in-ptx --source-in-ptx -clean --clean-targets -nodlink "
     "-Wno-deprecated-gpu-targets --Wno-deprecated-gpu-targets -Wno-deprecated-declarations "
     "--display-error-number -display-error-number -no-display-error-number "
     "-forward-unknown-to-host-compiler --forward-unknown-to-host-compiler "
     "-forward-unknown-to-host-linker --forward-unknown-to-host-linker "
     "-forward-unknown-opts -extra-device-vectorization --extra-device-vectorization "
     "-Wreorder -Wdefault-stream-launch -Wext-lambda-captures-this "
     "-Wmissing-launch-bounds -allow-unsupported-compiler --allow-unsupported-compiler "
     "-compress-all --compress-all -dlto --dlink-time-opt -use-local-env -lto --lto -gen-opt-lto "
     "--gen-opt-lto -no-compress --no-compress -err-no -no-err-no --no-display-error-number "
     "-keep-device-functions --keep-device-functions -jobserver --jobserver -objtemp "
     "--objdir-as-tempdir -ewp --extensible-whole-program -nohdmoveforward "
     "--no-host-device-move-forward -nohdinitlist --no-host-device-initializer-list "
     "--no-device-link --forward-unknown-opts --m64 -no-align-double --Wreorder "
     "--Wdefault-stream-launch --Wext-lambda-captures-this --Wmissing-launch-bounds "
     "--Wno-deprecated-declarations --use-local-env --dont-use-profile -aug-hls "
     "--augment-host-linker-script -reloc-ptx --relocatable-ptx",
     Takes::nothing, ignore, "no effect"},
};

bool has_name(const Option& option, std::string_view name) {
  std::istringstream names(option.names);
  for (std::string one; names >> one;)
    if (one == name) return true;
  return false;
}

// -Ifoo: the option -I with "foo" behind it.
const Option* find_joined(const std::string& word, std::string& value) {
  for (const Option& option : kOptions) {
    if (option.takes != Takes::joined) continue;
    std::istringstream names(option.names);
    for (std::string name; names >> name;) {
      if (name.starts_with("--") || !word.starts_with(name)) continue;
      value = word.substr(name.size());
      return &option;
    }
  }
  return nullptr;
}

const Option* find_option(const std::string& name) {
  for (const Option& option : kOptions)
    if (has_name(option, name)) return &option;
  return nullptr;
}

class Reader {
 public:
  explicit Reader(Words words) : words_(std::move(words)) {}

  Job read() {
    for (; at_ < words_.size(); ++at_) read_word(words_[at_]);
    if (!job_.forced_language.empty()) apply_language();
    return std::move(job_);
  }

 private:
  void read_word(const std::string& word) {
    if (word == "-optf" || word == "--options-file") return add_words_of(next(word));
    if (word.size() < 2 || word[0] != '-') return add_input(word);
    if (word.starts_with("-l") && word != "-lib" && word != "-lineinfo" && word != "-ldir" &&
        word != "-link" && word != "-lto")
      return add_library(word.size() > 2 ? word.substr(2) : next(word));
    if (word == "--library" || word.starts_with("--library="))
      return add_library(word == "--library" ? next(word) : word.substr(10));
    const auto equals = word.find('=');
    const std::string name = word.substr(0, equals);
    const Option* option = find_option(name);
    if (option != nullptr && option->takes == Takes::nothing && equals == std::string::npos)
      return option->apply(job_, "");
    if (option != nullptr && option->takes != Takes::nothing)
      return option->apply(job_,
                           equals == std::string::npos ? next(word) : word.substr(equals + 1));
    std::string value;
    if (const Option* joined = find_joined(word, value)) return joined->apply(job_, value);
    add_unknown(word);
  }

  // nvcc refuses what it does not know; projects of other compilers' habits come through here too.
  void add_unknown(const std::string& word) {
    for (const char* to_linker : {"-static", "-rdynamic", "-pthread", "-pie", "-no-pie", "-s"})
      if (word == to_linker) return job_.link.push_back(word);
    if (word.starts_with("-Wl,")) return job_.link.push_back(word);
    if (word.starts_with("-f") || word.starts_with("-W") || word.starts_with("-m") ||
        word.starts_with("-pedantic") || word == "-pipe")
      return job_.host.push_back(word);
    fail(ErrorCode::InvalidValue, "unknown option: {}", word);
  }

  std::string next(const std::string& word) {
    if (at_ + 1 >= words_.size()) fail(ErrorCode::InvalidValue, "{} needs a value", word);
    return words_[++at_];
  }

  // What CUDA keeps in libraries of their own is part of the run time here, and so are their static forms. Makefiles
  // often name more than the program uses: a library that is not there is missed at its header, not here.
  void add_library(const std::string& name) {
    const std::string plain = name.ends_with("_static") ? name.substr(0, name.size() - 7) : name;
    for (const char* own :
         {"cudart",     "cudadevrt",    "cuda",     "nvrtc",    "nvrtc-builtins", "curand",
          "nvToolsExt", "nvtx3interop", "cudnvrtc", "cupti",    "cufft",          "cufftw",
          "cublas",     "cublasLt",     "cusparse", "cusolver", "culibos",        "nvJitLink",
          "nvidia-ml",  "cudnn",        "nccl",     "cutil",    "cutil_x86_64"})
      if (plain == own) return;
    if (plain.starts_with("cudnn_")) return;  // version 8 is several: cudnn_ops_infer, ...
    // gcc's OpenMP: the compiler that makes the code brings a library of its own.
    if (plain == "gomp" || plain == "iomp5") return add(job_.link, {"-fopenmp"});
    job_.link.push_back("-l" + name);
  }

  InputKind kind_of(const std::string& path) const {
    const std::string ending = std::filesystem::path(path).extension().string();
    const bool source = ending == ".cu" || ending == ".cpp" || ending == ".cc" ||
                        ending == ".cxx" || ending == ".c" || ending == ".C" || ending == ".cuh" ||
                        ending == ".h" || ending == ".hpp" || ending.empty();
    if (!job_.forced_language.empty() && source)
      return job_.forced_language == "cu"  ? InputKind::cuda
             : job_.forced_language == "c" ? InputKind::c
                                           : InputKind::cpp;
    if (ending == ".cu") return InputKind::cuda;
    if (ending == ".cpp" || ending == ".cc" || ending == ".cxx" || ending == ".C" ||
        ending == ".ii")
      return InputKind::cpp;
    if (ending == ".c") return InputKind::c;
    return ending == ".s" || ending == ".S" ? InputKind::assembler : InputKind::linked;
  }

  // -x means all inputs, also those named before it.
  void apply_language() {
    for (Input& input : job_.inputs) {
      const InputKind before = std::exchange(input.kind, kind_of(input.path));
      if (before == InputKind::linked && input.kind != before) std::erase(job_.link, input.path);
    }
  }

  // @file and -optf file hold more words.
  void add_input(const std::string& word) {
    if (word[0] != '@') {
      job_.inputs.push_back({word, kind_of(word)});
      if (job_.inputs.back().kind == InputKind::linked) job_.link.push_back(word);
      return;
    }
    add_words_of(word.substr(1));
  }

  void add_words_of(const std::string& path) {
    const Words more = split_words(read_file(path));
    words_.insert(words_.begin() + static_cast<std::ptrdiff_t>(at_) + 1, more.begin(), more.end());
  }

  Words words_;
  std::size_t at_ = 0;
  Job job_;
};

}  // namespace

Job read_options(const Words& words) { return Reader(words).read(); }

std::string option_list() {
  std::string text;
  for (const Option& option : kOptions) {
    text += "  " + std::string(option.names) + (option.takes == Takes::nothing ? "" : " <value>");
    text += "\n        " + std::string(option.meaning) + "\n";
  }
  return text;
}

}  // namespace vgpu::vgpucc
