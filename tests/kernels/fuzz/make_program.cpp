// Grows a random program from a seed.
//
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <utility>

#include "kernels/fuzz/program.h"

namespace vgpu::test {
namespace {

using ExpressionPtr = std::unique_ptr<Expression>;
using StatementPtr = std::unique_ptr<Statement>;

class Maker {
 public:
  explicit Maker(std::uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15u + 1) {}

  Program make() {
    Program program;
    static constexpr std::uint32_t kLocals[][3] = {
        {64, 1, 1}, {32, 1, 1}, {16, 1, 1}, {7, 1, 1},  {37, 1, 1}, {100, 1, 1}, {1, 1, 1},
        {8, 8, 1},  {16, 4, 1}, {3, 5, 1},  {33, 2, 1}, {4, 3, 2},  {1, 16, 1},
    };
    const auto& local = kLocals[pick(std::size(kLocals))];
    std::copy(local, local + 3, program.local);
    program.groups[0] = 1 + pick(2);
    program.groups[1] = local[1] > 1 ? 1 + pick(2) : 1;
    program.n = static_cast<std::int32_t>(pick(100));
    use_shuffles_ = pick(4) == 0 && program.items() % 32 == 0;
    budget_ = 15 + pick(40);
    program.body = block(0, true);
    return program;
  }

 private:
  std::uint32_t pick(std::uint64_t limit) {
    state_ ^= state_ >> 12;
    state_ ^= state_ << 25;
    state_ ^= state_ >> 27;
    return static_cast<std::uint32_t>(((state_ * 0x2545f4914f6cdd1du) >> 33) % limit);
  }

  ExpressionPtr leaf(Expression::Kind kind, int op = 0, std::int64_t value = 0) {
    auto expression = std::make_unique<Expression>();
    expression->kind = kind;
    expression->op = op;
    expression->value = value;
    if (kind == Expression::variable) expression->type = variable_type(op);
    return expression;
  }

  ExpressionPtr uniform_expression(int depth) {
    if (depth > 0 && pick(2) == 0) return binary(depth, true);
    switch (pick(4)) {
      case 0:
        return leaf(Expression::constant, 0, static_cast<std::int64_t>(pick(200)) - 60);
      case 1:
        return leaf(Expression::group_id);
      case 2:
        return leaf(Expression::uniform, static_cast<int>(pick(kUniforms)));
      default:
        return leaf(Expression::parameter);
    }
  }

  ExpressionPtr binary(int depth, bool uniform) {
    auto expression = leaf(Expression::binary, static_cast<int>(pick(11)));
    expression->type = uniform ? Type::i32 : static_cast<Type>(pick(8));
    for (int i = 0; i < 2; ++i) {
      expression->operands.push_back(uniform ? uniform_expression(depth - 1)
                                             : this->expression(depth - 1));
    }
    return expression;
  }

  ExpressionPtr expression(int depth) {
    if (depth <= 0 || pick(5) == 0) return simple();
    ExpressionPtr result;
    int operands = 1;
    switch (pick(9)) {
      case 0:
        result = leaf(Expression::input);
        break;
      case 1:
        result = leaf(Expression::array);
        break;
      case 2:
        result = leaf(Expression::compare, static_cast<int>(pick(4)));
        operands = 2;
        break;
      case 3:
        result = leaf(Expression::choose);
        operands = 3;
        break;
      case 4:
        result = leaf(Expression::negate);
        break;
      case 5:
        result = leaf(Expression::convert);
        break;
      default:
        return binary(depth, false);
    }
    if (result->kind == Expression::convert || result->kind == Expression::compare) {
      result->type = static_cast<Type>(pick(8));
    }
    for (int i = 0; i < operands; ++i) result->operands.push_back(expression(depth - 1));
    return result;
  }

  ExpressionPtr simple() {
    switch (pick(9)) {
      case 0:
        return leaf(Expression::constant, 0, static_cast<std::int64_t>(pick(300)) - 100);
      case 1:
        return leaf(Expression::item_id);
      case 2:
        return leaf(Expression::local_id);
      case 3:
        return leaf(Expression::uniform, static_cast<int>(pick(kUniforms)));
      case 4:
        if (loops_ > 0) return leaf(Expression::counter, static_cast<int>(pick(loops_)));
        return leaf(Expression::parameter);
      case 5:
        return leaf(Expression::field, static_cast<int>(pick(2)));
      default:
        return leaf(Expression::variable, static_cast<int>(pick(kVariables)));
    }
  }

