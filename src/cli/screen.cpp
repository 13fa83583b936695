// Printing for people.
// SPDX-License-Identifier: MIT
#include "cli/screen.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace vgpu::cli {
namespace {

bool wants_colors(std::FILE* file) {
  const char* no_color = std::getenv("NO_COLOR");
  const char* term = std::getenv("TERM");
  return isatty(fileno(file)) && !(no_color && *no_color) && term &&
         std::string_view(term) != "dumb";
}

// Columns that a text takes: escape sequences and the later bytes of a UTF-8 character take none.
std::size_t width_of(std::string_view text) {
  std::size_t width = 0;
  bool escape = false;
  for (char c : text) {
    if (c == '\033') escape = true;
    if (!escape && (static_cast<unsigned char>(c) & 0xC0) != 0x80) ++width;
    if (escape && c == 'm') escape = false;
  }
  return width;
}

std::string padded(const std::string& text, std::size_t width, Table::Align align) {
  std::string space(width - std::min(width, width_of(text)), ' ');
  return align == Table::Align::left ? text + space : space + text;
}

std::string rule(const std::vector<std::size_t>& widths, char fill) {
  std::string text = "+";
  for (std::size_t width : widths) text += std::string(width + 2, fill) + "+";
  return text;
}

}  // namespace

Screen::Screen(std::FILE* file) : file_(file), colors_(wants_colors(file)) {}

void Screen::line(std::string_view text) {
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  std::fwrite(text.data(), 1, text.size(), file_);
  std::fputc('\n', file_);
}

std::string Screen::paint(Color color, std::string_view text) const {
  static constexpr const char* kCodes[] = {"0", "1", "2", "31", "32", "33"};
  if (!colors_ || color == Color::plain) return std::string(text);
  return fmt::format("\033[{}m{}\033[0m", kCodes[static_cast<int>(color)], text);
}

void Table::column(std::string heading, Align align) {
  headings_.push_back(std::move(heading));
  aligns_.push_back(align);
}

void Table::row(std::vector<std::string> cells) {
  cells.resize(headings_.size());
  rows_.push_back(std::move(cells));
}

std::vector<std::size_t> Table::widths() const {
  std::vector<std::size_t> widths;
  for (std::size_t i = 0; i < headings_.size(); ++i) {
    widths.push_back(width_of(headings_[i]));
    for (const auto& row : rows_) widths[i] = std::max(widths[i], width_of(row[i]));
  }
  return widths;
}

std::string Table::join(const std::vector<std::string>& cells,
                        const std::vector<std::size_t>& widths, std::string_view between) const {
  std::string text;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) text += between;
    text += padded(cells[i], widths[i], aligns_[i]);
  }
  return text;
}

void Table::print(Screen& screen, std::string_view indent) const {
  const auto widths = this->widths();
  screen.line(std::string(indent) + screen.paint(Color::bold, join(headings_, widths, "  ")));
  for (const auto& row : rows_) screen.line(std::string(indent) + join(row, widths, "  "));
}

void Table::print_framed(Screen& screen, const std::vector<std::string>& title) const {
  auto widths = this->widths();
  std::size_t inner = 3 * (widths.size() - 1);
  for (std::size_t width : widths) inner += width;
  for (const std::string& text : title) {  // a long title widens the last column
    const std::size_t more = width_of(text) - std::min(width_of(text), inner);
    widths.back() += more;
    inner += more;
  }
  screen.line(rule({inner}, '-'));
  for (const std::string& text : title) screen.line("| " + padded(text, inner, Align::left) + " |");
  screen.line(rule(widths, '-'));
  screen.line("| " + join(headings_, widths, " | ") + " |");
  screen.line(rule(widths, '='));
  for (const auto& row : rows_) screen.line("| " + join(row, widths, " | ") + " |");
  screen.line(rule(widths, '-'));
}

void show_progress(std::string_view text) {
  static const bool terminal = isatty(fileno(stderr));
  if (!terminal) return;
  std::fprintf(stderr, "\r\033[K%.*s", static_cast<int>(text.size()), text.data());
  std::fflush(stderr);
}

std::string bytes_text(std::uint64_t bytes) {
  static constexpr const char* kUnits[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
  double value = static_cast<double>(bytes);
  int unit = 0;
  for (; value >= 1024 && unit < 5; ++unit) value /= 1024;
  if (unit == 0) return fmt::format("{} B", bytes);
  const int digits = value < 10 ? 2 : value < 100 ? 1 : 0;
  return fmt::format("{:.{}f} {}", value, digits, kUnits[unit]);
}

std::string seconds_text(double seconds) {
  if (seconds < 1e-6) return fmt::format("{:.1f} ns", seconds * 1e9);
  if (seconds < 1e-3) return fmt::format("{:.2f} us", seconds * 1e6);
  if (seconds < 1) return fmt::format("{:.2f} ms", seconds * 1e3);
  return fmt::format("{:.2f} s", seconds);
}

std::string percent_text(double part, double whole) {
  return whole > 0 ? fmt::format("{:.0f} %", 100 * part / whole) : "-";
}

}  // namespace vgpu::cli
