// Reads the directives of a module of PTX text; see ptx_module.h.
// SPDX-License-Identifier: MIT
#include "compiler/front/cuda/ptx_module.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>

#include "compiler/front/cuda/ptx_body.h"
#include "compiler/front/cuda/ptx_lines.h"

namespace vgpu::compiler {
namespace {

constexpr char kHead[] =
    "#pragma clang diagnostic ignored \"-Weverything\"\n"
    "template <unsigned long long n, unsigned a> struct __align__(a) vgpu_bytes {\n"
    "  unsigned char data[n];\n};\n"
    "extern \"C\" __device__ int __vg_printf(const char*, const void*, int);\n";

// Where the bracket at `at` is closed, or the text's end.
std::size_t closing(std::string_view text, std::size_t at, char open, char close) {
  int depth = 0;
  for (std::size_t i = at; i < text.size(); ++i) {
    depth += text[i] == open ? 1 : text[i] == close ? -1 : 0;
    if (depth == 0) return i;
  }
  return text.size();
}

std::vector<ptx::Variable> read_list(std::string_view text) {
  std::vector<ptx::Variable> list;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    ptx::Variable one = ptx::read_variable(text.substr(at, end - at));
    if (!one.name.empty()) list.push_back(std::move(one));
    at = end + 1;
  }
  return list;
}

// .maxntid 16, 16: the product.
std::string bounds_of(std::string_view directives) {
  const std::vector<std::string> words = ptx::words_of(directives);
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] != ".maxntid" && words[i] != ".reqntid") continue;
    unsigned long threads = 1;
    for (++i; i < words.size() && words[i][0] != '.'; ++i)
      if (words[i] != ",") threads *= std::strtoul(words[i].c_str(), nullptr, 10);
    return threads != 0 && threads <= 1024 ? std::to_string(threads) : std::string();
  }
  return {};
}

// ".visible .entry name (parameters) .maxntid 256" or ".func (result) name (parameters)".
ptx::Function read_head(std::string_view head) {
  ptx::Function function;
  function.is_kernel = head.find(".entry") != std::string_view::npos;
  const std::string_view word = function.is_kernel ? ".entry" : ".func";
  std::size_t at = head.find(word);
  const std::string_view linkage = head.substr(0, at);
  function.is_visible = linkage.find(".visible") != std::string_view::npos ||
                        linkage.find(".extern") != std::string_view::npos ||
                        linkage.find(".weak") != std::string_view::npos;
  at += word.size();
  const auto skip = [&] {
    while (at < head.size() && std::isspace(static_cast<unsigned char>(head[at])) != 0) ++at;
  };
  const auto list = [&] {
    skip();
    if (at >= head.size() || head[at] != '(') return std::vector<ptx::Variable>();
    const std::size_t end = closing(head, at, '(', ')');
    std::vector<ptx::Variable> found = read_list(head.substr(at + 1, end - at - 1));
    at = std::min(end + 1, head.size());
    return found;
  };
  if (!function.is_kernel) function.results = list();
  skip();
  const std::size_t end = std::min(head.find_first_of(" \t\n(", at), head.size());
  function.name = head.substr(at, end - at);
  at = end;
  function.parameters = list();
  if (function.is_kernel) function.bounds = bounds_of(head.substr(at));
  return function;
}

struct Reader {
  std::string_view text;
  ptx::Surroundings around;
  std::vector<ptx::Variable> variables;  // in order
  std::vector<ptx::Function> functions;
  std::string error;

  void add_function(ptx::Function function) {
    const auto [found, is_new] = around.functions.try_emplace(function.name, function);
    if (!is_new && !function.body.empty()) found->second = function;
    functions.push_back(std::move(function));
  }
  void add_variable(std::string_view declaration) {
    ptx::Variable one = ptx::read_variable(declaration);
    if (one.name.empty()) {
      if (!declaration.starts_with(".pragma"))
        error = "error: PTX: '" + std::string(declaration.substr(0, 80)) + "' is not supported";
      return;
    }
    if (around.variables.try_emplace(one.name, one).second) variables.push_back(std::move(one));
  }

  // A directive that ends in a semicolon, or has braces.
  std::size_t read_one(std::size_t at) {
    const std::size_t end = std::min(text.find_first_of(";{=", at), text.size());
    const std::string_view head = text.substr(at, end - at);
    const bool code = head.find(".entry") != std::string_view::npos ||
                      head.find(".func") != std::string_view::npos;
    const std::size_t stop = end < text.size() && text[end] == '{'
                                 ? closing(text, end, '{', '}')
                                 : std::min(text.find(';', end), text.size());
    if (code) {
      ptx::Function function = read_head(head);
      if (end < text.size() && text[end] == '{') function.body = text.substr(end, stop - end + 1);
      add_function(std::move(function));
    } else if (!head.starts_with(".section")) {
      add_variable(text.substr(at, stop - at));
    }
    return stop + 1;
  }

  void read() {
    for (std::size_t at = 0; error.empty();) {
      at = text.find_first_not_of(" \t\r\n;", at);
      if (at == std::string_view::npos) return;
      at = read_one(at);
    }
  }
};

std::string write(const Reader& reader, bool old, std::string& error) {
  std::string text = kHead, functions;
  for (const ptx::Variable& variable : reader.variables)
    text += ptx::outer_declaration(variable, variable.is_visible || old);
  for (const ptx::Function& function : reader.functions)
    if (!ptx::is_run_time_function(function.name)) text += ptx::head_of(function) + ";\n";
  for (const ptx::Function& function : reader.functions)
    if (!function.body.empty() && error.empty())
      functions += ptx::write_function(function, reader.around, text, error);
  return text + functions;
}

}  // namespace

bool is_ptx_module(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    at = text.find_first_not_of(" \t\r\n", at);
    if (at == std::string_view::npos) return false;
    if (text.substr(at, 2) == "//")
      at = std::min(text.find('\n', at), text.size());
    else if (text.substr(at, 2) == "/*")
      at = std::min(text.find("*/", at), text.size() - 2) + 2;
    else
      return text.substr(at).starts_with(".version");
  }
  return false;
}

std::string cuda_of_ptx(std::string_view text, std::string& error) {
  const std::size_t version = text.find(".version");
  const std::string plain = ptx::plain_ptx(text);
  Reader reader{plain, {}, {}, {}, {}};
  reader.read();
  error = reader.error;
  // Before PTX 3 there was no .visible.
  const bool old = std::strtod(std::string(text.substr(version + 8, 8)).c_str(), nullptr) < 3.0;
  return error.empty() ? write(reader, old, error) : std::string();
}

}  // namespace vgpu::compiler
