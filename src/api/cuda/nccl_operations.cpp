// NCCL's operations: checked at the call, and as jobs once all ranks have come.
// SPDX-License-Identifier: MIT
#include <vgpu/c/stream.h>

#include <algorithm>

#include "api/cuda/call.h"
#include "api/cuda/library_call.h"
#include "api/cuda/rank_numbers.h"
#include "api/cuda/stream_task.h"

using namespace vgpu::cuda;
using namespace vgpu::cuda::ranks;

namespace vgpu::cuda::ranks {
namespace {

const char* at(const void* data, std::size_t bytes) {
  return static_cast<const char*>(data) + bytes;
}
char* at(void* data, std::size_t bytes) { return static_cast<char*>(data) + bytes; }

// A job with what all ranks send, from `offset` on.
Job sum_of(const Round& round, std::size_t offset) {
  const Operation& first = round.operations[0];
  Job job;
  job.count = first.count, job.type = first.type, job.op = first.op;
  for (const Operation& o : round.operations) {
    job.sources.push_back(at(o.send, offset));
    if (o.factor.type != ncclNumTypes) job.factors.push_back(o.factor);
  }
  return job;
}

Job copy_of(const Operation& from) {
  Job job;
  job.count = from.count, job.type = from.type, job.sources = {at(from.send, 0)};
  return job;
}

std::vector<Job> jobs_of(const Round& round) {
  const std::vector<Operation>& all = round.operations;
  const std::size_t bytes = all[0].count * bytes_of(all[0].type);
  const auto root = static_cast<std::size_t>(all[0].root);
  std::vector<Job> jobs;
  const auto to_all = [&](Job job, std::size_t offset) {
    for (const Operation& o : all) job.targets.push_back(at(o.receive, offset));
    jobs.push_back(std::move(job));
  };
  const auto to_one = [&](Job job, const Operation& o) {
    job.targets.push_back(at(o.receive, 0));
    jobs.push_back(std::move(job));
  };
  switch (all[0].kind) {
    case Kind::all_reduce:
      to_all(sum_of(round, 0), 0);
      break;
    case Kind::reduce:
      to_one(sum_of(round, 0), all[root]);
      break;
    case Kind::broadcast:
      to_all(copy_of(all[root]), 0);
      break;
    case Kind::all_gather:
      for (std::size_t i = 0; i < all.size(); ++i) to_all(copy_of(all[i]), i * bytes);
      break;
    case Kind::reduce_scatter:
      for (std::size_t i = 0; i < all.size(); ++i) to_one(sum_of(round, i * bytes), all[i]);
      break;
    default:
      to_one(copy_of(all[0]), all[1]);
  }
  return jobs;
}

StreamTask task_of(std::vector<Job> jobs) {
  StreamTask task;
  for (const Job& job : jobs) task.count += job.blocks();
  task.body = [jobs = std::move(jobs)](std::size_t begin, std::size_t end) {
    for (std::size_t block = begin; block < end; ++block) {
      std::size_t rest = block;
      const Job* job = jobs.data();
      for (; rest >= job->blocks(); ++job) rest -= job->blocks();
      job->run(rest);
    }
  };
  return task;
}

bool agree(const Round& round) {
  const Operation& first = round.operations[0];
  const bool message = first.is_message();
  return std::all_of(round.operations.begin(), round.operations.end(), [&](const Operation& o) {
    if (message) return o.count * bytes_of(o.type) == first.count * bytes_of(first.type);
    return o.kind == first.kind && o.count == first.count && o.type == first.type &&
           o.root == first.root && (o.op < ncclNumOps) == (first.op < ncclNumOps) &&
           (o.op >= ncclNumOps || o.op == first.op);
  });
}

// Ranks of one color become a clique, in the order of their keys.
void split(Round& round) {
  std::map<int, std::vector<const Operation*>> colors;
  for (const Operation& o : round.operations) {
    *o.made = nullptr;
    if (o.color != NCCL_SPLIT_NOCOLOR) colors[o.color].push_back(&o);
  }
  for (auto& [color, members] : colors) {
    std::sort(members.begin(), members.end(), [](const Operation* a, const Operation* b) {
      return std::pair(a->key, a->comm->rank) < std::pair(b->key, b->comm->rank);
    });
    const auto clique = std::make_shared<Clique>(static_cast<int>(members.size()));
    clique->members.assign(members.size(), true);
    clique->joined = members.size();
    for (std::size_t i = 0; i < members.size(); ++i)
      *members[i]->made = make_rank(clique, static_cast<int>(i), members[i]->comm->device);
  }
}

}  // namespace

ncclResult_t begin(Round& round, std::size_t place, std::string& text) {
  if (!agree(round)) {
    text = "the ranks do not agree on the operation, its count, type or root";
    return ncclInvalidUsage;
  }
  if (round.operations[0].kind == Kind::split) {
    split(round);
    return ncclSuccess;
  }
  const vgpuStream_t stream = to_vgpu(round.operations[place].stream);
  vgpuError_t error = vgpuSuccess;
  for (std::size_t i = 0; i < round.ready.size() && error == vgpuSuccess; ++i)
    if (i != place) error = vgpuStreamWaitEvent(stream, round.ready[i]);
  if (error == vgpuSuccess)
    error = enqueue(task_of(jobs_of(round)), round.operations[place].stream);
  if (error == vgpuSuccess) error = vgpuEventCreateWithFlags(&round.done, vgpuEventDisableTiming);
  if (error == vgpuSuccess) error = vgpuEventRecord(round.done, stream);
  if (error == vgpuSuccess) return ncclSuccess;
  text = vgpuGetErrorString(error);
  return ncclUnhandledCudaError;
}

}  // namespace vgpu::cuda::ranks

