// Put before attend and weights, after problem: the tables of whole numbers, and which keys a query may see.
// Visibility is a question with a yes or no; no infinity and no sentinel stands for "hidden" in any kernel.

// begin [queries], end [queries]; at ranges_at the first and the end key of each workgroup's rows; at words_at bits
// [queries, words_per_row] (bit j % 32 of word j / 32); at rows_at the rows of relative tables: by pair [queries, keys],
// or [queries] then [keys], the difference of which is the row; at …_row_of_at which vector a row has, or -1.
@group(0) @binding(1) var<storage, read> indices: array<i32>;

fn has_bit(i: u32, j: u32) -> bool {
  if (size.words_per_row == 0) { return true; }
  let word = u32(indices[size.words_at + i * size.words_per_row + j / 32]);
  return ((word >> (j % 32)) & 1) == 1;
}

fn is_visible(i: u32, j: u32) -> bool {
  let key = i32(j);
  return key >= indices[i] && key < indices[size.queries + i] && has_bit(i, j);
}
