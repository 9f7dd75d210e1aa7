export const least = (numbers) => Math.min(...numbers);

export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

// Ratio of two series of times: of their minima, and the median over rounds, in which both saw the same machine.
export const ratio = (above, below) => ({
  least: least(above) / least(below),
  median: median(above.map((seconds, round) => seconds / below[round])),
});
