// Writes the object of a device link; see device_link.h.
//
// Every file of -rdc=true calls a function of its own before main, which only such an object defines: a program that has
// not been through a device link does not link. The functions are hidden, so that libraries with device code of their
// own are programs of their own, and weak, so that a file may be in two device links. SPDX-License-Identifier: MIT
#include "vgpucc/device_link.h"

namespace vgpu::vgpucc {
namespace {

// LinkedCode of api/cuda/embedded_program.h.
constexpr const char* kBegin = R"(
#define HIDDEN __attribute__((visibility("hidden")))
typedef void (*Register)(void**);
struct Linked { const void* bytes; void* program; };
void __vgpuRegisterLinkedBinary(struct Linked*, Register);
extern const char code[] __asm__(".Lvgpu_linked_code") HIDDEN;
static struct Linked linked = {code, 0};
)";

std::string registering(const std::string& function) {
  return "__attribute__((weak)) HIDDEN void " + function +
         "(Register all) { __vgpuRegisterLinkedBinary(&linked, all); }\n";
}

}  // namespace

std::string device_link_text(const ObjectParts& parts, const std::string& code_file) {
  if (parts.wanted.empty()) return {};
  std::string text = kBegin;
  text += R"(__asm__(".pushsection .nv_fatbin,\"a\"\n.balign 16\n.Lvgpu_linked_code:\n.incbin \")" +
          code_file + "\\\"\\n.popsection\");\n";
  for (const std::string& function : parts.wanted) text += registering(function);
  return text;
}

}  // namespace vgpu::vgpucc
