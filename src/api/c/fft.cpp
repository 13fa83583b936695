// The functions of vgpu/c/fft.h.
// SPDX-License-Identifier: MIT
#include <vgpu/c/fft.h>

#include "api/c/entry.h"
#include "base/handle_table.h"
#include "engine/engine_work.h"
#include "engine/fft/plan.h"
#include "runtime/memory.h"

using namespace vgpu;
using namespace vgpu::api;

namespace {

HandleTable<const fft::Plan>& plans() {
  static auto* table = new HandleTable<const fft::Plan>(0x5318, "plan");
  return *table;
}

void check_choice(int value, int first, int last, const char* name) {
  if (value < first || value > last || (first == -1 && value == 0)) {
    fail(ErrorCode::InvalidValue, "{}: {} is none of the enumeration's values", name, value);
  }
}

std::vector<fft::Dim> dims(const vgpuFftDim* from, unsigned count, const char* name) {
  if (count > vgpuFftMaxDims) {
    fail(ErrorCode::InvalidValue, "{}: {} is more than {}", name, count, vgpuFftMaxDims);
  }
  std::vector<fft::Dim> result;
  result.reserve(count);
  for (unsigned i = 0; i < count; ++i) {
    result.push_back({from[i].n, from[i].inStride, from[i].outStride});
  }
  return result;
}

fft::Layout to_layout(const vgpuFftDesc& desc) {
  check_choice(desc.type, vgpuFftComplex, vgpuFftRealBackward, "type");
  check_choice(desc.precision, vgpuFftSingle, vgpuFftDouble, "precision");
  if (desc.type == vgpuFftComplex) {
    check_choice(desc.direction, vgpuFftForward, vgpuFftBackward, "direction");
  }
  fft::Layout layout;
  layout.kind = static_cast<fft::Kind>(desc.type);
  layout.f64 = desc.precision == vgpuFftDouble;
  layout.backward = desc.type == vgpuFftComplex && desc.direction == vgpuFftBackward;
  layout.scale = desc.scale == 0 ? 1 : desc.scale;
  layout.serial = desc.threads == 1;
  layout.axes = dims(desc.axes, desc.rank, "rank");
  layout.batch = dims(desc.batch, desc.batchRank, "batchRank");
  return layout;
}

vgpuFftPlan_t make_plan(const fft::Layout& layout) {
  return to_handle<vgpuFftPlan_t>(plans().insert(fft::Plan::get(layout)));
}

// Strides of arrays without gaps: of the input and the output, which a real transform's last axis makes differ.
fft::Layout contiguous(vgpuFftType type, unsigned rank, const size_t* n, size_t batch) {
  fft::Layout layout;
  layout.kind = static_cast<fft::Kind>(type);
  layout.axes.resize(rank);
  std::ptrdiff_t in = 1, out = 1;
  const auto times = [](std::ptrdiff_t a, std::size_t b) {
    std::ptrdiff_t product;
    if (__builtin_mul_overflow(a, b, &product)) {
      fail(ErrorCode::InvalidValue, "n: the array is larger than any memory");
    }
    return product;
  };
  for (unsigned i = rank; i-- > 0;) {
    layout.axes[i] = {n[i], in, out};
    const bool real = i + 1 == rank && type != vgpuFftComplex;
    in = times(in, real && type == vgpuFftRealBackward ? n[i] / 2 + 1 : n[i]);
    out = times(out, real && type == vgpuFftRealForward ? n[i] / 2 + 1 : n[i]);
  }
  if (batch != 1) layout.batch.push_back({batch, in, out});
  return layout;
}

void check_in_place(const fft::Layout& layout) {
  const std::ptrdiff_t in_unit = layout.kind == fft::Kind::real_backward ? 2 : 1,
                       out_unit = layout.kind == fft::Kind::real_forward ? 2 : 1;
  const auto check = [&](const fft::Dim& d, bool real) {
    if (d.n > 1 && (real ? d.in != d.out : d.in * in_unit != d.out * out_unit)) {
      fail(ErrorCode::InvalidValue, "out: is in, but their strides differ");
    }
  };
  for (const fft::Dim& d : layout.batch) check(d, false);
  for (std::size_t i = 0; i < layout.axes.size(); ++i) {
    check(layout.axes[i], i + 1 == layout.axes.size());
  }
}

void check_extent(const void* data, fft::Plan::Extent extent, const char* name) {
  if (extent.behind == 0) return;
  require(data, name);
  check_operand(static_cast<const std::byte*>(data) - extent.before,
                static_cast<std::size_t>(extent.before + extent.behind), name);
}

}  // namespace

vgpuError_t vgpuFftPlanCreate(vgpuFftPlan_t* plan, const vgpuFftDesc* desc) {
  return entry(__func__, [&] {
    require(plan, "plan");
    require(desc, "desc");
    *plan = make_plan(to_layout(*desc));
  });
}

vgpuError_t vgpuFftPlanContiguous(vgpuFftPlan_t* plan, vgpuFftType type, vgpuFftPrecision precision,
                                  vgpuFftDirection direction, unsigned int rank, const size_t* n,
                                  size_t batch) {
  return entry(__func__, [&] {
    require(plan, "plan");
    require(n, "n");
    vgpuFftDesc desc{};
    desc.type = type, desc.precision = precision, desc.direction = direction;
    fft::Layout layout = to_layout(desc);
    if (rank > vgpuFftMaxDims) {
      fail(ErrorCode::InvalidValue, "rank: {} is more than {}", rank, vgpuFftMaxDims);
    }
    const fft::Layout shape = contiguous(type, rank, n, batch);
    layout.axes = shape.axes, layout.batch = shape.batch;
    *plan = make_plan(layout);
  });
}

vgpuError_t vgpuFftPlanDestroy(vgpuFftPlan_t plan) {
  return entry(__func__, [&] { plans().remove(to_number(plan)); });
}

vgpuError_t vgpuFftExec(vgpuFftPlan_t plan, const void* in, void* out, vgpuStream_t stream) {
  return entry(__func__, [&] {
    const std::shared_ptr<const fft::Plan> found = plans().get(to_number(plan));
    check_extent(in, found->in_extent(), "in");
    check_extent(out, found->out_extent(), "out");
    if (in == out) check_in_place(found->layout());
    engine::enqueue(stream, "fft", found->operations(), [found, in, out] { found->run(in, out); });
  });
}