namespace {

bool is_made_op(ncclComm_t comm, ncclRedOp_t op) {
  const auto number = static_cast<std::size_t>(op) - ncclNumOps;
  return op >= ncclNumOps && number < comm->factors.size() &&
         comm->factors[number].type != ncclNumTypes;
}

// Pointers may be null only where nothing is sent or received.
ncclResult_t go(Operation o, bool sends, bool receives) {
  return library_call(ncclSystemError, ncclInternalError, [&] {
    if (o.comm == nullptr) return failed(ncclInvalidArgument, "comm: null");
    if (bytes_of(o.type) == 0) return failed(ncclInvalidArgument, "datatype: none that is known");
    if (o.root < 0 || o.root >= o.comm->clique->ranks())
      return failed(ncclInvalidArgument, "root or peer: not a rank of the communicator");
    const bool made = is_made_op(o.comm, o.op);
    if (!made && (o.op < 0 || o.op >= ncclNumOps))
      return failed(ncclInvalidArgument, "op: none that is known");
    if (made) {
      o.factor = o.comm->factors[static_cast<std::size_t>(o.op) - ncclNumOps];
      if (o.factor.type != o.type) return failed(ncclInvalidArgument, "op: made for another type");
    }
    if (o.count > 0 && ((sends && o.send == nullptr) || (receives && o.receive == nullptr)))
      return failed(ncclInvalidArgument, "a buffer is null");
    return submit(o);
  });
}

}  // namespace

ncclResult_t ncclReduce(const void* sendbuff, void* recvbuff, size_t count, ncclDataType_t datatype,
                        ncclRedOp_t op, int root, ncclComm_t comm, cudaStream_t stream) {
  const bool receives = comm != nullptr && comm->rank == root;
  return go({Kind::reduce, sendbuff, recvbuff, count, datatype, op, root, comm, stream}, true,
            receives);
}

ncclResult_t ncclBcast(void* buff, size_t count, ncclDataType_t datatype, int root, ncclComm_t comm,
                       cudaStream_t stream) {
  return ncclBroadcast(buff, buff, count, datatype, root, comm, stream);
}

