// One kernel on its way through the passes: the module, the request, and what the passes have made
// so far.
//
// Every pass is a function bool(Unit&); false means that unit.error says why the kernel cannot be
// compiled. Created by target/generate.cpp, one a compile, used by one thread.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "compiler/item_states.h"
#include "compiler/passes/device_names.h"
#include "compiler/passes/remarks.h"
#include "compiler/passes/schedule.h"
#include "compiler/plugin.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"

namespace vgpu::compiler {

// What stands at the end of a region: why its items wait.
using WaitKind = StateKind;

// The code from one barrier to the next. Region 0 starts the kernel; region k continues behind
// barrier k.
struct Region {
  WaitKind kind = WaitKind::none;  // of the barrier it continues
  llvm::Function* item = nullptr;  // runs one item
  llvm::Function* tile = nullptr;  // runs a tile, or null: no vector version
  unsigned jam_x = 1;              // vectors along x in a tile of this region
  llvm::Function* active =
      nullptr;                 // how many items along x do anything (clip_tiles), or null: all
  std::vector<unsigned> next;  // the regions that may follow; 0: the items end
  std::vector<std::pair<std::uint64_t, std::uint64_t>> commits;  // shadow bytes: offset and size
};

// The frame, as split_regions lays it out. Offsets are in bytes.
struct FrameLayout {
  std::uint64_t uniform_bytes = 0;  // scalars; their shadow follows at the distance uniform_bytes
  std::uint64_t bytes = 0;
  bool has_alive = false;  // one byte an item: 0 once it has ended
  bool parted = false;     // two bytes instead: the barrier that the item waits at
  std::uint64_t alive = 0;
  std::uint64_t states = 0;    // warp kernels on the scalar path: 4 bytes an item
  std::uint64_t exchange = 0;  // and 8 + 4 bytes an item for what a warp operation passes on
};

struct Unit {
  llvm::Module& module;
  const CodeRequest& request;
  Remarks remarks;
  Schedule schedule;
  CodeInfo info;
  FrameLayout frame;
  llvm::Function* kernel = nullptr;
  llvm::Function* item = nullptr;
  std::uint64_t scratch_offset = 0;  // of __vg_group_scratch in local memory
  std::vector<Region> regions;
  llvm::Function* group = nullptr;  // the exported function
  bool uses_barrier = false;
  bool uses_grid_barrier = false;
  bool uses_warp = false;
  bool joins_groups = false;  // the driver may run neighbouring groups together
  bool waits = false;         // some loop waits for other threads and gives way to them
  bool lanes_wait = false;    // and these may be of the same warp
  bool item_states = false;   // scalar path of a warp kernel: every item remembers where it waits
  std::string error;
  std::string log;

  Unit(llvm::Module& module_, const CodeRequest& request_) : module(module_), request(request_) {}

  bool counts_on_warps() const { return module.getModuleFlag(kCountsOnWarps) != nullptr; }

  bool fail(std::string text) {
    error = std::move(text);
    return false;
  }
};

#define VG_PASS(name, why) bool name(Unit& unit);
#include "compiler/passes/passes.def"
#undef VG_PASS

// Runs the list in order. On false, unit.error holds the reason.
bool run_passes(Unit& unit);

// Runs an LLVM pipeline text over one function, or over the module.
void run_function_passes(llvm::Function& function, const char* pipeline);
void run_function_passes(llvm::Function& function, llvm::FunctionPassManager& passes);
void run_module_passes(llvm::Module& module, const char* pipeline);

}  // namespace vgpu::compiler
