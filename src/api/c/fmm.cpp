// The functions of vgpu/c/fmm.h.
// SPDX-License-Identifier: MIT
#include <vgpu/c/fmm.h>

#include "api/c/entry.h"
#include "engine/engine_work.h"
#include "engine/fmm/laplace.h"
#include "runtime/memory.h"

using namespace vgpu;
using namespace vgpu::api;

namespace {

void check_array(const void* data, std::size_t count, std::size_t each, const char* name) {
  if (count == 0) return;
  require(data, name);
  std::size_t bytes;
  if (__builtin_mul_overflow(count, each * sizeof(double), &bytes)) {
    fail(ErrorCode::InvalidValue, "{}: {} points are more than there can be", name, count);
  }
  check_operand(data, bytes, name);
}

fmm::Problem checked(const fmm::Problem& problem) {
  const auto coordinates = static_cast<std::size_t>(problem.dimensions);
  check_array(problem.sources, problem.source_count, coordinates, "sources");
  check_array(problem.charges, problem.source_count, 1, "charges");
  fmm::Problem result = problem;
  if (problem.targets == nullptr) {
    result.target_count = problem.source_count;
  } else {
    check_array(problem.targets, problem.target_count, coordinates, "targets");
  }
  check_array(problem.potential, result.target_count, 1, "potential");
  if (problem.gradient != nullptr)
    check_array(problem.gradient, result.target_count, coordinates, "gradient");
  return result;
}

constexpr double kOperationsOfPoint = 1e4;  // about

void enqueue_sum(const fmm::Problem& given, const char* name, int digits, vgpuFmmTimes* times,
                 vgpuStream_t stream) {
  require(given.potential, "potential");
  if (digits < fmm::kMinDigits || digits > fmm::kMaxDigits) {
    fail(ErrorCode::InvalidValue, "digits: {} is not between {} and {}", digits, fmm::kMinDigits,
         fmm::kMaxDigits);
  }
  const fmm::Problem problem = checked(given);
  const double operations = kOperationsOfPoint * static_cast<double>(problem.target_count);
  engine::enqueue(stream, name, operations, [=] {
    fmm::Times parts;
    fmm::laplace(problem, digits, &parts);
    if (times != nullptr) {
      *times = {parts.tree, parts.lists, parts.up, parts.across, parts.down, parts.leaves};
    }
  });
}

void enqueue_direct(const fmm::Problem& given, const char* name, vgpuStream_t stream) {
  require(given.potential, "potential");
  const fmm::Problem problem = checked(given);
  const double operations =
      20.0 * static_cast<double>(problem.target_count) * static_cast<double>(problem.source_count);
  engine::enqueue(stream, name, operations, [=] { fmm::laplace_direct(problem); });
}

}  // namespace

vgpuError_t vgpuFmmLaplace3d(const double* sources, const double* charges, size_t source_count,
                             const double* targets, size_t target_count, int digits,
                             double* potential, double* gradient, vgpuFmmTimes* times,
                             vgpuStream_t stream) {
  return entry(__func__, [&] {
    enqueue_sum({3, sources, charges, source_count, targets, target_count, potential, gradient},
                "fmm laplace3d", digits, times, stream);
  });
}

vgpuError_t vgpuFmmLaplace3dDirect(const double* sources, const double* charges,
                                   size_t source_count, const double* targets, size_t target_count,
                                   double* potential, double* gradient, vgpuStream_t stream) {
  return entry(__func__, [&] {
    enqueue_direct({3, sources, charges, source_count, targets, target_count, potential, gradient},
                   "direct laplace3d", stream);
  });
}

vgpuError_t vgpuFmmLaplace2d(const double* sources, const double* charges, size_t source_count,
                             const double* targets, size_t target_count, int digits,
                             double* potential, double* gradient, vgpuFmmTimes* times,
                             vgpuStream_t stream) {
  return entry(__func__, [&] {
    enqueue_sum({2, sources, charges, source_count, targets, target_count, potential, gradient},
                "fmm laplace2d", digits, times, stream);
  });
}

vgpuError_t vgpuFmmLaplace2dDirect(const double* sources, const double* charges,
                                   size_t source_count, const double* targets, size_t target_count,
                                   double* potential, double* gradient, vgpuStream_t stream) {
  return entry(__func__, [&] {
    enqueue_direct({2, sources, charges, source_count, targets, target_count, potential, gradient},
                   "direct laplace2d", stream);
  });
}