ncclResult_t ncclBroadcast(const void* sendbuff, void* recvbuff, size_t count,
                           ncclDataType_t datatype, int root, ncclComm_t comm,
                           cudaStream_t stream) {
  const bool sends = comm != nullptr && comm->rank == root;
  return go({Kind::broadcast, sendbuff, recvbuff, count, datatype, ncclSum, root, comm, stream},
            sends, true);
}

ncclResult_t ncclAllReduce(const void* sendbuff, void* recvbuff, size_t count,
                           ncclDataType_t datatype, ncclRedOp_t op, ncclComm_t comm,
                           cudaStream_t stream) {
  return go({Kind::all_reduce, sendbuff, recvbuff, count, datatype, op, 0, comm, stream}, true,
            true);
}

ncclResult_t ncclReduceScatter(const void* sendbuff, void* recvbuff, size_t recvcount,
                               ncclDataType_t datatype, ncclRedOp_t op, ncclComm_t comm,
                               cudaStream_t stream) {
  return go({Kind::reduce_scatter, sendbuff, recvbuff, recvcount, datatype, op, 0, comm, stream},
            true, true);
}

ncclResult_t ncclAllGather(const void* sendbuff, void* recvbuff, size_t sendcount,
                           ncclDataType_t datatype, ncclComm_t comm, cudaStream_t stream) {
  return go({Kind::all_gather, sendbuff, recvbuff, sendcount, datatype, ncclSum, 0, comm, stream},
            true, true);
}

ncclResult_t ncclSend(const void* sendbuff, size_t count, ncclDataType_t datatype, int peer,
                      ncclComm_t comm, cudaStream_t stream) {
  return go({Kind::send, sendbuff, nullptr, count, datatype, ncclSum, peer, comm, stream}, true,
            false);
}

ncclResult_t ncclRecv(void* recvbuff, size_t count, ncclDataType_t datatype, int peer,
                      ncclComm_t comm, cudaStream_t stream) {
  return go({Kind::receive, nullptr, recvbuff, count, datatype, ncclSum, peer, comm, stream}, false,
            true);
}

ncclResult_t ncclCommSplit(ncclComm_t comm, int color, int key, ncclComm_t* newcomm,
                           ncclConfig_t*) {
  if (newcomm == nullptr || color < NCCL_SPLIT_NOCOLOR)
    return failed(ncclInvalidArgument, "newcomm: null, or color is negative");
  Operation o;
  o.kind = Kind::split;
  o.comm = comm, o.color = color, o.key = key, o.made = newcomm;
  return go(o, false, false);
}

ncclResult_t ncclRedOpCreatePreMulSum(ncclRedOp_t* op, void* scalar, ncclDataType_t datatype,
                                      ncclScalarResidence_t residence, ncclComm_t comm) {
  return library_call(ncclSystemError, ncclInternalError, [&] {
    if (op == nullptr || scalar == nullptr || comm == nullptr || bytes_of(datatype) == 0 ||
        (residence != ncclScalarDevice && residence != ncclScalarHostImmediate))
      return failed(ncclInvalidArgument, "a pointer is null, or a type is none that is known");
    Factor factor{datatype};
    if (residence == ncclScalarDevice)
      factor.place = scalar;
    else
      std::copy_n(static_cast<const char*>(scalar), bytes_of(datatype),
                  reinterpret_cast<char*>(&factor.bits));
    *op = static_cast<ncclRedOp_t>(ncclNumOps + static_cast<int>(comm->factors.size()));
    comm->factors.push_back(factor);
    return ncclSuccess;
  });
}

ncclResult_t ncclRedOpDestroy(ncclRedOp_t op, ncclComm_t comm) {
  if (comm == nullptr || !is_made_op(comm, op))
    return failed(ncclInvalidArgument, "op: not made by ncclRedOpCreatePreMulSum");
  comm->factors[static_cast<std::size_t>(op) - ncclNumOps].type = ncclNumTypes;
  return ncclSuccess;
}
