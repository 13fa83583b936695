// Takes the text of PTX apart; see ptx_lines.h.
// SPDX-License-Identifier: MIT
#include "compiler/front/cuda/ptx_lines.h"

#include <algorithm>
#include <cctype>

namespace vgpu::compiler::ptx {
namespace {

std::string trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1));
}

bool is_label(const std::string& text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' || c == '%';
  });
}

std::string without_comments(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i, 2) == "//") {
      i = std::min(text.find('\n', i), text.size());
      result += '\n';
    } else if (text.substr(i, 2) == "/*") {
      i = std::min(text.find("*/", i + 2), text.size() - 2) + 1;
      result += ' ';
    } else {
      result += text[i];
    }
  }
  return result;
}

}  // namespace

std::string plain_ptx(std::string_view text) {
  const std::string plain = without_comments(text);
  std::string result;
  for (std::size_t at = 0; at < plain.size();) {
    const std::size_t end = std::min(plain.find('\n', at), plain.size());
    const std::string line = trimmed(std::string_view(plain).substr(at, end - at));
    const std::string word = line.substr(0, line.find_first_of(" \t"));
    const bool dropped = word == ".loc" || word == ".file" || word == ".version" ||
                         word == ".target" || word == ".address_size" ||
                         word.starts_with("@@DWARF");
    if (!dropped) result += line + "\n";
    at = end + 1;
  }
  return result;
}

std::vector<PtxLine> ptx_lines(std::string_view body) {
  std::vector<PtxLine> lines;
  std::vector<std::size_t> open;
  std::size_t scopes = 0;
  std::string current;
  int inner = 0;  // braces within a statement: lists
  const auto scope = [&] { return open.empty() ? std::size_t{0} : open.back(); };
  for (std::size_t i = 0; i < body.size(); ++i) {
    const char c = body[i];
    const std::string so_far = trimmed(current);
    if (c == ':' && is_label(so_far) && body.substr(i, 2) != "::") {
      lines.push_back({PtxLine::Kind::label, so_far, scope()});
      current.clear();
    } else if (c == '{' && so_far.empty()) {
      open.push_back(++scopes);
      lines.push_back({PtxLine::Kind::open, {}, scope()});
      current.clear();
    } else if (c == '}' && so_far.empty() && inner == 0) {
      lines.push_back({PtxLine::Kind::close, {}, scope()});
      if (!open.empty()) open.pop_back();
    } else if (c == ';') {
      if (!so_far.empty()) lines.push_back({PtxLine::Kind::statement, so_far, scope()});
      current.clear();
    } else {
      inner += c == '{' ? 1 : c == '}' ? -1 : 0;
      current += c;
    }
  }
  return lines;
}

}  // namespace vgpu::compiler::ptx
