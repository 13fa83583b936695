// The functions of cufft.h: descriptions of plans as vGPU's transforms take them.
//
// A cuFFT plan knows its shape when it is made and its direction only when it runs, and real data in place is laid
// out otherwise than out of place: so each use makes a plan of vGPU's, which caches them. SPDX-License-Identifier: MIT
#include <cufft.h>
#include <vgpu/c/fft.h>

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <tuple>

#include "api/cuda/call.h"
#include "api/cuda/cufft_callbacks.h"
#include "api/cuda/library_call.h"

namespace {

using vgpu::cuda::to_vgpu;

struct Side {
  bool given = false;  // else packed, with the padding of real data in place
  std::array<int, 3> embed{};
  int stride = 1, distance = 0;
};

struct Plan {
  bool made = false;
  int rank = 0;
  std::array<int, 3> n{};
  Side in, out;
  cufftType type = CUFFT_C2C;
  int batch = 1;
  cudaStream_t stream = nullptr;
  vgpu::cuda::FftCallback load, store;
  // By direction and place; handles live as long as the plan.
  std::map<std::tuple<int, bool>, vgpuFftPlan_t> made_plans;
  ~Plan() {
    for (const auto& [use, handle] : made_plans) vgpuFftPlanDestroy(handle);
  }
};

std::mutex& plans_mutex() {
  static std::mutex mutex;
  return mutex;
}
std::map<cufftHandle, std::shared_ptr<Plan>>& plans() {
  static std::map<cufftHandle, std::shared_ptr<Plan>> all;
  return all;
}

std::shared_ptr<Plan> find(cufftHandle handle) {
  const std::lock_guard lock(plans_mutex());
  const auto found = plans().find(handle);
  return found == plans().end() ? nullptr : found->second;
}

template <typename Body>
cufftResult call(Body&& body) noexcept {
  return vgpu::cuda::library_call(CUFFT_ALLOC_FAILED, CUFFT_INTERNAL_ERROR, body);
}

bool is_double(cufftType type) { return (type & 0x40) != 0; }
bool from_real(cufftType type) { return type == CUFFT_R2C || type == CUFFT_D2Z; }
bool to_real(cufftType type) { return type == CUFFT_C2R || type == CUFFT_Z2D; }
bool is_type(cufftType type) {
  return from_real(type) || to_real(type) || type == CUFFT_C2C || type == CUFFT_Z2Z;
}

// Elements of the fastest axis on one side: half as many, and one, where they are complex and the others real.
int row_length(const Plan& plan, bool real_side, bool in_place) {
  const int n = plan.n[static_cast<std::size_t>(plan.rank - 1)];
  if (!from_real(plan.type) && !to_real(plan.type)) return n;
  if (!real_side) return n / 2 + 1;
  return in_place ? 2 * (n / 2 + 1) : n;
}

// Strides of the axes and distance of the batch on one side; the packed layout counts from the last axis.
struct Layout {
  std::array<std::int64_t, 3> strides{};
  std::int64_t distance = 0;
};

Layout layout(const Plan& plan, const Side& side, bool real_side, bool in_place) {
  Layout made;
  std::int64_t step = side.given ? side.stride : 1;
  for (int axis = plan.rank - 1; axis >= 0; --axis) {
    const auto i = static_cast<std::size_t>(axis);
    made.strides[i] = step;
    const bool last = axis == plan.rank - 1;
    step *= side.given ? side.embed[i] : last ? row_length(plan, real_side, in_place) : plan.n[i];
  }
  made.distance = side.given ? side.distance : step;
  return made;
}

vgpuFftDesc description(const Plan& plan, int direction, bool in_place) {
  const Layout in = layout(plan, plan.in, from_real(plan.type), in_place);
  const Layout out = layout(plan, plan.out, to_real(plan.type), in_place);
  vgpuFftDesc desc{};
  desc.type = from_real(plan.type) ? vgpuFftRealForward
              : to_real(plan.type) ? vgpuFftRealBackward
                                   : vgpuFftComplex;
  desc.precision = is_double(plan.type) ? vgpuFftDouble : vgpuFftSingle;
  desc.direction = direction == CUFFT_FORWARD ? vgpuFftForward : vgpuFftBackward;
  desc.rank = static_cast<unsigned>(plan.rank);
  desc.batchRank = 1;
  for (std::size_t axis = 0; axis < desc.rank; ++axis)
    desc.axes[axis] = {static_cast<std::size_t>(plan.n[axis]), in.strides[axis], out.strides[axis]};
  desc.batch[0] = {static_cast<std::size_t>(plan.batch), in.distance, out.distance};
  desc.scale = 1;
  return desc;
}

// The elements of one side: axes that are not there have one.
__vgpuCufftPlaces places(const Plan& plan, bool input, bool in_place) {
  const bool real_side = input ? from_real(plan.type) : to_real(plan.type);
  const Layout side = layout(plan, input ? plan.in : plan.out, real_side, in_place);
  __vgpuCufftPlaces result{{static_cast<std::size_t>(plan.batch), 1, 1, 1},
                           {side.distance, 0, 0, 0}};
  for (int axis = 0; axis < plan.rank; ++axis) {
    const auto from = static_cast<std::size_t>(axis);
    const int to = 4 - plan.rank + axis;
    const bool last = axis == plan.rank - 1;
    const int length = last ? row_length(plan, real_side, false) : plan.n[from];
    result.lengths[to] = static_cast<std::size_t>(length);
    result.strides[to] = side.strides[from];
  }
  return result;
}

// The transform between the program's functions, where there are any. Only the packed sizes differ in place, so its plan
// works between any two pieces of memory.
cufftResult execute(Plan& plan, vgpuFftPlan_t transform, void* in, void* out) {
  const bool in_place = in == out;
  const std::size_t real = is_double(plan.type) ? sizeof(double) : sizeof(float);
  void *from = in, *to = out;
  if (plan.load.is_set()) {
    const __vgpuCufftPlaces all = places(plan, true, in_place);
    from = plan.load.buffer(all, from_real(plan.type) ? real : 2 * real);
    if (from == nullptr) return CUFFT_ALLOC_FAILED;
    if (const cufftResult error = plan.load.run(in, all, plan.stream)) return error;
  }
  const __vgpuCufftPlaces all = places(plan, false, in_place);
  if (plan.store.is_set()) to = plan.store.buffer(all, to_real(plan.type) ? real : 2 * real);
  if (to == nullptr) return CUFFT_ALLOC_FAILED;
  if (vgpuFftExec(transform, from, to, to_vgpu(plan.stream)) != vgpuSuccess)
    return CUFFT_EXEC_FAILED;
  return plan.store.is_set() ? plan.store.run(out, all, plan.stream) : CUFFT_SUCCESS;
}

// The callback of a side, if the type of data is the plan's.
vgpu::cuda::FftCallback* callback_of(Plan& plan, cufftXtCallbackType type) {
  const bool load = type < CUFFT_CB_ST_COMPLEX;
  const bool real = load ? from_real(plan.type) : to_real(plan.type);
  const int wanted = (load ? 0 : 4) + (real ? 2 : 0) + (is_double(plan.type) ? 1 : 0);
  return wanted == type ? load ? &plan.load : &plan.store : nullptr;
}

template <typename Body>
cufftResult with_callback(cufftHandle handle, cufftXtCallbackType type, Body body) {
  const std::shared_ptr<Plan> plan = find(handle);
  if (plan == nullptr || !plan->made) return CUFFT_INVALID_PLAN;
  vgpu::cuda::FftCallback* callback = callback_of(*plan, type);
  if (callback == nullptr) return CUFFT_INVALID_TYPE;
  body(*callback);
  return CUFFT_SUCCESS;
}

cufftResult execute(cufftHandle handle, cufftType type, void* in, void* out, int direction) {
  return call([&] {
    const std::shared_ptr<Plan> plan = find(handle);
    if (plan == nullptr || !plan->made) return CUFFT_INVALID_PLAN;
    if (plan->type != type) return CUFFT_INVALID_TYPE;
    if (in == nullptr || out == nullptr) return CUFFT_INVALID_VALUE;
    if (direction != CUFFT_FORWARD && direction != CUFFT_INVERSE) return CUFFT_INVALID_VALUE;
    const std::lock_guard lock(plans_mutex());
    vgpuFftPlan_t& made = plan->made_plans[{direction, in == out}];
    if (made == nullptr) {
      const vgpuFftDesc desc = description(*plan, direction, in == out);
      if (vgpuFftPlanCreate(&made, &desc) != vgpuSuccess) return CUFFT_SETUP_FAILED;
    }
    return execute(*plan, made, in, out);
  });
}

Side side_of(int rank, const int* embed, int stride, int distance) {
  Side side;
  side.given = embed != nullptr;
  if (!side.given) return side;
  for (int i = 0; i < rank; ++i) side.embed[static_cast<std::size_t>(i)] = embed[i];
  side.stride = stride;
  side.distance = distance;
  return side;
}

bool is_side(const Side& side, int rank, int batch) {
  if (!side.given) return true;
  for (int i = 1; i < rank; ++i)
    if (side.embed[static_cast<std::size_t>(i)] < 1) return false;
  return side.stride >= 1 && (batch == 1 || side.distance >= 1);
}

// Destroys the handle again where the plan could not be made.
template <typename Make>
cufftResult create_and(cufftHandle* handle, Make&& make) {
  if (const cufftResult error = cufftCreate(handle)) return error;
  const cufftResult error = make(*handle);
  if (error != CUFFT_SUCCESS) cufftDestroy(*handle);
  return error;
}

cufftResult no_work_area(size_t* size) {
  if (size != nullptr) *size = 0;
  return CUFFT_SUCCESS;
}

}  // namespace

