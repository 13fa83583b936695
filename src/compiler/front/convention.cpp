// Gives every __vg_* declaration the attributes that the module convention promises; see lower_names.h.
//
// SPDX-License-Identifier: MIT
#include "compiler/front/lower_names.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/Instructions.h"

namespace vgpu::compiler {
namespace {

enum class Nature { query, collective, barrier, service, unknown };

Nature nature_of(llvm::StringRef name) {
  static const llvm::StringSet<> queries{
      "__vg_local_id",      "__vg_group_id",      "__vg_local_size",    "__vg_enqueued_size",
      "__vg_group_count",   "__vg_global_size",   "__vg_global_offset", "__vg_work_dim",
      "__vg_group_scratch", "__vg_dynamic_local", "__vg_local_begin",   "__vg_local_end"};
  static const llvm::StringSet<> collectives{"__vg_ballot", "__vg_active_mask", "__vg_shuffle32",
                                             "__vg_shuffle64"};
  static const llvm::StringSet<> barriers{"__vg_barrier", "__vg_grid_barrier", "__vg_warp_barrier",
                                          "__vg_yield"};
  static const llvm::StringSet<> services{"__vg_printf",   "__vg_assert_fail", "__vg_trap",
                                          "__vg_malloc",   "__vg_free",        "__vg_clock",
                                          "__vg_timer_ns", "__vg_memory_kind", "__vg_launch"};
  if (queries.contains(name)) return Nature::query;
  if (collectives.contains(name)) return Nature::collective;
  if (barriers.contains(name)) return Nature::barrier;
  return services.contains(name) ? Nature::service : Nature::unknown;
}

template <class Marked>
void mark(Marked& marked, Nature nature) {
  marked.removeFnAttr(llvm::Attribute::Memory);
  marked.removeFnAttr(llvm::Attribute::Convergent);
  marked.addFnAttr(llvm::Attribute::NoUnwind);
  if (nature == Nature::query || nature == Nature::collective)
    marked.addFnAttr(llvm::Attribute::WillReturn);
  if (nature == Nature::query) marked.setMemoryEffects(llvm::MemoryEffects::none());
  // Ordered among themselves, free among loads and stores: the lanes that take part matter, memory does not.
  if (nature == Nature::collective)
    marked.setMemoryEffects(llvm::MemoryEffects::inaccessibleMemOnly());
  if (nature == Nature::collective || nature == Nature::barrier)
    marked.addFnAttr(llvm::Attribute::Convergent);
}

}  // namespace

void mark_convention(llvm::Module& module) {
  for (llvm::Function& function : module) {
    const Nature nature = nature_of(function.getName());
    if (!function.isDeclaration() || nature == Nature::unknown) continue;
    mark(function, nature);
    for (llvm::User* user : function.users())
      if (auto* call = llvm::dyn_cast<llvm::CallBase>(user)) mark(*call, nature);
  }
}

}  // namespace vgpu::compiler
