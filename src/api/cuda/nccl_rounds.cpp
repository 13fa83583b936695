// Rounds of NCCL's operations: how calls meet, and what streams wait for.
// SPDX-License-Identifier: MIT
#include <vgpu/c/device.h>
#include <vgpu/c/stream.h>

#include <algorithm>

#include "api/cuda/call.h"
#include "api/cuda/on_device.h"
#include "api/cuda/ranks.h"

namespace vgpu::cuda::ranks {
namespace {

// An operation's place in its round.
struct Place {
  RoundRef round;
  std::size_t number;
};

Place take_message(Clique& clique, const Operation& o) {
  const int own = o.comm->rank;
  const bool sends = o.kind == Kind::send;
  const auto way = sends ? std::pair(own, o.root) : std::pair(o.root, own);
  auto& others = (sends ? clique.receives : clique.sends)[way];
  auto& mine = (sends ? clique.sends : clique.receives)[way];
  RoundRef round;
  if (others.empty()) {
    round = std::make_shared<Round>(2);
    mine.push_back(round);
  } else {
    round = others.front();
    others.pop_front();
  }
  return {round, sends ? std::size_t{0} : std::size_t{1}};
}

Place take_place(Clique& clique, const Operation& o) {
  if (o.is_message()) return take_message(clique, o);
  const std::uint64_t number = o.comm->next_round++;
  RoundRef& found = clique.rounds[number];
  if (found == nullptr) found = std::make_shared<Round>(clique.members.size());
  const RoundRef round = found;
  if (round->missing == 1) clique.rounds.erase(number);
  return {round, static_cast<std::size_t>(o.comm->rank)};
}

ncclResult_t cuda_failed(vgpuError_t error) {
  return failed(ncclUnhandledCudaError, vgpuGetErrorString(error));
}

// Puts the operation into its round; the last one begins it.
ncclResult_t post(const Operation& o, Place& place) {
  vgpuEvent_t here = nullptr;
  if (o.kind != Kind::split) {
    const OnDevice device(o.comm->device);
    if (const vgpuError_t error = vgpuEventCreateWithFlags(&here, vgpuEventDisableTiming))
      return cuda_failed(error);
    if (const vgpuError_t error = vgpuEventRecord(here, to_vgpu(o.stream))) {
      vgpuEventDestroy(here);
      return cuda_failed(error);
    }
  }
  Clique& clique = *o.comm->clique;
  const std::lock_guard lock(clique.mutex);
  if (clique.aborted) return failed(ncclRemoteError, "another rank has aborted");
  place = take_place(clique, o);
  Round& round = *place.round;
  round.operations[place.number] = o;
  round.ready[place.number] = here;
  if (--round.missing > 0) return ncclSuccess;
  const OnDevice device(o.comm->device);
  round.result = begin(round, place.number, round.text);
  round.begun = true;
  clique.changed.notify_all();
  return ncclSuccess;
}

// The stream goes on when the round's work is done.
ncclResult_t await(const Operation& o, const Place& place) {
  Clique& clique = *o.comm->clique;
  Round& round = *place.round;
  {
    std::unique_lock lock(clique.mutex);
    clique.changed.wait(lock, [&] { return round.begun || clique.aborted; });
    if (!round.begun) return failed(ncclRemoteError, "another rank has aborted");
  }
  if (round.result != ncclSuccess) return failed(round.result, round.text);
  if (round.done == nullptr) return ncclSuccess;
  const OnDevice device(o.comm->device);
  if (const vgpuError_t error = vgpuStreamWaitEvent(to_vgpu(o.stream), round.done))
    return cuda_failed(error);
  return ncclSuccess;
}

}  // namespace

ncclResult_t run(const std::vector<Operation>& operations) {
  std::vector<Place> places(operations.size());
  ncclResult_t result = ncclSuccess;
  for (std::size_t i = 0; i < operations.size() && result == ncclSuccess; ++i)
    result = post(operations[i], places[i]);
  if (result != ncclSuccess) return result;
  for (std::size_t i = 0; i < operations.size(); ++i)
    if (const ncclResult_t error = await(operations[i], places[i])) result = error;
  return result;
}

}  // namespace vgpu::cuda::ranks
