// Prints a random program as OpenCL C.
//
// SPDX-License-Identifier: MIT
#include "kernels/fuzz/program.h"

namespace vgpu::test {
namespace {

// The unsigned type in which arithmetic of `type` wraps as intended.
const char* arithmetic_type(Type type) { return type >= Type::i64 ? "ulong" : "uint"; }

std::string number(int value) { return std::to_string(value); }

std::string print(const Expression& e);

std::string operand(const Expression& e, std::size_t index) { return print(*e.operands[index]); }

std::string print_binary(const Expression& e) {
  std::string type = name_of(e.type), wide = arithmetic_type(e.type);
  std::string a = "(" + type + ")" + operand(e, 0), b = "(" + type + ")" + operand(e, 1);
  std::string ua = "(" + wide + ")(" + a + ")", ub = "(" + wide + ")(" + b + ")";
  auto plain = [&](const char* op) { return "((" + type + ")(" + ua + op + ub + "))"; };
  switch (e.op) {
    case 0:
      return plain(" + ");
    case 1:
      return plain(" - ");
    case 2:
      return plain(" * ");
    case 3:
      return plain(" & ");
    case 4:
      return plain(" | ");
    case 5:
      return plain(" ^ ");
    case 6:
      return "((" + type + ")(" + ua + " << (" + ub + " & 7)))";
    case 7:
      return "((" + type + ")((" + a + ") >> (" + ub + " & 7)))";
    case 8:
      return "((" + type + ")((" + a + ") / (" + type + ")((" + ub + " & 7) + 1)))";
    case 9:
      return "((" + type + ")((" + a + ") % (" + type + ")((" + ub + " & 15) + 1)))";
    default:
      return "((" + type + ")((" + a + ") < (" + b + ") ? (" + a + ") : (" + b + ")))";
  }
}

std::string print(const Expression& e) {
  static constexpr const char* kCompare[] = {" < ", " == ", " >= ", " != "};
  switch (e.kind) {
    case Expression::constant:
      return "(" + std::to_string(e.value) + ")";
    case Expression::variable:
      return "v" + number(e.op);
    case Expression::uniform:
      return "u" + number(e.op);
    case Expression::item_id:
      return "item";
    case Expression::local_id:
      return "t";
    case Expression::group_id:
      return "group";
    case Expression::parameter:
      return "n";
    case Expression::counter:
      return "k" + number(e.op);
    case Expression::input:
      return "a[" + operand(e, 0) + " & 63]";
    case Expression::array:
      return "p[" + operand(e, 0) + " & 7]";
    case Expression::field:
      return e.op == 0 ? "s.first" : "s.second";
    case Expression::binary:
      return print_binary(e);
    case Expression::compare:
      return std::string("((") + name_of(e.type) + ")" + operand(e, 0) + kCompare[e.op] + "(" +
             name_of(e.type) + ")" + operand(e, 1) + " ? 1 : 0)";
    case Expression::choose:
      return "((" + operand(e, 0) + ") != 0 ? (int)" + operand(e, 1) + " : (int)" + operand(e, 2) +
             ")";
    case Expression::negate:
      return "((int)~(uint)" + operand(e, 0) + ")";
    case Expression::convert:
      return std::string("((") + name_of(e.type) + ")" + operand(e, 0) + ")";
  }
  return "0";
}

class Printer {
 public:
  explicit Printer(const Program& program) : program_(program) {}

  std::string run() {
    line("int __vg_shuffle32(int value, int lane);");
    line("typedef struct { int first; short second; } Pair;");
    line("kernel void fuzz(global const int* a, global int* o, global int* c, int n) {");
    ++depth_;
    line("local int l[" + std::to_string(program_.items()) + "];");
    line("int t = (int)get_local_linear_id();");
    line("int group = (int)(get_group_id(0) + get_group_id(1) * get_num_groups(0));");
    line("int item = group * " + std::to_string(program_.items()) + " + t;");
    for (int i = 0; i < kVariables; ++i) {
      line(std::string(name_of(variable_type(i))) + " v" + number(i) + " = (" +
           name_of(variable_type(i)) + ")(a[(t + " + number(i) + ") & 63]);");
    }
    for (int i = 0; i < kUniforms; ++i) line("int u" + number(i) + " = n + " + number(i) + ";");
    line("int p[8];");
    line("for (int i = 0; i < 8; i++) p[i] = a[(i * 3 + t) & 63];");
    line("Pair s = {t, (short)item};");
    line("l[t] = t;");
    for (int i = 0; i < kOutputs; ++i) line("o[item * 4 + " + number(i) + "] = 0;");
    print(*program_.body);
    line("o[item * 4] ^= (int)(v0 + v1 + v2 + v3) ^ (int)(v4 ^ v5) ^ u0 ^ u1 ^ u2;");
    line("for (int i = 0; i < 8; i++) o[item * 4 + 1] ^= p[i];");
    line("o[item * 4 + 2] ^= s.first ^ s.second;");
    --depth_;
    line("}");
    return text_;
  }

