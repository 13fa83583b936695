// assert: may be included again, and obeys NDEBUG each time.
// SPDX-License-Identifier: MIT
#include "vgpu_convention.h"

#undef assert
#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
#define assert(condition) \
  ((condition) ? (void)0  \
               : __vg_assert_fail(#condition, __FILE__, __LINE__, (const char*)__FUNCTION__))
#endif
