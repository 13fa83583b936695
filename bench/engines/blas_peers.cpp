// The peers' functions, found by name.
// SPDX-License-Identifier: MIT
#include "blas_peers.h"

#include <thread>

#include "library.h"

namespace bench {
namespace {

constexpr int kRowMajor = 101, kNoTrans = 111, kTrans = 112;

using Cblas32 = void(int, int, int, int, int, int, float, const float*, int, const float*, int,
                     float, float*, int);
using Cblas64 = void(int, int, int, int, int, int, double, const double*, int, const double*, int,
                     double, double*, int);
using DnnlSgemm = int(char, char, long, long, long, float, const float*, long, const float*, long,
                      float, float*, long);
using DnnlBf16 = int(char, char, long, long, long, float, const unsigned short*, long,
                     const unsigned short*, long, float, float*, long);

int cpus() { return static_cast<int>(std::thread::hardware_concurrency()); }

// A library with CBLAS's names, told to use all CPUs.
struct Blas {
  std::string name;
  Cblas32* sgemm = nullptr;
  Cblas64* dgemm = nullptr;

  Blas(std::string who, const Library& library, const char* set_threads) : name(std::move(who)) {
    sgemm = library.function<Cblas32>("cblas_sgemm");
    dgemm = library.function<Cblas64>("cblas_dgemm");
    if (auto* set = library.function<void(long)>(set_threads)) set(cpus());
  }
};

const std::vector<Blas>& blas_libraries() {
  static const Library openblas{"libopenblas.so.0", "libopenblas.so"};
  static const Library blis{"libblis.so.4", "libblis.so.5", "libblis.so"};
  static const std::vector<Blas> all = {{"OpenBLAS", openblas, "openblas_set_num_threads"},
                                        {"BLIS", blis, "bli_thread_set_num_threads"}};
  return all;
}

const Library& dnnl() {
  static const Library library{"libdnnl.so.3", "libdnnl.so.2", "libdnnl.so"};
  return library;
}

template <typename T, typename Function>
void call_cblas(Function* gemm, const Product<T>& p) {
  gemm(kRowMajor, p.trans_a ? kTrans : kNoTrans, p.trans_b ? kTrans : kNoTrans,
       static_cast<int>(p.m), static_cast<int>(p.n), static_cast<int>(p.k), T(1), p.a,
       static_cast<int>(p.lda()), p.b, static_cast<int>(p.ldb()), T(0), p.c, static_cast<int>(p.n));
}

void call_dnnl(DnnlSgemm* gemm, const Product<float>& p) {
  gemm(p.trans_a ? 'T' : 'N', p.trans_b ? 'T' : 'N', p.m, p.n, p.k, 1, p.a, p.lda(), p.b, p.ldb(),
       0, p.c, p.n);
}

Product<float> nth(const Product<float>& first, long i) {
  Product<float> p = first;
  p.a += i * p.m * p.k, p.b += i * p.k * p.n, p.c += i * p.m * p.n;
  return p;
}

}  // namespace

Calls peer_gemms(const Product<float>& first, long count) {
  Calls calls;
  for (const Blas& blas : blas_libraries()) {
    if (blas.sgemm == nullptr) continue;
    calls.emplace_back(blas.name, [=, gemm = blas.sgemm] {
      for (long i = 0; i < count; ++i) call_cblas(gemm, nth(first, i));
    });
  }
  if (auto* gemm = dnnl().function<DnnlSgemm>("dnnl_sgemm")) {
    calls.emplace_back("oneDNN", [=] {
      for (long i = 0; i < count; ++i) call_dnnl(gemm, nth(first, i));
    });
  }
  return calls;
}

Calls peer_gemms(const Product<float>& product) { return peer_gemms(product, 1); }

Calls peer_gemms(const Product<double>& product) {
  Calls calls;
  for (const Blas& blas : blas_libraries()) {
    if (blas.dgemm == nullptr) continue;
    calls.emplace_back(blas.name, [=, gemm = blas.dgemm] { call_cblas(gemm, product); });
  }
  return calls;
}

Calls peer_gemms_bf16(bool trans_b, long m, long n, long k, const unsigned short* a,
                      const unsigned short* b, float* c) {
  auto* gemm = dnnl().function<DnnlBf16>("dnnl_gemm_bf16bf16f32");
  if (gemm == nullptr) return {};
  return {{"oneDNN",
           [=] { gemm('N', trans_b ? 'T' : 'N', m, n, k, 1, a, k, b, trans_b ? k : n, 0, c, n); }}};
}

}  // namespace bench
