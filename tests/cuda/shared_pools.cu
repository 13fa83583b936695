// Pools of memory whose blocks another process takes.
// SPDX-License-Identifier: MIT
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>

#include "check.h"

namespace {

constexpr int kCount = 3000;

int ends[2];  // of the two processes

__global__ void add(int* x, int n, int value) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] += value;
}

void send_file(int file) {
  char control[CMSG_SPACE(sizeof file)] = {}, byte = 'f';
  iovec part{&byte, 1};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  cmsghdr* head = CMSG_FIRSTHDR(&message);
  head->cmsg_level = SOL_SOCKET;
  head->cmsg_type = SCM_RIGHTS;
  head->cmsg_len = CMSG_LEN(sizeof file);
  std::memcpy(CMSG_DATA(head), &file, sizeof file);
  EXPECT_EQ(sendmsg(ends[0], &message, 0), 1);
}

int receive_file() {
  char control[CMSG_SPACE(sizeof(int))] = {}, byte = 0;
  iovec part{&byte, 1};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  int file = -1;
  if (recvmsg(ends[1], &message, 0) == 1)
    std::memcpy(&file, CMSG_DATA(CMSG_FIRSTHDR(&message)), sizeof file);
  return file;
}

// The other process: adds to the block of the second pool, which it finds by trying.
int run_child() {
  const int files[2] = {receive_file(), receive_file()};
  cudaMemPoolPtrExportData blocks[2];
  EXPECT_EQ(read(ends[1], blocks, sizeof blocks), ssize_t(sizeof blocks));
  cudaMemPool_t pools[2];
  int* x[2] = {};
  for (int i = 0; i < 2; ++i) {
    OK(cudaMemPoolImportFromShareableHandle(&pools[i], (void*)(size_t)files[i],
                                            cudaMemHandleTypePosixFileDescriptor, 0));
    close(files[i]);
    EXPECT_EQ(cudaMemPoolImportPointer((void**)&x[i], pools[i], &blocks[1 - i]),
              cudaErrorInvalidValue);
    OK(cudaMemPoolImportPointer((void**)&x[i], pools[i], &blocks[i]));
  }
  cudaGetLastError();
  cudaMemAccessFlags flags = cudaMemAccessFlagsProtNone;
  cudaMemLocation here{cudaMemLocationTypeDevice, 0};
  OK(cudaMemPoolGetAccess(&flags, pools[0], &here));
  EXPECT_EQ(flags, cudaMemAccessFlagsProtReadWrite);
  void* more = nullptr;
  EXPECT_EQ(cudaMallocFromPoolAsync(&more, 64, pools[0], 0), cudaErrorNotSupported);
  cudaGetLastError();
  cudaStream_t stream;
  OK(cudaStreamCreate(&stream));
  add<<<(kCount + 127) / 128, 128, 0, stream>>>(x[1], kCount, 5);
  OK(cudaFreeAsync(x[1], stream));
  OK(cudaFreeAsync(x[0], stream));
  OK(cudaStreamSynchronize(stream));
  OK(cudaMemPoolDestroy(pools[0]));
  OK(cudaMemPoolDestroy(pools[1]));
  return failures();
}

CASE(another_process_takes_a_block) {
  cudaMemPoolProps wanted{};
  wanted.allocType = cudaMemAllocationTypePinned;
  wanted.handleTypes = cudaMemHandleTypePosixFileDescriptor;
  wanted.location = {cudaMemLocationTypeDevice, 0};
  int kinds = 0, file = -1;
  OK(cudaDeviceGetAttribute(&kinds, cudaDevAttrMemoryPoolSupportedHandleTypes, 0));
  EXPECT_EQ(kinds & cudaMemHandleTypePosixFileDescriptor, cudaMemHandleTypePosixFileDescriptor);
  cudaMemPool_t pools[2];
  cudaMemPoolPtrExportData blocks[2];
  int* x[2];
  for (int i = 0; i < 2; ++i) {
    OK(cudaMemPoolCreate(&pools[i], &wanted));
    OK(cudaMallocFromPoolAsync((void**)&x[i], kCount * sizeof(int), pools[i], 0));
    OK(cudaMemsetAsync(x[i], 0, kCount * sizeof(int), 0));
    OK(cudaMemPoolExportToShareableHandle(&file, pools[i], cudaMemHandleTypePosixFileDescriptor,
                                          0));
    send_file(file);
    close(file);
    OK(cudaMemPoolExportPointer(&blocks[i], x[i]));
  }
  OK(cudaStreamSynchronize(0));
  EXPECT_EQ(write(ends[0], blocks, sizeof blocks), ssize_t(sizeof blocks));
  int status = 0;
  EXPECT(wait(&status) > 0);
  EXPECT(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  std::vector<int> copied(kCount);
  OK(cudaMemcpy(copied.data(), x[1], kCount * sizeof(int), cudaMemcpyDeviceToHost));
  EXPECT(copied == std::vector<int>(kCount, 5));
  for (int i = 0; i < 2; ++i) {
    OK(cudaFreeAsync(x[i], 0));
    OK(cudaMemPoolTrimTo(pools[i], 0));
    OK(cudaMemPoolDestroy(pools[i]));
  }
  OK(cudaDeviceSynchronize());
}

CASE(pools_of_ones_own_are_not_given) {
  cudaMemPool_t pool;
  cudaMemPoolPtrExportData block{};
  int file = -1;
  void* x = nullptr;
  OK(cudaDeviceGetDefaultMemPool(&pool, 0));
  EXPECT_EQ(
      cudaMemPoolExportToShareableHandle(&file, pool, cudaMemHandleTypePosixFileDescriptor, 0),
      cudaErrorInvalidValue);
  OK(cudaMallocAsync(&x, 100, 0));
  EXPECT_EQ(cudaMemPoolExportPointer(&block, x), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemPoolImportPointer(&x, pool, &block), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemPoolImportFromShareableHandle(&pool, (void*)(size_t)ends[0],
                                                 cudaMemHandleTypePosixFileDescriptor, 0),
            cudaErrorInvalidValue);
  OK(cudaFreeAsync(x, 0));
  cudaGetLastError();
}

}  // namespace

int main() {
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return 1;
  if (fork() == 0) return run_child();  // before either side has touched the device
  return run_cases();
}
