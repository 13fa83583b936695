// Names of builtin functions; see mangle.h.
// SPDX-License-Identifier: MIT
#include "compiler/front/spirv/mangle.h"

#include <algorithm>
#include <vector>

namespace vgpu::compiler::spirv {
namespace {

class Mangler {
 public:
  std::string parameter(const ParameterName& parameter) {
    if (parameter.space < 0) return value(parameter);
    const std::string qualifiers =
        (parameter.space ? "U3AS" + std::to_string(parameter.space) : "") +
        (parameter.is_const ? "K" : "");
    // Keys say the whole type, so that one type is found whichever way it was written.
    const std::string key = "Q" + qualifiers + key_of(parameter);
    return component("P" + key, [&] {
      return "P" + component(key, [&] { return qualifiers + value(parameter); });
    });
  }

 private:
  static std::string key_of(const ParameterName& parameter) {
    return parameter.count > 1 ? "Dv" + std::to_string(parameter.count) + "_" + parameter.element
                               : parameter.element;
  }

  std::string value(const ParameterName& parameter) {
    const bool named = parameter.element[0] >= '0' && parameter.element[0] <= '9';
    const std::string key = key_of(parameter);
    if (parameter.count == 1 && !named) return key;
    return component(key, [&] { return key; });
  }

  // A part of the name that later ones refer to by its number.
  template <class Write>
  std::string component(const std::string& key, Write write) {
    const auto found = std::find(seen_.begin(), seen_.end(), key);
    if (found != seen_.end()) return reference(static_cast<std::size_t>(found - seen_.begin()));
    std::string text = write();
    seen_.push_back(key);
    return text;
  }

  static std::string reference(std::size_t index) {
    if (index == 0) return "S_";
    static constexpr char kDigits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    return std::string("S") + kDigits[(index - 1) % 36] + "_";
  }

  std::vector<std::string> seen_;
};

}  // namespace

std::string mangle(llvm::StringRef function, llvm::ArrayRef<ParameterName> parameters) {
  Mangler mangler;
  std::string name = "_Z" + std::to_string(function.size()) + function.str();
  for (const ParameterName& parameter : parameters) name += mangler.parameter(parameter);
  return parameters.empty() ? name + "v" : name;
}

const char* integer_letter(unsigned bits, bool is_signed) {
  switch (bits) {
    case 8:
      return is_signed ? "c" : "h";
    case 16:
      return is_signed ? "s" : "t";
    case 32:
      return is_signed ? "i" : "j";
    default:
      return is_signed ? "l" : "m";
  }
}

}  // namespace vgpu::compiler::spirv
