// One benchmark case: buffers, launches, and the same work as a good OpenMP loop.
//
// The runners (vGPU, PoCL) take the launches, the OpenMP function works on copies of the same
// buffers: its result is what theirs are compared with. Case files hold both side by side, one
// family a file. SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

namespace bench {

struct Buffer {
  std::vector<std::byte> bytes;
  enum class Type { f32, i32, u8 } type = Type::f32;
  bool output = false;

  template <class T>
  T* as() {
    return reinterpret_cast<T*>(bytes.data());
  }
};
using Buffers = std::vector<Buffer>;

// A kernel argument: the index of a buffer, bytes of local memory, or a value of up to 8 bytes.
struct Argument {
  enum class Kind { buffer, local, value } kind;
  std::size_t number = 0;  // buffer index, or bytes
  std::array<std::byte, 8> value{};

  static Argument buffer(std::size_t index) { return {Kind::buffer, index, {}}; }
  static Argument local(std::size_t bytes) { return {Kind::local, bytes, {}}; }
  template <class T>
  static Argument of(T v) {
    Argument argument{Kind::value, sizeof(T), {}};
    std::memcpy(argument.value.data(), &v, sizeof v);
    return argument;
  }
};

struct Launch {
  std::string kernel;
  std::array<std::size_t, 3> global{1, 1, 1}, local{1, 1, 1};
  std::vector<Argument> arguments;
};

struct Case {
  std::string name{};
  bool cuda = false;   // the kernel stands in cuda/, PoCL is then measured with opencl_twin
  std::string file{};  // under bench/kernels
  Buffers buffers{};
  std::vector<Launch> launches{};
  std::function<void(Buffers&)> openmp{};
  double flops = 0;           // of one run; 0: judged by time only
  double tolerance = 1e-4;    // relative to the largest reference value
  double slowest = 2;         // allowed time as a multiple of OpenMP's
  double of_peak = 0;         // required part of the machine's FMA rate
  std::string opencl_twin{};  // name of the OpenCL case whose PoCL time is the peer's
};

// A buffer of n elements made by a function of the index.
template <class T, class Make>
Buffer filled(std::size_t n, Make make, bool output = false) {
  Buffer buffer;
  buffer.bytes.resize(n * sizeof(T));
  buffer.type = sizeof(T) == 1          ? Buffer::Type::u8
                : std::is_integral_v<T> ? Buffer::Type::i32
                                        : Buffer::Type::f32;
  buffer.output = output;
  for (std::size_t i = 0; i < n; ++i) buffer.as<T>()[i] = T(make(i));
  return buffer;
}

template <class T>
Buffer zeros(std::size_t n) {
  return filled<T>(n, [](std::size_t) { return T(0); }, true);
}

// A reproducible pseudo-random number in [0, 1).
inline float noise(std::size_t i) {
  unsigned x = unsigned(i) * 2654435761u + 12345u;
  x ^= x >> 15, x *= 2246822519u, x ^= x >> 13;
  return float(x >> 8) / float(1 << 24);
}

void add_elementwise_cases(std::vector<Case>& cases);
void add_sgemm_cases(std::vector<Case>& cases);
void add_row_cases(std::vector<Case>& cases);
void add_grid_cases(std::vector<Case>& cases);
void add_collective_cases(std::vector<Case>& cases);
void add_sparse_and_body_cases(std::vector<Case>& cases);

}  // namespace bench
