/* What CUDA's driver interface does with buffers and images of graphics: there are none here, so that nothing can be
 * registered, and all handles are invalid. Programs that load the library by hand ask for these functions all the same.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_DRIVER_GRAPHICS_H
#define VGPU_DRIVER_GRAPHICS_H

#include "vgpu_driver/types.h"

typedef struct CUgraphicsResource_st* CUgraphicsResource;
typedef enum CUgraphicsRegisterFlags_enum {
  CU_GRAPHICS_REGISTER_FLAGS_NONE = 0x00,
  CU_GRAPHICS_REGISTER_FLAGS_READ_ONLY = 0x01,
  CU_GRAPHICS_REGISTER_FLAGS_WRITE_DISCARD = 0x02,
  CU_GRAPHICS_REGISTER_FLAGS_SURFACE_LDST = 0x04,
  CU_GRAPHICS_REGISTER_FLAGS_TEXTURE_GATHER = 0x08
} CUgraphicsRegisterFlags;
typedef enum CUgraphicsMapResourceFlags_enum {
  CU_GRAPHICS_MAP_RESOURCE_FLAGS_NONE = 0x00,
  CU_GRAPHICS_MAP_RESOURCE_FLAGS_READ_ONLY = 0x01,
  CU_GRAPHICS_MAP_RESOURCE_FLAGS_WRITE_DISCARD = 0x02
} CUgraphicsMapResourceFlags;

VG_C_BEGIN
CUresult cuGraphicsUnregisterResource(CUgraphicsResource resource);
CUresult cuGraphicsMapResources(unsigned int count, CUgraphicsResource* resources, CUstream stream);
CUresult cuGraphicsUnmapResources(unsigned int count, CUgraphicsResource* resources,
                                  CUstream stream);
CUresult cuGraphicsResourceSetMapFlags(CUgraphicsResource resource, unsigned int flags);
CUresult cuGraphicsResourceGetMappedPointer(CUdeviceptr* pointer, size_t* bytes,
                                            CUgraphicsResource resource);
CUresult cuGraphicsSubResourceGetMappedArray(CUarray* array, CUgraphicsResource resource,
                                             unsigned int index, unsigned int level);
/* Of NVIDIA's own tools. */
CUresult cuGetExportTable(const void** table, const CUuuid* id);
VG_C_END

#endif
