// What all OpenCL objects share: the loader's table, a number that tells kinds apart, and two counts.
//
// `users` is what clRetain* and clRelease* count and what programs ask for; `owners` also counts the references that
// objects and commands under way hold (Ref), so an object that its program has released lives until nothing needs it.
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <utility>

#include "api/opencl/entry.h"

namespace vgpu::opencl {

extern const cl_icd_dispatch kDispatch;

template <typename Derived>
struct Object {
  const cl_icd_dispatch* dispatch = &kDispatch;  // first: the ICD loader reads it
  std::uint32_t magic = Derived::kMagic;
  std::atomic<cl_uint> users{1};
  std::atomic<cl_uint> owners{1};  // all users together are one

  Object() = default;
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;
  ~Object() { magic = 0; }

  // A program may take again what it has given back, while something keeps it: the context that a buffer names.
  void add_user() {
    if (users.fetch_add(1, std::memory_order_relaxed) == 0) add_owner();
  }
  // Throws the kind's own code when the program has given back all it had.
  void drop_user() {
    cl_uint had = users.load(std::memory_order_relaxed);
    do {
      require(had > 0, Derived::kInvalid);
    } while (!users.compare_exchange_weak(had, had - 1, std::memory_order_acq_rel));
    if (had == 1) drop_owner();
  }

  void add_owner() { owners.fetch_add(1, std::memory_order_relaxed); }
  void drop_owner() {
    if (owners.fetch_sub(1, std::memory_order_acq_rel) == 1) delete static_cast<Derived*>(this);
  }
};

// A reference that an object or a command holds.
template <typename T>
class Ref {
 public:
  Ref() = default;
  explicit Ref(T& object) : object_(&object) { object.add_owner(); }
  explicit Ref(T* object) : object_(object) {
    if (object_ != nullptr) object_->add_owner();
  }
  Ref(const Ref& other) : Ref(other.object_) {}
  Ref(Ref&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Ref& operator=(Ref other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Ref() {
    if (object_ != nullptr) object_->drop_owner();
  }

  T* get() const { return object_; }
  T* operator->() const { return object_; }
  T& operator*() const { return *object_; }
  explicit operator bool() const { return object_ != nullptr; }

 private:
  T* object_ = nullptr;
};

// The object that a handle means; throws the kind's own code for anything else.
template <typename T>
T& check(T* handle) {
  require(handle != nullptr && handle->magic == T::kMagic, T::kInvalid);
  return *handle;
}

template <typename T>
cl_int retain(const char* function, T* handle) noexcept {
  return entry(function, [&] { check(handle).add_user(); });
}

template <typename T>
cl_int release(const char* function, T* handle) noexcept {
  return entry(function, [&] { check(handle).drop_user(); });
}

}  // namespace vgpu::opencl
