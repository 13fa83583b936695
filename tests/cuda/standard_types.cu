// libcu++: variant, expected, array, complex numbers, and the algorithms, on both sides.
// build: --extended-lambda
// SPDX-License-Identifier: MIT
#include <cuda/std/algorithm>
#include <cuda/std/array>
#include <cuda/std/cmath>
#include <cuda/std/complex>
#include <cuda/std/expected>
#include <cuda/std/functional>
#include <cuda/std/numbers>
#include <cuda/std/numeric>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <cuda/std/variant>

#include "both_sides.h"
#include "check.h"
#include "managed.h"

namespace cs = cuda::std;

struct Circle {
  float radius;
};
struct Square {
  float side;
};
typedef cs::variant<Circle, Square, int> Shape;
struct Area {
  __host__ __device__ float operator()(const Circle& c) const { return 3 * c.radius * c.radius; }
  __host__ __device__ float operator()(const Square& s) const { return s.side * s.side; }
  __host__ __device__ float operator()(int whole) const { return whole; }
};
struct Counted {
  int* count;
  __host__ __device__ Counted(int* place) : count(place) { ++*count; }
  __host__ __device__ Counted(const Counted& other) : count(other.count) { ++*count; }
  __host__ __device__ Counted& operator=(const Counted&) = default;
  __host__ __device__ ~Counted() { --*count; }
  __host__ __device__ bool operator==(const Counted& other) const { return count == other.count; }
};

CASE(variants) {
  both(
      [] __host__ __device__(int* out) {
        Shape shapes[3] = {Circle{2}, Square{3}, 5};
        float sum = 0;
        for (const Shape& shape : shapes) sum += cs::visit(Area(), shape);
        out[0] = sum;
        out[1] = shapes[1].index() * 10 + cs::holds_alternative<int>(shapes[2]);
        shapes[0] = 7;
        shapes[1] = shapes[0];
        cs::get<2>(shapes[1]) += 1;
        out[2] = cs::get<int>(shapes[0]) * 10 + cs::get<int>(shapes[1]);
        out[3] = cs::get_if<Circle>(&shapes[0]) == nullptr && *cs::get_if<int>(&shapes[0]) == 7;
        out[4] = 0;
        {
          cs::variant<int, Counted> one(cs::in_place_type_t<Counted>(), out + 4), two = one;
          out[5] = out[4];
          one = 3;
          two.emplace<1>(out + 4);
          out[6] = out[4] * 10 + (one != two);
        }
        cs::variant<cs::monostate, long, double> narrow(2.5f), none;
        out[7] = narrow.index() * 10 + none.index();
        out[8] = cs::visit([](auto a, auto b) { return (int)(sizeof(a) * 10 + sizeof(b)); },
                           cs::variant<char, short>((short)1), cs::variant<int, double>(2.0));
        out[9] = cs::variant_size_v<Shape> + sizeof(cs::variant_alternative_t<0, Shape>);
      },
      {26, 11, 78, 1, 0, 2, 11, 20, 28, 7});
}

enum class Trouble { none, odd, negative };
__host__ __device__ cs::expected<int, Trouble> half_of(int x) {
  if (x < 0) return cs::unexpected(Trouble::negative);
  if (x % 2 != 0) return cs::unexpected<Trouble>(Trouble::odd);
  return x / 2;
}

CASE(expected_values) {
  both(
      [] __host__ __device__(int* out) {
        out[0] = *half_of(8) + half_of(7).value_or(-1) + (half_of(-2).error() == Trouble::negative);
        out[1] = half_of(12).and_then(half_of).value();
        out[2] = (int)half_of(6).and_then(half_of).error_or(Trouble::none);
        out[3] = half_of(6).transform([](int x) { return x * 2.5f; }).value() * 2;
        out[4] = half_of(5).or_else([](Trouble) { return cs::expected<int, Trouble>(9); }).value();
        out[5] = half_of(5).transform_error([](Trouble t) { return (int)t + 40; }).error();
        cs::expected<int, Trouble> a = 4, b = half_of(8);
        out[6] = (a == b) + 2 * (half_of(1) == cs::unexpected(Trouble::odd)) + 4 * !half_of(1);
        a = half_of(3);
        b = a;
        out[7] = a.has_value() + 2 * (b == a);
        cs::expected<void, int> done, failed(cs::unexpect, 6);
        out[8] = done.has_value() * 10 + failed.error();
        out[9] = 0;
        {
          cs::expected<Counted, int> one(cs::in_place, out + 9), two = one;
          one = cs::expected<Counted, int>(cs::unexpect, 1);
          out[10] = out[9];
        }
      },
      {4, 3, 1, 15, 9, 41, 7, 2, 16, 0, 1});
}

CASE(arrays) {
  both(
      [] __host__ __device__(int* out) {
        cs::array<int, 4> a = {1, 2, 3, 4}, b = a;
        out[0] = a.front() + a.back() + a.at(1) + (int)a.size() + cs::get<2>(a);
        b.fill(3);
        out[1] = (a == b) + 2 * (a < b) + 4 * (b != a);
        auto [w, x, y, z] = a;
        out[2] = w * 1000 + x * 100 + y * 10 + z;
        a.swap(b);
        cs::span<int> view(a);
        out[3] = cs::accumulate(view.begin(), view.end(), 0) + *b.rbegin();
        constexpr cs::array<int, 3> known{4, 5, 6};
        static_assert(known[1] == 5 && cs::tuple_size<decltype(known)>::value == 3, "constant");
        cs::array deduced{7, 8};
        out[4] = deduced[1];
      },
      {14, 6, 1234, 16, 8});
}

