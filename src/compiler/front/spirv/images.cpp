// Images and samplers: reads, writes and questions; see families.h.
//
// OpenCL C says by a function's name whether a pixel's integers have signs, SPIR-V before 1.4 does not say it at all:
// then the image itself is asked. SPDX-License-Identifier: MIT
#include "compiler/front/spirv/families.h"
#include "compiler/front/spirv/kernel_notes.h"

namespace vgpu::compiler::spirv {
namespace {

using llvm::Value;

constexpr std::uint32_t kSignExtend = 0x1000, kZeroExtend = 0x2000;       // image operands of 1.4
constexpr std::uint32_t kFirstUnsigned = 0x10DA, kLastUnsigned = 0x10DC;  // CL_UNSIGNED_INT8 to 32

struct Image {
  Value* value = nullptr;
  Value* sampler = nullptr;  // null: none
  const Instruction* type = nullptr;
};

const Instruction& image_type(const Translation& state, Id id) {
  const Instruction& type = state.code.definition(id);
  if (type.op == spv::OpTypeSampledImage) return state.code.definition(type.operand(0));
  if (type.op != spv::OpTypeImage) throw SpirvError("an image is asked for");
  if (type.operand(2) == 1 || type.operand(4) != 0)
    throw SpirvError("images of depths or of several samples are not supported");
  return type;
}

Image image_of(Translation& state, Id id) {
  Image image;
  const Id type = state.code.type_of(id);
  image.type = &image_type(state, type);
  image.value = state.value(id);
  if (state.code.is_type(type, spv::OpTypeSampledImage)) {
    image.sampler = state.builder.CreateExtractValue(image.value, 1);
    image.value = state.builder.CreateExtractValue(image.value, 0);
  }
  return image;
}

ParameterName name_of(const Instruction& type) {
  std::string name = "ocl_" + image_type_name(type);
  name.resize(name.size() - 1);  // without the t of image2d_t
  const std::uint32_t access = type.count() > 7 ? type.operand(7) : spv::AccessQualifierReadOnly;
  name += access == spv::AccessQualifierWriteOnly   ? "wo"
          : access == spv::AccessQualifierReadWrite ? "rw"
                                                    : "ro";
  return {std::to_string(name.size()) + name};
}

// As many parts as the function for this kind of image takes: three dimensions are a vector of four.
unsigned coordinate_parts(const Instruction& type) {
  const std::uint32_t dimension = type.operand(1);
  const unsigned plain = dimension == spv::Dim3D ? 3 : dimension == spv::Dim2D ? 2 : 1;
  const unsigned all = plain + (type.operand(3) != 0 ? 1 : 0);
  return all == 3 ? 4 : all;
}

Value* coordinate(Translation& state, const Image& image, Id id, ParameterName& name) {
  Value* given = state.value(id);
  const unsigned wanted = coordinate_parts(*image.type);
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(given->getType());
  name = {given->getType()->isFPOrFPVectorTy() ? "f" : "i", wanted};
  if (given->getType()->getScalarSizeInBits() != 32)
    throw SpirvError("coordinates of an image have 32 bits");
  const unsigned parts = vector ? vector->getNumElements() : 1;
  if (parts == wanted) return given;
  if (wanted == 1) return state.builder.CreateExtractElement(given, std::uint64_t{0});
  if (!vector || parts + 1 < wanted) throw SpirvError("a coordinate has too few parts");
  auto* type = llvm::FixedVectorType::get(vector->getElementType(), wanted);
  Value* made = llvm::Constant::getNullValue(type);
  for (unsigned i = 0; i < std::min(parts, wanted); ++i)
    made = state.builder.CreateInsertElement(made, state.builder.CreateExtractElement(given, i), i);
  return made;
}

Value* holds_unsigned(Translation& state, const Image& image) {
  llvm::IRBuilder<>& builder = state.builder;
  Value* kind = state.call("get_image_channel_data_type", builder.getInt32Ty(),
                           {name_of(*image.type)}, {image.value});
  Value* above = builder.CreateSub(kind, builder.getInt32(kFirstUnsigned));
  return builder.CreateICmpULE(above, builder.getInt32(kLastUnsigned - kFirstUnsigned));
}

// "f", "h", "i", "ui"; nothing where the image has to be asked.
std::optional<std::string> kind_of(llvm::Type* color, std::uint32_t operands) {
  llvm::Type* element = color->getScalarType();
  if (element->isHalfTy()) return "h";
  if (element->isFloatTy()) return "f";
  if (!element->isIntegerTy(32)) throw SpirvError("a pixel has parts of 32 bits, or of half");
  if (operands & kSignExtend) return "i";
  if (operands & kZeroExtend) return "ui";
  return std::nullopt;
}

std::uint32_t image_operands(Translation& state, const Instruction& instruction, std::size_t at) {
  if (instruction.count() <= at) return 0;
  const std::uint32_t mask = instruction.operand(at);
  // Nontemporal is a wish about caches.
  constexpr std::uint32_t kKnown =
      spv::ImageOperandsLodMask | kSignExtend | kZeroExtend | spv::ImageOperandsNontemporalMask;
  if (mask & ~kKnown)
    throw SpirvError("image operands " + std::to_string(mask) + " are not supported");
  if (mask & spv::ImageOperandsLodMask) {
    const auto* level = llvm::dyn_cast<llvm::Constant>(state.value(instruction.operand(at + 1)));
    if (!level || !level->isZeroValue()) throw SpirvError("images have one level here");
  }
  return mask;
}

Value* read_as(Translation& state, const Image& image, const std::string& kind, llvm::Type* type,
               const ParameterName& at_name, Value* at) {
  if (!image.sampler)
    return state.call("read_image" + kind, type, {name_of(*image.type), at_name},
                      {image.value, at});
  return state.call("read_image" + kind, type, {name_of(*image.type), {"11ocl_sampler"}, at_name},
                    {image.value, image.sampler, at});
}

Value* read(Translation& state, const Instruction& instruction) {
  const Image image = image_of(state, instruction.operand(0));
  ParameterName at_name;
  Value* at = coordinate(state, image, instruction.operand(1), at_name);
  const std::uint32_t operands = image_operands(state, instruction, 2);
  llvm::Type* wanted = state.type(instruction.type);
  llvm::Type* color = llvm::FixedVectorType::get(wanted->getScalarType(), 4);
  Value* result = nullptr;
  if (const auto kind = kind_of(color, operands)) {
    result = read_as(state, image, *kind, color, at_name, at);
  } else {
    Value* with_sign = read_as(state, image, "i", color, at_name, at);
    Value* without = read_as(state, image, "ui", color, at_name, at);
    result = state.builder.CreateSelect(holds_unsigned(state, image), without, with_sign);
  }
  return wanted->isVectorTy() ? result
                              : state.builder.CreateExtractElement(result, std::uint64_t{0});
}

void write_as(Translation& state, const Image& image, const std::string& kind,
              const ParameterName& at_name, Value* at, Value* color) {
  const char* element = kind == "f" ? "f" : kind == "h" ? "Dh" : kind == "i" ? "i" : "j";
  state.call("write_image" + kind, state.builder.getVoidTy(),
             {name_of(*image.type), at_name, {element, 4}}, {image.value, at, color});
}

// Two ways to write need two blocks; the SPIR-V block goes on behind them.
void write_by_image(Translation& state, const Image& image, const ParameterName& at_name, Value* at,
                    Value* color) {
  llvm::Function* function = state.builder.GetInsertBlock()->getParent();
  auto* with_sign = llvm::BasicBlock::Create(state.context, "signed", function);
  auto* without = llvm::BasicBlock::Create(state.context, "unsigned", function);
  auto* behind = llvm::BasicBlock::Create(state.context, "written", function);
  state.builder.CreateCondBr(holds_unsigned(state, image), without, with_sign);
  state.builder.SetInsertPoint(with_sign);
  write_as(state, image, "i", at_name, at, color);
  state.builder.CreateBr(behind);
  state.builder.SetInsertPoint(without);
  write_as(state, image, "ui", at_name, at, color);
  state.builder.CreateBr(behind);
  state.builder.SetInsertPoint(behind);
}

void write(Translation& state, const Instruction& instruction) {
  const Image image = image_of(state, instruction.operand(0));
  ParameterName at_name;
  Value* at = coordinate(state, image, instruction.operand(1), at_name);
  Value* color = state.value(instruction.operand(2));
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(color->getType());
  if (!vector || vector->getNumElements() != 4) throw SpirvError("a colour has four parts");
  const std::uint32_t operands = image_operands(state, instruction, 3);
  if (const auto kind = kind_of(color->getType(), operands))
    return write_as(state, image, *kind, at_name, at, color);
  write_by_image(state, image, at_name, at, color);
}

Value* ask(Translation& state, const Image& image, const char* function, unsigned bits = 32) {
  return state.call(function, state.builder.getIntNTy(bits), {name_of(*image.type)}, {image.value});
}

Value* size_of(Translation& state, const Instruction& instruction) {
  const Image image = image_of(state, instruction.operand(0));
  const std::uint32_t dimension = image.type->operand(1);
  llvm::SmallVector<Value*, 4> parts{ask(state, image, "get_image_width")};
  if (dimension == spv::Dim2D || dimension == spv::Dim3D)
    parts.push_back(ask(state, image, "get_image_height"));
  if (dimension == spv::Dim3D) parts.push_back(ask(state, image, "get_image_depth"));
  if (image.type->operand(3) != 0) parts.push_back(ask(state, image, "get_image_array_size", 64));
  llvm::Type* type = state.type(instruction.type);
  if (!type->isVectorTy()) return state.builder.CreateZExtOrTrunc(parts[0], type);
  Value* made = llvm::Constant::getNullValue(type);
  const unsigned room = llvm::cast<llvm::FixedVectorType>(type)->getNumElements();
  for (unsigned i = 0; i < parts.size() && i < room; ++i)
    made = state.builder.CreateInsertElement(
        made, state.builder.CreateZExtOrTrunc(parts[i], type->getScalarType()), i);
  return made;
}

// SPIR-V counts orders and formats from 0; OpenCL's numbers start at CL_R and CL_SNORM_INT8.
Value* format_of(Translation& state, const Instruction& instruction, const char* function,
                 std::uint32_t first) {
  const Image image = image_of(state, instruction.operand(0));
  return state.builder.CreateSub(ask(state, image, function), state.builder.getInt32(first));
}

Value* sampled_image(Translation& state, const Instruction& instruction) {
  Value* both = llvm::PoisonValue::get(state.type(instruction.type));
  both = state.builder.CreateInsertValue(both, state.value(instruction.operand(0)), 0);
  return state.builder.CreateInsertValue(both, state.value(instruction.operand(1)), 1);
}

Value* make_image(Translation& state, const Instruction& instruction) {
  switch (instruction.op) {
    case spv::OpSampledImage:
      return sampled_image(state, instruction);
    case spv::OpImage:
      return state.builder.CreateExtractValue(state.value(instruction.operand(0)), 0);
    case spv::OpImageSampleExplicitLod:
    case spv::OpImageFetch:
    case spv::OpImageRead:
      return read(state, instruction);
    case spv::OpImageQuerySize:
    case spv::OpImageQuerySizeLod:
      return size_of(state, instruction);
    case spv::OpImageQueryFormat:
      return format_of(state, instruction, "get_image_channel_data_type", 0x10D0);
    case spv::OpImageQueryOrder:
      return format_of(state, instruction, "get_image_channel_order", 0x10B0);
    case spv::OpImageQueryLevels:
      return llvm::ConstantInt::get(state.type(instruction.type), 1);
    default:
      return nullptr;
  }
}

}  // namespace

bool translate_image(Translation& state, const Instruction& instruction) {
  if (instruction.op == spv::OpImageWrite) {
    write(state, instruction);
    return true;
  }
  Value* made = make_image(state, instruction);
  if (!made) return false;
  state.set(instruction.result, made);
  return true;
}

}  // namespace vgpu::compiler::spirv
