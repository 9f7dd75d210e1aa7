// Packs rows [heads, tokens, width] into vec4s as the main kernel reads them: channels (or tokens) in fours, the rest
// filled with zeros. On the way rows are scaled, turned pair by pair, and a vector of their head is added:
//   x <- R(t) (scale_t x) + bias_h,  (a, b) <- (a cos - b sin, a sin + b cos)
// half_split: a and b are channels r and r + pairs; interleaved: 2r and 2r + 1. Without scale and bias, channels from
// 2 * pairs on keep every bit. The tables come from double precision on the CPU: WGSL's own sin and cos promise 2^-11
// within [-pi, pi] and nothing outside.
//
// An outer index n (a row, or a channel) and an inner one g (four channels, or four tokens) make one vec4; it lands at
// n / 4 * quad_step + n % 4 * single_step + g * inner_step. Rows of `group` heads that share their keys are joined,
// query-major: row n is token n / group of head n % group.

struct Prepare {
  heads: u32,
  tokens: u32,
  width: u32,
  group: u32,
  outer: u32,
  inner: u32,
  by_channel: u32,
  quad_step: u32,
  single_step: u32,
  inner_step: u32,
  head_step: u32,
  start: u32,
  pairs: u32,
  interleaved: u32,
  scaled: u32,
  biased: u32,
}

@group(0) @binding(0) var<uniform> size: Prepare;
@group(0) @binding(1) var<storage, read> raw: array<f32>;  // [heads, tokens, width]
// cosine [tokens, pairs], sine [tokens, pairs], scale [tokens], bias [heads, width]; what is not used takes no place
@group(0) @binding(2) var<storage, read> tables: array<f32>;
@group(0) @binding(3) var<storage, read_write> rows: array<vec4<number>>;

// x is channel c of a row that starts at `at`, both scaled by `scale` where they meet.
fn turned(x: f32, scale: f32, at: u32, t: u32, c: u32) -> f32 {
  let is_split = size.interleaved == 0;
  let is_first = select(c % 2 == 0, c < size.pairs, is_split);
  let pair = select(c / 2, c % size.pairs, is_split);
  let apart = select(1u, size.pairs, is_split);
  let entry = t * size.pairs + pair;
  let cosine = tables[entry];
  let sine = tables[size.tokens * size.pairs + entry];
  let other = scale * raw[at + select(c - apart, c + apart, is_first)];
  return select(other * sine + x * cosine, x * cosine - other * sine, is_first);
}

fn number_at(head: u32, t: u32, c: u32) -> f32 {
  if (t >= size.tokens || c >= size.width) { return 0; }
  let at = (head * size.tokens + t) * size.width;
  var x = raw[at + c];
  var scale = 1.0;
  if (size.scaled != 0) {
    scale = tables[2 * size.tokens * size.pairs + t];
    x *= scale;
  }
  if (c < 2 * size.pairs) { x = turned(x, scale, at, t, c); }
  if (size.biased != 0) { x += tables[size.tokens * (2 * size.pairs + size.scaled) + head * size.width + c]; }
  return x;
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let index = id.x + id.y * groups.x * 64;
  let kv_head = index / (size.outer * size.inner);
  if (kv_head * size.group >= size.heads) { return; }
  let n = index / size.inner % size.outer;
  let g = index % size.inner;
  let row = select(n, 4 * g, size.by_channel != 0);
  let channel = select(4 * g, n, size.by_channel != 0);
  let head = kv_head * size.group + row % size.group;
  let token = row / size.group;
  let dt = select(0u, 1u, size.by_channel != 0);
  let dc = 1 - dt;
  let four = vec4f(
    number_at(head, token, channel),
    number_at(head, token + dt, channel + dc),
    number_at(head, token + 2 * dt, channel + 2 * dc),
    number_at(head, token + 3 * dt, channel + 3 * dc),
  );
  rows[size.start + kv_head * size.head_step + n / 4 * size.quad_step + n % 4 * size.single_step + g * size.inner_step] =
    vec4<number>(four);
}
