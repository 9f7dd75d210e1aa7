// Attention with an online softmax (Milakov, Gimelshein 2018; Dao et al. 2022): memory is linear in the tokens.
// A workgroup takes `block_rows` rows, which are (query, head) pairs of one kv head, query-major, and walks over tiles
// of 4 * lanes keys, from the last that any of its rows sees to the first (gates count from the last key back).
//
//   score  <- cap(scale (q·k + (q + v)·K_row + k·Q_row) + gated term) + bias_row
//   after each tile: m' = max(m, max s),  sum' = sum e^(m - m') + Σ e^(s - m'),  out' = out e^(m - m') + Σ e^(s - m') v
//   out_i <- Σ weight (v_j + V_row)
//
// Numbers lie in blocks of 4 x 4, a mat4x4 each, so that both products are products of matrices:
//   scores  (4 keys x 4 rows)      += Kᵀ (4 keys x 4 channels)     * Q (4 channels x 4 rows)
//   outputs (4 channels x 4 rows)  += V  (4 channels x 4 keys)     * weights (4 keys x 4 rows)
// An invocation holds two blocks of rows: 64 sums, 16 numbers loaded for 64 multiplications. Between the products, and
// only there, it holds keys of one row (`stage`), for the row's maximum, sum and weights.
// Tried on a software adapter, 8 x 1024 x 64: scalars instead of blocks 1.5 times the time.
//
// Put before this: `lanes`, `row_groups`, `alias number`, `alias block`, who exchanges maxima, and `has_terms`: without
// it only products, scale and visibility are compiled, there in 0.57 s instead of 0.93.

@group(0) @binding(2) var<storage, read> queries: array<block>;  // [kv head, row / 4, channel / 4]; then with v added
@group(0) @binding(3) var<storage, read> keys: array<block>;     // [kv head, channel / 4, key / 4]
@group(0) @binding(4) var<storage, read> values: array<block>;   // [kv head, key / 4, channel / 4]
// K [heads or 1, channel / 4, vectors]; at query_vectors_at Q, likewise; at value_vectors_at V [heads or 1, vectors,
// channel / 4]; at gate_vectors_at [channel / 4, vectors]
@group(0) @binding(5) var<storage, read> vectors: array<vec4<number>>;
@group(0) @binding(6) var<storage, read> bias: array<f32>;  // [heads, bias_rows]
// [splits, heads, queries, value_dim]; at statistics_at (maximum, sum) [splits, heads, queries]
@group(0) @binding(7) var<storage, read_write> output: array<f32>;
@group(0) @binding(8) var<storage, read_write> scores: array<f32>;  // [heads, queries, keys], hidden pairs left alone

const block_rows = 8 * row_groups;
const invocations = lanes * row_groups;
// Invocations that share a row of the tile, and the blocks of four keys that each holds.
const sharers = lanes / 8;
const held = 8u;
const tile_step = lanes + 1;  // one more, against bank conflicts
const lowest = -3.4028234e38;

var<workgroup> tile: array<mat4x4f, 2 * row_groups * tile_step>;  // [row / 4, key / 4]: four keys down, a column a row
var<workgroup> shared_numbers: array<f32, invocations>;
var<workgroup> corrections: array<vec4f, 2 * row_groups>;

// One row of the problem.
struct Row {
  head: u32,
  query: u32,
  begin: i32,
  end: i32,
  at: u32,      // of its vectors in `queries`, in blocks
  column: u32,  // in these blocks
}

fn row_at(kv_head: u32, n: u32) -> Row {
  var row: Row;
  let exists = n < size.queries * size.group;
  row.query = select(0u, n / size.group, exists);
  row.head = kv_head * size.group + n % size.group;
  row.begin = select(0, indices[row.query], exists);
  row.end = select(0, indices[size.queries + row.query], exists);
  row.at = (kv_head * size.row_blocks + n / 4) * size.channel_blocks;
  row.column = n % 4;
  return row;
}

fn sees(row: Row, j: u32) -> bool {
  return i32(j) >= row.begin && i32(j) < row.end && has_bit(row.query, j);
}

fn relative_row(i: u32, j: u32) -> u32 {
  if (size.rows_by_pair != 0) { return u32(indices[size.rows_at + i * size.keys + j]); }
  return u32(indices[size.rows_at + size.queries + j] - indices[size.rows_at + i]);
}

