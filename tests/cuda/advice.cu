// Advice about managed memory is read back as it was given, page by page.
// SPDX-License-Identifier: MIT
// environment: VGPU_DEVICE_COUNT=3
#include <cuda.h>

#include "check.h"
#include "managed.h"

namespace {

constexpr size_t kPages = 8, kPage = 4096, kBytes = kPages * kPage;
constexpr cudaMemLocation kSecond = {cudaMemLocationTypeDevice, 1};
constexpr cudaMemLocation kHost = {cudaMemLocationTypeHost, 0};

__managed__ int variable[64];

int number(cudaMemRangeAttribute attribute, const void* start, size_t count) {
  int value = -77;
  OK(cudaMemRangeGetAttribute(&value, sizeof value, attribute, start, count));
  return value;
}

}  // namespace

CASE(read_mostly_of_some_pages) {
  Managed<char> x(kBytes);
  EXPECT_EQ(number(cudaMemRangeAttributeReadMostly, x.get(), kBytes), 0);
  OK(cudaMemAdvise(x.get() + 2 * kPage, 2 * kPage, cudaMemAdviseSetReadMostly, 0));
  EXPECT_EQ(number(cudaMemRangeAttributeReadMostly, x.get(), kBytes), 0);
  EXPECT_EQ(number(cudaMemRangeAttributeReadMostly, x.get() + 2 * kPage, 2 * kPage), 1);
  EXPECT_EQ(number(cudaMemRangeAttributeReadMostly, x.get() + 3 * kPage, 2 * kPage), 0);
  OK(cudaMemAdvise(x.get(), 3 * kPage, cudaMemAdviseUnsetReadMostly, 0));
  EXPECT_EQ(number(cudaMemRangeAttributeReadMostly, x.get() + 2 * kPage, kPage), 0);
  EXPECT_EQ(number(cudaMemRangeAttributeReadMostly, x.get() + 3 * kPage, kPage), 1);
}

CASE(preferred_location) {
  Managed<char> x(kBytes);
  EXPECT_EQ(number(cudaMemRangeAttributePreferredLocation, x.get(), kBytes), cudaInvalidDeviceId);
  OK(cudaMemAdvise(x.get(), kBytes, cudaMemAdviseSetPreferredLocation, 2));
  EXPECT_EQ(number(cudaMemRangeAttributePreferredLocation, x.get(), kBytes), 2);
  OK(cudaMemAdvise(x.get(), 10, cudaMemAdviseSetPreferredLocation, cudaCpuDeviceId));
  EXPECT_EQ(number(cudaMemRangeAttributePreferredLocation, x.get(), 10), cudaCpuDeviceId);
  EXPECT_EQ(number(cudaMemRangeAttributePreferredLocation, x.get(), kBytes), cudaInvalidDeviceId);
  OK(cudaMemAdvise(x.get(), kBytes, cudaMemAdviseSetPreferredLocation, kSecond));
  EXPECT_EQ(number(cudaMemRangeAttributePreferredLocationType, x.get(), kBytes),
            cudaMemLocationTypeDevice);
  EXPECT_EQ(number(cudaMemRangeAttributePreferredLocationId, x.get(), kBytes), 1);
  OK(cudaMemAdvise(x.get(), kBytes, cudaMemAdviseUnsetPreferredLocation, 77));
  EXPECT_EQ(number(cudaMemRangeAttributePreferredLocationType, x.get(), kBytes),
            cudaMemLocationTypeInvalid);
  const cudaMemLocation node = {cudaMemLocationTypeHostNumaCurrent, 5};
  OK(cudaMemAdvise(x.get(), kBytes, cudaMemAdviseSetPreferredLocation, node));
  EXPECT_EQ(number(cudaMemRangeAttributePreferredLocationType, x.get(), kBytes),
            cudaMemLocationTypeHostNuma);
  EXPECT(number(cudaMemRangeAttributePreferredLocationId, x.get(), kBytes) >= 0);
}

