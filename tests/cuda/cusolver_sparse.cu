// cusolverSp.h: systems of equations and least squares in CSR, by each method and with each kind of number.
// build: -lcusolver -lcusparse
// SPDX-License-Identifier: MIT
#include <cusolverSp.h>
#include <cusparse.h>

#include <cmath>
#include <complex>

#include "check.h"
#include "managed.h"

#define SOLVER_OK(call) EXPECT_EQ(call, CUSOLVER_STATUS_SUCCESS)

// A matrix in CSR in memory that both sides see.
template <class T>
struct Csr {
  int n, count = 0, base;
  int *rows, *columns;
  T* values;
  cusparseMatDescr_t description;
  Csr(int size, int most, int first) : n(size), base(first) {
    rows = managed<int>(n + 1), columns = managed<int>(most), values = managed<T>(most);
    rows[0] = base;
    cusparseCreateMatDescr(&description);
    cusparseSetMatIndexBase(description, base ? CUSPARSE_INDEX_BASE_ONE : CUSPARSE_INDEX_BASE_ZERO);
  }
  ~Csr() { cusparseDestroyMatDescr(description); }
  void add(int column, T value) { columns[count] = column + base, values[count++] = value; }
  void end_row(int row) { rows[row + 1] = count + base; }
  void multiply(const T* x, T* b) const {
    for (int i = 0; i < n; ++i) {
      b[i] = T(0);
      for (int at = rows[i] - base; at < rows[i + 1] - base; ++at)
        b[i] += values[at] * x[columns[at] - base];
    }
  }
};

template <class T>
T imaginary(double) {
  return T(0);
}
template <>
std::complex<float> imaginary(double x) {
  return {0, (float)x};
}
template <>
std::complex<double> imaginary(double x) {
  return {0, x};
}

// Five points of a grid, Hermitian and positive definite; `skew` makes it neither.
template <class T>
Csr<T>* grid_matrix(int side, int base, double skew) {
  auto* a = new Csr<T>(side * side, 5 * side * side, base);
  for (int i = 0; i < side * side; ++i) {
    const int x = i % side, y = i / side;
    if (y > 0) a->add(i - side, T(-1) + imaginary<T>(0.25));
    if (x > 0) a->add(i - 1, T(-1 - skew));
    a->add(i, T(skew > 0 && i % 7 == 3 ? 0.0 : 4.5));
    if (x + 1 < side) a->add(i + 1, T(-1 + skew));
    if (y + 1 < side) a->add(i + side, T(-1) - imaginary<T>(0.25));
    a->end_row(i);
  }
  return a;
}

template <class T, class Solve>
void expect_solved(const Csr<T>& a, Solve solve, double precision) {
  T *wanted = managed<T>(a.n), *b = managed<T>(a.n), *x = managed<T>(a.n);
  for (int i = 0; i < a.n; ++i) wanted[i] = T(1 + i % 11) + imaginary<T>(i % 3);
  a.multiply(wanted, b);
  int singular = 77;
  SOLVER_OK(solve(b, x, &singular));
  EXPECT_EQ(singular, -1);
  double worst = 0;
  for (int i = 0; i < a.n; ++i) worst = std::max(worst, (double)std::abs(x[i] - wanted[i]));
  EXPECT(worst < precision);
}

#define SOLVE(name, C, tol)                                                                       \
  [&](const auto* b, auto* x, int* singular) {                                                    \
    return name(handle, a->n, a->count, a->description, (const C*)a->values, a->rows, a->columns, \
                (const C*)b, tol, 1, (C*)x, singular);                                            \
  }
