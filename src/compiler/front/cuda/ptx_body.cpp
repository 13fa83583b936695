// Writes the body of a PTX function as inline assembly; see ptx_body.h.
// SPDX-License-Identifier: MIT
#include "compiler/front/cuda/ptx_body.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <set>

#include "compiler/front/cuda/ptx_lines.h"

namespace vgpu::compiler::ptx {
namespace {

constexpr char kEnd[] = "vgpu_end";

bool is_letter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' || c == '%';
}

// Functions of the device's run time that PTX declares with types of its own.
struct Helper {
  const char* name;
  const char* text;  // of a function vgpu_<name>
};
constexpr Helper kHelpers[] = {
    {"malloc", "static __device__ void* vgpu_malloc(unsigned long long n) { return malloc(n); }\n"},
    {"free", "static __device__ void vgpu_free(void* p) { free(p); }\n"},
    {"__assertfail",
     "static __device__ void vgpu___assertfail(const char* text, const char* file, unsigned line, "
     "const char* function, unsigned long long) {\n"
     "  __vg_assert_fail(text, file, (int)line, function);\n}\n"},
};

class Body {
 public:
  Body(const Function& function, const Surroundings& around)
      : function_(function), around_(around) {
    lines_ = ptx_lines(function.body);
    find_inner_names();
  }

  std::string write(std::string& outside, std::string& error) {
    take_registers();
    std::vector<std::size_t> open;
    for (const PtxLine& line : lines_) {
      if (line.kind == PtxLine::Kind::open) {
        open.push_back(line.scope);
      } else if (line.kind == PtxLine::Kind::close) {
        if (!open.empty()) open.pop_back();
      } else {
        scopes_ = open;
        write_line(line);
      }
      if (!error_.empty()) {
        error = "error: PTX of " + function_.name + ", '" + line.text + "': " + error_;
        return {};
      }
    }
    if (uses_end_) text_ += std::string(kEnd) + ":\n";
    give_registers();
    outside += outside_;
    return finished();
  }

 private:
  // Registers and labels that an inner scope declares, and tables of branches.
  void find_inner_names() {
    std::string last_label;
    for (const PtxLine& line : lines_) {
      std::map<std::string, std::string>& names = names_[line.scope];
      const std::string suffix = "_vg" + std::to_string(line.scope);
      if (line.kind == PtxLine::Kind::label) {
        last_label = line.text;
        std::string plain = line.text;
        for (auto at = plain.find('$'); at != std::string::npos; at = plain.find('$'))
          plain.replace(at, 1, "_S_");
        names[line.text] = plain + (line.scope > 1 ? suffix : "");
      } else if (line.text.starts_with(".branchtargets")) {
        for (const std::string& word : words_of(line.text.substr(14)))
          if (word != ",") tables_[last_label].push_back(word);
      } else if (line.scope > 1 && line.text.starts_with(".reg")) {
        for (const std::string& name : declared_registers(read_ptx(line.text)))
          names[name] = name + suffix;
      }
    }
  }

  // Operands: C++ expressions, marked in the text until its % are doubled.
  std::string operand(const std::string& expression) {
    const auto found = std::find(operands_.begin(), operands_.end(), expression);
    const auto index = found - operands_.begin();
    if (found == operands_.end()) operands_.push_back(expression);
    return "\1" + std::to_string(index);
  }
  static std::string address_of(const std::string& name) { return "(const char*)&" + name; }

  const std::string* inner_name(const std::string& name) const {
    for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
      const auto& names = names_.at(*scope);
      if (const auto found = names.find(name); found != names.end()) return &found->second;
    }
    return nullptr;
  }

  const Variable* parameter(const std::string& name) const {
    for (const Variable& one : function_.parameters)
      if (one.name == name && one.space != "reg") return &one;
    return nullptr;
  }

