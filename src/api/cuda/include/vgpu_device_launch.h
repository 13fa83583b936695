// Kernels that launch kernels: what vgpucc makes of kernel<<<...>>>(...) in device code, and the run time's few names there.
//
// A child runs when the grid of its parent has ended, so nobody can wait for one on the device; streams make no difference.
// SPDX-License-Identifier: MIT
#ifndef VG_VGPU_DEVICE_LAUNCH_H
#define VG_VGPU_DEVICE_LAUNCH_H

#if __cplusplus >= 201703L

extern "C" __device__ void __vg_launch(const void* kernel, const unsigned* sizes,
                                       unsigned long sharedBytes, const void* arguments, int bytes);

// Where each argument stands in the packed block, behind those before it.
template <class... Types>
struct __vg_argument_block {
  static constexpr unsigned long end(unsigned long at) { return at; }
  __device__ static void pack(char*, unsigned long) {}
};
template <class First, class... Rest>
struct __vg_argument_block<First, Rest...> {
  static constexpr unsigned long place(unsigned long at) {
    return (at + alignof(First) - 1) / alignof(First) * alignof(First);
  }
  static constexpr unsigned long end(unsigned long at) {
    return __vg_argument_block<Rest...>::end(place(at) + sizeof(First));
  }
  __device__ static void pack(char* block, unsigned long at, const First& first,
                              const Rest&... rest) {
    __builtin_memcpy(block + place(at), &first, sizeof(First));
    __vg_argument_block<Rest...>::pack(block, place(at) + sizeof(First), rest...);
  }
};

// The kernel is a constant of the class: clang lets no device function name one.
template <auto Kernel>
struct __vg_child;
template <class... Parameters, void (*Kernel)(Parameters...)>
struct __vg_child<Kernel> {
  static constexpr void (*address)(Parameters...) = Kernel;
  dim3 grid, block;
  size_t sharedBytes;

  __host__ __device__ __vg_child(dim3 grid, dim3 block, size_t sharedBytes = 0,
                                 const void* = nullptr)
      : grid(grid), block(block), sharedBytes(sharedBytes) {}

  __host__ __device__ void operator()(Parameters... values) const {
#ifdef __CUDA_ARCH__
    using Block = __vg_argument_block<Parameters...>;
    const unsigned sizes[6] = {grid.x, grid.y, grid.z, block.x, block.y, block.z};
    alignas(16) char packed[Block::end(0) + 16];
    Block::pack(packed, 0, values...);
    __vg_launch((const void*)address, sizes, sharedBytes, packed, sizeof packed);
#endif
  }
};

// Which of several kernels of one name, or which instance of a template, is launched: the one that takes just the types of
// the arguments, or the only one that takes as many.
template <class... Types>
struct __vg_types {};
template <class... Types>
__host__ __device__ __vg_types<Types...> __vg_types_of(Types...);

template <unsigned long Count>
struct __vg_by_count {
  static constexpr void of();
};
#define VG_BY_COUNT(count, ...)                             \
  template <>                                               \
  struct __vg_by_count<count> {                             \
    template <VG_CLASSES_##count>                           \
    static constexpr auto of(void (*kernel)(__VA_ARGS__)) { \
      return kernel;                                        \
    }                                                       \
  };
#define VG_CLASSES_1 class A
#define VG_CLASSES_2 VG_CLASSES_1, class B
#define VG_CLASSES_3 VG_CLASSES_2, class C
#define VG_CLASSES_4 VG_CLASSES_3, class D
#define VG_CLASSES_5 VG_CLASSES_4, class E
#define VG_CLASSES_6 VG_CLASSES_5, class F
#define VG_CLASSES_7 VG_CLASSES_6, class G
#define VG_CLASSES_8 VG_CLASSES_7, class H
VG_BY_COUNT(1, A)
VG_BY_COUNT(2, A, B)
VG_BY_COUNT(3, A, B, C)
VG_BY_COUNT(4, A, B, C, D)
VG_BY_COUNT(5, A, B, C, D, E)
VG_BY_COUNT(6, A, B, C, D, E, F)
VG_BY_COUNT(7, A, B, C, D, E, F, G)
VG_BY_COUNT(8, A, B, C, D, E, F, G, H)
#undef VG_BY_COUNT
#undef VG_CLASSES_1
#undef VG_CLASSES_2
#undef VG_CLASSES_3
#undef VG_CLASSES_4
#undef VG_CLASSES_5
#undef VG_CLASSES_6
#undef VG_CLASSES_7
#undef VG_CLASSES_8

template <class Types>
struct __vg_overload;
template <class... Types>
struct __vg_overload<__vg_types<Types...>> : __vg_by_count<sizeof...(Types)> {
  using __vg_by_count<sizeof...(Types)>::of;
  static constexpr auto of(void (*kernel)(Types...)) { return kernel; }
};

#endif
#endif
