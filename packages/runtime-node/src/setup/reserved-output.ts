const mostReserved = 4_096;

/** Returns the tokens of a window that are reserved for the response: those of the settings, but at most half of the window. */
export function reservedOutput(contextWindow: number, maxOutputTokens?: number): number {
  if (maxOutputTokens !== undefined) return Math.min(maxOutputTokens, Math.floor(contextWindow / 2));
  return Math.min(mostReserved, Math.floor(contextWindow / 4));
}
