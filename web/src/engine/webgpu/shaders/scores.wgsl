// score(h, i, j) = cap(scale q_i . k_j) + bias(h, row(i, j)); 0 where hidden (the CPU writes -infinity there).

@group(0) @binding(2) var<storage, read> query: array<f32>;  // [heads, queries, head_dim]
@group(0) @binding(3) var<storage, read> key: array<f32>;    // [heads / group, keys, head_dim]
@group(0) @binding(4) var<storage, read> bias: array<f32>;   // [heads, bias_rows]
// By difference: row(i, j) = rows[queries + j] - rows[i]. By pair: rows[i * keys + j].
@group(0) @binding(5) var<storage, read> rows: array<i32>;
@group(0) @binding(6) var<storage, read_write> scores: array<f32>;  // [heads, queries, keys]

// tanh of the language is sinh / cosh: it may overflow for large arguments and loses digits for small ones.
fn stable_tanh(x: f32) -> f32 {
  let a = abs(x);
  if (a < 0.35) {
    let s = x * x;
    return x * (1 + s * (-0.33333334 + s * (0.13333334 + s * (-0.053968254 + s * (0.021869488 - s * 0.008863236)))));
  }
  return sign(x) * (1 - 2 / (exp(2 * min(a, 10.0)) + 1));
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let index = id.x + id.y * groups.x * 64;
  if (index >= size.heads * size.queries * size.keys) { return; }
  let j = index % size.keys;
  let i = index / size.keys % size.queries;
  let h = index / size.keys / size.queries;
  if (!is_visible(i, j)) {
    scores[index] = 0;
    return;
  }

  let query_at = (h * size.queries + i) * size.head_dim;
  let key_at = (h / size.group * size.keys + j) * size.head_dim;
  var product = 0.0;
  for (var c = 0u; c < size.head_dim; c++) { product += query[query_at + c] * key[key_at + c]; }

  var score = size.scale * product;
  if (size.softcap > 0) { score = size.softcap * stable_tanh(score / size.softcap); }
  if (size.bias_rows > 0) {
    var row: i32;
    if (size.bias_by_pair != 0) { row = rows[i * size.keys + j]; } else { row = rows[size.queries + j] - rows[i]; }
    score += bias[h * size.bias_rows + u32(row)];
  }
  scores[index] = score;
}
