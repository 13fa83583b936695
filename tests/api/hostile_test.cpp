// Every C function with NULL, stale and foreign handles, freed memory, zero and absurd sizes: codes, never a crash.
//
// functions.inc lists all functions of the headers (list_functions.py), and arguments are made by type, so a new
// function is tested as soon as it is declared.
// SPDX-License-Identifier: MIT
#include <climits>
#include <set>
#include <string>
#include <type_traits>
#include <vector>

#include "kernels.h"

namespace {

enum class Hostile {
  null,     // pointers and handles NULL, numbers 0
  zero,     // pointers to empty memory, numbers 0
  stale,    // handles that were destroyed, device memory that was freed
  foreign,  // handles of another kind, numbers -1
  huge,     // living handles, the largest numbers
};
constexpr Hostile kAll[] = {Hostile::null, Hostile::zero, Hostile::stale, Hostile::foreign,
                            Hostile::huge};

void do_nothing(void*) {}
void log_nothing(int, const char*, void*) {}
void call_nothing(vgpuStream_t, vgpuError_t, void*) {}
vgpuError_t run_nothing(const vgpuNativeGroup*, void* const*, void*) { return vgpuSuccess; }

// One object of each kind, alive or destroyed.
struct Objects {
  vgpuStream_t stream = nullptr;
  vgpuEvent_t event = nullptr;
  vgpuKernel_t kernel = nullptr;
  vgpuGraph_t graph = nullptr;
  vgpuGraphNode_t node = nullptr;
  vgpuGraphExec_t exec = nullptr;
  void* memory = nullptr;

  Objects() {
    EXPECT_EQ(vgpuStreamCreate(&stream), vgpuSuccess);
    EXPECT_EQ(vgpuEventCreate(&event), vgpuSuccess);
    EXPECT_EQ(vgpuRegisterNativeKernel(&kernel, "hostile", "int* x", run_nothing, nullptr),
              vgpuSuccess);
    EXPECT_EQ(vgpuGraphCreate(&graph, 0), vgpuSuccess);
    EXPECT_EQ(vgpuGraphAddEmptyNode(&node, graph, nullptr, 0), vgpuSuccess);
    EXPECT_EQ(vgpuGraphInstantiate(&exec, graph, 0), vgpuSuccess);
    EXPECT_EQ(vgpuMalloc(&memory, 4096), vgpuSuccess);
  }
  // The function under test may have destroyed any of them.
  void destroy() const {
    vgpuStreamDestroy(stream);
    vgpuEventDestroy(event);
    vgpuUnregisterNativeKernel(kernel);
    vgpuGraphExecDestroy(exec);
    vgpuGraphDestroy(graph);
    vgpuFree(memory);
  }
};

class Maker {
 public:
  explicit Maker(Hostile kind) : kind_(kind) {
    if (kind == Hostile::stale) objects_.destroy();
    empty_.assign(kEmptyBytes, 0);
  }
  ~Maker() {
    if (kind_ != Hostile::stale) objects_.destroy();
  }
  Maker(const Maker&) = delete;
  Maker& operator=(const Maker&) = delete;

  template <typename T>
  T make() {
    if constexpr (std::is_same_v<T, dim3>) {
      const unsigned n = number<unsigned>();
      return dim3(n, n, n);
    } else if constexpr (!std::is_pointer_v<T>) {
      return static_cast<T>(number<T>());
    } else if (kind_ == Hostile::null) {
      return nullptr;
    } else {
      return pointer<T>();
    }
  }

 private:
  static constexpr std::size_t kEmptyBytes = 1 << 16;  // larger than any structure of the interface

  template <typename T>
  long long number() const {
    switch (kind_) {
      case Hostile::null:
      case Hostile::zero:
        return 0;
      case Hostile::stale:
        return 1;
      case Hostile::foreign:
        return -1;
      case Hostile::huge:
        return sizeof(T) == 8 ? LLONG_MAX : INT_MAX;
    }
    return 0;
  }

