// Orders of contractions: the cheapest, within a limit, and in the manner of numpy.einsum_path.
// SPDX-License-Identifier: MIT
#include "engine/einsum/path.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "base/error.h"

namespace vgpu::einsum {
namespace {

Network network_of(const std::string& text, const std::vector<Shape>& shapes) {
  const Subscripts s = parse(text, shapes);
  Network network{{}, set_of(s.output), s.sizes};
  for (const Term& term : s.terms) network.terms.push_back(set_of(term));
  return network;
}

TEST(EinsumPath, ChainsAreContractedFromTheirThinEnd) {
  const Network left = network_of("ij,jk,kl->il", {{2, 100}, {100, 100}, {100, 90}});
  const Network right = network_of("ij,jk,kl->il", {{90, 100}, {100, 100}, {100, 3}});
  for (const Optimize how : {Optimize::automatic, Optimize::greedy, Optimize::dynamic}) {
    EXPECT_EQ(find_path(left, how, 0), (Path{{0, 1}, {0, 1}}));
    EXPECT_EQ(find_path(right, how, 0), (Path{{1, 2}, {0, 1}}));
  }
}

TEST(EinsumPath, LeftToRight) {
  const Network four = network_of("ij,jk,kl,lm->im", {{2, 2}, {2, 2}, {2, 2}, {2, 2}});
  EXPECT_EQ(find_path(four, Optimize::left_to_right, 0), (Path{{0, 1}, {0, 2}, {0, 1}}));
  EXPECT_EQ(find_path(network_of("ij->i", {{2, 2}}), Optimize::left_to_right, 0), Path{});
  EXPECT_EQ(find_path(network_of("ij->i", {{2, 2}}), Optimize::automatic, 0), Path{});
}

TEST(EinsumPath, ALimitIsKeptWhereAnOrderCan) {
  // From the left, a result of 20 x 30; from the right, one of 3 x 4.
  const Network n = network_of("ab,bc,cd->ad", {{20, 3}, {3, 30}, {30, 4}});
  for (const Optimize how : {Optimize::greedy, Optimize::dynamic}) {
    const Path path = find_path(n, how, 100);
    EXPECT_LE(largest_result(n, path).elements, 100);
  }
  EXPECT_EQ(find_path(n, Optimize::dynamic, 1).size(), 2u);  // no order can: still one
}

TEST(EinsumPath, AllOrdersAreNoWorseThanGreedyOnes) {
  std::minstd_rand random(7);
  for (int round = 0; round < 100; ++round) {
    const int indices = 6, terms = 3 + round % 4;
    Network n{{}, {}, {}};
    for (int i = 0; i < indices; ++i) n.sizes.push_back(2 + static_cast<int>(random() % 9));
    for (int t = 0; t < terms; ++t) n.terms.emplace_back(1 + random() % 63);
    n.output = (n.terms[0] | n.terms[1]) & Indices(random() % 64);
    const Path all = find_path(n, Optimize::dynamic, 0), greedy = find_path(n, Optimize::greedy, 0);
    ASSERT_EQ(all.size(), n.terms.size() - 1);
    // The search weighs products that are no matrix products up to 16 times.
    EXPECT_LE(operations(n, all), 16 * operations(n, greedy));
    for (std::size_t i = 0; i < all.size(); ++i) {
      EXPECT_LT(all[i].first, all[i].second);
      EXPECT_LT(all[i].second, terms - static_cast<int>(i));
    }
  }
}

TEST(EinsumPath, ManyOperandsGreedilyOrNotAtAll) {
  Network n{{}, {}, Shape(20, 2)};
  for (std::size_t i = 0; i + 1 < 20; ++i) n.terms.push_back(Indices(3) << i);
  EXPECT_EQ(find_path(n, Optimize::automatic, 0).size(), 18u);
  try {
    find_path(n, Optimize::dynamic, 0);
    ADD_FAILURE() << "would take hours";
  } catch (const Error& error) {
    EXPECT_EQ(error.message().rfind("optimize: ", 0), 0u) << error.message();
  }
}

}  // namespace
}  // namespace vgpu::einsum
