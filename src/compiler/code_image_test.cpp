// The loader of machine code: every relocation, what it refuses, and damaged files.
// SPDX-License-Identifier: MIT
#include "compiler/code_image.h"

#include <gtest/gtest.h>

#include <cstring>

#include "base/error.h"
#include "compiler/test_object.h"

namespace vgpu::compiler {
namespace {

void* nothing(const std::string&) { return nullptr; }

template <typename Result>
__attribute__((no_sanitize("function"))) Result call(const CodeImage& image,
                                                     const char* name = "vgpu_group") {
  void* entry = image.symbol(name);
  EXPECT_NE(entry, nullptr);
  return reinterpret_cast<Result (*)()>(entry)();
}

std::string four_bytes(std::uint32_t value) {
  return std::string(reinterpret_cast<const char*>(&value), sizeof value);
}

extern "C" int code_image_test_host() { return 77; }

TEST(CodeImage, RunsPlainCode) {
  TestObject object;
  const auto text = object.add_code({0xb8, 42, 0, 0, 0, 0xc3});  // mov $42,%eax; ret
  object.add_symbol("vgpu_group", text);
  const CodeImage image(object.bytes(), "plain", nothing);
  EXPECT_EQ(call<int>(image), 42);
  EXPECT_EQ(image.symbol("other"), nullptr);
}

TEST(CodeImage, ReachesConstantsRelativeToTheCode) {
  TestObject object;
  const auto text = object.add_code({0x8b, 0x05, 0, 0, 0, 0, 0xc3});  // mov x(%rip),%eax; ret
  const auto data = object.add_section({".rodata.cst4", four_bytes(1234), SHF_ALLOC});
  object.add_symbol("vgpu_group", text);
  const auto constant = object.add_symbol("x", data, 0, STT_OBJECT);
  object.relocate(text, 2, R_X86_64_PC32, constant, -4);
  const CodeImage image(object.bytes(), "constants", nothing);
  EXPECT_EQ(call<int>(image), 1234);
}

TEST(CodeImage, CallsTheHostHoweverFarItIs) {
  TestObject object;
  // sub $8,%rsp; call host; add $8,%rsp; ret
  const auto text =
      object.add_code({0x48, 0x83, 0xec, 8, 0xe8, 0, 0, 0, 0, 0x48, 0x83, 0xc4, 8, 0xc3});
  object.add_symbol("vgpu_group", text);
  const auto host = object.add_symbol("host", 0);
  object.relocate(text, 5, R_X86_64_PLT32, host, -4);
  const CodeImage image(object.bytes(), "calls", [](const std::string& name) {
    return name == "host" ? reinterpret_cast<void*>(&code_image_test_host) : nullptr;
  });
  EXPECT_EQ(call<int>(image), 77);
}

TEST(CodeImage, ReachesVariablesThroughTheTable) {
  for (const std::uint32_t type : {R_X86_64_GOTPCREL, R_X86_64_GOTPCRELX, R_X86_64_REX_GOTPCRELX}) {
    static int variable = 99;
    TestObject object;
    // mov slot(%rip),%rax; mov (%rax),%eax; ret
    const auto text = object.add_code({0x48, 0x8b, 0x05, 0, 0, 0, 0, 0x8b, 0x00, 0xc3});
    object.add_symbol("vgpu_group", text);
    const auto symbol = object.add_symbol("variable", 0);
    object.relocate(text, 3, type, symbol, -4);
    const CodeImage image(object.bytes(), "variables",
                          [](const std::string&) { return &variable; });
    EXPECT_EQ(call<int>(image), 99);
  }
}

TEST(CodeImage, RelocatesPointersInConstants) {
  TestObject object;
  // mov pointer(%rip),%rax; mov (%rax),%eax; ret
  const auto text = object.add_code({0x48, 0x8b, 0x05, 0, 0, 0, 0, 0x8b, 0x00, 0xc3});
  const auto table =
      object.add_section({".data.rel.ro", std::string(8, '\0'), SHF_ALLOC | SHF_WRITE});
  const auto values = object.add_section({".rodata", four_bytes(5) + four_bytes(6), SHF_ALLOC});
  object.add_symbol("vgpu_group", text);
  const auto pointer = object.add_symbol("pointer", table, 0, STT_OBJECT);
  const auto value = object.add_symbol("values", values, 0, STT_OBJECT);
  object.relocate(text, 3, R_X86_64_PC32, pointer, -4);
  object.relocate(table, 0, R_X86_64_64, value, 4);
  EXPECT_EQ(call<int>(CodeImage(object.bytes(), "pointers", nothing)), 6);
}

TEST(CodeImage, HasZeroedWritableData) {
  TestObject object;
  // incl x(%rip); mov x(%rip),%eax; ret
  const auto text = object.add_code({0xff, 0x05, 0, 0, 0, 0, 0x8b, 0x05, 0, 0, 0, 0, 0xc3});
  const auto bss = object.add_section({".bss", "", SHF_ALLOC | SHF_WRITE, SHT_NOBITS, 4});
  object.add_symbol("vgpu_group", text);
  const auto counter = object.add_symbol("x", bss, 0, STT_OBJECT);
  object.relocate(text, 2, R_X86_64_PC32, counter, -4);
  object.relocate(text, 8, R_X86_64_PC32, counter, -4);
  const CodeImage image(object.bytes(), "data", nothing);
  EXPECT_EQ(call<int>(image), 1);
  EXPECT_EQ(call<int>(image), 2);
}

TEST(CodeImage, HasOffsetsOf64Bits) {
  TestObject object;
  const auto text = object.add_code({0xc3, 0, 0, 0, 0, 0, 0, 0, 0});  // ret; offset
  const auto function = object.add_symbol("vgpu_group", text);
  object.relocate(text, 1, R_X86_64_PC64, function, 5);
  const CodeImage image(object.bytes(), "offsets", nothing);
  std::int64_t offset = 0;
  std::memcpy(&offset, static_cast<const char*>(image.symbol("vgpu_group")) + 1, sizeof offset);
  EXPECT_EQ(offset, 4);  // vgpu_group + 5 - (vgpu_group + 1)
}

TEST(CodeImage, NamesAMissingSymbol) {
  TestObject object;
  const auto text = object.add_code({0xe8, 0, 0, 0, 0, 0xc3});
  object.add_symbol("vgpu_group", text);
  object.relocate(text, 1, R_X86_64_PLT32, object.add_symbol("not_there", 0), -4);
  try {
    const CodeImage image(object.bytes(), "missing", nothing);
    FAIL() << "loaded";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::InvalidKernelImage);
    EXPECT_NE(error.message().find("not_there"), std::string::npos);
  }
}

TEST(CodeImage, RefusesWhatItCannotRelocate) {
  for (const std::uint32_t type : {R_X86_64_TPOFF32, R_X86_64_COPY, 200}) {
    TestObject object;
    const auto text = object.add_code({0xb8, 0, 0, 0, 0, 0xc3});
    object.relocate(text, 1, type, object.add_symbol("vgpu_group", text), 0);
    EXPECT_THROW(CodeImage(object.bytes(), "unknown", nothing), Error) << type;
  }
}

TEST(CodeImage, RefusesARelocationAcrossASectionsEnd) {
  TestObject object;
  const auto text = object.add_code({0xb8, 0, 0, 0, 0, 0xc3});
  object.relocate(text, 4, R_X86_64_PC32, object.add_symbol("vgpu_group", text), 0);
  EXPECT_THROW(CodeImage(object.bytes(), "end", nothing), Error);
}

// Any bytes at all are loaded or refused; nothing of a damaged file is executed.
TEST(CodeImage, SurvivesDamagedFiles) {
  TestObject object;
  const auto text = object.add_code({0x8b, 0x05, 0, 0, 0, 0, 0xc3});
  const auto data = object.add_section({".rodata", four_bytes(1), SHF_ALLOC});
  object.add_symbol("vgpu_group", text);
  object.relocate(text, 2, R_X86_64_PC32, object.add_symbol("x", data, 0, STT_OBJECT), -4);
  const std::string good = object.bytes();
  const auto load = [](const std::string& bytes) {
    try {
      const CodeImage image(bytes, "damaged", nothing);
    } catch (const Error&) {
    }
  };
  for (std::size_t size = 0; size < good.size(); ++size) load(good.substr(0, size));
  for (std::size_t at = 0; at < good.size(); ++at) {
    for (const unsigned char change : {0x01, 0x80, 0xff}) {
      std::string bad = good;
      bad[at] = static_cast<char>(bad[at] ^ change);
      load(bad);
    }
  }
}

}  // namespace
}  // namespace vgpu::compiler