// (q + v)·K_row + k·Q_row, without the scale. A row without a vector adds nothing.
fn relative_products(row: Row, kv_head: u32, j: u32) -> f32 {
  let relative = relative_row(row.query, j);
  var sum = 0.0;
  if (size.key_vectors != 0) {
    let vector = indices[size.key_row_of_at + relative];
    if (vector >= 0) {
      var at = row.head * size.key_vectors_per_head + u32(vector);
      for (var c = 0u; c < size.channel_blocks; c++) {
        sum += dot(vec4f(queries[size.position_queries_at + row.at + c][row.column]), vec4f(vectors[at]));
        at += size.key_vectors;
      }
    }
  }
  if (size.query_vectors != 0) {
    let vector = indices[size.query_row_of_at + relative];
    if (vector >= 0) {
      var at = size.query_vectors_at + row.head * size.query_vectors_per_head + u32(vector);
      for (var c = 0u; c < size.channel_blocks; c++) {
        let key = keys[(kv_head * size.channel_blocks + c) * size.key_blocks + j / 4];
        let four = vec4<number>(key[0][j % 4], key[1][j % 4], key[2][j % 4], key[3][j % 4]);
        sum += dot(vec4f(four), vec4f(vectors[at]));
        at += size.query_vectors;
      }
    }
  }
  return sum;
}

// factor q·e[position], linear between the rows of the table.
fn gated_term(row: Row, position: f32) -> f32 {
  let last = size.gate_vectors - 1;
  let clamped = min(position, f32(last));
  let below = u32(clamped);
  let above = min(below + 1, last);
  let share = clamped - f32(below);
  var sums = vec2f();
  for (var c = 0u; c < size.channel_blocks; c++) {
    let query = vec4f(queries[row.at + c][row.column]);
    let at = size.gate_vectors_at + c * size.gate_vectors;
    sums += vec2f(dot(query, vec4f(vectors[at + below])), dot(query, vec4f(vectors[at + above])));
  }
  return size.gate_factor * mix(sums.x, sums.y, share);
}

// tanh of the language is sinh / cosh: it may overflow for large arguments and loses digits for small ones.
fn stable_tanh(x: f32) -> f32 {
  let a = abs(x);
  if (a < 0.35) {
    let s = x * x;
    return x * (1 + s * (-0.33333334 + s * (0.13333334 + s * (-0.053968254 + s * (0.021869488 - s * 0.008863236)))));
  }
  return sign(x) * (1 - 2 / (exp(2 * min(a, 10.0)) + 1));
}

// From here on a stage's keys are blocks first_block + 0 … held - 1 of the tile; `at` is the first of them in the tile.

// Adds the products with relative vectors to the row's scores; answers the sum of its gates.
fn add_products(row: Row, kv_head: u32, at: u32, first_key: u32) -> f32 {
  let is_relative = size.key_vectors != 0 || size.query_vectors != 0;
  var gates = 0.0;
  for (var k = 0u; k < 4 * held; k++) {
    if (!sees(row, first_key + k)) { continue; }
    var score = tile[at + k / 4][row.column][k % 4];
    if (is_relative) { score += size.scale * relative_products(row, kv_head, first_key + k); }
    tile[at + k / 4][row.column][k % 4] = score;
    gates += 1 / (1 + exp(-score));
  }
  return gates;
}

// Gated term, softcap and bias; `after`: the sum of the gates of all later keys.
fn finish_scores(row: Row, at: u32, first_key: u32, after: f32) {
  var position = after;
  for (var n = 4 * held; n > 0; n--) {
    let k = n - 1;
    let j = first_key + k;
    if (!sees(row, j)) { continue; }
    var score = tile[at + k / 4][row.column][k % 4];
    if (size.gate_vectors != 0) {
      position += 1 / (1 + exp(-score));
      score += gated_term(row, position);
    }
    if (size.softcap > 0) { score = size.softcap * stable_tanh(score / size.softcap); }
    if (size.bias_rows != 0) { score += bias[row.head * size.bias_rows + relative_row(row.query, j)]; }
    tile[at + k / 4][row.column][k % 4] = score;
    if (size.writes_scores != 0) { scores[(row.head * size.queries + row.query) * size.keys + j] = score; }
  }
}

fn seen_of(row: Row, first_key: u32) -> vec4<bool> {
  let key = vec4i(i32(first_key)) + vec4i(0, 1, 2, 3);
  var seen = (key >= vec4i(row.begin)) & (key < vec4i(row.end));
  if (size.words_per_row != 0) {
    // Four keys never cross a word; a key beyond the last is not in the interval.
    let j = min(first_key, size.keys - 1) / 4 * 4;
    let word = u32(indices[size.words_at + row.query * size.words_per_row + j / 32]) >> (j % 32);
    seen = seen & ((vec4u(word) & vec4u(1, 2, 4, 8)) != vec4u());
  }
  return seen;
}

