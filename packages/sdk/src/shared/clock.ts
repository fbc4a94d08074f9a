/** Source of time and randomness; tests pass their own. */
export interface Surroundings {
  /** Milliseconds since 1970. */
  now(): number;
  randomBytes(length: number): Uint8Array;
}

/** Returns a number in [0, 1) for jitter. */
export function fraction(surroundings: Surroundings): number {
  const [byte = 0, next = 0] = surroundings.randomBytes(2);
  return (byte * 256 + next) / 65_536;
}

/** Returns `milliseconds` plus or minus up to `share` of it, so that many agents do not act in step. */
export function jittered(surroundings: Surroundings, milliseconds: number, share: number): number {
  return milliseconds * (1 - share + 2 * share * fraction(surroundings));
}
