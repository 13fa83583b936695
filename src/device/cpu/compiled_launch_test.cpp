// Launches of compiled kernels: every group once, ragged grids, waits for the grid, bad launches.
//
// The kernels are machine code written by hand, so that no compiler is needed.
// SPDX-License-Identifier: MIT
#include "device/cpu/compiled_launch.h"

#include <gtest/gtest.h>

#include <cstring>
#include <set>

#include "base/cpu_features.h"
#include "base/error.h"
#include "compiler/archive.h"
#include "compiler/test_object.h"
#include "device/cpu/group_walk.h"

namespace vgpu {
namespace {

using compiler::Module;
using compiler::Size3;

struct Sizes {
  Size3 local, enqueued;
};

// A module of one kernel, "k", that takes a pointer; `object` is its code for each of the sizes.
std::shared_ptr<Module> make_module(const std::string& object, const std::vector<Sizes>& sizes,
                                    bool grid_barrier = false) {
  compiler::ModuleArchive archive;
  compiler::KernelInfo kernel;
  kernel.name = kernel.symbol = "k";
  kernel.arguments.push_back({"p", "ulong*", compiler::ArgumentKind::global, 8, 8, 0, 0});
  kernel.arguments.push_back({"l", "int*", compiler::ArgumentKind::local, 8, 8, 8, 0});
  kernel.argument_bytes = 16;
  kernel.uses_grid_barrier = grid_barrier;
  archive.info.kernels.push_back(kernel);
  for (const Sizes& size : sizes) {
    compiler::CodeRecord code;
    code.symbol = "k";
    code.local = size.local;
    code.enqueued = size.enqueued;
    code.instruction_set = static_cast<compiler::InstructionSet>(simd_level());
    code.info.frame_bytes = 100;
    code.object = object;
    archive.code.push_back(code);
  }
  return Module::load(write_archive(archive));
}

struct Arguments {
  std::uint64_t* pointer;
  std::uint64_t local_bytes;
};

void launch(const std::shared_ptr<Module>& module, const GridShape& shape, std::uint64_t* pointer,
            std::uint64_t local_bytes = 0) {
  const Arguments arguments{pointer, local_bytes};
  CompiledLaunch::prepare(module, module->info().kernels[0], shape,
                          reinterpret_cast<const std::byte*>(&arguments))
      .run();
}

ErrorCode failure(const std::shared_ptr<Module>& module, const GridShape& shape,
                  std::uint64_t local_bytes = 0) {
  try {
    std::uint64_t number = 0;
    launch(module, shape, &number, local_bytes);
    return ErrorCode::Success;
  } catch (const Error& error) {
    return error.code();
  }
}

GridShape shape_of(std::array<std::uint64_t, 3> global, Size3 local) {
  GridShape shape;
  shape.work_dim = 3;
  shape.global_size = global;
  shape.local_size = local;
  return shape;
}

TEST(CompiledLaunch, RunsEveryGroupOnce) {
  const Size3 local{4, 2, 1};
  const auto module = make_module(compiler::counting_object(), {{local, local}});
  for (const auto& [global, groups] : std::vector<std::pair<std::array<std::uint64_t, 3>, int>>{
           {{4, 2, 1}, 1}, {{400, 2, 1}, 100}, {{40, 40, 3}, 600}, {{4, 2002, 1}, 1001}}) {
    for (int repeat = 0; repeat < 3; ++repeat) {  // the second run knows how long a group takes
      std::uint64_t count = 0;
      launch(module, shape_of(global, local), &count);
      EXPECT_EQ(count, static_cast<std::uint64_t>(groups));
    }
  }
}

TEST(CompiledLaunch, AnEmptyGridRunsNothing) {
  const Size3 local{4, 1, 1};
  const auto module = make_module(compiler::counting_object(), {{local, local}});
  std::uint64_t count = 0;
  launch(module, shape_of({0, 1, 1}, local), &count);
  EXPECT_EQ(count, 0u);
}

TEST(CompiledLaunch, RaggedGridsUseCodeForTheRemainder) {
  const Size3 local{4, 4, 1};
  const auto module =
      make_module(compiler::counting_object(),
                  {{local, local}, {{3, 4, 1}, local}, {{4, 1, 1}, local}, {{3, 1, 1}, local}});
  std::uint64_t count = 0;
  launch(module, shape_of({11, 9, 2}, local), &count);
  EXPECT_EQ(count, 3u * 3 * 2);
  count = 0;
  launch(module, shape_of({3, 1, 1}, local), &count);  // only the remainder is there
  EXPECT_EQ(count, 1u);
  // Code for the corner (2,2) is not in the binary, and there is no IR to make it from.
  EXPECT_EQ(failure(module, shape_of({6, 6, 1}, local)), ErrorCode::NoBinaryForDevice);
}

// Counts groups, alone or several at once, and the calls for several.
std::string joining_object() {
  compiler::TestObject object;
  object.add_symbol("vgpu_group", object.add_code({
                                      0x48, 0x8b, 0x07,        // mov (%rdi),%rax
                                      0x48, 0x8b, 0x00,        // mov (%rax),%rax
                                      0xf0, 0x48, 0xff, 0x00,  // lock incq (%rax)
                                      0x31, 0xc0, 0xc3,        // xor %eax,%eax; ret
                                  }));
  object.add_symbol("vgpu_groups", object.add_code({
                                       0x48, 0x8b, 0x07,              // mov (%rdi),%rax
                                       0x48, 0x8b, 0x00,              // mov (%rax),%rax
                                       0x44, 0x89, 0xc1,              // mov %r8d,%ecx
                                       0xf0, 0x48, 0x01, 0x08,        // lock add %rcx,(%rax)
                                       0xf0, 0x48, 0xff, 0x40, 0x08,  // lock incq 8(%rax)
                                       0x31, 0xc0, 0xc3,              // xor %eax,%eax; ret
                                   }));
  return object.bytes();
}

TEST(CompiledLaunch, NeighboursRunInOneCall) {
  const Size3 local{4, 2, 1};
  const auto module =
      make_module(joining_object(),
                  {{local, local}, {{3, 2, 1}, local}, {{4, 1, 1}, local}, {{3, 1, 1}, local}});
  for (const auto& [global, groups] : std::vector<std::pair<std::array<std::uint64_t, 3>, int>>{
           {{4, 2, 1}, 1}, {{39, 5, 2}, 60}, {{4000, 200, 1}, 100000}}) {
    std::uint64_t numbers[2] = {0, 0};
    for (int repeat = 1; repeat < 4; ++repeat) {  // the second run knows how long a group takes
      launch(module, shape_of(global, local), numbers);
      EXPECT_EQ(numbers[0], static_cast<std::uint64_t>(groups * repeat));
    }
    if (groups > 1000) EXPECT_GT(numbers[1], 0u);
    EXPECT_LT(numbers[1], numbers[0]);
  }
}

// Round one adds 1 and waits for the grid; round two stores what it sees if that is not all of them.
std::string grid_barrier_object() {
  compiler::TestObject object;
  const std::uint32_t text = object.add_code({
      0x48, 0x8b, 0x07,              // mov (%rdi),%rax
      0x48, 0x8b, 0x00,              // mov (%rax),%rax
      0x45, 0x85, 0xc0,              // test %r8d,%r8d
      0x75, 0x0a,                    // jne second
      0xf0, 0x48, 0xff, 0x00,        // lock incq (%rax)
      0xb8, 0x01, 0x00, 0x00, 0x00,  // mov $1,%eax
      0xc3,                          // ret
      0x48, 0x8b, 0x08,              // second: mov (%rax),%rcx
      0x48, 0x39, 0x48, 0x08,        // cmp %rcx,8(%rax)
      0x74, 0x05,                    // je done
      0xf0, 0x48, 0xff, 0x40, 0x10,  // lock incq 16(%rax)
      0x31, 0xc0,                    // done: xor %eax,%eax
      0xc3,                          // ret
  });
  object.add_symbol("vgpu_group", text);
  return object.bytes();
}

TEST(CompiledLaunch, WaitsForTheWholeGrid) {
  const Size3 local{8, 1, 1};
  const auto module = make_module(grid_barrier_object(), {{local, local}}, true);
  for (const std::uint64_t groups : {1u, 2u, 77u}) {
    std::uint64_t numbers[3] = {0, groups, 0};  // arrived, expected, groups that saw too few
    GridShape shape = shape_of({8 * groups, 1, 1}, local);
    shape.cooperative = true;
    launch(module, shape, numbers);
    EXPECT_EQ(numbers[0], groups);
    EXPECT_EQ(numbers[2], 0u);
  }
}

TEST(CompiledLaunch, RefusesImpossibleSizes) {
  const Size3 local{4, 1, 1};
  const auto module = make_module(compiler::counting_object(), {{local, local}});
  EXPECT_EQ(failure(module, shape_of({4, 1, 1}, {0, 1, 1})), ErrorCode::InvalidConfiguration);
  EXPECT_EQ(failure(module, shape_of({4, 1, 1}, {2000, 1, 1})), ErrorCode::InvalidConfiguration);
  EXPECT_EQ(failure(module, shape_of({4, 1, 1}, {1u << 31, 1u << 31, 4})),
            ErrorCode::InvalidConfiguration);
  const std::uint64_t huge = std::uint64_t{1} << 40;
  EXPECT_EQ(failure(module, shape_of({huge, huge, huge}, local)), ErrorCode::InvalidConfiguration);
}

TEST(CompiledLaunch, RefusesTooMuchLocalMemory) {
  const Size3 local{4, 1, 1};
  const auto module = make_module(compiler::counting_object(), {{local, local}});
  GridShape shape = shape_of({4, 1, 1}, local);
  EXPECT_EQ(failure(module, shape, kMaxLocalBytes / 2), ErrorCode::Success);
  EXPECT_EQ(failure(module, shape, kMaxLocalBytes + 1), ErrorCode::LaunchOutOfResources);
  EXPECT_EQ(failure(module, shape, ~std::uint64_t{0}), ErrorCode::LaunchOutOfResources);
  shape.dynamic_local_bytes = kMaxLocalBytes;
  EXPECT_EQ(failure(module, shape, 0), ErrorCode::Success);
  EXPECT_EQ(failure(module, shape, 128), ErrorCode::LaunchOutOfResources);
}

std::string crashing_object(const std::vector<unsigned char>& code) {
  compiler::TestObject object;
  object.add_symbol("vgpu_group", object.add_code(code));
  return object.bytes();
}

// ThreadSanitizer delays signals, so a crash cannot be caught where it happens.
#if !(defined(__has_feature) && __has_feature(thread_sanitizer))
TEST(CompiledLaunch, ACrashIsAnErrorAndTheNextLaunchRuns) {
  const Size3 local{4, 1, 1};
  // xor %eax,%eax; mov %eax,(%rax)
  const auto bad_address = make_module(crashing_object({0x31, 0xc0, 0x89, 0x00}), {{local, local}});
  // xor %eax,%eax; xor %edx,%edx; div %eax
  const auto division =
      make_module(crashing_object({0x31, 0xc0, 0x31, 0xd2, 0xf7, 0xf0}), {{local, local}});
  const auto good = make_module(compiler::counting_object(), {{local, local}});
  for (const std::uint64_t groups : {1u, 100u, 100000u}) {  // the last with all threads
    const GridShape shape = shape_of({4 * groups, 1, 1}, local);
    EXPECT_EQ(failure(bad_address, shape), ErrorCode::IllegalAddress);
    EXPECT_EQ(failure(division, shape), ErrorCode::LaunchFailure);
    std::uint64_t count = 0;
    launch(good, shape, &count);
    EXPECT_EQ(count, groups);
  }
}
#endif

TEST(GroupWalk, MeetsEveryGroupOnceFromAnywhere) {
  for (const std::array<std::uint64_t, 3> groups : {std::array<std::uint64_t, 3>{1, 1, 1},
                                                    {100, 1, 1},
                                                    {1, 100, 1},
                                                    {17, 19, 3},
                                                    {8, 8, 2},
                                                    {7, 9, 1},
                                                    {16, 1, 5}}) {
    const std::uint64_t count = groups[0] * groups[1] * groups[2];
    for (const std::uint64_t band : {0, 1, 4, 16}) {
      std::set<std::array<std::uint64_t, 3>> seen;
      GroupWalk walk(groups, 0, band);
      for (std::uint64_t i = 0; i < count; ++i) {
        const auto id = walk.id();
        for (int d = 0; d < 3; ++d) ASSERT_LT(id[d], groups[d]);
        EXPECT_TRUE(seen.insert(id).second);
        EXPECT_EQ(GroupWalk(groups, i, band).id(), id) << i;
        const std::uint64_t left = walk.left_in_row();
        ASSERT_GE(left, 1u);
        GroupWalk last = walk;
        last.move_in_row(left - 1);
        EXPECT_EQ(last.id(), GroupWalk(groups, i + left - 1, band).id());
        if (i + 1 < count) walk.next();
        if (left > 1) EXPECT_EQ(walk.id(), (std::array<std::uint64_t, 3>{id[0] + 1, id[1], id[2]}));
      }
      EXPECT_EQ(seen.size(), count);
    }
  }
}

TEST(GroupWalk, BandsGoAlongYFirst) {
  GroupWalk walk({3, 5, 1}, 0, 2);
  std::vector<std::array<std::uint64_t, 3>> ids = {walk.id()};
  for (int i = 1; i < 7; ++i) walk.next(), ids.push_back(walk.id());
  const std::vector<std::array<std::uint64_t, 3>> expected = {
      {0, 0, 0}, {0, 1, 0}, {1, 0, 0}, {1, 1, 0}, {2, 0, 0}, {2, 1, 0}, {0, 2, 0}};
  EXPECT_EQ(ids, expected);
}

}  // namespace
}  // namespace vgpu
