// thrust::mr: memory resources, and allocators that take their memory from one.
// SPDX-License-Identifier: MIT
#ifndef VGPU_THRUST_RESOURCES_H
#define VGPU_THRUST_RESOURCES_H

#include <cstddef>
#include <cstdlib>
#include <new>

#include "vgpu_thrust/universal.h"

#define THRUST_MR_DEFAULT_ALIGNMENT alignof(std::max_align_t)

namespace thrust {
namespace mr {

template <class Pointer = void*>
class memory_resource {
 public:
  typedef Pointer pointer;
  virtual ~memory_resource() = default;
  pointer allocate(size_t bytes, size_t alignment = THRUST_MR_DEFAULT_ALIGNMENT) {
    return do_allocate(bytes, alignment);
  }
  void deallocate(pointer memory, size_t bytes, size_t alignment = THRUST_MR_DEFAULT_ALIGNMENT) {
    do_deallocate(memory, bytes, alignment);
  }
  bool is_equal(const memory_resource& other) const noexcept { return do_is_equal(other); }
  virtual pointer do_allocate(size_t bytes, size_t alignment) = 0;
  virtual void do_deallocate(pointer memory, size_t bytes, size_t alignment) = 0;
  virtual bool do_is_equal(const memory_resource& other) const noexcept { return this == &other; }
};
template <class Pointer>
bool operator==(const memory_resource<Pointer>& a, const memory_resource<Pointer>& b) {
  return &a == &b || a.is_equal(b);
}
template <class Pointer>
bool operator!=(const memory_resource<Pointer>& a, const memory_resource<Pointer>& b) {
  return !(a == b);
}

template <class Resource>
Resource* get_global_resource() {
  static Resource resource;
  return &resource;
}

// As operator new, which takes no alignment before C++17.
class new_delete_resource final : public memory_resource<> {
 public:
  void* do_allocate(size_t bytes, size_t alignment) override {
    void* memory = nullptr;
    if (posix_memalign(&memory, alignment < sizeof(void*) ? sizeof(void*) : alignment, bytes) != 0)
      throw std::bad_alloc();
    return memory;
  }
  void do_deallocate(void* memory, size_t, size_t) override { std::free(memory); }
};

// Of T from a resource; one without an argument takes the resource that there is one of.
template <class T, class Resource>
class allocator {
  typedef typename Resource::pointer Memory;

 public:
  typedef T value_type;
  typedef device_ptr<T> DevicePointer;
  typedef std::conditional_t<std::is_pointer<Memory>::value, T*, DevicePointer> pointer;
  typedef size_t size_type;
  template <class U>
  struct rebind {
    typedef allocator<U, Resource> other;
  };
  allocator() : resource_(get_global_resource<Resource>()) {}
  allocator(Resource* resource) : resource_(resource) {}
  template <class U>
  allocator(const allocator<U, Resource>& other) : resource_(other.resource()) {}
  pointer allocate(size_t count) {
    return pointer((T*)raw_pointer_cast(resource_->do_allocate(count * sizeof(T), alignof(T))));
  }
  void deallocate(pointer memory, size_t count) {
    resource_->do_deallocate(Memory((void*)raw_pointer_cast(memory)), count * sizeof(T),
                             alignof(T));
  }
  Resource* resource() const { return resource_; }
  bool operator==(const allocator& other) const { return *resource_ == *other.resource_; }
  bool operator!=(const allocator& other) const { return !(*this == other); }

 private:
  Resource* resource_;
};
template <class T, class Resource>
class stateless_resource_allocator : public allocator<T, Resource> {
 public:
  template <class U>
  struct rebind {
    typedef stateless_resource_allocator<U, Resource> other;
  };
  stateless_resource_allocator() = default;
};
// Any resource as the one whose functions are virtual, which all of ours are.
template <class Pointer>
class polymorphic_adaptor_resource final : public memory_resource<Pointer> {
 public:
  polymorphic_adaptor_resource(memory_resource<Pointer>* upstream) : upstream_(upstream) {}
  Pointer do_allocate(size_t bytes, size_t alignment) override {
    return upstream_->do_allocate(bytes, alignment);
  }
  void do_deallocate(Pointer memory, size_t bytes, size_t alignment) override {
    upstream_->do_deallocate(memory, bytes, alignment);
  }

 private:
  memory_resource<Pointer>* upstream_;
};
template <class T, class Pointer = void*>
using polymorphic_allocator = allocator<T, memory_resource<Pointer>>;

}  // namespace mr

}  // namespace thrust

#endif
