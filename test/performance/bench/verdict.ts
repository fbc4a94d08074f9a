/** Promise about the ratio value / floor, or about each side alone if the floor has its own promise. */
export type Target = { atLeast: number } | { atMost: number } | { valueAtMost: number; floorAtMost: number };

export type Verdict = 'met' | 'missed' | 'busy';

/** @param samples number taken on a quiet machine, and the number that the bench wants */
export function getVerdict(
  target: Target,
  measured: { value: number; floor: number; ratio: number },
  samples: { quiet: number; wanted: number },
): Verdict {
  if (samples.wanted === 0 || samples.quiet < samples.wanted) return 'busy';
  return isMet(target, measured) ? 'met' : 'missed';
}

/** NaN meets no target. */
function isMet(
  target: Target,
  { value, floor, ratio }: { value: number; floor: number; ratio: number },
): boolean {
  if ('valueAtMost' in target) return value <= target.valueAtMost && floor <= target.floorAtMost;
  return 'atLeast' in target ? ratio >= target.atLeast : ratio <= target.atMost;
}

export function describeTarget(target: Target): string {
  if ('valueAtMost' in target) return `≤ ${target.valueAtMost}, floor ≤ ${target.floorAtMost}`;
  return 'atLeast' in target ? `≥ ${target.atLeast}` : `≤ ${target.atMost}`;
}
