// Prints a random program as OpenCL C.
//
// SPDX-License-Identifier: MIT
#include <bit>

#include "kernels/fuzz/program.h"
#include "kernels/fuzz/usage.h"
#include "kernels/fuzz/walks.h"

namespace vgpu::test {
namespace {

// The unsigned type in which arithmetic of `type` wraps as intended.
const char* arithmetic_type(Type type) { return type >= Type::i64 ? "ulong" : "uint"; }

std::string number(int value) { return std::to_string(value); }

// The name of a vector's component.
std::string component(std::size_t index) { return std::string(".s") + "0123456789abcdef"[index]; }

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
    case Expression::column:
      return "x";
    case Expression::row:
      return "y";
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
    case Expression::pair:
      return "q[" + operand(e, 0) + " & 3]" + (e.op == 0 ? ".first" : ".second");
    case Expression::matrix:
      return std::string("((global const ") + name_of(e.type) + "*)(a + " + number(kInputs) +
             "))[y * " + number(kPitch) + " + x * " + number(e.op) + " + " +
             std::to_string(e.value) + "]";
    case Expression::record:
      return "r[at + " + number(e.op) + "]";
    case Expression::component:
      return "z" + number(e.op) + component(static_cast<std::size_t>(e.value));
    case Expression::float_bits:
      return e.op == 2 ? "double_bits(w2)" : "float_bits(w" + number(e.op) + ")";
    case Expression::float_less:
      return "(w" + number(e.op) + " < w" + std::to_string(e.value) + " ? 1 : 0)";
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

constexpr char kPrologue[] =
    R"(#pragma OPENCL FP_CONTRACT OFF
int __vg_shuffle32(int value, int lane);
long __vg_shuffle64(long value, int lane);
uint __vg_ballot(int vote);
typedef struct { int first; short second; } Pair;
int float_bits(float x) { return x != x ? 7 : as_int(x); }
long double_bits(double x) { return x != x ? 7 : as_long(x); }
)";

class Printer {
 public:
  explicit Printer(const Program& program) : program_(program), usage_(usage_of(program)) {}

  std::string run(const std::string& name) {
    line("kernel void " + name + "(global const int* a, global int* o, global int* c, global " +
         name_of(program_.record_type) + "* r, int n) {");
    ++depth_;
    print_declarations();
    print(*program_.body);
    print_results();
    if (program_.last != nullptr) print(*program_.last);
    --depth_;
    line("}");
    return text_;
  }

 private:
  // Where break and continue go in a loop that is written with goto.
  struct Exits {
    std::string leave, skip;
  };

  void print_declarations() {
    line("local int l[" + std::to_string(program_.items()) + "];");
    line("int t = (int)get_local_linear_id();");
    line("int group = (int)(get_group_id(0) + get_group_id(1) * get_num_groups(0));");
    line("int item = group * " + std::to_string(program_.items()) + " + t;");
    print_place();
    if (!program_.own_loads) line("int begin = a[" + number(kInputs) + " + t];");
    for (int i = 0; i < kVectors; ++i) {
      if (!usage_.vectors[i]) continue;
      const std::string z = "z" + number(i), scalar = name_of(program_.vector_type);
      line(vector_name() + " " + z + " = (" + vector_name() + ")((" + scalar + ")(t + " +
           number(i) + "));");
    }
    for (int i = 0; i < kVariables; ++i) {
      if (!usage_.variables[i]) continue;
      line(std::string(name_of(variable_type(i))) + " v" + number(i) + " = (" +
           name_of(variable_type(i)) + ")(" + first(number(i)) + ");");
    }
    for (int i = 0; i < kUniforms; ++i) line("int u" + number(i) + " = n + " + number(i) + ";");
    if (usage_.array) {
      line("int p[8];");
      line("for (int i = 0; i < 8; i++) p[i] = " + first("i * 3") + ";");
    }
    if (usage_.fields) line("Pair s = {t, (short)item};");
    if (usage_.pairs) {
      line("Pair q[4];");
      line("for (int i = 0; i < 4; i++) q[i].first = t + i, q[i].second = (short)(" + first("i") +
           ");");
    }
    for (int i = 0; i < kFloats; ++i) {
      if (!usage_.floats[i]) continue;
      std::string type = i == 2 ? "double" : "float";
      line(type + " w" + number(i) + " = (" + type + ")(" + first(number(i)) + ");");
    }
    line("l[t] = t;");
    if (usage_.table) {
      line("local int h[8];");
      line("for (int i = t; i < 8; i += " + std::to_string(program_.items()) + ") h[i] = 0;");
    }
  }

