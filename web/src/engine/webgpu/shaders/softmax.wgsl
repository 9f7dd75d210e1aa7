// weight(h, i, j) = exp(score - largest visible score) / sum over visible keys; one workgroup per row (h, i).
// `largest` starts at the lowest finite number and means something only where `seen` counts at least one key.

@group(0) @binding(2) var<storage, read> scores: array<f32>;         // [heads, queries, keys]
@group(0) @binding(3) var<storage, read_write> weights: array<f32>;  // [heads, queries, keys]

const lanes = 64u;
const lowest = -3.4028234e38;

var<workgroup> largest: array<f32, lanes>;
var<workgroup> seen: array<u32, lanes>;
var<workgroup> total: array<f32, lanes>;

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let row = id.x + id.y * groups.x;
  if (row >= size.heads * size.queries) { return; }
  let i = row % size.queries;
  let start = row * size.keys;

  var lane_largest = lowest;
  var lane_seen = 0u;
  for (var j = lane; j < size.keys; j += lanes) {
    if (is_visible(i, j)) {
      lane_largest = max(lane_largest, scores[start + j]);
      lane_seen++;
    }
  }
  largest[lane] = lane_largest;
  seen[lane] = lane_seen;
  workgroupBarrier();
  for (var half = lanes / 2; half > 0; half /= 2) {
    if (lane < half) {
      largest[lane] = max(largest[lane], largest[lane + half]);
      seen[lane] += seen[lane + half];
    }
    workgroupBarrier();
  }
  let row_largest = largest[0];
  let row_seen = seen[0];

  var lane_total = 0.0;
  for (var j = lane; j < size.keys; j += lanes) {
    var weight = 0.0;
    if (is_visible(i, j)) { weight = exp(scores[start + j] - row_largest); }
    weights[start + j] = weight;
    lane_total += weight;
  }
  total[lane] = lane_total;
  workgroupBarrier();
  for (var half = lanes / 2; half > 0; half /= 2) {
    if (lane < half) { total[lane] += total[lane + half]; }
    workgroupBarrier();
  }
  // Every weight of a row without visible keys is 0 already.
  if (row_seen == 0) { return; }
  let row_total = total[0];
  for (var j = lane; j < size.keys; j += lanes) { weights[start + j] /= row_total; }
}
