# Compiler settings that every target shares, and the helper that globs a folder's sources.
# SPDX-License-Identifier: MIT
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
add_compile_options(-Wall -Wextra -Wno-unused-parameter)

find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
  set(CMAKE_C_COMPILER_LAUNCHER ${CCACHE})
endif()
find_program(LLD NAMES ld.lld-19 ld.lld)
if(LLD)
  add_link_options(-fuse-ld=${LLD})
endif()
if(VGPU_SANITIZE)
  add_compile_options(-fsanitize=${VGPU_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer -g1)
  add_link_options(-fsanitize=${VGPU_SANITIZE})
  # Shared, so that our libraries also work in a program that is not sanitized itself (Python).
  if(VGPU_SANITIZE MATCHES "address")
    execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=libclang_rt.asan-x86_64.so
                    OUTPUT_VARIABLE VGPU_ASAN_LIBRARY OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
    get_filename_component(folder ${VGPU_ASAN_LIBRARY} DIRECTORY)
    add_link_options(-shared-libsan -Wl,-rpath,${folder})
  endif()
endif()

# A property of tests. LLVM's libraries are not sanitized and know nothing of the poison that their headers, compiled by
# us, put into their memory. Threads that run kernels have alternate signal stacks of our own, which the sanitizer would
# take for its own.
set(sanitizer_environment "")
if(VGPU_SANITIZE MATCHES "address")
  set(sanitizer_environment ENVIRONMENT_MODIFICATION ASAN_OPTIONS=set:allow_user_poisoning=0:use_sigaltstack=0)
elseif(VGPU_SANITIZE MATCHES "thread")
  set(sanitizer_environment ENVIRONMENT_MODIFICATION
                            TSAN_OPTIONS=set:suppressions=${CMAKE_SOURCE_DIR}/tests/tsan.supp)
endif()

# Precompiles the headers that most of a target's files include: LLVM's cost four of five seconds a file otherwise.
option(VGPU_PCH "precompile large headers" ON)
function(vgpu_precompile target)
  if(VGPU_PCH)
    set(headers "")
    foreach(header ${ARGN})  # for C++ alone: a target may also have a file in C
      string(REPLACE ">" "$<ANGLE-R>" header "${header}")
      list(APPEND headers "$<$<COMPILE_LANGUAGE:CXX>:${header}>")
    endforeach()
    target_precompile_headers(${target} PRIVATE ${headers})
    if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
      # ccache compares contents, and a time in them would make every build a new one.
      target_compile_options(${target} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
    endif()
  endif()
endfunction()

# Sources of the folders given (not of their subfolders), without the *_test.cpp that stand beside them.
function(vgpu_sources out)
  set(all "")
  foreach(folder ${ARGN})
    file(GLOB found CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*.cpp)
    list(APPEND all ${found})
  endforeach()
  list(FILTER all EXCLUDE REGEX "_test\\.cpp$")
  set(${out} ${all} PARENT_SCOPE)
endfunction()

# Engines' kernels by instruction set: a file's suffix says which instructions it may use, and its code stands in a
# namespace of that name (VG_SIMD), so that tests/house can tell it from the rest, which runs on any x86-64.
set(avx2 -mavx2 -mfma -mf16c -mbmi -mbmi2 -mlzcnt)
set(avx512 ${avx2} -mavx512f -mavx512bw -mavx512cd -mavx512dq -mavx512vl -mprefer-vector-width=512)
function(vgpu_simd_flags)
  foreach(source ${ARGN})
    if(source MATCHES "/engine/.*_avx512_bf16\\.cpp$")
      set(flags ${avx512} -mavx512bf16 -DVG_SIMD=avx512_bf16)
    elseif(source MATCHES "/engine/.*_avx512_vnni\\.cpp$")
      set(flags ${avx512} -mavx512vnni -DVG_SIMD=avx512_vnni)
    elseif(source MATCHES "/engine/.*_avx512_amx\\.cpp$")
      set(flags ${avx512} -mamx-tile -mamx-bf16 -mamx-int8 -DVG_SIMD=avx512_amx)
    elseif(source MATCHES "/engine/.*_avx512\\.cpp$")
      set(flags ${avx512} -DVG_SIMD=avx512)
    elseif(source MATCHES "/engine/.*_avx2\\.cpp$")
      set(flags ${avx2} -DVG_SIMD=avx2)
    elseif(source MATCHES "/engine/.*_portable\\.cpp$")
      set(flags -DVG_SIMD=portable)
    else()
      continue()
    endif()
    set_source_files_properties(${source} PROPERTIES COMPILE_OPTIONS "-O3;-ffp-contract=fast;${flags}"
                                SKIP_PRECOMPILE_HEADERS ON)
  endforeach()
endfunction()
