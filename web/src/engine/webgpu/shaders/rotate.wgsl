// Turns pair r of token t by the tabled angle: (a, b) <- (a cos - b sin, a sin + b cos).
// half_split: a and b are channels r and r + pairs; interleaved: 2r and 2r + 1. Channels from 2 * pairs on are never
// touched, so they stay bit-identical. The tables come from double precision on the CPU: WGSL's own sin and cos promise
// 2^-11 within [-pi, pi] and nothing outside.

struct Rotate {
  rows: u32,
  tokens: u32,
  head_dim: u32,
  pairs: u32,
  interleaved: u32,
}

@group(0) @binding(0) var<uniform> size: Rotate;
@group(0) @binding(1) var<storage, read> cosine: array<f32>;  // [tokens, pairs]
@group(0) @binding(2) var<storage, read> sine: array<f32>;    // [tokens, pairs]
@group(0) @binding(3) var<storage, read_write> vectors: array<f32>;  // [rows, head_dim], row = head * tokens + token

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let index = id.x + id.y * groups.x * 64;
  if (index >= size.rows * size.pairs) { return; }
  let row = index / size.pairs;
  let pair = index % size.pairs;

  var first = row * size.head_dim + pair;
  var second = first + size.pairs;
  if (size.interleaved != 0) {
    first = row * size.head_dim + 2 * pair;
    second = first + 1;
  }
  let entry = (row % size.tokens) * size.pairs + pair;
  let a = vectors[first];
  let b = vectors[second];
  vectors[first] = a * cosine[entry] - b * sine[entry];
  vectors[second] = a * sine[entry] + b * cosine[entry];
}
