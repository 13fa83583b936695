// Makes a failing program smaller while it still fails.
//
// Statements are dropped one by one, then expressions become one of their operands or a constant, until nothing more can
// go. What is left is short enough to be read.
// SPDX-License-Identifier: MIT
#include "kernels/fuzz/program.h"

namespace vgpu::test {
namespace {

class Reducer {
 public:
  Reducer(Program& program, const std::function<bool(const Program&)>& fails)
      : program_(program), fails_(fails) {}

  void run() {
    drop_last();
    for (bool changed = true; changed;) {
      changed = drop(*program_.body);
      changed |= simplify(*program_.body);
      if (program_.last != nullptr) changed |= simplify(*program_.last);
    }
  }

 private:
  void drop_last() {
    std::unique_ptr<Statement> last = std::move(program_.last);
    if (!fails_(program_)) program_.last = std::move(last);
  }

  bool drop(Statement& statement) {
    bool changed = false;
    bool fixed = statement.kind != Statement::block;  // the bodies of a branch or loop must stay
    for (std::size_t i = statement.body.size(); i-- > 0;) {
      if (!fixed) {
        std::unique_ptr<Statement> gone = std::move(statement.body[i]);
        statement.body.erase(statement.body.begin() + static_cast<std::ptrdiff_t>(i));
        if (fails_(program_)) {
          changed = true;
          continue;
        }
        statement.body.insert(statement.body.begin() + static_cast<std::ptrdiff_t>(i),
                              std::move(gone));
      }
      changed |= drop(*statement.body[i]);
    }
    return changed;
  }

  bool simplify(Statement& statement) {
    bool changed = false;
    for (auto& value : statement.values) changed |= simplify(value);
    for (auto& child : statement.body) changed |= simplify(*child);
    return changed;
  }

  bool simplify(std::unique_ptr<Expression>& expression) {
    for (std::size_t i = 0; i < expression->operands.size(); ++i) {
      std::unique_ptr<Expression> whole = std::move(expression);
      expression = std::move(whole->operands[i]);
      if (fails_(program_)) return true;
      whole->operands[i] = std::move(expression);
      expression = std::move(whole);
    }
    if (expression->kind != Expression::constant) {
      auto one = std::make_unique<Expression>();
      one->value = 1;
      std::swap(expression, one);
      if (fails_(program_)) return true;
      std::swap(expression, one);
    }
    for (auto& operand : expression->operands) {
      if (simplify(operand)) return true;
    }
    return false;
  }

  Program& program_;
  const std::function<bool(const Program&)>& fails_;
};

}  // namespace

void reduce(Program& program, const std::function<bool(const Program&)>& fails) {
  Reducer(program, fails).run();
}

}  // namespace vgpu::test
