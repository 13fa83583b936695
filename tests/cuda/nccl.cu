// NCCL among threads, devices and groups, all types and operations, against plain loops; what goes wrong says so.
// build: -lnccl
// environment: VGPU_DEVICE_COUNT=3
// SPDX-License-Identifier: MIT
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <nccl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <thread>

#include "check.h"

#define GOOD(call) EXPECT_EQ(call, ncclSuccess)

static const ncclRedOp_t kOps[] = {ncclSum, ncclProd, ncclMax, ncclMin, ncclAvg};

// Numbers by their type.
static size_t bytes_of(int type) { return (size_t[]){1, 1, 4, 4, 8, 8, 2, 4, 8, 2}[type]; }
static double get(const void* x, int type, size_t i) {
  switch (type) {
    case ncclInt8:
      return ((const signed char*)x)[i];
    case ncclUint8:
      return ((const unsigned char*)x)[i];
    case ncclInt32:
      return ((const int*)x)[i];
    case ncclUint32:
      return ((const unsigned*)x)[i];
    case ncclInt64:
      return double(((const long long*)x)[i]);
    case ncclUint64:
      return double(((const unsigned long long*)x)[i]);
    case ncclFloat16:
      return __half2float(((const __half*)x)[i]);
    case ncclFloat32:
      return ((const float*)x)[i];
    case ncclFloat64:
      return ((const double*)x)[i];
    default:
      return __bfloat162float(((const __nv_bfloat16*)x)[i]);
  }
}
static void set(void* x, int type, size_t i, double v) {
  switch (type) {
    case ncclInt8:
      ((signed char*)x)[i] = (signed char)v;
      break;
    case ncclUint8:
      ((unsigned char*)x)[i] = (unsigned char)v;
      break;
    case ncclInt32:
      ((int*)x)[i] = int(v);
      break;
    case ncclUint32:
      ((unsigned*)x)[i] = unsigned(v);
      break;
    case ncclInt64:
      ((long long*)x)[i] = (long long)v;
      break;
    case ncclUint64:
      ((unsigned long long*)x)[i] = (unsigned long long)v;
      break;
    case ncclFloat16:
      ((__half*)x)[i] = __float2half(float(v));
      break;
    case ncclFloat32:
      ((float*)x)[i] = float(v);
      break;
    case ncclFloat64:
      ((double*)x)[i] = v;
      break;
    default:
      ((__nv_bfloat16*)x)[i] = __float2bfloat16(float(v));
  }
}
static bool is_signed(int type) {
  return type != ncclUint8 && type != ncclUint32 && type != ncclUint64;
}
// Small integers, exact in all types, also multiplied.
static double value(int type, int rank, size_t i) {
  const int v = int((i * 7 + size_t(rank) * 3) % 4);
  return is_signed(type) ? v - 1 : v;
}
static double combined(int type, int op, int ranks, size_t i) {
  double r = value(type, 0, i);
  for (int k = 1; k < ranks; ++k) {
    const double v = value(type, k, i);
    r = op == ncclProd  ? r * v
        : op == ncclMax ? std::max(r, v)
        : op == ncclMin ? std::min(r, v)
                        : r + v;
  }
  if (op != ncclAvg) return r;
  return type >= ncclFloat16 ? r / ranks : std::trunc(r / ranks);
}
static bool near(int type, double got, double wanted) {
  const double tolerance = type == ncclBfloat16  ? 1e-2
                           : type == ncclFloat16 ? 1e-3
                           : type == ncclFloat32 ? 1e-6
                                                 : 1e-12;
  if (std::fabs(got - wanted) <= tolerance * (1 + std::fabs(wanted))) return true;
  std::printf("type %d: %g should be %g\n", type, got, wanted);
  return false;
}