fn largest_score(row: Row, at: u32, first_key: u32) -> f32 {
  var largest = vec4f(lowest);
  for (var e = 0u; e < held; e++) {
    let four = tile[at + e][row.column];
    largest = select(largest, max(largest, four), seen_of(row, first_key + 4 * e));
  }
  return max(max(largest.x, largest.y), max(largest.z, largest.w));
}

// Turns scores into e^(score - maximum), 0 where hidden, and answers their sum.
fn weigh(row: Row, at: u32, first_key: u32, maximum: f32) -> f32 {
  var sum = vec4f();
  for (var e = 0u; e < held; e++) {
    let four = tile[at + e][row.column];
    let weight = select(vec4f(), exp(four - maximum), seen_of(row, first_key + 4 * e));
    tile[at + e][row.column] = weight;
    sum += weight;
  }
  return dot(sum, vec4f(1));
}

// Σ weight V_row over the keys of a tile, four channels of one row of the tile.
fn relative_value(kv_head: u32, n: u32, tile_row: u32, first_key: u32, lane: u32) -> vec4f {
  let row = row_at(kv_head, n);
  let start = size.value_vectors_at + row.head * size.value_vectors_per_head + lane;
  var sum = vec4f();
  for (var k = 0u; k < 4 * lanes; k++) {
    let weight = tile[tile_row / 4 * tile_step + k / 4][tile_row % 4][k % 4];
    if (weight == 0) { continue; }
    let vector = indices[size.value_row_of_at + relative_row(row.query, first_key + k)];
    if (vector >= 0) { sum += weight * vec4f(vectors[start + u32(vector) * size.value_blocks]); }
  }
  return sum;
}

fn relative_values(kv_head: u32, n: u32, tile_row: u32, first_key: u32, lane: u32) -> mat4x4f {
  var sums: mat4x4f;
  for (var r = 0u; r < 4; r++) { sums[r] = relative_value(kv_head, n + r, tile_row + r, first_key, lane); }
  return sums;
}

fn scale_columns(sums: mat4x4f, factors: vec4f) -> mat4x4f {
  return mat4x4f(sums[0] * factors.x, sums[1] * factors.y, sums[2] * factors.z, sums[3] * factors.w);
}

fn write_rows(kv_head: u32, split: u32, n: u32, sums: mat4x4f, lane: u32) {
  for (var r = 0u; r < 4; r++) {
    if (n + r >= size.queries * size.group) { return; }
    let row = row_at(kv_head, n + r);
    let start = ((split * size.heads + row.head) * size.queries + row.query) * size.value_dim;
    for (var c = 4 * lane; c < min(4 * lane + 4, size.value_dim); c++) { output[start + c] = sums[r][c % 4]; }
  }
}

