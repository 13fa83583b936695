// Finds out what a random program mentions and how much room it takes.
//
// SPDX-License-Identifier: MIT
#include "kernels/fuzz/usage.h"

namespace vgpu::test {
namespace {

void visit(const Expression& e, Usage& usage) {
  switch (e.kind) {
    case Expression::variable:
      usage.variables[e.op] = true;
      break;
    case Expression::array:
      usage.array = true;
      break;
    case Expression::field:
      usage.fields = true;
      break;
    case Expression::pair:
      usage.pairs = true;
      break;
    case Expression::component:
      usage.vectors[e.op] = true;
      break;
    case Expression::float_less:
      usage.floats[e.value] = true;
      [[fallthrough]];
    case Expression::float_bits:
      usage.floats[e.op] = true;
      break;
    default:
      break;
  }
  for (const auto& operand : e.operands) visit(*operand, usage);
}

void visit(const Statement& s, Usage& usage) {
  switch (s.kind) {
    case Statement::count_local:
      usage.table = true;
      [[fallthrough]];
    case Statement::assign:
    case Statement::exchange:
    case Statement::reduce_group:
    case Statement::shuffle:
    case Statement::shuffle_wide:
    case Statement::ballot:
    case Statement::walk:
      usage.variables[s.target] = true;
      break;
    case Statement::assign_array:
      usage.array = true;
      break;
    case Statement::assign_field:
      usage.fields = true;
      break;
    case Statement::assign_pair:
      usage.pairs = true;
      break;
    case Statement::combine_vector:
      usage.vectors[s.values[0]->value & (kVectors - 1)] = true;
      [[fallthrough]];
    case Statement::write_vector:
    case Statement::permute_vector:
    case Statement::splat_vector:
    case Statement::insert_vector:
    case Statement::load_vector:
      usage.vectors[s.target] = true;
      break;
    case Statement::assign_float:
      usage.floats[s.target] = true;
      for (std::size_t i = 0; i < 2; ++i) usage.floats[s.values[i]->value] = true;
      break;
    default:
      break;
  }
  for (const auto& value : s.values) visit(*value, usage);
  for (const auto& child : s.body) visit(*child, usage);
}

}  // namespace

Usage usage_of(const Program& program) {
  Usage usage;
  visit(*program.body, usage);
  if (program.last != nullptr) visit(*program.last, usage);
  return usage;
}

Type variable_type(int variable) {
  static constexpr Type kTypes[kVariables] = {Type::i32, Type::u32, Type::i8, Type::u16,
                                              Type::i64, Type::i16, Type::u8, Type::u64};
  return kTypes[variable];
}

std::size_t record_bytes(const Program& program) {
  return std::size_t{program.items()} * program.group_count() *
         static_cast<std::size_t>(program.record_length) * bytes_of(program.record_type);
}

}  // namespace vgpu::test