cufftResult cufftCreate(cufftHandle* plan) {
  return call([&] {
    if (plan == nullptr) return CUFFT_INVALID_VALUE;
    static cufftHandle next = 1;
    const std::lock_guard lock(plans_mutex());
    *plan = next++;
    plans()[*plan] = std::make_shared<Plan>();
    return CUFFT_SUCCESS;
  });
}

cufftResult cufftDestroy(cufftHandle plan) {
  const std::lock_guard lock(plans_mutex());
  return plans().erase(plan) == 1 ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN;
}

cufftResult cufftMakePlanMany(cufftHandle handle, int rank, int* n, int* inembed, int istride,
                              int idist, int* onembed, int ostride, int odist, cufftType type,
                              int batch, size_t* workSize) {
  return call([&] {
    const std::shared_ptr<Plan> plan = find(handle);
    if (plan == nullptr || plan->made) return CUFFT_INVALID_PLAN;
    if (!is_type(type)) return CUFFT_INVALID_TYPE;
    if (rank < 1 || rank > 3 || n == nullptr) return CUFFT_INVALID_VALUE;
    if (batch < 1) return CUFFT_INVALID_SIZE;
    plan->rank = rank;
    plan->type = type;
    plan->batch = batch;
    for (int i = 0; i < rank; ++i) {
      if (n[i] < 1) return CUFFT_INVALID_SIZE;
      plan->n[static_cast<std::size_t>(i)] = n[i];
    }
    // Without one of them both sides are packed, and strides do not count.
    const bool given = inembed != nullptr && onembed != nullptr;
    plan->in = side_of(rank, given ? inembed : nullptr, istride, idist);
    plan->out = side_of(rank, given ? onembed : nullptr, ostride, odist);
    if (!is_side(plan->in, rank, batch) || !is_side(plan->out, rank, batch))
      return CUFFT_INVALID_VALUE;
    plan->made = true;
    return no_work_area(workSize);
  });
}

