// Operands of inline PTX: registers, immediates, special registers; see ptx_statement.h.
// SPDX-License-Identifier: MIT
#include <cstdlib>
#include <cstring>

#include "compiler/front/cuda/ptx_statement.h"

namespace vgpu::compiler {

using llvm::Value;

bool PtxStatement::has(const char* part) const {
  for (const std::string& one : opcode)
    if (one == part) return true;
  return false;
}

namespace {

// u32, s16, b64, f32; pred is one too where an instruction's own type is asked for.
bool is_type(const std::string& part) {
  constexpr std::string_view kTypes =
      " u8 u16 u32 u64 s8 s16 s32 s64 b1 b8 b16 b32 b64 b128 f16 f32 f64 s4 u4 ";
  return part.size() >= 2 && kTypes.find(" " + part + " ") != std::string_view::npos;
}

// 1.5, 1e-3: with a point or an exponent, not 0x1e.
bool is_decimal(const std::string& text) {
  return text.find_first_of("xX") == std::string::npos &&
         text.find_first_of(".eE") != std::string::npos;
}

}  // namespace

std::string PtxStatement::type() const {
  for (auto part = opcode.rbegin(); part != opcode.rend(); ++part)
    if (*part == "pred" || is_type(*part)) return *part;
  return "b32";
}

std::vector<std::string> PtxStatement::types() const {
  std::vector<std::string> found;
  for (std::size_t i = 1; i < opcode.size(); ++i)
    if (is_type(opcode[i])) found.push_back(opcode[i]);
  return found;
}

std::string refused_modifier(const PtxStatement& statement, const std::string& words) {
  if (words == "*") return {};
  const auto knows = [&](const std::string& word) {
    return words.find(" " + word + " ") != std::string::npos;
  };
  for (std::size_t i = 1; i < statement.opcode.size(); ++i) {
    const std::string& part = statement.opcode[i];
    const bool cache = part.starts_with("L1::") || part.starts_with("L2::");
    if (part == "pred" || is_type(part) || knows(part) || (cache && knows("cache"))) continue;
    return part;
  }
  return {};
}

unsigned PtxStatement::bits() const {
  const std::string name = type();
  return name == "pred" ? 1 : static_cast<unsigned>(std::strtoul(name.c_str() + 1, nullptr, 10));
}

std::vector<std::string> ptx_parts(const std::string& operand) {
  if (operand.empty() || operand[0] != '{') return {operand};
  std::vector<std::string> parts(1);
  for (const char c : operand.substr(1, operand.size() - 2)) {
    if (c == ',')
      parts.emplace_back();
    else if (c != ' ')
      parts.back() += c;
  }
  return parts;
}

Value* PtxState::call(const char* name, llvm::Type* result, llvm::ArrayRef<Value*> values) {
  std::vector<llvm::Type*> types;
  for (Value* value : values) types.push_back(value->getType());
  return builder.CreateCall(
      module.getOrInsertFunction(name, llvm::FunctionType::get(result, types, false)), values);
}

Value* PtxState::fit(Value* value, unsigned bits) {
  llvm::Type* type = value->getType();
  if (type->isPointerTy())
    value = builder.CreatePtrToInt(value, builder.getInt64Ty());
  else if (!type->isIntegerTy())
    value = builder.CreateBitCast(value, builder.getIntNTy(type->getPrimitiveSizeInBits()));
  return builder.CreateZExtOrTrunc(value, builder.getIntNTy(bits));
}

Value* PtxState::as_type(Value* value, llvm::Type* type) {
  if (value->getType() == type) return value;
  const unsigned bits =
      static_cast<unsigned>(module.getDataLayout().getTypeSizeInBits(type).getFixedValue());
  Value* integer = fit(value, bits);
  return type->isPointerTy() ? builder.CreateIntToPtr(integer, type)
                             : builder.CreateBitCast(integer, type);
}

// %tid.x and its kin by the module convention's queries.
Value* PtxState::special(const std::string& name) {
  const auto query = [&](const char* function, char axis) {
    return fit(call(function, builder.getInt64Ty(), {builder.getInt32(axis - 'x')}), 32);
  };
  struct Row {
    const char* name;
    const char* function;
  };
  for (const Row row : {Row{"%tid.", "__vg_local_id"}, Row{"%ntid.", "__vg_enqueued_size"},
                        Row{"%ctaid.", "__vg_group_id"}, Row{"%nctaid.", "__vg_group_count"}})
    if (name.starts_with(row.name) && name.size() == std::strlen(row.name) + 1)
      return query(row.function, name.back());
  for (const Row row : {Row{"%clock", "__vg_clock"}, Row{"%globaltimer", "__vg_timer_ns"}}) {
    if (!name.starts_with(row.name)) continue;
    Value* ticks = call(row.function, builder.getInt64Ty(), {});
    return name.ends_with("_hi") ? builder.CreateLShr(ticks, 32) : ticks;
  }
  if (name == "%smid" || name == "%gridid") return builder.getInt32(0);
  if (name == "%nsmid") return builder.getInt32(1);
  if (name == "WARP_SZ" || name == "%nwarpid") return builder.getInt32(32);
  Value* linear = builder.CreateAdd(
      builder.CreateMul(builder.CreateAdd(builder.CreateMul(query("__vg_local_id", 'z'),
                                                            query("__vg_enqueued_size", 'y')),
                                          query("__vg_local_id", 'y')),
                        query("__vg_enqueued_size", 'x')),
      query("__vg_local_id", 'x'));
  Value* lane = builder.CreateAnd(linear, 31);
  Value* bit = builder.CreateShl(builder.getInt32(1), lane);
  if (name == "%laneid") return lane;
  if (name == "%warpid") return builder.CreateLShr(linear, 5);
  if (name == "%lanemask_eq") return bit;
  if (name == "%lanemask_lt") return builder.CreateSub(bit, builder.getInt32(1));
  if (name == "%lanemask_le")
    return builder.CreateOr(bit, builder.CreateSub(bit, builder.getInt32(1)));
  if (name == "%lanemask_ge") return builder.CreateNeg(bit);
  if (name == "%lanemask_gt") return builder.CreateXor(builder.CreateNeg(bit), bit);
  return nullptr;
}

Value* PtxState::raw(const std::string& operand, unsigned bits) {
  const auto found = registers.find(operand);
  if (found != registers.end()) return found->second;
  if (operand[0] == '%' || operand == "WARP_SZ")
    if (Value* value = special(operand)) return value;
  if (operand.starts_with("0f") || operand.starts_with("0F"))
    return builder.getInt32(
        static_cast<std::uint32_t>(std::strtoul(operand.c_str() + 2, nullptr, 16)));
  if (operand.starts_with("0d") || operand.starts_with("0D"))
    return builder.getInt64(std::strtoull(operand.c_str() + 2, nullptr, 16));
  if ((std::isdigit(operand[0]) != 0 || operand[0] == '-') && is_decimal(operand)) {
    llvm::Type* type = bits == 64 ? builder.getDoubleTy() : builder.getFloatTy();
    return llvm::ConstantFP::get(type, std::strtod(operand.c_str(), nullptr));
  }
  if (std::isdigit(operand[0]) != 0 || operand[0] == '-') {
    const auto number = operand[0] == '-'
                            ? static_cast<std::uint64_t>(std::strtoll(operand.c_str(), nullptr, 0))
                            : std::strtoull(operand.c_str(), nullptr, 0);
    return llvm::ConstantInt::get(builder.getIntNTy(bits < 8 ? 32 : bits), number);
  }
  error = "what is " + operand + "?";
  return builder.getIntN(bits, 0);
}

Value* PtxState::integer(const std::string& operand, unsigned bits) {
  if (operand.empty() || operand[0] != '{') return fit(raw(operand, bits), bits);
  // {low,high} packs halves, and so four quarters.
  const std::vector<std::string> parts = ptx_parts(operand);
  const unsigned each = bits / static_cast<unsigned>(parts.size());
  Value* all = builder.getIntN(bits, 0);
  for (unsigned i = 0; i < parts.size(); ++i) {
    Value* part = builder.CreateZExt(integer(parts[i], each), builder.getIntNTy(bits));
    all = builder.CreateOr(all, builder.CreateShl(part, i * each));
  }
  return all;
}

Value* PtxState::number(const std::string& operand, unsigned bits) {
  llvm::Type* type = bits == 64   ? builder.getDoubleTy()
                     : bits == 16 ? builder.getHalfTy()
                                  : builder.getFloatTy();
  Value* value = raw(operand, bits);
  if (value->getType() == type) return value;
  return builder.CreateBitCast(fit(value, bits), type);
}

Value* PtxState::predicate(const std::string& operand) {
  const bool negated = !operand.empty() && operand[0] == '!';
  Value* value = raw(negated ? operand.substr(1) : operand, 32);
  if (!value->getType()->isIntegerTy(1))
    value = builder.CreateICmpNE(fit(value, 64), builder.getInt64(0));
  return negated ? builder.CreateNot(value) : value;
}

Value* PtxState::address(const std::string& operand) {
  std::string inside = operand;
  std::erase(inside, ' ');
  if (inside.size() < 2 || inside[0] != '[') {
    error = "an address stands in brackets";
    return llvm::ConstantPointerNull::get(builder.getPtrTy());
  }
  inside = inside.substr(1, inside.size() - 2);
  const auto sign = inside.find_first_of("+-", 1);
  Value* base = integer(inside.substr(0, sign), 64);
  if (sign != std::string::npos)
    base = builder.CreateAdd(base, builder.getInt64(static_cast<std::uint64_t>(
                                       std::strtoll(inside.c_str() + sign, nullptr, 0))));
  Value* pointer = builder.CreateIntToPtr(base, builder.getPtrTy());
  return guard ? builder.CreateSelect(guard, pointer, spare_place()) : pointer;
}

// Room for what an instruction would read or write if its guard let it.
Value* PtxState::spare_place() {
  llvm::BasicBlock& entry = builder.GetInsertBlock()->getParent()->getEntryBlock();
  llvm::IRBuilder<> first(&entry, entry.begin());
  auto* place = first.CreateAlloca(llvm::ArrayType::get(first.getInt64Ty(), 4));
  place->setAlignment(llvm::Align(16));
  first.CreateStore(llvm::Constant::getNullValue(place->getAllocatedType()), place);
  return place;
}

void PtxState::set(const std::string& operand, Value* value) {
  if (operand == "_") return;
  if (operand.empty() || operand[0] != '{') {
    registers[operand] = value;
    return;
  }
  // {low,high} takes a value apart.
  const auto comma = operand.find(',');
  const unsigned bits = static_cast<unsigned>(value->getType()->getPrimitiveSizeInBits());
  const unsigned half = bits / 2;
  std::string low = operand.substr(1, comma - 1);
  std::string high = operand.substr(comma + 1, operand.size() - comma - 2);
  std::erase(low, ' ');
  std::erase(high, ' ');
  Value* whole = fit(value, bits);
  registers[low] = fit(whole, half);
  registers[high] = fit(builder.CreateLShr(whole, half), half);
}

}  // namespace vgpu::compiler
