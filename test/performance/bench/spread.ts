/** Middle half of the samples; the full range of fewer than four. */
export interface Spread {
  low: number;
  high: number;
  of: 'p25-p75' | 'min-max';
}

export function computeSpread(numbers: readonly number[]): Spread {
  const sorted = numbers.toSorted((a, b) => a - b);
  if (sorted.length < 4)
    return { low: sorted[0] ?? Number.NaN, high: sorted.at(-1) ?? Number.NaN, of: 'min-max' };
  return { low: quantile(sorted, 0.25), high: quantile(sorted, 0.75), of: 'p25-p75' };
}

/** Interpolates between the two nearest samples. */
function quantile(sorted: readonly number[], share: number): number {
  const position = (sorted.length - 1) * share;
  const below = sorted[Math.floor(position)] ?? Number.NaN;
  const above = sorted[Math.ceil(position)] ?? Number.NaN;
  return below + (above - below) * (position - Math.floor(position));
}
