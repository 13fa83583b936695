// cuSOLVER's sparse systems: meshes, matrices without order, singular ones; orders of rows.
// SPDX-License-Identifier: MIT
#include <cusolverSp.h>
#ifndef CUSOLVER_COMMON_H_
#error "helper_cuda.h asks by this whether there are statuses of cuSOLVER"
#endif

#include <algorithm>
#include <numeric>
#include <type_traits>
#include <vector>

#include "check.h"
#include "complex_numbers.h"
#include "noisy_array.h"

#define GOOD(call) EXPECT_EQ(call, CUSOLVER_STATUS_SUCCESS)

struct Solver {
  cusolverSpHandle_t h = nullptr;
  cusparseMatDescr_t descr = nullptr;
  explicit Solver(cusparseIndexBase_t base) {
    GOOD(cusolverSpCreate(&h));
    EXPECT_EQ(cusparseCreateMatDescr(&descr), CUSPARSE_STATUS_SUCCESS);
    EXPECT_EQ(cusparseSetMatIndexBase(descr, base), CUSPARSE_STATUS_SUCCESS);
  }
  ~Solver() {
    EXPECT_EQ(cusparseDestroyMatDescr(descr), CUSPARSE_STATUS_SUCCESS);
    GOOD(cusolverSpDestroy(h));
  }
};

template <class T>
struct Rows {
  int n = 0, base = 0;
  std::vector<int> begins, columns;
  std::vector<T> values;

  Complex times(const T* x, int row) const {
    Complex sum = 0;
    for (int k = begins[row] - base; k < begins[row + 1] - base; ++k)
      sum += value(values[k]) * value(x[columns[k] - base]);
    return sum;
  }
};

// Five points of a side x side mesh; with `bent` the matrix is neither symmetric nor strong on its diagonal.
template <class T>
static Rows<T> mesh(int side, int base, bool bent) {
  Rows<T> made;
  made.n = side * side, made.base = base;
  made.begins.push_back(base);
  for (int i = 0; i < made.n; ++i) {
    const int x = i % side, y = i / side;
    const auto add = [&](bool there, int j, Complex v) {
      if (!there) return;
      made.columns.push_back(j + base);
      made.values.push_back(T());
      set(made.values.back(), v);
    };
    const Complex turn(0, std::is_floating_point<T>::value ? 0 : 0.5);
    add(y > 0, i - side, bent ? Complex(noise(i)) : -1.0 - turn);
    add(x + 1 < side, i + 1, bent ? Complex(2 + noise(i + 7)) : -1.0 + turn);
    add(true, i, bent ? Complex(0.01 * noise(i + 3)) : Complex(4.6));
    add(x > 0, i - 1, bent ? Complex(noise(i + 11)) : -1.0 - turn);
    add(y + 1 < side, i + side, bent ? Complex(noise(2 * i)) : -1.0 + turn);
    made.begins.push_back(int(made.columns.size()) + base);
  }
  return made;
}

template <class T>
struct OnDevice {
  Array<int> begins, columns;
  Array<T> values, b, x;
  explicit OnDevice(const Rows<T>& a)
      : begins(a.n + 1),
        columns(int(a.columns.size())),
        values(int(a.columns.size())),
        b(a.n, 5),
        x(a.n) {
    std::copy(a.begins.begin(), a.begins.end(), begins.x);
    std::copy(a.columns.begin(), a.columns.end(), columns.x);
    std::copy(a.values.begin(), a.values.end(), values.x);
  }
};

template <class T>
static void expect_solved(const Rows<T>& a, const T* b, const T* x, double tolerance) {
  int wrong = 0;
  for (int i = 0; i < a.n; ++i) wrong += near(a.times(x, i), value(b[i]), tolerance) ? 0 : 1;
  EXPECT_EQ(wrong, 0);
}

CASE(systems) {
  Solver solver(CUSPARSE_INDEX_BASE_ONE);
  int weak = 7;
  for (const bool bent : {false, true}) {
    const Rows<double> a = mesh<double>(20, 1, bent);
    OnDevice<double> d(a);
    GOOD(cusolverSpDcsrlsvqr(solver.h, a.n, int(a.values.size()), solver.descr, d.values.x,
                             d.begins.x, d.columns.x, d.b.x, 1e-13, 1, d.x.x, &weak));
    EXPECT_EQ(weak, -1);
    expect_solved(a, d.b.x, d.x.x, 1e-9);
    std::vector<double> x(a.n);
    GOOD(cusolverSpDcsrlsvluHost(solver.h, a.n, int(a.values.size()), solver.descr, a.values.data(),
                                 a.begins.data(), a.columns.data(), d.b.x, 1e-13, 0, x.data(),
                                 &weak));
    expect_solved(a, d.b.x, x.data(), 1e-9);
  }
  const Rows<cuComplex> c = mesh<cuComplex>(9, 1, false);
  OnDevice<cuComplex> d(c);
  for (int i = 0; i < c.n; ++i)  // only the lower triangle counts
    for (int k = c.begins[i] - 1; k < c.begins[i + 1] - 1; ++k)
      if (c.columns[k] - 1 > i) set(d.values.x[k], 77);
  GOOD(cusolverSpCcsrlsvchol(solver.h, c.n, int(c.values.size()), solver.descr, d.values.x,
                             d.begins.x, d.columns.x, d.b.x, 1e-6f, 1, d.x.x, &weak));
  EXPECT_EQ(weak, -1);
  expect_solved(c, d.b.x, d.x.x, 1e-4);
}

