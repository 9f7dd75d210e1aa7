// The SIMD register of this build, by xsimd: 4 floats under WASM SIMD128 and SSE2, 8 under AVX2.
//
// Only cpp/simd includes <xsimd/...>. Multiply-add is xsimd::fma: one rounding where the target has it (x86-64-v3), two
// where it has not (WASM SIMD128, SSE2), so that the native baseline build and the WASM build agree bit for bit.
#pragma once

#include <cstddef>
#include <string>
#include <xsimd/xsimd.hpp>

namespace posenc {

using FloatBatch = xsimd::batch<float>;
inline constexpr std::size_t kLanes = FloatBatch::size;

// xsimd's own name of the architecture it was compiled for, e.g. "wasm", "sse2", "fma3+avx2".
inline std::string simd_architecture() {
  return FloatBatch::arch_type::name();
}

}  // namespace posenc
