// Rewrites launches in device code; see child_launches.h.
//
// The text is preprocessed, so there are no comments and macros are spelled out; lines that begin with # tell
// which file and line follows. SPDX-License-Identifier: MIT
#include "vgpucc/child_launches.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <regex>
#include <sstream>
#include <vector>

namespace vgpu::vgpucc {
namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

struct Launch {
  std::size_t kernel, kernel_end, open, close;  // close: of >>>
};

// Walks over text and knows where it is.
class Scanner {
 public:
  Scanner(const std::string& text, std::string wanted) : text_(text), wanted_(std::move(wanted)) {}

  // The next place outside of literals where the wanted text stands; npos at the end.
  std::size_t next() {
    for (; at_ < text_.size(); step()) {
      if (begins_line() && text_[at_] == '#') {
        read_marker();
      } else if (text_[at_] == '"' || text_[at_] == '\'') {
        skip_literal();
      } else if (text_.compare(at_, wanted_.size(), wanted_) == 0) {
        const std::size_t found = at_;
        at_ += wanted_.size();
        return found;
      }
    }
    return std::string::npos;
  }
  SourceLine line() const { return {file_, line_}; }

 private:
  bool begins_line() const { return at_ == 0 || text_[at_ - 1] == '\n'; }
  void step() {
    if (at_ < text_.size() && text_[at_] == '\n') ++line_;
    ++at_;
  }
  // # 12 "file.cu" 2: the next line is that one.
  void read_marker() {
    const std::size_t end = std::min(text_.find('\n', at_), text_.size());
    static const std::regex marker("#\\s*(?:line\\s+)?(\\d+)\\s+\"(.*)\".*");
    std::smatch parts;
    const std::string whole = text_.substr(at_, end - at_);
    if (std::regex_match(whole, parts, marker)) {
      line_ = std::stoul(parts[1]) - 1;
      file_ = parts[2];
    }
    at_ = end - 1;
  }
  void skip_literal() {
    if (text_[at_] == '"' && at_ > 0 && text_[at_ - 1] == 'R') return skip_raw();
    if (text_[at_] == '\'' && at_ > 0 && is_word(text_[at_ - 1])) return;  // 1'000
    const char quote = text_[at_];
    for (++at_; at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n'; ++at_)
      if (text_[at_] == '\\') ++at_;
  }
  void skip_raw() {
    const std::size_t open = text_.find('(', at_);
    if (open == std::string::npos) return;
    const std::string end = ")" + text_.substr(at_ + 1, open - at_ - 1) + "\"";
    const std::size_t close = std::min(text_.find(end, open), text_.size());
    while (at_ < close) step();
    at_ = std::min(close + end.size() - 1, text_.size());
  }

  const std::string& text_;
  const std::string wanted_;
  std::size_t at_ = 0;
  std::string file_;
  unsigned long line_ = 1;
};

// The template arguments that end before `at` begin there.
std::size_t before_template_arguments(const std::string& text, std::size_t at) {
  int depth = 0;
  while (at > 0) {
    const char c = text[--at];
    if (c == '>' || c == ')') ++depth;
    if ((c == '<' || c == '(') && --depth == 0) return at;
  }
  return at;
}

// a::b<c>::d, which ends before `end`.
std::size_t kernel_begin(const std::string& text, std::size_t end) {
  std::size_t at = end;
  for (;;) {
    while (at > 0 && is_space(text[at - 1])) --at;
    if (at > 0 && text[at - 1] == '>') at = before_template_arguments(text, at);
    while (at > 0 && is_space(text[at - 1])) --at;
    while (at > 0 && is_word(text[at - 1])) --at;
    if (at < 2 || text.compare(at - 2, 2, "::") != 0) return at;
    at -= 2;
    if (at == 0 || (!is_word(text[at - 1]) && text[at - 1] != '>')) return at;  // ::global
  }
}

std::size_t configuration_end(const std::string& text, std::size_t at) {
  int depth = 0;
  for (; at + 2 < text.size(); ++at) {
    const char c = text[at];
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if (depth == 0 && text.compare(at, 3, ">>>") == 0) return at;
  }
  return std::string::npos;
}

std::vector<Launch> find_launches_on(const std::string& text, const std::set<SourceLine>& lines) {
  std::vector<Launch> found;
  Scanner scanner(text, "<<<");
  for (std::size_t open = scanner.next(); open != std::string::npos; open = scanner.next()) {
    std::size_t end = open;
    while (end > 0 && is_space(text[end - 1])) --end;
    const std::size_t kernel = kernel_begin(text, end);
    const std::size_t close = configuration_end(text, open + 3);
    if (kernel == end || close == std::string::npos) continue;
    // clang names the kernel's line or that of the <<<.
    const auto between = std::count(text.begin() + static_cast<std::ptrdiff_t>(kernel),
                                    text.begin() + static_cast<std::ptrdiff_t>(open), '\n');
    SourceLine line = scanner.line();
    bool wanted = lines.contains(line);
    line.second -= static_cast<unsigned long>(between);
    wanted |= lines.contains(line);
    if (wanted) found.push_back({kernel, end, open, close});
  }
  return found;
}

// Behind the bracket that closes the one at `open`; npos if none does.
std::size_t behind_bracket(const std::string& text, std::size_t open) {
  int depth = 0;
  for (std::size_t at = open; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '(' || c == '[' || c == '{') ++depth;
    if ((c == ')' || c == ']' || c == '}') && --depth == 0) return at + 1;
  }
  return std::string::npos;
}

constexpr char kChild[] = "__vg_child<";
constexpr char kOverload[] = "__vg_overload<";

// Of a launch that has been rewritten: the kernel, the sizes in their brackets, the arguments in theirs.
struct Child {
  std::size_t begin, end;
  std::string kernel, sizes, arguments;
};

std::optional<Child> child_at(const std::string& text, std::size_t begin) {
  const std::size_t kernel = begin + sizeof kChild - 1;
  const std::size_t kernel_end = text.find(" >(", kernel);
  if (kernel_end == std::string::npos) return {};
  const std::size_t sizes = kernel_end + 2, sizes_end = behind_bracket(text, sizes);
  if (sizes_end == std::string::npos) return {};
  const std::size_t arguments = text.find_first_not_of(" \t\r\n", sizes_end);
  if (arguments == std::string::npos || text[arguments] != '(') return {};
  const std::size_t end = behind_bracket(text, arguments);
  if (end == std::string::npos) return {};
  return Child{begin, end, text.substr(kernel, kernel_end - kernel),
               text.substr(sizes, sizes_end - sizes), text.substr(arguments, end - arguments)};
}

std::set<SourceLine> lines_with(const std::string& messages, const std::string& what) {
  const std::regex error("(.*?):(\\d+):\\d+: error: " + what);
  std::set<SourceLine> lines;
  std::istringstream stream(messages);
  std::smatch parts;
  for (std::string one; std::getline(stream, one);)
    if (std::regex_match(one, parts, error)) lines.insert({parts[1], std::stoul(parts[2])});
  return lines;
}

}  // namespace

