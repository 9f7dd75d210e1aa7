// output(h, i, c) = sum over visible keys of weight(h, i, j) value(kv head, j, c).
// A key of weight 0 is skipped, not multiplied: what stands behind a mask must not leak, whatever it is.

@group(0) @binding(2) var<storage, read> weights: array<f32>;        // [heads, queries, keys]
@group(0) @binding(3) var<storage, read> value: array<f32>;          // [heads / group, keys, value_dim]
@group(0) @binding(4) var<storage, read_write> output: array<f32>;   // [heads, queries, value_dim]

// Keys added up in a fresh register: with one register for all, the error grows with the number of keys.
const block = 64u;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let index = id.x + id.y * groups.x * 64;
  if (index >= size.heads * size.queries * size.value_dim) { return; }
  let c = index % size.value_dim;
  let i = index / size.value_dim % size.queries;
  let h = index / size.value_dim / size.queries;
  let weight_at = (h * size.queries + i) * size.keys;
  let value_at = h / size.group * size.keys * size.value_dim + c;

  let end = visibility[size.queries + i];
  var sum = 0.0;
  for (var first = visibility[i]; first < end; first += block) {
    var block_sum = 0.0;
    for (var j = first; j < min(first + block, end); j++) {
      let weight = weights[weight_at + j];
      if (weight > 0) { block_sum += weight * value[value_at + j * size.value_dim]; }
    }
    sum += block_sum;
  }
  output[index] = sum;
}
