# xsimd (SIMD batches) and Catch2 (tests): given by build-scripts/toolchain in the environment, else installed on the
# system, else fetched as pinned releases.
include(FetchContent)

# The folder holds only xsimd/: the system's include folder must never come onto em++'s path.
add_library(xsimd INTERFACE)
if(DEFINED ENV{POSENC_XSIMD_INCLUDE})
  target_include_directories(xsimd SYSTEM INTERFACE $ENV{POSENC_XSIMD_INCLUDE})
else()
  FetchContent_Declare(xsimd_release
    URL https://github.com/xtensor-stack/xsimd/archive/refs/tags/13.2.0.tar.gz
    URL_HASH SHA256=edd8cd3d548c185adc70321c53c36df41abe64c1fe2c67bc6d93c3ecda82447a
    SOURCE_SUBDIR none)
  FetchContent_MakeAvailable(xsimd_release)
  target_include_directories(xsimd SYSTEM INTERFACE ${xsimd_release_SOURCE_DIR}/include)
endif()

if(POSENC_TESTS)
  if(DEFINED ENV{POSENC_CATCH2_SOURCE})
    set(FETCHCONTENT_SOURCE_DIR_CATCH2 $ENV{POSENC_CATCH2_SOURCE})
  endif()
  FetchContent_Declare(Catch2
    URL https://github.com/catchorg/Catch2/archive/refs/tags/v3.7.1.tar.gz
    URL_HASH SHA256=c991b247a1a0d7bb9c39aa35faf0fe9e19764213f28ffba3109388e62ee0269c
    SYSTEM)
endif()