  // What the item's variable number i begins with.
  std::string first(const std::string& i) const {
    if (program_.own_loads) return "a[(t + " + i + ") & 63]";
    return "begin + " + i + " * " + number(kFirstStep);
  }

  // Where the item stands in the whole range and where its record begins, as an ordinary kernel would say it.
  void print_place() {
    const std::uint32_t width = program_.local[0] * program_.groups[0];
    const std::uint32_t height = program_.local[1] * program_.groups[1];
    line("int x = (int)get_global_id(0), y = (int)get_global_id(1);");
    std::string place = "x";
    if (height > 1) place = "(y * " + std::to_string(width) + " + x)";
    if (program_.local[2] > 1) {
      place = "(((int)get_global_id(2) * " + std::to_string(height) + " + y) * " +
              std::to_string(width) + " + x)";
    }
    line("int at = " + place + " * " + number(program_.record_length) + ";");
  }

  std::string vector_name() const {
    return name_of(program_.vector_type) + number(program_.vector_length);
  }

  std::string print_vector(const Statement& s) const {
    const std::string z = "z" + number(s.target), name = vector_name();
    const std::string scalar = name_of(program_.vector_type);
    switch (s.kind) {
      case Statement::write_vector:
        return "vstore" + number(program_.vector_length) + "(" + z + ", 0, r + at + " +
               number(s.op) + ")";
      case Statement::combine_vector:
        return z + " = " + combine_vectors(s.op, z, "z" + std::to_string(s.values[0]->value));
      case Statement::permute_vector: {
        std::string order = ".s";
        for (int i = 0; i < program_.vector_length; ++i) {
          order += component(static_cast<std::size_t>((i * s.op + s.values[0]->value) %
                                                      program_.vector_length))
                       .back();
        }
        return z + " = " + z + order;
      }
      case Statement::splat_vector:
        return z + " = (" + name + ")((" + scalar + ")" + value(s, 0) + ")";
      case Statement::insert_vector:
        return z + component(static_cast<std::size_t>(s.op)) + " = (" + scalar + ")" + value(s, 0);
      default:
        return z + " = " + load_vector(s);
    }
  }

  std::string load_vector(const Statement& s) const {
    const std::string matrix = "a + " + number(kInputs);
    const std::string place = "y * " + number(kVectorPitch) + " + x * " + number(s.op) + " + " +
                              std::to_string(s.values[0]->value);
    if (s.values[1]->value != 0) {
      return "((global const " + vector_name() + "*)(" + matrix + "))[" + place + "]";
    }
    return "vload" + number(program_.vector_length) + "(" + place + ", (global const " +
           name_of(program_.vector_type) + "*)(" + matrix + "))";
  }

  // Arithmetic of vectors does not widen; it wraps in unsigned types.
  std::string combine_vectors(int op, const std::string& a, const std::string& b) const {
    static constexpr const char* kPlain[] = {" + ", " - ", " * ", " & ", " | ", " ^ ", " << "};
    const Type type = program_.vector_type;
    const auto unsigned_type = static_cast<Type>(static_cast<int>(type) | 1);
    const std::string whole = name_of(unsigned_type) + number(program_.vector_length);
    auto as = [](const std::string& name, const std::string& x) {
      return "as_" + name + "(" + x + ")";
    };
    const std::string seven = std::string(" & (") + name_of(type) + ")7)";
    if (op == 7) return a + " >> (" + b + seven;
    if (op > 7) return a + " < " + b + " ? " + a + " : " + b;
    const std::string right = op == 6 ? as(whole, "(" + b + seven) : as(whole, b);
    return as(vector_name(), as(whole, a) + kPlain[op] + right);
  }

  // Row by row, so that most accesses are those of ordinary kernels.
  std::string output(int row) const {
    std::uint32_t total = program_.items() * program_.group_count();
    return "o[item + " + std::to_string(static_cast<std::uint32_t>(row) * total) + "]";
  }

