// Checks of where matrices lie.
// SPDX-License-Identifier: MIT
#include "api/c/matrix_arguments.h"

#include <algorithm>

namespace vgpu::api {

void check_stored(const void* data, const Stored& s, std::size_t element, const char* name,
                  const char* ld_name) {
  if (s.ld < std::max<std::int64_t>(1, s.length)) {
    fail(ErrorCode::InvalidValue, "{}: {} is less than the {} elements that lie side by side",
         ld_name, s.ld, s.length);
  }
  if (s.runs == 0 || s.length == 0 || s.count == 0) return;
  if (s.stride < 0) fail(ErrorCode::InvalidValue, "{}: the stride {} is negative", name, s.stride);
  std::int64_t rows, batches, elements, bytes;
  if (__builtin_mul_overflow(s.runs - 1, s.ld, &rows) ||
      __builtin_mul_overflow(s.count - 1, s.stride, &batches) ||
      __builtin_add_overflow(rows, batches, &elements) ||
      __builtin_add_overflow(elements, s.length, &elements) ||
      __builtin_mul_overflow(elements, static_cast<std::int64_t>(element), &bytes)) {
    fail(ErrorCode::InvalidValue, "{}: {} x {} elements are more than there can be", name, s.runs,
         s.length);
  }
  check_operand(data, static_cast<std::size_t>(bytes), name);
}

}  // namespace vgpu::api