cufftResult cufftMakePlan1d(cufftHandle plan, int nx, cufftType type, int batch, size_t* workSize) {
  return cufftMakePlanMany(plan, 1, &nx, nullptr, 1, 0, nullptr, 1, 0, type, batch, workSize);
}
cufftResult cufftMakePlan2d(cufftHandle plan, int nx, int ny, cufftType type, size_t* workSize) {
  int n[] = {nx, ny};
  return cufftMakePlanMany(plan, 2, n, nullptr, 1, 0, nullptr, 1, 0, type, 1, workSize);
}
cufftResult cufftMakePlan3d(cufftHandle plan, int nx, int ny, int nz, cufftType type,
                            size_t* workSize) {
  int n[] = {nx, ny, nz};
  return cufftMakePlanMany(plan, 3, n, nullptr, 1, 0, nullptr, 1, 0, type, 1, workSize);
}

cufftResult cufftPlan1d(cufftHandle* plan, int nx, cufftType type, int batch) {
  return create_and(plan,
                    [&](cufftHandle p) { return cufftMakePlan1d(p, nx, type, batch, nullptr); });
}
cufftResult cufftPlan2d(cufftHandle* plan, int nx, int ny, cufftType type) {
  return create_and(plan, [&](cufftHandle p) { return cufftMakePlan2d(p, nx, ny, type, nullptr); });
}
cufftResult cufftPlan3d(cufftHandle* plan, int nx, int ny, int nz, cufftType type) {
  return create_and(plan,
                    [&](cufftHandle p) { return cufftMakePlan3d(p, nx, ny, nz, type, nullptr); });
}
cufftResult cufftPlanMany(cufftHandle* plan, int rank, int* n, int* inembed, int istride, int idist,
                          int* onembed, int ostride, int odist, cufftType type, int batch) {
  return create_and(plan, [&](cufftHandle p) {
    return cufftMakePlanMany(p, rank, n, inembed, istride, idist, onembed, ostride, odist, type,
                             batch, nullptr);
  });
}

