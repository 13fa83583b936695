// Moves variables of local memory out of inner scopes; see inner_locals.h.
//
// A variable gets a name of its own, so that one of the same name in another scope stays another variable. Its uses are
// found by their tokens up to the end of its scope: clang drops uses of a variable that it has refused.
// SPDX-License-Identifier: MIT
#include "compiler/front/opencl/inner_locals.h"

#include <map>
#include <vector>

#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

namespace vgpu::compiler {
namespace {

struct Edit {
  unsigned length;
  std::string text;
};

class Mover final : public clang::RecursiveASTVisitor<Mover> {
 public:
  explicit Mover(clang::ASTContext& context)
      : context_(context),
        sources_(context.getSourceManager()),
        text_(sources_.getBufferData(sources_.getMainFileID())) {}

  bool TraverseFunctionDecl(clang::FunctionDecl* function) {
    if (!function->hasAttr<clang::OpenCLKernelAttr>()) return true;
    body_ = llvm::dyn_cast_or_null<clang::CompoundStmt>(function->getBody());
    return !body_ || RecursiveASTVisitor::TraverseFunctionDecl(function);
  }

  bool VisitCompoundStmt(clang::CompoundStmt* scope) {
    if (scope == body_) return true;
    for (const clang::Stmt* statement : scope->body())
      if (const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(statement))
        move(*declaration, *scope);
    return true;
  }

  std::string result() && {
    std::string out;
    unsigned done = 0;
    for (const auto& [offset, edit] : edits_) {
      if (offset < done) continue;  // a use inside a declaration that has moved
      out += text_.substr(done, offset - done);
      out += edit.text;
      done = offset + edit.length;
    }
    return edits_.empty() ? std::string() : out + text_.substr(done).str();
  }

 private:
  bool is_written(clang::SourceLocation place) const {
    return place.isFileID() && sources_.isWrittenInMainFile(place);
  }
  unsigned offset(clang::SourceLocation place) const { return sources_.getFileOffset(place); }

  std::vector<std::string> local_names(const clang::DeclStmt& declaration) const {
    std::vector<std::string> names;
    for (const clang::Decl* one : declaration.decls())
      if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(one))
        if (variable->getType().getAddressSpace() == clang::LangAS::opencl_local)
          names.push_back(variable->getNameAsString());
    return names;
  }

  // The tokens from one offset to another.
  template <class Visit>
  void for_tokens(unsigned from, unsigned to, Visit visit) const {
    clang::Lexer lexer(sources_.getLocForStartOfFile(sources_.getMainFileID()),
                       context_.getLangOpts(), text_.begin(), text_.begin() + from, text_.end());
    clang::Token token;
    for (lexer.LexFromRawLexer(token);
         token.isNot(clang::tok::eof) && offset(token.getLocation()) < to;
         lexer.LexFromRawLexer(token))
      visit(token);
  }

  static std::string new_name(const std::string& name, std::size_t number) {
    return "__vg_moved_" + std::to_string(number) + "_" + name;
  }

  void move(const clang::DeclStmt& declaration, const clang::CompoundStmt& scope) {
    const std::vector<std::string> names = local_names(declaration);
    if (names.empty() || !is_written(declaration.getBeginLoc()) ||
        !is_written(declaration.getEndLoc()) || !is_written(scope.getRBracLoc()) ||
        !is_written(body_->getLBracLoc()))
      return;
    const std::size_t number = ++moved_;
    const unsigned begin = offset(declaration.getBeginLoc()),
                   end = offset(declaration.getEndLoc()) + 1;
    const auto known = [&](llvm::StringRef word) { return llvm::is_contained(names, word); };
    std::string moved;
    for_tokens(begin, end, [&](const clang::Token& token) {
      const std::string word = spelling(token);
      moved += " " + (known(word) ? new_name(word, number) : word);
    });
    edits_.insert({offset(body_->getLBracLoc()) + 1, {0, moved}});
    const auto lines = static_cast<std::size_t>(text_.slice(begin, end).count('\n'));
    edits_.insert({begin, {end - begin, ";" + std::string(lines, '\n')}});
    bool member = false;
    for_tokens(end, offset(scope.getRBracLoc()), [&](const clang::Token& token) {
      const std::string word = spelling(token);
      if (!member && known(word))
        edits_.insert({offset(token.getLocation()), {token.getLength(), new_name(word, number)}});
      member = token.isOneOf(clang::tok::period, clang::tok::arrow);
    });
  }

  std::string spelling(const clang::Token& token) const {
    return text_.substr(offset(token.getLocation()), token.getLength()).str();
  }

  clang::ASTContext& context_;
  const clang::SourceManager& sources_;
  llvm::StringRef text_;
  const clang::CompoundStmt* body_ = nullptr;
  std::size_t moved_ = 0;
  std::multimap<unsigned, Edit>
      edits_;  // by their places in the text; of one place in the order of their making
};

}  // namespace

std::string move_inner_locals(clang::ASTContext& context) {
  Mover mover(context);
  mover.TraverseDecl(context.getTranslationUnitDecl());
  return std::move(mover).result();
}

}  // namespace vgpu::compiler
