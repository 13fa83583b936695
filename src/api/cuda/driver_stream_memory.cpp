// The functions of vgpu_driver/stream_memory.h, as host functions in a stream's order.
//
// A stream that waits keeps a thread of the run time's; nobody tells it of the word, so it looks less and less often.
// SPDX-License-Identifier: MIT
#include <vgpu/c/stream.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <thread>

#include "api/cuda/driver.h"

using namespace vgpu::cuda;

namespace {

struct Step {
  CUstreamBatchMemOpType operation;
  CUdeviceptr address;
  std::uint64_t value;
  unsigned flags;
};
using Steps = std::vector<Step>;

template <class Word>
bool is_reached(Word now, const Step& step) {
  using Signed = std::make_signed_t<Word>;
  const auto wanted = static_cast<Word>(step.value);
  switch (step.flags & ~CU_STREAM_WAIT_VALUE_FLUSH) {
    case CU_STREAM_WAIT_VALUE_GEQ:  // counters may go round
      return static_cast<Signed>(now - wanted) >= 0;
    case CU_STREAM_WAIT_VALUE_EQ:
      return now == wanted;
    case CU_STREAM_WAIT_VALUE_AND:
      return (now & wanted) != 0;
    default:
      return static_cast<Word>(~(now | wanted)) != 0;
  }
}

template <class Word>
void wait_for(const Step& step) {
  const std::atomic_ref<Word> word(*reinterpret_cast<Word*>(step.address));
  for (int round = 0; !is_reached(word.load(), step); ++round) {
    if (round < 1000) {
      std::this_thread::yield();
    } else {
      std::this_thread::sleep_for(std::chrono::microseconds(100));
    }
  }
}

template <class Word>
void write(const Step& step) {
  std::atomic_ref<Word>(*reinterpret_cast<Word*>(step.address))
      .store(static_cast<Word>(step.value));
}

void run(void* data) {
  const std::unique_ptr<Steps> steps(static_cast<Steps*>(data));
  for (const Step& step : *steps) {
    switch (step.operation) {
      case CU_STREAM_MEM_OP_WAIT_VALUE_32:
        wait_for<std::uint32_t>(step);
        break;
      case CU_STREAM_MEM_OP_WAIT_VALUE_64:
        wait_for<std::uint64_t>(step);
        break;
      case CU_STREAM_MEM_OP_WRITE_VALUE_32:
        write<std::uint32_t>(step);
        break;
      case CU_STREAM_MEM_OP_WRITE_VALUE_64:
        write<std::uint64_t>(step);
        break;
      default:  // every write is seen by all at once
        break;
    }
  }
}

bool is_wide(CUstreamBatchMemOpType operation) {
  return operation == CU_STREAM_MEM_OP_WAIT_VALUE_64 ||
         operation == CU_STREAM_MEM_OP_WRITE_VALUE_64;
}

CUresult check(const Step& step) {
  unsigned flags = CU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER;
  switch (step.operation) {
    case CU_STREAM_MEM_OP_WAIT_VALUE_32:
    case CU_STREAM_MEM_OP_WAIT_VALUE_64:
      flags = CU_STREAM_WAIT_VALUE_NOR | CU_STREAM_WAIT_VALUE_FLUSH;
      break;
    case CU_STREAM_MEM_OP_WRITE_VALUE_32:
    case CU_STREAM_MEM_OP_WRITE_VALUE_64:
      break;
    case CU_STREAM_MEM_OP_FLUSH_REMOTE_WRITES:
    case CU_STREAM_MEM_OP_BARRIER:
      return CUDA_SUCCESS;
    default:
      return CUDA_ERROR_INVALID_VALUE;
  }
  const std::size_t word = is_wide(step.operation) ? 8 : 4;
  const bool good = step.address != 0 && step.address % word == 0 && (step.flags & ~flags) == 0;
  return good ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult enqueue(Steps steps, CUstream stream) {
  for (const Step& step : steps)
    if (const CUresult error = check(step); error != CUDA_SUCCESS) return error;
  return result(call([&] {
    auto kept = std::make_unique<Steps>(std::move(steps));
    const vgpuError_t error = vgpuLaunchHostFunc(to_vgpu(stream), run, kept.get());
    if (error == vgpuSuccess) static_cast<void>(kept.release());
    return error;
  }));
}

}  // namespace

CUresult cuStreamWaitValue32(CUstream stream, CUdeviceptr address, cuuint32_t value,
                             unsigned int flags) {
  return enqueue({{CU_STREAM_MEM_OP_WAIT_VALUE_32, address, value, flags}}, stream);
}
CUresult cuStreamWaitValue64(CUstream stream, CUdeviceptr address, cuuint64_t value,
                             unsigned int flags) {
  return enqueue({{CU_STREAM_MEM_OP_WAIT_VALUE_64, address, value, flags}}, stream);
}
CUresult cuStreamWriteValue32(CUstream stream, CUdeviceptr address, cuuint32_t value,
                              unsigned int flags) {
  return enqueue({{CU_STREAM_MEM_OP_WRITE_VALUE_32, address, value, flags}}, stream);
}
CUresult cuStreamWriteValue64(CUstream stream, CUdeviceptr address, cuuint64_t value,
                              unsigned int flags) {
  return enqueue({{CU_STREAM_MEM_OP_WRITE_VALUE_64, address, value, flags}}, stream);
}

CUresult cuStreamBatchMemOp(CUstream stream, unsigned int count,
                            CUstreamBatchMemOpParams* operations, unsigned int flags) {
  if (operations == nullptr || count == 0 || count > 256 || flags != 0)
    return CUDA_ERROR_INVALID_VALUE;
  Steps steps;
  for (unsigned i = 0; i < count; ++i) {
    const CUstreamMemOpValueParams& one = operations[i].waitValue;
    steps.push_back(
        {one.operation, one.address, is_wide(one.operation) ? one.value64 : one.value, one.flags});
  }
  return enqueue(std::move(steps), stream);
}
