// Fused attention against the same as two batches of matrix products by the peers with a softmax between.
// SPDX-License-Identifier: MIT
#include <vgpu/c/nn.h>
#include <vgpu/vgpu.hpp>

#include <cmath>
#include <memory>
#include <random>
#include <thread>

#include "blas_peers.h"
#include "row.h"
#include "softmax.h"

namespace bench {
namespace {

constexpr long kSize = 64;  // of a head

struct Bed {
  long heads, tokens;
  bool causal;
  std::vector<float> q, k, v, out, scores, other;

  Bed(long h, long t, bool only_past) : heads(h), tokens(t), causal(only_past) {
    std::minstd_rand random(1);
    std::uniform_real_distribution<float> between(-1, 1);
    for (auto* x : {&q, &k, &v}) {
      x->resize(static_cast<std::size_t>(h * t * kSize));
      for (float& value : *x) value = between(random);
    }
    out.resize(q.size()), other.resize(q.size());
    scores.resize(static_cast<std::size_t>(h * t * t));
  }

  void run_ours() {
    vgpuAttention s{1, heads, tokens, tokens, kSize, kSize, 0.125f, causal, {}, {}, {}, {}};
    for (auto* stride : {s.qStride, s.kStride, s.vStride, s.outStride}) {
      stride[0] = 0, stride[1] = tokens * kSize, stride[2] = kSize;
    }
    vgpu::check(vgpuAttentionForward(&s, q.data(), k.data(), v.data(), out.data(), nullptr));
    vgpu::check(vgpuStreamSynchronize(nullptr));
  }

  // The peers' functions and their softmax; results go to `other`.
  Calls peers() {
    const Product<float> first{false, true,     tokens,   tokens,
                               kSize, q.data(), k.data(), scores.data()};
    const Product<float> second{false,  false,         tokens,   kSize,
                                tokens, scores.data(), v.data(), other.data()};
    const Calls scoring = peer_gemms(first, heads), weighting = peer_gemms(second, heads);
    Calls all;
    for (std::size_t i = 0; i < scoring.size(); ++i) {
      all.emplace_back(scoring[i].first, [this, a = scoring[i].second, b = weighting[i].second] {
        a();
        softmax_rows(scores.data(), heads * tokens, tokens, 0.125f, causal);
        b();
      });
    }
    return all;
  }

  std::string check(bool against_peer) const {
    if (!against_peer) return "";
    for (std::size_t i = 0; i < out.size(); i += 977) {
      if (!(std::abs(out[i] - other[i]) <= 1e-4f)) return "result";
    }
    return "";
  }
};

// A causal one counts as all of the work, of which the peers' products cannot leave out half.
void add(Session& session, long heads, long tokens, bool causal) {
  const std::string name = std::string(causal ? "causal " : "") + "attention " +
                           std::to_string(heads) + " heads T=" + std::to_string(tokens);
  if (!session.wants(name)) return;
  const auto bed = std::make_shared<Bed>(heads, tokens, causal);
  Comparison row;
  row.name = name, row.bar = 2;
  row.work = 4.0 * double(heads) * double(tokens) * double(tokens) * double(kSize);
  row.ours = [bed] { bed->run_ours(); };
  row.peers = bed->peers();
  if (!row.peers.empty()) row.peers.front().second();
  row.check = [bed, compare = !row.peers.empty()] { return bed->check(compare); };
  session.compare(row);
}

void run(Session& session) {
  for (const bool causal : {false, true}) {
    add(session, 96, 256, causal);
    add(session, 12, 2048, causal);
  }
}

const Suite suite("attention", run);

}  // namespace
}  // namespace bench