// One rank's memory and stream.
struct Rank {
  int device;
  cudaStream_t stream = nullptr;
  char *in = nullptr, *out = nullptr;
  Rank(int d, size_t bytes) : device(d) {
    OK(cudaSetDevice(d));
    OK(cudaStreamCreate(&stream));
    OK(cudaMallocManaged(&in, bytes));
    OK(cudaMallocManaged(&out, bytes));
    std::memset(out, 77, bytes);
  }
  ~Rank() {
    cudaSetDevice(device);
    OK(cudaStreamSynchronize(stream));
    cudaFree(in);
    cudaFree(out);
    OK(cudaStreamDestroy(stream));
  }
  void fill(int type, int rank, size_t count) {
    for (size_t i = 0; i < count; ++i) set(in, type, i, value(type, rank, i));
  }
  void wait() { OK(cudaStreamSynchronize(stream)); }
};

// Each rank a thread; body(communicator, rank's number). Ranks share the devices.
template <class Body>
static void with_threads(int ranks, Body body) {
  ncclUniqueId id;
  GOOD(ncclGetUniqueId(&id));
  std::vector<std::thread> threads;
  for (int r = 0; r < ranks; ++r)
    threads.emplace_back([&, r] {
      cudaSetDevice(r % 3);
      ncclComm_t comm = nullptr;
      GOOD(ncclCommInitRank(&comm, ranks, id, r));
      body(comm, r);
      GOOD(ncclCommDestroy(comm));
    });
  for (std::thread& t : threads) t.join();
}

CASE(versions_and_texts) {
  int version = 0;
  GOOD(ncclGetVersion(&version));
  EXPECT_EQ(version, NCCL_VERSION_CODE);
  EXPECT_EQ(NCCL_VERSION_CODE, NCCL_VERSION(NCCL_MAJOR, NCCL_MINOR, NCCL_PATCH));
  EXPECT(std::strlen(ncclGetErrorString(ncclInvalidUsage)) > 0);
}

CASE(communicators_know_their_ranks) {
  ncclComm_t comms[3];
  const int devices[] = {2, 0, 1};
  GOOD(ncclCommInitAll(comms, 3, devices));
  for (int i = 0; i < 3; ++i) {
    int count = 0, device = -1, rank = -1;
    ncclResult_t state = ncclInternalError;
    GOOD(ncclCommCount(comms[i], &count));
    GOOD(ncclCommCuDevice(comms[i], &device));
    GOOD(ncclCommUserRank(comms[i], &rank));
    GOOD(ncclCommGetAsyncError(comms[i], &state));
    EXPECT(count == 3 && device == devices[i] && rank == i && state == ncclSuccess);
  }
  for (ncclComm_t comm : comms) GOOD(ncclCommFinalize(comm));
  for (ncclComm_t comm : comms) GOOD(ncclCommDestroy(comm));
  EXPECT_EQ(ncclCommInitAll(comms, 4, nullptr), ncclInvalidArgument);
  EXPECT(std::strstr(ncclGetLastError(nullptr), "VGPU_DEVICE_COUNT") != nullptr);
}

CASE(sums_of_all_types_in_threads) {
  const size_t count = 40001;
  with_threads(4, [&](ncclComm_t comm, int r) {
    Rank rank(r % 3, count * 8);
    for (int type = 0; type < ncclNumTypes; ++type)
      for (ncclRedOp_t op : kOps) {
        rank.fill(type, r, count);
        GOOD(ncclAllReduce(rank.in, rank.out, count, ncclDataType_t(type), op, comm, rank.stream));
        rank.wait();
        int wrong = 0;
        for (size_t i = 0; i < count; i += 37)
          wrong += !near(type, get(rank.out, type, i), combined(type, op, 4, i));
        EXPECT_EQ(wrong, 0);
        GOOD(ncclAllReduce(rank.in, rank.in, count, ncclDataType_t(type), op, comm,
                           rank.stream));  // in place
        rank.wait();
        EXPECT(std::memcmp(rank.in, rank.out, count * bytes_of(type)) == 0);
      }
  });
}