CASE(accessed_by) {
  Managed<char> x(kBytes);
  int by[4] = {};
  OK(cudaMemAdvise(x.get(), kBytes, cudaMemAdviseSetAccessedBy, 2));
  OK(cudaMemAdvise(x.get(), kBytes, cudaMemAdviseSetAccessedBy, 0));
  OK(cudaMemAdvise(x.get(), kPage, cudaMemAdviseSetAccessedBy, 1));
  OK(cudaMemAdvise(x.get(), kBytes, cudaMemAdviseSetAccessedBy, kHost));
  OK(cudaMemRangeGetAttribute(by, sizeof by, cudaMemRangeAttributeAccessedBy, x.get(), kBytes));
  EXPECT(by[0] == 0 && by[1] == 2 && by[2] == cudaCpuDeviceId && by[3] == cudaInvalidDeviceId);
  OK(cudaMemRangeGetAttribute(by, 8, cudaMemRangeAttributeAccessedBy, x.get(), kPage));
  EXPECT(by[0] == 0 && by[1] == 1 && by[2] == cudaCpuDeviceId);
  OK(cudaMemAdvise(x.get(), kBytes, cudaMemAdviseUnsetAccessedBy, 0));
  OK(cudaMemRangeGetAttribute(by, sizeof by, cudaMemRangeAttributeAccessedBy, x.get(), kBytes));
  EXPECT(by[0] == 2 && by[1] == cudaCpuDeviceId && by[2] == cudaInvalidDeviceId);
}

CASE(last_prefetch) {
  Managed<char> x(kBytes);
  cudaStream_t stream;
  OK(cudaStreamCreate(&stream));
  OK(cudaMemPrefetchAsync(x.get(), kBytes, 1, stream));
  EXPECT_EQ(number(cudaMemRangeAttributeLastPrefetchLocation, x.get(), kBytes), 1);
  OK(cudaMemPrefetchAsync(x.get(), kPage, kHost, 0, stream));
  EXPECT_EQ(number(cudaMemRangeAttributeLastPrefetchLocation, x.get(), kPage), cudaCpuDeviceId);
  EXPECT_EQ(number(cudaMemRangeAttributeLastPrefetchLocation, x.get(), kBytes),
            cudaInvalidDeviceId);
  void* starts[] = {x.get(), x.get() + kPage, x.get() + 3 * kPage};
  size_t sizes[] = {kPage, 2 * kPage, 5 * kPage}, first[] = {0, 1};
  cudaMemLocation to[] = {{cudaMemLocationTypeDevice, 2}, kSecond};
  OK(cudaMemPrefetchBatchAsync(starts, sizes, 3, to, first, 2, 0, stream));
  EXPECT_EQ(number(cudaMemRangeAttributeLastPrefetchLocation, x.get(), kPage), 2);
  EXPECT_EQ(number(cudaMemRangeAttributeLastPrefetchLocationId, x.get() + kPage, kPage), 1);
  EXPECT_EQ(number(cudaMemRangeAttributeLastPrefetchLocationType, x.get() + 7 * kPage, kPage),
            cudaMemLocationTypeDevice);
  OK(cudaMemDiscardBatchAsync(starts, sizes, 3, 0, stream));
  OK(cudaMemDiscardAndPrefetchBatchAsync(starts, sizes, 3, to, first, 1, 0, stream));
  EXPECT_EQ(number(cudaMemRangeAttributeLastPrefetchLocation, x.get(), kBytes), 2);
  first[1] = 3;
  EXPECT_EQ(cudaMemPrefetchBatchAsync(starts, sizes, 3, to, first, 2, 0, stream),
            cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemPrefetchBatchAsync(starts, sizes, 3, to, first, 1, 0, 0), cudaErrorInvalidValue);
  OK(cudaStreamDestroy(stream));
}