CASE(complex_numbers) {
  both(
      [] __host__ __device__(int* out) {
        cs::complex<float> z(1, 2), w(3, -1);
        z *= w;
        out[0] = z.real() * 10 + z.imag();
        z = (z + 1.0f) / cs::complex<float>(0, 1);
        out[1] = cs::real(z) * 10 - cs::imag(z);
        out[2] = cs::norm(w) + cs::abs(cs::complex<double>(3, 4)) + cs::abs(-2.0f);
        out[3] = cs::sqrt(cs::complex<float>(-4, 0)).imag() + cs::sqrt(9.0f) + 0.5f;
        out[4] = cs::exp(cs::complex<double>(0, 3.14159265358979)).real() - 0.5;
      },
      {55, 56, 17, 5, -1});
}

CASE(algorithms) {
  both(
      [] __host__ __device__(int* out) {
        int v[9] = {5, 3, 9, 1, 7, 3, 8, 2, 6}, w[9];
        out[0] = *cs::max_element(v, v + 9) * 10 + *cs::min_element(v, v + 9);
        out[1] = (cs::find(v, v + 9, 7) - v) * 10 + cs::count(v, v + 9, 3);
        cs::copy(v, v + 9, w);
        cs::sort(w, w + 9);
        out[2] = cs::is_sorted(w, w + 9) * 100 + w[0] * 10 + w[8];
        out[3] = (cs::lower_bound(w, w + 9, 3) - w) * 10 + (cs::upper_bound(w, w + 9, 3) - w);
        cs::stable_sort(v, v + 9, [](int a, int b) { return a / 3 > b / 3; });
        out[4] = v[0] * 1000 + v[1] * 100 + v[2] * 10 + v[3];
        out[5] = cs::binary_search(w, w + 9, 8) + 2 * cs::equal(v, v + 9, w);
        int* end = cs::unique(w, w + 9);
        end = cs::remove_if(w, end, [](int x) { return x % 2 == 0; });
        out[6] = (int)(end - w) * 100 + w[1] * 10 + w[4];
        cs::rotate(w, w + 2, end);
        cs::reverse(w, w + 2);
        out[7] = w[0] * 1000 + w[1] * 100 + w[3] * 10 + w[4];
        cs::transform(w, w + 3, v, [](int x) { return x * x; });
        cs::fill_n(v + 3, 2, 1);
        out[8] = cs::all_of(v, v + 5, [](int x) { return x % 2 == 1; }) * 1000 + v[1];
        cs::array<int, 3> a{1, 4, 6}, b{2, 4, 9};
        cs::merge(a.begin(), a.end(), b.begin(), b.end(), w);
        out[9] = w[1] * 1000 + w[2] * 100 + w[4] * 10 + w[5];
        cs::make_heap(w, w + 6);
        cs::pop_heap(w, w + 6);
        out[10] = w[5] * 10 + w[0];
      },
      {91, 42, 119, 24, 9786, 1, 539, 7513, 1025, 2469, 96});
}

struct Pair {
  int x;
  __host__ __device__ int times(int n) const { return x * n; }
};

CASE(functions_and_sums) {
  both(
      [] __host__ __device__(int* out) {
        Pair pair{6};
        out[0] = cs::invoke([](int x) { return x + 1; }, 3) + cs::invoke(&Pair::times, pair, 2) +
                 cs::invoke(&Pair::x, &pair);
        auto reference = cs::ref(pair.x);
        reference.get() = 8;
        out[1] = pair.x + cs::identity()(5) + cs::plus<>()(1, 2) + cs::not_fn(cs::less<>())(2, 1);
        int v[5] = {1, 2, 3, 4, 5};
        out[2] = cs::transform_reduce(v, v + 5, 0, cs::plus<>(), [](int x) { return x * x; });
        cs::exclusive_scan(v, v + 5, v, 10);
        out[3] = v[0] * 1000 + v[4];
        cs::inclusive_scan(v, v + 5, v, cs::plus<>());
        out[4] = v[4];
        out[5] = cs::midpoint(2147483647, 2147483645) == 2147483646 && cs::midpoint(5, 2) == 4;
        out[6] = cs::lerp(2.0f, 6.0f, 0.25f) * 10;
        cs::tuple<int, float> t(3, 4.5f);
        out[7] = cs::apply([](int a, float b) { return (int)(a * b); }, t) + cs::get<0>(t);
      },
      {22, 17, 55, 10020, 70, 1, 30, 16});
}

CASE(constants_of_mathematics) {
  both(
      [] __host__ __device__(int* out) {
        out[0] = cs::numbers::pi * 1000;
        out[1] = cs::numbers::e_v<float> * 1000;
        out[2] = cs::numbers::sqrt2 * cs::numbers::sqrt2_v<double> * 1000 + 0.5;
        out[3] = cs::numbers::ln2 * cs::numbers::log2e * 1000 + 0.5;
        out[4] = cs::numbers::phi * (cs::numbers::phi - 1) * 1000 + 0.5;
      },
      {3141, 2718, 2000, 1000, 1000});
}

int main() { return run_cases(); }
