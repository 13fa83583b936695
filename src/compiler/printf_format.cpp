// Formats what kernels print: C's printf with OpenCL's vectors, over a packed block of arguments.
//
// The format comes from a kernel and the block from its memory, so neither is trusted: arguments
// that are not there are not read, widths are bounded, %n does nothing.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <string>

#include "compiler/services.h"

namespace vgpu::compiler {
namespace {

constexpr int kMaxWidth = 4096;

// The arguments one after another, each aligned to its size.
class Arguments {
 public:
  Arguments(const std::byte* data, std::size_t bytes) : data_(data), bytes_(bytes) {}

  template <typename T>
  bool next(T& value) {
    const std::size_t at = (offset_ + sizeof(T) - 1) / sizeof(T) * sizeof(T);
    if (at > bytes_ || sizeof(T) > bytes_ - at) return false;
    std::memcpy(&value, data_ + at, sizeof(T));
    offset_ = at + sizeof(T);
    return true;
  }

 private:
  const std::byte* data_;
  std::size_t bytes_;
  std::size_t offset_ = 0;
};

// One conversion: %[flags][width][.precision][v<n>][length]<letter>.
struct Conversion {
  std::string flags;
  int width = -1, precision = -1;
  int elements = 1;
  std::string length;
  char letter = 0;

  bool is_float() const { return letter && std::strchr("aAeEfFgG", letter); }
  bool is_signed() const { return letter == 'd' || letter == 'i'; }
  bool is_integer() const { return letter && std::strchr("diouxX", letter); }
  // As it stands in the block: the compiler has widened all smaller ones.
  bool is_wide() const {
    return length == "l" || length == "ll" || length == "j" || length == "z" || length == "t";
  }
  std::string spec(const char* modifier) const {
    std::string text = "%" + flags;
    if (width >= 0) text += std::to_string(width);
    if (precision >= 0) text += "." + std::to_string(precision);
    return text + modifier + letter;
  }
};

template <typename T>
void append(std::string& out, const std::string& spec, T value) {
  char small[256];
  const int size = std::snprintf(small, sizeof small, spec.c_str(), value);
  if (size < 0) return;
  if (static_cast<std::size_t>(size) < sizeof small) {
    out.append(small, static_cast<std::size_t>(size));
    return;
  }
  const std::size_t at = out.size();
  out.resize(at + static_cast<std::size_t>(size) + 1);
  std::snprintf(out.data() + at, static_cast<std::size_t>(size) + 1, spec.c_str(), value);
  out.pop_back();
}

// Reads digits or a '*'; -1 if there is neither.
int read_number(const char*& at, Arguments& arguments) {
  if (*at == '*') {
    ++at;
    std::int32_t value = -1;
    arguments.next(value);
    return std::clamp(value, -kMaxWidth, kMaxWidth);
  }
  if (*at < '0' || *at > '9') return -1;
  int value = 0;
  for (; *at >= '0' && *at <= '9'; ++at) value = std::min(value * 10 + (*at - '0'), kMaxWidth);
  return value;
}

Conversion parse(const char*& at, Arguments& arguments) {
  Conversion result;
  while (*at && std::strchr("-+ #0", *at)) result.flags += *at++;
  result.width = read_number(at, arguments);
  if (result.width < -1) {  // a negative width means: to the left
    result.flags += '-';
    result.width = -result.width;
  }
  if (*at == '.') {
    ++at;
    const bool given = *at == '*';
    const int precision = read_number(at, arguments);
    result.precision = given ? precision : std::max(precision, 0);  // a negative one means: none
  }
  if (*at == 'v' && at[1] >= '0' && at[1] <= '9') {
    ++at;
    result.elements = std::clamp(read_number(at, arguments), 1, 16);
  }
  while (*at && std::strchr("hlLjztq", *at)) result.length += *at++;
  if (result.length == "q" || result.length == "L") result.length = "ll";
  if (*at) result.letter = *at++;
  return result;
}

bool read_integer(const Conversion& conversion, Arguments& arguments, long long& value) {
  bool there = false;
  if (conversion.is_wide()) {
    std::int64_t wide = 0;
    there = arguments.next(wide);
    value = wide;
  } else {
    std::int32_t narrow = 0;
    there = arguments.next(narrow);
    value = conversion.is_signed() ? narrow
                                   : static_cast<long long>(static_cast<std::uint32_t>(narrow));
  }
  if (conversion.length == "hh") {
    value = conversion.is_signed() ? static_cast<signed char>(value) : (value & 0xff);
  } else if (conversion.length == "h") {
    value = conversion.is_signed() ? static_cast<short>(value) : (value & 0xffff);
  }
  return there;
}

bool print_element(std::string& out, const Conversion& conversion, Arguments& arguments) {
  if (conversion.is_integer()) {
    long long value = 0;
    if (!read_integer(conversion, arguments, value)) return false;
    append(out, conversion.spec("ll"), value);
  } else if (conversion.is_float()) {
    double value = 0;
    if (!arguments.next(value)) return false;
    // The sign of a NaN says nothing and depends on how the processor came to it.
    append(out, conversion.spec(""), std::isnan(value) ? std::abs(value) : value);
  } else if (conversion.letter == 'c') {
    std::int32_t value = 0;
    if (!arguments.next(value)) return false;
    append(out, conversion.spec(""), value);
  } else {
    void* value = nullptr;
    if (!arguments.next(value)) return false;
    if (conversion.letter == 'p') append(out, conversion.spec(""), value);
    if (conversion.letter == 's') {
      append(out, conversion.spec(""), value ? static_cast<const char*>(value) : "(null)");
    }
  }
  return true;
}

}  // namespace

std::string format_printf(const char* format, const std::byte* data, std::size_t bytes) {
  std::string out;
  if (!format) return out;
  Arguments arguments(data, data ? bytes : 0);
  for (const char* at = format; *at;) {
    const char* const begin = at;
    if (*at != '%') {
      while (*at && *at != '%') ++at;
      out.append(begin, at);
      continue;
    }
    if (*++at == '%') {
      out += *at++;
      continue;
    }
    const Conversion conversion = parse(at, arguments);
    const bool known = conversion.is_integer() || conversion.is_float() ||
                       (conversion.letter && std::strchr("cspn", conversion.letter));
    bool printed = known;
    for (int i = 0; printed && i < conversion.elements; ++i) {
      if (i > 0) out += ',';
      printed = print_element(out, conversion, arguments);
    }
    // What cannot be printed is shown as it was written.
    if (!printed) out.append(begin, at);
  }
  return out;
}

}  // namespace vgpu::compiler