  void print_results() {
    line("uint sum = 0;");
    for (int i = 0; i < kVariables; ++i) {
      if (usage_.variables[i]) line("sum = sum * 3 + (uint)v" + number(i) + ";");
    }
    for (int i = 0; i < kVectors; ++i) {
      for (int k = 0; usage_.vectors[i] && k < program_.vector_length; ++k) {
        line("sum = sum * 3 + (uint)z" + number(i) + component(static_cast<std::size_t>(k)) + ";");
      }
    }
    if (usage_.floats[0]) line("sum ^= float_bits(w0);");
    if (usage_.floats[1]) line("sum ^= float_bits(w1);");
    if (usage_.floats[2]) line("sum ^= (uint)double_bits(w2);");
    line(output(0) + " ^= (int)sum ^ u0 ^ u1 ^ u2;");
    if (usage_.array) line("for (int i = 0; i < 8; i++) " + output(1) + " ^= p[i];");
    if (usage_.fields) line(output(2) + " ^= s.first ^ s.second;");
    if (usage_.pairs) {
      line("for (int i = 0; i < 4; i++) " + output(2) + " ^= q[i].first ^ q[i].second;");
    }
  }

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

  void print_loop(const Statement& s) {
    std::string k = "k" + number(s.target);
    std::string goes_on = k + " < (int)(" + value(s, 0) + " & 3)";
    bool written_out = s.kind == Statement::goto_loop || s.kind == Statement::entry_loop;
    if (!written_out) {
      exits_.push_back({"break", "continue"});
      print_body("for (int " + k + " = 0; " + goes_on + "; " + k + "++)", *s.body[0]);
      exits_.pop_back();
      return;
    }
    std::string id = number(++gotos_);
    line("{");
    ++depth_;
    line("int " + k + " = 0;");
    if (s.kind == Statement::entry_loop)
      line("if (" + value(s, 1) + " & 1) goto middle" + id + ";");
    line("again" + id + ":;");
    line("if (!(" + goes_on + ")) goto done" + id + ";");
    exits_.push_back({"goto done" + id, "goto next" + id});
    print(*s.body[0]);
    if (s.kind == Statement::entry_loop) line("middle" + id + ":;");
    if (s.body.size() > 1) print(*s.body[1]);
    exits_.pop_back();
    line("next" + id + ":;");
    line(k + "++;");
    line("goto again" + id + ";");
    line("done" + id + ":;");
    --depth_;
    line("}");
  }

  void print_walk(const Statement& s) {
    const std::string type = name_of(static_cast<Type>(s.values[2]->value));
    const std::string element = "(uint)((global const " + type + "*)(a + " + number(kInputs) +
                                "))[" + walk_place(s.op, program_) + "]";
    line("{");
    ++depth_;
    line("uint base = (uint)" + value(s, 0) + ";");
    line(walk_head(s.op, program_) +
         " base = " + walk_sum_text(static_cast<int>(s.values[1]->value), "base", element) + ";");
    line("v" + number(s.target) + " = (" + name_of(variable_type(s.target)) + ")base;");
    --depth_;
    line("}");
  }

