// Matrix products against OpenBLAS, BLIS and oneDNN.
// SPDX-License-Identifier: MIT
#include <vgpu/c/gemm.h>
#include <vgpu/blas.hpp>
#include <vgpu/vgpu.hpp>

#include <cmath>
#include <cstdint>
#include <memory>
#include <random>

#include "blas_peers.h"
#include "row.h"

namespace bench {
namespace {

template <typename T>
std::vector<T> random_values(std::size_t count, unsigned seed) {
  std::minstd_rand random(seed);
  std::uniform_real_distribution<double> between(-1, 1);
  std::vector<T> values(count);
  for (T& value : values) value = static_cast<T>(between(random));
  return values;
}

// Operands of one comparison, kept alive by the functions that use them.
template <typename T>
struct Bed {
  std::vector<T> a, b, c, other;
  Product<T> ours, theirs;
  long count;

  Bed(const Product<T>& shape, long batch)
      : a(random_values<T>(static_cast<std::size_t>(batch * shape.m * shape.k), 1)),
        b(random_values<T>(static_cast<std::size_t>(batch * shape.k * shape.n), 2)),
        c(static_cast<std::size_t>(batch * shape.m * shape.n)),
        other(c.size()),
        ours(shape),
        theirs(shape),
        count(batch) {
    ours.a = theirs.a = a.data(), ours.b = theirs.b = b.data();
    ours.c = c.data(), theirs.c = other.data();
  }

  T sum(long i, long j) const {
    T total = 0;
    for (long l = 0; l < ours.k; ++l) {
      total += (ours.trans_a ? a[l * ours.m + i] : a[i * ours.k + l]) *
               (ours.trans_b ? b[j * ours.k + l] : b[l * ours.n + j]);
    }
    return total;
  }

