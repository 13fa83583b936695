// NCCL's communicators behind nccl.h: a clique of ranks, and rounds in which their calls meet.
//
// A call records where its stream is and takes its place in a round. Whoever comes last puts the work on its own stream,
// behind all others' places, and the others' streams wait for it. Until then callers wait on the host, as NCCL's may; those
// of a group take all their places first. SPDX-License-Identifier: MIT
#pragma once

#include <nccl.h>
#include <vgpu/c/event.h>

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace vgpu::cuda::ranks {

// What a call fails with; the text is the calling thread's last error.
ncclResult_t failed(ncclResult_t result, std::string text);

enum class Kind : std::uint8_t {
  all_reduce,
  reduce,
  broadcast,
  all_gather,
  reduce_scatter,
  send,
  receive,
  split
};

// A factor for one rank's numbers (ncclRedOpCreatePreMulSum); in device memory it is read when the work begins.
struct Factor {
  ncclDataType_t type = ncclNumTypes;  // none
  std::uint64_t bits = 0;
  const void* place = nullptr;
};

struct Operation {
  Kind kind = Kind::all_reduce;
  const void* send = nullptr;
  void* receive = nullptr;
  std::size_t count = 0;
  ncclDataType_t type = ncclInt8;
  ncclRedOp_t op = ncclSum;
  int root = 0;  // or, of a message, the other rank
  ncclComm_t comm = nullptr;
  cudaStream_t stream = nullptr;
  Factor factor{};
  int color = 0, key = 0;      // of a split,
  ncclComm_t* made = nullptr;  // and what it gives

  bool is_message() const { return kind == Kind::send || kind == Kind::receive; }
};

// Where the calls of one operation meet: all ranks, or the two of a message.
struct Round {
  explicit Round(std::size_t places) : operations(places), ready(places), missing(places) {}
  Round(const Round&) = delete;
  Round& operator=(const Round&) = delete;
  ~Round() {
    for (vgpuEvent_t event : ready)
      if (event != nullptr) vgpuEventDestroy(event);
    if (done != nullptr) vgpuEventDestroy(done);
  }
  std::vector<Operation> operations;
  std::vector<vgpuEvent_t> ready;
  std::size_t missing;
  bool begun = false;
  ncclResult_t result = ncclSuccess;
  std::string text;
  vgpuEvent_t done = nullptr;
};
using RoundRef = std::shared_ptr<Round>;

struct Clique {
  explicit Clique(int ranks) : members(static_cast<std::size_t>(ranks)) {}
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<bool> members;  // who has joined
  std::size_t joined = 0;
  bool aborted = false, foreign = false;  // foreign: a rank of another process wanted to join
  std::map<std::uint64_t, RoundRef> rounds;
  std::map<std::pair<int, int>, std::deque<RoundRef>> sends,
      receives;  // (from, to): those that wait for the other half

  int ranks() const { return static_cast<int>(members.size()); }
  bool complete() const { return joined == members.size(); }
};

// Waits until all ranks have joined.
ncclResult_t wait_for_all(Clique& clique);

// Takes the operations' places in their rounds, then waits until each has begun.
ncclResult_t run(const std::vector<Operation>& operations);

// Puts the whole of a round on the stream of the operation at `place`; all are there.
ncclResult_t begin(Round& round, std::size_t place, std::string& text);

// Inside of a group these are remembered until its end; outside they are done at once.
ncclResult_t submit(const Operation& operation);

ncclComm_t make_rank(std::shared_ptr<Clique> clique, int rank, int device);

}  // namespace vgpu::cuda::ranks

struct ncclComm {
  std::shared_ptr<vgpu::cuda::ranks::Clique> clique;
  int rank = 0, device = 0;
  std::uint64_t next_round = 0;
  std::vector<vgpu::cuda::ranks::Factor> factors{};
};