  static std::string print_float(const Statement& s) {
    const char* type = s.target == 2 ? "double" : "float";
    auto operand = [&](std::size_t i) {
      return "(" + std::string(type) + ")w" + std::to_string(s.values[i]->value);
    };
    std::string a = operand(0), b = operand(1);
    std::string c = "(" + std::string(type) + ")(int)" + value(s, 2);
    switch (s.op) {
      case 0:
        return a + " + " + b;
      case 1:
        return a + " - " + b;
      case 2:
        return a + " * " + b;
      case 3:
        return "fma(" + a + ", " + b + ", " + c + ")";
      case 4:
        return "(" + a + " < " + c + " ? " + a + " : " + c + ")";
      case 5:
        return "floor(" + a + ") - trunc(" + b + ")";
      case 6:
        return "copysign(" + a + ", " + b + ") + " + c;
      case 7:
        return "rint(" + a + ") * " + c;
      case 8:
        return "fabs(" + a + ") - " + c;
      default:
        return c;
    }
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
        if (s.target != 0) line("end" + target + ":;");
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
      case Statement::assign_pair:
        line("q[" + value(s, 0) + " & 3]" + (s.op == 0 ? ".first = (int)" : ".second = (short)") +
             value(s, 1) + ";");
        break;
      case Statement::assign_float:
        line("w" + target + " = " + print_float(s) + ";");
        break;
      case Statement::write:
        line(output(s.target) + " = (int)" + value(s, 0) + ";");
        break;
      case Statement::write_record:
        line("r[at + " + target + "] = (" + name_of(program_.record_type) + ")" + value(s, 0) +
             ";");
        break;
      case Statement::write_vector:
      case Statement::combine_vector:
      case Statement::permute_vector:
      case Statement::splat_vector:
      case Statement::insert_vector:
      case Statement::load_vector:
        line(print_vector(s) + ";");
        break;
      case Statement::count:
        line("atomic_add(&c[" + target + "], (int)" + value(s, 0) + ");");
        break;
      case Statement::count_spread:
        line("atomic_add(&c[" + value(s, 0) + " & 3], (int)" + value(s, 1) + ");");
        break;
      case Statement::walk:
        print_walk(s);
        break;
      case Statement::branch:
        print_body("if (" + value(s, 0) + " & 1)", *s.body[0]);
        if (s.body.size() > 1) print_body("else", *s.body[1]);
        break;
      case Statement::repeat:
      case Statement::loop:
      case Statement::goto_loop:
      case Statement::entry_loop:
        print_loop(s);
        break;
      case Statement::select:
        print_select(s);
        break;
      case Statement::leave:
        line("if (" + value(s, 0) + " & 1) " + exits_.back().leave + ";");
        break;
      case Statement::skip:
        line("if (" + value(s, 0) + " & 1) " + exits_.back().skip + ";");
        break;
      case Statement::stop:
        line("if ((" + value(s, 0) + " & 7) == 3) return;");
        break;
      case Statement::jump:
        line("if (" + value(s, 0) + " & 1) goto end" + target + ";");
        break;
      case Statement::exchange:
        print_exchange(s);
        break;
      case Statement::reduce_group:
        print_reduction(s);
        break;
      case Statement::count_local:
        barrier();
        line("atomic_add(&h[" + value(s, 0) + " & 7], (int)" + value(s, 1) + ");");
        barrier();
        line(assignment(s) + "h[" + value(s, 2) + " & 7];");
        break;
      case Statement::shuffle:
        print_warp(s, "__vg_shuffle32((int)" + value(s, 0) + ", (int)(" + value(s, 1) + " & 31))");
        break;
      case Statement::shuffle_wide:
        print_warp(s, "__vg_shuffle64((long)" + value(s, 0) + ", (int)(" + value(s, 1) + " & 31))");
        break;
      case Statement::ballot:
        print_warp(s, "__vg_ballot((int)(" + value(s, 0) + " & 1))");
        break;
    }
  }

  void print_warp(const Statement& s, const std::string& call) { line(assignment(s) + call + ";"); }

  static std::string assignment(const Statement& s) {
    return "v" + number(s.target) + " = (" + name_of(variable_type(s.target)) + ")";
  }

  void barrier() { line("barrier(CLK_LOCAL_MEM_FENCE);"); }

  void print_exchange(const Statement& s) {
    const std::string count = std::to_string(program_.items());
    const std::string last = std::to_string(program_.items() - 1);
    const std::string to[] = {"t", last + " - t", "(t + 3) % " + count, "t"};
    const std::string from[] = {"(uint)" + value(s, 1) + " % " + count + "u", "(t + 1) % " + count,
                                last + " - t", "t / 2"};
    if (to[s.op & 3] != "t") barrier();  // behind the owner's first value
    line("l[" + to[s.op & 3] + "] = (int)" + value(s, 0) + ";");
    barrier();
    line(assignment(s) + "l[" + from[s.op >> 2] + "];");
    barrier();
  }

  void print_reduction(const Statement& s) {
    static constexpr const char* kFolds[] = {"(int)((uint)l[t] + (uint)l[t + half_])",
                                             "min(l[t], l[t + half_])", "l[t] ^ l[t + half_]"};
    line("l[t] = (int)" + value(s, 0) + ";");
    line("for (int half_ = " + std::to_string(std::bit_ceil(program_.items()) / 2) +
         "; half_ > 0; half_ /= 2) {");
    ++depth_;
    barrier();
    line("if (t < half_ && t + half_ < " + std::to_string(program_.items()) +
         ") l[t] = " + kFolds[s.op] + ";");
    --depth_;
    line("}");
    barrier();
    line(assignment(s) + "l[0];");
    barrier();
  }

  const Program& program_;
  Usage usage_;
  std::string text_;
  std::vector<Exits> exits_;  // of the loops around the place
  int gotos_ = 0;
  int depth_ = 0;
};

}  // namespace

std::string print_programs(const std::vector<const Program*>& programs) {
  std::string text = kPrologue;
  for (std::size_t i = 0; i < programs.size(); ++i) {
    text += Printer(*programs[i]).run("fuzz" + std::to_string(i));
  }
  return text;
}

}  // namespace vgpu::test
