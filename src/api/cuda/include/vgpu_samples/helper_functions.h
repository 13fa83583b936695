/* Words, times and images, with the names of the headers beside NVIDIA's samples. C++ only.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef COMMON_HELPER_FUNCTIONS_H_
#define COMMON_HELPER_FUNCTIONS_H_

#include "helper_image.h"
#include "helper_string.h"
#include "helper_timer.h"

#endif
