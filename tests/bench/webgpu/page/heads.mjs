// [heads, tokens, headDim] to [tokens, heads * headDim] and back, outside of all timing.
const swapAxes = (outer, inner, channels, numbers) => {
  const swapped = new Float32Array(numbers.length);
  for (let o = 0; o < outer; ++o)
    for (let i = 0; i < inner; ++i) {
      const from = (o * inner + i) * channels;
      swapped.set(numbers.subarray(from, from + channels), (i * outer + o) * channels);
    }
  return swapped;
};

export const joinHeads = ({ heads, tokens, headDim }, numbers) => swapAxes(heads, tokens, headDim, numbers);
export const splitHeads = ({ heads, tokens, headDim }, numbers) => swapAxes(tokens, heads, headDim, numbers);
