// The functions of vgpu/c/einsum.h.
// SPDX-License-Identifier: MIT
#include <vgpu/c/einsum.h>

#include <algorithm>
#include <limits>

#include "api/c/entry.h"
#include "base/handle_table.h"
#include "engine/einsum/plan.h"
#include "engine/engine_work.h"
#include "runtime/memory.h"

using namespace vgpu;
using namespace vgpu::api;

namespace {

constexpr unsigned kMostOperands = 1024;
constexpr unsigned kMostAxes = einsum::kMaxIndices;

HandleTable<const einsum::Plan>& plans() {
  static auto* table = new HandleTable<const einsum::Plan>(0x531A, "plan");
  return *table;
}

void check_choice(int value, int last, const char* name) {
  if (value < 0 || value > last) {
    fail(ErrorCode::InvalidValue, "{}: {} is none of the enumeration's values", name, value);
  }
}

void check_count(unsigned value, unsigned most, const char* name) {
  if (value > most) fail(ErrorCode::InvalidValue, "{}: {} is more than {}", name, value, most);
}

std::int64_t signed_size(std::size_t n, const char* name) {
  if (n > static_cast<std::size_t>(std::numeric_limits<std::int64_t>::max())) {
    fail(ErrorCode::InvalidValue, "{}: {} is larger than any memory", name, n);
  }
  return static_cast<std::int64_t>(n);
}

einsum::ArrayLayout to_layout(const vgpuEinsumArray& array) {
  check_count(array.rank, kMostAxes, "rank");
  einsum::ArrayLayout layout;
  if (array.rank > 0) require(array.n, "n");
  for (unsigned i = 0; i < array.rank; ++i) layout.shape.push_back(signed_size(array.n[i], "n"));
  if (array.strides != nullptr) {
    layout.strides.assign(array.strides, array.strides + array.rank);
  } else {
    layout.strides = einsum::contiguous(layout.shape);
  }
  return layout;
}

einsum::Request to_request(const vgpuEinsumDesc& desc) {
  require(desc.subscripts, "subscripts");
  check_choice(desc.type, vgpuEinsumComplexDouble, "type");
  check_choice(desc.optimize, vgpuEinsumLeftToRight, "optimize");
  check_count(desc.operands, kMostOperands, "operands");
  if (desc.operands > 0) require(desc.in, "in");
  einsum::Request request;
  request.subscripts = desc.subscripts;
  request.type = static_cast<einsum::Type>(desc.type);
  for (unsigned i = 0; i < desc.operands; ++i) request.operands.push_back(to_layout(desc.in[i]));
  if (desc.outStrides != nullptr) {
    check_count(desc.outRank, kMostAxes, "outRank");
    request.out_strides.emplace(desc.outStrides, desc.outStrides + desc.outRank);
  }
  request.optimize = static_cast<einsum::Optimize>(desc.optimize);
  request.memory_limit = static_cast<std::int64_t>(std::min<std::size_t>(
      desc.memoryLimit, static_cast<std::size_t>(std::numeric_limits<std::int64_t>::max())));
  return request;
}

void check_extent(const void* data, einsum::Plan::Extent extent, const char* name) {
  if (extent.behind == 0) return;
  require(data, name);
  check_operand(static_cast<const std::byte*>(data) - extent.before,
                static_cast<std::size_t>(extent.before + extent.behind), name);
}

}  // namespace

vgpuError_t vgpuEinsumPlanCreate(vgpuEinsumPlan_t* plan, const vgpuEinsumDesc* desc) {
  return entry(__func__, [&] {
    require(plan, "plan");
    require(desc, "desc");
    const einsum::Request request = to_request(*desc);
    *plan = to_handle<vgpuEinsumPlan_t>(plans().insert(einsum::Plan::get(request)));
  });
}

vgpuError_t vgpuEinsumPlanDestroy(vgpuEinsumPlan_t plan) {
  return entry(__func__, [&] { plans().remove(to_number(plan)); });
}

vgpuError_t vgpuEinsumPlanOutput(vgpuEinsumPlan_t plan, unsigned int* rank, size_t* n,
                                 int64_t* strides) {
  return entry(__func__, [&] {
    const std::shared_ptr<const einsum::Plan> found = plans().get(to_number(plan));
    require(rank, "rank");
    std::size_t count = *rank;
    const std::size_t fitting = fit_count(&count, true, found->shape().size());
    *rank = static_cast<unsigned>(count);
    if (n != nullptr) std::copy_n(found->shape().begin(), fitting, n);
    if (strides != nullptr) std::copy_n(found->strides().begin(), fitting, strides);
  });
}

vgpuError_t vgpuEinsumPlanPath(vgpuEinsumPlan_t plan, size_t* count, vgpuEinsumPair* pairs) {
  return entry(__func__, [&] {
    const std::shared_ptr<const einsum::Plan> found = plans().get(to_number(plan));
    require(count, "count");
    const std::size_t fitting = fit_count(count, pairs != nullptr, found->path().size());
    for (std::size_t i = 0; i < fitting; ++i) {
      const auto [first, second] = found->path()[i];
      pairs[i] = {static_cast<unsigned>(first), static_cast<unsigned>(second)};
    }
  });
}

vgpuError_t vgpuEinsumPlanCost(vgpuEinsumPlan_t plan, double* operations, double* products) {
  return entry(__func__, [&] {
    const std::shared_ptr<const einsum::Plan> found = plans().get(to_number(plan));
    if (operations != nullptr) *operations = found->operations();
    if (products != nullptr) *products = found->products();
  });
}

vgpuError_t vgpuEinsumExec(vgpuEinsumPlan_t plan, const void* const* in, void* out,
                           vgpuStream_t stream) {
  return entry(__func__, [&] {
    std::shared_ptr<const einsum::Plan> found = plans().get(to_number(plan));
    require(in, "in");
    std::vector<const void*> operands(in, in + found->operands());
    for (std::size_t i = 0; i < operands.size(); ++i) {
      check_extent(operands[i], found->in_extent(i), "in");
    }
    check_extent(out, found->out_extent(), "out");
    const double operations = found->operations();
    engine::enqueue(
        stream, "einsum", operations,
        [plan = std::move(found), in = std::move(operands), out] { plan->run(in.data(), out); });
  });
}
