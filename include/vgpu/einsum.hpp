// Sums of products by Einstein's convention for C++: plans that clean up, and one call for arrays without gaps.
//
//     vgpu::Einsum<float> plan("ij,jk->ik", {{2, 3}, {3, 4}});
//     plan.run({a, b}, c);
//
// Header-only over <vgpu/c/einsum.h>, which says what texts mean and where data may lie.
// SPDX-License-Identifier: MIT
#pragma once

#include <vgpu/c/einsum.h>
#include <vgpu/cpp/error.hpp>
#include <vgpu/cpp/handle.hpp>
#include <vgpu/cpp/stream.hpp>

#include <complex>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace vgpu {

struct EinsumOptions {
  vgpuEinsumOptimize optimize = vgpuEinsumAutomatic;
  std::size_t memory_limit = 0;           // elements of the largest intermediate result; 0: any
  std::vector<std::int64_t> out_strides;  // in elements; empty: C's order without gaps
};

// An operand: the length of each axis and, unless it lies in C's order without gaps, its strides in elements.
struct EinsumArray {
  std::vector<std::size_t> n;
  std::vector<std::int64_t> strides;

  EinsumArray(std::initializer_list<std::size_t> lengths) : n(lengths) {}
  explicit EinsumArray(std::vector<std::size_t> lengths, std::vector<std::int64_t> steps = {})
      : n(std::move(lengths)), strides(std::move(steps)) {}
};

// A plan. T is float, double or a std::complex of either.
template <typename T>
class Einsum {
 public:
  static constexpr vgpuEinsumType kType = std::is_same_v<T, float>    ? vgpuEinsumFloat
                                          : std::is_same_v<T, double> ? vgpuEinsumDouble
                                          : std::is_same_v<T, std::complex<float>>
                                              ? vgpuEinsumComplexFloat
                                              : vgpuEinsumComplexDouble;
  static_assert(kType != vgpuEinsumComplexDouble || std::is_same_v<T, std::complex<double>>);

  Einsum(const std::string& subscripts, const std::vector<EinsumArray>& operands,
         const EinsumOptions& options = {})
      : operands_(operands.size()) {
    std::vector<vgpuEinsumArray> in;
    for (const EinsumArray& array : operands) {
      if (!array.strides.empty() && array.strides.size() != array.n.size()) {
        throw RuntimeError(vgpuErrorInvalidValue, "[vgpu::Einsum] strides: not one an axis");
      }
      in.push_back({static_cast<unsigned>(array.n.size()), array.n.data(),
                    array.strides.empty() ? nullptr : array.strides.data()});
    }
    const std::vector<std::int64_t>& out = options.out_strides;
    const vgpuEinsumDesc desc{subscripts.c_str(),
                              kType,
                              static_cast<unsigned>(in.size()),
                              in.data(),
                              static_cast<unsigned>(out.size()),
                              out.empty() ? nullptr : out.data(),
                              options.optimize,
                              options.memory_limit};
    check(vgpuEinsumPlanCreate(plan_.out(), &desc));
  }
  vgpuEinsumPlan_t get() const { return plan_.get(); }

  // The length of each of the output's axes.
  std::vector<std::size_t> shape() const {
    unsigned rank = 0;
    check(vgpuEinsumPlanOutput(get(), &rank));
    std::vector<std::size_t> n(rank);
    check(vgpuEinsumPlanOutput(get(), &rank, n.data()));
    return n;
  }
  // Pairs in the order of contractions; results go to the end of the list of operands.
  std::vector<vgpuEinsumPair> path() const {
    std::size_t count = 0;
    check(vgpuEinsumPlanPath(get(), &count));
    std::vector<vgpuEinsumPair> pairs(count);
    check(vgpuEinsumPlanPath(get(), &count, pairs.data()));
    return pairs;
  }

  // Enqueues the sum; data must live until the stream has done it.
  void run(const std::vector<const T*>& in, T* out, vgpuStream_t stream = nullptr) const {
    if (in.size() != operands_) {
      throw RuntimeError(vgpuErrorInvalidValue, "[vgpu::Einsum] in: not one address an operand");
    }
    const std::vector<const void*> addresses(in.begin(), in.end());
    check(vgpuEinsumExec(get(), addresses.data(), out, stream));
  }

 private:
  UniqueHandle<vgpuEinsumPlan_t, vgpuEinsumPlanDestroy> plan_;
  std::size_t operands_;
};

// The sum of arrays in C's order without gaps, as numpy.einsum; it is there when the call returns.
template <typename T>
std::vector<T> einsum(const std::string& subscripts, const std::vector<EinsumArray>& shapes,
                      const std::vector<const T*>& in, const EinsumOptions& options = {}) {
  const Einsum<T> plan(subscripts, shapes, options);
  std::size_t size = 1;
  for (const std::size_t n : plan.shape()) size *= n;
  std::vector<T> out(size);
  plan.run(in, out.data());
  check(vgpuStreamSynchronize(nullptr));
  return out;
}

}  // namespace vgpu
