// Runs clang in this process: text in, LLVM module out, nothing on disk; see source_module.h.
// SPDX-License-Identifier: MIT
#include "compiler/front/source_module.h"

#include <algorithm>

#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/CodeGen/CodeGenAction.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/TemplateInstCallback.h"
#include "compiler/front/embedded_headers.h"
#include "compiler/front/guard.h"
#include "compiler/front/opencl/inner_locals.h"
#include "compiler/front/source_notes.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace vgpu::compiler {
namespace {

// More than any kernel file has; macros that expand without end stop here.
constexpr std::uint64_t kMaxTokens = 20'000'000;

// Lines of the preprocessor's own (#if) never become tokens of the parser, so expansions are counted as well.
constexpr std::uint64_t kMaxExpansions = 2'000'000;
constexpr std::uint64_t kMaxInstantiations = 200'000;

class ExpansionCounter final : public clang::PPCallbacks {
 public:
  void MacroExpands(const clang::Token&, const clang::MacroDefinition&, clang::SourceRange,
                    const clang::MacroArgs*) override {
    if (++count_ > kMaxExpansions) abandon_work("the source expands to too many tokens");
    check_deadline();
  }

 private:
  std::uint64_t count_ = 0;
};

// Templates that need ever more of each other have no natural end.
class InstantiationWatch final : public clang::TemplateInstantiationCallback {
 public:
  void initialize(const clang::Sema&) override {}
  void finalize(const clang::Sema&) override {}
  void atTemplateBegin(const clang::Sema&, const clang::Sema::CodeSynthesisContext&) override {
    if (++count_ > kMaxInstantiations) abandon_work("the source instantiates too many templates");
    check_deadline();
  }
  void atTemplateEnd(const clang::Sema&, const clang::Sema::CodeSynthesisContext&) override {}

 private:
  std::uint64_t count_ = 0;
};

// An atomic variable read or written as a plain one. spir64 would call a library for that, with addresses that it turns
// into generic ones by an instruction that LLVM refuses; the device has such loads and stores itself.
struct AtomicWidth : clang::TargetInfo {
  static void set(clang::TargetInfo& target) {
    auto& width = target.*&AtomicWidth::MaxAtomicInlineWidth;
    width = std::max<unsigned char>(width, 64);
  }
};

class ModuleAction final : public clang::EmitLLVMOnlyAction {
 public:
  ModuleAction(llvm::LLVMContext& context, SourceModule& result)
      : EmitLLVMOnlyAction(&context), result_(result) {}

 protected:
  bool BeginSourceFileAction(clang::CompilerInstance& compiler) override {
    compiler.getPreprocessor().setTokenWatcher([count = std::uint64_t{0}](const auto&) mutable {
      if (++count > kMaxTokens) abandon_work("the source expands to too many tokens");
      if (count % 1024 == 0) check_deadline();
    });
    compiler.getPreprocessor().addPPCallbacks(std::make_unique<ExpansionCounter>());
    AtomicWidth::set(compiler.getTarget());
    return EmitLLVMOnlyAction::BeginSourceFileAction(compiler);
  }

  // What clang's action does, with an eye on templates.
  void ExecuteAction() override {
    clang::CompilerInstance& compiler = getCompilerInstance();
    if (!compiler.hasSema()) compiler.createSema(getTranslationUnitKind(), nullptr);
    compiler.getSema().TemplateInstCallbacks.push_back(std::make_unique<InstantiationWatch>());
    EmitLLVMOnlyAction::ExecuteAction();
  }

  // The last moment at which both the module and the syntax tree exist.
  void EndSourceFileAction() override {
    clang::CompilerInstance& compiler = getCompilerInstance();
    if (compiler.hasASTConsumer() && getCodeGenerator())
      take_notes(*getCodeGenerator(), compiler.getASTContext(), result_);
    if (compiler.hasASTContext() && compiler.getLangOpts().OpenCL &&
        compiler.getDiagnostics().hasErrorOccurred())
      result_.second_text = move_inner_locals(compiler.getASTContext());
    note_files(getCompilerInstance().getSourceManager());
    EmitLLVMOnlyAction::EndSourceFileAction();
  }

 private:
  void note_files(clang::SourceManager& sources) {
    const auto main_file = sources.getFileEntryRefForID(sources.getMainFileID());
    for (auto entry = sources.fileinfo_begin(); entry != sources.fileinfo_end(); ++entry) {
      const llvm::StringRef name = entry->first.getName();
      const bool is_main = main_file && main_file->getName() == name;
      if (!is_main && !name.starts_with("/vgpu/")) result_.files.push_back(name.str());
    }
  }

