/* Part of cutil_inline.h that some programs include by its own name.
 *
 * SPDX-License-Identifier: MIT
 */
#include "cutil_inline.h"
