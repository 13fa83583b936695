// Grows a random program from a seed.
//
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <utility>

#include "kernels/fuzz/program.h"
#include "kernels/fuzz/walks.h"

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
        {64, 1, 1}, {32, 1, 1},  {16, 1, 1}, {7, 1, 1}, {37, 1, 1}, {100, 1, 1}, {128, 1, 1},
        {1, 1, 1},  {8, 8, 1},   {16, 4, 1}, {3, 5, 1}, {33, 2, 1}, {64, 2, 1},  {2, 16, 1},
        {1, 16, 1}, {16, 16, 1}, {4, 3, 2},  {8, 4, 4}, {5, 7, 3},
    };
    const auto& local = kLocals[pick(std::size(kLocals))];
    std::copy(local, local + 3, program.local);
    program.groups[0] = 1 + pick(2);
    program.groups[1] = local[1] > 1 ? 1 + pick(2) : 1;
    program.n = static_cast<std::int32_t>(pick(100));
    // Wrapping loads are versions of all that follows: every kernel with them would be little else.
    program.own_loads = pick(4) == 0;
    choose_types(program);
    use_shuffles_ = pick(4) == 0 && program.items() % 32 == 0;
    // Mostly small ones: mistakes show in combinations of few constructs, and time goes with size.
    small_ = pick(64) != 0;
    budget_ = small_ ? 1 + pick(4) : 15 + pick(30);
    program.body = block(0, true);
    if (pick(4) == 0) program.last = with_values(make(Statement::count_spread), 2);
    return program;
  }

 private:
  std::uint32_t pick(std::uint64_t limit) {
    state_ ^= state_ >> 12;
    state_ ^= state_ << 25;
    state_ ^= state_ >> 27;
    return static_cast<std::uint32_t>(((state_ * 0x2545f4914f6cdd1du) >> 33) % limit);
  }

  // The types of vectors and records: often the same, so that vectors can be written to records.
  void choose_types(Program& program) {
    static constexpr int kLengths[] = {2, 3, 4, 4, 8, 16};
    static constexpr int kRecords[] = {1, 2, 3, 4, 5, 8, 16};
    use_vectors_ = pick(4) == 0;
    program.vector_type = pick(2) == 0 ? Type::i32 : static_cast<Type>(pick(8));
    program.vector_length = kLengths[pick(std::size(kLengths))];
    program.record_type =
        use_vectors_ && pick(3) != 0 ? program.vector_type : static_cast<Type>(pick(8));
    program.record_length =
        use_vectors_ && pick(2) == 0 ? program.vector_length : kRecords[pick(std::size(kRecords))];
    length_ = static_cast<std::uint32_t>(program.vector_length);
    record_ = static_cast<std::uint32_t>(program.record_length);
    wide_ = bytes_of(program.vector_type) * length_ > 32;
    writes_vectors_ = program.vector_type == program.record_type && record_ >= length_;
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
    // Division of vectors is many times the code of anything else.
    const bool divides = expression->op == 8 || expression->op == 9;
    if (divides && pick(4) != 0) expression->op = 0;
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
        result = pick(2) == 0 ? leaf(Expression::array)
                              : leaf(Expression::pair, static_cast<int>(pick(2)));
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
    switch (pick(10)) {
      case 0:
        return leaf(Expression::constant, 0, static_cast<std::int64_t>(pick(300)) - 100);
      case 1:
        return place();
      case 2:
        return leaf(Expression::local_id);
      case 3:
        return leaf(Expression::uniform, static_cast<int>(pick(kUniforms)));
      case 4:
        if (loops_ > 0) return leaf(Expression::counter, static_cast<int>(pick(loops_)));
        return leaf(Expression::parameter);
      case 5:
        if (pick(2) == 0) return memory();
        return leaf(Expression::field, static_cast<int>(pick(2)));
      case 6:
        if (pick(2) == 0) return leaf(Expression::float_bits, static_cast<int>(pick(kFloats)));
        return leaf(Expression::float_less, static_cast<int>(pick(kFloats)), pick(kFloats));
      default:
        return leaf(Expression::variable, static_cast<int>(pick(kVariables)));
    }
  }

  ExpressionPtr place() {
    static constexpr Expression::Kind kKinds[] = {Expression::item_id, Expression::column,
                                                  Expression::row};
    return leaf(kKinds[pick(3)]);
  }

  // Memory as most kernels use it: rows of a matrix, what the item wrote itself, parts of a vector.
  ExpressionPtr memory() {
    if (use_vectors_ && pick(2) == 0) {
      return leaf(Expression::component, static_cast<int>(pick(kVectors)), pick(length_));
    }
    if (pick(4) == 0) return leaf(Expression::record, static_cast<int>(pick(record_)));
    ExpressionPtr result = leaf(Expression::matrix, static_cast<int>(pick(5)),
                                std::int64_t{pick(3)} * kPitch + pick(6));
    result->type = pick(2) == 0 ? Type::i32 : static_cast<Type>(pick(8));
    return result;
  }

  StatementPtr block(int depth, bool uniform) {
    auto result = std::make_unique<Statement>();
    if (pick(3) == 0) result->target = ++last_label_;
    if (result->target != 0) labels_.push_back({result->target, uniform});
    std::uint32_t length = depth > 0 ? 1 + pick(small_ ? 3 : 4)
                           : small_  ? 2 + pick(3)
                                     : 8 + pick(6);
    for (std::uint32_t i = 0; i < length; ++i) {
      if (budget_ == 0 && i > 0) break;
      if (budget_ > 0) --budget_;
      result->body.push_back(statement(depth, uniform));
    }
    if (result->target != 0) labels_.pop_back();
    return result;
  }

  // A label around this place whose end all items reach together, or not; 0 if there is none.
  int label(bool uniform) {
    std::vector<int> fitting;
    for (const Label& label : labels_) {
      if (label.uniform == uniform) fitting.push_back(label.number);
    }
    return fitting.empty() ? 0 : fitting[pick(fitting.size())];
  }

  StatementPtr make(Statement::Kind kind, int target = 0, std::uint32_t op = 0) {
    auto result = std::make_unique<Statement>();
    result->kind = kind;
    result->target = target;
    result->op = static_cast<int>(op);
    return result;
  }

  // w<target> from w<value 0>, w<value 1> and an integer.
  StatementPtr float_assignment() {
    StatementPtr result =
        make(Statement::assign_float, static_cast<int>(pick(kFloats)), pick(kFloatOperations));
    for (int i = 0; i < 2; ++i) {
      result->values.push_back(leaf(Expression::constant, 0, pick(kFloats)));
    }
    result->values.push_back(expression(2));
    return result;
  }

  StatementPtr with_constant(StatementPtr result, std::int64_t value) {
    result->values.push_back(leaf(Expression::constant, 0, value));
    return result;
  }

  StatementPtr walk() {
    StatementPtr result =
        with_values(make(Statement::walk, static_cast<int>(pick(kVariables)), pick(kWalks)), 1);
    result = with_constant(std::move(result), pick(2) == 0 ? 0 : pick(kWalkSums));
    return with_constant(std::move(result), pick(2) == 0 ? std::int64_t{static_cast<int>(Type::i32)}
                                                         : std::int64_t{pick(6)});
  }

  StatementPtr vector_statement() {
    static constexpr std::uint32_t kOperations[] = {0, 1, 2, 3, 4, 5, 6, 7, 10};
    const int target = static_cast<int>(pick(kVectors));
    switch (pick(writes_vectors_ ? 6 : 5)) {
      case 0:
        return with_constant(
            make(Statement::combine_vector, target, kOperations[pick(std::size(kOperations))]),
            pick(kVectors));
      case 1:
        return with_constant(make(Statement::permute_vector, target, pick(4)), pick(length_));
      case 2:
        return with_values(make(Statement::splat_vector, target), 1);
      case 3:
        return with_values(make(Statement::insert_vector, target, pick(length_)), 1);
      case 4:
        return with_constant(
            with_constant(make(Statement::load_vector, target, wide_ ? 1 : pick(4)), pick(8)),
            pick(2));
      default:
        return with_constant(make(Statement::write_vector, target, pick(record_ - length_ + 1)), 0);
    }
  }

  // `uniform`: all items that have not ended come here together.
  StatementPtr statement(int depth, bool uniform) {
    if (uniform && pick(3) == 0) return uniform_statement(depth);
    if (use_vectors_ && pick(3) == 0) return vector_statement();
    if (pick(20) == 0) return walk();
    bool deep = depth < 4 && budget_ > 0;
    switch (pick(deep ? 14 : 8)) {
      case 0:
        if (pick(2) == 0) {
          return with_values(make(Statement::write_record, static_cast<int>(pick(record_))), 1);
        }
        return with_values(make(Statement::write, static_cast<int>(pick(kOutputs))), 1);
      case 1:
        return with_values(make(Statement::assign_array), 2);
      case 2:
        if (pick(2) == 0) return with_values(make(Statement::assign_pair, 0, pick(2)), 2);
        return with_values(make(Statement::assign_field, static_cast<int>(pick(2))), 1);
      case 3:
        return with_values(make(Statement::count, static_cast<int>(pick(kCounters))), 1);
      case 4:
        if (can_leave_ && pick(2) == 0) {
          return with_values(make(pick(2) == 0 ? Statement::leave : Statement::skip), 1);
        }
        // A shuffle from an item that has ended has no defined value.
        if (pick(5) == 0 && !use_shuffles_) return with_values(make(Statement::stop), 1);
        if (int target = uniform ? 0 : label(false); target != 0 && pick(2) == 0) {
          return with_values(make(Statement::jump, target), 1);
        }
        [[fallthrough]];
      case 5:
        if (pick(2) == 0) return float_assignment();
        [[fallthrough]];
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
    for (int i = 0; i < count; ++i)
      result->values.push_back(expression(small_ ? 1 + static_cast<int>(pick(2)) : 3));
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
    static constexpr Statement::Kind kKinds[] = {Statement::loop, Statement::loop,
                                                 Statement::goto_loop, Statement::entry_loop};
    StatementPtr result = make(kKinds[pick(4)], static_cast<int>(loops_));
    const bool entered = result->kind == Statement::entry_loop;
    result = with_values(std::move(result), entered ? 2 : 1);
    ++loops_;
    bool outside = std::exchange(can_leave_, true);
    result->body.push_back(block(depth + 1, false));
    if (entered) result->body.push_back(block(depth + 1, false));
    can_leave_ = outside;
    --loops_;
    return result;
  }

  StatementPtr with_uniform_value(StatementPtr result, int depth) {
    result->values.push_back(uniform_expression(depth));
    return result;
  }

  StatementPtr warp_statement() {
    static constexpr Statement::Kind kKinds[] = {Statement::shuffle, Statement::shuffle_wide,
                                                 Statement::ballot};
    StatementPtr result = make(kKinds[pick(3)], static_cast<int>(pick(kVariables)));
    return with_values(std::move(result), 2);
  }

  // Leaves something for all items at once.
  StatementPtr uniform_exit() {
    int target = label(true);
    if (target != 0 && pick(2) == 0) return with_uniform_value(make(Statement::jump, target), 1);
    if (!can_leave_together_) return nullptr;
    return with_uniform_value(make(pick(2) == 0 ? Statement::leave : Statement::skip), 1);
  }

  StatementPtr uniform_branch(int depth) {
    StatementPtr result = with_uniform_value(make(Statement::branch), 2);
    result->body.push_back(block(depth + 1, true));
    if (pick(2) == 0) result->body.push_back(block(depth + 1, true));
    return result;
  }

  StatementPtr uniform_loop(int depth) {
    StatementPtr result = with_uniform_value(make(Statement::repeat, static_cast<int>(loops_)), 1);
    ++loops_;
    bool outside = std::exchange(can_leave_together_, true);
    result->body.push_back(block(depth + 1, true));
    can_leave_together_ = outside;
    --loops_;
    return result;
  }

  StatementPtr local_statement() {
    const int target = static_cast<int>(pick(kVariables));
    switch (pick(6)) {
      case 0:
        return with_values(make(Statement::reduce_group, target, pick(3)), 1);
      case 1:
        return with_values(make(Statement::count_local, target), 3);
      default:
        return with_values(make(Statement::exchange, target, pick(16)), 2);
    }
  }

  StatementPtr uniform_statement(int depth) {
    if (depth == 0 && pick(6) == 0) return walk();
    switch (pick(depth < 3 && budget_ > 0 ? 7 : 4)) {
      case 0:
        return with_uniform_value(
            make(Statement::assign_uniform, static_cast<int>(pick(kUniforms))), 2);
      case 1:
        if (use_shuffles_) return warp_statement();
        [[fallthrough]];
      case 2:
        if (StatementPtr exit = pick(2) == 0 ? uniform_exit() : nullptr) return exit;
        [[fallthrough]];
      case 3:
      case 4:
        return local_statement();
      case 5:
        return uniform_branch(depth);
      default:
        return uniform_loop(depth);
    }
  }

  struct Label {
    int number;
    bool uniform;  // all items that have not ended reach its end together
  };

  std::uint64_t state_;
  std::uint32_t budget_ = 0;
  std::uint32_t loops_ = 0;          // loops around the place, whose counters may be read
  bool can_leave_ = false;           // the innermost loop is one that items may leave
  bool can_leave_together_ = false;  // the innermost loop is one that all items leave at once
  bool use_shuffles_ = false;
  bool small_ = false;
  bool use_vectors_ = false;
  bool wide_ = false;            // vectors are of more than 32 bytes
  bool writes_vectors_ = false;  // they fit into the records
  std::uint32_t length_ = 0;     // components of a vector
  std::uint32_t record_ = 0;     // elements of a record
  int last_label_ = 0;
  std::vector<Label> labels_;  // of the blocks around the place
};

}  // namespace

Program make_program(std::uint64_t seed) { return Maker(seed).make(); }

}  // namespace vgpu::test
