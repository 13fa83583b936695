// A random kernel: made from a seed, printed as OpenCL C, and executed directly, statement by statement.
//
// The same tree gives the text that the compiler sees and the result that it must reach, so the compiler is compared
// with something that shares no code with it. Programs are free of data races and of undefined behaviour by
// construction: arithmetic is unsigned, shifts and indices are masked, floating point uses only what IEEE 754 gives to
// the bit, items exchange values only between barriers that all of them reach.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "kernels/fuzz/arithmetic.h"

namespace vgpu::test {

constexpr int kFirstStep = 37;       // between the first values of an item's variables
constexpr int kInputs = 64;          // elements of the input buffer read anywhere, a power of two
constexpr int kRows = 100;           // of the matrix behind them, more than Program::n
constexpr int kPitch = 256;          // elements of a row, more than items along x
constexpr int kVectorPitch = 16;     // vectors of a row
constexpr std::size_t kOutputs = 4;  // elements that each item writes
constexpr int kVariables = 8;        // v0 .. v7, one of each integer type
constexpr int kFloats = 3;           // w0 and w1 are float, w2 is double
constexpr int kUniforms = 3;         // u0 .. u2, the same for all items of a group
constexpr int kPrivate = 8;          // elements of the private array
constexpr int kFloatOperations = 10;
constexpr int kPairs = 4;     // elements of the private array of structs
constexpr int kCounters = 4;  // global counters that items add to
constexpr int kVectors = 2;   // z0 and z1, of the program's vector type
constexpr int kComponents = 16;
constexpr int kTable = 8;  // elements of the table in local memory, a power of two

Type variable_type(int variable);

struct Expression {
  enum Kind : std::uint8_t {
    constant,
    variable,
    uniform,
    item_id,
    local_id,
    group_id,
    column,  // the global id along x
    row,     // and along y
    parameter,
    counter,
    input,
    array,
    field,
    pair,        // field op of an element of the array of structs
    matrix,      // element row * kPitch + column * op + value of the matrix, taken as one of `type`
    record,      // element op of the item's record
    component,   // number `value` of z<op>
    float_bits,  // the pattern of w<op>
    float_less,  // w<op> < w<value>
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
    assign_pair,
    assign_float,
    write,
    write_record,    // element `target` of the item's record
    write_vector,    // z<target> to the elements from `op` on
    combine_vector,  // z<target> by operation op with z<value 0>
    permute_vector,  // component i becomes number i * op + value 0
    splat_vector,
    insert_vector,  // component op
    load_vector,  // from the matrix: vector row * kVectorPitch + column * op + value 0; value 1: how it is written
    count,
    count_spread,  // the counter is chosen by a value
    walk,  // combines elements of the matrix from value 0 on; op: where (walks.h), value 1: how, value 2: their type
    branch,
    repeat,
    loop,
    goto_loop,   // the same, written with goto
    entry_loop,  // body[1] follows body[0], and some items start there
    select,
    leave,
    skip,
    stop,
    jump,          // to the end of the block whose label is `target`
    exchange,      // through local memory; op: where items write and read there
    reduce_group,  // the sum, minimum or exclusive or of all items, by halves
    count_local,   // a table in local memory that items add to
    shuffle,
    shuffle_wide,
    ballot,
  };
  Kind kind = block;
  int target = 0;  // variable, element, counter, depth of the loop, or label of a block (0: none)
  int op = 0;      // of assign_float and assign_pair
  std::vector<std::unique_ptr<Expression>> values;
  std::vector<std::unique_ptr<Statement>> body;
};

struct Program {
  std::unique_ptr<Statement> body;
  std::unique_ptr<Statement> last;  // behind the results, where nothing is read; may be absent
  bool two_dimensional = false;
  std::uint32_t local[3] = {1, 1, 1};
  std::uint32_t groups[3] = {1, 1, 1};
  std::int32_t n = 0;
  bool own_loads = false;  // each variable begins with a load of its own, at a place that wraps
  Type vector_type = Type::i32;
  int vector_length = 4;
  Type record_type = Type::i32;
  int record_length = 1;

  std::uint32_t items() const { return local[0] * local[1] * local[2]; }
  std::uint32_t group_count() const { return groups[0] * groups[1] * groups[2]; }
};

std::size_t record_bytes(const Program& program);
Program make_program(std::uint64_t seed);
// OpenCL C for several programs: program i is kernel "fuzz<i>".
std::string print_programs(const std::vector<const Program*>& programs);

// Makes the program smaller for as long as `fails` says that it still shows the mistake.
void reduce(Program& program, const std::function<bool(const Program&)>& fails);

struct Results {
  std::vector<std::int32_t> outputs;   // kOutputs rows, an element for each item of all groups
  std::vector<std::int32_t> counters;  // kCounters
  std::vector<std::uint8_t> records;   // a record for each item, row by row
};
Results execute(const Program& program, const std::vector<std::int32_t>& inputs);

}  // namespace vgpu::test