#define ALL_METHODS(name, L, T, C, precision)                                     \
  CASE(name) {                                                                    \
    cusolverSpHandle_t handle;                                                    \
    SOLVER_OK(cusolverSpCreate(&handle));                                         \
    for (const int base : {0, 1}) {                                               \
      const Csr<T>* a = grid_matrix<T>(13, base, 0);                              \
      expect_solved(*a, SOLVE(cusolverSp##L##csrlsvchol, C, 1e-12), precision);   \
      expect_solved(*a, SOLVE(cusolverSp##L##csrlsvqrHost, C, 1e-12), precision); \
      delete a;                                                                   \
      a = grid_matrix<T>(9, base, 0.5);                                           \
      expect_solved(*a, SOLVE(cusolverSp##L##csrlsvqr, C, 1e-12), precision);     \
      expect_solved(*a, SOLVE(cusolverSp##L##csrlsvluHost, C, 1e-12), precision); \
      delete a;                                                                   \
    }                                                                             \
    SOLVER_OK(cusolverSpDestroy(handle));                                         \
  }
ALL_METHODS(in_float, S, float, float, 1e-3)
ALL_METHODS(in_double, D, double, double, 1e-10)
ALL_METHODS(in_complex, C, std::complex<float>, cuComplex, 1e-3)
ALL_METHODS(in_double_complex, Z, std::complex<double>, cuDoubleComplex, 1e-10)

CASE(matrices_without_a_solution_are_told) {
  cusolverSpHandle_t handle;
  SOLVER_OK(cusolverSpCreate(&handle));
  Csr<double>* a = grid_matrix<double>(5, 0, 0);
  for (int at = a->rows[12]; at < a->rows[13]; ++at)  // row 12 and column 12 are gone
    a->values[at] = 0;
  for (int at = 0; at < a->count; ++at)
    if (a->columns[at] == 12) a->values[at] = 0;
  double *b = managed<double>(25), *x = managed<double>(25);
  for (const auto solve : {cusolverSpDcsrlsvchol, cusolverSpDcsrlsvqr, cusolverSpDcsrlsvluHost}) {
    int singular = -1;
    SOLVER_OK(solve(handle, 25, a->count, a->description, a->values, a->rows, a->columns, b, 1e-9,
                    0, x, &singular));
    EXPECT_EQ(singular, 12);
  }
  int singular = 0;
  EXPECT_EQ(cusolverSpDcsrlsvqr(handle, 25, a->count + 1, a->description, a->values, a->rows,
                                a->columns, b, 0, 0, x, &singular),
            CUSOLVER_STATUS_INVALID_VALUE);
  EXPECT_EQ(cusolverSpDcsrlsvqr(nullptr, 25, a->count, a->description, a->values, a->rows,
                                a->columns, b, 0, 0, x, &singular),
            CUSOLVER_STATUS_NOT_INITIALIZED);
  delete a;
  SOLVER_OK(cusolverSpDestroy(handle));
}

// A line through points, against the formula for it.
CASE(least_squares) {
  cusolverSpHandle_t handle;
  SOLVER_OK(cusolverSpCreate(&handle));
  Csr<double> a(6, 12, 0);
  double b[6], x[2], norm = -1;
  int rank = 0, order[2];
  for (int i = 0; i < 6; ++i) {
    a.add(0, 1), a.add(1, i);
    a.end_row(i);
    b[i] = 3 + 2 * i + (i % 2 ? 0.5 : -0.5);
  }
  SOLVER_OK(cusolverSpDcsrlsqvqrHost(handle, 6, 2, a.count, a.description, a.values, a.rows,
                                     a.columns, b, 1e-12, &rank, x, order, &norm));
  double mean = 0, slope = 0, rest = 0;
  for (int i = 0; i < 6; ++i) mean += b[i] / 6, slope += (i - 2.5) * b[i] / 17.5;
  for (int i = 0; i < 6; ++i) rest += std::pow(b[i] - mean - slope * (i - 2.5), 2);
  EXPECT(rank == 2 && std::abs(x[1] - slope) < 1e-12 &&
         std::abs(x[0] + 2.5 * slope - mean) < 1e-12);
  EXPECT(std::abs(norm - std::sqrt(rest)) < 1e-12);
  SOLVER_OK(cusolverSpDestroy(handle));
}

CASE(orders_of_rows) {
  cusolverSpHandle_t handle;
  SOLVER_OK(cusolverSpCreate(&handle));
  // A path whose vertices are numbered at random: in order each has its neighbours beside it.
  const int n = 30;
  Csr<double> a(n, 3 * n, 1);
  std::vector<int> at(n), name(n);
  for (int i = 0; i < n; ++i) name[i] = i * 7 % n, at[name[i]] = i;
  for (int row = 0; row < n; ++row) {
    std::vector<int> near = {row};
    if (at[row] > 0) near.push_back(name[at[row] - 1]);
    if (at[row] + 1 < n) near.push_back(name[at[row] + 1]);
    std::sort(near.begin(), near.end());
    for (const int column : near) a.add(column, 10 * row + column);
    a.end_row(row);
  }
  int symmetric = 0, order[n], map[3 * n];
  SOLVER_OK(cusolverSpXcsrissymHost(handle, n, a.count, a.description, a.rows, a.rows + 1,
                                    a.columns, &symmetric));
  EXPECT_EQ(symmetric, 1);
  SOLVER_OK(cusolverSpXcsrsymrcmHost(handle, n, a.count, a.description, a.rows, a.columns, order));
  size_t bytes = 0;
  SOLVER_OK(cusolverSpXcsrperm_bufferSizeHost(handle, n, n, a.count, a.description, a.rows,
                                              a.columns, order, order, &bytes));
  for (int i = 0; i < a.count; ++i) map[i] = i;
  std::vector<char> buffer(bytes);
  SOLVER_OK(cusolverSpXcsrpermHost(handle, n, n, a.count, a.description, a.rows, a.columns, order,
                                   order, map, buffer.data()));
  for (int row = 0; row < n; ++row)
    for (int i = a.rows[row] - 1; i < a.rows[row + 1] - 1; ++i) {
      EXPECT(std::abs(a.columns[i] - 1 - row) <= 1);
      EXPECT_EQ(a.values[map[i]], 10 * order[row] + order[a.columns[i] - 1]);
    }
  SOLVER_OK(cusolverSpDestroy(handle));
}

int main() { return run_cases(); }
