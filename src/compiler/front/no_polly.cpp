// Answers for the one LLVM extension that Debian names in its headers but does not ship as a library.
//
// clang's back end asks every extension for its passes; this one has none. SPDX-License-Identifier: MIT
#include "llvm/Passes/PassPlugin.h"

// NOLINTBEGIN(readability-identifier-naming): LLVM's name
llvm::PassPluginLibraryInfo getPollyPluginInfo();

llvm::PassPluginLibraryInfo getPollyPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "none", LLVM_VERSION_STRING, [](llvm::PassBuilder&) {}};
}
// NOLINTEND(readability-identifier-naming)