  SourceModule& result_;
};

void add_file(llvm::vfs::InMemoryFileSystem& files, llvm::StringRef path, llvm::StringRef text) {
  files.addFile(path, 0, llvm::MemoryBuffer::getMemBuffer(text, path));
}

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> make_files(const FrontRequest& request) {
  auto memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  for (const EmbeddedHeader& header : embedded_headers())
    add_file(*memory, header.path, header.text);
  for (const auto& [name, text] : request.headers)
    add_file(*memory, std::string(kUserHeaders) + "/" + name, text);
  auto overlay =
      llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(llvm::vfs::getRealFileSystem());
  overlay->pushOverlay(memory);
  return overlay;
}

// The spellings of both languages' compilers.
bool asks_for_lines(const FrontRequest& request) {
  for (const std::string& word : split_options(request.options)) {
    for (const char* name : {"-g", "-G", "-lineinfo", "--generate-line-info", "--device-debug"})
      if (word == name) return true;
  }
  return false;
}

// What both languages have in common; limits keep hostile text from eating the machine. Without -funroll-loops the
// front end would mark every loop as not to be unrolled, and private arrays would never become registers. Arguments are
// not marked as having a value: the lanes beside a leader hand a variable without one to a shuffle.
Arguments all_arguments(const FrontRequest& request, const LanguageSetup& setup) {
  Arguments arguments = setup.arguments;
  arguments.insert(arguments.end(),
                   {"-O1", "-funroll-loops", "-disable-llvm-passes", "-no-enable-noundef-analysis",
                    "-resource-dir", kResourceFolder, "-internal-isystem", kClangHeaders, "-I",
                    kUserHeaders, "-fbracket-depth", "256", "-ftemplate-depth=256",
                    "-fconstexpr-depth=256", "-fconstexpr-steps=1048576", "-ferror-limit", "50"});
  if (request.debug_info || asks_for_lines(request))
    arguments.push_back("-debug-info-kind=line-tables-only");
  arguments.push_back(setup.file_name);
  return arguments;
}

bool read_arguments(clang::CompilerInvocation& invocation, const Arguments& arguments,
                    llvm::raw_ostream& stream) {
  std::vector<const char*> pointers;
  for (const std::string& argument : arguments) pointers.push_back(argument.c_str());
  auto options = llvm::makeIntrusiveRefCnt<clang::DiagnosticOptions>();
  clang::TextDiagnosticPrinter printer(stream, options.get());
  clang::DiagnosticsEngine diagnostics(new clang::DiagnosticIDs, options, &printer, false);
  return clang::CompilerInvocation::CreateFromArgs(invocation, pointers, diagnostics);
}

SourceModule run_clang(llvm::LLVMContext& context, const FrontRequest& request,
                       const LanguageSetup& setup, const std::string& text, std::string& log) {
  llvm::raw_string_ostream stream(log);
  auto invocation = std::make_shared<clang::CompilerInvocation>();
  SourceModule result;
  if (!read_arguments(*invocation, all_arguments(request, setup), stream)) return result;
  invocation->getPreprocessorOpts().addRemappedFile(
      setup.file_name, llvm::MemoryBuffer::getMemBufferCopy(text, setup.file_name).release());
  invocation->getCodeGenOpts().PassBuilderCallbacks.push_back([](llvm::PassBuilder& builder) {
    llvm::PassInstrumentationCallbacks* callbacks = builder.getPassInstrumentationCallbacks();
    callbacks->registerBeforeNonSkippedPassCallback([](auto&&...) { check_deadline(); });
  });
  clang::CompilerInstance compiler;
  compiler.setInvocation(invocation);
  compiler.createDiagnostics(
      new clang::TextDiagnosticPrinter(stream, &invocation->getDiagnosticOpts()), true);
  compiler.setVerboseOutputStream(stream);
  compiler.createFileManager(make_files(request));
  ModuleAction action(context, result);
  if (compiler.ExecuteAction(action)) result.module = action.takeModule();
  return result;
}

}  // namespace

SourceModule compile_text(llvm::LLVMContext& context, const FrontRequest& request,
                          const LanguageSetup& setup, std::string& log) {
  std::string first_log;
  SourceModule first =
      run_clang(context, request, setup, request.source + setup.appendix, first_log);
  if (!first.second_text.empty())  // its errors are the others, if there are any
    return run_clang(context, request, setup, first.second_text, log);
  log += first_log;
  return first;
}

}  // namespace vgpu::compiler
