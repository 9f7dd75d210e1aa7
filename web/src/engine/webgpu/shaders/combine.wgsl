// Where a row's keys were split over workgroups: joins (maximum, sum, output) of the parts.
//   m = max m_s,  sum = Σ sum_s e^(m_s - m),  out = Σ out_s e^(m_s - m) / sum

@group(0) @binding(1) var<storage, read> parts: array<f32>;  // as attend wrote it
@group(0) @binding(2) var<storage, read_write> output: array<f32>;  // [heads, queries, value_dim], (maximum, sum)

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let index = id.x + id.y * groups.x * 64;
  let rows = size.heads * size.queries;
  let row = index / size.value_dim;
  if (row >= rows) { return; }
  var maximum = parts[size.statistics_at + 2 * row];
  for (var s = 1u; s < size.splits; s++) {
    maximum = max(maximum, parts[size.statistics_at + 2 * (s * rows + row)]);
  }
  var total = 0.0;
  var sum = 0.0;
  for (var s = 0u; s < size.splits; s++) {
    let at = size.statistics_at + 2 * (s * rows + row);
    let factor = exp(max(parts[at] - maximum, -100.0));
    total += parts[at + 1] * factor;
    sum += parts[s * rows * size.value_dim + index] * factor;
  }
  output[index] = sum * select(1 / total, 0.0, total == 0);
  if (index % size.value_dim == 0) {
    output[rows * size.value_dim + 2 * row] = maximum;
    output[rows * size.value_dim + 2 * row + 1] = total;
  }
}