CASE(integers_wrap_around) {
  with_threads(2, [&](ncclComm_t comm, int r) {
    Rank rank(r, 64);
    ((int*)rank.in)[0] = 2000000000, rank.in[8] = 100, ((unsigned short*)rank.in)[8] = 0;
    GOOD(ncclAllReduce(rank.in, rank.out, 1, ncclInt32, ncclSum, comm, rank.stream));
    GOOD(ncclAllReduce(rank.in + 8, rank.out + 8, 1, ncclInt8, ncclSum, comm, rank.stream));
    rank.wait();
    EXPECT_EQ(((int*)rank.out)[0], int(4000000000u));
    EXPECT_EQ(int((signed char)rank.out[8]), -56);
  });
}

CASE(one_to_all_and_all_to_one) {
  const size_t count = 333;
  with_threads(3, [&](ncclComm_t comm, int r) {
    Rank rank(r, count * 8 * 3);
    for (int root = 0; root < 3; ++root) {
      rank.fill(ncclDouble, r, count * 3);
      std::memset(rank.out, 77, count * 8 * 3);
      GOOD(ncclBroadcast(rank.in, rank.out, count, ncclDouble, root, comm, rank.stream));
      rank.wait();
      for (size_t i = 0; i < count; ++i)
        EXPECT_EQ(get(rank.out, ncclDouble, i), value(ncclDouble, root, i));
      GOOD(ncclBcast(rank.in, count, ncclDouble, root, comm, rank.stream));
      rank.wait();
      EXPECT(std::memcmp(rank.in, rank.out, count * 8) == 0);

      rank.fill(ncclDouble, r, count * 3);
      std::memset(rank.out, 77, count * 8);
      GOOD(ncclReduce(rank.in, r == root ? rank.out : nullptr, count, ncclDouble, ncclMax, root,
                      comm, rank.stream));
      rank.wait();
      for (size_t i = 0; i < count; ++i)
        if (r == root) EXPECT_EQ(get(rank.out, ncclDouble, i), combined(ncclDouble, ncclMax, 3, i));
      if (r != root) EXPECT_EQ(int(rank.out[5]), 77);
    }
    rank.fill(ncclDouble, r, count * 3);
    GOOD(ncclAllGather(rank.in, rank.out, count, ncclDouble, comm, rank.stream));
    rank.wait();
    for (size_t i = 0; i < 3 * count; ++i)
      EXPECT_EQ(get(rank.out, ncclDouble, i), value(ncclDouble, int(i / count), i % count));
    for (size_t i = 0; i < count; ++i) set(rank.out, ncclDouble, r * count + i, r * 1000.0 + i);
    GOOD(ncclAllGather(rank.out + r * count * 8, rank.out, count, ncclDouble, comm,
                       rank.stream));  // in place
    rank.wait();
    for (size_t i = 0; i < 3 * count; ++i)
      EXPECT_EQ(get(rank.out, ncclDouble, i), i / count * 1000.0 + i % count);
    GOOD(ncclReduceScatter(rank.in, rank.out, count, ncclDouble, ncclSum, comm, rank.stream));
    rank.wait();
    for (size_t i = 0; i < count; ++i)
      EXPECT_EQ(get(rank.out, ncclDouble, i), combined(ncclDouble, ncclSum, 3, r * count + i));
    GOOD(ncclReduceScatter(rank.in, rank.in + r * count * 8, count, ncclDouble, ncclSum, comm,
                           rank.stream));
    rank.wait();
    EXPECT(std::memcmp(rank.in + r * count * 8, rank.out, count * 8) == 0);
  });
}

__global__ void add_late(float* x, float v, int turns) {
  float slow = v;
  for (int i = 0; i < turns; ++i) slow = slow * 0.5f + v * 0.5f;
  x[threadIdx.x] += slow;
}

