const mostReserved = 4_096;

/** Tokens of a window that are kept for the response. */
export function reservedOutput(contextWindow: number): number {
  return Math.min(mostReserved, Math.floor(contextWindow / 4));
}
