// The functions of vgpu_cufft_extended.h, and those of cufft.h with lengths of 64 bits or for sizes: over the others.
// SPDX-License-Identifier: MIT
#include <vgpu_cufft_extended.h>

#include <array>
#include <limits>
#include <map>
#include <mutex>

namespace {

constexpr int kRank = 3;

// The type that cufftXtExec needs again.
std::mutex g_mutex;
std::map<cufftHandle, cufftType>& types() {
  static auto* all = new std::map<cufftHandle, cufftType>;
  return *all;
}

bool narrow(const long long* from, int count, std::array<int, kRank>* to) {
  for (int i = 0; i < count; ++i) {
    if (from[i] < 0 || from[i] > std::numeric_limits<int>::max()) return false;
    (*to)[static_cast<std::size_t>(i)] = static_cast<int>(from[i]);
  }
  return true;
}

struct TypeRow {
  cudaDataType in, out;
  cufftType type;
};
constexpr TypeRow kTypes[] = {
    {CUDA_C_32F, CUDA_C_32F, CUFFT_C2C}, {CUDA_R_32F, CUDA_C_32F, CUFFT_R2C},
    {CUDA_C_32F, CUDA_R_32F, CUFFT_C2R}, {CUDA_C_64F, CUDA_C_64F, CUFFT_Z2Z},
    {CUDA_R_64F, CUDA_C_64F, CUFFT_D2Z}, {CUDA_C_64F, CUDA_R_64F, CUFFT_Z2D}};

cufftResult no_size(size_t* size) {
  if (size == nullptr) return CUFFT_INVALID_VALUE;
  *size = 0;
  return CUFFT_SUCCESS;
}

}  // namespace

cufftResult cufftMakePlanMany64(cufftHandle plan, int rank, long long int* n,
                                long long int* inembed, long long int istride, long long int idist,
                                long long int* onembed, long long int ostride, long long int odist,
                                cufftType type, long long int batch, size_t* workSize) {
  if (rank < 1 || rank > kRank || n == nullptr) return CUFFT_INVALID_VALUE;
  std::array<int, kRank> lengths{}, in{}, out{};
  const std::array<long long, 5> wide{istride, idist, ostride, odist, batch};
  std::array<int, kRank> ends{}, rest{};
  bool fits = narrow(n, rank, &lengths) && narrow(wide.data(), 3, &ends) &&
              narrow(wide.data() + 3, 2, &rest);
  if (inembed != nullptr) fits = fits && narrow(inembed, rank, &in);
  if (onembed != nullptr) fits = fits && narrow(onembed, rank, &out);
  if (!fits) return CUFFT_INVALID_SIZE;
  return cufftMakePlanMany(plan, rank, lengths.data(), inembed != nullptr ? in.data() : nullptr,
                           ends[0], ends[1], onembed != nullptr ? out.data() : nullptr, ends[2],
                           rest[0], type, rest[1], workSize);
}

cufftResult cufftXtMakePlanMany(cufftHandle plan, int rank, long long int* n,
                                long long int* inembed, long long int istride, long long int idist,
                                cudaDataType input, long long int* onembed, long long int ostride,
                                long long int odist, cudaDataType output, long long int batch,
                                size_t* workSize, cudaDataType execution) {
  if (execution != input && execution != output) return CUFFT_INVALID_TYPE;
  for (const TypeRow& row : kTypes) {
    if (row.in != input || row.out != output) continue;
    const cufftResult made = cufftMakePlanMany64(plan, rank, n, inembed, istride, idist, onembed,
                                                 ostride, odist, row.type, batch, workSize);
    const std::lock_guard lock(g_mutex);
    if (made == CUFFT_SUCCESS) types()[plan] = row.type;
    return made;
  }
  return CUFFT_INVALID_TYPE;
}

cufftResult cufftXtExec(cufftHandle plan, void* in, void* out, int direction) {
  cufftType type;
  {
    const std::lock_guard lock(g_mutex);
    const auto found = types().find(plan);
    if (found == types().end()) return CUFFT_INVALID_PLAN;
    type = found->second;
  }
  auto* complex_in = static_cast<cufftComplex*>(in);
  auto* double_in = static_cast<cufftDoubleComplex*>(in);
  auto* complex_out = static_cast<cufftComplex*>(out);
  auto* double_out = static_cast<cufftDoubleComplex*>(out);
  switch (type) {
    case CUFFT_C2C:
      return cufftExecC2C(plan, complex_in, complex_out, direction);
    case CUFFT_R2C:
      return cufftExecR2C(plan, static_cast<cufftReal*>(in), complex_out);
    case CUFFT_C2R:
      return cufftExecC2R(plan, complex_in, static_cast<cufftReal*>(out));
    case CUFFT_Z2Z:
      return cufftExecZ2Z(plan, double_in, double_out, direction);
    case CUFFT_D2Z:
      return cufftExecD2Z(plan, static_cast<cufftDoubleReal*>(in), double_out);
    default:
      return cufftExecZ2D(plan, double_in, static_cast<cufftDoubleReal*>(out));
  }
}

// Transforms bring their own scratch memory.
cufftResult cufftEstimateMany(int, int*, int*, int, int, int*, int, int, cufftType, int,
                              size_t* workSize) {
  return no_size(workSize);
}
cufftResult cufftGetSize1d(cufftHandle plan, int, cufftType, int, size_t* workSize) {
  return cufftGetSize(plan, workSize);
}
cufftResult cufftGetSize2d(cufftHandle plan, int, int, cufftType, size_t* workSize) {
  return cufftGetSize(plan, workSize);
}
cufftResult cufftGetSize3d(cufftHandle plan, int, int, int, cufftType, size_t* workSize) {
  return cufftGetSize(plan, workSize);
}
cufftResult cufftGetSizeMany(cufftHandle plan, int, int*, int*, int, int, int*, int, int, cufftType,
                             int, size_t* workSize) {
  return cufftGetSize(plan, workSize);
}