  // What a name stands for in C++, as an address; empty: it is none of a variable or function.
  std::string address(const std::string& name) {
    for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope)
      if (const auto found = places_.find({*scope, name}); found != places_.end())
        return address_of(found->second);
    if (parameter(name) != nullptr) return address_of(plain_name(name));
    for (const Variable& one : function_.results)
      if (one.name == name && one.space != "reg") return address_of("vgpu_result");
    if (around_.variables.contains(name)) return address_of(plain_name(name));
    for (const Helper& helper : kHelpers)
      if (name == helper.name) return "&vgpu_" + helped(helper);
    if (name == "vprintf") return "&vgpu_vprintf" + std::to_string(printed_bytes());
    if (around_.functions.contains(name)) return "&" + plain_name(name);
    return {};
  }

  std::string helped(const Helper& helper) {
    if (!helpers_.insert(helper.name).second) return helper.name;
    outside_ += std::string("#ifndef VGPU_HAS_") + helper.name + "\n#define VGPU_HAS_" +
                helper.name + "\n" + helper.text + "#endif\n";
    return helper.name;
  }

  // The values that a kernel prints stand in a variable of its own: not more than that has.
  std::size_t printed_bytes() {
    const std::string bytes = std::to_string(local_bytes_);
    if (helpers_.insert("vprintf").second)
      outside_ += "#ifndef VGPU_PRINTS_" + bytes + "\n#define VGPU_PRINTS_" + bytes +
                  "\nstatic __device__ int vgpu_vprintf" + bytes +
                  "(const char* format, void* values) { return __vg_printf(format, values, " +
                  bytes + "); }\n#endif\n";
    return local_bytes_;
  }

  std::string resolve(const std::string& name, const std::string& offset) {
    if (const std::string* inner = inner_name(name)) return *inner;
    const std::string expression = address(name);
    return expression.empty() ? name : operand(expression + offset);
  }

  // Names of variables behind the instruction's own word. An offset outside of brackets is part of the operand.
  std::string rewritten(const std::string& text, std::size_t from) {
    std::string result = text.substr(0, from);
    int brackets = 0;
    for (std::size_t i = from; i < text.size();) {
      const char c = text[i];
      const bool number = std::isdigit(static_cast<unsigned char>(c)) != 0;
      if (!is_letter(c) || (i > 0 && text[i - 1] == '.')) {
        brackets += c == '[' ? 1 : c == ']' ? -1 : 0;
        result += c;
        for (++i; is_letter(c) && i < text.size() && is_letter(text[i]); ++i) result += text[i];
        continue;
      }
      const std::size_t first = i;
      while (i < text.size() && (is_letter(text[i]) || (number && text[i] == '.'))) ++i;
      const std::string name = text.substr(first, i - first);
      std::string offset;
      if (!number && brackets == 0 && i < text.size() && text[i] == '+') {
        const std::size_t sign = i++;
        while (i < text.size() && is_letter(text[i])) ++i;
        offset = text.substr(sign, i - sign);
      }
      result += number ? name : resolve(name, offset);
    }
    return result;
  }

  void write_line(const PtxLine& line) {
    if (line.kind == PtxLine::Kind::label) {
      if (!tables_.contains(line.text)) text_ += names_[line.scope][line.text] + ":\n";
      return;
    }
    const std::string& text = line.text;
    if (text.starts_with(".reg")) return declare_registers(line);
    if (text.starts_with(".branchtargets") || text.starts_with(".pragma") ||
        text.starts_with(".callprototype"))
      return;
    if (text[0] == '.') return declare_variable(line);
    std::string guard;
    std::size_t first = 0;
    if (text[0] == '@') {
      first = text.find_first_not_of(" \t\n", std::min(text.find_first_of(" \t\n"), text.size()));
      if (first == std::string::npos) return;
      guard = rewritten(text.substr(0, first), 1 + (text[1] == '!' ? 1 : 0));
    }
    write_instruction(guard, text.substr(first));
  }

  void write_instruction(const std::string& guard, const std::string& text) {
    const std::size_t blank = std::min(text.find_first_of(" \t\n"), text.size());
    const std::string opcode = text.substr(0, blank);
    const std::string name = opcode.substr(0, opcode.find('.'));
    if (name == "ret") {
      uses_end_ = true;
      text_ += guard + "bra " + kEnd + ";\n";
    } else if (name == "call") {
      text_ += guard + call_of(text.substr(blank)) + ";\n";
    } else if (name == "brx") {
      write_branches(guard, words_of(text.substr(blank)));
    } else if (const std::string value = parameter_load(opcode, text.substr(blank));
               !value.empty()) {
      text_ += guard + value + ";\n";
    } else {
      text_ += guard + rewritten(text, blank) + ";\n";
    }
  }

  // ld.param.type d, [whole parameter]: its value is an operand.
  std::string parameter_load(const std::string& opcode, const std::string& rest) {
    if (!opcode.starts_with("ld.param.") || opcode.find(".v") != std::string::npos) return {};
    const std::vector<std::string> words = words_of(rest);
    if (words.size() != 5 || words[2] != "[" || words[4] != "]") return {};
    const Variable* variable = parameter(words[3]);
    const std::string type = opcode.substr(opcode.rfind('.') + 1);
    if (variable == nullptr || variable->is_array || type.size() < 2) return {};
    const std::string from = operand("(unsigned long long)" + plain_name(variable->name));
    const std::string to = resolve(words[0], "");
    const std::string bits = type.substr(1);
    if (bits == "8" && type[0] == 's') return "cvt.s32.s8 " + to + ", " + from;
    if (bits == "8") return "and.b32 " + to + ", " + from + ", 255";
    return "mov.b" + bits + " " + to + ", " + from;
  }

  // call (result), function, (arguments): a result or argument in a variable is written as its address.
  std::string call_of(const std::string& rest) {
    std::string lists[2], target;
    int list = -1;
    for (const std::string& word : words_of(rest)) {
      if (word == "(") {
        list = target.empty() ? 0 : 1;
      } else if (word == ")") {
        list = -1;
      } else if (list >= 0) {
        lists[list] += word == "," ? "," : call_value(word);
      } else if (word != "," && target.empty()) {
        target = word;
      }
    }
    if (address(target).empty())
      error_ = "only functions of this text can be called, by their name";
    return "call {" + lists[0] + "}, " + resolve(target, "") + ", {" + lists[1] + "}";
  }
  std::string call_value(const std::string& word) {
    const std::string value = resolve(word, "");
    return value[0] == '\1' ? "[" + value + "]" : value;
  }

  void write_branches(const std::string& guard, const std::vector<std::string>& words) {
    const auto table = words.size() == 3 ? tables_.find(words[2]) : tables_.end();
    if (table == tables_.end() || !guard.empty()) {
      error_ = "a table of branches is missing";
      return;
    }
    if (!has_choice_) text_ = ".reg .pred vgpu_choice;\n" + text_;
    has_choice_ = true;
    for (std::size_t i = 0; i < table->second.size(); ++i)
      text_ += "setp.eq.u32 vgpu_choice, " + resolve(words[0], "") + ", " + std::to_string(i) +
               ";\n@vgpu_choice bra " + resolve(table->second[i], "") + ";\n";
  }

  void declare_registers(const PtxLine& line) {
    if (line.scope <= 1) {
      text_ += line.text + ";\n";
      return;
    }
    const std::string type = read_variable(line.text).type;
    for (const std::string& name : declared_registers(read_ptx(line.text)))
      text_ += ".reg ." + type + " " + resolve(name, "") + ";\n";
  }

  void declare_variable(const PtxLine& line) {
    const Variable variable = read_variable(line.text);
    if (variable.name.empty()) {
      error_ = "this directive";
      return;
    }
    std::string name = plain_name(variable.name);
    if (line.scope > 1) name += "_vg" + std::to_string(line.scope);
    places_[{line.scope, variable.name}] = name;
    Variable renamed = variable;
    renamed.name = name;
    if (variable.space == "local" || variable.space == "param") {
      locals_ += "  " + value_type(variable) + " " + name + ";\n";
      const std::size_t bytes = variable.element_bytes() * std::max<std::size_t>(variable.count, 1);
      if (variable.space == "local") local_bytes_ = std::max(local_bytes_, bytes);
    } else if (variable.space == "shared") {
      locals_ += "  " + outer_declaration(renamed, false);
    } else {
      outside_ += outer_declaration(renamed, false);
    }
  }

  // Parameters and results of functions that are registers, as before PTX 2.
  void take_registers() {
    for (const std::vector<Variable>* list : {&function_.parameters, &function_.results})
      for (const Variable& one : *list)
        if (one.space == "reg") text_ += ".reg ." + one.type + " " + one.name + ";\n";
    for (const Variable& one : function_.parameters)
      if (one.space == "reg")
        text_ += "mov.b" + bits_of(one) + " " + one.name + ", " +
                 operand("(unsigned long long)" + plain_name(one.name)) + ";\n";
  }
  void give_registers() {
    for (const Variable& one : function_.results)
      if (one.space == "reg")
        text_ += "st.b" + bits_of(one) + " [" + operand(address_of("vgpu_result")) + "], " +
                 one.name + ";\n";
  }
  static std::string bits_of(const Variable& variable) {
    return std::to_string(8 * variable.element_bytes());
  }

  std::string finished() const {
    std::string text;
    for (const char c : text_) {
      if (c == '%') text += '%';
      text += c == '\1' ? '%' : c;
    }
    std::string body = locals_ + "  asm volatile(R\"vgpu_ptx(" + text + ")vgpu_ptx\" ::";
    for (std::size_t i = 0; i < operands_.size(); ++i)
      body += (i == 0 ? " \"l\"(" : ", \"l\"(") + operands_[i] + ")";
    return body + " : \"memory\");\n";
  }

  const Function& function_;
  const Surroundings& around_;
  std::vector<PtxLine> lines_;
  std::map<std::size_t, std::map<std::string, std::string>> names_;    // of registers and labels
  std::map<std::pair<std::size_t, std::string>, std::string> places_;  // of variables, in C++
  std::map<std::string, std::vector<std::string>> tables_;  // of branches, by their label
  std::vector<std::size_t> scopes_;
  std::vector<std::string> operands_;
  std::set<std::string> helpers_;
  std::string text_, locals_, outside_, error_;
  std::size_t local_bytes_ = 0;
  bool uses_end_ = false, has_choice_ = false;
};

}  // namespace

