/* A stop watch, with the names of the headers beside NVIDIA's samples; times are in milliseconds. C++ only.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef COMMON_HELPER_TIMER_H_
#define COMMON_HELPER_TIMER_H_

#include <chrono>

class StopWatchInterface {
 public:
  StopWatchInterface() {}
  virtual ~StopWatchInterface() {}
  virtual void start() = 0;
  virtual void stop() = 0;
  virtual void reset() = 0;
  virtual float getTime() = 0;         // of all runs, also of one under way
  virtual float getAverageTime() = 0;  // of the runs that have ended
};

class StopWatchLinux : public StopWatchInterface {
 public:
  void start() override {
    from_ = Clock::now();
    running_ = true;
  }
  void stop() override {
    total_ += since_start();
    ++runs_;
    running_ = false;
  }
  void reset() override {
    total_ = 0;
    runs_ = 0;
    from_ = Clock::now();
  }
  float getTime() override { return running_ ? total_ + since_start() : total_; }
  float getAverageTime() override { return runs_ > 0 ? total_ / runs_ : 0.0f; }

 private:
  typedef std::chrono::steady_clock Clock;
  float since_start() const {
    return std::chrono::duration<float, std::milli>(Clock::now() - from_).count();
  }
  Clock::time_point from_;
  float total_ = 0;
  int runs_ = 0;
  bool running_ = false;
};

inline bool sdkCreateTimer(StopWatchInterface** timer) {
  *timer = new StopWatchLinux;
  return true;
}
inline bool sdkDeleteTimer(StopWatchInterface** timer) {
  delete *timer;
  *timer = nullptr;
  return true;
}
inline bool sdkStartTimer(StopWatchInterface** timer) {
  if (*timer != nullptr) (*timer)->start();
  return true;
}
inline bool sdkStopTimer(StopWatchInterface** timer) {
  if (*timer != nullptr) (*timer)->stop();
  return true;
}
inline bool sdkResetTimer(StopWatchInterface** timer) {
  if (*timer != nullptr) (*timer)->reset();
  return true;
}
inline float sdkGetAverageTimerValue(StopWatchInterface** timer) {
  return *timer != nullptr ? (*timer)->getAverageTime() : 0.0f;
}
inline float sdkGetTimerValue(StopWatchInterface** timer) {
  return *timer != nullptr ? (*timer)->getTime() : 0.0f;
}

#endif