  template <typename T>
  T pointer() {
    const auto handle = [this](auto living, void* other) {
      return kind_ == Hostile::foreign ? reinterpret_cast<T>(other) : reinterpret_cast<T>(living);
    };
    if constexpr (std::is_same_v<T, vgpuStream_t>) return handle(objects_.stream, objects_.event);
    if constexpr (std::is_same_v<T, vgpuEvent_t>) return handle(objects_.event, objects_.stream);
    if constexpr (std::is_same_v<T, vgpuKernel_t>) return handle(objects_.kernel, objects_.graph);
    if constexpr (std::is_same_v<T, vgpuGraph_t>) return handle(objects_.graph, objects_.exec);
    if constexpr (std::is_same_v<T, vgpuGraphNode_t>) return handle(objects_.node, objects_.event);
    if constexpr (std::is_same_v<T, vgpuGraphExec_t>) return handle(objects_.exec, objects_.graph);
    if constexpr (std::is_same_v<T, vgpuHostFunction_t>) {
      return do_nothing;
    } else if constexpr (std::is_same_v<T, vgpuStreamCallback_t>) {
      return call_nothing;
    } else if constexpr (std::is_same_v<T, vgpuNativeFunction_t>) {
      return run_nothing;
    } else if constexpr (std::is_same_v<T, vgpuLogCallback_t>) {
      return log_nothing;
    } else {
      if (std::is_void_v<std::remove_pointer_t<T>> && kind_ == Hostile::stale) {
        return static_cast<T>(objects_.memory);
      }
      return reinterpret_cast<T>(empty_.data());
    }
  }