CASE(what_is_refused) {
  Managed<char> x(kBytes);
  int value = 0, *device = nullptr;
  OK(cudaMalloc(&device, kBytes));
  const auto refused = [&](size_t size, cudaMemRangeAttribute attribute, const void* start,
                           size_t count) {
    return cudaMemRangeGetAttribute(&value, size, attribute, start, count) == cudaErrorInvalidValue;
  };
  EXPECT(refused(8, cudaMemRangeAttributeReadMostly, x.get(), kBytes));
  EXPECT(refused(3, cudaMemRangeAttributeAccessedBy, x.get(), kBytes));
  EXPECT(refused(0, cudaMemRangeAttributeAccessedBy, x.get(), kBytes));
  EXPECT(refused(4, cudaMemRangeAttribute(99), x.get(), kBytes));
  EXPECT(refused(4, cudaMemRangeAttributeReadMostly, x.get(), kBytes + 1));
  EXPECT(refused(4, cudaMemRangeAttributeReadMostly, x.get(), 0));
  EXPECT(refused(4, cudaMemRangeAttributeReadMostly, device, kBytes));
  EXPECT(refused(4, cudaMemRangeAttributeReadMostly, &value, sizeof value));
  EXPECT_EQ(cudaMemAdvise(x.get(), kBytes, cudaMemAdviseSetAccessedBy, 3), cudaErrorInvalidDevice);
  EXPECT_EQ(cudaMemAdvise(x.get(), kBytes, cudaMemoryAdvise(9), 0), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemAdvise(device, kBytes, cudaMemAdviseSetReadMostly, 0), cudaErrorInvalidValue);
  const cudaMemLocation nowhere = {cudaMemLocationTypeInvalid, 0};
  const cudaMemLocation node = {cudaMemLocationTypeHostNuma, 0};
  EXPECT_EQ(cudaMemAdvise(x.get(), kBytes, cudaMemAdviseSetPreferredLocation, nowhere),
            cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemAdvise(x.get(), kBytes, cudaMemAdviseSetAccessedBy, node),
            cudaErrorInvalidValue);
  cudaGetLastError();
  OK(cudaFree(device));
}

CASE(freed_memory_is_forgotten) {
  char* x = managed<char>(kBytes);
  OK(cudaMemAdvise(x, kBytes, cudaMemAdviseSetReadMostly, 0));
  OK(cudaFree(x));
  for (int i = 0; i < 4; ++i) {
    char* again = managed<char>(kBytes);
    EXPECT_EQ(number(cudaMemRangeAttributeReadMostly, again, kBytes), 0);
    OK(cudaMemAdvise(again, kBytes, cudaMemAdviseSetReadMostly, 0));
    if (i == 2)
      OK(cudaDeviceReset());
    else
      OK(cudaFree(again));
  }
}

CASE(managed_variables) {
  cudaPointerAttributes seen{};
  OK(cudaPointerGetAttributes(&seen, variable));
  EXPECT_EQ(seen.type, cudaMemoryTypeManaged);
  OK(cudaMemAdvise(variable, sizeof variable, cudaMemAdviseSetPreferredLocation, 1));
  EXPECT_EQ(number(cudaMemRangeAttributePreferredLocation, variable, sizeof variable), 1);
  OK(cudaMemPrefetchAsync(variable, sizeof variable, 0));
  EXPECT_EQ(number(cudaMemRangeAttributeLastPrefetchLocation, variable, sizeof variable), 0);
}

CASE(driver_interface) {
  Managed<char> x(kBytes);
  const auto pointer = reinterpret_cast<CUdeviceptr>(x.get());
  int by[3] = {}, mostly = 0;
  OK(cudaError_t(cuMemAdvise(pointer, kBytes, CU_MEM_ADVISE_SET_READ_MOSTLY, 0)));
  OK(cudaError_t(cuMemAdvise(pointer, kBytes, CU_MEM_ADVISE_SET_ACCESSED_BY, kSecond)));
  OK(cudaError_t(cuMemPrefetchAsync_v2(pointer, kBytes, kSecond, 0, nullptr)));
  void* data[] = {by, &mostly};
  size_t sizes[] = {sizeof by, sizeof mostly};
  CUmem_range_attribute names[] = {CU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY,
                                   CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY};
  OK(cudaError_t(cuMemRangeGetAttributes(data, sizes, names, 2, pointer, kBytes)));
  EXPECT(by[0] == 1 && by[1] == cudaInvalidDeviceId && mostly == 1);
  EXPECT_EQ(number(cudaMemRangeAttributeLastPrefetchLocation, x.get(), kBytes), 1);
}

int main() { return run_cases(); }