CASE(singular_systems) {
  Solver solver(CUSPARSE_INDEX_BASE_ZERO);
  const std::vector<int> begins{0, 2, 4, 5}, columns{0, 1, 0, 1, 2};
  const std::vector<double> values{1, 2, 2, 4, 1}, b{1, 1, 1};
  std::vector<double> x(3);
  int weak = -1;
  GOOD(cusolverSpDcsrlsvqrHost(solver.h, 3, 5, solver.descr, values.data(), begins.data(),
                               columns.data(), b.data(), 1e-12, 0, x.data(), &weak));
  EXPECT(weak == 0 || weak == 1);
  const std::vector<double> indefinite{1, 2, 2, 1, 1};
  GOOD(cusolverSpDcsrlsvcholHost(solver.h, 3, 5, solver.descr, indefinite.data(), begins.data(),
                                 columns.data(), b.data(), 1e-12, 0, x.data(), &weak));
  EXPECT(weak == 0 || weak == 1);
  GOOD(cusolverSpDcsrlsvqrHost(solver.h, 3, 5, solver.descr, indefinite.data(), begins.data(),
                               columns.data(), b.data(), 1e-12, 0, x.data(), &weak));
  EXPECT_EQ(weak, -1);
  EXPECT_EQ(cusolverSpDcsrlsvqrHost(nullptr, 3, 5, solver.descr, values.data(), begins.data(),
                                    columns.data(), b.data(), 1e-12, 0, x.data(), &weak),
            CUSOLVER_STATUS_NOT_INITIALIZED);
}

CASE(batches_of_systems) {
  Solver solver(CUSPARSE_INDEX_BASE_ONE);
  const int count = 3;
  Rows<float> a = mesh<float>(5, 1, false);
  const int nnz = int(a.values.size());
  Array<int> begins(a.n + 1), columns(nnz);
  Array<float> values(nnz * count), b(a.n * count, 4), x(a.n * count);
  std::copy(a.begins.begin(), a.begins.end(), begins.x);
  std::copy(a.columns.begin(), a.columns.end(), columns.x);
  for (int i = 0; i < nnz * count; ++i)
    values.x[i] = a.values[i % nnz] * (1 + 0.02f * float(noise(i)));
  csrqrInfo_t info;
  size_t inner = 0, bytes = 0;
  GOOD(cusolverSpCreateCsrqrInfo(&info));
  GOOD(cusolverSpXcsrqrAnalysisBatched(solver.h, a.n, a.n, nnz, solver.descr, begins.x, columns.x,
                                       info));
  GOOD(cusolverSpScsrqrBufferInfoBatched(solver.h, a.n, a.n, nnz, solver.descr, values.x, begins.x,
                                         columns.x, count, info, &inner, &bytes));
  GOOD(cusolverSpScsrqrsvBatched(solver.h, a.n, a.n, nnz, solver.descr, values.x, begins.x,
                                 columns.x, b.x, x.x, count, info, nullptr));
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < count; ++i) {
    a.values.assign(values.x + i * nnz, values.x + (i + 1) * nnz);
    expect_solved(a, b.x + i * a.n, x.x + i * a.n, 1e-4);
  }
  GOOD(cusolverSpDestroyCsrqrInfo(info));
}

CASE(orders) {
  Solver solver(CUSPARSE_INDEX_BASE_ZERO);
  const Rows<double> a = mesh<double>(6, 0, true);
  const int nnz = int(a.values.size());
  std::vector<int> p(a.n), sorted;
  int symmetric = 0;
  GOOD(cusolverSpXcsrissymHost(solver.h, a.n, nnz, solver.descr, a.begins.data(),
                               a.begins.data() + 1, a.columns.data(), &symmetric));
  EXPECT_EQ(symmetric, 1);
  GOOD(cusolverSpXcsrsymrcmHost(solver.h, a.n, nnz, solver.descr, a.begins.data(), a.columns.data(),
                                p.data()));
  sorted = p;
  std::sort(sorted.begin(), sorted.end());
  for (int i = 0; i < a.n; ++i) EXPECT_EQ(sorted[i], i);
  std::vector<int> begins = a.begins, columns = a.columns, map(nnz);
  std::iota(map.begin(), map.end(), 0);
  size_t bytes = 0;
  GOOD(cusolverSpXcsrperm_bufferSizeHost(solver.h, a.n, a.n, nnz, solver.descr, begins.data(),
                                         columns.data(), p.data(), p.data(), &bytes));
  GOOD(cusolverSpXcsrpermHost(solver.h, a.n, a.n, nnz, solver.descr, begins.data(), columns.data(),
                              p.data(), p.data(), map.data(), nullptr));
  int band = 0;
  for (int i = 0; i < a.n; ++i)
    for (int k = begins[i]; k < begins[i + 1]; ++k) {
      band = std::max(band, std::abs(i - columns[k]));
      const int row =
          int(std::upper_bound(a.begins.begin(), a.begins.end(), map[k]) - a.begins.begin()) - 1;
      EXPECT_EQ(row, p[i]);
      EXPECT_EQ(a.columns[map[k]], p[columns[k]]);
    }
  EXPECT(band <= 8);
}

int main() { return run_cases(); }
