// vGPU for C++17 and later: the C interface with objects that clean up and errors that are thrown.
//
// Header-only over <vgpu/runtime.h>; get() of each object gives the C handle, so both can be mixed.
// SPDX-License-Identifier: MIT
#pragma once

#include <vgpu/cpp/buffer.hpp>
#include <vgpu/cpp/device.hpp>
#include <vgpu/cpp/error.hpp>
#include <vgpu/cpp/event.hpp>
#include <vgpu/cpp/graph.hpp>
#include <vgpu/cpp/kernel.hpp>
#include <vgpu/cpp/module.hpp>
#include <vgpu/cpp/stream.hpp>
