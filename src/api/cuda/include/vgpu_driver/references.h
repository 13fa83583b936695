/* Texture and surface references of CUDA's driver interface: variables of a module, bound to memory by name.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_DRIVER_REFERENCES_H
#define VGPU_DRIVER_REFERENCES_H

#include "vgpu_driver/texture.h"

typedef struct CUtexref_st* CUtexref;
typedef struct CUsurfref_st* CUsurfref;
#define CU_TRSA_OVERRIDE_FORMAT 0x01
#define CU_PARAM_TR_DEFAULT (-1)

VG_C_BEGIN
CUresult cuModuleGetTexRef(CUtexref* reference, CUmodule module, const char* name);
CUresult cuModuleGetSurfRef(CUsurfref* reference, CUmodule module, const char* name);
CUresult cuTexRefCreate(CUtexref* reference);
CUresult cuTexRefDestroy(CUtexref reference);
CUresult cuTexRefSetArray(CUtexref reference, CUarray array, unsigned int flags);
CUresult cuTexRefSetMipmappedArray(CUtexref reference, CUmipmappedArray array, unsigned int flags);
CUresult cuTexRefSetAddress(size_t* offset, CUtexref reference, CUdeviceptr pointer, size_t bytes);
CUresult cuTexRefSetAddress2D(CUtexref reference, const CUDA_ARRAY_DESCRIPTOR* descriptor,
                              CUdeviceptr pointer, size_t pitch);
CUresult cuTexRefSetFormat(CUtexref reference, CUarray_format format, int channels);
CUresult cuTexRefSetAddressMode(CUtexref reference, int dimension, CUaddress_mode mode);
CUresult cuTexRefSetFilterMode(CUtexref reference, CUfilter_mode mode);
CUresult cuTexRefSetMipmapFilterMode(CUtexref reference, CUfilter_mode mode);
CUresult cuTexRefSetMipmapLevelBias(CUtexref reference, float bias);
CUresult cuTexRefSetMipmapLevelClamp(CUtexref reference, float least, float most);
CUresult cuTexRefSetMaxAnisotropy(CUtexref reference, unsigned int most);
CUresult cuTexRefSetBorderColor(CUtexref reference, float* color);
CUresult cuTexRefSetFlags(CUtexref reference, unsigned int flags);
CUresult cuTexRefGetAddress(CUdeviceptr* pointer, CUtexref reference);
CUresult cuTexRefGetArray(CUarray* array, CUtexref reference);
CUresult cuTexRefGetFormat(CUarray_format* format, int* channels, CUtexref reference);
CUresult cuTexRefGetAddressMode(CUaddress_mode* mode, CUtexref reference, int dimension);
CUresult cuTexRefGetFilterMode(CUfilter_mode* mode, CUtexref reference);
CUresult cuTexRefGetBorderColor(float* color, CUtexref reference);
CUresult cuTexRefGetFlags(unsigned int* flags, CUtexref reference);
CUresult cuSurfRefSetArray(CUsurfref reference, CUarray array, unsigned int flags);
CUresult cuSurfRefGetArray(CUarray* array, CUsurfref reference);
VG_C_END

#endif