CASE(groups_of_one_thread_wait_for_the_streams_of_all) {
  ncclComm_t comms[3];
  GOOD(ncclCommInitAll(comms, 3, nullptr));
  std::vector<Rank*> ranks;
  for (int r = 0; r < 3; ++r) ranks.push_back(new Rank(r, 256 * 4));
  for (int turn = 0; turn < 20; ++turn) {
    for (int r = 0; r < 3; ++r) {
      OK(cudaSetDevice(r));
      OK(cudaMemsetAsync(ranks[r]->in, 0, 256 * 4, ranks[r]->stream));
      add_late<<<1, 256, 0, ranks[r]->stream>>>((float*)ranks[r]->in, 1.0f + r,
                                                r == turn % 3 ? 2000 : 1);
    }
    GOOD(ncclGroupStart());
    for (int r = 0; r < 3; ++r)
      GOOD(ncclAllReduce(ranks[r]->in, ranks[r]->out, 256, ncclFloat, ncclSum, comms[r],
                         ranks[r]->stream));
    GOOD(ncclGroupEnd());
    for (int r = 0; r < 3; ++r) {
      OK(cudaSetDevice(r));
      add_late<<<1, 256, 0, ranks[r]->stream>>>((float*)ranks[r]->out, 0.5f, 1);
    }
    for (int r = 0; r < 3; ++r) {
      ranks[r]->wait();
      EXPECT_EQ(((float*)ranks[r]->out)[200], 6.5f);
    }
  }
  for (Rank* rank : ranks) delete rank;
  for (ncclComm_t comm : comms) GOOD(ncclCommDestroy(comm));
}

CASE(ranks_of_one_thread_join_in_a_group) {
  ncclUniqueId id;
  ncclComm_t comms[4];
  GOOD(ncclGetUniqueId(&id));
  GOOD(ncclGroupStart());
  for (int r = 0; r < 4; ++r) {
    OK(cudaSetDevice(r % 3));
    GOOD(ncclCommInitRank(&comms[r], 4, id, r));
  }
  GOOD(ncclGroupEnd());
  // Stream 0 of each rank's own device.
  int* x[4];
  GOOD(ncclGroupStart());
  for (int r = 0; r < 4; ++r) {
    OK(cudaSetDevice(r % 3));
    OK(cudaMallocManaged(&x[r], sizeof(int)));
    *x[r] = 1 << r;
    GOOD(ncclAllReduce(x[r], x[r], 1, ncclInt, ncclSum, comms[r], nullptr));
  }
  GOOD(ncclGroupEnd());
  for (int r = 0; r < 4; ++r) {
    OK(cudaSetDevice(r % 3));
    OK(cudaDeviceSynchronize());
    EXPECT_EQ(*x[r], 15);
    OK(cudaFree(x[r]));
    GOOD(ncclCommDestroy(comms[r]));
  }
}

CASE(messages_in_a_ring_and_to_all) {
  const int ranks = 4;
  with_threads(ranks, [&](ncclComm_t comm, int r) {
    Rank rank(r % 3, 4096);
    int *in = (int*)rank.in, *out = (int*)rank.out;
    for (int turn = 0; turn < 50; ++turn) {
      for (int i = 0; i < ranks; ++i) in[i] = 1000 * turn + 10 * r + i;
      GOOD(ncclGroupStart());
      GOOD(ncclSend(in, 1, ncclInt, (r + 1) % ranks, comm, rank.stream));
      GOOD(ncclRecv(out, 1, ncclInt, (r + ranks - 1) % ranks, comm, rank.stream));
      GOOD(ncclGroupEnd());
      rank.wait();
      EXPECT_EQ(out[0], 1000 * turn + 10 * ((r + ranks - 1) % ranks));
      GOOD(ncclGroupStart());
      for (int i = 0; i < ranks; ++i) {
        GOOD(ncclSend(in + i, 1, ncclInt, i, comm, rank.stream));  // to itself too
        GOOD(ncclRecv(out + i, 1, ncclInt, i, comm, rank.stream));
      }
      GOOD(ncclGroupEnd());
      rank.wait();
      for (int i = 0; i < ranks; ++i) EXPECT_EQ(out[i], 1000 * turn + 10 * i + r);
    }
    if (r == 0) GOOD(ncclSend(in, 7, ncclChar, 1, comm, rank.stream));
    if (r == 1) GOOD(ncclRecv(out, 7, ncclChar, 0, comm, rank.stream));
    if (r == 2) GOOD(ncclSend(nullptr, 0, ncclChar, 3, comm, rank.stream));
    if (r == 3) GOOD(ncclRecv(nullptr, 0, ncclChar, 2, comm, rank.stream));
    rank.wait();
    if (r == 1) EXPECT_EQ(out[0], 49000);
  });
}

