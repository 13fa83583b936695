// Tests of base/task_graph.h: order, repetition, exceptions, random graphs.
// SPDX-License-Identifier: MIT
#include "base/task_graph.h"

#include <gtest/gtest.h>

#include <atomic>
#include <random>
#include <stdexcept>
#include <vector>

#include "base/error.h"
#include "base/thread_pool.h"

namespace vgpu {
namespace {

TEST(TaskGraph, EmptyGraphRuns) {
  ThreadPool pool({.threads = 2});
  TaskGraph graph;
  graph.run(pool);
}

TEST(TaskGraph, DiamondKeepsItsOrderEveryTime) {
  ThreadPool pool({.threads = 3});
  TaskGraph graph;
  std::atomic<int> stage{0};
  std::atomic<int> middle{0};
  const auto top = graph.add([&] { EXPECT_EQ(stage.exchange(1), 0); });
  const auto left = graph.add(
      [&] {
        EXPECT_EQ(stage.load(), 1);
        ++middle;
      },
      {top});
  const auto right = graph.add(
      [&] {
        EXPECT_EQ(stage.load(), 1);
        ++middle;
      },
      {top});
  graph.add(
      [&] {
        EXPECT_EQ(middle.exchange(0), 2);
        stage = 0;
      },
      {left, right});
  for (int i = 0; i < 200; ++i) graph.run(pool);
  EXPECT_EQ(stage.load(), 0);
}

TEST(TaskGraph, RandomGraphsRespectEveryEdge) {
  ThreadPool pool({.threads = 4});
  std::mt19937 random(5);
  for (int round = 0; round < 30; ++round) {
    TaskGraph graph;
    std::vector<std::atomic<bool>> done(60);
    std::atomic<int> wrong{0};
    for (TaskGraph::Task i = 0; i < done.size(); ++i) {
      std::vector<TaskGraph::Task> after;
      for (unsigned k = 0; i > 0 && k < random() % 4; ++k) after.push_back(random() % i);
      graph.add(
          [&, i, after] {
            for (auto before : after) wrong += done[before].load() ? 0 : 1;
            done[i] = true;
          },
          after);
    }
    graph.run(pool);
    EXPECT_EQ(wrong.load(), 0);
    for (auto& flag : done) EXPECT_TRUE(flag.load());
  }
}

TEST(TaskGraph, FirstExceptionStopsTheRest) {
  ThreadPool pool({.threads = 2});
  TaskGraph graph;
  bool later = false;
  const auto bad = graph.add([] { throw std::runtime_error("bad"); });
  graph.add([&] { later = true; }, {bad});
  for (int i = 0; i < 10; ++i) EXPECT_THROW(graph.run(pool), std::runtime_error);
  EXPECT_FALSE(later);
}

TEST(TaskGraph, DependenciesMustExist) {
  TaskGraph graph;
  EXPECT_THROW(graph.add([] {}, {0}), Error);
  graph.add([] {});
  EXPECT_THROW(graph.add([] {}, {0, 7}), Error);
  EXPECT_EQ(graph.size(), 1u);
}

TEST(TaskGraph, RunsInsideATaskAndALoop) {
  ThreadPool pool({.threads = 2});
  std::atomic<int> sum{0};
  pool.parallel_for(6, 1, [&](std::uint64_t begin, std::uint64_t end, unsigned) {
    for (std::uint64_t i = begin; i < end; ++i) {
      TaskGraph graph;
      const auto first = graph.add([&] { ++sum; });
      for (int k = 0; k < 5; ++k) graph.add([&] { ++sum; }, {first});
      graph.run(pool);
    }
  });
  EXPECT_EQ(sum.load(), 36);
}

}  // namespace
}  // namespace vgpu
