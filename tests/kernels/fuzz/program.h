// A random kernel: made from a seed, printed as OpenCL C, and executed directly, statement by statement.
//
// The same tree gives the text that the compiler sees and the result that it must reach, so the compiler is compared
// with something that shares no code with it. Programs are free of data races and of undefined behaviour by
// construction: arithmetic is unsigned, shifts and indices are masked, items exchange values only between barriers that
// all of them reach.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace vgpu::test {

constexpr int kInputs = 64;    // elements of the input buffer, a power of two
constexpr int kOutputs = 4;    // elements that each item writes
constexpr int kVariables = 6;  // v0 .. v5, of different integer types
constexpr int kUniforms = 3;   // u0 .. u2, the same for all items of a group
constexpr int kPrivate = 8;    // elements of the private array
constexpr int kCounters = 4;   // global counters that items add to

enum class Type : std::uint8_t { i8, u8, i16, u16, i32, u32, i64, u64 };
std::int64_t wrap(Type type, std::int64_t value);
const char* name_of(Type type);
Type variable_type(int variable);

struct Expression {
  enum Kind : std::uint8_t {
    constant,
    variable,
    uniform,
    item_id,
    local_id,
    group_id,
    parameter,
    counter,
    input,
    array,
    field,
    binary,
    compare,
    choose,
    negate,
    convert,
  };
  Kind kind = constant;
  Type type = Type::i32;
  int op = 0;  // of binary and compare; index of variables, counters and fields
  std::int64_t value = 0;
  std::vector<std::unique_ptr<Expression>> operands;
};

struct Statement {
  enum Kind : std::uint8_t {
    block,
    assign,
    assign_uniform,
    assign_array,
    assign_field,
    write,
    count,
    branch,
    repeat,
    loop,
    select,
    leave,
    skip,
    stop,
    exchange,
    shuffle,
  };
  Kind kind = block;
  int target = 0;  // variable, element, counter or depth of the loop
  std::vector<std::unique_ptr<Expression>> values;
  std::vector<std::unique_ptr<Statement>> body;
};

struct Program {
  std::unique_ptr<Statement> body;
  bool two_dimensional = false;
  std::uint32_t local[3] = {1, 1, 1};
  std::uint32_t groups[3] = {1, 1, 1};
  std::int32_t n = 0;

  std::uint32_t items() const { return local[0] * local[1] * local[2]; }
  std::uint32_t group_count() const { return groups[0] * groups[1] * groups[2]; }
};

Program make_program(std::uint64_t seed);
std::string print_program(const Program& program);

// Makes the program smaller for as long as `fails` says that it still shows the mistake.
void reduce(Program& program, const std::function<bool(const Program&)>& fails);

struct Results {
  std::vector<std::int32_t> outputs;   // kOutputs an item, all groups
  std::vector<std::int32_t> counters;  // kCounters
};
Results execute(const Program& program, const std::vector<std::int32_t>& inputs);

}  // namespace vgpu::test
