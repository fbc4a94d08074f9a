/** Returns true if a call was ended by a timeout of its driver or of `AbortSignal.timeout`, not by a cancellation. */
export function isOverTime({ aborted, reason }: AbortSignal): boolean {
  return aborted && reason instanceof Error && reason.name === 'TimeoutError';
}
