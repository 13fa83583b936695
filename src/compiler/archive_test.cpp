// Archives come back as they were written, and every kind of damage is noticed.
// SPDX-License-Identifier: MIT
#include "compiler/archive.h"

#include <gtest/gtest.h>

#include <random>

namespace vgpu::compiler {
namespace {

ModuleArchive sample() {
  ModuleArchive archive;
  archive.info.language = Language::cuda;
  KernelInfo kernel;
  kernel.name = "scale";
  kernel.symbol = "_Z5scalePff";
  kernel.arguments.push_back({"x", "float*", ArgumentKind::global, 8, 8, 0, kArgumentRestrict});
  kernel.arguments.push_back({"tile", "float*", ArgumentKind::local, 8, 8, 8, 0});
  kernel.argument_bytes = 16;
  kernel.required_local_size = {64, 2, 1};
  kernel.uses_barrier = true;
  kernel.attributes = "reqd_work_group_size(64,2,1)";
  archive.info.kernels.push_back(kernel);
  archive.info.variables.push_back({"table", "_ZL5table", 16, 8, 8, true, false});
  archive.info.image = std::string(24, '\x05');
  archive.info.relocations.push_back({16, "_ZL5table", -8});
  archive.bitcode = "BC\xc0\xde and so on";
  archive.bitcode_hash = {1, 2};
  archive.text = {"kernel void k() {}", "k.cl", "-DN=1", {{"a.h", "int a;"}}};
  archive.files.push_back({"/include/a.h", {3, 4}});
  archive.log = "a warning";
  CodeRecord code;
  code.symbol = kernel.symbol;
  code.local = {64, 2, 1};
  code.enqueued = {64, 4, 1};
  code.instruction_set = InstructionSet::avx2;
  code.info = {4096, 1024, 8, 2, 4, 3, true};
  code.object = std::string(
      "\x7f"
      "ELF\0\1\2",
      7);
  archive.code.push_back(code);
  return archive;
}

TEST(Archive, ComesBackAsItWas) {
  const std::string bytes = write_archive(sample());
  ModuleArchive back;
  std::string error;
  ASSERT_TRUE(read_archive(bytes, &back, &error)) << error;
  EXPECT_EQ(write_archive(back), bytes);
  ASSERT_EQ(back.info.kernels.size(), 1u);
  EXPECT_EQ(back.info.kernels[0].arguments[1].kind, ArgumentKind::local);
  EXPECT_EQ(back.info.kernels[0].required_local_size[1], 2u);
  EXPECT_EQ(back.info.relocations[0].addend, -8);
  EXPECT_EQ(back.files[0].hash[1], 4u);
  EXPECT_EQ(back.code[0].info.jam_y, 4u);
  EXPECT_EQ(back.code[0].object.size(), 7u);
}

TEST(Archive, CodeComesBackAsItWas) {
  const std::string bytes = write_code(sample().code[0]);
  CodeRecord back;
  std::string error;
  ASSERT_TRUE(read_code(bytes, &back, &error)) << error;
  EXPECT_EQ(write_code(back), bytes);
}

TEST(Archive, NoticesTruncationAtEveryLength) {
  const std::string bytes = write_archive(sample());
  ModuleArchive back;
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    std::string error;
    EXPECT_FALSE(read_archive(bytes.substr(0, size), &back, &error)) << size;
    EXPECT_FALSE(error.empty());
  }
  std::string error;
  EXPECT_FALSE(read_archive(bytes + "x", &back, &error));
}

TEST(Archive, NoticesEveryFlippedBit) {
  const std::string bytes = write_archive(sample());
  ModuleArchive back;
  std::string error;
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string bad = bytes;
      bad[at] = static_cast<char>(bad[at] ^ (1 << bit));
      EXPECT_FALSE(read_archive(bad, &back, &error)) << at << " bit " << bit;
    }
  }
}

TEST(Archive, ModuleAndCodeAreNotMistakenForEachOther) {
  ModuleArchive module;
  CodeRecord code;
  std::string error;
  EXPECT_FALSE(read_archive(write_code(sample().code[0]), &module, &error));
  EXPECT_FALSE(read_code(write_archive(sample()), &code, &error));
  EXPECT_NE(error.find("not a vGPU module"), std::string::npos);
}

// A hostile file has a right checksum: the payload's own checks must hold it.
TEST(Archive, SurvivesHostilePayloads) {
  const std::string bytes = write_archive(sample());
  constexpr std::size_t kHeader = 40;
  std::mt19937 random(7);
  for (int round = 0; round < 5000; ++round) {
    std::string bad = bytes;
    for (int change = 0; change < 3; ++change) {
      bad[kHeader + random() % (bad.size() - kHeader)] = static_cast<char>(random());
    }
    const std::uint64_t sum = checksum(std::string_view(bad).substr(kHeader));
    bad.replace(kHeader - 8, 8, reinterpret_cast<const char*>(&sum), 8);
    ModuleArchive back;
    std::string error;
    if (!read_archive(bad, &back, &error)) continue;
    for (const KernelInfo& kernel : back.info.kernels) {
      for (const KernelArgument& argument : kernel.arguments) {
        EXPECT_LE(std::uint64_t{argument.offset} + argument.size, kernel.argument_bytes);
      }
    }
    for (const VariableInfo& variable : back.info.variables) {
      EXPECT_LE(variable.offset + variable.size, back.info.image.size());
    }
  }
}

TEST(ModuleInfo, FindsKernelsByNameAndSymbol) {
  ModuleInfo info;
  info.kernels.resize(3);
  info.kernels[0].name = info.kernels[1].name = "twice";
  info.kernels[0].symbol = "_Z5twicei";
  info.kernels[1].symbol = "_Z5twicef";
  info.kernels[2].name = info.kernels[2].symbol = "once";
  EXPECT_EQ(info.find_kernel("once"), &info.kernels[2]);
  EXPECT_EQ(info.find_kernel("_Z5twicef"), &info.kernels[1]);
  EXPECT_EQ(info.find_kernel("twice"), nullptr);
  EXPECT_EQ(info.find_kernel("never"), nullptr);
}

}  // namespace
}  // namespace vgpu::compiler