CASE(sums_with_factors) {
  with_threads(2, [&](ncclComm_t comm, int r) {
    Rank rank(r, 64);
    float *in = (float*)rank.in, *out = (float*)rank.out, factor = r == 0 ? 0.5f : 3.0f;
    ncclRedOp_t host, device;
    in[0] = 10, in[1] = factor;
    GOOD(ncclRedOpCreatePreMulSum(&host, &factor, ncclFloat, ncclScalarHostImmediate, comm));
    GOOD(ncclRedOpCreatePreMulSum(&device, in + 1, ncclFloat, ncclScalarDevice, comm));
    factor = 0;
    GOOD(ncclAllReduce(in, out, 1, ncclFloat, host, comm, rank.stream));
    GOOD(ncclAllReduce(in, out + 1, 1, ncclFloat, device, comm, rank.stream));
    rank.wait();
    EXPECT(out[0] == 35 && out[1] == 35);
    EXPECT_EQ(ncclAllReduce(in, out, 1, ncclDouble, host, comm, rank.stream), ncclInvalidArgument);
    GOOD(ncclRedOpDestroy(host, comm));
    EXPECT_EQ(ncclAllReduce(in, out, 1, ncclFloat, host, comm, rank.stream), ncclInvalidArgument);
  });
}

CASE(a_clique_is_split) {
  with_threads(5, [&](ncclComm_t comm, int r) {
    ncclComm_t part = nullptr;
    GOOD(ncclCommSplit(comm, r == 4 ? NCCL_SPLIT_NOCOLOR : r % 2, -r, &part, nullptr));
    EXPECT_EQ(part == nullptr, r == 4);
    if (part == nullptr) return;
    int count = 0, own = -1;
    GOOD(ncclCommCount(part, &count));
    GOOD(ncclCommUserRank(part, &own));
    EXPECT(count == 2 && own == (r < 2 ? 1 : 0));
    Rank rank(r % 3, 64);
    ((int*)rank.in)[0] = r;
    GOOD(ncclAllReduce(rank.in, rank.out, 1, ncclInt, ncclSum, part, rank.stream));
    rank.wait();
    EXPECT_EQ(((int*)rank.out)[0], r % 2 == 0 ? 2 : 4);
    GOOD(ncclCommDestroy(part));
  });
}

CASE(one_rank_alone_and_in_a_graph) {
  ncclComm_t comm;
  GOOD(ncclCommInitAll(&comm, 1, nullptr));
  Rank rank(0, 64);
  cudaGraph_t graph;
  cudaGraphExec_t ready;
  OK(cudaStreamBeginCapture(rank.stream, cudaStreamCaptureModeGlobal));
  GOOD(ncclAllReduce(rank.in, rank.out, 1, ncclInt, ncclSum, comm, rank.stream));
  OK(cudaStreamEndCapture(rank.stream, &graph));
  OK(cudaGraphInstantiate(&ready, graph, 0));
  for (int turn = 1; turn < 3; ++turn) {
    ((int*)rank.in)[0] = turn;
    OK(cudaGraphLaunch(ready, rank.stream));
    rank.wait();
    EXPECT_EQ(((int*)rank.out)[0], turn);
  }
  OK(cudaGraphExecDestroy(ready));
  OK(cudaGraphDestroy(graph));
  GOOD(ncclCommDestroy(comm));
}