bool is_run_time_function(const std::string& name) {
  return name == "vprintf" || std::any_of(std::begin(kHelpers), std::end(kHelpers),
                                          [&](const Helper& one) { return name == one.name; });
}

std::string head_of(const Function& function) {
  std::string text = function.is_kernel    ? "extern \"C\" __global__ "
                     : function.is_visible ? "extern \"C\" __device__ __noinline__ "
                                           : "static __device__ __noinline__ ";
  text += function.results.empty() ? "void" : value_type(function.results[0]);
  if (!function.bounds.empty()) text += " __launch_bounds__(" + function.bounds + ")";
  text += " " + plain_name(function.name) + "(";
  for (std::size_t i = 0; i < function.parameters.size(); ++i)
    text += (i == 0 ? "" : ", ") + value_type(function.parameters[i]) + " " +
            plain_name(function.parameters[i].name);
  return text + ")";
}

std::string write_function(const Function& function, const Surroundings& around,
                           std::string& outside, std::string& error) {
  const std::string body = Body(function, around).write(outside, error);
  std::string text = head_of(function) + " {\n";
  if (!function.results.empty()) text += "  " + value_type(function.results[0]) + " vgpu_result;\n";
  text += body;
  if (!function.results.empty()) text += "  return vgpu_result;\n";
  return text + "}\n";
}

}  // namespace vgpu::compiler::ptx