  const Hostile kind_;
  Objects objects_;
  std::vector<char> empty_;
};

template <typename... Arguments>
vgpuError_t attack(vgpuError_t (*function)(Arguments...), Hostile kind) {
  Maker maker(kind);
  return function(maker.make<Arguments>()...);
}

// Texts are never NULL; they count as an error where one must be.
template <typename... Arguments>
vgpuError_t attack(const char* (*function)(Arguments...), Hostile kind) {
  Maker maker(kind);
  EXPECT_NE(function(maker.make<Arguments>()...), nullptr);
  return vgpuErrorInvalidValue;
}

struct Row {
  const char* name;
  vgpuError_t (*run)(Hostile kind);
};

const std::vector<Row> kRows = {
#define VG_FUNCTION(name) {#name, [](Hostile kind) { return attack(&name, kind); }},
#include "functions.inc"
#undef VG_FUNCTION
};

// Undoes what a function may have done although its arguments were strange.
void restore() {
  vgpuProfilerStop();
  vgpuTraceStop();
  EXPECT_EQ(vgpuSetLogCallback(nullptr, nullptr), vgpuSuccess);
  EXPECT_EQ(vgpuSetDevice(0), vgpuSuccess);
  EXPECT_EQ(vgpuDeviceSetMemoryLimit(0, 0), vgpuSuccess);
  EXPECT_EQ(vgpuHeapSetLimit(0), vgpuSuccess);
  EXPECT_EQ(vgpuDeviceSetPolicy(0, vgpuPolicyBalanced), vgpuSuccess);
  vgpuDeviceSynchronize();
  vgpuGetLastError();
}

// What a program does all the time still works.
void expect_alive() {
  void* memory = nullptr;
  char byte = 7;
  ASSERT_EQ(vgpuMalloc(&memory, 100), vgpuSuccess) << vgpuGetLastErrorMessage();
  EXPECT_EQ(vgpuMemset(memory, 42, 100), vgpuSuccess) << vgpuGetLastErrorMessage();
  EXPECT_EQ(vgpuMemcpy(&byte, memory, 1, vgpuMemcpyDeviceToHost), vgpuSuccess);
  EXPECT_EQ(byte, 42);
  EXPECT_EQ(vgpuFree(memory), vgpuSuccess);
}

TEST(Hostile, ArgumentsNeverCrashAndTheProgramGoesOn) {
  for (const Hostile kind : kAll) {
    for (const Row& row : kRows) {
      SCOPED_TRACE(row.name + std::string(" with arguments of kind ") +
                   std::to_string(static_cast<int>(kind)));
      row.run(kind);
      restore();
      expect_alive();
    }
  }
}

// NULL as a stream is the default stream, freeing nothing is allowed as in C, and device 0 exists.
const std::set<std::string> kNullIsFine = {
    "vgpuSetDevice",
    "vgpuDeviceSetMemoryLimit",
    "vgpuDeviceSetPolicy",
    "vgpuDeviceSetWorkloadClass",
    "vgpuMemTrim",
    "vgpuHeapSetLimit",
    "vgpuFree",
    "vgpuFreeHost",
    "vgpuFreeAsync",
    "vgpuStreamSynchronize",
    "vgpuStreamQuery",
    "vgpuSetLogCallback",
    // without parameters
    "vgpuInit",
    "vgpuDeviceSynchronize",
    "vgpuGetLastError",
    "vgpuPeekAtLastError",
    "vgpuProfilerStart",
    "vgpuProfilerStop",
};

TEST(Hostile, NullIsAnErrorInEveryFunctionThatNeedsMore) {
  for (const Row& row : kRows) {
    if (kNullIsFine.count(row.name) != 0) {
      EXPECT_EQ(row.run(Hostile::null), vgpuSuccess) << row.name;
    } else {
      EXPECT_NE(row.run(Hostile::null), vgpuSuccess) << row.name;
      if (vgpuGetLastError() != vgpuSuccess) {
        const std::string message = vgpuGetLastErrorMessage();
        EXPECT_EQ(message.rfind("[vgpu", 0), 0u) << row.name << ": " << message;
      }
    }
    restore();
  }
}

TEST(Hostile, StaleAndForeignHandlesAreErrors) {
  for (const Row& row : kRows) {
    const std::string name = row.name;
    const bool of_handle = name.rfind("vgpuStream", 0) == 0 || name.rfind("vgpuEvent", 0) == 0 ||
                           name.rfind("vgpuLaunch", 0) == 0 || name.rfind("vgpuKernel", 0) == 0 ||
                           name.rfind("vgpuModuleGet", 0) == 0;
    if (!of_handle || name.find("Create") != std::string::npos) continue;
    EXPECT_NE(row.run(Hostile::stale), vgpuSuccess) << name;
    EXPECT_NE(row.run(Hostile::foreign), vgpuSuccess) << name;
    restore();
  }
}

TEST(Hostile, AllocationsOfNothingAndOfTooMuch) {
  void* memory = nullptr;
  size_t free = 0, total = 0;
  VG_OK(vgpuMemGetInfo(&free, &total));
  EXPECT_EQ(vgpuMalloc(&memory, 0), vgpuErrorInvalidValue);
  for (const size_t size : {total + 1, size_t{1} << 60, SIZE_MAX}) {
    EXPECT_EQ(vgpuMalloc(&memory, size), vgpuErrorMemoryAllocation) << size;
    const std::string message = vgpuGetLastErrorMessage();
    EXPECT_NE(message.find("iB"), std::string::npos) << "no sizes in: " << message;
    EXPECT_EQ(vgpuMallocHost(&memory, size | size_t{1} << 60), vgpuErrorMemoryAllocation) << size;
  }
  expect_alive();
}

TEST(Hostile, MemoryThatWasFreedIsNotTouched) {
  void* memory = nullptr;
  char byte = 0;
  VG_OK(vgpuMalloc(&memory, size_t{64} << 20));
  VG_OK(vgpuFree(memory));
  EXPECT_EQ(vgpuFree(memory), vgpuErrorInvalidDevicePointer) << "twice";
  for (const vgpuMemcpyKind kind : {vgpuMemcpyHostToDevice, vgpuMemcpyDefault}) {
    EXPECT_EQ(vgpuMemcpy(memory, &byte, 1, kind), vgpuErrorInvalidDevicePointer) << kind;
  }
  EXPECT_EQ(vgpuMemcpy(&byte, memory, 1, vgpuMemcpyDefault), vgpuErrorInvalidDevicePointer);
  EXPECT_EQ(vgpuMemset(memory, 0, 1), vgpuErrorInvalidDevicePointer);
}

TEST(Hostile, CopiesBeyondTheAddressSpaceAreRefused) {
  char from[8] = {}, to[8] = {};
  EXPECT_EQ(vgpuMemcpy(to, from, SIZE_MAX, vgpuMemcpyDefault), vgpuErrorInvalidValue);
  EXPECT_EQ(vgpuMemcpy(to, from, size_t{1} << 60, vgpuMemcpyHostToHost), vgpuErrorInvalidValue);
}

}  // namespace
