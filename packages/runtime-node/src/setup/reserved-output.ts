const mostReserved = 4_096;

/** Tokens of a window that are kept for the response: those of the settings, with at least half of the window left for the prompt. */
export function reservedOutput(contextWindow: number, maxOutputTokens?: number): number {
  if (maxOutputTokens !== undefined) return Math.min(maxOutputTokens, Math.floor(contextWindow / 2));
  return Math.min(mostReserved, Math.floor(contextWindow / 4));
}
