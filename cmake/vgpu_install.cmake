# What `cmake --install` installs: libraries, headers, the CMake package, vgpu.pc, the command line.
#
# Every path is relative to the prefix, so an installed tree can be moved: libvgpu finds libvgpu_compiler.so beside
# itself, programs find libvgpu by $ORIGIN. Python packages install themselves (python/CMakeLists.txt).
# SPDX-License-Identifier: MIT
include(CMakePackageConfigHelpers)

install(TARGETS vgpu EXPORT vgpuTargets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY ${CMAKE_SOURCE_DIR}/include/vgpu DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
if(TARGET vgpu_compiler)
  install(TARGETS vgpu_compiler LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()
if(TARGET vgpu_cli)
  set_target_properties(vgpu_cli PROPERTIES INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}")
  install(TARGETS vgpu_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  # vgpu-cli is the same program by another name, vgpu-tune its verb.
  foreach(name vgpu-cli vgpu-tune)
    file(CREATE_LINK vgpu ${CMAKE_CURRENT_BINARY_DIR}/${name} SYMBOLIC)
    install(FILES ${CMAKE_CURRENT_BINARY_DIR}/${name} DESTINATION ${CMAKE_INSTALL_BINDIR})
  endforeach()
endif()

if(TARGET vgpu_opencl)
  install(TARGETS vgpu_opencl LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
  # The loader needs the full path, which is known when the prefix is: at installation. A wheel is built in one place and
  # installed in another, so it has none; `vgpu run` names the driver itself.
  if(NOT SKBUILD)
    install(CODE "
      get_filename_component(vgpu_prefix \"\${CMAKE_INSTALL_PREFIX}\" ABSOLUTE)
      set(vgpu_icd \"\$ENV{DESTDIR}\${vgpu_prefix}/etc/OpenCL/vendors/vgpu.icd\")
      message(STATUS \"Installing: \${vgpu_icd}\")
      file(WRITE \"\${vgpu_icd}\" \"\${vgpu_prefix}/${CMAKE_INSTALL_LIBDIR}/libvgpu_opencl.so\\n\")")
  endif()
endif()

set(VGPU_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/vgpu)
install(EXPORT vgpuTargets NAMESPACE vgpu:: DESTINATION ${VGPU_CMAKE_DIR})
configure_package_config_file(${CMAKE_SOURCE_DIR}/cmake/vgpuConfig.cmake.in ${CMAKE_BINARY_DIR}/vgpuConfig.cmake
                              INSTALL_DESTINATION ${VGPU_CMAKE_DIR})
write_basic_package_version_file(${CMAKE_BINARY_DIR}/vgpuConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/vgpuConfig.cmake ${CMAKE_BINARY_DIR}/vgpuConfigVersion.cmake
        DESTINATION ${VGPU_CMAKE_DIR})
install(FILES ${CMAKE_SOURCE_DIR}/cmake/cuda_toolchain.cmake DESTINATION ${VGPU_CMAKE_DIR})

# pkg-config finds the prefix from where vgpu.pc stands.
file(RELATIVE_PATH VGPU_PC_UP /p/${CMAKE_INSTALL_LIBDIR}/pkgconfig /p)
configure_file(${CMAKE_SOURCE_DIR}/cmake/vgpu.pc.in ${CMAKE_BINARY_DIR}/vgpu.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/vgpu.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

install(FILES ${CMAKE_SOURCE_DIR}/LICENSE ${CMAKE_SOURCE_DIR}/README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})

# All that an installation needs, and nothing that only tests and benchmarks need.
add_custom_target(installed_programs)
foreach(target vgpu vgpu_compiler vgpu_opencl vgpu_cli vgpu_python vgpu_cudart vgpucc vgpu_driver)
  if(TARGET ${target})
    add_dependencies(installed_programs ${target})
  endif()
endforeach()
