// NCCL's communicators: made, asked and ended; errors and groups.
// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <chrono>
#include <cstring>
#include <random>

#include "api/cuda/devices.h"
#include "api/cuda/library_call.h"
#include "api/cuda/ranks.h"

using namespace vgpu::cuda;
using namespace vgpu::cuda::ranks;

namespace {

thread_local std::string last_error;

struct Group {
  int depth = 0;
  std::vector<Operation> operations;
  std::vector<std::shared_ptr<Clique>> joins;
};
thread_local Group group;

// What an id says: who made it, and which it is.
struct Id {
  std::uint64_t magic, number;
  std::int64_t process;
};
constexpr std::uint64_t kMagic = 0x7667707572616e6b;

Id read(const ncclUniqueId& unique) {
  Id id;
  std::memcpy(&id, unique.internal, sizeof id);
  return id;
}

struct Table {
  std::mutex mutex;
  std::map<std::uint64_t, std::shared_ptr<Clique>> cliques;  // that wait for ranks
};
Table& table() {
  static Table* const made = new Table;
  return *made;
}

// By a file of this name a process tells that it wanted to join a clique of another one.
std::string note_of(std::uint64_t number) { return "/vgpu_nccl_" + std::to_string(number); }

ncclResult_t refuse_foreign(const Id& id) {
  const int file = shm_open(note_of(id.number).c_str(), O_CREAT | O_RDWR, 0600);
  if (file >= 0) close(file);
  return failed(
      ncclSystemError,
      "ranks in several processes are not supported: start all ranks as threads of one process");
}

void look_for_notes() {
  const std::lock_guard lock(table().mutex);
  for (auto& [number, clique] : table().cliques) {
    if (shm_unlink(note_of(number).c_str()) != 0) continue;
    const std::lock_guard inner(clique->mutex);
    clique->foreign = true;
    clique->changed.notify_all();
  }
}

ncclResult_t join(ncclComm_t* comm, int ranks, const Id& id, int rank, bool wait) {
  const std::unique_lock lock(table().mutex);
  std::shared_ptr<Clique>& found = table().cliques[id.number];
  if (found == nullptr) found = std::make_shared<Clique>(ranks);
  const std::shared_ptr<Clique> clique = found;
  if (clique->ranks() != ranks || clique->members[static_cast<std::size_t>(rank)])
    return failed(ncclInvalidUsage,
                  "this rank has joined already, or with another number of ranks");
  *comm = make_rank(clique, rank, current_device());
  const std::lock_guard inner(clique->mutex);
  clique->members[static_cast<std::size_t>(rank)] = true;
  ++clique->joined;
  clique->changed.notify_all();
  if (clique->complete()) table().cliques.erase(id.number);
  if (!wait) return clique->complete() ? ncclSuccess : ncclInProgress;
  group.joins.push_back(clique);
  return ncclSuccess;
}

template <typename Body>
ncclResult_t call(Body&& body) noexcept {
  return library_call(ncclSystemError, ncclInternalError, body);
}

// What a group has gathered, once it is closed.
ncclResult_t finish() {
  if (group.depth > 0) return ncclSuccess;
  const std::vector<std::shared_ptr<Clique>> joins = std::exchange(group.joins, {});
  const std::vector<Operation> operations = std::exchange(group.operations, {});
  for (const std::shared_ptr<Clique>& clique : joins)
    if (const ncclResult_t error = wait_for_all(*clique)) return error;
  return operations.empty() ? ncclSuccess : run(operations);
}

template <typename T>
ncclResult_t give(ncclComm_t comm, T* out, T value) {
  if (comm == nullptr || out == nullptr) return failed(ncclInvalidArgument, "a pointer is null");
  *out = value;
  return ncclSuccess;
}

}  // namespace

namespace vgpu::cuda::ranks {

ncclResult_t failed(ncclResult_t result, std::string text) {
  last_error = std::move(text);
  return result;
}

ncclComm_t make_rank(std::shared_ptr<Clique> clique, int rank, int device) {
  return new ncclComm{std::move(clique), rank, device};
}

ncclResult_t wait_for_all(Clique& clique) {
  std::unique_lock lock(clique.mutex);
  while (!clique.complete() && !clique.aborted && !clique.foreign) {
    // Others' notes are files, which nobody wakes us for.
    if (clique.changed.wait_for(lock, std::chrono::milliseconds(100)) != std::cv_status::timeout)
      continue;
    lock.unlock();
    look_for_notes();
    lock.lock();
  }
  if (clique.complete()) return ncclSuccess;
  if (clique.foreign)
    return failed(ncclSystemError,
                  "a rank of another process wanted to join, which is not supported: start all "
                  "ranks as threads of one process");
  return failed(ncclRemoteError, "another rank has aborted");
}

ncclResult_t submit(const Operation& operation) {
  group.operations.push_back(operation);
  return finish();
}

}  // namespace vgpu::cuda::ranks

ncclResult_t ncclGetVersion(int* version) {
  if (version == nullptr) return failed(ncclInvalidArgument, "version: null");
  *version = NCCL_VERSION_CODE;
  return ncclSuccess;
}

