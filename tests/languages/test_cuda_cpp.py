"""C++ in CUDA kernels: templates, lambdas, classes, virtual functions, recursion, heap. SPDX-License-Identifier: MIT"""
import numpy as np
import pytest

INTS = np.zeros(64, np.int32)
INDEX = "int i = blockIdx.x * blockDim.x + threadIdx.x;"


def kernel(body, before="", parameters="int* out"):
    return f'{before}\nextern "C" __global__ void k({parameters}) {{ {INDEX} {body} }}'


def test_templates_and_constexpr(cuda):
    before = """template <int N> struct Power { template <class T> __device__ static T of(T x) { return x * Power<N - 1>::of(x); } };
    template <> struct Power<0> { template <class T> __device__ static T of(T) { return 1; } };
    template <class T> __device__ constexpr T triple(T x) { if constexpr (sizeof(T) == 4) return 3 * x; else return x; }"""
    got = cuda(kernel("out[i] = triple(Power<3>::of(i));", before), "k", INTS, block=64)
    np.testing.assert_array_equal(got, 3 * np.arange(64) ** 3)


def test_lambdas_and_functors(cuda):
    before = "template <class F> __device__ int apply(F f, int x) { return f(f(x)); }"
    got = cuda(kernel("int k = 3; out[i] = apply([=](int x) { return x * k + i; }, i);", before), "k", INTS, block=64)
    i = np.arange(64)
    np.testing.assert_array_equal(got, (i * 3 + i) * 3 + i)


def test_classes_with_constructors_and_operators(cuda):
    before = """struct Complex { float re, im; __device__ Complex(float r, float i) : re(r), im(i) {}
      __device__ Complex operator*(const Complex& o) const { return {re * o.re - im * o.im, re * o.im + im * o.re}; } };"""
    got = cuda(kernel("Complex c(i, 1); c = c * c; out[2 * i] = c.re; out[2 * i + 1] = c.im;", before, "float* out"), "k",
               np.zeros(64, np.float32), block=32)
    i = np.arange(32)
    np.testing.assert_array_equal(got.reshape(32, 2), np.stack([i * i - 1, 2 * i], 1))


def test_virtual_functions(cuda):
    before = """struct Shape { __device__ virtual int area() const = 0; };
    struct Square : Shape { int s; __device__ Square(int s) : s(s) {} __device__ int area() const override { return s * s; } };
    struct Line : Shape { int s; __device__ Line(int s) : s(s) {} __device__ int area() const override { return -s; } };"""
    body = "Square a(i); Line b(i); const Shape* s = i % 2 ? (const Shape*)&a : &b; out[i] = s->area();"
    i = np.arange(64)
    np.testing.assert_array_equal(cuda(kernel(body, before), "k", INTS, block=64), np.where(i % 2, i * i, -i))


def test_virtual_functions_may_ask_who_they_are(cuda):
    before = """struct Base { __device__ virtual int f() const { return 1; } };
    struct Derived : Base { __device__ int f() const override { return threadIdx.x * 10 + blockIdx.x; } };"""
    body = "Base b; Derived d; const Base* p = out[i] ? &b : &d; out[i] = p->f();"
    got = cuda(kernel(body, before), "k", INTS, grid=2, block=32)
    np.testing.assert_array_equal(got, np.arange(64) % 32 * 10 + np.arange(64) // 32)


def test_recursion(cuda):
    before = "__device__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }"
    got = cuda(kernel("out[i] = fibonacci(i % 16);", before), "k", INTS, block=64)
    fibonacci = [0, 1]
    while len(fibonacci) < 16:
        fibonacci.append(fibonacci[-1] + fibonacci[-2])
    np.testing.assert_array_equal(got, np.tile(fibonacci, 4))


def test_function_pointers(cuda):
    before = """__device__ int twice(int x) { return 2 * x; } __device__ int square(int x) { return x * x; }
    __device__ int (*const table[2])(int) = {twice, square};"""
    i = np.arange(64)
    got = cuda(kernel("out[i] = table[i % 2](i);", before), "k", INTS, block=64)
    np.testing.assert_array_equal(got, np.where(i % 2, i * i, 2 * i))


def test_heap(cuda):
    body = """int* list = (int*)malloc((i + 1) * sizeof(int)); for (int j = 0; j <= i; ++j) list[j] = j;
    int sum = 0; for (int j = 0; j <= i; ++j) sum += list[j]; free(list);
    float* one = new float(i); out[i] = sum + (int)*one; delete one;"""
    i = np.arange(64)
    np.testing.assert_array_equal(cuda(kernel(body), "k", INTS, block=64), i * (i + 1) // 2 + i)


def test_local_arrays_and_structs(cuda):
    body = """struct { short a[5]; char c; } s; for (int j = 0; j < 5; ++j) s.a[j] = i * j; s.c = i;
    int sum = s.c; for (int j = 0; j < 5; ++j) sum += s.a[(j + i) % 5]; out[i] = sum;"""
    i = np.arange(64)
    np.testing.assert_array_equal(cuda(kernel(body), "k", INTS, block=64), 10 * i + i)


def test_switch_goto_and_nested_loops(cuda):
    body = """int sum = 0; for (int a = 0; a < i; ++a) { for (int b = 0;; ++b) { if (b > a) break; if ((a + b) % 3 == 0) continue;
      switch (b % 4) { case 0: sum += 1; case 1: sum += 2; break; case 2: goto next; default: sum -= 1; } } next:; }
    out[i] = sum;"""
    want = []
    for i in range(64):
        total = 0
        for a in range(i):
            for b in range(a + 1):
                if (a + b) % 3 == 0:
                    continue
                if b % 4 == 2:
                    break
                total += (3, 2, 0, -1)[b % 4]
        want.append(total)
    np.testing.assert_array_equal(cuda(kernel(body), "k", INTS, block=64), want)


def test_variables_of_the_module(cuda):
    before = """__device__ int counter = 5; __constant__ int weights[4] = {1, 2, 3, 4}; __managed__ int shift = 100;
    __device__ int* pointer = &counter; __device__ int grid_sum;"""
    got = cuda(kernel("out[i] = weights[i % 4] + *pointer + shift; atomicAdd(&grid_sum, 1);", before), "k", INTS, block=64)
    np.testing.assert_array_equal(got, np.arange(64) % 4 + 1 + 105)


def test_cpp20(cuda):
    before = "template <class T> concept Small = sizeof(T) <= 4; template <Small T> __device__ T f(T x) { return x + 1; }"
    got = cuda(kernel("out[i] = f(i);", before), "k", INTS, block=64, options="-std=c++20")
    np.testing.assert_array_equal(got, np.arange(64) + 1)


def test_launch_bounds(cuda):
    source = 'extern "C" __global__ void __launch_bounds__(64) k(int* out) { out[threadIdx.x] = blockDim.x; }'
    np.testing.assert_array_equal(cuda(source, "k", INTS, block=64), np.full(64, 64))


@pytest.mark.parametrize("shape", [(4, 4, 4), (3, 5, 2), (64, 1, 1), (1, 1, 64)])
def test_three_dimensions(cuda, shape):
    source = """extern "C" __global__ void k(int* out) {
      int i = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
      int b = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
      out[b * blockDim.x * blockDim.y * blockDim.z + i] = b * 1000 + i; }"""
    items = int(np.prod(shape))
    got = cuda(source, "k", np.zeros(8 * items, np.int32), grid=(2, 2, 2), block=shape)
    np.testing.assert_array_equal(got.reshape(8, items), np.arange(8)[:, None] * 1000 + np.arange(items))