  // A sample of the result against sums.
  std::string check() const {
    for (long i = 0; i < ours.m; i += std::max(1L, ours.m / 13)) {
      for (long j = 0; j < ours.n; j += std::max(1L, ours.n / 11)) {
        const double wanted = sum(i, j), got = c[i * ours.n + j];
        if (!(std::abs(wanted - got) <= 1e-4 * std::sqrt(double(ours.k)) + 1e-6)) return "result";
      }
    }
    return "";
  }
};

void run_ours(const Product<float>& p, long count) {
  if (count == 1) {
    vgpu::check(vgpuSgemm(vgpuRowMajor, p.trans_a ? vgpuTrans : vgpuNoTrans,
                          p.trans_b ? vgpuTrans : vgpuNoTrans, p.m, p.n, p.k, 1, p.a, p.lda(), p.b,
                          p.ldb(), 0, p.c, p.n));
  } else {
    vgpu::check(vgpuSgemmStridedBatched(vgpuRowMajor, p.trans_a ? vgpuTrans : vgpuNoTrans,
                                        p.trans_b ? vgpuTrans : vgpuNoTrans, p.m, p.n, p.k, 1, p.a,
                                        p.lda(), p.m * p.k, p.b, p.ldb(), p.k * p.n, 0, p.c, p.n,
                                        p.m * p.n, count));
  }
}

void run_ours(const Product<double>& p, long) {
  vgpu::check(vgpuDgemm(vgpuRowMajor, p.trans_a ? vgpuTrans : vgpuNoTrans,
                        p.trans_b ? vgpuTrans : vgpuNoTrans, p.m, p.n, p.k, 1, p.a, p.lda(), p.b,
                        p.ldb(), 0, p.c, p.n));
}

// Short products are called several times in a measurement, ours as commands in a row.
template <typename T>
void add(Session& session, const std::string& name, double bar, Product<T> shape, long count = 1) {
  if (!session.wants(name)) return;
  const auto bed = std::make_shared<Bed<T>>(shape, count);
  Comparison row;
  row.name = name, row.bar = bar;
  row.work = 2.0 * double(shape.m) * double(shape.n) * double(shape.k) * double(count);
  row.repeat = static_cast<int>(std::max(1.0, std::min(1000.0, 40e6 / row.work)));
  row.ours = [bed, repeat = row.repeat] {
    for (int i = 0; i < repeat; ++i) run_ours(bed->ours, bed->count);
    vgpu::check(vgpuStreamSynchronize(nullptr));
  };
  Calls peers;
  if constexpr (std::is_same_v<T, float>) {
    peers = peer_gemms(bed->theirs, count);
  } else {
    peers = peer_gemms(bed->theirs);
  }
  for (auto& [who, call] : peers) {
    row.peers.emplace_back(who, [call = call, repeat = row.repeat] {
      for (int i = 0; i < repeat; ++i) call();
    });
  }
  row.check = [bed] { return bed->check(); };
  session.compare(row);
}

// bf16 by oneDNN, which alone of the peers has it.
void add_bf16(Session& session, long n) {
  const std::string name = "gemm bf16 " + std::to_string(n);
  if (!session.wants(name)) return;
  struct Bits {
    std::vector<std::uint16_t> a, b;
    std::vector<float> c, other;
  };
  const auto bed = std::make_shared<Bits>();
  const auto size = static_cast<std::size_t>(n * n);
  bed->a.assign(size, 0x3F80), bed->b.assign(size, 0x4000);  // 1 and 2
  bed->c.resize(size), bed->other.resize(size);
  Comparison row;
  row.name = name, row.bar = 0.95;
  row.work = 2.0 * double(n) * double(n) * double(n);
  row.ours = [bed, n] {
    vgpu::check(vgpuGemmBf16(vgpuRowMajor, vgpuNoTrans, vgpuNoTrans, n, n, n, 1, bed->a.data(), n,
                             bed->b.data(), n, 0, bed->c.data(), n));
    vgpu::check(vgpuStreamSynchronize(nullptr));
  };
  row.peers = peer_gemms_bf16(false, n, n, n, bed->a.data(), bed->b.data(), bed->other.data());
  row.check = [bed, n] { return bed->c.back() == float(2 * n) ? "" : "result"; };
  session.compare(row);
}

// Strassen's way against the peers' usual one.
void add_strassen(Session& session, long n) {
  const std::string name = "strassen f32 " + std::to_string(n);
  if (!session.wants(name)) return;
  const auto bed = std::make_shared<Bed<float>>(Product<float>{false, false, n, n, n}, 1);
  Comparison row;
  row.name = name, row.bar = 1.0;
  row.work = 2.0 * double(n) * double(n) * double(n);
  row.ours = [bed, n] {
    vgpu::check(vgpuSgemmStrassen(vgpuRowMajor, vgpuNoTrans, vgpuNoTrans, n, n, n, 1, bed->ours.a,
                                  n, bed->ours.b, n, 0, bed->ours.c, n, -1));
    vgpu::check(vgpuStreamSynchronize(nullptr));
  };
  row.peers = peer_gemms(bed->theirs);
  row.check = [bed] { return bed->check(); };
  session.compare(row);
}

void run(Session& session) {
  for (long n : {64, 128, 256, 512, 1024, 2048, 4096}) {
    add<float>(session, "gemm f32 " + std::to_string(n), 1.0, {false, false, n, n, n});
  }
  for (long n : {256, 512, 1024, 2048, 4096}) {
    add<double>(session, "gemm f64 " + std::to_string(n), 1.0, {false, false, n, n, n});
  }
  add<float>(session, "gemm f32 64 x (128x64x128) NT", 1.2, {false, true, 128, 128, 64}, 64);
  for (long n : {2304, 3072}) {
    const std::string size = "768x" + std::to_string(n);
    add<float>(session, "gemm f32 " + size + " K=8 TN", 1.3, {true, false, 768, n, 8});
    add<float>(session, "gemm f32 M=8 K=768 N=" + std::to_string(n) + " NT", 1.1,
               {false, true, 8, n, 768});
    add<float>(session, "gemm f32 M=1 K=768 N=" + std::to_string(n) + " NT", 1.0,
               {false, true, 1, n, 768});
  }
  for (long n : {512, 1024, 2048, 4096}) add_bf16(session, n);
  for (long n : {2048, 4096}) add_strassen(session, n);
}

const Suite suite("gemm", run);

}  // namespace
}  // namespace bench
