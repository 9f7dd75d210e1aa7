// weight(h, i, j) = e^(score - maximum) / sum where i sees j, else 0; one invocation per pair.

@group(0) @binding(2) var<storage, read> scores: array<f32>;   // [heads, queries, keys]
@group(0) @binding(3) var<storage, read> output: array<f32>;   // [heads, queries, value_dim], then (maximum, sum)
@group(0) @binding(4) var<storage, read_write> weights: array<f32>;  // [heads, queries, keys]

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let index = id.x + id.y * groups.x * 64;
  let row = index / size.keys;
  if (row >= size.heads * size.queries) { return; }
  var weight = 0.0;
  if (is_visible(row % size.queries, index % size.keys)) {
    let at = size.heads * size.queries * size.value_dim + 2 * row;
    weight = exp(scores[index] - output[at]) / output[at + 1];
  }
  weights[index] = weight;
}