std::set<SourceLine> error_lines(const std::string& messages) { return lines_with(messages, ".*"); }

std::set<SourceLine> overload_lines(const std::string& messages) {
  return lines_with(messages, ".*parameter 'Kernel'.*<overloaded function type>.*");
}

int rewrite_overloads(std::string& text, const std::set<SourceLine>& lines) {
  std::vector<Child> found;
  Scanner scanner(text, kChild);
  for (std::size_t at = scanner.next(); at != std::string::npos; at = scanner.next()) {
    if (!lines.contains(scanner.line())) continue;
    const std::optional<Child> child = child_at(text, at);
    if (child && child->kernel.find(kOverload) == std::string::npos) found.push_back(*child);
  }
  for (auto child = found.rbegin(); child != found.rend(); ++child) {
    // In a class of its own, since in a device function clang drops kernels from the choice.
    const std::string types = "decltype(__vg_types_of" + child->arguments + ")";
    const std::string chosen = kOverload + types + " >::of(" + child->kernel + ")";
    text.replace(child->begin, child->end - child->begin,
                 "({ struct __vg_chosen { typedef __vg_child<(" + chosen +
                     ") > type; }; typename __vg_chosen::type" + child->sizes + child->arguments +
                     "; })");
  }
  return static_cast<int>(found.size());
}

int rewrite_launches(std::string& text, const std::set<SourceLine>& lines) {
  const std::vector<Launch> launches = find_launches_on(text, lines);
  for (auto at = launches.rbegin(); at != launches.rend(); ++at) {  // places before stay true
    const std::string kernel = text.substr(at->kernel, at->kernel_end - at->kernel);
    const std::string sizes = text.substr(at->open + 3, at->close - at->open - 3);
    const std::string child = "__vg_child<" + kernel + " >(" + sizes + ")";
    text.replace(at->kernel, at->close + 3 - at->kernel, child);
  }
  return static_cast<int>(launches.size());
}

}  // namespace vgpu::vgpucc
