/* Threads and barriers, with the names of the header beside NVIDIA's samples. C++ only.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef MULTITHREADING_H
#define MULTITHREADING_H

#include <pthread.h>

typedef pthread_t CUTThread;
typedef void* (*CUT_THREADROUTINE)(void*);
#define CUT_THREADPROC void*
#define CUT_THREADEND return 0

struct CUTBarrier {
  pthread_mutex_t mutex;
  pthread_cond_t conditionVariable;
  int releaseCount;
  int count;
};

inline CUTThread cutStartThread(CUT_THREADROUTINE function, void* data) {
  pthread_t thread;
  pthread_create(&thread, 0, function, data);
  return thread;
}
inline void cutEndThread(CUTThread thread) { pthread_join(thread, 0); }
inline void cutWaitForThreads(const CUTThread* threads, int count) {
  for (int i = 0; i < count; ++i) cutEndThread(threads[i]);
}

/* Opens when that many threads have come. */
inline CUTBarrier cutCreateBarrier(int releaseCount) {
  CUTBarrier barrier;
  pthread_mutex_init(&barrier.mutex, 0);
  pthread_cond_init(&barrier.conditionVariable, 0);
  barrier.releaseCount = releaseCount;
  barrier.count = 0;
  return barrier;
}
inline void cutIncrementBarrier(CUTBarrier* barrier) {
  pthread_mutex_lock(&barrier->mutex);
  if (++barrier->count >= barrier->releaseCount)
    pthread_cond_broadcast(&barrier->conditionVariable);
  pthread_mutex_unlock(&barrier->mutex);
}
inline void cutWaitForBarrier(CUTBarrier* barrier) {
  pthread_mutex_lock(&barrier->mutex);
  while (barrier->count < barrier->releaseCount)
    pthread_cond_wait(&barrier->conditionVariable, &barrier->mutex);
  pthread_mutex_unlock(&barrier->mutex);
}
inline void cutDestroyBarrier(CUTBarrier* barrier) {
  pthread_mutex_destroy(&barrier->mutex);
  pthread_cond_destroy(&barrier->conditionVariable);
}

#endif
