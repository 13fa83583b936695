// Text for people: colours on a terminal, tables, sizes and times with units.
//
// Verbs print through it and never to stdout themselves. A pipe, NO_COLOR or TERM=dumb gets no escape
// sequences.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace vgpu::cli {

enum class Color { plain, bold, dim, red, green, yellow };

class Screen {
 public:
  explicit Screen(std::FILE* file);

  void line(std::string_view text = "");
  std::string paint(Color color, std::string_view text) const;

 private:
  std::FILE* file_;
  bool colors_;
};

// Rows of cells under a heading, printed with a frame or without. Cells may be painted.
class Table {
 public:
  enum class Align { left, right };

  void column(std::string heading, Align align = Align::left);
  void row(std::vector<std::string> cells);

  void print(Screen& screen, std::string_view indent = "") const;  // aligned columns
  void print_framed(Screen& screen, const std::vector<std::string>& title) const;

 private:
  std::vector<std::size_t> widths() const;
  std::string join(const std::vector<std::string>& cells, const std::vector<std::size_t>& widths,
                   std::string_view between) const;

  std::vector<std::string> headings_;
  std::vector<Align> aligns_;
  std::vector<std::vector<std::string>> rows_;
};

// Says on stderr what is being done, in one line that the next one replaces and "" wipes out. Only on a
// terminal: a script's log stays as it is.
void show_progress(std::string_view text);

std::string bytes_text(std::uint64_t bytes);  // "23.4 GiB"
std::string seconds_text(double seconds);     // "1.25 us"
std::string percent_text(double part, double whole);

}  // namespace vgpu::cli
