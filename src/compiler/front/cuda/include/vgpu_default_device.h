// -default-device of NVRTC: functions and variables without an execution space are the device's.
//
// Included before the kernels' text by cuda_setup.cpp, which writes the ends of both pragmas behind it. Functions get
// both sides, since one with a space of its own (a kernel) must keep it; there is no host here that would notice.
// SPDX-License-Identifier: MIT
#pragma clang force_cuda_host_device begin
#pragma clang attribute push(__attribute__((device)), apply_to = variable(is_global))
