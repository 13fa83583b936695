/* The simulated GPU from below: registers, rings of packets, interrupts, simulated time.
 *
 * A program that only wants to run on it sets VGPU_DEVICE=sim and uses <vgpu/runtime.h>. This header is for those who
 * want to see or be the driver; docs/sim.md has the register map, the packets and the clock's model.
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_SIM_H
#define VGPU_SIM_H

#include <vgpu/c/error.h>

/** Rings from this number on are the program's; those below belong to the runtime's driver. */
#define VGPU_SIM_FIRST_USER_RING 28
#define VGPU_SIM_RINGS 32

/** What a packet asks for; the first word of every packet. */
typedef enum vgpuSimOpcode VGPU_INT_ENUM {
  vgpuSimOpNop = 0,
  vgpuSimOpCopy = 1,     /**< rows from one place to another */
  vgpuSimOpFill = 2,     /**< a pattern again and again */
  vgpuSimOpDispatch = 3, /**< a grid of a kernel's groups */
  vgpuSimOpFence = 4, /**< the ring's FENCE register becomes a value when all before it is done */
  vgpuSimOpWait = 5,  /**< until another ring's FENCE has reached a value */
  vgpuSimOpWrite = 6  /**< 64 bits into memory */
} vgpuSimOpcode;

#define VGPU_SIM_INTERRUPT 1u   /**< flag of a fence: raise the ring's interrupt */
#define VGPU_SIM_COOPERATIVE 2u /**< flag of a dispatch: groups may wait for each other */

/** A slot of a ring: 128 bytes, all of them read before the first is acted on. */
typedef struct vgpuSimPacket {
  uint32_t opcode;
  uint32_t flags;
  union {
    struct {
      uint64_t src, dst, src_pitch, dst_pitch, width, height;
    } copy; /**< height rows of width bytes; pitches count only where there is more than one row */
    struct {
      uint64_t dst, pitch, width, height, pattern;
      uint32_t pattern_size, reserved;
    } fill; /**< pattern: address of pattern_size (1 to 128) bytes */
    struct {
      uint32_t kernel, work_dim;
      uint64_t arguments; /**< address of the packed arguments */
      uint32_t argument_bytes, local_bytes;
      uint64_t global[3], offset[3];
      uint32_t local[3], reserved;
    } dispatch;
    struct {
      uint64_t value;
    } fence;
    struct {
      uint32_t ring, reserved;
      uint64_t value;
    } wait;
    struct {
      uint64_t address, value;
    } write;
    uint32_t words[30];
  };
} vgpuSimPacket;

/** Why a ring has stopped; the register FAULT holds one of these. */
typedef enum vgpuSimFault VGPU_INT_ENUM {
  vgpuSimFaultNone = 0,
#define VG_SIM_FAULT(name, value, text) vgpuSimFault##name = value,
#include <vgpu/c/sim_faults.def>
#undef VG_SIM_FAULT
} vgpuSimFault;

typedef struct vgpuSimRegister {
  char name[32];
  uint32_t offset; /**< in BAR 0 */
  uint32_t writable;
} vgpuSimRegister;

/** A span of simulated time: what one part of the machine did. Times are picoseconds. */
typedef struct vgpuSimEvent {
  char name[48];
  char lane[16]; /**< "host", "cp", "copy in", "copy out", "compute", "unit 3" */
  uint64_t start, end;
  uint64_t bytes;   /**< of a copy or fill, else 0 */
  uint64_t groups;  /**< of a launch, or those of it that this unit ran, else 0 */
  uint64_t command; /**< the same number for all that belongs to one host call */
  uint32_t ring, reserved;
} vgpuSimEvent;

VGPU_C_BEGIN

/** Puts registers and rings in front of a device that has none (cpu, opencl): its commands go through them from now on.
 * On a sim device, or the second time, nothing changes. */
VGPU_API vgpuError_t vgpuSimAttach(int device);
/** Whether the device has registers: 1 or 0. */
VGPU_API vgpuError_t vgpuSimIsAttached(int device, int* attached);

VGPU_API vgpuError_t vgpuSimReadRegister(int device, uint32_t offset, uint32_t* value);
VGPU_API vgpuError_t vgpuSimWriteRegister(int device, uint32_t offset, uint32_t value);
/** "FENCE", "RING28_BASE_LO"; without a number "RING_" means ring 0. */
VGPU_API vgpuError_t vgpuSimFindRegister(const char* name, uint32_t* offset);
/** *count: room in `registers`, and then how many there are. */
VGPU_API vgpuError_t vgpuSimGetRegisters(vgpuSimRegister* registers, size_t* count);

/** PCI configuration space; size is 1, 2 or 4 bytes. */
VGPU_API vgpuError_t vgpuSimReadConfig(int device, uint32_t offset, uint32_t size, uint32_t* value);
VGPU_API vgpuError_t vgpuSimWriteConfig(int device, uint32_t offset, uint32_t size, uint32_t value);

/** BAR 0: registers, live; a store to a doorbell is noticed within a millisecond. BAR 2: device memory. */
VGPU_API vgpuError_t vgpuSimMapBar(int device, int bar, void** base, size_t* size);

/** An eventfd, readable while an interrupt that the mask lets through has not been read. The device owns it. */
VGPU_API vgpuError_t vgpuSimGetInterruptFd(int device, int* fd);

/** Lets packets reach host memory (an IOMMU entry); ranges must not overlap. */
VGPU_API vgpuError_t vgpuSimMapHost(int device, void* base, size_t size);
VGPU_API vgpuError_t vgpuSimUnmapHost(int device, void* base);

/** The number by which dispatch packets know a kernel. */
VGPU_API vgpuError_t vgpuSimAddKernel(int device, vgpuKernel_t kernel, uint32_t* number);
VGPU_API vgpuError_t vgpuSimRemoveKernel(int device, uint32_t number);

/** Waits until the device has nothing to do. */
VGPU_API vgpuError_t vgpuSimWaitIdle(int device);

/** Simulated time so far; all work that is under way is finished first. */
VGPU_API vgpuError_t vgpuSimGetTime(int device, uint64_t* picoseconds);
VGPU_API vgpuError_t vgpuSimGetTrace(int device, vgpuSimEvent* events, size_t* count);
VGPU_API vgpuError_t vgpuSimClearTrace(int device);
/** As text, or by the name's end .json (Perfetto) or .html (a page). */
VGPU_API vgpuError_t vgpuSimSaveTrace(int device, const char* path);

VGPU_C_END

#endif