ncclResult_t ncclGetUniqueId(ncclUniqueId* uniqueId) {
  return call([&] {
    if (uniqueId == nullptr) return failed(ncclInvalidArgument, "uniqueId: null");
    std::random_device source;
    const Id id{kMagic, std::uint64_t{source()} << 32 | source(), getpid()};
    std::memset(uniqueId, 0, sizeof *uniqueId);
    std::memcpy(uniqueId->internal, &id, sizeof id);
    return ncclSuccess;
  });
}

ncclResult_t ncclCommInitRank(ncclComm_t* comm, int nranks, ncclUniqueId commId, int rank) {
  return ncclCommInitRankConfig(comm, nranks, commId, rank, nullptr);
}

ncclResult_t ncclCommInitRankConfig(ncclComm_t* comm, int nranks, ncclUniqueId commId, int rank,
                                    ncclConfig_t* config) {
  return call([&] {
    if (comm == nullptr || nranks < 1 || rank < 0 || rank >= nranks)
      return failed(ncclInvalidArgument, "rank: not one of nranks, or comm is null");
    const Id id = read(commId);
    if (id.magic != kMagic) return failed(ncclInvalidArgument, "commId: not from ncclGetUniqueId");
    if (id.process != getpid()) return refuse_foreign(id);
    const bool wait = config == nullptr || config->blocking != 0;
    const ncclResult_t error = join(comm, nranks, id, rank, wait);
    return error != ncclSuccess ? error : finish();
  });
}

ncclResult_t ncclCommInitAll(ncclComm_t* comm, int ndev, const int* devlist) {
  return call([&] {
    if (comm == nullptr || ndev < 1) return failed(ncclInvalidArgument, "comm: null, or no device");
    for (int i = 0; i < ndev; ++i) {
      const int device = devlist == nullptr ? i : devlist[i];
      if (device < 0 || device >= device_count())
        return failed(ncclInvalidArgument, "there is no device " + std::to_string(device) +
                                               "; VGPU_DEVICE_COUNT says how many there are");
    }
    const auto clique = std::make_shared<Clique>(ndev);
    clique->members.assign(clique->members.size(), true);
    clique->joined = clique->members.size();
    for (int i = 0; i < ndev; ++i)
      comm[i] = make_rank(clique, i, devlist == nullptr ? i : devlist[i]);
    return ncclSuccess;
  });
}

ncclResult_t ncclCommFinalize(ncclComm_t comm) {
  return comm == nullptr ? failed(ncclInvalidArgument, "comm: null") : ncclSuccess;
}

// Work under way needs the rounds, not the communicator.
ncclResult_t ncclCommDestroy(ncclComm_t comm) {
  delete comm;
  return ncclSuccess;
}

ncclResult_t ncclCommAbort(ncclComm_t comm) {
  if (comm == nullptr) return ncclSuccess;
  {
    const std::lock_guard lock(comm->clique->mutex);
    comm->clique->aborted = true;
    comm->clique->changed.notify_all();
  }
  return ncclCommDestroy(comm);
}

ncclResult_t ncclCommGetAsyncError(ncclComm_t comm, ncclResult_t* asyncError) {
  if (comm == nullptr) return failed(ncclInvalidArgument, "comm: null");
  const std::lock_guard lock(comm->clique->mutex);
  return give(comm, asyncError,
              comm->clique->aborted      ? ncclRemoteError
              : comm->clique->complete() ? ncclSuccess
                                         : ncclInProgress);
}

ncclResult_t ncclCommCount(const ncclComm_t comm, int* count) {
  return give(comm, count, comm == nullptr ? 0 : comm->clique->ranks());
}
ncclResult_t ncclCommCuDevice(const ncclComm_t comm, int* device) {
  return give(comm, device, comm == nullptr ? 0 : comm->device);
}
ncclResult_t ncclCommUserRank(const ncclComm_t comm, int* rank) {
  return give(comm, rank, comm == nullptr ? 0 : comm->rank);
}

const char* ncclGetErrorString(ncclResult_t result) {
  static constexpr const char* kTexts[] = {"no error",
                                           "a call of CUDA failed",
                                           "a call of the system failed",
                                           "an internal error",
                                           "an argument is not valid",
                                           "the call is not valid here",
                                           "another rank failed or has left",
                                           "the work is still under way"};
  const auto number = static_cast<std::size_t>(result);
  return number < std::size(kTexts) ? kTexts[number] : "an unknown result";
}

const char* ncclGetLastError(ncclComm_t) { return last_error.c_str(); }

ncclResult_t ncclGroupStart() {
  ++group.depth;
  return ncclSuccess;
}

ncclResult_t ncclGroupEnd() {
  return call([&] {
    if (group.depth == 0) return failed(ncclInvalidUsage, "ncclGroupEnd without ncclGroupStart");
    --group.depth;
    return finish();
  });
}

ncclResult_t ncclMemAlloc(void** ptr, size_t size) {
  if (ptr == nullptr) return failed(ncclInvalidArgument, "ptr: null");
  return cudaMalloc(ptr, size) == cudaSuccess ? ncclSuccess
                                              : failed(ncclUnhandledCudaError, "out of memory");
}
ncclResult_t ncclMemFree(void* ptr) {
  return cudaFree(ptr) == cudaSuccess
             ? ncclSuccess
             : failed(ncclUnhandledCudaError, "ptr: not from ncclMemAlloc");
}
