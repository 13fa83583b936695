// Finds the members of a group by what their addresses have in common.
// SPDX-License-Identifier: MIT
#include "compiler/passes/access_group.h"

#include "compiler/passes/access_place.h"
#include "llvm/IR/Module.h"

namespace vgpu::compiler {

using namespace llvm;

namespace {

// Powers of two are taken apart in few steps, other numbers in n^2.
constexpr std::int64_t kLargestGroup = 12, kLargestPower = 16;

class Finder {
 public:
  Finder(Instruction& first, std::int64_t stride)
      : first_(first),
        layout_(first.getModule()->getDataLayout()),
        type_(getLoadStoreType(&first)),
        size_(static_cast<std::int64_t>(layout_.getTypeStoreSize(type_))),
        stride_(stride),
        place_(getLoadStorePointerOperand(&first), layout_) {}

  bool possible() const {
    if (!is_simple_access(first_) || stride_ <= size_ || stride_ % size_ != 0) return false;
    return stride_ <= kLargestGroup * size_ || stride_ == kLargestPower * size_;
  }

  AccessGroup find() {
    const auto count = static_cast<std::size_t>(stride_ / size_);
    near_.assign(2 * count - 1, nullptr);
    unsigned steps = 0;
    for (Instruction* at = &first_; at != nullptr && steps < kFarthestMember;
         at = at->getNextNode()) {
      ++steps;
      if (!take(*at) && keeps_apart(*at, first_)) break;
    }
    for (std::size_t start = 0; start < count; ++start) {
      const auto members = ArrayRef(near_).slice(start, count);
      if (is_contained(members, nullptr)) continue;
      const auto places = static_cast<std::int64_t>(start) - static_cast<std::int64_t>(count - 1);
      return {{members.begin(), members.end()}, places * size_};
    }
    return {};
  }

 private:
  // Keeps the access if it lies less than a stride away from the first.
  bool take(Instruction& access) {
    if (access.getOpcode() != first_.getOpcode() || !is_simple_access(access) ||
        getLoadStoreType(&access) != type_) {
      return false;
    }
    const Place there(getLoadStorePointerOperand(&access), layout_);
    const std::int64_t distance = there.constant - place_.constant;
    if (!place_.differs_by_constant(there) || distance % size_ != 0 ||
        std::abs(distance) >= stride_) {
      return false;
    }
    Instruction*& place = near_[static_cast<std::size_t>((distance + stride_) / size_ - 1)];
    if (place != nullptr) return false;
    place = &access;
    return true;
  }

  Instruction& first_;
  const DataLayout& layout_;
  Type* type_;
  std::int64_t size_, stride_;
  Place place_;
  SmallVector<Instruction*, 8> near_;  // by distance, from -(stride - size) on
};

}  // namespace

AccessGroup find_access_group(Instruction& first, const ShapeAnalysis& shapes) {
  const Value* address = getLoadStorePointerOperand(&first);
  const Shape shape = shapes.shape(address);
  if (!shape.linear() || shapes.private_memory().interleaved(address)) return {};
  Finder finder(first, shape.stride);
  return finder.possible() ? finder.find() : AccessGroup{};
}

}  // namespace vgpu::compiler
