// What the program has made on each device and not yet destroyed: cudaDeviceReset takes it away.
//
// An object is the pointer or handle that the program holds. Asking for one also tells a living handle from a stale
// one where the object has no table of its own. SPDX-License-Identifier: MIT
#pragma once

namespace vgpu::cuda {

using Undo = void (*)(void* object);

// Notes an object of the current device, and how it is destroyed.
void own(void* object, Undo undo);

// The program destroys it by itself. False: it is not (or no longer) there.
bool disown(void* object);

bool is_owned(const void* object);

// Destroys all of the device's, the newest first.
void release_belongings(int device);

}  // namespace vgpu::cuda
