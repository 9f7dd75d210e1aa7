// Attention as three plain kernels over the whole matrix of scores: s = q k^T / sqrt(d), row softmax, w v.
// Dispatched as (columns / 64, queries, heads), softmax as (1, queries, heads); hidden keys are neither computed nor read.

struct Size {
  heads: u32,
  tokens: u32,
  head_dim: u32,
  causal: u32,
}

@group(0) @binding(0) var<uniform> size: Size;
@group(0) @binding(1) var<storage, read> query: array<f32>;          // [heads, tokens, head_dim]
@group(0) @binding(2) var<storage, read> key: array<f32>;            // [heads, tokens, head_dim]
@group(0) @binding(3) var<storage, read> value: array<f32>;          // [heads, tokens, head_dim]
@group(0) @binding(4) var<storage, read_write> weights: array<f32>;  // [heads, tokens, tokens], scores at first
@group(0) @binding(5) var<storage, read_write> output: array<f32>;   // [heads, tokens, head_dim]

const lanes = 64u;

fn visible_keys(i: u32) -> u32 { return select(size.tokens, i + 1, size.causal != 0); }

@compute @workgroup_size(lanes)
fn scores(@builtin(global_invocation_id) id: vec3u) {
  let j = id.x;
  if (j >= visible_keys(id.y)) { return; }
  let query_at = (id.z * size.tokens + id.y) * size.head_dim;
  let key_at = (id.z * size.tokens + j) * size.head_dim;
  var product = 0.0;
  for (var c = 0u; c < size.head_dim; c++) { product += query[query_at + c] * key[key_at + c]; }
  weights[(id.z * size.tokens + id.y) * size.tokens + j] = product / sqrt(f32(size.head_dim));
}

var<workgroup> partial: array<f32, lanes>;

@compute @workgroup_size(lanes)
fn softmax(@builtin(workgroup_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  let row = (id.z * size.tokens + id.y) * size.tokens;
  let end = visible_keys(id.y);

  var largest = weights[row];
  for (var j = lane; j < end; j += lanes) { largest = max(largest, weights[row + j]); }
  partial[lane] = largest;
  workgroupBarrier();
  for (var half = lanes / 2; half > 0; half /= 2) {
    if (lane < half) { partial[lane] = max(partial[lane], partial[lane + half]); }
    workgroupBarrier();
  }
  largest = partial[0];
  workgroupBarrier();

  var total = 0.0;
  for (var j = lane; j < end; j += lanes) {
    let weight = exp(weights[row + j] - largest);
    weights[row + j] = weight;
    total += weight;
  }
  partial[lane] = total;
  workgroupBarrier();
  for (var half = lanes / 2; half > 0; half /= 2) {
    if (lane < half) { partial[lane] += partial[lane + half]; }
    workgroupBarrier();
  }
  total = partial[0];
  for (var j = lane; j < end; j += lanes) { weights[row + j] /= total; }
}

@compute @workgroup_size(lanes)
fn values(@builtin(global_invocation_id) id: vec3u) {
  let c = id.x;
  if (c >= size.head_dim) { return; }
  let row = (id.z * size.tokens + id.y) * size.tokens;
  let value_at = id.z * size.tokens * size.head_dim + c;
  let end = visible_keys(id.y);
  var sum = 0.0;
  for (var j = 0u; j < end; j++) { sum += weights[row + j] * value[value_at + j * size.head_dim]; }
  output[(id.z * size.tokens + id.y) * size.head_dim + c] = sum;
}
