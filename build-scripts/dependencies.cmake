# xsimd (SIMD batches) and Catch2 (tests): given by build-scripts/toolchain in the environment, else installed where
# CMake finds them, else fetched as pinned releases.
include(FetchContent)

add_library(posenc_xsimd INTERFACE)
find_package(xsimd 13 CONFIG QUIET)
if(DEFINED ENV{POSENC_XSIMD_INCLUDE})
  # The folder holds only xsimd/: the system's include folder must never come onto em++'s path.
  target_include_directories(posenc_xsimd SYSTEM INTERFACE $ENV{POSENC_XSIMD_INCLUDE})
elseif(xsimd_FOUND AND NOT (EMSCRIPTEN AND xsimd_INCLUDE_DIRS MATCHES "^/usr/include"))
  target_link_libraries(posenc_xsimd INTERFACE xsimd)
else()
  FetchContent_Declare(xsimd_release
    URL https://github.com/xtensor-stack/xsimd/archive/refs/tags/13.2.0.tar.gz
    URL_HASH SHA256=edd8cd3d548c185adc70321c53c36df41abe64c1fe2c67bc6d93c3ecda82447a
    SOURCE_SUBDIR none) # headers only: nothing to configure
  FetchContent_MakeAvailable(xsimd_release)
  target_include_directories(posenc_xsimd SYSTEM INTERFACE ${xsimd_release_SOURCE_DIR}/include)
endif()

if(POSENC_TESTS)
  if(DEFINED ENV{POSENC_CATCH2_SOURCE})
    set(FETCHCONTENT_SOURCE_DIR_CATCH2 $ENV{POSENC_CATCH2_SOURCE})
  endif()
  FetchContent_Declare(Catch2
    URL https://github.com/catchorg/Catch2/archive/refs/tags/v3.7.1.tar.gz
    URL_HASH SHA256=c991b247a1a0d7bb9c39aa35faf0fe9e19764213f28ffba3109388e62ee0269c
    SYSTEM
    FIND_PACKAGE_ARGS 3.7)
endif()
