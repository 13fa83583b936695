// What atomic objects and references can do: loads, stores, exchanges and arithmetic on one place in memory.
//
// Self says where the place is. Orders are the compiler's own numbers; a scope changes nothing, as all threads see one
// memory. Used by cuda/atomic. SPDX-License-Identifier: MIT
#ifndef VG_VGPU_ATOMIC_VALUES_H
#define VG_VGPU_ATOMIC_VALUES_H

#include "vgpu_attributes.h"

#ifdef __clang__
#define VG_FETCHES(T, name) __is_integral(T)
#else
#include <type_traits>
#define VG_FETCHES(T, name) (::std::is_integral<T>::value && __has_builtin(__atomic_fetch_##name))
#endif

namespace cuda {

enum thread_scope {
  thread_scope_system = 0,
  thread_scope_device = 1,
  thread_scope_block = 2,
  thread_scope_thread = 10
};
enum memory_order {
  memory_order_relaxed = __ATOMIC_RELAXED,
  memory_order_consume = __ATOMIC_CONSUME,
  memory_order_acquire = __ATOMIC_ACQUIRE,
  memory_order_release = __ATOMIC_RELEASE,
  memory_order_acq_rel = __ATOMIC_ACQ_REL,
  memory_order_seq_cst = __ATOMIC_SEQ_CST
};
namespace std {
using ::cuda::memory_order;
using ::cuda::memory_order_acq_rel;
using ::cuda::memory_order_acquire;
using ::cuda::memory_order_consume;
using ::cuda::memory_order_relaxed;
using ::cuda::memory_order_release;
using ::cuda::memory_order_seq_cst;
}  // namespace std

// What is added to an atomic T: of pointers a number of elements.
template <class T>
struct __vg_atomic_step {
  typedef T type;
};
template <class T>
struct __vg_atomic_step<T*> {
  typedef long type;
};

template <class Self, class T>
class __vg_atomic_members {
  typedef typename __vg_atomic_step<T>::type Step;

 public:
  typedef T value_type;
  VG_BOTH T load(memory_order order = memory_order_seq_cst) const {
    T value;
    __atomic_load(place(), &value, (int)order);
    return value;
  }
  VG_BOTH operator T() const { return load(); }
  VG_BOTH void store(T value, memory_order order = memory_order_seq_cst) const {
    __atomic_store(place(), &value, (int)order);
  }
  VG_BOTH T exchange(T value, memory_order order = memory_order_seq_cst) const {
    T old;
    __atomic_exchange(place(), &value, &old, (int)order);
    return old;
  }
  VG_BOTH bool compare_exchange_strong(T& expected, T desired, memory_order = memory_order_seq_cst,
                                       memory_order = memory_order_seq_cst) const {
    return __atomic_compare_exchange(place(), &expected, &desired, false, __ATOMIC_SEQ_CST,
                                     __ATOMIC_SEQ_CST);
  }
  VG_BOTH bool compare_exchange_weak(T& expected, T desired, memory_order = memory_order_seq_cst,
                                     memory_order = memory_order_seq_cst) const {
    return compare_exchange_strong(expected, desired);
  }
// Integers have instructions for it.
#define VG_FETCH(name, Value, operation)                                           \
  VG_BOTH T fetch_##name(Value value, memory_order = memory_order_seq_cst) const { \
    if constexpr (VG_FETCHES(T, name))                                             \
      return __atomic_fetch_##name(place(), value, __ATOMIC_SEQ_CST);              \
    else                                                                           \
      return update([=] VG_BOTH(T old) -> T { return operation; });                \
  }
  VG_FETCH(add, Step, old + value)
  VG_FETCH(sub, Step, old - value)
  VG_FETCH(min, T, value < old ? value : old)
  VG_FETCH(max, T, old < value ? value : old)
#undef VG_FETCH
#define VG_FETCH(name)                                                         \
  VG_BOTH T fetch_##name(T value, memory_order = memory_order_seq_cst) const { \
    return __atomic_fetch_##name(place(), value, __ATOMIC_SEQ_CST);            \
  }
  VG_FETCH(and)
  VG_FETCH(or)
  VG_FETCH(xor)
#undef VG_FETCH
  VG_BOTH T operator++() const { return fetch_add(Step(1)) + Step(1); }
  VG_BOTH T operator++(int) const { return fetch_add(Step(1)); }
  VG_BOTH T operator--() const { return fetch_sub(Step(1)) - Step(1); }
  VG_BOTH T operator--(int) const { return fetch_sub(Step(1)); }
  VG_BOTH T operator+=(Step value) const { return fetch_add(value) + value; }
  VG_BOTH T operator-=(Step value) const { return fetch_sub(value) - value; }
  VG_BOTH T operator&=(T value) const { return fetch_and(value) & value; }
  VG_BOTH T operator|=(T value) const { return fetch_or(value) | value; }
  VG_BOTH T operator^=(T value) const { return fetch_xor(value) ^ value; }
  VG_BOTH bool is_lock_free() const { return sizeof(T) <= 8; }
  VG_BOTH void wait(T old, memory_order order = memory_order_seq_cst) const {
    while (load(order) == old) {
    }
  }
  VG_BOTH void notify_one() const {}
  VG_BOTH void notify_all() const {}

 private:
  VG_BOTH T* place() const { return static_cast<const Self*>(this)->place(); }
  // Again until nobody was faster.
  template <class Change>
  VG_BOTH T update(Change change) const {
    T old = load(memory_order_relaxed);
    while (!compare_exchange_strong(old, change(old))) {
    }
    return old;
  }
};

}  // namespace cuda

#endif
