/* The older name of helper_math.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "helper_math.h"
