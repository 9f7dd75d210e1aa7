// Put before scores, softmax and values: the sizes, and which keys a query may see.
// Visibility is a question with a yes or no; no infinity and no sentinel stands for "hidden" in any kernel.

struct Attend {
  heads: u32,
  group: u32,
  queries: u32,
  keys: u32,
  head_dim: u32,
  value_dim: u32,
  bias_rows: u32,
  bias_by_pair: u32,
  words_per_row: u32,
  scale: f32,
  softcap: f32,
}

@group(0) @binding(0) var<uniform> size: Attend;
// begin [queries], end [queries], then bits [queries, words_per_row] (bit j % 32 of word j / 32)
@group(0) @binding(1) var<storage, read> visibility: array<u32>;

fn is_visible(i: u32, j: u32) -> bool {
  if (j < visibility[i] || j >= visibility[size.queries + i]) { return false; }
  if (size.words_per_row == 0) { return true; }
  let word = visibility[2 * size.queries + i * size.words_per_row + j / 32];
  return ((word >> (j % 32)) & 1) == 1;
}