  StatementPtr block(int depth, bool uniform) {
    auto result = std::make_unique<Statement>();
    std::uint32_t length = depth == 0 ? 8 + pick(6) : 1 + pick(4);
    for (std::uint32_t i = 0; i < length; ++i) {
      if (budget_ == 0 && i > 0) break;
      if (budget_ > 0) --budget_;
      result->body.push_back(statement(depth, uniform));
    }
    return result;
  }

  StatementPtr make(Statement::Kind kind, int target = 0) {
    auto result = std::make_unique<Statement>();
    result->kind = kind;
    result->target = target;
    return result;
  }

  // `uniform`: all items that have not ended come here together.
  StatementPtr statement(int depth, bool uniform) {
    if (uniform && pick(3) == 0) return uniform_statement(depth);
    bool deep = depth < 4 && budget_ > 0;
    switch (pick(deep ? 14 : 8)) {
      case 0:
        return with_values(make(Statement::write, static_cast<int>(pick(kOutputs))), 1);
      case 1:
        return with_values(make(Statement::assign_array), 2);
      case 2:
        return with_values(make(Statement::assign_field, static_cast<int>(pick(2))), 1);
      case 3:
        return with_values(make(Statement::count, static_cast<int>(pick(kCounters))), 1);
      case 4:
        if (can_leave_ && pick(2) == 0) {
          return with_values(make(pick(2) == 0 ? Statement::leave : Statement::skip), 1);
        }
        // A shuffle from an item that has ended has no defined value.
        if (pick(5) == 0 && !use_shuffles_) return with_values(make(Statement::stop), 1);
        [[fallthrough]];
      case 5:
      case 6:
      case 7:
        return with_values(make(Statement::assign, static_cast<int>(pick(kVariables))), 1);
      case 8:
      case 9:
      case 10:
        return branch(depth);
      case 11:
        return select(depth);
      default:
        return loop(depth);
    }
  }

  StatementPtr with_values(StatementPtr result, int count) {
    for (int i = 0; i < count; ++i) result->values.push_back(expression(3));
    return result;
  }

  StatementPtr branch(int depth) {
    StatementPtr result = with_values(make(Statement::branch), 1);
    result->body.push_back(block(depth + 1, false));
    if (pick(2) == 0) result->body.push_back(block(depth + 1, false));
    return result;
  }

  StatementPtr select(int depth) {
    StatementPtr result = with_values(make(Statement::select), 1);
    bool outside = std::exchange(can_leave_, false);  // "break" would leave the switch
    for (int i = 0; i < 3; ++i) result->body.push_back(block(depth + 1, false));
    can_leave_ = outside;
    result->target = static_cast<int>(pick(8));  // bit i: case i ends with break
    return result;
  }

  StatementPtr loop(int depth) {
    StatementPtr result = with_values(make(Statement::loop, static_cast<int>(loops_)), 1);
    ++loops_;
    bool outside = std::exchange(can_leave_, true);
    result->body.push_back(block(depth + 1, false));
    can_leave_ = outside;
    --loops_;
    return result;
  }

  StatementPtr uniform_statement(int depth) {
    switch (pick(depth < 3 && budget_ > 0 ? 6 : 3)) {
      case 0: {
        StatementPtr result = make(Statement::assign_uniform, static_cast<int>(pick(kUniforms)));
        result->values.push_back(uniform_expression(2));
        return result;
      }
      case 1:
        if (use_shuffles_) {
          return with_values(make(Statement::shuffle, static_cast<int>(pick(kVariables))), 2);
        }
        [[fallthrough]];
      case 2:
      case 3:
        return with_values(make(Statement::exchange, static_cast<int>(pick(kVariables))), 2);
      case 4: {
        StatementPtr result = make(Statement::branch);
        result->values.push_back(uniform_expression(2));
        result->body.push_back(block(depth + 1, true));
        if (pick(2) == 0) result->body.push_back(block(depth + 1, true));
        return result;
      }
      default: {
        StatementPtr result = make(Statement::repeat, static_cast<int>(loops_));
        result->values.push_back(uniform_expression(1));
        ++loops_;
        result->body.push_back(block(depth + 1, true));
        --loops_;
        return result;
      }
    }
  }

  std::uint64_t state_;
  std::uint32_t budget_ = 0;
  std::uint32_t loops_ = 0;  // loops around the place, whose counters may be read
  bool can_leave_ = false;   // the innermost loop is one that items may leave
  bool use_shuffles_ = false;
};

}  // namespace

Program make_program(std::uint64_t seed) { return Maker(seed).make(); }

}  // namespace vgpu::test
