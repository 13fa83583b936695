// Links what a module needs of the device library, and nothing else; see link_library.h.
//
// Each round looks up the undefined symbols, reads the parts that define them lazily (bodies are only read when the
// linker takes them) and links with "only needed"; library functions call each other, so rounds repeat until nothing
// new is found. SPDX-License-Identifier: MIT
#include "compiler/front/link_library.h"

#include <set>

#include "compiler/front/source_place.h"
#include "compiler/lib/library.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/MemoryBuffer.h"

namespace vgpu::compiler {
namespace {

std::set<const LibraryPart*> needed_parts(const llvm::Module& module) {
  std::set<const LibraryPart*> parts;
  for (const llvm::Function& function : module) {
    if (!function.isDeclaration() || function.isIntrinsic() || function.use_empty()) continue;
    const llvm::StringRef name = function.getName();
    if (const LibraryPart* part = find_library_part({name.data(), name.size()})) parts.insert(part);
  }
  return parts;
}

std::string link_part(llvm::Linker& linker, llvm::LLVMContext& context, const LibraryPart& part) {
  const llvm::StringRef bytes(reinterpret_cast<const char*>(part.data), part.size);
  auto loaded = llvm::getLazyBitcodeModule(llvm::MemoryBufferRef(bytes, part.name), context,
                                           /*ShouldLazyLoadMetadata=*/true);
  if (!loaded) return "device library: " + llvm::toString(loaded.takeError()) + "\n";
  if (linker.linkInModule(std::move(*loaded), llvm::Linker::LinkOnlyNeeded))
    return "device library: cannot link " + std::string(part.name) + "\n";
  return {};
}

// What the convention or the loader provides.
bool is_known(llvm::StringRef name) {
  return name.starts_with("__vg_") || name == "memcpy" || name == "memmove" || name == "memset" ||
         name == "memcmp";
}

std::string undefined_functions(const llvm::Module& module) {
  std::string errors;
  for (const llvm::Function& function : module) {
    if (!function.isDeclaration() || function.isIntrinsic() || function.use_empty()) continue;
    if (is_known(function.getName())) continue;
    errors += place_of_use(function) + "error: undefined function '" +
              llvm::demangle(function.getName()) + "'\n";
  }
  return errors;
}

class LogHandler final : public llvm::DiagnosticHandler {
 public:
  explicit LogHandler(std::string& log) : log_(log) {}
  bool handleDiagnostics(const llvm::DiagnosticInfo& info) override {
    if (info.getSeverity() != llvm::DS_Error) return true;
    llvm::raw_string_ostream stream(log_);
    llvm::DiagnosticPrinterRawOStream printer(stream);
    stream << "error: ";
    info.print(printer);
    stream << '\n';
    return true;
  }

 private:
  std::string& log_;
};

}  // namespace

std::unique_ptr<llvm::DiagnosticHandler> make_log_handler(std::string& log) {
  return std::make_unique<LogHandler>(log);
}

bool link_module(llvm::Module& module, std::unique_ptr<llvm::Module> other, std::string& log) {
  llvm::LLVMContext& context = module.getContext();
  auto before = context.getDiagnosticHandler();
  context.setDiagnosticHandler(make_log_handler(log));
  const bool failed = llvm::Linker::linkModules(module, std::move(other));
  context.setDiagnosticHandler(std::move(before));
  return failed;
}

std::string link_library(llvm::Module& module) {
  llvm::Linker linker(module);
  for (int round = 0; round < 16; ++round) {
    const auto parts = needed_parts(module);
    if (parts.empty()) break;
    for (const LibraryPart* part : parts)
      if (std::string error = link_part(linker, module.getContext(), *part); !error.empty())
        return error;
  }
  return undefined_functions(module);
}

}  // namespace vgpu::compiler
