// What kernels ask of the host: printf's formats, faults, the heap, the table of names.
// SPDX-License-Identifier: MIT
#include "compiler/services.h"

#include <gtest/gtest.h>
#include <x86intrin.h>

#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "compiler/device_heap.h"

namespace vgpu::compiler {
namespace {

// Packs arguments as the compiler does: each aligned to its size.
class Block {
 public:
  template <typename T>
  Block& add(T value) {
    bytes_.resize((bytes_.size() + sizeof(T) - 1) / sizeof(T) * sizeof(T));
    const auto* raw = reinterpret_cast<const std::byte*>(&value);
    bytes_.insert(bytes_.end(), raw, raw + sizeof(T));
    return *this;
  }
  std::string print(const char* format) const {
    return format_printf(format, bytes_.data(), bytes_.size());
  }

 private:
  std::vector<std::byte> bytes_;
};

TEST(Printf, PlainText) {
  EXPECT_EQ(Block().print("hello 100%%\n"), "hello 100%\n");
  EXPECT_EQ(Block().print(""), "");
  EXPECT_EQ(format_printf(nullptr, nullptr, 0), "");
}

TEST(Printf, Integers) {
  EXPECT_EQ(Block().add(-7).print("%d"), "-7");
  EXPECT_EQ(Block().add(7).print("[%5d]"), "[    7]");
  EXPECT_EQ(Block().add(7).print("[%-5d]"), "[7    ]");
  EXPECT_EQ(Block().add(7).print("[%05i]"), "[00007]");
  EXPECT_EQ(Block().add(7).print("[%+.3d]"), "[+007]");
  EXPECT_EQ(Block().add(-1).print("%u"), "4294967295");
  EXPECT_EQ(Block().add(255).print("%x %X %#o"), "ff %X %#o");
  EXPECT_EQ(Block().add(255).add(255).print("%x %X"), "ff FF");
  EXPECT_EQ(Block().add(300).print("%hhd"), "44");
  EXPECT_EQ(Block().add(-1).print("%hu"), "65535");
}

TEST(Printf, WideIntegersAreAligned) {
  EXPECT_EQ(Block().add(1).add(std::int64_t{-5000000000}).add(2).print("%d %ld %d"),
            "1 -5000000000 2");
  EXPECT_EQ(Block().add(std::uint64_t{1} << 63).print("%llu"), "9223372036854775808");
  EXPECT_EQ(Block().add(std::size_t{12}).print("%zu"), "12");
}

TEST(Printf, Floats) {
  EXPECT_EQ(Block().add(1.5).print("%f"), "1.500000");
  EXPECT_EQ(Block().add(1.5).print("%.2e"), "1.50e+00");
  EXPECT_EQ(Block().add(1).add(0.1).print("%d %g"), "1 0.1");
  EXPECT_EQ(Block().add(0.0 / 0.0 > 0 ? 1.0 : 2.0).print("%4.1f"), " 2.0");
  EXPECT_EQ(Block().add(1.0).print("%a"), "0x1p+0");
}

TEST(Printf, TextAndCharactersAndPointers) {
  const char* text = "abc";
  EXPECT_EQ(Block().add(text).print("<%s>"), "<abc>");
  EXPECT_EQ(Block().add(text).print("<%5.2s>"), "<   ab>");
  EXPECT_EQ(Block().add(static_cast<const char*>(nullptr)).print("%s"), "(null)");
  EXPECT_EQ(Block().add(int{'x'}).print("%c"), "x");
  EXPECT_EQ(Block().add(reinterpret_cast<void*>(0x1234)).print("%p"), "0x1234");
}

TEST(Printf, WidthsFromArguments) {
  EXPECT_EQ(Block().add(6).add(42).print("[%*d]"), "[    42]");
  EXPECT_EQ(Block().add(-6).add(42).print("[%*d]"), "[42    ]");
  EXPECT_EQ(Block().add(2).add(3.14159).print("%.*f"), "3.14");
}

// Elements are widened like single values.
TEST(Printf, Vectors) {
  EXPECT_EQ(Block().add(1.0).add(2.0).add(3.0).add(4.5).print("%v4hlf"),
            "1.000000,2.000000,3.000000,4.500000");
  EXPECT_EQ(Block().add(1).add(-2).add(3).print("%v3hld"), "1,-2,3");
  EXPECT_EQ(Block().add(-1).add(2).print("%v2hhd"), "-1,2");
  EXPECT_EQ(Block().add(-1).add(2).print("%v2hu"), "65535,2");
  EXPECT_EQ(Block().add(1.0).add(2.0).print("%.1v2lf"), "1.0,2.0");
  EXPECT_EQ(Block().add(std::int64_t{1} << 40).add(std::int64_t{2}).print("%v2ld"),
            "1099511627776,2");
  EXPECT_EQ(Block().add(10).add(11).print("%#4v2hlx|"), " 0xa, 0xb|");
}

TEST(Printf, ReadsNothingThatIsNotThere) {
  EXPECT_EQ(Block().print("%d %s %f"), "%d %s %f");
  EXPECT_EQ(Block().add(1).print("%d %ld"), "1 %ld");
  EXPECT_EQ(Block().add(1).print("%"), "%");
  EXPECT_EQ(Block().add(1).print("%y"), "%y");
  EXPECT_EQ(Block().add(1).print("%123456789d").size(), 4096u);
  int counter = 5;
  EXPECT_EQ(Block().add(&counter).add(1).print("%n%d"), "1");
  EXPECT_EQ(counter, 5);
}

TEST(Services, PrintedTextIsCollected) {
  PrintSink sink;
  LaunchServices services;
  services.sink = &sink;
  const int value = 3;
  EXPECT_GE(vgpu_service_printf(&services, "a%d\n", &value, sizeof value), 0);
  EXPECT_GE(vgpu_service_printf(&services, "b\n", nullptr, 0), 0);
  EXPECT_EQ(sink.take(), "a3\nb\n");
  EXPECT_EQ(sink.take(), "");
}

TEST(Services, TheFirstFaultIsKept) {
  LaunchServices services;
  vgpu_service_assert_fail(&services, "i < n", "kernel.cu", 12, "scale");
  vgpu_service_trap(&services);
  EXPECT_EQ(services.fault.load(), Fault::assertion);
  EXPECT_EQ(services.fault_text(), "kernel.cu:12: scale: assertion `i < n` failed");
  LaunchServices nameless;
  vgpu_service_assert_fail(&nameless, nullptr, nullptr, 1, nullptr);
  EXPECT_EQ(nameless.fault.load(), Fault::assertion);
}

TEST(Services, HeapHasALimitAndSurvivesMistakes) {
  DeviceHeap heap(1000);
  LaunchServices services;
  services.heap = &heap;
  void* first = vgpu_service_malloc(&services, 600);
  ASSERT_NE(first, nullptr);
  EXPECT_EQ(vgpu_service_malloc(&services, 600), nullptr);
  EXPECT_EQ(vgpu_service_malloc(&services, 0), nullptr);
  EXPECT_EQ(vgpu_service_malloc(&services, -1), nullptr);
  int not_from_the_heap = 0;
  vgpu_service_free(&services, &not_from_the_heap);
  vgpu_service_free(&services, nullptr);
  vgpu_service_free(&services, first);
  vgpu_service_free(&services, first);
  EXPECT_EQ(heap.used(), 0u);
  EXPECT_NE(vgpu_service_malloc(&services, 1000), nullptr);
}

TEST(Services, AreFoundByName) {
  EXPECT_EQ(find_service("vgpu_service_printf"), reinterpret_cast<void*>(&vgpu_service_printf));
  EXPECT_NE(find_service("memcpy"), nullptr);
  EXPECT_EQ(find_service("system"), nullptr);
}

TEST(Services, DivideIntegersOf128Bits) {
  __extension__ using Wide = __int128;
  const auto quotient = reinterpret_cast<Wide (*)(Wide, Wide)>(find_service("__divti3"));
  const auto to_double = reinterpret_cast<double (*)(Wide)>(find_service("__floattidf"));
  ASSERT_TRUE(quotient && to_double);
  const Wide large = -(Wide{7} << 100);
  EXPECT_EQ(quotient(large, Wide{1} << 98), -28);
  EXPECT_EQ(to_double(large), -0x1.cp+102);
}

TEST(Services, HalvesComeAndGoInVectorRegisters) {
  const auto extend = reinterpret_cast<float (*)(__m128i)>(find_service("__extendhfsf2"));
  const auto truncate = reinterpret_cast<__m128i (*)(float)>(find_service("__truncsfhf2"));
  ASSERT_TRUE(extend && truncate);
  EXPECT_EQ(extend(_mm_set1_epi16(0x3e00)), 1.5f);
  EXPECT_EQ(_mm_extract_epi16(truncate(-2.25f), 0), 0xc080);
  for (const float exact : {0.0f, -1.5f, 65504.0f, 0x1p-24f, -INFINITY}) {
    EXPECT_EQ(exact, extend(truncate(exact)));
  }
  EXPECT_EQ(1.0f, extend(truncate(1.0f + 0x1p-11f)));  // ties go to even
  EXPECT_TRUE(std::isnan(extend(truncate(NAN))));
}

TEST(Services, TimeGoesForward) {
  const std::int64_t ticks = vgpu_service_clock(nullptr);
  const std::int64_t before = vgpu_service_timer_ns(nullptr);
  EXPECT_GE(vgpu_service_clock(nullptr), ticks);
  EXPECT_GE(vgpu_service_timer_ns(nullptr), before);
}

}  // namespace
}  // namespace vgpu::compiler