@compute @workgroup_size(invocations)
fn main(@builtin(workgroup_id) id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) local: u32) {
  let workgroup = size.first_workgroup + id.x + id.y * groups.x;
  if (workgroup >= size.workgroups) { return; }
  let kv_head = workgroup / size.workgroups_per_head;
  let split = workgroup % size.splits;
  let row_block = workgroup % size.workgroups_per_head / size.splits;

  // As part of the products: columns of the tile (or channels) `lane`, two blocks of rows from `row_pair` on.
  let lane = local % lanes;
  let row_pair = local / lanes * 2;
  let query_at = (kv_head * size.row_blocks + row_block * 2 * row_groups + row_pair) * size.channel_blocks;
  // Between them: one row and `held` blocks of keys.
  let stage_row = local / sharers;
  let stage_block = local % sharers * held;
  let stage_at = stage_row / 4 * tile_step + stage_block;
  let row = row_at(kv_head, row_block * block_rows + stage_row);

  let has_products = has_terms && (size.key_vectors != 0 || size.query_vectors != 0 || size.gate_vectors != 0);
  let finishes = has_terms && (size.gate_vectors != 0 || size.softcap > 0 || size.bias_rows != 0 || size.writes_scores != 0);
  var maximum = lowest;
  var sum = 0.0;
  var gates_after = 0.0;
  var out_0 = mat4x4f();
  var out_1 = mat4x4f();

  let range_at = size.ranges_at + 2 * row_block;
  let first_tile = u32(indices[range_at]) / (4 * lanes);
  let tiles = (u32(indices[range_at + 1]) + 4 * lanes - 1) / (4 * lanes) - first_tile;
  let end = first_tile + tiles * (split + 1) / size.splits;
  let begin = first_tile + tiles * split / size.splits;
  for (var t = end; t > begin; t--) {
    let first_key = (t - 1) * 4 * lanes;
    var scores_0 = mat4x4f();
    var scores_1 = mat4x4f();
    var key_at = kv_head * size.channel_blocks * size.key_blocks + (t - 1) * lanes + lane;
    for (var c = 0u; c < size.channel_blocks; c++) {
      let key = mat4x4f(keys[key_at]);
      scores_0 += key * mat4x4f(queries[query_at + c]);
      scores_1 += key * mat4x4f(queries[query_at + size.channel_blocks + c]);
      key_at += size.key_blocks;
    }
    tile[row_pair * tile_step + lane] = size.scale * scores_0;
    tile[(row_pair + 1) * tile_step + lane] = size.scale * scores_1;
    workgroupBarrier();

    let stage_key = first_key + 4 * stage_block;
    var gates = 0.0;
    if (has_products) { gates = add_products(row, kv_head, stage_at, stage_key); }
    if (has_terms && size.gate_vectors != 0) {
      shared_numbers[local] = gates;
      workgroupBarrier();
      var later = gates_after;
      for (var s = 0u; s < sharers; s++) {
        let part = shared_numbers[stage_row * sharers + s];
        if (s > local % sharers) { later += part; }
        gates_after += part;
      }
      finish_scores(row, stage_at, stage_key, later);
      workgroupBarrier();
    } else if (finishes) {
      finish_scores(row, stage_at, stage_key, 0);
    }

    let before = maximum;
    maximum = max(before, largest_of_sharers(largest_score(row, stage_at, stage_key), local));
    // Where nothing was seen yet, what is corrected is 0.
    let correction = exp(max(before - maximum, -100.0));
    sum = sum * correction + weigh(row, stage_at, stage_key, maximum);
    if (local % sharers == 0) { corrections[stage_row / 4][stage_row % 4] = correction; }
    workgroupBarrier();

    // A tile is summed in fresh registers: with one register for all keys, the error grows with their number.
    var tile_0 = mat4x4f();
    var tile_1 = mat4x4f();
    var value_at = (kv_head * size.key_blocks + (t - 1) * lanes) * size.value_blocks + lane;
    let columns = select(0u, lanes, lane < size.value_blocks);
    for (var k = 0u; k < columns; k++) {
      let value = mat4x4f(values[value_at]);
      tile_0 += value * tile[row_pair * tile_step + k];
      tile_1 += value * tile[(row_pair + 1) * tile_step + k];
      value_at += size.value_blocks;
    }
    if (has_terms && size.value_vectors != 0 && lane < size.value_blocks) {
      let n = row_block * block_rows + 4 * row_pair;
      tile_0 += relative_values(kv_head, n, 4 * row_pair, first_key, lane);
      tile_1 += relative_values(kv_head, n + 4, 4 * row_pair + 4, first_key, lane);
    }
    out_0 = scale_columns(out_0, corrections[row_pair]) + tile_0;
    out_1 = scale_columns(out_1, corrections[row_pair + 1]) + tile_1;
    workgroupBarrier();
  }

  shared_numbers[local] = sum;
  workgroupBarrier();
  if (local % sharers == 0) {
    var total = 0.0;
    for (var s = 0u; s < sharers; s++) { total += shared_numbers[local + s]; }
    // A row that sees nothing gives zeros. Parts of a row are divided when they are combined.
    corrections[stage_row / 4][stage_row % 4] = select(1 / total, 0.0, total == 0);
    if (row_block * block_rows + stage_row < size.queries * size.group) {
      let at = size.statistics_at + 2 * ((split * size.heads + row.head) * size.queries + row.query);
      output[at] = maximum;
      output[at + 1] = total;
    }
  }
  workgroupBarrier();
  if (lane >= size.value_blocks) { return; }
  let n = row_block * block_rows + 4 * row_pair;
  let is_part = size.splits > 1;
  write_rows(kv_head, split, n, scale_columns(out_0, select(corrections[row_pair], vec4f(1), is_part)), lane);
  write_rows(kv_head, split, n + 4, scale_columns(out_1, select(corrections[row_pair + 1], vec4f(1), is_part)), lane);
}
