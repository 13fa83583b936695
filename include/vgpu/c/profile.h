/* Profile and trace: what ran when and for how long; and the library's version and log.
 *
 * A trace is a JSON file for Perfetto or chrome://tracing. VGPU_TRACE=file.json traces a whole
 * program.
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_C_PROFILE_H
#define VGPU_C_PROFILE_H

#include <vgpu/c/error.h>

#define VGPU_VERSION_MAJOR 0
#define VGPU_VERSION_MINOR 1
#define VGPU_VERSION_PATCH 0
/** major * 10000 + minor * 100 + patch of the headers a program was built with. */
#define VGPU_VERSION (VGPU_VERSION_MAJOR * 10000 + VGPU_VERSION_MINOR * 100 + VGPU_VERSION_PATCH)

typedef enum vgpuCommandKind VGPU_INT_ENUM {
  vgpuCommandKernel = 0,
  vgpuCommandCopy = 1,
  vgpuCommandFill = 2,
  vgpuCommandHost = 3,
  vgpuCommandGraph = 4,
  vgpuCommandCompile = 5
} vgpuCommandKind;

/** One finished command. Times are nanoseconds of the steady clock. */
typedef struct vgpuProfileRecord {
  char name[64]; /**< the kernel's, cut if too long; else what it was */
  vgpuCommandKind kind;
  int device;
  unsigned int stream; /**< number in traces; 0 is the default stream */
  uint64_t enqueued, started, ended;
  uint64_t bytes; /**< copied or filled */
  dim3 grid, block;
} vgpuProfileRecord;

/** Level and text of a message; called on any thread. */
typedef void (*vgpuLogCallback_t)(int level, const char* message, void* userData);

VGPU_C_BEGIN

/** Version of the library that runs, as VGPU_VERSION. */
VGPU_API vgpuError_t vgpuRuntimeGetVersion(int* version);

/** "0.1.0". Never NULL. */
VGPU_API const char* vgpuGetVersionString(void);

/** The value of an option ("threads"; docs/options.md lists them) as text, cut to size bytes with the 0 at its end. */
VGPU_API vgpuError_t vgpuGetOption(const char* name, char* text, size_t size);

/** Keeps a record of each command that finishes from now on; old records are dropped. */
VGPU_API vgpuError_t vgpuProfilerStart(void);
VGPU_API vgpuError_t vgpuProfilerStop(void);

/** The records in the order of their ends. *count is the room and gets the number; records may be
 * NULL. */
VGPU_API vgpuError_t vgpuProfilerGetRecords(vgpuProfileRecord* records, size_t* count);

/** Traces into that file until vgpuTraceStop or the program's end. One trace at a time. */
VGPU_API vgpuError_t vgpuTraceStart(const char* path);
VGPU_API vgpuError_t vgpuTraceStop(void);

/** Where messages go that VGPU_DEBUG asks for; NULL: to stderr again. */
VGPU_API vgpuError_t vgpuSetLogCallback(vgpuLogCallback_t callback, void* userData);

VGPU_C_END

#endif
