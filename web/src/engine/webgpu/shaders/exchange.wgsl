// The largest of a number over the invocations that share a row, through workgroup memory.
fn largest_of_sharers(own: f32, local: u32) -> f32 {
  shared_numbers[local] = own;
  workgroupBarrier();
  var largest = own;
  for (var s = 0u; s < sharers; s++) { largest = max(largest, shared_numbers[local / sharers * sharers + s]); }
  return largest;
}
