// The largest of a number over the invocations that share a row, which lie in one subgroup.
fn largest_of_sharers(own: f32, local: u32) -> f32 {
  var largest = own;
  for (var apart = 1u; apart < sharers; apart *= 2) { largest = max(largest, subgroupShuffleXor(largest, apart)); }
  return largest;
}