CASE(wrong_arguments) {
  ncclComm_t comm;
  ncclUniqueId id;
  GOOD(ncclGetUniqueId(&id));
  EXPECT_EQ(ncclCommInitRank(&comm, 2, id, 2), ncclInvalidArgument);
  EXPECT_EQ(ncclCommInitRank(nullptr, 1, id, 0), ncclInvalidArgument);
  ncclUniqueId other;
  std::memset(&other, 0, sizeof other);
  EXPECT_EQ(ncclCommInitRank(&comm, 1, other, 0), ncclInvalidArgument);
  EXPECT_EQ(ncclGroupEnd(), ncclInvalidUsage);
  GOOD(ncclCommInitRank(&comm, 1, id, 0));
  int x = 1, y = 0;
  EXPECT_EQ(ncclAllReduce(nullptr, &y, 1, ncclInt, ncclSum, comm, nullptr), ncclInvalidArgument);
  EXPECT_EQ(ncclAllReduce(&x, &y, 1, ncclNumTypes, ncclSum, comm, nullptr), ncclInvalidArgument);
  EXPECT_EQ(ncclAllReduce(&x, &y, 1, ncclInt, ncclRedOp_t(9), comm, nullptr), ncclInvalidArgument);
  EXPECT_EQ(ncclAllReduce(&x, &y, 1, ncclInt, ncclSum, nullptr, nullptr), ncclInvalidArgument);
  EXPECT_EQ(ncclBroadcast(&x, &y, 1, ncclInt, 1, comm, nullptr), ncclInvalidArgument);
  EXPECT_EQ(ncclSend(&x, 1, ncclInt, -1, comm, nullptr), ncclInvalidArgument);
  GOOD(ncclCommDestroy(comm));
  std::atomic<int> refused{0};
  with_threads(2, [&](ncclComm_t both, int r) {
    int v = 1;
    refused +=
        ncclAllReduce(&v, &v, r == 0 ? 1 : 0, ncclInt, ncclSum, both, nullptr) == ncclInvalidUsage;
  });
  EXPECT_EQ(refused.load(), 2);
}

CASE(a_rank_that_aborts_frees_the_others) {
  ncclUniqueId id;
  GOOD(ncclGetUniqueId(&id));
  std::thread other([&] {
    ncclComm_t comm;
    GOOD(ncclCommInitRank(&comm, 2, id, 1));
    GOOD(ncclCommAbort(comm));
  });
  ncclComm_t comm;
  GOOD(ncclCommInitRank(&comm, 2, id, 0));
  int x = 1;
  EXPECT_EQ(ncclAllReduce(&x, &x, 1, ncclInt, ncclSum, comm, nullptr), ncclRemoteError);
  other.join();
  ncclResult_t state = ncclSuccess;
  GOOD(ncclCommGetAsyncError(comm, &state));
  EXPECT_EQ(state, ncclRemoteError);
  GOOD(ncclCommDestroy(comm));
}

CASE(ranks_that_do_not_wait) {
  ncclUniqueId id;
  GOOD(ncclGetUniqueId(&id));
  ncclConfig_t config = NCCL_CONFIG_INITIALIZER;
  config.blocking = 0;
  ncclComm_t first, second;
  ncclResult_t state = ncclSuccess;
  EXPECT_EQ(ncclCommInitRankConfig(&first, 2, id, 0, &config), ncclInProgress);
  GOOD(ncclCommGetAsyncError(first, &state));
  EXPECT_EQ(state, ncclInProgress);
  GOOD(ncclCommInitRankConfig(&second, 2, id, 1, &config));
  GOOD(ncclCommGetAsyncError(first, &state));
  EXPECT_EQ(state, ncclSuccess);
  GOOD(ncclCommDestroy(first));
  GOOD(ncclCommDestroy(second));
}

CASE(another_process_is_told_so_on_both_sides) {
  ncclUniqueId id;
  GOOD(ncclGetUniqueId(&id));
  const pid_t child = fork();
  ncclComm_t comm;
  if (child == 0) {
    const bool right = ncclCommInitRank(&comm, 2, id, 1) == ncclSystemError;
    _exit(right && std::strstr(ncclGetLastError(nullptr), "processes") != nullptr ? 0 : 1);
  }
  EXPECT_EQ(ncclCommInitRank(&comm, 2, id, 0), ncclSystemError);
  EXPECT(std::strstr(ncclGetLastError(nullptr), "process") != nullptr);
  int result = -1;
  waitpid(child, &result, 0);
  EXPECT_EQ(result, 0);
}

int main() { return run_cases(); }