// Transforms bring their own scratch memory.
cufftResult cufftEstimate1d(int, cufftType, int, size_t* workSize) {
  return no_work_area(workSize);
}
cufftResult cufftEstimate2d(int, int, cufftType, size_t* workSize) {
  return no_work_area(workSize);
}
cufftResult cufftEstimate3d(int, int, int, cufftType, size_t* workSize) {
  return no_work_area(workSize);
}
cufftResult cufftGetSize(cufftHandle plan, size_t* workSize) {
  return find(plan) == nullptr ? CUFFT_INVALID_PLAN : no_work_area(workSize);
}
cufftResult cufftSetAutoAllocation(cufftHandle plan, int) {
  return find(plan) == nullptr ? CUFFT_INVALID_PLAN : CUFFT_SUCCESS;
}
cufftResult cufftSetWorkArea(cufftHandle plan, void*) {
  return find(plan) == nullptr ? CUFFT_INVALID_PLAN : CUFFT_SUCCESS;
}

cufftResult cufftSetStream(cufftHandle handle, cudaStream_t stream) {
  const std::shared_ptr<Plan> plan = find(handle);
  if (plan == nullptr) return CUFFT_INVALID_PLAN;
  plan->stream = stream;
  return CUFFT_SUCCESS;
}

cufftResult __vgpuCufftSetCallback(cufftHandle plan, void* routine, cufftXtCallbackType type,
                                   void* info, const void* kernel) {
  if (routine == nullptr) return CUFFT_INVALID_VALUE;
  return with_callback(plan, type, [&](auto& callback) { callback.set(routine, info, kernel); });
}
cufftResult cufftXtClearCallback(cufftHandle plan, cufftXtCallbackType type) {
  return with_callback(plan, type, [](auto& callback) { callback.clear(); });
}
cufftResult cufftXtSetCallbackSharedSize(cufftHandle plan, cufftXtCallbackType type, size_t bytes) {
  return with_callback(plan, type, [&](auto& callback) { callback.set_shared_bytes(bytes); });
}

// All ways have the layout that FFTW has.
cufftResult cufftSetCompatibilityMode(cufftHandle plan, cufftCompatibility) {
  return find(plan) == nullptr ? CUFFT_INVALID_PLAN : CUFFT_SUCCESS;
}

cufftResult cufftGetVersion(int* version) {
  if (version == nullptr) return CUFFT_INVALID_VALUE;
  *version = CUFFT_VERSION;
  return CUFFT_SUCCESS;
}

cufftResult cufftGetProperty(libraryPropertyType type, int* value) {
  if (value == nullptr) return CUFFT_INVALID_VALUE;
  *value = type == MAJOR_VERSION   ? CUFFT_VERSION / 1000
           : type == MINOR_VERSION ? CUFFT_VERSION / 100 % 10
                                   : CUFFT_VERSION % 100;
  return CUFFT_SUCCESS;
}

cufftResult cufftExecC2C(cufftHandle plan, cufftComplex* in, cufftComplex* out, int direction) {
  return execute(plan, CUFFT_C2C, in, out, direction);
}
cufftResult cufftExecR2C(cufftHandle plan, cufftReal* in, cufftComplex* out) {
  return execute(plan, CUFFT_R2C, in, out, CUFFT_FORWARD);
}
cufftResult cufftExecC2R(cufftHandle plan, cufftComplex* in, cufftReal* out) {
  return execute(plan, CUFFT_C2R, in, out, CUFFT_INVERSE);
}
cufftResult cufftExecZ2Z(cufftHandle plan, cufftDoubleComplex* in, cufftDoubleComplex* out,
                         int direction) {
  return execute(plan, CUFFT_Z2Z, in, out, direction);
}
cufftResult cufftExecD2Z(cufftHandle plan, cufftDoubleReal* in, cufftDoubleComplex* out) {
  return execute(plan, CUFFT_D2Z, in, out, CUFFT_FORWARD);
}
cufftResult cufftExecZ2D(cufftHandle plan, cufftDoubleComplex* in, cufftDoubleReal* out) {
  return execute(plan, CUFFT_Z2D, in, out, CUFFT_INVERSE);
}
