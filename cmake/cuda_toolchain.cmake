# Lets CMake projects with enable_language(CUDA) build with vgpucc: -DCMAKE_TOOLCHAIN_FILE=.../cuda_toolchain.cmake
#
# CMake would run nvcc to learn about it; what it would find is said here. SPDX-License-Identifier: MIT
get_filename_component(vgpu_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." REALPATH)
find_program(VGPU_VGPUCC vgpucc HINTS "${vgpu_prefix}/bin" REQUIRED)
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES VGPU_VGPUCC)
set(CMAKE_CUDA_COMPILER "${VGPU_VGPUCC}")
set(CMAKE_CUDA_COMPILER_FORCED TRUE)
set(CMAKE_CUDA_COMPILER_ID NVIDIA)
set(CMAKE_CUDA_COMPILER_ID_RUN TRUE)
set(CMAKE_CUDA_COMPILER_VERSION 12.5.82)
# In the form of nvcc's dry run, from which CMake takes the program that links and the libraries.
set(CMAKE_CUDA_COMPILER_PRODUCED_OUTPUT
    "#\$ LIBRARIES=-lvgpu_cudart\n\n#\$ ${VGPU_VGPUCC} -o a.out a.o -lvgpu_cudart\n")
set(CMAKE_CUDA_COMPILER_TOOLKIT_ROOT "${vgpu_prefix}")
set(CMAKE_CUDA_COMPILER_WORKS TRUE)
set(CMAKE_CUDA_HOST_LINK_LAUNCHER "${VGPU_VGPUCC}")
set(CMAKE_CUDA_STANDARD_COMPUTED_DEFAULT 17)
set(CMAKE_CUDA_COMPILE_FEATURES cuda_std_03 cuda_std_11 cuda_std_14 cuda_std_17 cuda_std_20)
set(CMAKE_CUDA_ABI_COMPILED TRUE)
set(CMAKE_CUDA_COMPILER_ABI ELF)
set(CMAKE_CUDA_SIZEOF_DATA_PTR 8)
if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
  set(CMAKE_CUDA_ARCHITECTURES 86)
endif()