 private:
  void line(const std::string& content) {
    text_ += std::string(static_cast<std::size_t>(depth_) * 2, ' ') + content + "\n";
  }

  static std::string value(const Statement& s, std::size_t index) {
    return test::print(*s.values[index]);
  }

  void print_body(const std::string& head, const Statement& body) {
    line(head + " {");
    ++depth_;
    print(body);
    --depth_;
    line("}");
  }

  void print_select(const Statement& s) {
    line("switch (" + value(s, 0) + " & 3) {");
    for (int i = 0; i < 3; ++i) {
      line(i == 2 ? "default:" : "case " + number(i) + ":");
      ++depth_;
      print(*s.body[static_cast<std::size_t>(i)]);
      if ((s.target >> i & 1) != 0) line("break;");
      --depth_;
    }
    line("}");
  }

  void print(const Statement& s) {
    std::string target = number(s.target);
    switch (s.kind) {
      case Statement::block:
        for (const auto& child : s.body) print(*child);
        break;
      case Statement::assign:
        line("v" + target + " = (" + name_of(variable_type(s.target)) + ")" + value(s, 0) + ";");
        break;
      case Statement::assign_uniform:
        line("u" + target + " = (int)" + value(s, 0) + ";");
        break;
      case Statement::assign_array:
        line("p[" + value(s, 0) + " & 7] = (int)" + value(s, 1) + ";");
        break;
      case Statement::assign_field:
        line((s.target == 0 ? "s.first = (int)" : "s.second = (short)") + value(s, 0) + ";");
        break;
      case Statement::write:
        line("o[item * 4 + " + target + "] = (int)" + value(s, 0) + ";");
        break;
      case Statement::count:
        line("atomic_add(&c[" + target + "], (int)" + value(s, 0) + ");");
        break;
      case Statement::branch:
        print_body("if (" + value(s, 0) + " & 1)", *s.body[0]);
        if (s.body.size() > 1) print_body("else", *s.body[1]);
        break;
      case Statement::repeat:
      case Statement::loop:
        print_body("for (int k" + target + " = 0; k" + target + " < (int)(" + value(s, 0) +
                       " & 3); k" + target + "++)",
                   *s.body[0]);
        break;
      case Statement::select:
        print_select(s);
        break;
      case Statement::leave:
        line("if (" + value(s, 0) + " & 1) break;");
        break;
      case Statement::skip:
        line("if (" + value(s, 0) + " & 1) continue;");
        break;
      case Statement::stop:
        line("if ((" + value(s, 0) + " & 7) == 3) return;");
        break;
      case Statement::exchange:
        line("l[t] = (int)" + value(s, 0) + ";");
        line("barrier(CLK_LOCAL_MEM_FENCE);");
        line("v" + target + " = (" + name_of(variable_type(s.target)) + ")l[(uint)" + value(s, 1) +
             " % " + std::to_string(program_.items()) + "u];");
        line("barrier(CLK_LOCAL_MEM_FENCE);");
        break;
      case Statement::shuffle:
        line("v" + target + " = (" + name_of(variable_type(s.target)) + ")__vg_shuffle32((int)" +
             value(s, 0) + ", (int)(" + value(s, 1) + " & 31));");
        break;
    }
  }

  const Program& program_;
  std::string text_;
  int depth_ = 0;
};

}  // namespace

std::string print_program(const Program& program) { return Printer(program).run(); }

}  // namespace vgpu::test
